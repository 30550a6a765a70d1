/* time_grid.c: defines the times of a run with steps of -dt. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "time_grid.h"

/* clang-format off */
const FsOptionDoc time_grid_options[] = {
  {"-dt", "required", "time step [s]; shortened so that a whole number of steps lands on -t_end",
   FS_POSITIVE(TimeGrid, dt)},
  {"-dt_exact", "false", "keep -dt as it is: the last step may end beyond -t_end",
   FS_BOOL(TimeGrid, exact)},
  {"-t_start", "0", "initial time [s]", FS_REAL(TimeGrid, t_start)},
  {"-t_end", "required", "final time [s]", FS_REAL(TimeGrid, t_end)},
  {NULL, NULL, NULL}
};
/* clang-format on */

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

PetscErrorCode ReadTimeGrid(FsOptions o, MPI_Comm comm, TimeGrid *x)
{
  /* Relative to the time of the run: a whole number of steps that ends so near to t_end keeps -dt,
     because -dt and -t_end are decimal numbers, whose quotient is an integer up to round-off. */
  const PetscReal landing = 1e-12;
  PetscReal       steps;

  PetscFunctionBeginUser;
  *x = (TimeGrid){.t_end = PETSC_MAX_REAL};
  PetscCall(FsOptionsReadRows(o, time_grid_options, NULL, x));
  PetscCheck(x->dt > 0, comm, PETSC_ERR_USER_INPUT, "no -dt: give the time step [s]");
  PetscCheck(x->t_end < PETSC_MAX_REAL, comm, PETSC_ERR_USER_INPUT,
             "no -t_end: give the final time [s]");
  PetscCheck(x->t_end > x->t_start, comm, PETSC_ERR_USER_INPUT,
             "-t_end %.6g must be after -t_start %.6g", (double)x->t_end, (double)x->t_start);
  PetscCheck(x->dt > 16 * PETSC_MACHINE_EPSILON *
                       PetscMax(PetscAbsReal(x->t_start), PetscAbsReal(x->t_end)),
             comm, PETSC_ERR_USER_INPUT, "-dt %.6g is below the resolution of times near %.6g",
             (double)x->dt, (double)x->t_end);
  steps = count_steps(x->t_start, x->t_end, x->dt);
  PetscCheck(steps < PETSC_MAX_INT, comm, PETSC_ERR_USER_INPUT,
             "-dt %.6g makes %.6g steps, more than can be counted", (double)x->dt, (double)steps);
  x->nsteps    = PetscMax(1, (PetscInt)steps);
  x->requested = x->dt;
  if (x->exact) x->t_end = PetscMax(x->t_end, x->t_start + (PetscReal)x->nsteps * x->dt);
  else if ((PetscReal)x->nsteps * x->dt > (x->t_end - x->t_start) * (1 + landing))
    x->dt = (x->t_end - x->t_start) / (PetscReal)x->nsteps;
  PetscFunctionReturn(PETSC_SUCCESS);
}
