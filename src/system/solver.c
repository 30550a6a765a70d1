/* solver.c: which of PETSc's linear solvers suits a matrix. The rules come from iteration counts and times of K +
   M/s^2 on quadrilateral membranes: Jacobi suffices while a step is short against the time a wave takes through an
   element, incomplete Cholesky takes a third of the iterations beyond, and chains and small models are fastest
   factored. */
#include "system.h"

const OptionDoc solver_options[] = {
  {"-ksp_type, -pc_type, -ksp_rtol, ...", "by regime",
   "linear solver; default: direct (small models, chains, rotations, joints), CG+Jacobi, CG+ICC; rtol 1e-8"},
  {"-snes_atol, -snes_max_it, ...",       "PETSc",
   "Newton's method of nonlinear systems; -snes_rtol is 0: what is left of its steps decides"              },
  {NULL,                                  NULL,        NULL                                                }
};

enum { SMALL = 500, CHAIN = 100000 };     /* dofs up to which a direct solver is taken: any model; a chain */
enum { SPARSE = 20000 };                  /* dofs of mechanisms up to which KLU beats UMFPACK, which works by blocks */
static const PetscReal CHAIN_ROW   = 3.5; /* nonzeros per row of a chain-like matrix, at most */
static const PetscReal JACOBI_LAST = 4.4; /* stiffness up to which Jacobi wins: lms4, rho_inf 0, at CFL 1.5 */

/* Constraints put zeros on the diagonal: a factorization must choose its pivots. */
PetscErrorCode SolverSetDirect(KSP ksp, Mat A, PetscBool constrained)
{
  PetscMPIInt size;
  PetscInt    n;
  PC          pc;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)A), &size));
  PetscCall(MatGetSize(A, &n, NULL));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  if (size > 1 && constrained) { /* pivots that are put off need room; as an option, which a reset does not lose */
    PetscBool chosen;

    PetscCall(PetscOptionsHasName(NULL, NULL, "-mat_mumps_icntl_14", &chosen));
    if (!chosen) PetscCall(PetscOptionsSetValue(NULL, "-mat_mumps_icntl_14", "200")); /* percent */
  }
  if (size == 1 && constrained) PetscCall(PCFactorSetMatSolverType(pc, n <= SPARSE ? MATSOLVERKLU : MATSOLVERUMFPACK));
  else if (size == 1) PetscCall(PCFactorSetMatOrderingType(pc, MATORDERINGRCM));
  else PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* PETSc's own limit is absolute: the matrices of small things, in SI units, are all zero to it. */
PetscErrorCode SolverScalePivots(KSP ksp, Mat A)
{
  const PetscReal zero = 1e-40; /* a pivot of round-off makes a solution that does not solve: others look for that */
  PetscReal       size;
  PetscBool       factor;
  PC              pc;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompareAny((PetscObject)pc, &factor, PCLU, PCCHOLESKY, PCILU, PCICC, ""));
  if (!factor) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatNorm(A, NORM_INFINITY, &size));
  if (size > 0 && !PetscIsInfOrNanReal(size)) PetscCall(PCFactorSetZeroPivot(pc, zero * size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverSolve(KSP ksp, Vec b, Vec x, PetscBool *solved)
{
  KSPConvergedReason reason;
  PetscErrorCode     ierr;

  PetscFunctionBeginUser;
  *solved = PETSC_FALSE;
  ErrorExpect(PETSC_ERR_LIB);
  ierr = KSPSolve(ksp, b, x);
  ErrorExpect(0);
  if (ierr == PETSC_ERR_LIB) {
    PetscCall(KSPReset(ksp));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ierr);
  PetscCall(KSPGetConvergedReason(ksp, &reason));
  *solved = (PetscBool)(reason > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverSolveNonlinear(SNES snes, Vec x, SNESConvergedReason *reason)
{
  PetscErrorCode ierr;
  PetscReal      norm, least;

  PetscFunctionBeginUser;
  ErrorExpect(PETSC_ERR_LIB);
  ierr = SNESSolve(snes, NULL, x);
  ErrorExpect(0);
  if (ierr == PETSC_ERR_LIB) {
    *reason = SNES_DIVERGED_LINEAR_SOLVE;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ierr);
  PetscCall(SNESGetConvergedReason(snes, reason));
  PetscCall(SNESGetFunctionNorm(snes, &norm));
  PetscCall(SNESGetTolerances(snes, &least, NULL, NULL, NULL, NULL));
  if (*reason == SNES_CONVERGED_FNORM_ABS && norm >= least)
    *reason = SNES_DIVERGED_LINE_SEARCH; /* CP's answer to a huge step */
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverSetMass(KSP ksp, Mat M, PetscBool constrained)
{
  PetscInt n;
  PC       pc;

  PetscFunctionBeginUser;
  PetscCall(MatGetSize(M, &n, NULL));
  if (n <= SMALL || constrained) {
    PetscCall(SolverSetDirect(ksp, M, constrained));
  } else {
    PetscCall(KSPSetType(ksp, KSPCG));
    PetscCall(KSPGetPC(ksp, &pc));
    PetscCall(PCSetType(pc, PCJACOBI));
    PetscCall(KSPSetTolerances(ksp, 1e-12, PETSC_DEFAULT, PETSC_DEFAULT, 2000));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetDefaults(KSP ksp, Mat A, PetscReal stiffness, char name[], size_t size)
{
  PetscInt    n;
  MatInfo     info;
  PetscMPIInt ranks;
  PC          pc;

  PetscFunctionBeginUser;
  PetscCall(MatGetSize(A, &n, NULL));
  PetscCall(MatGetInfo(A, MAT_GLOBAL_SUM, &info));
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)A), &ranks));
  PetscCall(KSPGetPC(ksp, &pc));
  if (n <= SMALL || (n <= CHAIN && info.nz_used <= CHAIN_ROW * n)) {
    PetscCall(SolverSetDirect(ksp, A, PETSC_FALSE));
    PetscCall(PetscSNPrintf(name, size, "direct (%s)", n <= SMALL ? "small model" : "chain"));
  } else {
    const PetscBool jacobi = (PetscBool)(stiffness <= JACOBI_LAST);

    PetscCall(KSPSetType(ksp, KSPCG));
    PetscCall(PCSetType(pc, jacobi ? PCJACOBI : ranks == 1 ? PCICC : PCBJACOBI));
    if (!jacobi && ranks > 1) { /* blocks by incomplete Cholesky; the user's -sub_pc_type wins */
      PetscBool chosen;

      PetscCall(PetscOptionsHasName(NULL, NULL, "-sub_pc_type", &chosen));
      if (!chosen) {
        KSP     *sub;
        PC       subpc;
        PetscInt nblocks;

        PetscCall(KSPSetUp(ksp));
        PetscCall(PCBJacobiGetSubKSP(pc, &nblocks, NULL, &sub));
        for (PetscInt b = 0; b < nblocks; b++) {
          PetscCall(KSPGetPC(sub[b], &subpc));
          PetscCall(PCSetType(subpc, PCICC));
        }
      }
    }
    PetscCall(PetscSNPrintf(name, size, "CG + %s (stiffness ratio %.3g)", jacobi ? "Jacobi" : "incomplete Cholesky",
                            (double)stiffness));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverSetUp(KSP ksp, Mat A, PetscReal stiffness, char name[], size_t size)
{
  KSPType   type;
  PCType    pc_type;
  PC        pc;
  char      ours[2][32];
  PetscBool same_ksp, same_pc;

  PetscFunctionBeginUser;
  PetscCall(SetDefaults(ksp, A, stiffness, name, size));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(KSPGetType(ksp, &type));
  PetscCall(PCGetType(pc, &pc_type));
  PetscCall(PetscStrncpy(ours[0], type, sizeof ours[0]));
  PetscCall(PetscStrncpy(ours[1], pc_type, sizeof ours[1]));
  ErrorSetPhase(ERROR_OPTIONS);
  PetscCall(KSPSetFromOptions(ksp));
  ErrorSetPhase(ERROR_SOLVER);
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(KSPGetType(ksp, &type));
  PetscCall(PCGetType(pc, &pc_type));
  PetscCall(PetscStrcmp(type, ours[0], &same_ksp));
  PetscCall(PetscStrcmp(pc_type, ours[1], &same_pc));
  if (same_ksp && !same_pc) { /* a preconditioner instead of our factorization needs an iteration around it */
    PetscBool direct, factor;

    PetscCall(PetscStrcmp(type, KSPPREONLY, &direct));
    PetscCall(PetscObjectTypeCompareAny((PetscObject)pc, &factor, PCLU, PCCHOLESKY, PCQR, PCSVD, PCREDUNDANT, ""));
    if (direct && !factor) {
      PetscCall(KSPSetType(ksp, KSPCG));
      PetscCall(KSPSetFromOptions(ksp));
      PetscCall(KSPGetType(ksp, &type));
    }
  }
  if (!same_ksp || !same_pc) PetscCall(PetscSNPrintf(name, size, "%s + %s, as chosen", type, pc_type));
  PetscFunctionReturn(PETSC_SUCCESS);
}
