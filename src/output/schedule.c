/* schedule.c: which steps have a frame: every so many, the first at or behind multiples of a time, and behind given times. What is due depends on
   the step alone, so that a run that goes on has the same frames. */
#include <math.h>
#include "output_impl.h"

PetscErrorCode DueCreate(FsOptions o, MPI_Comm comm, Due *due)
{
  PetscInt  n = DUE_TIMES;
  PetscBool given;

  PetscFunctionBeginUser;
  *due = (Due){0};
  PetscCall(FsOptionsInt(o, "-output_every", 0, &due->every, NULL));
  PetscCall(FsOptionsPositive(o, "-output_interval", &due->interval, NULL));
  PetscCall(FsOptionsReals(o, "-output_at", 1, &n, due->at, &given));
  due->n = given ? n : 0;
  for (PetscInt k = 1; k < due->n; k++)
    PetscCheck(due->at[k] > due->at[k - 1], comm, PETSC_ERR_USER_INPUT,
               "-output_at: %.6g is not behind %.6g; give times in their order", (double)due->at[k],
               (double)due->at[k - 1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool DueIs(const Due *due, PetscInt step, PetscReal t, PetscReal dt)
{
  const PetscReal slack =
    fmax(1e-9 * fabs(dt), 8 * PETSC_MACHINE_EPSILON * fabs(t));                    /* a time that round-off has moved */
  const PetscReal first = fmin(t, t - dt) + slack, last = fmax(t, t - dt) + slack; /* a path may go back in t */

  if (due->every && step % due->every == 0) return PETSC_TRUE;
  if (due->interval > 0 && (!step || floor(last / due->interval) > floor(first / due->interval))) return PETSC_TRUE;
  for (PetscInt k = 0; k < due->n; k++)
    if (due->at[k] <= last && (due->at[k] > first || !step)) return PETSC_TRUE;
  return PETSC_FALSE;
}
