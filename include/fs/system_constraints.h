/* system_constraints.h: the operations that a system with constraints Phi(q, t) = 0 adds.

   G = dPhi/dq. The rows of a constraint are the entries of its multipliers in a global vector. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_CONSTRAINTS_H
#define FS_SYSTEM_CONSTRAINTS_H

#include <fs/state.h>

typedef struct _n_FsSystem *FsSystem;

/* FsConstraintLevel - Which form of the constraints is written: Phi, its first time derivative G
   v + dPhi/dt, or its second time derivative. */
typedef enum {
  FS_CONSTRAINT_POSITION,
  FS_CONSTRAINT_VELOCITY,
  FS_CONSTRAINT_ACCELERATION
} FsConstraintLevel;

/* FsConstraintRows - How rows of constraints appear in r and in the tangent.

   Systems without constraints ignore it. For time steps scale = column = cm, which makes the
   conditioning independent of the step (Bottasso, Bauchau & Cardona 2007). For equilibria both
   are a norm of the stiffness. */
typedef struct {
  FsConstraintLevel level;
  PetscReal         scale;  /* factor of these rows */
  PetscReal         column; /* d lambda/dx: factor of the multipliers' columns in the tangent */
} FsConstraintRows;

/* FsStabilization - Which constraints a motion satisfies.
     POSITION    Phi = 0 alone (index 3)
     VELOCITY    Phi = 0 and G v + dPhi/dt = 0, by q' = v + W^-1 G^T mu with further multipliers
                 mu; W is the diagonal matrix of FsSystemConstraints.weights
     PROJECTION  stages satisfy the constraints of accelerations. After the step, q and v are
                 projected onto the other two levels, which keeps the order of the scheme */
typedef enum {
  FS_STABILIZED_POSITION,
  FS_STABILIZED_VELOCITY,
  FS_STABILIZED_PROJECTION
} FsStabilization;

/* FsCoordinateSet - Sets of free joint coordinates: those whose initial value is given or kept,
   those whose initial rate is given, and all that have no driver. */
typedef enum {
  FS_COORDINATES_INITIAL_VALUE,
  FS_COORDINATES_INITIAL_RATE,
  FS_COORDINATES_FREE
} FsCoordinateSet;

/* FsJointCoordinate - One free coordinate of a joint at a state. */
typedef struct {
  PetscReal current; /* value [m, rad]; for FS_COORDINATES_INITIAL_RATE, its rate */
  PetscReal target;  /* value or rate that the initial state must have; current if it is kept */
  PetscBool length;  /* the unit is m, else rad */
} FsJointCoordinate;

/* FsSystemConstraints - Operations of systems with constraints and multipliers lambda.

   v and a of the states may be NULL. All operations are collective, except coordinate_name.
   order, coordinates and curvature may be NULL; the last two are NULL if the system has no joint
   coordinates.
     rows             y = Phi or its time derivative of that level, unscaled; 0 in other entries
     gradient         A += factor G in the rows, and factor G^T in the columns of the
                      multipliers, by displacements and spins (variations of orientations in body
                      axes)
     force            y = G^T lambda; lambda is a global vector of which only the rows are read
     tangent          A += d(factor G^T lambda)/dx along the shift with cm = 0. In the rows of
                      that level, A += scale times the derivative of the rows by x.
                      rotation_increment is the Vec whose rotation vectors change with x. It is
                      s->q, or an increment if the rotations of s->q are composed of others and
                      that increment
     weights          w = for each dof the square of the length that weights its unit: 1 for
                      displacements, the square of the node's rotation length [m2] for rotations,
                      0 for multipliers
     flip_indicator   y = 1 - joint_side in the rows, 0 elsewhere. An entry above 1 means that a
                      row of angles is satisfied half a turn away from its correct angle
     position_errors  y = errors of positions in the rows [m, rad], for angles of any size. They
                      equal Phi if Phi is small
     position_error_gradient  A += the gradient of position_errors, in the way of gradient; both
                              agree where Phi = 0
     lengths          y = 1 in entries that are lengths: displacements and rows in m; 0 in angles
     add_multipliers  y += factor x in the rows; other entries of y do not change. x may be y
     order            y = 1, 2, ... in the rows, 0 elsewhere. The order depends neither on ranks
                      nor on dof numbers. Rows of drivers have a negative sign. NULL means that
                      the order is that of the dofs and that the system has no drivers
     coordinates      the coordinates of a set: *n is their number on all ranks. If not NULL,
                      c[*n] receives them, and gradient[*n], global vectors, their derivatives by
                      displacements and spins. If s is NULL, only *n is set
     curvature        A += sum over k of factor[k] times the derivative of gradient[k] by
                      displacements and spins
     coordinate_name  text[size] = the option that sets coordinate k; for FS_COORDINATES_FREE its
                      name, such as "crank.angle"
     name_joints      text[size] = names of joints that have a row with |x| > limit, separated by
                      commas; after a semicolon, the supports of their nodes */
typedef struct {
  PetscErrorCode (*rows)(FsSystem, FsConstraintLevel, const FsState *, const FsLoading *, Vec y);
  PetscErrorCode (*gradient)(FsSystem, const FsState *, const FsLoading *, PetscReal factor, Mat A);
  PetscErrorCode (*force)(FsSystem, const FsState *, const FsLoading *, Vec lambda, Vec y);
  PetscErrorCode (*tangent)(FsSystem, const FsState *, const FsLoading *, Vec rotation_increment,
                            Vec lambda, PetscReal factor, FsConstraintLevel, PetscReal scale,
                            FsShift, Mat A);
  PetscErrorCode (*weights)(FsSystem, Vec w);
  PetscErrorCode (*flip_indicator)(FsSystem, const FsState *, const FsLoading *, Vec y);
  PetscErrorCode (*position_errors)(FsSystem, const FsState *, const FsLoading *, Vec y);
  PetscErrorCode (*position_error_gradient)(FsSystem, const FsState *, const FsLoading *, Mat A);
  PetscErrorCode (*lengths)(FsSystem, Vec y);
  PetscErrorCode (*add_multipliers)(FsSystem, PetscReal factor, Vec x, Vec y);
  PetscErrorCode (*order)(FsSystem, Vec y);
  PetscErrorCode (*coordinates)(FsSystem, FsCoordinateSet, const FsState *s, PetscInt *n,
                                FsJointCoordinate c[], Vec gradient[]);
  PetscErrorCode (*curvature)(FsSystem, FsCoordinateSet, const FsState *s, const PetscReal factor[],
                              Mat A);
  void (*coordinate_name)(FsSystem, FsCoordinateSet, PetscInt k, char text[], size_t size);
  PetscErrorCode (*name_joints)(FsSystem, Vec x, PetscReal limit, char text[], size_t size);
} FsSystemConstraints;

#endif
