/* integrate.h: integrates a system from a state to an end time in one call, which creates the stage
   and the integrator and takes the steps. Programs that choose each step themselves call the
   functions of solve.h, integrator.h and control.h, as src/integrator/integrate.c does. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATE_H
#define FS_INTEGRATE_H

#include <fs/control.h>
#include <fs/system.h>

/* FsMotionMonitor - Is called with the initial state, as step 0, and with the state after each
   step. The state belongs to the integration and must not be changed. Collective. */
typedef PetscErrorCode (*FsMotionMonitor)(FsSystem, PetscInt step, const FsState *s, void *context);

/* FsIntegrate - Integrates a system with equal steps.

   Input:
     options  the scheme and its parameters (FsIntegratorDefaultOptions)
     t_end    the end time [s], later than s->t
     steps    the number of steps, at least 1
     monitor  called after each step; NULL if there is nothing to see
     context  passed to monitor
   Changed:
     s        on entry t, q and v of the initial state, which satisfies the constraints of positions
              and velocities; s->a is computed. On return the state at t_end, or the last state that
              was reached
   Output:
     info     info->ok is PETSC_FALSE if a step could not be solved, and info->reason says why. The
              time of the failed step is s->t plus the size of a step
   The member stabilization of the system must be that of the options, and is set before the state
   is created. Collective. Input errors: the initial state violates constraints by more than the
   sixth digit; and those of FsSystemSetUp and FsIntegratorSetUp. */
FS_EXTERN PetscErrorCode FsIntegrate(FsSystem sys, const FsIntegratorOptions *options,
                                     PetscReal t_end, PetscInt steps, FsMotionMonitor monitor,
                                     void *context, FsState *s, FsStageInfo *info);

/* FsIntegrateAdaptive - Integrates a system with steps whose sizes follow from their estimated
   errors.

   Input:
     control  rtol, atol, dt_min and dt_max of control.h; other members are not read. The error of a
              step is measured over all unknowns, so that they should have one unit
     dt       the size of the first step [s]
   Output:
     info     info->solve.ok is PETSC_FALSE if no step down to control->dt_min succeeds; then
              info->solve.reason says why. accepted, rejected and failed count all steps
   The other arguments, and what the call demands, are those of FsIntegrate. Collective. Further
   input errors: the scheme has no error estimate; the tolerances are both 0, or negative. */
FS_EXTERN PetscErrorCode FsIntegrateAdaptive(FsSystem sys, const FsIntegratorOptions *options,
                                             const FsStepControlOptions *control, PetscReal t_end,
                                             PetscReal dt, FsMotionMonitor monitor, void *context,
                                             FsState *s, FsStepInfo *info);

#endif
