/* check_solver_options.c: checks the user's solver options before anything is written.

   Tolerances must make sense, and PETSc must have the factors that the user asks for. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "base/option_names.h"
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

  PetscFunctionBeginUser;
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

/* Whether an error is one of the matrix or of the convergence. MUMPS raises one error for singular
   matrices and for options; a singular matrix cannot be factored, and then there is no solve. */
static PetscBool fails_to_solve(const CaughtError *caught)
{
  if (caught->alone || strstr(caught->text, "MUMPS in solve phase")) return PETSC_FALSE;
  return (PetscBool)(caught->code == PETSC_ERR_NOT_CONVERGED || SolverIsSingular(caught));
}

PetscErrorCode SolverCheckCaughtError(KSP ksp, const CaughtError *caught)
{
  const MPI_Comm comm = CaughtErrorComm(caught, PetscObjectComm((PetscObject)ksp));

  PetscFunctionBeginUser;
  if (caught->code == PETSC_ERR_MEM) PetscCall(RaiseCaughtError(comm, caught));
  if (!caught->code || fails_to_solve(caught)) PetscFunctionReturn(PETSC_SUCCESS);
  SETERRQ(
    comm, PETSC_ERR_USER_INPUT,
    "PETSc refuses the options: %s; remove -ksp_..., -pc_..., -snes_... and -petsc, or choose "
    "other values",
    caught->text);
}

/* Whether name contains the word kind. An OptionNameTest. */
static PetscBool contains(const char name[], size_t size, const void *kind)
{
  const char *found = strstr(name, (const char *)kind);

  return (PetscBool)(found && found < name + size);
}

PetscErrorCode SolverHasOptionsOf(const char kind[], PetscBool *chosen)
{
  return AnyOptionName(contains, kind, chosen);
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

PetscErrorCode SolverCheckFactors(KSP ksp, Mat A)
{
  static const struct {
    const char   *pc;
    MatFactorType factors;
  } kinds[] = {
    {PCLU,       MAT_FACTOR_LU      },
    {PCCHOLESKY, MAT_FACTOR_CHOLESKY},
    {PCILU,      MAT_FACTOR_ILU     },
    {PCICC,      MAT_FACTOR_ICC     }
  };
  MatSolverType library;
  PetscMPIInt   ranks;
  PetscInt      n;
  PC            pc;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)ksp), &ranks));
  PetscCall(MatGetSize(A, &n, NULL));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCFactorGetMatSolverType(pc, &library));
  for (size_t k = 0; n && k < PETSC_STATIC_ARRAY_LENGTH(kinds); k++) {
    PetscBool same, available;

    PetscCall(PetscObjectTypeCompare((PetscObject)pc, kinds[k].pc, &same));
    if (!same) continue;
    PetscCall(MatGetFactorAvailable(A, library, kinds[k].factors, &available));
    PetscCheck(available, PetscObjectComm((PetscObject)ksp), PETSC_ERR_USER_INPUT,
               "-pc_type %s%s%s: there are no such factors on %d rank%s; use %s", kinds[k].pc,
               library ? " -pc_factor_mat_solver_type " : "", library ? library : "", ranks,
               ranks > 1 ? "s" : "",
               k < 2 ? "-pc_factor_mat_solver_type mumps" : "-pc_type bjacobi with -sub_pc_type");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
