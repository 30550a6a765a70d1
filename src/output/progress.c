/* progress.c: at most one line a second. */
#include <petsctime.h>
#include "parts.h"

PetscErrorCode ProgressStart(Progress *p, MPI_Comm comm, PetscBool quiet, PetscInt nsteps)
{
  PetscFunctionBeginUser;
  *p = (Progress){.comm = comm, .quiet = quiet, .nsteps = nsteps};
  PetscCall(PetscTime(&p->started));
  p->last = p->started;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProgressStep(Progress *p, PetscInt step, PetscReal t, const StageInfo *info)
{
  PetscLogDouble now;

  PetscFunctionBeginUser;
  if (p->quiet || !step) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscTime(&now));
  if (now - p->last < 1) PetscFunctionReturn(PETSC_SUCCESS);
  p->last = now;
  PetscCall(PetscPrintf(
    p->comm, "step %" PetscInt_FMT "/%" PetscInt_FMT "  t = %.6g  %" PetscInt_FMT " iterations  %.0f s left\n", step,
    p->nsteps, (double)t, info->linear, (now - p->started) / step * (p->nsteps - step)));
  PetscFunctionReturn(PETSC_SUCCESS);
}
