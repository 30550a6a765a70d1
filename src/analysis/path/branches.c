/* branches.c: keeps the branches of a path, and saved states from which they start. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "branches.h"

/* Writes or reads all from which a path continues. */
static PetscErrorCode ArchivePathState(Run *run, Continuation *c, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchiveState(a, "state", &run->s));
  PetscCall(AssemblyArchive(AssemblyOf(run->sys), a));
  PetscCall(ContinuationArchive(c, a));
  PetscCall(RecordingArchive(&run->recording, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesSaveState(Branches *b, Run *run, Continuation *c)
{
  struct _n_FsArchive a = MemoryArchiveWrite(&b->saved, run->model);

  PetscFunctionBeginUser;
  PetscCall(ArchivePathState(run, c, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesAddPoint(Branches *b, PetscInt critical)
{
  BranchPoint *branch_point;

  PetscFunctionBeginUser;
  PetscCall(
    PetscRealloc((size_t)(b->nbranch_points + 1) * sizeof *b->branch_point, &b->branch_point));
  branch_point  = &b->branch_point[b->nbranch_points++];
  *branch_point = (BranchPoint){.critical = critical};
  PetscCall(MemoryArchiveCopy(&b->saved, &branch_point->archive));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesRestoreState(const Branches *b, PetscInt branch_point, Run *run,
                                    Continuation *c)
{
  struct _n_FsArchive a = MemoryArchiveRead(&b->branch_point[branch_point].archive, run->model);
  const PetscInt      missed = c->missed;

  PetscFunctionBeginUser;
  PetscCall(ArchivePathState(run, c, &a));
  PetscCall(ReportsContinue(&run->recording.diagnosis.reports, &run->s, &run->kind.loading,
                            run->recording.meter));
  c->missed = missed;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesAddBranch(Branches *b, PetscInt critical, PetscInt shape, PetscInt sign,
                                 PetscInt first_step)
{
  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(b->n + 1) * sizeof *b->branch, &b->branch));
  b->branch[b->n++] = (Branch){critical, shape, sign, first_step, 0};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesWrite(const Branches *b, Run *run)
{
  enum { COLUMNS = 5 };
  static const char *const names[COLUMNS] = {"critical", "null", "direction", "first_step",
                                             "steps"};
  PetscReal               *table[COLUMNS];

  PetscFunctionBeginUser;
  if (!b->n) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < COLUMNS; k++) PetscCall(PetscMalloc1(b->n, &table[k]));
  for (PetscInt i = 0; i < b->n; i++) {
    const Branch *one = &b->branch[i];

    table[0][i] = (PetscReal)one->critical;
    table[1][i] = (PetscReal)(one->shape + 1);
    table[2][i] = (PetscReal)one->sign;
    table[3][i] = (PetscReal)one->first_step;
    table[4][i] = (PetscReal)one->steps;
  }
  for (int k = 0; k < COLUMNS; k++) {
    PetscCall(OutputTable(run->recording.output, "/path/branch", names[k], b->n, 0, table[k]));
    PetscCall(PetscFree(table[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesDestroy(Branches *b)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < b->nbranch_points; k++)
    PetscCall(MemoryArchiveDestroy(&b->branch_point[k].archive));
  PetscCall(MemoryArchiveDestroy(&b->saved));
  PetscCall(PetscFree(b->branch_point));
  PetscCall(PetscFree(b->branch));
  PetscFunctionReturn(PETSC_SUCCESS);
}
