/* factoring.c: see factoring.h. */
#include "factoring.h"
#include <slepcsys.h>

/* 13: the root is factored on one rank, where signs of pivots are counted; 14: room for delayed pivots [%] */
static const struct {
  PetscInt icntl, value;
} settings[] = {
  {13, 1  },
  {14, 100}
};

static PetscErrorCode FinalizeSlepc(void) { return SlepcFinalize(); }

PetscErrorCode SlepcStart(void)
{
  PetscBool done;

  PetscFunctionBeginUser;
  PetscCall(SlepcInitialized(&done));
  if (done) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SlepcInitializeNoArguments());
  PetscCall(PetscRegisterFinalize(FinalizeSlepc));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The solver's own factors do not exist yet, so that settings go by way of the options. */
static PetscErrorCode SetOptions(KSP ksp)
{
  const char *prefix;

  PetscFunctionBeginUser;
  PetscCall(KSPGetOptionsPrefix(ksp, &prefix));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(settings); k++) {
    char      name[96], value[16];
    PetscBool chosen;

    PetscCall(PetscSNPrintf(name, sizeof name, "-%smat_mumps_icntl_%d", prefix ? prefix : "", (int)settings[k].icntl));
    PetscCall(PetscSNPrintf(value, sizeof value, "%d", (int)settings[k].value));
    PetscCall(PetscOptionsHasName(NULL, NULL, name, &chosen));
    if (!chosen) PetscCall(PetscOptionsSetValue(NULL, name, value));
    PetscCall(PetscOptionsHasName(NULL, NULL, name, &chosen)); /* looked at, lest it count as unread */
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FactoringOf(KSP ksp, PetscBool symmetric)
{
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, symmetric ? PCCHOLESKY : PCLU));
  PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
  PetscCall(SetOptions(ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FactoringSet(Mat factors)
{
  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(settings); k++)
    PetscCall(MatMumpsSetIcntl(factors, settings[k].icntl, settings[k].value));
  PetscFunctionReturn(PETSC_SUCCESS);
}
