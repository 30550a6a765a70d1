/* mode_search.c: keeps the modes of free vibration that sweeps of SLEPc find, and
   refines them by the Rayleigh-Ritz method. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "mode_search.h"
#include "factorization.h"
#include "base/error.h"
#include "base/lapack.h"

static const char singular_remedy[] =
  "the stiffness and mass matrices may be singular together (a part has neither mass nor stiffness "
  "in some direction, or is not connected), or nothing can move";

/* ---- the gap behind the requested modes ------------------------------------------------------ */

/* RitzGap - The mode behind those that have converged, from its Ritz value and residual. */
typedef struct {
  PetscReal sigma;     /* shift; no mode is below it */
  PetscInt  requested; /* number of modes */
  PetscInt  converged; /* number of modes so far */
  PetscReal last;      /* the last converged mu */
  PetscReal next;      /* lower bound of the next mu */
  PetscBool inside;    /* a gap is between converged modes */
} RitzGap;

/* Whether a limit between two values of mu separates them safely. Zeros are much smaller than the
   shift. */
static PetscBool is_wide(const RitzGap *gap, PetscReal last, PetscReal next)
{
  /* relative: of mu, ten times the gap of is_gap in undamped_modes.c, because a Ritz value is only
     a bound; of_shift: of the shift, so that zeros are not separated from each other */
  const PetscReal relative = 1e-4, of_shift = 0.01;

  return (PetscBool)(next - last >
                     relative * PetscAbsReal(next) + of_shift * PetscAbsReal(gap->sigma));
}

/* The convergence test of SLEPc, which also notes the values. Each iteration tests the eigenvalues
   in their order, up to the first that has not converged. */
static PetscErrorCode NoteRitzValue(EPS eps, PetscScalar value, PetscScalar imaginary,
                                    PetscReal residual, PetscReal *error, void *context)
{
  RitzGap        *gap  = context;
  const PetscReal size = PetscAbsScalar(value);
  PetscReal       tolerance;

  PetscFunctionBeginUser;
  (void)imaginary;
  *error = size > 0 ? residual / size : PETSC_INFINITY;
  PetscCall(EPSGetTolerances(eps, &tolerance, NULL));
  gap->next = gap->sigma + 1 / (PetscRealPart(value) + residual);
  if (*error >= tolerance) PetscFunctionReturn(PETSC_SUCCESS);
  if (gap->converged >= gap->requested && is_wide(gap, gap->last, gap->next))
    gap->inside = PETSC_TRUE;
  gap->last = gap->next;
  gap->converged++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Stops when the requested modes have converged and a gap follows. */
static PetscErrorCode StopAtGap(EPS eps, PetscInt its, PetscInt max_it, PetscInt nconv,
                                PetscInt nev, EPSConvergedReason *reason, void *context)
{
  /* MOST: largest number of modes beyond those requested. ROOM: vectors that a restart needs */
  enum { MOST = 8, ROOM = 4 };
  RitzGap *gap = context;
  PetscInt ncv;

  PetscFunctionBeginUser;
  PetscCall(EPSGetDimensions(eps, NULL, &ncv, NULL));
  PetscCall(EPSStoppingBasic(eps, its, max_it, nconv, nev, reason, NULL));
  gap->converged = nconv;
  if (*reason == EPS_CONVERGED_TOL && nconv < PetscMin(nev + MOST, ncv - ROOM) && its < max_it &&
      !gap->inside && !is_wide(gap, gap->last, gap->next))
    *reason = EPS_CONVERGED_ITERATING;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- modes found ----------------------------------------------------------------------------- */

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

/* Gets the shapes x[n] of a sweep and takes a step of inverse iteration with all of them. The step
   removes the shares of constraints and of dofs without mass, and most of those of high modes. */
static PetscErrorCode GetPurifiedShapes(ModeSearch *s, EPS eps, PetscInt n, Vec x[])
{
  PetscBool shell;
  const Mat mass = MassCoordinatesMatrix(s->coordinates, &shell);

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(VecDuplicate(s->p->sys->vec, &x[i]));
    PetscCall(EPSGetEigenvector(eps, i, s->scratch, NULL));
    PetscCall(MatMult(mass, s->scratch, x[i]));
    PetscCall(MassCoordinatesToForce(s->coordinates, x[i]));
  }
  PetscCall(FactorizationSolveBlock(s->p->factors, n, x));
  s->solves += n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Counts the converged modes up to the first gap behind those requested, and sets s->next to the
   mode behind this gap. */
static PetscErrorCode CountUpToGap(ModeSearch *s, EPS eps, const RitzGap *gap, PetscInt *n)
{
  PetscInt converged = 0;

  PetscFunctionBeginUser;
  PetscCall(EPSGetConverged(eps, &converged));
  *n      = converged;
  s->next = converged == gap->converged ? gap->next : PETSC_INFINITY;
  for (PetscInt i = gap->requested; gap->converged && i < converged; i++) {
    PetscScalar last, next;

    PetscCall(EPSGetEigenvalue(eps, i - 1, &last, NULL));
    PetscCall(EPSGetEigenvalue(eps, i, &next, NULL));
    if (!is_wide(gap, PetscRealPart(last), PetscRealPart(next))) continue;
    *n      = i;
    s->next = PetscRealPart(next);
    break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keeps the finite modes of a sweep. mu is the Rayleigh quotient, whose error is the square of the
   shape's error. */
static PetscErrorCode KeepConverged(ModeSearch *s, EPS eps, const RitzGap *gap)
{
  PetscInt n = 0;
  Vec     *x;

  PetscFunctionBeginUser;
  PetscCall(CountUpToGap(s, eps, gap, &n));
  PetscCall(PetscMalloc1(n, &x));
  PetscCall(GetPurifiedShapes(s, eps, n, x));
  for (PetscInt i = 0; i < n; i++) {
    PetscScalar real, imaginary;
    PetscReal   mu, round_off, mass;

    PetscCall(EPSGetEigenvalue(eps, i, &real, &imaginary));
    if (PetscAbsReal(real) < s->limit)
      PetscCall(PencilRayleigh(s->p, x[i], s->scratch, &mu, &round_off, &mass));
    if (PetscAbsReal(real) >= s->limit || !(mass > 0) || s->n >= s->max_modes) {
      PetscCall(VecDestroy(&x[i]));
      continue;
    }
    PetscCall(VecScale(x[i], 1 / PetscSqrtReal(mass)));
    PetscCall(InsertByMu(s, s->p->symmetric ? mu : real, imaginary, round_off, x[i]));
  }
  PetscCall(PetscFree(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- sweeps ---------------------------------------------------------------------------------- */

/* Solves with the factors of the pencil, in the coordinates of the mass. Overwrites s->scratch. */
static PetscErrorCode ApplyFactors(PC pc, Vec b, Vec x)
{
  ModeSearch *s;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &s));
  PetscCall(VecCopy(b, s->scratch));
  PetscCall(MassCoordinatesToForce(s->coordinates, s->scratch));
  PetscCall(MatSolve(s->p->factors, s->scratch, x));
  PetscCall(MassCoordinatesFromMotion(s->coordinates, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModeSearchFactor(ModeSearch *s, PetscReal sigma, PetscInt *below)
{
  PetscFunctionBeginUser;
  if (!s->factorization || s->factorization != s->p->factorizations || s->shift != sigma)
    PetscCall(PencilFactor(s->p, sigma, &s->below));
  s->factorization = s->p->factorizations;
  s->shift         = sigma;
  *below           = s->below;
  PetscCheck(*below != PENCIL_SINGULAR, s->p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "modes: a factorization finds a zero pivot; %s", singular_remedy);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors K - sigma M and makes eps invert it by these factors. *below = number of mu below sigma,
   by the signs of the factors. */
static PetscErrorCode SetShift(ModeSearch *s, EPS eps, PetscReal sigma, PetscBool shell, KSP *ksp,
                               PetscInt *below)
{
  ST st;
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(ModeSearchFactor(s, sigma, below));
  PetscCall(EPSSetTarget(eps, sigma));
  PetscCall(EPSSetWhichEigenpairs(eps, EPS_TARGET_MAGNITUDE));
  PetscCall(EPSGetST(eps, &st));
  PetscCall(STSetType(st, STSINVERT));
  PetscCall(STSetMatStructure(st, SAME_NONZERO_PATTERN));
  if (shell) PetscCall(STSetMatMode(st, ST_MATMODE_SHELL)); /* M' has no entries */
  PetscCall(STGetKSP(st, ksp));
  PetscCall(KSPSetType(*ksp, KSPPREONLY));
  PetscCall(KSPGetPC(*ksp, &pc));
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetContext(pc, s));
  PetscCall(PCShellSetApply(pc, ApplyFactors));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Gives SLEPc the modes found so far, which a sweep must not find again. */
static PetscErrorCode DeflateFound(ModeSearch *s, EPS eps)
{
  Vec *x;

  PetscFunctionBeginUser;
  if (!s->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicateVecs(s->scratch, s->n, &x));
  for (PetscInt k = 0; k < s->n; k++) {
    PetscCall(VecCopy(s->x[k], x[k]));
    PetscCall(MassCoordinatesFromMotion(s->coordinates, x[k]));
  }
  PetscCall(EPSSetDeflationSpace(eps, s->n, x));
  PetscCall(VecDestroyVecs(s->n, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModeSearchSweep(ModeSearch *s, PetscReal sigma, PetscInt n, PetscInt *below)
{
  /* kept: share of the vectors that a restart keeps. More of them need fewer solves, but more
     restarts */
  const PetscReal tolerance = 1e-10, kept = 0.7;
  RitzGap         gap = {.sigma = sigma, .next = PETSC_INFINITY};
  CaughtError     caught;
  PetscInt        size, nrequested, solves;
  PetscBool       shell;
  const Mat       mass = MassCoordinatesMatrix(s->coordinates, &shell);
  EPS             eps;
  KSP             ksp;

  PetscFunctionBeginUser;
  nrequested = PetscMax(1, PetscMin(n, s->max_modes - s->n));
  PetscCall(VecGetSize(s->p->sys->vec, &size));
  PetscCall(EigenSolverCreate(s->p->sys->vec, &eps));
  PetscCall(EPSSetOperators(eps, s->p->K, mass));
  PetscCall(EPSSetProblemType(eps, s->p->symmetric ? EPS_GHEP : EPS_PGNHEP));
  PetscCall(EPSSetType(eps, EPSKRYLOVSCHUR));
  PetscCall(EPSSetDimensions(
    eps, nrequested, PetscMin(size, PetscMax(2 * nrequested, nrequested + 15)), PETSC_DEFAULT));
  PetscCall(EPSKrylovSchurSetRestart(eps, kept));
  PetscCall(EPSSetTolerances(eps, tolerance, 500));
  PetscCall(EPSSetPurify(eps, PETSC_FALSE)); /* KeepConverged does, all at once */
  PetscCall(SetShift(s, eps, sigma, shell, &ksp, below));
  gap.requested = nrequested;
  if (s->p->symmetric && *below == 0 && nrequested < s->max_modes - s->n) {
    PetscCall(EPSSetConvergenceTestFunction(eps, NoteRitzValue, &gap, NULL));
    PetscCall(EPSSetStoppingTestFunction(eps, StopAtGap, &gap, NULL));
  }
  PetscCall(DeflateFound(s, eps));
  PetscCall(KSPReportSolves(ksp, s->p->K, 2 * PetscMax(2 * nrequested, nrequested + 15)));
  PetscCall(CatchErrorsBegin(&caught));
  (void)EPSSolve(eps);
  PetscCall(CatchErrorsEnd());
  PetscCheck(!caught.code || (s->n && has_found_all(&caught)),
             CaughtErrorComm(&caught, s->p->sys->comm), PETSC_ERR_NOT_CONVERGED,
             "modes: SLEPc returns '%s'; %s", caught.text, singular_remedy);
  if (!caught.code) PetscCall(KeepConverged(s, eps, &gap));
  PetscCall(KSPGetTotalIterations(ksp, &solves));
  s->solves += solves;
  PetscCall(EPSDestroy(&eps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the Rayleigh-Ritz method ---------------------------------------------------------------- */

/* Implements orthonormalization and the Rayleigh-Ritz method for symmetric pencils. */

PetscErrorCode RitzOrthonormalize(Pencil p, PetscInt n, Vec x[])
{
  PetscScalar *gram, *coefficients;
  Vec          Mx;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(n, &gram, n, &coefficients));
  PetscCall(VecDuplicate(p->sys->vec, &Mx));
  for (PetscInt k = 0; k < n; k++) {
    for (int twice = 0; twice < 2; twice++) { /* the second pass removes round-off */
      PetscCall(MatMult(p->M, x[k], Mx));
      PetscCall(VecMDot(Mx, k + 1, x, gram));
      for (PetscInt i = 0; i < k; i++) coefficients[i] = -gram[i];
      PetscCall(VecMAXPY(x[k], k, coefficients, x));
      PetscCall(VecScale(x[k], 1 / PetscSqrtReal(PetscRealPart(gram[k]))));
    }
  }
  PetscCall(VecDestroy(&Mx));
  PetscCall(PetscFree2(gram, coefficients));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Rotates the orthonormal x[n] so that x K x is diagonal. */
static PetscErrorCode DiagonalizeStiffness(Pencil p, PetscInt n, Vec x[])
{
  PetscScalar *A;
  PetscReal   *values;
  Vec         *rotated, Kx;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2((size_t)n * (size_t)n, &A, n, &values));
  PetscCall(VecDuplicate(p->sys->vec, &Kx));
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(MatMult(p->K, x[k], Kx));
    PetscCall(VecMDot(Kx, n, x, A + n * k));
  }
  PetscCall(LapackEigen(n, A, values));
  PetscCall(VecDuplicateVecs(p->sys->vec, n, &rotated));
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(VecZeroEntries(rotated[k]));
    PetscCall(VecMAXPY(rotated[k], n, A + n * k, x));
  }
  for (PetscInt k = 0; k < n; k++) PetscCall(VecCopy(rotated[k], x[k]));
  PetscCall(VecDestroyVecs(n, &rotated));
  PetscCall(VecDestroy(&Kx));
  PetscCall(PetscFree2(A, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RitzImprove(Pencil p, PetscReal sigma, PetscInt n, Vec x[], PetscInt *solves)
{
  PetscInt below;
  Vec      Mx;

  PetscFunctionBeginUser;
  PetscCall(PencilFactor(p, sigma, &below));
  PetscCheck(below != PENCIL_SINGULAR, p->sys->comm, PETSC_ERR_ARG_WRONGSTATE,
             "the shift is an eigenvalue");
  PetscCall(VecDuplicate(p->sys->vec, &Mx));
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(MatMult(p->M, x[k], Mx));
    PetscCall(VecCopy(Mx, x[k]));
  }
  PetscCall(FactorizationSolveBlock(p->factors, n, x));
  *solves += n;
  PetscCall(VecDestroy(&Mx));
  PetscCall(RitzOrthonormalize(p, n, x));
  PetscCall(DiagonalizeStiffness(p, n, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}
