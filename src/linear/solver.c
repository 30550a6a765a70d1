/* solver.c: chooses one of PETSc's linear solvers for a matrix by measured rules.

   The rules come from iteration counts and times of K + M/s^2 on quadrilateral membranes. Jacobi's
   preconditioner suffices while dt is short against the time that a wave takes through an element.
   For longer steps incomplete Cholesky needs a third of the iterations. Chains and small models are
   solved fastest by factors. Factors also pay for many solves with one matrix of a plane mesh.
   Plates and shells need them, because bending is much softer than stretching. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "blas.h"
#include "conjugate_gradients.h"
#include "direct/tridiagonal.h"
#include "solver.h"
#include "factor_cost.h"
#include "stencil/stencil.h"
#include <string.h>

/* largest chain-like matrix for a direct solver */
enum { CHAIN_MAX_DOFS = 100000 };
/* largest system with joints for which KLU is faster than UMFPACK, which works with dense blocks */
enum { KLU_MAX_DOFS = 20000 };
/* largest number of nonzeros per row of a chain-like matrix */
static const PetscReal CHAIN_MAX_ROW = 3.5;
/* SolverCase.stiffness up to which Jacobi is fastest: that of lms4 with rho_inf 0 at a CFL number
   of 1.5 */
static const PetscReal JACOBI_MAX_STIFFNESS = 4.4;

/* Cost model of an iterative solve, measured on one rank with a plane mesh of 1e6 dofs. It takes
   min(iterations * sqrt(stiffness), size_factor * sqrt(dofs)) iterations at cost [us per dof] each,
   measured for stiffness ratios of 2 to 800. FACTOR_SOLVE [us per dof] is a solve with existing
   factors. FACTOR [us per dof] is the factorization at 1e6 dofs, whose cost per dof grows like
   sqrt(dofs). */
typedef struct {
  PetscReal iterations, size_factor, cost;
} IterativeCost;
static const IterativeCost MATRIX_FREE = {7, 4, 0.004}, INCOMPLETE = {2, 1.2, 0.023};
static const PetscReal     FACTOR_SOLVE = 0.19, FACTOR = 10;
/* largest number of nonzeros per row of plane meshes; denser factors have too much fill */
static const PetscReal PLANE_MAX_ROW = 9.5;
/* Smallest number of nonzeros per row of matrices whose nodes have several dofs. With more nonzeros
   an operator is faster than a matrix. CG takes 3.5 to 4.7 times as many iterations with Jacobi as
   with ICC, at 8 + z/10 against 2 z ns per dof, with z nonzeros per row */
static const PetscReal LATTICE_MIN_ROW = 30;
/* largest number of dofs whose factors fit into memory, at 1 kB per dof */
enum { FACTOR_MAX_DOFS = 4000000 };

/* Names of the KSP and the PC, and of the library that factors, or "". */
typedef struct {
  char ksp[32], pc[32], library[32];
} SolverNames;

static PetscErrorCode GetNames(KSP ksp, SolverNames *names)
{
  KSPType       type;
  PCType        pc_type;
  MatSolverType library;
  PC            pc;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(KSPGetType(ksp, &type));
  PetscCall(PCGetType(pc, &pc_type));
  PetscCall(PCFactorGetMatSolverType(pc, &library));
  PetscCall(PetscStrncpy(names->ksp, type, sizeof names->ksp));
  PetscCall(PetscStrncpy(names->pc, pc_type, sizeof names->pc));
  PetscCall(PetscStrncpy(names->library, library ? library : "", sizeof names->library));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes the name of the user's solver, and advice about it. */
static PetscErrorCode NameUserSolver(const SolverNames *now, const char advice[], char name[],
                                     size_t size)
{
  const char *by = *now->library ? " by " : "";

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(name, size, "%s + %s%s%s, as chosen%s", now->ksp, now->pc, by,
                          now->library, advice));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns advice about the user's solver if it iterates where factors are the default. */
static const char *iteration_advice(const SolverNames *defaults, const SolverNames *now)
{
  const int iterates = !strcmp(defaults->ksp, KSPPREONLY) && strcmp(now->ksp, KSPPREONLY) != 0;

  return iterates ? "; factors, the default here, are mostly faster: remove -ksp_type and -pc_type"
                  : "";
}

/* Whether PETSc has KLU, UMFPACK and CHOLMOD; MUMPS replaces them otherwise. */
static PetscBool has_suitesparse(void)
{
#if defined(PETSC_HAVE_SUITESPARSE)
  return PETSC_TRUE;
#else
  return PETSC_FALSE;
#endif
}

/* Returns the library for direct solves with A, and the reason; NULL stands for PETSc's own
   factors. */
static PetscErrorCode ChooseDirectLibrary(Mat A, PetscBool pivots, MatSolverType *library,
                                          const char **reason)
{
  PetscMPIInt size;
  PetscInt    n;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)A), &size));
  PetscCall(MatGetSize(A, &n, NULL));
  if (size > 1) *library = MATSOLVERMUMPS, *reason = "several ranks";
  else if (!pivots) *library = NULL, *reason = "no pivots needed";
  else if (!has_suitesparse())
    *library = MATSOLVERMUMPS, *reason = "it pivots; there is no SuiteSparse";
  else if (n <= KLU_MAX_DOFS) *library = MATSOLVERKLU, *reason = "it pivots; small";
  else *library = MATSOLVERUMFPACK, *reason = "it pivots; large";
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether A belongs to a small model, or is chain-like: factors are fastest for these. */
static PetscErrorCode ClassifyMatrix(Mat A, PetscBool *small, PetscBool *chain)
{
  PetscInt n;
  MatInfo  info;

  PetscFunctionBeginUser;
  PetscCall(MatGetSize(A, &n, NULL));
  PetscCall(MatGetInfo(A, MAT_GLOBAL_SUM, &info));
  *small = (PetscBool)(n <= FS_SMALL_MODEL);
  *chain = (PetscBool)(n <= CHAIN_MAX_DOFS && info.nz_used <= CHAIN_MAX_ROW * (PetscReal)n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverSetDirect(KSP ksp, Mat A, PetscBool pivots)
{
  MatSolverType   library;
  const char     *reason;
  PetscBool       small, chain;
  MatOrderingType ordering;
  PetscInt        n;
  PC              pc;

  PetscFunctionBeginUser;
  PetscCall(MatGetSize(A, &n, NULL));
  if (!n) { /* MUMPS refuses an empty matrix */
    PetscCall(KSPSetType(ksp, KSPPREONLY));
    PetscCall(KSPGetPC(ksp, &pc));
    PetscCall(PCSetType(pc, PCNONE));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ChooseDirectLibrary(A, pivots, &library, &reason));
  if (library && !strcmp(library, MATSOLVERMUMPS)) {
    PetscCall(KSPSetMumps(ksp, pivots));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  if (library) {
    PetscCall(PCFactorSetMatSolverType(pc, library));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ClassifyMatrix(A, &small, &chain));
  PetscCall(FactorOrdering(A, chain, &ordering));
  PetscCall(PCFactorSetMatOrderingType(pc, ordering));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverNameDirect(KSP ksp, Mat A, PetscBool pivots, char name[], size_t size)
{
  MatSolverType library;
  const char   *reason;
  SolverNames   now, defaults = {.ksp = KSPPREONLY, .pc = PCLU};
  PetscInt      n;
  PetscBool     chosen;
  char          blas[256] = "";

  PetscFunctionBeginUser;
  PetscCall(MatGetSize(A, &n, NULL));
  if (!n) {
    PetscCall(PetscStrncpy(name, "no unknowns", size));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(GetNames(ksp, &now));
  PetscCall(ChooseDirectLibrary(A, pivots, &library, &reason));
  if (library) PetscCall(BlasMention(n, sizeof blas, blas));
  else library = MATSOLVERPETSC;
  chosen = (PetscBool)(strcmp(now.ksp, KSPPREONLY) || strcmp(now.pc, PCLU) ||
                       (*now.library && strcmp(now.library, library)));
  if (!chosen) PetscCall(PetscSNPrintf(name, size, "LU by %s (%s)%s", library, reason, blas));
  else PetscCall(NameUserSolver(&now, iteration_advice(&defaults, &now), name, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverSetMass(KSP ksp, Mat M, PetscBool pivots)
{
  PetscInt n;
  PC       pc;

  PetscFunctionBeginUser;
  PetscCall(MatGetSize(M, &n, NULL));
  if (n <= FS_SMALL_MODEL || pivots) {
    PetscCall(SolverSetDirect(ksp, M, pivots));
  } else {
    PetscCall(KSPSetType(ksp, KSPCG));
    PetscCall(KSPGetPC(ksp, &pc));
    PetscCall(PCSetType(pc, PCJACOBI));
    PetscCall(KSPSetTolerances(ksp, SOLVER_MASS_RTOL, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether iterations fail: with bending of plates, incomplete factors have negative pivots
   unless inertia dominates. */
static PetscBool needs_factors(const SolverCase *c)
{
  return (PetscBool)(c->ill_conditioned && c->stiffness > JACOBI_MAX_STIFFNESS);
}

/* Whether a factorization is needed, or costs less than it saves in the solves to come. If
   matrix_free, the alternative is CG with Jacobi on a matrix-free operator, else CG with incomplete
   Cholesky. */
static PetscErrorCode IsFactorCheaper(Mat A, const SolverCase *c, PetscBool matrix_free,
                                      PetscBool *cheaper)
{
  const IterativeCost m = matrix_free ? MATRIX_FREE : INCOMPLETE;
  PetscReal           solve;
  PetscInt            n;
  MatInfo             info;
  PetscMPIInt         ranks;

  PetscFunctionBeginUser;
  *cheaper = needs_factors(c);
  if (*cheaper) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)A), &ranks));
  PetscCall(MatGetSize(A, &n, NULL));
  PetscCall(MatGetInfo(A, MAT_GLOBAL_SUM, &info));
  solve = m.cost * PetscMin(m.iterations * PetscSqrtReal(c->stiffness),
                            m.size_factor * PetscSqrtReal((PetscReal)n));
  if (ranks > 1 || n > FACTOR_MAX_DOFS || info.nz_used > PLANE_MAX_ROW * (PetscReal)n)
    PetscFunctionReturn(PETSC_SUCCESS);
  *cheaper = (PetscBool)(PetscMax(1, c->solves) * (solve - FACTOR_SOLVE) >
                         FACTOR * PetscSqrtReal((PetscReal)n / 1e6));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether CG with incomplete Cholesky on a matrix is faster than with Jacobi on an operator. */
static PetscErrorCode IsIncompleteCheaper(Mat A, const SolverCase *c, PetscBool *cheaper)
{
  PetscInt n;
  MatInfo  info;

  PetscFunctionBeginUser;
  PetscCall(MatGetSize(A, &n, NULL));
  PetscCall(MatGetInfo(A, MAT_GLOBAL_SUM, &info));
  *cheaper =
    (PetscBool)(info.block_size > 1.5 && c->stiffness > JACOBI_MAX_STIFFNESS &&
                (c->stiffness == PETSC_MAX_REAL || info.nz_used < LATTICE_MIN_ROW * (PetscReal)n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverChoose(Mat A, const SolverCase *c, PetscBool *assemble)
{
  static const char *const matrix_free_types[] = {PCJACOBI, PCNONE, PCKSP};
  const MPI_Comm           comm                = PetscObjectComm((PetscObject)A);
  char                     type[2][32]         = {"", ""};
  PetscBool chosen, direct, cheaper, incomplete = PETSC_FALSE, matrix_free = PETSC_FALSE, shell,
                                     small, chain;

  PetscFunctionBeginUser;
  *assemble = PETSC_FALSE;
  PetscCall(MatIsStencil(A, &shell));
  if (!shell) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ClassifyMatrix(A, &small, &chain));
  PetscCall(IsFactorCheaper(A, c, PETSC_TRUE, &cheaper));
  PetscCall(IsIncompleteCheaper(A, c, &incomplete));
  PetscCall(PetscOptionsGetString(NULL, NULL, "-ksp_type", type[0], sizeof type[0], NULL));
  PetscCall(PetscOptionsGetString(NULL, NULL, "-pc_type", type[1], sizeof type[1], &chosen));
  PetscCall(PetscStrcmp(type[0], KSPPREONLY, &direct));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(matrix_free_types) && !matrix_free; k++)
    PetscCall(PetscStrcmp(type[1], matrix_free_types[k], &matrix_free));
  PetscCheck(!c->must_be_matrix_free || !chosen || matrix_free, comm, PETSC_ERR_USER_INPUT,
             "-pc_type %s needs a matrix: use -operator assembled, or jacobi, none or ksp (as for "
             "Chebyshev's iteration)",
             type[1]);
  PetscCheck(!c->must_be_matrix_free || !direct, comm, PETSC_ERR_USER_INPUT,
             "-ksp_type preonly needs a matrix: use -operator assembled, or -ksp_type cg");
  *assemble =
    (PetscBool)(!c->must_be_matrix_free &&
                (direct || (chosen ? !matrix_free
                                   : (small || chain || cheaper || incomplete) && !type[0][0])));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets incomplete Cholesky in the blocks of block Jacobi (one per rank) unless the user gave
   -sub_pc_type. */
static PetscErrorCode SetBlockFactors(KSP ksp, PC pc)
{
  PetscBool chosen;
  KSP      *sub;
  PC        subpc;
  PetscInt  nblocks;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsHasName(NULL, NULL, "-sub_pc_type", &chosen));
  if (chosen) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPSetUp(ksp));
  PetscCall(PCBJacobiGetSubKSP(pc, &nblocks, NULL, &sub));
  for (PetscInt b = 0; b < nblocks; b++) {
    PetscCall(KSPGetPC(sub[b], &subpc));
    PetscCall(PCSetType(subpc, PCICC));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets factors of a small matrix or a chain; chains use the tridiagonal solver unless the user has
   set solver options. */
static PetscErrorCode SetFactors(KSP ksp, Mat A, PetscBool is_chain)
{
  PetscBool   chosen;
  PC          pc;
  Tridiagonal chain = NULL;

  PetscFunctionBeginUser;
  PetscCall(SolverHasUserOptions(&chosen));
  if (is_chain && !chosen) PetscCall(TridiagonalCreate(A, &chain));
  if (!chain) {
    PetscCall(SolverSetDirect(ksp, A, PETSC_FALSE));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetTridiagonal(pc, chain));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the solver by the rules. CG knows its number of reductions before it is set up. */
static PetscErrorCode SetDefaults(KSP ksp, Mat A, const SolverCase *c, PetscBool single_reduction,
                                  char name[], size_t size)
{
  PetscMPIInt ranks;
  PetscBool   shell, cheaper, small = PETSC_FALSE, chain = PETSC_FALSE;
  PC          pc;
  PetscInt    n;
  char        ratio[40] = "no inertia";

  PetscFunctionBeginUser;
  if (c->stiffness < PETSC_MAX_REAL)
    PetscCall(PetscSNPrintf(ratio, sizeof ratio, "stiffness ratio %.3g", (double)c->stiffness));
  PetscCall(MatIsStencil(A, &shell));
  PetscCall(ClassifyMatrix(A, &small, &chain));
  PetscCall(IsFactorCheaper(A, c, PETSC_FALSE, &cheaper));
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)A), &ranks));
  PetscCall(KSPGetPC(ksp, &pc));
  if (shell) {
    PetscCall(KSPSetType(ksp, KSPCG));
    PetscCall(PCSetType(pc, PCJACOBI));
    PetscCall(PetscSNPrintf(name, size, "matrix-free CG + Jacobi (%s)", ratio));
  } else if (small || chain) {
    PetscCall(SetFactors(ksp, A, chain));
    PetscCall(PetscSNPrintf(name, size, "direct (%s)", small ? "small model" : "chain"));
  } else if (cheaper) {
    const PetscBool cholmod = (PetscBool)(has_suitesparse() && ranks == 1);
    char            blas[256];

    PetscCall(KSPSetType(ksp, KSPPREONLY));
    PetscCall(PCSetType(pc, PCCHOLESKY));
    PetscCall(PCFactorSetMatSolverType(pc, cholmod ? MATSOLVERCHOLMOD : MATSOLVERMUMPS));
    /* CHOLMOD prints no warnings: the caller reports a failure */
    PetscCall(SolverSetDefaultOption("-mat_cholmod_print", "0"));
    PetscCall(MatGetSize(A, &n, NULL));
    PetscCall(BlasMention(n, sizeof blas, blas));
    if (needs_factors(c))
      PetscCall(PetscSNPrintf(name, size, "factors of %s, kept (plates bend, %s)%s",
                              cholmod ? "CHOLMOD" : "MUMPS", ratio, blas));
    else
      PetscCall(PetscSNPrintf(name, size, "factors of %s, kept (%s, %.3g solves)%s",
                              cholmod ? "CHOLMOD" : "MUMPS", ratio, (double)PetscMax(1, c->solves),
                              blas));
  } else {
    const PetscBool jacobi = (PetscBool)(c->stiffness <= JACOBI_MAX_STIFFNESS);

    PetscCall(KSPSetType(ksp, KSPCG));
    PetscCall(KSPCGUseSingleReduction(ksp, single_reduction));
    PetscCall(PCSetType(pc, jacobi ? PCJACOBI : ranks == 1 ? PCICC : PCBJACOBI));
    if (!jacobi && ranks > 1) PetscCall(SetBlockFactors(ksp, pc));
    PetscCall(
      PetscSNPrintf(name, size, "CG + %s (%s)", jacobi ? "Jacobi" : "incomplete Cholesky", ratio));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverIterateAround(KSP ksp, KSPType type)
{
  PetscBool direct, chosen, factors;
  PC        pc;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPPREONLY, &direct));
  PetscCall(PetscOptionsHasName(NULL, NULL, "-ksp_type", &chosen));
  PetscCall(PetscObjectTypeCompareAny((PetscObject)pc, &factors, PCLU, PCCHOLESKY, PCQR, PCSVD,
                                      PCREDUNDANT, ""));
  if (!direct || chosen || factors) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPSetType(ksp, type));
  PetscCall(KSPSetFromOptions(ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverSetUp(KSP ksp, Mat A, const SolverCase *c, PetscBool *fused, char name[],
                           size_t size)
{
  SolverNames     defaults, now;
  PetscBool       same_ksp, same_pc, same_library;
  CaughtError     caught;
  ReductionChoice reductions;

  PetscFunctionBeginUser;
  PetscCall(SolverChooseReductions(A, TIMED_RANKS, &reductions));
  PetscCall(SetDefaults(ksp, A, c, reductions.single, name, size));
  PetscCall(GetNames(ksp, &defaults));
  PetscCall(CatchErrorsBegin(&caught));
  if (!KSPSetFromOptions(ksp))
    (void)SolverSetUpIteration(ksp, A, c->stiffness, &reductions, fused, name, size);
  PetscCall(CatchErrorsEnd());
  PetscCall(RaiseOptionError(PetscObjectComm((PetscObject)ksp), &caught));
  PetscCall(GetNames(ksp, &now));
  PetscCall(PetscStrcmp(now.ksp, defaults.ksp, &same_ksp));
  PetscCall(PetscStrcmp(now.pc, defaults.pc, &same_pc));
  PetscCall(PetscStrcmp(now.library, defaults.library, &same_library));
  if (!same_pc) PetscCall(SolverIterateAround(ksp, KSPCG));
  if (!same_pc || !same_library) PetscCall(SolverCheckFactors(ksp, A));
  PetscCall(GetNames(ksp, &now));
  if (!same_ksp || !same_pc || !same_library)
    PetscCall(NameUserSolver(&now, iteration_advice(&defaults, &now), name, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}
