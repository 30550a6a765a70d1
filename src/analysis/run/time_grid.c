/* time_grid.c: defines the times of a run with steps of -dt. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "time_grid.h"

PetscReal count_steps(PetscReal interval, PetscReal dt)
{
  const PetscReal round_off = 1e-9; /* of a step */

  return PetscCeilReal(interval / dt * (1 - PETSC_MACHINE_EPSILON) - round_off);
}

/* Relative to a step: times that differ less are the same. Times are decimal numbers of the user,
   and multiples of -dt, which differ by round-off. */
static const PetscReal NEAR = 1e-6;

PetscReal next_grid_time(const Run *run, PetscReal dt)
{
  PetscReal next = run->t_start + (PetscFloorReal((run->s.t - run->t_start) / dt + NEAR) + 1) * dt;

  if (next >= run->t_end - NEAR * dt) next = run->t_end;
  return next < run->control.t_stop + NEAR * dt ? next : run->control.t_stop;
}

PetscBool is_before_stop(const Run *run, PetscReal dt)
{
  return (PetscBool)(run->s.t < (run->control.t_stop < run->t_end ? run->control.t_stop - NEAR * dt
                                                                  : run->t_end));
}
