/* system_constraints.h: the operations that a system with constraints Phi(q, t) = 0 adds.

   G = dPhi/dq. The rows of a constraint are the entries of its multipliers in a global vector. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_CONSTRAINTS_H
#define FS_SYSTEM_CONSTRAINTS_H

#include <fs/state.h>

/* FsConstraintLevel - Which form of the constraints is written.

   POSITION is Phi, VELOCITY is its first time derivative G v + dPhi/dt, and ACCELERATION is its
   second time derivative. */
typedef enum {
  FS_CONSTRAINT_POSITION,
  FS_CONSTRAINT_VELOCITY,
  FS_CONSTRAINT_ACCELERATION
} FsConstraintLevel;

/* FsConstraintRows - How rows of constraints appear in r and in the tangent.

   Systems without constraints ignore it. For time steps scale = column = cm, so that the condition
   number does not depend on the step size (Bottasso, Bauchau & Cardona 2007). For equilibria, scale
   and column are a norm of the stiffness. */
typedef struct {
  FsConstraintLevel level;
  PetscReal         scale;  /* factor of the rows of constraints in r and in the tangent */
  PetscReal         column; /* d lambda/dx, the factor of the multipliers' columns in the tangent */
} FsConstraintRows;

/* FsStabilization - Which constraints a motion satisfies.
     POSITION    Phi = 0 alone (index 3)
     VELOCITY    Phi = 0 and G v + dPhi/dt = 0, by q' = v + W^-1 G^T mu with further multipliers
                 mu. W is the diagonal matrix of FsSystemGeometryOps.weights
     PROJECTION  stages satisfy the constraints of accelerations. After the step, q and v are
                 projected onto the constraints of positions and velocities. The scheme keeps its
                 order of accuracy */
typedef enum {
  FS_STABILIZED_POSITION,
  FS_STABILIZED_VELOCITY,
  FS_STABILIZED_PROJECTION
} FsStabilization;

/* FsCoordinateSet - Sets of free joint coordinates, which have no driver.
     INITIAL_VALUE  coordinates whose initial value the input gives, or wants to keep
     INITIAL_RATE   coordinates whose initial rate the input gives
     FREE           all coordinates without a driver */
typedef enum {
  FS_COORDINATES_INITIAL_VALUE,
  FS_COORDINATES_INITIAL_RATE,
  FS_COORDINATES_FREE
} FsCoordinateSet;

/* FsJointCoordinate - One free coordinate of a joint at a state.

   For FS_COORDINATES_INITIAL_RATE, current and target are rates; otherwise they are values. */
typedef struct {
  PetscReal current; /* at the state [m, rad; m/s, rad/s] */
  PetscReal target;  /* of the initial state; equal to current if the input gives no number */
  PetscBool length;  /* the coordinate is a length [m], else an angle [rad] */
} FsJointCoordinate;

/* FsSystemConstraints - Operations of systems with constraints and multipliers lambda.

   "The rows" below are the rows of constraints. A spin is a variation of an orientation, in body
   axes. v and a of the states may be NULL. All operations are collective, except coordinate_name.
   ties, order, coordinates and curvature may be NULL. Systems without joint coordinates have
   neither coordinates nor curvature. Systems whose traits.has_ties is not set need no ties, which
   is not called then.
     rows             y = the constraints of the given level in the rows, not scaled; 0 elsewhere
     gradient         A += factor G in the rows, and factor G^T in the columns of multipliers. G is
                      the derivative by displacements and spins
     force            y = G^T lambda; of the global vector lambda only the rows are read
     tangent          A += d(factor G^T lambda)/dx along the shift with cm = 0. In the rows,
                      A += scale times the derivative by x of the constraints of the given level.
                      rotation_increment is the Vec whose rotation vectors change with x. It is
                      s->q; if the rotations of s->q are composed of an increment and other
                      rotations, it is that increment
     flip_indicator   y > 1 in a row of angles that is satisfied half a turn away from its correct
                      angle. Otherwise y <= 1, and y = 0 outside of the rows
     position_errors  y = errors of positions in the rows [m, rad], also for large angles. If Phi is
                      small, they are equal to Phi
     position_error_gradient  A += the derivatives of position_errors in the rows, and their
                              transpose in the columns of multipliers. Where Phi = 0, it agrees with
                              gradient
     lengths          y = 1 for displacements and for rows in m, 0 in other entries
     add_multipliers  y += factor x in the rows; other entries of y do not change. x may be y
     ties             y = 1 in the rows of ties, which solvers may eliminate; 0 elsewhere
     order            y = 1, 2, ... in the rows, with a negative sign if a driver has the row; 0
                      elsewhere. The numbers depend neither on ranks nor on dof numbers. A system
                      without order has no drivers, and its rows are in the order of the dofs
     coordinates      *n = number of coordinates of a set, on all ranks. c[*n] becomes the
                      coordinates at s, unless c is NULL. The global vectors gradient[*n] become
                      their derivatives by displacements and spins, unless gradient is NULL. If s is
                      NULL, only *n is set
     curvature        A += sum over k of factor[k] times the derivative of gradient[k] (see
                      coordinates) by displacements and spins
     coordinate_name  text[size] = the option that sets coordinate k. For FS_COORDINATES_FREE it is
                      the name of the coordinate, such as "crank.angle"
     name_joints      text[size] = the joints that have a row with |x| > limit, separated by commas.
                      If their nodes have supports, a semicolon and these supports follow */
typedef struct {
  PetscErrorCode (*rows)(FsSystem, FsConstraintLevel, const FsState *, const FsLoading *, Vec y);
  PetscErrorCode (*gradient)(FsSystem, const FsState *, const FsLoading *, PetscReal factor, Mat A);
  PetscErrorCode (*force)(FsSystem, const FsState *, const FsLoading *, Vec lambda, Vec y);
  PetscErrorCode (*tangent)(FsSystem, const FsState *, const FsLoading *, Vec rotation_increment,
                            Vec lambda, PetscReal factor, FsConstraintLevel, PetscReal scale,
                            FsShift, Mat A);
  PetscErrorCode (*flip_indicator)(FsSystem, const FsState *, const FsLoading *, Vec y);
  PetscErrorCode (*position_errors)(FsSystem, const FsState *, const FsLoading *, Vec y);
  PetscErrorCode (*position_error_gradient)(FsSystem, const FsState *, const FsLoading *, Mat A);
  PetscErrorCode (*lengths)(FsSystem, Vec y);
  PetscErrorCode (*add_multipliers)(FsSystem, PetscReal factor, Vec x, Vec y);
  PetscErrorCode (*ties)(FsSystem, Vec y);
  PetscErrorCode (*order)(FsSystem, Vec y);
  PetscErrorCode (*coordinates)(FsSystem, FsCoordinateSet, const FsState *s, PetscInt *n,
                                FsJointCoordinate c[], Vec gradient[]);
  PetscErrorCode (*curvature)(FsSystem, FsCoordinateSet, const FsState *s, const PetscReal factor[],
                              Mat A);
  void (*coordinate_name)(FsSystem, FsCoordinateSet, PetscInt k, char text[], size_t size);
  PetscErrorCode (*name_joints)(FsSystem, Vec x, PetscReal limit, char text[], size_t size);
} FsSystemConstraints;

#endif
