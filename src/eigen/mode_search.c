/* mode_search.c: keeps the modes of free vibration that sweeps of SLEPc find. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "mode_search.h"
#include "eigen_solver.h"
#include "factorization.h"
#include "base/error.h"

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

/* Gets the shapes x[n] of a sweep and takes a step of inverse iteration with all of them. The step
   removes the shares of constraints and of dofs without mass, and most of those of high modes. */
static PetscErrorCode GetPurifiedShapes(ModeSearch *s, EPS eps, PetscInt n, Vec x[])
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(VecDuplicate(s->p->sys->vec, &x[i]));
    PetscCall(EPSGetEigenvector(eps, i, s->scratch, NULL));
    PetscCall(MatMult(s->p->M, s->scratch, x[i]));
  }
  PetscCall(FactorizationSolveBlock(s->p->factors, n, x));
  s->solves += n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keeps the finite modes of a sweep. mu is the Rayleigh quotient, whose error is the square of the
   shape's error. */
static PetscErrorCode KeepConverged(ModeSearch *s, EPS eps)
{
  PetscInt n;
  Vec     *x;

  PetscFunctionBeginUser;
  PetscCall(EPSGetConverged(eps, &n));
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

/* Solves with the factors of the pencil. */
static PetscErrorCode ApplyFactors(PC pc, Vec b, Vec x)
{
  Pencil p;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &p));
  PetscCall(MatSolve(p->factors, b, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors K - sigma M and makes eps invert it by these factors. *below = number of mu below sigma,
   by the signs of the factors. */
static PetscErrorCode SetShift(ModeSearch *s, EPS eps, PetscReal sigma, KSP *ksp, PetscInt *below)
{
  ST st;
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(PencilFactor(s->p, sigma, below));
  PetscCheck(*below != PENCIL_SINGULAR, s->p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "modes: a factorization finds a zero pivot; %s", singular_remedy);
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

PetscErrorCode ModeSearchSweep(ModeSearch *s, PetscReal sigma, PetscInt n, PetscInt *below)
{
  const PetscReal tolerance = 1e-10;
  CaughtError     caught;
  PetscInt        size, nrequested, solves;
  EPS             eps;
  KSP             ksp;

  PetscFunctionBeginUser;
  nrequested = PetscMax(1, PetscMin(n, s->max_modes - s->n));
  PetscCall(VecGetSize(s->p->sys->vec, &size));
  PetscCall(EigenSolverCreate(s->p->sys->vec, &eps));
  PetscCall(EPSSetOperators(eps, s->p->K, s->p->M));
  PetscCall(EPSSetProblemType(eps, s->p->symmetric ? EPS_GHEP : EPS_PGNHEP));
  PetscCall(EPSSetType(eps, EPSKRYLOVSCHUR));
  PetscCall(EPSSetDimensions(
    eps, nrequested, PetscMin(size, PetscMax(2 * nrequested, nrequested + 15)), PETSC_DEFAULT));
  PetscCall(EPSSetTolerances(eps, tolerance, 500));
  PetscCall(EPSSetPurify(eps, PETSC_FALSE)); /* KeepConverged does, all at once */
  PetscCall(SetShift(s, eps, sigma, &ksp, below));
  if (s->n) PetscCall(EPSSetDeflationSpace(eps, s->n, s->x));
  PetscCall(KSPReportSolves(ksp, s->p->K, 2 * PetscMax(2 * nrequested, nrequested + 15)));
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
