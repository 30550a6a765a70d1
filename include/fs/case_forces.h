/* case_forces.h: the forces of a case on its dofs, moments that a program gives, and the motion of
   places that need not be nodes.

   Programs that couple, control or linearize a model need these forces and motions. The functions
   return them for the present state. All functions are collective on the ranks of the case. They
   return an error code on all ranks if they fail; FsCaseGetMessage says why. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_FORCES_H
#define FS_CASE_FORCES_H

#include <fs/case.h>

/* ---- forces ---------------------------------------------------------------------------------- */

/* FsForces - Kinds of forces on the free dofs. The residual of the equations of motion is
   inertial + damping + internal + constraint - external. It is 0, up to the tolerance of the
   solver, in equilibrium and at the end of a time step whose scheme fulfils the equations of motion
   there.

     FS_FORCES_INTERNAL    forces of elements, and of springs of joints, by displacements. In a
                           rotating frame (-spin) they include centrifugal forces
     FS_FORCES_DAMPING     forces by the velocities of nodes: damping and gyroscopic forces
     FS_FORCES_INERTIAL    forces by the accelerations of nodes, and by the velocities and
                           accelerations of moving supports
     FS_FORCES_CONSTRAINT  reactions of joints, couplings, ties and sliders (G^T lambda)
     FS_FORCES_EXTERNAL    loads and gravity, including loads that depend on the motion */
typedef enum {
  FS_FORCES_RESIDUAL,
  FS_FORCES_INTERNAL,
  FS_FORCES_DAMPING,
  FS_FORCES_INERTIAL,
  FS_FORCES_CONSTRAINT,
  FS_FORCES_EXTERNAL
} FsForces;

/* FsCaseGetForces - Computes forces on the free dofs at the last accepted state, with the loads of
   its time.

   Input:
     which   the kind of forces
   Output:
     n       number of this rank's rows, which FsCaseGetRows describes
     values  [n] forces [N] in global axes, and moments [N m] in the axes of the node; 0 in rows of
             constraints. The case owns them until the next call of this function
   Dofs that supports fix have no row; their forces are the histories <support>/reaction.
   Input errors: an argument is NULL; there is no such kind; the case is not set up; its last step
   has failed. */
FS_EXTERN PetscErrorCode FsCaseGetForces(FsCase c, FsForces which, PetscInt *n,
                                         const PetscReal **values);

/* FsCaseGetMotionForces - Computes the derivative of the residual by the motion of a support, by
   central differences.

   Input:
     support     name of the support, whose option -support_<support>_motion_<x, y or z>, or
                 _rotation_, is "given"
     component   0 to 2: displacement in x, y, z; 3 to 5: rotation vector
     derivative  0: by the value [m, rad]; 1: by its velocity; 2: by its acceleration
   Output:
     n           number of this rank's rows, as in FsCaseGetForces
     values      [n] derivative of the residual: forces for each unit of the motion. The case owns
                 them until the next call of this function or of FsCaseGetForces
   Input errors: those of FsCaseGetForces; the option is not "given"; there is no such
   derivative. */
FS_EXTERN PetscErrorCode FsCaseGetMotionForces(FsCase c, const char support[], PetscInt component,
                                               PetscInt derivative, PetscInt *n,
                                               const PetscReal **values);

/* FsCaseSetNodalMoment - Gives moments on the nodes of a load -load_<load>_given at the end of the
   next step, beside the forces of FsCaseSetNodalForce.

   Moments change in time as forces do. Their axes stay global while a node turns.
   Input:
     load    name of the load, which has the option -load_<load>_given_moments
     n       number of this rank's nodes, as FsCaseGetField returns them for the load's set
     values  [n][3] moments [N m] about x, y, z; copied
   Input errors: there is no such load; n is wrong on some rank; a value is not finite. */
FS_EXTERN PetscErrorCode FsCaseSetNodalMoment(FsCase c, const char load[], PetscInt n,
                                              const PetscReal values[]);

/* ---- damping and gathering ------------------------------------------------------------------- */

/* FsCaseGetModalDamping - Returns the damping matrix of -damping_modal, which couples all dofs, as
   a sum of n products: the matrix C is D + sum over k of w_k w_k^T, where D is the matrix 'D' of
   FsCaseGetMatrix.

   Output:
     n       number of damped modes; 0 without -damping_modal
     rows    number of this rank's rows, which FsCaseGetRows describes
     values  [n][rows] the vectors w_k. The case owns them until the next call of this function
   Input errors: an argument is NULL; the case is not set up; its last step has failed. */
FS_EXTERN PetscErrorCode FsCaseGetModalDamping(FsCase c, PetscInt *n, PetscInt *rows,
                                               const PetscReal **values);

/* FsCaseGather - Gathers the values of all ranks on each rank, rank by rank, for programs without
   MPI of their own.

   Input:
     n       number of this rank's values
     values  [n] the values
   Output:
     total   number of all values
     all     [total] the values of rank 0, then those of rank 1, .... The case owns them until the
             next call of this function
   Input errors: an output is NULL; n is negative. */
FS_EXTERN PetscErrorCode FsCaseGather(FsCase c, PetscInt n, const PetscReal values[],
                                      PetscInt *total, const PetscReal **all);

/* ---- places ---------------------------------------------------------------------------------- */

/* FsCaseFindPlace - Finds a place of the model: a node, or a place inside of an element.

   Input:
     point  [3] the coordinates of the place in the mesh [m], the same on all ranks
   Output:
     place  number by which the next functions name the place: 0, 1, ... in this case
   If no node and no element is at the point, the nearest node is the place, with a warning.
   Input errors: the case is not set up; nothing is near the point; the points differ between
   ranks. */
FS_EXTERN PetscErrorCode FsCaseFindPlace(FsCase c, const PetscReal point[3], PetscInt *place);

/* FsPlaceMotion - The displacement [m], velocity [m/s] and acceleration [m/s2] of a place, in
   global axes. Inside of an element they are interpolated by its shape functions, and inside of a
   beam by the curve of the beam. */
typedef struct {
  PetscReal displacement[3], velocity[3], acceleration[3];
} FsPlaceMotion;

/* FsCaseGetPlaceMotion - Returns the motion of a place in the present state, or at the end of the
   step that FsCaseTry has tried, on all ranks. Input error: there is no such place. */
FS_EXTERN PetscErrorCode FsCaseGetPlaceMotion(FsCase c, PetscInt place, FsPlaceMotion *motion);

/* FsPlaceRows - The matrix between the free dofs and a place. It gives the motion of the place by
   the motion of the dofs, and the forces on the dofs by forces at the place. */
typedef struct {
  PetscInt        n;   /* number of free dofs on which the motion of the place depends */
  const PetscInt *row; /* [n] rows of these dofs in the matrices of FsCaseGetMatrix, on all ranks */
  /* [n][6] velocity (x, y, z) and angular velocity (about x, y, z) of the place in global axes if
     the velocity of this dof is 1 and all other velocities are 0. The same numbers are the force or
     moment on the dof by a unit force (x, y, z) or unit moment (about x, y, z) at the place */
  const PetscReal *value;
  /* whether the place is a node with rotations; otherwise the angular velocities in value are 0 */
  PetscBool rotates;
} FsPlaceRows;

/* FsCaseGetPlaceRows - Returns the rows of a place at the last accepted state, the same on all
   ranks. The case owns the arrays until the next call. Input error: there is no such place. */
FS_EXTERN PetscErrorCode FsCaseGetPlaceRows(FsCase c, PetscInt place, FsPlaceRows *rows);

#endif
