/* pc_elimination.c: implements the elimination of constraints as a preconditioner.

   An iteration starts from a vector that satisfies the constraints, and where the rows of the
   eliminated unknowns are in balance. Both stay so: the preconditioner returns directions P y,
   and the multipliers, which do not act on the reduced residual, follow after the last
   iteration. Only where the iteration measures the true residual does it need multipliers at
   each step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "direct/elimination.h"
#include "direct/multifrontal/pc_multifrontal.h"
#include "near_null.h"
#include "pc_elimination.h"
#include "solver.h"

typedef struct {
  Elimination elimination; /* NULL before the first set-up */
  Vec         multipliers, r, x;
  KSP         inner;
  PetscBool   iterates;  /* KSP iterates from a vector that satisfies the constraints */
  PetscBool   has_guess; /* the caller of KSP has given a guess */
  PetscBool   true_norm; /* the iteration measures the true residual */
  PetscBool   failed;    /* there is no reduced matrix or preconditioner */
} PCElimination;

static const char elimination_name[] = "elimination";

/* The same as EliminationIsPossible. *left, which the caller destroys, gets the entries of all[]
   that remain. */
static PetscErrorCode FindReduced(Mat A, Vec multipliers, Vec all, PetscBool *possible,
                                  Mat *reduced, Vec *left)
{
  Elimination e;

  PetscFunctionBeginUser;
  PetscCall(EliminationCreate(A, multipliers, &e));
  PetscCall(EliminationUpdate(e, A, possible));
  if (*possible) {
    *reduced = EliminationMatrix(e);
    PetscCall(PetscObjectReference((PetscObject)*reduced));
    PetscCall(MatCreateVecs(*reduced, left, NULL));
    PetscCall(EliminationRestrict(e, all, *left));
  }
  PetscCall(EliminationDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EliminationIsPossible(Mat A, Vec multipliers, PetscBool *possible, Mat *reduced)
{
  Vec left = NULL;

  PetscFunctionBeginUser;
  PetscCall(FindReduced(A, multipliers, multipliers, possible, reduced, &left));
  PetscCall(VecDestroy(&left));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Attaches the near null space of A, less the eliminated unknowns, to the reduced matrix. */
static PetscErrorCode RestrictNearNull(const PCElimination *e, Mat A, Mat reduced)
{
  const Vec   *motion;
  Vec         *kept, one;
  PetscInt     n;
  MatNullSpace space;

  PetscFunctionBeginUser;
  PetscCall(MatGetNearNullSpace(A, &space));
  if (!space) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatNullSpaceGetVecs(space, NULL, &n, &motion));
  PetscCall(MatCreateVecs(reduced, &one, NULL));
  PetscCall(VecDuplicateVecs(one, FS_RIGID_MOTIONS, &kept));
  for (PetscInt k = 0; k < FS_RIGID_MOTIONS; k++) {
    if (k < n) PetscCall(EliminationRestrict(e->elimination, motion[k], kept[k]));
    else PetscCall(VecZeroEntries(kept[k]));
  }
  PetscCall(NearNullOrthonormalize(kept, &n));
  PetscCall(MatNullSpaceCreate(PetscObjectComm((PetscObject)A), PETSC_FALSE, n, kept, &space));
  PetscCall(MatSetNearNullSpace(reduced, space));
  PetscCall(MatNullSpaceDestroy(&space));
  PetscCall(VecDestroyVecs(FS_RIGID_MOTIONS, &kept));
  PetscCall(VecDestroy(&one));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets up the solver of the reduced matrix. */
static PetscErrorCode SetUpInner(PCElimination *e, Mat A, PCFailedReason *failure)
{
  const Mat reduced = EliminationMatrix(e->elimination);
  PC        pc;

  PetscFunctionBeginUser;
  PetscCall(RestrictNearNull(e, A, reduced));
  PetscCall(KSPSetOperators(e->inner, reduced, reduced));
  PetscCall(SolverSetZeroPivot(e->inner, reduced));
  PetscCall(KSPSetUp(e->inner));
  PetscCall(KSPSetUpOnBlocks(e->inner));
  PetscCall(KSPGetPC(e->inner, &pc));
  PetscCall(PCGetFailedReason(pc, failure));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PCSetUp_Elimination(PC pc)
{
  PCFailedReason failure = PC_FACTOR_OTHER;
  PetscBool      complete;
  PCElimination *e;
  Mat            A;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &e));
  PetscCall(PCGetOperators(pc, NULL, &A));
  if (!e->elimination) {
    PetscCall(EliminationCreate(A, e->multipliers, &e->elimination));
    PetscCall(MatCreateVecs(A, &e->x, &e->r));
  }
  PetscCall(EliminationUpdate(e->elimination, A, &complete));
  if (complete) PetscCall(SetUpInner(e, A, &failure));
  e->failed = (PetscBool)(failure != PC_NOERROR);
  PetscCall(PCSetFailedReason(pc, failure));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PCApply_Elimination(PC pc, Vec b, Vec x)
{
  PCElimination *e;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &e));
  if (e->failed) PetscCall(VecFlag(x, 1)); /* KSP applies it even after a failure */
  else if (e->iterates && !e->true_norm)
    PetscCall(EliminationProject(e->elimination, e->inner, b, x));
  else PetscCall(EliminationSolve(e->elimination, e->inner, b, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Changes x so that it satisfies the constraints and the rows of eliminated unknowns of A x = b. */
static PetscErrorCode Satisfy(PC pc, PCElimination *e, Vec b, Vec x)
{
  Mat A;

  PetscFunctionBeginUser;
  PetscCall(PCGetOperators(pc, NULL, &A));
  PetscCall(MatMult(A, x, e->r));
  PetscCall(VecAYPX(e->r, -1, b));
  PetscCall(EliminationSolve(e->elimination, NULL, e->r, e->x));
  PetscCall(VecAXPY(x, 1, e->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PCPreSolve_Elimination(PC pc, KSP ksp, Vec b, Vec x)
{
  PetscBool      direct;
  KSPNormType    norm;
  PCElimination *e;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &e));
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPPREONLY, &direct));
  e->iterates = (PetscBool)(!direct && !e->failed);
  if (!e->iterates) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPGetNormType(ksp, &norm));
  e->true_norm = (PetscBool)(norm == KSP_NORM_UNPRECONDITIONED);
  PetscCall(KSPGetInitialGuessNonzero(ksp, &e->has_guess));
  if (!e->has_guess) PetscCall(VecZeroEntries(x));
  PetscCall(Satisfy(pc, e, b, x));
  PetscCall(KSPSetInitialGuessNonzero(ksp, PETSC_TRUE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PCPostSolve_Elimination(PC pc, KSP ksp, Vec b, Vec x)
{
  PCElimination *e;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &e));
  if (!e->iterates) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Satisfy(pc, e, b, x));
  PetscCall(KSPSetInitialGuessNonzero(ksp, e->has_guess));
  e->iterates = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PCDestroy_Elimination(PC pc)
{
  PCElimination *e;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &e));
  PetscCall(EliminationDestroy(&e->elimination));
  PetscCall(VecDestroy(&e->multipliers));
  PetscCall(VecDestroy(&e->r));
  PetscCall(VecDestroy(&e->x));
  PetscCall(KSPDestroy(&e->inner));
  PetscCall(PetscFree(e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode KSPSetElimination(KSP ksp, Vec multipliers, KSP *inner)
{
  PCElimination *e;
  PC             pc;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&e));
  PetscCall(VecDuplicate(multipliers, &e->multipliers));
  PetscCall(VecCopy(multipliers, e->multipliers));
  PetscCall(KSPCreate(PetscObjectComm((PetscObject)ksp), &e->inner));
  PetscCall(KSPSetType(e->inner, KSPPREONLY));
  PetscCall(KSPSetErrorIfNotConverged(e->inner, PETSC_FALSE));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCNONE)); /* an elimination of before would stay */
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetContext(pc, e));
  PetscCall(PCShellSetName(pc, elimination_name));
  PetscCall(PCShellSetSetUp(pc, PCSetUp_Elimination));
  PetscCall(PCShellSetApply(pc, PCApply_Elimination));
  PetscCall(PCShellSetPreSolve(pc, PCPreSolve_Elimination));
  PetscCall(PCShellSetPostSolve(pc, PCPostSolve_Elimination));
  PetscCall(PCShellSetDestroy(pc, PCDestroy_Elimination));
  *inner = e->inner;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode KSPSetEliminatedFactors(KSP ksp, Mat A, Vec eliminated, Vec multipliers,
                                       PetscBool *possible)
{
  PetscBool chosen;
  KSP       inner;
  Mat       reduced;
  Vec       left;

  PetscFunctionBeginUser;
  *possible = PETSC_FALSE;
  PetscCall(SolverHasUserOptions(&chosen));
  if (chosen) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FindReduced(A, eliminated, multipliers, possible, &reduced, &left));
  if (!*possible) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPSetElimination(ksp, eliminated, &inner));
  PetscCall(SolverSetDirect(inner, reduced, PETSC_TRUE));
  PetscCall(KSPSetMultifrontal(inner, reduced, left));
  PetscCall(VecDestroy(&left));
  PetscCall(MatDestroy(&reduced));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PCIsElimination(PC pc, PetscBool *is)
{
  const char *name = NULL;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCSHELL, is));
  if (*is) PetscCall(PCShellGetName(pc, &name));
  PetscCall(PetscStrcmp(name, elimination_name, is));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PCGetReduced(PC *pc)
{
  PetscBool      is;
  PCElimination *e;

  PetscFunctionBeginUser;
  PetscCall(PCIsElimination(*pc, &is));
  if (!is) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PCShellGetContext(*pc, &e));
  PetscCall(KSPGetPC(e->inner, pc));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- orthonormalize -------------------------------------------------------------------------- */

PetscErrorCode NearNullOrthonormalize(const Vec v[FS_RIGID_MOTIONS], PetscInt *n)
{
  /* Norm of the rest of a vector, relative to before. The rest of a vector that is in the span of
     the others is round-off, about 1e-16, and more if the model is far away from the origin. */
  const PetscReal dependent = 1e-8;

  PetscFunctionBeginUser;
  *n = 0;
  for (int k = 0; k < FS_RIGID_MOTIONS; k++) {
    PetscReal   norm_before, norm_after;
    PetscScalar dot[FS_RIGID_MOTIONS];

    PetscCall(VecNorm(v[k], NORM_2, &norm_before));
    for (int again = 0; again < 2; again++) {
      PetscCall(VecMDot(v[k], *n, v, dot));
      for (PetscInt i = 0; i < *n; i++) dot[i] = -dot[i];
      PetscCall(VecMAXPY(v[k], *n, dot, (Vec *)v));
    }
    PetscCall(VecNorm(v[k], NORM_2, &norm_after));
    if (!(norm_after > dependent * norm_before)) continue;
    PetscCall(VecScale(v[k], 1 / norm_after));
    if (k != *n) PetscCall(VecCopy(v[k], v[*n]));
    (*n)++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
