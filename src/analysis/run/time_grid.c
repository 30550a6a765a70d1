/* time_grid.c: defines the times of a run with steps of -dt. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "time_grid.h"

/* Returns the part of a step of dt within which times up to t are equal.

   Times are decimal numbers of the user and multiples of -dt. They differ by their round-off, which
   is a part of t. The argument least is the part of steps that are long against this round-off.
   Because -dt is at least 16 epsilon t (ReadTimeGrid), the part is 0.25 at most. The row "steps are
   resolved" of tests/relations/guards.py has steps of 1e-10 of t, and of 1e-16, which are refused.
 */
static PetscReal same_time(PetscReal least, PetscReal t, PetscReal dt)
{
  return PetscMax(least, 4 * PETSC_MACHINE_EPSILON * PetscAbsReal(t) / dt);
}

PetscReal count_steps(PetscReal t_start, PetscReal t_end, PetscReal dt)
{
  const PetscReal round_off =
    same_time(1e-9, PetscMax(PetscAbsReal(t_start), PetscAbsReal(t_end)), dt);

  return PetscCeilReal((t_end - t_start) / dt * (1 - PETSC_MACHINE_EPSILON) - round_off);
}

static PetscReal near(const Run *run, PetscReal dt)
{
  return same_time(1e-6, PetscMax(PetscAbsReal(run->t_start), PetscAbsReal(run->s.t)), dt);
}

PetscReal next_grid_time(const Run *run, PetscReal dt)
{
  const PetscReal part = near(run, dt);
  PetscReal next = run->t_start + (PetscFloorReal((run->s.t - run->t_start) / dt + part) + 1) * dt;

  if (next >= run->t_end - part * dt) next = run->t_end;
  return next < run->control.t_stop + part * dt ? next : run->control.t_stop;
}

PetscBool is_before_stop(const Run *run, PetscReal dt)
{
  const PetscReal t_stop = run->control.t_stop;

  return (PetscBool)(run->s.t < (t_stop < run->t_end ? t_stop - near(run, dt) * dt : run->t_end));
}
