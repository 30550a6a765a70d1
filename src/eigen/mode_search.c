/* mode_search.c: keeps the modes of free vibration that sweeps about shifts find. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "mode_search.h"
#include "block_lanczos.h"
#include "eigen_solver.h"
#include "factorization.h"
#include "base/error.h"
#include "linear/solver.h"

static const char singular_remedy[] =
  "the stiffness and mass matrices may be singular together (a part has neither mass nor stiffness "
  "in some direction, or is not connected), or nothing can move";

/* Inserts x by mu; the search owns it from then on. */
static PetscErrorCode InsertByMu(ModeSearch *s, PetscReal mu, PetscReal growth, PetscReal round_off,
                                 Vec x)
{
  PetscInt k;

  PetscFunctionBeginUser;
  if (s->n == s->capacity) {
    s->capacity = 2 * s->capacity + 32;
    PetscCall(PetscRealloc((size_t)s->capacity * sizeof *s->mu, &s->mu));
    PetscCall(PetscRealloc((size_t)s->capacity * sizeof *s->growth, &s->growth));
    PetscCall(PetscRealloc((size_t)s->capacity * sizeof *s->round_off, &s->round_off));
    PetscCall(PetscRealloc((size_t)s->capacity * sizeof *s->x, &s->x));
  }
  for (k = s->n++; k > 0 && s->mu[k - 1] > mu; k--) {
    s->mu[k]        = s->mu[k - 1];
    s->growth[k]    = s->growth[k - 1];
    s->round_off[k] = s->round_off[k - 1];
    s->x[k]         = s->x[k - 1];
  }
  s->mu[k]        = mu;
  s->growth[k]    = growth;
  s->round_off[k] = round_off;
  s->x[k]         = x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModeSearchForget(ModeSearch *s)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < s->n; k++) PetscCall(VecDestroy(&s->x[k]));
  s->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes a step of inverse iteration with all shapes x[n] of a sweep. The step removes the shares of
   constraints and of dofs without mass, and most of those of high modes. */
static PetscErrorCode PurifyShapes(ModeSearch *s, PetscInt n, Vec x[])
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(MatMult(s->p->M, x[i], s->scratch));
    PetscCall(VecCopy(s->scratch, x[i]));
  }
  PetscCall(FactorizationSolveBlock(s->p->factors, n, x));
  s->solves += n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Eigenvalues and vectors of a sweep. */
typedef struct {
  PetscInt   n;
  PetscReal *real, *imaginary; /* [n] */
  Vec       *x;                /* [n] */
} Pairs;

static PetscErrorCode PairsCreate(PetscInt n, Pairs *found)
{
  PetscFunctionBeginUser;
  found->n = n;
  PetscCall(PetscCalloc3(n, &found->real, n, &found->imaginary, n, &found->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keeps the finite modes of a sweep, and destroys the others. mu is the Rayleigh quotient, whose
   error is the square of the shape's error. */
static PetscErrorCode KeepPairs(ModeSearch *s, Pairs *found)
{
  PetscFunctionBeginUser;
  PetscCall(PurifyShapes(s, found->n, found->x));
  for (PetscInt i = 0; i < found->n; i++) {
    const PetscReal real = found->real[i], imaginary = found->imaginary[i];
    Vec             x = found->x[i];
    PetscReal       mu, round_off, mass;

    if (PetscAbsReal(real) < s->limit)
      PetscCall(PencilRayleigh(s->p, x, s->scratch, &mu, &round_off, &mass));
    if (PetscAbsReal(real) >= s->limit || !(mass > 0) || s->n >= s->max_modes) {
      PetscCall(VecDestroy(&x));
      continue;
    }
    PetscCall(VecScale(x, 1 / PetscSqrtReal(mass)));
    PetscCall(InsertByMu(s, s->p->symmetric ? mu : real, imaginary, round_off, x));
  }
  PetscCall(PetscFree3(found->real, found->imaginary, found->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode KeepConverged(ModeSearch *s, EPS eps)
{
  PetscInt n;
  Pairs    found;

  PetscFunctionBeginUser;
  PetscCall(EPSGetConverged(eps, &n));
  PetscCall(PairsCreate(n, &found));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(VecDuplicate(s->p->sys->vec, &found.x[i]));
    PetscCall(EPSGetEigenvector(eps, i, found.x[i], NULL));
    PetscCall(EPSGetEigenvalue(eps, i, &found.real[i], &found.imaginary[i]));
  }
  PetscCall(KeepPairs(s, &found));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- sweeps ---------------------------------------------------------------------------------- */

/* Solves with the factors of the pencil. */
static PetscErrorCode ApplyFactors(PC pc, Vec b, Vec x)
{
  Pencil p;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &p));
  PetscCall(MatSolve(p->factors, b, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes eps invert K - sigma M by the factors of the pencil. */
static PetscErrorCode SetShift(ModeSearch *s, EPS eps, PetscReal sigma, KSP *ksp)
{
  ST st;
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(EPSSetTarget(eps, sigma));
  PetscCall(EPSSetWhichEigenpairs(eps, EPS_TARGET_MAGNITUDE));
  PetscCall(EPSGetST(eps, &st));
  PetscCall(STSetType(st, STSINVERT));
  PetscCall(STSetMatStructure(st, SAME_NONZERO_PATTERN));
  PetscCall(STGetKSP(st, ksp));
  PetscCall(KSPSetType(*ksp, KSPPREONLY));
  PetscCall(KSPGetPC(*ksp, &pc));
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetContext(pc, s->p));
  PetscCall(PCShellSetApply(pc, ApplyFactors));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const PetscReal TOLERANCE = 1e-10;

/* Finds n modes by SLEPc, beside those that are found already. */
static PetscErrorCode SweepBySlepc(ModeSearch *s, PetscReal sigma, PetscInt n)
{
  const PetscInt vectors = PetscMax(2 * n, n + 15);
  CaughtError    caught;
  PetscInt       size, solves;
  EPS            eps;
  KSP            ksp;

  PetscFunctionBeginUser;
  PetscCall(VecGetSize(s->p->sys->vec, &size));
  PetscCall(EigenSolverCreate(s->p->sys->vec, &eps));
  PetscCall(EPSSetOperators(eps, s->p->K, s->p->M));
  PetscCall(EPSSetProblemType(eps, s->p->symmetric ? EPS_GHEP : EPS_PGNHEP));
  PetscCall(EPSSetType(eps, EPSKRYLOVSCHUR));
  PetscCall(EPSSetDimensions(eps, n, PetscMin(size, vectors), PETSC_DEFAULT));
  PetscCall(EPSSetTolerances(eps, TOLERANCE, 500));
  PetscCall(EPSSetPurify(eps, PETSC_FALSE)); /* KeepPairs does, all at once */
  PetscCall(SetShift(s, eps, sigma, &ksp));
  if (s->n) PetscCall(EPSSetDeflationSpace(eps, s->n, s->x));
  PetscCall(KSPReportSolves(ksp, s->p->K, 2 * vectors));
  PetscCall(CatchErrorsBegin(&caught));
  (void)EPSSolve(eps);
  PetscCall(CatchErrorsEnd());
  PetscCheck(!caught.code || (s->n && has_found_all(&caught)),
             CaughtErrorComm(&caught, s->p->sys->comm), PETSC_ERR_NOT_CONVERGED,
             "modes: SLEPc returns '%s'; %s", caught.text, singular_remedy);
  if (!caught.code) PetscCall(KeepConverged(s, eps));
  PetscCall(KSPGetTotalIterations(ksp, &solves));
  s->solves += solves;
  PetscCall(EPSDestroy(&eps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the first n modes by Lanczos' method with blocks, if that pays. */
static PetscErrorCode SweepByBlocks(ModeSearch *s, PetscReal sigma, PetscInt n, PetscBool *done)
{
  Pairs found;

  PetscFunctionBeginUser;
  *done = PETSC_FALSE;
  if (s->n || !s->p->symmetric || !block_lanczos_pays(n, s->max_modes))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FactorAnnounce(s->p->K));
  PetscCall(PairsCreate(n, &found));
  PetscCall(BlockLanczosSolve(s->p, sigma, n, TOLERANCE, found.real, found.x, &s->solves, done));
  if (!*done) found.n = 0;
  PetscCall(KeepPairs(s, &found));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModeSearchSweep(ModeSearch *s, PetscReal sigma, PetscInt n, PetscInt *below)
{
  const PetscInt requested = PetscMax(1, PetscMin(n, s->max_modes - s->n));
  PetscBool      done;

  PetscFunctionBeginUser;
  PetscCall(PencilFactor(s->p, sigma, below));
  PetscCheck(*below != PENCIL_SINGULAR, s->p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "modes: a factorization finds a zero pivot; %s", singular_remedy);
  PetscCall(SweepByBlocks(s, sigma, requested, &done));
  if (!done) PetscCall(SweepBySlepc(s, sigma, requested));
  PetscFunctionReturn(PETSC_SUCCESS);
}
