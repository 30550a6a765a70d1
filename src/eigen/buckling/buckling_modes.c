/* buckling_modes.c: finds load factors of linear buckling by SLEPc and counts them by inertia. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "buckling_modes.h"
#include "load_factors.h"
#include "eigen/factorization.h"
#include "base/error.h"
#include "eigen/pencil.h"

/* ---- the range without factors --------------------------------------------------------------- */

/* *same: K + p K' has as many negative eigenvalues as K at p = bound and at p = -bound. */
static PetscErrorCode HasSameInertia(Pencil p, PetscInt unstable, PetscReal bound, PetscBool *same)
{
  PetscFunctionBeginUser;
  *same = PETSC_TRUE;
  for (int side = -1; side <= 1; side += 2) {
    PetscInt negative;

    PetscCall(PencilCountBelow(p, side * bound, &negative));
    if (negative != unstable) *same = PETSC_FALSE;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds *bound up to which K + p K' has as many negative eigenvalues as K.

   Input:
     p         symmetric pencil in which no factor was found
     unstable  number of negative eigenvalues of K
   Output:
     bound     PETSC_INFINITY if K' is zero; 0 if the number changes near zero, too. If K is
               positive, there is no factor between -bound and bound
   Collective. */
static PetscErrorCode EmptyRangeFind(Pencil p, PetscInt unstable, PetscReal *bound)
{
  enum { DECADES = 12 };
  const PetscReal noise = 1e-2; /* errors of p K' relative to K at the first bound */
  PetscReal       size;
  PetscBool       same = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(MatNorm(p->M, NORM_FROBENIUS, &size));
  *bound = size > 0 ? noise / p->round_off : PETSC_INFINITY;
  if (size == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < DECADES && !same; k++) {
    PetscCall(HasSameInertia(p, unstable, *bound, &same));
    if (!same) *bound /= 10;
  }
  if (!same) *bound = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- modes ----------------------------------------------------------------------------------- */

typedef struct {
  Pencil p;
  /* K is positive on the constraints, so each factor adds one negative direction beyond it */
  PetscBool   definite;
  PetscBool   exhaustive;  /* a sweep finds all factors */
  PetscInt    n, capacity; /* found so far, by ascending |factor| */
  PetscReal  *factor;
  Vec        *x, scratch;
  PetscRandom random;
  PetscReal   reach; /* largest size of an eigenvalue, real or not, that a sweep has found */
  PetscInt    solves;
} BucklingSearch;

enum { MAX_SWEEPS = 8, EXTRA = 2 };

static PetscErrorCode InsertFactor(BucklingSearch *s, PetscReal factor, Vec x)
{
  PetscInt k;

  PetscFunctionBeginUser;
  if (s->n == s->capacity) {
    s->capacity = 2 * s->capacity + 32;
    PetscCall(PetscRealloc((size_t)s->capacity * sizeof *s->factor, &s->factor));
    PetscCall(PetscRealloc((size_t)s->capacity * sizeof *s->x, &s->x));
  }
  for (k = s->n++; k > 0 && PetscAbsReal(s->factor[k - 1]) > PetscAbsReal(factor); k--) {
    s->factor[k] = s->factor[k - 1];
    s->x[k]      = s->x[k - 1];
  }
  s->factor[k] = factor;
  s->x[k]      = x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Removes from x its parts along vectors of the same factor. *is_new: a part of x is left.
   Sweeps about 0 find the same vectors again. The products mix displacements and rotations: in
   very small units of length a vector that differs in rotations alone may be taken for an old one.
   The count by inertia, which has no such limit, then reports that a factor is missing. */
static PetscErrorCode IsNewVector(BucklingSearch *s, PetscReal factor, Vec x, PetscBool *is_new)
{
  /* same: relative difference of factors, above which vectors are independent. remainder: part of x
     that is left, relative to x; that of a vector found again is its error, which is smaller. Four
     columns with eight factors, equal in pairs, are in tests/analysis/buckling.py. */
  const PetscReal same = 1e-5, remainder = 1e-4;
  PetscReal       size, rest;

  PetscFunctionBeginUser;
  PetscCall(VecNorm(x, NORM_2, &size));
  for (int twice = 0; twice < 2; twice++)
    for (PetscInt k = 0; k < s->n; k++) {
      PetscScalar dot, square;

      if (PetscAbsReal(s->factor[k] - factor) > same * PetscAbsReal(factor)) continue;
      PetscCall(VecDot(x, s->x[k], &dot));
      PetscCall(VecDot(s->x[k], s->x[k], &square));
      PetscCall(VecAXPY(x, -dot / square, s->x[k]));
    }
  PetscCall(VecNorm(x, NORM_2, &rest));
  *is_new = (PetscBool)(rest > remainder * size);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Replaces a factor by the Rayleigh quotient of its vector. *is_real: the quotient is not one of
   round-off in K'. */
static PetscErrorCode RefineFactor(BucklingSearch *s, Vec x, PetscReal *factor, PetscBool *is_real)
{
  PetscScalar stiffness, geometric, size;
  Vec         absolute;

  PetscFunctionBeginUser;
  PetscCall(MatMult(s->p->K, x, s->scratch));
  PetscCall(VecDot(s->scratch, x, &stiffness));
  PetscCall(MatMult(s->p->M, x, s->scratch));
  PetscCall(VecDot(s->scratch, x, &geometric));
  PetscCall(PencilAbsMult(s->p, x, s->scratch));
  PetscCall(VecDuplicate(x, &absolute));
  PetscCall(VecCopy(x, absolute));
  PetscCall(VecAbs(absolute));
  PetscCall(VecDot(s->scratch, absolute, &size));
  PetscCall(VecDestroy(&absolute));
  *is_real = (PetscBool)(PetscAbsReal(geometric) > s->p->round_off * size);
  if (*is_real) *factor = stiffness / geometric;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes x and its factor into the list, or destroys x if it is no new factor. */
static PetscErrorCode KeepFactor(BucklingSearch *s, PetscReal factor, Vec x)
{
  PetscBool keep = PETSC_TRUE;

  PetscFunctionBeginUser;
  if (s->p->symmetric) PetscCall(RefineFactor(s, x, &factor, &keep));
  if (keep) PetscCall(IsNewVector(s, factor, x, &keep));
  if (keep) PetscCall(InsertFactor(s, factor, x));
  else PetscCall(VecDestroy(&x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool is_definite(const BucklingSearch *s)
{
  return (PetscBool)(s->definite && !s->p->rows && s->p->symmetric);
}

/* Searches n factors that are not known yet. */
static PetscErrorCode SweepFactors(BucklingSearch *s, PetscInt n)
{
  const KrylovKnown known = {.n = s->n, .x = s->x, .random = s->random};
  PetscInt          found;
  PetscReal        *factor;
  Vec              *x;

  PetscFunctionBeginUser;
  if (s->exhaustive)
    PetscCall(DenseFactorsFind(s->p, is_definite(s), s->n + n, &found, &factor, &x));
  else
    PetscCall(KrylovFactorsFind(s->p, is_definite(s), n, &known, &found, &factor, &x, &s->reach,
                                &s->solves));
  for (PetscInt k = 0; k < found; k++) PetscCall(KeepFactor(s, factor[k], x[k]));
  PetscCall(PetscFree(factor));
  PetscCall(PetscFree(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscInt count_within(const BucklingSearch *s, PetscReal bound)
{
  PetscInt n = 0;

  while (n < s->n && PetscAbsReal(s->factor[n]) < bound) n++;
  return n;
}

/* Returns a bound in a gap beyond the first n factors, or beyond all if there is no gap. */
static PetscReal choose_bound(const BucklingSearch *s, PetscInt n)
{
  /* relative to the factor, far above the error of factors: a count by inertia there is certain */
  const PetscReal gap = 1e-5, beyond = 1 + 1e-4;

  for (PetscInt k = PetscMax(1, n); k < s->n; k++) {
    const PetscReal a = PetscAbsReal(s->factor[k - 1]), b = PetscAbsReal(s->factor[k]);

    if (b - a > gap * b) return (a + b) / 2;
  }
  return s->n ? beyond * PetscAbsReal(s->factor[s->n - 1]) : 0;
}

/* *explained: the factors found explain the inertia at bound and at -bound. Beyond a factor with
   x . K x > 0 the pencil has one more negative eigenvalue, and otherwise one less. *missing: how
   many factors are missing at least. Moves bound if it is a factor. */
static PetscErrorCode ExplainInertia(BucklingSearch *s, PetscInt unstable, PetscReal *bound,
                                     PetscInt *missing, PetscBool *explained)
{
  PetscInt counted[2], found[2] = {unstable, unstable};

  PetscFunctionBeginUser;
  for (PetscBool singular = PETSC_TRUE; singular;) {
    for (int side = 0; side < 2; side++)
      PetscCall(PencilCountBelow(s->p, side ? *bound : -*bound, &counted[side]));
    singular = (PetscBool)(counted[0] == PENCIL_SINGULAR || counted[1] == PENCIL_SINGULAR);
    /* a bound that is a load factor moves off it by a relative 1e-7, which is far above the error
       of load factors (1e-11) and far below the gap between them that the search asks for (1e-5) */
    if (singular) *bound *= 1 - 1e-7;
  }
  for (PetscInt k = 0; k < count_within(s, *bound); k++) {
    PetscReal stiffness = 1;

    if (!is_definite(s)) {
      PetscCall(MatMult(s->p->K, s->x[k], s->scratch));
      PetscCall(VecDot(s->scratch, s->x[k], &stiffness));
    }
    found[s->factor[k] > 0] += stiffness > 0 ? 1 : -1;
  }
  *missing   = PetscAbsInt(counted[0] - found[0]) + PetscAbsInt(counted[1] - found[1]);
  *explained = (PetscBool)(*missing == 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *explained: the factors explain the inertia in each gap between them. If K is positive, each
   factor adds a negative eigenvalue, and the inertia at the bound is enough. */
static PetscErrorCode ExplainGaps(BucklingSearch *s, PetscInt unstable, PetscReal bound,
                                  PetscBool *explained)
{
  const PetscReal gap = 1e-5; /* as in choose_bound */

  PetscFunctionBeginUser;
  *explained = PETSC_TRUE;
  if (is_definite(s)) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 1; k < count_within(s, bound) && *explained; k++) {
    const PetscReal a = PetscAbsReal(s->factor[k - 1]), b = PetscAbsReal(s->factor[k]);
    PetscReal       middle = (a + b) / 2;
    PetscInt        missing;

    if (b - a > gap * b) PetscCall(ExplainInertia(s, unstable, &middle, &missing, explained));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *all: no factor between those found can be missing, such as two whose effects cancel. It is so if
   all eigenvalues are known, or if all factors with x . K x < 0 are: they are at most as many as K
   has negative eigenvalues, and other factors add up. */
static PetscErrorCode AllTypesFound(BucklingSearch *s, PetscInt unstable, PetscBool *all)
{
  PetscInt negative = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < s->n; k++) {
    PetscReal stiffness;

    PetscCall(MatMult(s->p->K, s->x[k], s->scratch));
    PetscCall(VecDot(s->scratch, s->x[k], &stiffness));
    negative += stiffness < 0;
  }
  *all = (PetscBool)(s->exhaustive || negative == unstable);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sweeps until the factors found explain the inertia. If K is positive, they always can. */
static PetscErrorCode FindMissing(BucklingSearch *s, BucklingFactors *f)
{
  PetscInt missing = 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < MAX_SWEEPS; k++) {
    const PetscInt n = s->n;

    PetscCall(ExplainInertia(s, f->unstable, &f->bound, &missing, &f->certified));
    if (f->certified) break;
    PetscCall(SweepFactors(s, missing + EXTRA));
    if (s->n == n && !is_definite(s)) break;
  }
  PetscCheck(f->certified || !is_definite(s), s->p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "buckling: %" PetscInt_FMT " factors were found, but the inertia counts %" PetscInt_FMT
             " others; ask for fewer (-buckling)",
             count_within(s, f->bound), missing);
  if (f->certified) PetscCall(ExplainGaps(s, f->unstable, f->bound, &f->certified));
  if (f->certified) PetscCall(AllTypesFound(s, f->unstable, &f->certified));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Proves that there is no factor: by inertia if K is positive, or because all eigenvalues of a
   small pencil are known. Sets f->bound, the size up to which no factor exists. A pencil that is
   not symmetric may have only complex eigenvalues up to this size. */
static PetscErrorCode ProveNone(BucklingSearch *s, PetscBool counts, BucklingFactors *f)
{
  PetscFunctionBeginUser;
  counts = (PetscBool)(counts && s->p->symmetric);
  if (counts) PetscCall(EmptyRangeFind(s->p, f->unstable, &f->bound));
  f->certified = (PetscBool)(counts && f->bound > 0 && (s->definite || s->exhaustive));
  if (!s->p->symmetric) f->bound = s->exhaustive ? PETSC_INFINITY : s->reach;
  PetscCheck(f->certified || (!s->p->symmetric && f->bound > 0), s->p->sys->comm,
             PETSC_ERR_NOT_CONVERGED,
             "buckling: no factor was found, but %s; -analysis path follows the equilibria",
             !s->p->symmetric ? "SLEPc found no eigenvalue at all"
                              : "the number of unstable directions changes with the loads");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Moves the first factors and their shapes to f, which owns them. */
static PetscErrorCode TransferFactors(BucklingSearch *s, Mat second, PetscInt number,
                                      BucklingFactors *f)
{
  PetscReal size, of_K, of_M, stiffness, bend;
  Vec       Mx;

  PetscFunctionBeginUser;
  f->n = number;
  PetscCall(
    PetscMalloc4(number, &f->factor, number, &f->residual, number, &f->second, number, &f->x));
  PetscCall(VecDuplicate(s->scratch, &Mx));
  for (PetscInt k = 0; k < s->n; k++) {
    if (k >= number) {
      PetscCall(VecDestroy(&s->x[k]));
      continue;
    }
    f->factor[k] = s->factor[k];
    f->x[k]      = s->x[k];
    PetscCall(VecNorm(f->x[k], NORM_INFINITY, &size));
    PetscCall(VecScale(f->x[k], 1 / size));
    PetscCall(MatMult(second, f->x[k], s->scratch));
    PetscCall(VecDot(s->scratch, f->x[k], &bend));
    PetscCall(MatMult(s->p->K, f->x[k], s->scratch));
    PetscCall(VecDot(s->scratch, f->x[k], &stiffness));
    f->second[k] = PetscSqr(f->factor[k]) / 2 * bend / stiffness;
    PetscCall(MatMult(s->p->M, f->x[k], Mx));
    PetscCall(VecScale(Mx, f->factor[k]));
    PetscCall(VecNorm(s->scratch, NORM_2, &of_K));
    PetscCall(VecNorm(Mx, NORM_2, &of_M));
    PetscCall(VecAXPY(Mx, -1, s->scratch));
    PetscCall(VecNorm(Mx, NORM_2, &f->residual[k]));
    f->residual[k] /= of_K + of_M;
  }
  PetscCall(VecDestroy(&Mx));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BucklingFind(Pencil p, Mat second, PetscInt n, BucklingFactors *f)
{
  BucklingSearch s       = {.p = p, .definite = PETSC_TRUE};
  PetscInt       at_zero = 0, size;

  PetscFunctionBeginUser;
  PetscCall(VecGetSize(p->sys->vec, &size));
  s.exhaustive = (PetscBool)(size <= DENSE_FACTORS_LIMIT);
  *f           = (BucklingFactors){.rows = p->rows};
  PetscCall(VecDuplicate(p->sys->vec, &s.scratch));
  PetscCall(PetscRandomCreate(p->sys->comm, &s.random));
  if (p->symmetric) PetscCall(PencilFactorStiffness(p, &at_zero));
  f->unstable = PetscMax(at_zero, 0);
  s.definite  = (PetscBool)(at_zero == 0);
  PetscCall(SweepFactors(&s, n + EXTRA));
  f->bound = choose_bound(&s, n);
  if (!s.n) PetscCall(ProveNone(&s, (PetscBool)(at_zero >= 0), f));
  else if (p->symmetric && at_zero >= 0) PetscCall(FindMissing(&s, f));
  PetscCall(TransferFactors(&s, second, count_within(&s, f->bound), f));
  f->factorizations = p->factorizations;
  f->solves         = s.solves;
  PetscCall(VecDestroy(&s.scratch));
  PetscCall(PetscRandomDestroy(&s.random));
  PetscCall(PetscFree(s.factor));
  PetscCall(PetscFree(s.x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BucklingDestroy(BucklingFactors *f)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < f->n; k++) PetscCall(VecDestroy(&f->x[k]));
  PetscCall(PetscFree4(f->factor, f->residual, f->second, f->x));
  f->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
