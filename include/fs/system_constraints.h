/* system_constraints.h: the operations that a system with constraints Phi(q, t) = 0 adds.

   G is the matrix dPhi/dq. Each scalar equation of Phi has a Lagrange multiplier, an entry of
   lambda, which is an unknown of the system and has an entry in each global vector. The rows of
   constraints are these entries of a global vector, and the rows and columns of matrices with the
   same numbers. */
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

/* FsConstraintRows - How the constraints are written in the residual r and in the tangent.

   Systems without constraints ignore it. In time steps scale and column are the factor cm of the
   tangent, which makes the condition number of the tangent independent of the step size (Bottasso,
   Bauchau & Cardona 2007). For equilibria, scale and column are a norm of the stiffness matrix. */
typedef struct {
  /* the time derivative of Phi that the rows contain */
  FsConstraintLevel level;
  /* the factor that multiplies the rows of constraints in r and in the tangent */
  PetscReal scale;
  /* d lambda/dx, the factor of the columns of multipliers in the tangent */
  PetscReal column;
} FsConstraintRows;

/* FsStabilization - Which constraints a computed motion satisfies.
     POSITION    Phi = 0 alone; the equations of motion are differential-algebraic equations of
                 index 3
     VELOCITY    Phi = 0 and its time derivative G v + dPhi/dt = 0. Further multipliers mu make both
                 possible: q' = v + W^-1 G^T mu, where W is the diagonal matrix of
                 FsSystemGeometryOps.weights
     PROJECTION  the stages of a step satisfy the second time derivative of Phi = 0. After the step,
                 q and v are projected onto Phi = 0 and onto its first time derivative. The scheme
                 keeps its order of accuracy */
typedef enum {
  FS_STABILIZED_POSITION,
  FS_STABILIZED_VELOCITY,
  FS_STABILIZED_PROJECTION
} FsStabilization;

/* FsCoordinateSet - Sets of joint coordinates, such as the angle of a hinge. A coordinate whose
   motion a driver prescribes is in no set.
     INITIAL_VALUE  coordinates whose initial value the input gives, or asks to keep as it is
     INITIAL_RATE   coordinates whose initial time derivative the input gives
     FREE           all coordinates without a driver */
typedef enum {
  FS_COORDINATES_INITIAL_VALUE,
  FS_COORDINATES_INITIAL_RATE,
  FS_COORDINATES_FREE
} FsCoordinateSet;

/* FsJointCoordinate - A joint coordinate at a state. Its numbers are time derivatives [m/s, rad/s]
   if it belongs to FS_COORDINATES_INITIAL_RATE, otherwise values [m, rad]. */
typedef struct {
  PetscReal current; /* the value or time derivative at the state */
  PetscReal target;  /* what the input requires in the initial state; current if it gives nothing */
  PetscBool length;  /* PETSC_TRUE: the coordinate is a length; PETSC_FALSE: an angle */
} FsJointCoordinate;

/* FsSystemConstraints - Operations of systems with constraints and multipliers lambda.

   In the list below, "the rows" are the rows of constraints (see the head of this file). y and x
   are global vectors. A spin is an infinitesimal rotation of a node, in the axes of the node;
   derivatives by displacements and spins have a column for each dof of a node. v and a of the
   states may be NULL. All operations are collective, except coordinate_name.
   The operations ties, order, coordinates and curvature may be NULL. A system without joint
   coordinates has neither coordinates nor curvature. ties is called only if traits.has_ties is set.
     rows             sets y in the rows to the constraints of the given level, not scaled, and to 0
                      elsewhere
     gradient         adds factor G to the rows of A, and factor G^T to the columns of multipliers.
                      G has derivatives by displacements and spins
     force            sets y = G^T lambda. Only the rows of the global vector lambda are read
     tangent          adds to A the derivative of factor G^T lambda by x, where the state depends on
                      x as FsShift says, but with cm = 0. To the rows of A it adds scale times the
                      derivative by x of the constraints of the given level. rotation_increment is
                      the Vec whose rotation vectors depend on x. This is s->q, or, if the rotations
                      of s->q are the product of an increment and of other rotations, the Vec of the
                      increment
     flip_indicator   sets y > 1 in a row of a joint angle that is half a turn away from its correct
                      value although its constraint is satisfied. y <= 1 in the other rows, and y =
                      0 outside of the rows
     position_errors  sets y in the rows to the errors of positions [m] and angles [rad], which also
                      measure large errors correctly. Small errors are equal to Phi
     position_error_gradient  adds the derivatives of position_errors to the rows of A, and their
                              transpose to the columns of multipliers. Where Phi = 0, the result is
                              that of gradient with the factor 1
     lengths          sets y to 1 for displacements and for rows in m, and to 0 in other entries
     add_multipliers  adds factor x to y in the rows. Other entries of y do not change. x and y may
                      be the same Vec
     ties             sets y to 1 in the rows of ties, which solvers may eliminate, and to 0
                      elsewhere
     order            numbers the rows: sets y in them to 1, 2, ..., with a negative sign if the row
                      belongs to a driver, and to 0 elsewhere. The numbers depend neither on the
                      number of ranks nor on the numbers of dofs. A system without order has no
                      drivers, and its rows are numbered in the order of the dofs
     coordinates      sets *n to the number of coordinates of a set on all ranks together. If s is
                      NULL, nothing else is done. If c is not NULL, c[*n] becomes the coordinates at
                      the state s, on all ranks. If gradient is not NULL, the *n global vectors
                      gradient[] become the derivatives of the coordinates by displacements and
                      spins
     curvature        adds to A the sum over k of factor[k] times the second derivative of
                      coordinate k of the set by displacements and spins, at the state s
     coordinate_name  writes to text[size] the option that sets coordinate k of the set. For
                      FS_COORDINATES_FREE it is the name of the coordinate, such as "crank.angle"
     name_joints      writes to text[size] the names of the joints that have a row with |x| > limit,
                      separated by commas. If nodes of these joints have supports, a semicolon and
                      these supports follow */
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
