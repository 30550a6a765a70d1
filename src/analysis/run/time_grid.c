/* time_grid.c: defines the times of a run with steps of -dt. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "time_grid.h"

PetscReal count_steps(PetscReal interval, PetscReal dt)
{
  const PetscReal round_off = 1e-9; /* of a step */

  return PetscCeilReal(interval / dt * (1 - PETSC_MACHINE_EPSILON) - round_off);
}

PetscErrorCode TimeGridFromOptions(FsOptions o, MPI_Comm comm, Run *run, TimeGrid *x)
{
  /* relative: tolerance with which a whole number of steps ends at t_end */
  const PetscReal landing = 1e-12;
  PetscBool       dt_set, end_set;
  PetscReal       steps;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReal(o, "-t_start", &run->t_start, NULL));
  PetscCall(FsOptionsReal(o, "-t_end", &run->t_end, &end_set));
  PetscCall(FsOptionsPositive(o, "-dt", &x->dt, &dt_set));
  PetscCheck(dt_set && end_set, comm, PETSC_ERR_USER_INPUT, "no %s: give the %s",
             dt_set ? "-t_end" : "-dt", dt_set ? "final time [s]" : "time step [s]");
  PetscCheck(run->t_end > run->t_start, comm, PETSC_ERR_USER_INPUT,
             "-t_end %.6g must be after -t_start %.6g", (double)run->t_end, (double)run->t_start);
  PetscCheck(x->dt > 16 * PETSC_MACHINE_EPSILON *
                       PetscMax(PetscAbsReal(run->t_start), PetscAbsReal(run->t_end)),
             comm, PETSC_ERR_USER_INPUT, "-dt %.6g is below the resolution of times near %.6g",
             (double)x->dt, (double)run->t_end);
  steps = count_steps(run->t_end - run->t_start, x->dt);
  PetscCheck(steps < PETSC_MAX_INT, comm, PETSC_ERR_USER_INPUT,
             "-dt %.6g makes %.6g steps, more than can be counted", (double)x->dt, (double)steps);
  x->nsteps    = PetscMax(1, (PetscInt)steps);
  x->requested = x->dt;
  PetscCall(FsOptionsBool(o, "-dt_exact", &x->exact, NULL));
  if (x->exact) run->t_end = PetscMax(run->t_end, run->t_start + (PetscReal)x->nsteps * x->dt);
  else if ((PetscReal)x->nsteps * x->dt > (run->t_end - run->t_start) * (1 + landing))
    x->dt = (run->t_end - run->t_start) / (PetscReal)x->nsteps;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const PetscReal NEAR = 1e-6; /* of a step: times that differ less are the same */

PetscReal next_grid_time(const Run *run, PetscReal dt)
{
  PetscReal next = run->t_start + (PetscFloorReal((run->s.t - run->t_start) / dt + NEAR) + 1) * dt;

  if (next >= run->t_end - NEAR * dt) next = run->t_end;
  return next < run->t_stop + NEAR * dt ? next : run->t_stop;
}

PetscBool is_before_stop(const Run *run, PetscReal dt)
{
  return (PetscBool)(run->s.t < (run->t_stop < run->t_end ? run->t_stop - NEAR * dt : run->t_end));
}
