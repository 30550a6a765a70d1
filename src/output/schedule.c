/* schedule.c: determines which steps have a snapshot, from step numbers, an interval, or given
   times. A time selects the first step at or after it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "schedule.h"

PetscErrorCode ScheduleCreate(FsOptions o, MPI_Comm comm, Schedule *schedule)
{
  PetscInt  n = SCHEDULE_MAX_TIMES;
  PetscBool times_set;

  PetscFunctionBeginUser;
  *schedule = (Schedule){0};
  PetscCall(FsOptionsInt(o, "-output_every", 0, &schedule->every, NULL));
  PetscCall(FsOptionsPositive(o, "-output_interval", &schedule->interval, NULL));
  PetscCall(FsOptionsReals(o, "-output_at", 1, &n, schedule->times, &times_set));
  schedule->n = times_set ? n : 0;
  for (PetscInt k = 1; k < schedule->n; k++)
    PetscCheck(schedule->times[k] > schedule->times[k - 1], comm, PETSC_ERR_USER_INPUT,
               "-output_at: %.6g is not after %.6g; give ascending times",
               (double)schedule->times[k], (double)schedule->times[k - 1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool schedule_is_due(const Schedule *schedule, PetscInt step, PetscReal t, PetscReal dt)
{
  /* Times may differ by round-off. The load factor of a path may decrease. */
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
