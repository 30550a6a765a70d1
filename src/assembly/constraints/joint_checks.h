/* joint_checks.h: what an analysis asks of the joints of a model before and after its steps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_JOINT_CHECKS_H
#define FS_ASSEMBLY_CONSTRAINTS_JOINT_CHECKS_H

#include "assembly/assembly.h"

/* JointsCheckLaws - Checks that the formulas (laws) of springs, dampers and motors of all joints
   have finite values at a state.

   Collective. If a law has no finite value, an input error names the law and the joint. */
PetscErrorCode JointsCheckLaws(Assembly a, const FsState *s);

/* JointsCallMotors - Calls the functions of motors that are evaluated once in each step, at the
   state s in which the step starts, and keeps their forces for the step.

   Call it before each step if joint_with_step_motor() finds a joint. A function is not called again
   at the time, coordinate and rate of its last call. Collective. Input error: a force is
   infinite. */
PetscErrorCode JointsCallMotors(Assembly a, const FsState *s);

/* StopsShortestContact - Finds the shortest contact of a joint with a stop, among those that have
   ended, to warn if steps are too long for it.

   Output:
     shortest  number of accepted states during this contact; PETSC_MAX_INT if no contact has ended
     joint     name of the joint of the stop, borrowed; "" if no contact has ended
   Collective. */
PetscErrorCode StopsShortestContact(Assembly a, PetscInt *shortest, const char **joint);

#endif
