/* branches.c: see branches.h. */
#include "branches.h"

/* All that a path goes on from. */
static PetscErrorCode Content(Run *run, Continuation *c, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchiveState(a, "state", &run->s));
  PetscCall(EnergyArchive(&run->energy, a));
  PetscCall(AssemblyArchive(AssemblyOf(run->sys), a));
  PetscCall(ContinuationArchive(c, a));
  PetscCall(EnergyMeterArchive(run->meter, a));
  PetscCall(ShowArchive(&run->show, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesRemember(Branches *b, Run *run, Continuation *c)
{
  struct _n_FsArchive a = TapeWrite(&b->before, run->model);

  PetscFunctionBeginUser;
  PetscCall(Content(run, c, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesAdd(Branches *b, PetscInt critical)
{
  Fork *fork;

  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(b->nforks + 1) * sizeof *b->fork, &b->fork));
  fork  = &b->fork[b->nforks++];
  *fork = (Fork){.critical = critical};
  PetscCall(TapeCopy(&b->before, &fork->tape));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesReturn(const Branches *b, PetscInt fork, Run *run, Continuation *c)
{
  struct _n_FsArchive a      = TapeRead(&b->fork[fork].tape, run->model);
  const PetscInt      missed = c->missed; /* of the run */

  PetscFunctionBeginUser;
  PetscCall(Content(run, c, &a));
  PetscCall(ShowResume(&run->show, &run->s, &run->kind.loading, run->meter));
  c->missed = missed;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesBegin(Branches *b, PetscInt critical, PetscInt shape, PetscInt sign, PetscInt first)
{
  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(b->n + 1) * sizeof *b->branch, &b->branch));
  b->branch[b->n++] = (Branch){critical, shape, sign, first, 0};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesWrite(const Branches *b, Run *run)
{
  enum { COLUMNS = 5 };
  static const char *const names[COLUMNS] = {"critical", "null", "direction", "first_step", "steps"};
  PetscReal               *table[COLUMNS];

  PetscFunctionBeginUser;
  if (!b->n) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < COLUMNS; k++) PetscCall(PetscMalloc1(b->n, &table[k]));
  for (PetscInt i = 0; i < b->n; i++) {
    const Branch *one = &b->branch[i];

    table[0][i] = (PetscReal)one->critical;
    table[1][i] = (PetscReal)(one->shape + 1);
    table[2][i] = (PetscReal)one->sign;
    table[3][i] = (PetscReal)one->first;
    table[4][i] = (PetscReal)one->steps;
  }
  for (int k = 0; k < COLUMNS; k++) {
    PetscCall(OutputTable(run->output, "/path/branch", names[k], b->n, 0, table[k]));
    PetscCall(PetscFree(table[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchesDestroy(Branches *b)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < b->nforks; k++) PetscCall(TapeDestroy(&b->fork[k].tape));
  PetscCall(TapeDestroy(&b->before));
  PetscCall(PetscFree(b->fork));
  PetscCall(PetscFree(b->branch));
  PetscFunctionReturn(PETSC_SUCCESS);
}
