/* check_solver_options.c: checks the user's solver options before anything is written.

   Tolerances must make sense, and one iteration is tried, because PETSc rejects many combinations
   of options only in a solve. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "solver.h"

PetscErrorCode SolverCheckTolerances(MPI_Comm comm)
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
             "-ksp_type %s does not report why it ended without convergence: choose another type",
             type);
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(limits); k++) {
    char        text[64] = "";
    PetscReal   value    = 0;
    PetscBool   set;
    CaughtError caught;

    PetscCall(CatchErrorsBegin(&caught));
    (void)PetscOptionsGetReal(NULL, NULL, limits[k].option, &value, &set);
    PetscCall(CatchErrorsEnd());
    PetscCall(RaiseOptionError(comm, &caught));
    PetscCall(PetscOptionsGetString(NULL, NULL, limits[k].option, text, sizeof text, NULL));
    PetscCheck(value >= 0 && value < limits[k].limit, comm, PETSC_ERR_USER_INPUT,
               "%s %s makes no sense: %s", limits[k].option, text, limits[k].remedy);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes the types of the solvers as options. */
static PetscErrorCode NameTypes(SNES snes, KSP ksp, char names[], size_t size)
{
  SNESLineSearch     search;
  SNESLineSearchType search_type;
  SNESType           snes_type;
  KSPType            type;
  PCType             pc_type;
  PC                 pc;
  size_t             used;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(KSPGetType(ksp, &type));
  PetscCall(PCGetType(pc, &pc_type));
  PetscCall(PetscSNPrintf(names, size, "-ksp_type %s -pc_type %s", type ? type : "none",
                          pc_type ? pc_type : "none"));
  if (!snes) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SNESGetType(snes, &snes_type));
  PetscCall(SNESGetLineSearch(snes, &search));
  PetscCall(SNESLineSearchGetType(search, &search_type));
  PetscCall(PetscStrlen(names, &used));
  PetscCall(PetscSNPrintf(names + used, size - used, " -snes_type %s -snes_linesearch_type %s",
                          snes_type ? snes_type : "none", search_type ? search_type : "none"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether an error is one of the matrix or of the convergence. MUMPS raises one error for singular
   matrices and for options; a singular matrix cannot be factored, and then there is no solve. */
static PetscBool fails_to_solve(const CaughtError *caught)
{
  if (caught->alone || strstr(caught->text, "MUMPS in solve phase")) return PETSC_FALSE;
  return (PetscBool)(caught->code == PETSC_ERR_NOT_CONVERGED || SolverIsSingular(caught));
}

/* A try that does not converge (-ksp_error_if_not_converged), or a matrix that cannot be factored,
   is not an error of the options: the first solve reports it. */
PetscErrorCode SolverCheckCaughtError(SNES snes, KSP ksp, const CaughtError *caught)
{
  char names[160];

  PetscFunctionBeginUser;
  if (caught->code == PETSC_ERR_MEM)
    PetscCall(RaiseCaughtError(CaughtErrorComm(caught, PetscObjectComm((PetscObject)ksp)), caught));
  if (!caught->code || fails_to_solve(caught)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(NameTypes(snes, ksp, names, sizeof names));
  SETERRQ(CaughtErrorComm(caught, PetscObjectComm((PetscObject)ksp)), PETSC_ERR_USER_INPUT,
          "PETSc refuses the options: %s; the solver is %s: remove these options, or choose other "
          "values",
          caught->text, names);
}

PetscErrorCode SolverHasOptionsOf(const char kind[], PetscBool *chosen)
{
  char *all;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsGetAll(NULL, &all));
  *chosen = (PetscBool)(strstr(all, kind) != NULL);
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverHasUserOptions(PetscBool *chosen)
{
  static const char *const kinds[] = {"ksp_", "pc_", "snes_"};

  PetscFunctionBeginUser;
  *chosen = PETSC_FALSE;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(kinds) && !*chosen; k++)
    PetscCall(SolverHasOptionsOf(kinds[k], chosen));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverCheckOptions(KSP ksp, Mat A)
{
  PetscReal   rtol, atol, dtol;
  PetscInt    max_it;
  PetscBool   chosen;
  Vec         x, b;
  CaughtError caught;

  PetscFunctionBeginUser;
  PetscCall(SolverHasUserOptions(&chosen));
  if (!chosen) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatCreateVecs(A, &x, &b));
  PetscCall(VecSetRandom(b, NULL));
  PetscCall(KSPGetTolerances(ksp, &rtol, &atol, &dtol, &max_it));
  PetscCall(
    KSPSetTolerances(ksp, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, PetscMin(1, max_it)));
  PetscCall(CatchErrorsBegin(&caught));
  (void)KSPSolve(ksp, b, x);
  PetscCall(CatchErrorsEnd());
  PetscCall(SolverCheckCaughtError(NULL, ksp, &caught));
  PetscCall(KSPSetTolerances(ksp, rtol, atol, dtol, max_it));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&b));
  PetscFunctionReturn(PETSC_SUCCESS);
}
