/* case_rates.h: the equations of motion of a case as ordinary differential equations x' = f(t, x),
   for programs that integrate them by a scheme of their own.

   The equations exist for models without constraints, whose dofs all have mass. The coordinates x
   are the displacements [m] and rotation vectors [rad] of all free dofs, in the order of the rows
   of FsCaseGetRows, then their velocities [m/s] and angular velocities [rad/s] in the same order. A
   rotation vector theta describes the orientation R = R_ref exp(theta) of its node. R_ref is the
   orientation at the initial state or at the last call of FsCaseRenewRotations. Angular velocities
   are about the axes of the node.

   All functions are collective on the ranks of the case. They return an error code on all ranks if
   they fail; FsCaseGetMessage says why. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_RATES_H
#define FS_CASE_RATES_H

#include <fs/case.h>

/* FsCaseCountCoordinates - Checks that the motion of a case is described by ordinary differential
   equations.

   Output:
     n     number of this rank's coordinates: twice the number of its rows
     size  diameter of the model [m], or 1 if it is unknown
   Input errors: the analysis is not transient; the results are not in memory. The model has
   constraints of joints, ties, couplings or sliders. It has friction, laws that remember or switch,
   or loads or motors that are called once a step. A dof has no mass. */
FS_EXTERN PetscErrorCode FsCaseCountCoordinates(FsCase c, PetscInt *n, PetscReal *size);

/* FsCaseSetCoordinates - Moves a case to a time and coordinates, and computes the accelerations
   there.

   Forces and motions that the program gave last (FsCaseSetNodalForce, FsCaseSetMotion) act at this
   time. Nothing is recorded.
   Input:
     t  the time [s]
     n  number of this rank's coordinates
     x  [n] the coordinates
   Input errors: those of FsCaseCountCoordinates; n is wrong, or a number is not finite. Raises
   PETSC_ERR_NOT_CONVERGED if there are no accelerations, because an element has collapsed. */
FS_EXTERN PetscErrorCode FsCaseSetCoordinates(FsCase c, PetscReal t, PetscInt n,
                                              const PetscReal x[]);

/* FsCaseGetCoordinates - Gets the coordinates of the present state, and their derivatives in time.

   Input:
     n     number of this rank's coordinates
   Output:
     x     [n] the coordinates; may be NULL
     rate  [n] their derivatives in time; may be NULL
   Input errors: those of FsCaseCountCoordinates; n is wrong. */
FS_EXTERN PetscErrorCode FsCaseGetCoordinates(FsCase c, PetscInt n, PetscReal x[],
                                              PetscReal rate[]);

/* FsCaseRecordCoordinates - Records the present state in the histories, in place of their last
   row, so that FsCaseGetResult returns the results of this state. Works, which are integrals along
   the motion, are not those of this state. */
FS_EXTERN PetscErrorCode FsCaseRecordCoordinates(FsCase c);

/* FsCaseFindChange - Finds the first time after the present one at which a load or a motion that is
   a formula of time jumps, or becomes constant, or ceases to be constant.

   Let a step of your scheme end at this time. From there on FsCaseSetCoordinates still uses the
   loads of just before the jump, so that the step sees a smooth load. Then call this function
   again: it finds the next change, and FsCaseSetCoordinates uses the loads behind the jump.

   Conditions of the time and rows of tables are found exactly, other changes by samples with the
   spacing -dt. The function does not find jumps that depend on the place or on the motion.
   Input:
     end  latest time [s]
   Output:
     t    time of the change [s]. Without a change it is the time up to which the function has
          searched: end, or a million steps of -dt from now if that is earlier
   Input errors: those of FsCaseCountCoordinates; end is not a number. */
FS_EXTERN PetscErrorCode FsCaseFindChange(FsCase c, PetscReal end, PetscReal *t);

/* FsCaseRenewRotations - Counts rotation vectors from the present orientations, so that they become
   0, if one of them is larger than a limit. Their derivatives are singular at 2 pi.

   Input:
     limit    [rad]
   Output:
     changed  whether coordinates have changed */
FS_EXTERN PetscErrorCode FsCaseRenewRotations(FsCase c, PetscReal limit, PetscBool *changed);

/* FsCaseGetLargestRotation - Returns the largest length of a rotation vector [rad]; 0 without
   finite rotations. */
FS_EXTERN PetscErrorCode FsCaseGetLargestRotation(FsCase c, PetscReal *largest);

#endif
