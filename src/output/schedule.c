/* schedule.c: determines which steps have a snapshot, from step numbers, an interval, or given
   times. A time selects the first step at or after it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "schedule.h"

PetscBool schedule_is_due(const Schedule *schedule, PetscInt step, PetscReal t, PetscReal dt)
{
  /* Times may differ by round-off: 1e-9 of a step for sums of steps, and 8 units in the last place
     of the time, which are more if the steps are very short. The load factor of a path may
     decrease. tests/output/results.py has intervals and times that are multiples of the step. */
  const PetscReal slack = fmax(1e-9 * fabs(dt), 8 * PETSC_MACHINE_EPSILON * fabs(t));
  const PetscReal first = fmin(t, t - dt) + slack, last = fmax(t, t - dt) + slack;

  if (schedule->every && step % schedule->every == 0) return PETSC_TRUE;
  if (schedule->interval > 0 &&
      (!step || floor(last / schedule->interval) > floor(first / schedule->interval)))
    return PETSC_TRUE;
  for (PetscInt k = 0; k < schedule->n; k++)
    if (schedule->times[k] <= last && (schedule->times[k] > first || !step)) return PETSC_TRUE;
  return PETSC_FALSE;
}
