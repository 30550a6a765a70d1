/* progress.c: prints the progress of a run, at most one line a second. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petsctime.h>
#include "progress.h"

PetscErrorCode ProgressStart(Progress *p, MPI_Comm comm, PetscBool quiet, PetscReal t_start,
                             PetscReal t_end)
{
  PetscFunctionBeginUser;
  *p = (Progress){.comm = comm, .quiet = quiet, .t_start = t_start, .t_end = t_end};
  PetscCall(PetscTime(&p->started));
  p->last = p->started;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProgressStep(Progress *p, PetscInt step, PetscReal t, const FsStepInfo *info)
{
  PetscLogDouble now;

  PetscFunctionBeginUser;
  /* an analysis whose rows are not steps in time prints its own progress */
  if (p->quiet || !step || p->t_end <= p->t_start) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscTime(&now));
  if (now - p->last < 1) PetscFunctionReturn(PETSC_SUCCESS);
  p->last = now;
  PetscCall(PetscPrintf(p->comm, "step %" PetscInt_FMT "  t = %.6g", step, (double)t));
  if (p->t_end < PETSC_MAX_REAL)
    PetscCall(PetscPrintf(p->comm,
                          " of %.6g  dt = %.3g  %" PetscInt_FMT " iterations  %.0f s left\n",
                          (double)p->t_end, (double)info->dt, info->solve.linear,
                          (now - p->started) * (p->t_end - t) / (t - p->t_start)));
  else /* a path has no known end */
    PetscCall(PetscPrintf(p->comm, "  dt = %.3g  %" PetscInt_FMT " iterations  %.0f s so far\n",
                          (double)info->dt, info->solve.newton, now - p->started));
  PetscFunctionReturn(PETSC_SUCCESS);
}
