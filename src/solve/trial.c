/* trial.c: whether a solver can be used at all as the user has set it, found before anything is written: tolerances that
   mean something, and a first try. PETSc refuses many combinations of options only in a solve. */
#include <string.h>
#include "input/error.h"
#include "newton.h"

PetscErrorCode SolverCheckLimits(MPI_Comm comm)
{
  static const struct {
    const char *option, *remedy;
    PetscReal   limit;
  } limits[] = {
    {"-ksp_rtol",    "it is relative, such as 1e-8",                        1             },
    {"-ksp_atol",    "give a residual that is small, or leave it out",      PETSC_MAX_REAL},
    {"-snes_rtol",   "it is relative to the first residual, such as 1e-10", 1             },
    {"-snes_stol",   "it is relative to the unknown, such as 1e-10",        1             },
    {"-snes_atol",   "give a residual that is small, or leave it out",      PETSC_MAX_REAL},
    {"-ksp_max_it",  "give a number of iterations",                         PETSC_MAX_REAL},
    {"-snes_max_it", "give a number of iterations",                         PETSC_MAX_REAL},
  };
  char type[32] = "";

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsGetString(NULL, NULL, "-ksp_type", type, sizeof type, NULL));
  PetscCheck(strcmp(type, KSPTSIRM), comm, PETSC_ERR_USER_INPUT,
             "-ksp_type %s does not say why it has ended when it has not converged: take another", type);
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(limits); k++) {
    char        text[64] = "";
    PetscReal   value    = 0;
    PetscBool   set;
    CaughtError caught;

    PetscCall(CatchBegin(&caught));
    (void)PetscOptionsGetReal(NULL, NULL, limits[k].option, &value, &set);
    PetscCall(CatchEnd());
    PetscCall(CheckRefused(comm, &caught));
    PetscCall(PetscOptionsGetString(NULL, NULL, limits[k].option, text, sizeof text, NULL));
    PetscCheck(value >= 0 && value < limits[k].limit, comm, PETSC_ERR_USER_INPUT, "%s %s makes no sense: %s",
               limits[k].option, text, limits[k].remedy);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raise what was caught in a try as the user's: PETSc's own words, the solver, the remedy. That the try does not arrive
   (-ksp_error_if_not_converged), or the matrix cannot be factored, is no matter of options: the first solve tells of it. */
static PetscErrorCode CheckTried(KSP ksp, const CaughtError *caught)
{
  KSPType type;
  PCType  pc_type;
  PC      pc;

  PetscFunctionBeginUser;
  if (caught->code == PETSC_ERR_MEM)
    PetscCall(RaiseCaught(CaughtOn(caught, PetscObjectComm((PetscObject)ksp)), caught));
  if (!caught->code || (!caught->alone && (caught->code == PETSC_ERR_NOT_CONVERGED || SolverIsSingular(caught))))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(KSPGetType(ksp, &type));
  PetscCall(PCGetType(pc, &pc_type));
  SETERRQ(CaughtOn(caught, PetscObjectComm((PetscObject)ksp)), PETSC_ERR_USER_INPUT,
          "PETSc refuses the options: %s; the solver is -ksp_type %s -pc_type %s: remove what you have set for it, or "
          "take others",
          caught->text, type ? type : "none", pc_type ? pc_type : "none");
}

/* Whether some option of PETSc's solvers is given. */
static PetscErrorCode IsChosen(PetscBool *chosen)
{
  static const char *const kinds[] = {"ksp_", "pc_", "snes_"};
  char                    *all;

  PetscFunctionBeginUser;
  *chosen = PETSC_FALSE;
  PetscCall(PetscOptionsGetAll(NULL, &all));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(kinds); k++)
    if (strstr(all, kinds[k])) *chosen = PETSC_TRUE;
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverTry(KSP ksp, Mat A)
{
  PetscReal   rtol, atol, dtol;
  PetscInt    most;
  PetscBool   chosen;
  Vec         x, b;
  CaughtError caught;

  PetscFunctionBeginUser;
  PetscCall(IsChosen(&chosen));
  if (!chosen) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatCreateVecs(A, &x, &b));
  PetscCall(VecSetRandom(b, NULL));
  PetscCall(KSPGetTolerances(ksp, &rtol, &atol, &dtol, &most));
  PetscCall(KSPSetTolerances(ksp, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, PetscMin(1, most)));
  PetscCall(CatchBegin(&caught));
  (void)KSPSolve(ksp, b, x);
  PetscCall(CatchEnd());
  PetscCall(CheckTried(ksp, &caught));
  PetscCall(KSPSetTolerances(ksp, rtol, atol, dtol, most));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a system that every solver can solve: r = A x - b, A of the tangent's pattern and dominated by its diagonal ----- */

typedef struct {
  Mat A;
  Vec b; /* random */
} Trial;

static PetscErrorCode TrialResidual(SNES snes, Vec x, Vec r, void *context)
{
  const Trial *trial = context;

  PetscFunctionBeginUser;
  (void)snes;
  PetscCall(MatMult(trial->A, x, r));
  PetscCall(VecAXPY(r, -1, trial->b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TrialTangent(SNES snes, Vec x, Mat A, Mat P, void *context)
{
  PetscFunctionBeginUser;
  (void)snes, (void)x, (void)P, (void)context;
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY)); /* it may be a product that differences the residual */
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TrialConverged(SNES snes, PetscInt iteration, PetscReal xnorm, PetscReal step, PetscReal fnorm,
                                     SNESConvergedReason *reason, void *context)
{
  PetscFunctionBeginUser;
  (void)context;
  PetscCall(SNESConvergedDefault(snes, iteration, xnorm, step, fnorm, reason, NULL));
  if (iteration && !*reason) *reason = SNES_CONVERGED_ITS;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Rows of the pattern become -1, ..., -1, twice their length, -1, ... */
static PetscErrorCode Fill(Mat A)
{
  PetscInt     first, last;
  PetscScalar *values;
  PetscInt    *columns;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  for (PetscInt row = first; row < last; row++) {
    const PetscInt *at;
    PetscInt        n;

    PetscCall(MatGetRow(A, row, &n, &at, NULL));
    PetscCall(PetscMalloc2(n, &values, n, &columns));
    PetscCall(PetscArraycpy(columns, at, n));
    for (PetscInt k = 0; k < n; k++) values[k] = at[k] == row ? 2 * (PetscReal)n : -1;
    PetscCall(MatRestoreRow(A, row, &n, &at, NULL));
    PetscCall(MatSetValues(A, 1, &row, n, columns, values, INSERT_VALUES));
    PetscCall(PetscFree2(values, columns));
  }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonTry(FsSystem sys)
{
  const NewtonProblem problem = {TrialResidual, TrialTangent, TrialConverged};
  PetscBool           chosen;
  char                pc[32] = "";
  CaughtError         caught;
  SNES                snes;
  KSP                 ksp;
  Trial               trial;
  Vec                 x, r;

  PetscFunctionBeginUser;
  PetscCall(IsChosen(&chosen));
  PetscCall(PetscOptionsGetString(NULL, NULL, "-pc_type", pc, sizeof pc, NULL));
  /* gamg needs the values of a mechanical system */
  if (!chosen || !strcmp(pc, PCGAMG)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemCreateMatrix(sys, PETSC_FALSE, &trial.A));
  PetscCall(Fill(trial.A));
  PetscCall(VecDuplicate(sys->vec, &x));
  PetscCall(VecDuplicate(sys->vec, &r));
  PetscCall(VecDuplicate(sys->vec, &trial.b));
  PetscCall(VecSetRandom(trial.b, NULL));
  PetscCall(NewtonCreate(sys, &problem, r, trial.A, &trial, &snes));
  PetscCall(SNESMonitorCancel(snes));
  PetscCall(CatchBegin(&caught));
  (void)SNESSolve(snes, NULL, x);
  PetscCall(CatchEnd());
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(CheckTried(ksp, &caught));
  PetscCall(SNESDestroy(&snes));
  PetscCall(MatDestroy(&trial.A));
  PetscCall(VecDestroy(&trial.b));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}
