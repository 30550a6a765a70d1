/* kept_matrices.c: keeps effective matrices of linear systems with their factors, for schemes whose
   stages have different shifts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "effective_matrix.h"
#include "linear/solver.h"
#include "solve/stage_matrix.h"
#include "solve/stage_state.h"

/* Returns the present matrix. */
static KeptMatrix present(LinearStage s)
{
  return (KeptMatrix){.A           = s->matrix->A,
                      .ksp         = s->matrix->ksp,
                      .effective   = s->matrix->effective,
                      .diagonal    = s->diagonal,
                      .takes_guess = s->takes_guess,
                      .fused       = s->fused,
                      .singular    = s->singular,
                      .tested      = (PetscBool)(s->tested_build == s->matrix->builds),
                      .low_rank    = s->low_rank};
}

/* Makes a matrix the present one. */
static void make_present(LinearStage s, const KeptMatrix *k)
{
  s->matrix->A         = k->A;
  s->matrix->ksp       = k->ksp;
  s->matrix->effective = k->effective;
  s->diagonal          = k->diagonal;
  s->takes_guess       = k->takes_guess;
  s->fused             = k->fused;
  s->singular          = k->singular;
  s->tested_build      = k->tested ? s->matrix->builds : -1;
  s->low_rank          = k->low_rank;
}

/* Creates a matrix and its solver, and makes them the present ones. */
static PetscErrorCode CreatePresent(LinearStage s)
{
  const KeptMatrix none = {.effective = no_shift};
  Mat              A;

  PetscFunctionBeginUser;
  make_present(s, &none);
  s->solver_chosen = PETSC_FALSE;
  PetscCall(FsSystemCreateMatrix(s->sys, PETSC_FALSE, &A));
  s->matrix->A = A;
  PetscCall(KSPCreate(s->sys->comm, &s->matrix->ksp));
  PetscCall(
    KSPSetTolerances(s->matrix->ksp, SOLVER_RTOL, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode KeptMatrixSelect(LinearStage s, FsShift shift, PetscBool *found)
{
  KeptMatrices    *kept = &s->kept;
  const KeptMatrix old  = present(s);
  KeptMatrix       chosen;
  PetscInt         i = 0;

  PetscFunctionBeginUser;
  *found = PETSC_FALSE;
  if (shift_equal(old.effective, no_shift)) PetscFunctionReturn(PETSC_SUCCESS); /* to be built */
  if (!kept->matrix) PetscCall(PetscCalloc1(kept->most, &kept->matrix));
  while (i < kept->n && !shift_equal(shift, kept->matrix[i].effective)) i++;
  *found = (PetscBool)(i < kept->n);
  if (i == kept->n && kept->n < kept->most) {
    kept->n++;
    PetscCall(CreatePresent(s));
  } else {
    i      = PetscMin(i, kept->n - 1); /* if no matrix has this shift: the one not used longest */
    chosen = kept->matrix[i];
    make_present(s, &chosen);
  }
  for (; i > 0; i--) kept->matrix[i] = kept->matrix[i - 1];
  kept->matrix[0] = old;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode KeptMatricesDestroy(KeptMatrices *kept)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < kept->n; i++) {
    PetscCall(MatDestroy(&kept->matrix[i].A));
    PetscCall(KSPDestroy(&kept->matrix[i].ksp));
    PetscCall(VecDestroy(&kept->matrix[i].diagonal));
    PetscCall(LowRankSolveDestroy(&kept->matrix[i].low_rank));
  }
  PetscCall(PetscFree(kept->matrix));
  *kept = (KeptMatrices){0};
  PetscFunctionReturn(PETSC_SUCCESS);
}
