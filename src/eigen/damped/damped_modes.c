/* damped_modes.c: finds damped modes by Davidson's method, starting from the undamped modes.

   The undamped modes are counted by inertia, so no part of a multiple mode is missed. Inverse
   iterations of vectors that do not satisfy the quadratic problem yet extend their span. All use
   the factors at one shift. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "damped_modes.h"
#include "base/printing.h"
#include "eigen/factorization.h"
#include "eigen/undamped_modes.h"
#include "subspace.h"

typedef struct {
  Quadratic   q;
  Subspace    span;
  Mat         P, factors; /* K + s C + s^2 M */
  PetscReal   shift;      /* s [1/s] */
  PetscReal   unit;       /* unit of frequencies [rad/s] */
  DampedModes found;
  PetscInt    capacity;
  /* |z| of the nearest eigenvector that has not converged, or infinity; its residual */
  PetscReal unconverged, remainder;
} DampedSearch;

/* Relative difference of equal eigenvalues, compared with their size plus the unit. Share of a
   vector outside those found at the same place, from which on it counts as new. Eigenvalues are
   accepted with residuals of 1e-7, so that equal ones differ by less than EQUAL. Thirty equal
   oscillators, all of which must be found, are in tests/analysis/damped_modes.py. */
static const PetscReal EQUAL = 1e-6, NEW_SHARE = 1e-3;
enum { MAX_ROUNDS = 60 };

static PetscReal mode_size(const DampedModes *m, PetscInt k)
{
  return PetscSqrtReal(PetscSqr(m->growth[k]) + PetscSqr(m->omega[k]));
}

/* *zero: z is 0 up to round-off; for a double root z has the square root of the round-off. */
static PetscErrorCode IsZeroMode(DampedSearch *s, PetscReal z, Vec x, PetscBool *zero)
{
  /* Relative to the unit [rad/s] of the search: the root of a relative round-off of 1e-10 of its
     square. Rigid motions, and a mass on a damper alone, are in tests/analysis/damped_modes.py. */
  const PetscReal near = 1e-5;
  PetscReal       mu, round_off, mass;

  PetscFunctionBeginUser;
  *zero = PETSC_FALSE;
  if (z > near * s->unit) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PencilRayleigh(s->q->p, x, s->q->Kx[0], &mu, &round_off, &mass));
  *zero = (PetscBool)(PetscAbsReal(mu) <= PetscMax(round_off, PetscSqr(near * s->unit)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- modes found ----------------------------------------------------------------------------- */

static PetscErrorCode ReserveModes(DampedSearch *s)
{
  DampedModes *m = &s->found;

  PetscFunctionBeginUser;
  if (m->n < s->capacity) PetscFunctionReturn(PETSC_SUCCESS);
  s->capacity = 2 * s->capacity + 32;
  PetscCall(PetscRealloc((size_t)s->capacity * sizeof *m->growth, &m->growth));
  PetscCall(PetscRealloc((size_t)s->capacity * sizeof *m->omega, &m->omega));
  PetscCall(PetscRealloc((size_t)s->capacity * sizeof *m->residual, &m->residual));
  PetscCall(PetscRealloc((size_t)s->capacity * sizeof *m->zero, &m->zero));
  PetscCall(PetscRealloc((size_t)s->capacity * sizeof *m->x, &m->x));
  PetscCall(PetscRealloc((size_t)s->capacity * sizeof *m->y, &m->y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Subtracts from x + i y its parts along modes at z, which are orthonormal in the metric of M. */
static PetscErrorCode Deflate(DampedSearch *s, PetscReal re, PetscReal im, PetscBool zero, Vec x,
                              Vec y)
{
  const DampedModes *m   = &s->found;
  const PetscReal    tol = EQUAL * (hypot(re, im) + s->unit);

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < 2 * m->n; k++) { /* the second pass removes round-off */
    const PetscInt j = k % m->n;
    PetscReal      c[4];

    if (zero != m->zero[j] || (!zero && hypot(m->growth[j] - re, m->omega[j] - im) > tol)) continue;
    PetscCall(MatMult(s->q->p->M, x, s->q->Mx[0]));
    PetscCall(MatMult(s->q->p->M, y, s->q->Mx[1]));
    /* product of the conjugate of the mode with x + i y */
    PetscCall(VecDot(s->q->Mx[0], m->x[j], &c[0]));
    PetscCall(VecDot(s->q->Mx[1], m->y[j], &c[1]));
    PetscCall(VecDot(s->q->Mx[1], m->x[j], &c[2]));
    PetscCall(VecDot(s->q->Mx[0], m->y[j], &c[3]));
    PetscCall(VecAXPBYPCZ(x, -(c[0] + c[1]), c[2] - c[3], 1, m->x[j], m->y[j]));
    PetscCall(VecAXPBYPCZ(y, -(c[2] - c[3]), -(c[0] + c[1]), 1, m->x[j], m->y[j]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Inserts x + i y by |z|; the search owns the vectors from then on. */
static PetscErrorCode InsertDamped(DampedSearch *s, PetscReal re, PetscReal im, PetscReal residual,
                                   PetscBool zero, Vec x, Vec y)
{
  DampedModes *m = &s->found;
  PetscInt     k;

  PetscFunctionBeginUser;
  PetscCall(ReserveModes(s));
  for (k = m->n++; k > 0 && mode_size(m, k - 1) > hypot(re, im); k--) {
    m->growth[k]   = m->growth[k - 1];
    m->omega[k]    = m->omega[k - 1];
    m->residual[k] = m->residual[k - 1];
    m->zero[k]     = m->zero[k - 1];
    m->x[k]        = m->x[k - 1];
    m->y[k]        = m->y[k - 1];
  }
  m->growth[k]   = zero ? 0 : re;
  m->omega[k]    = zero ? 0 : im;
  m->residual[k] = residual;
  m->zero[k]     = zero;
  m->x[k]        = x;
  m->y[k]        = y;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keeps an eigenvector if it is a new mode. */
static PetscErrorCode KeepDamped(DampedSearch *s, PetscReal re, PetscReal im, Vec x, Vec y,
                                 PetscBool *kept)
{
  PetscReal residual = 0, size;
  PetscBool zero;

  PetscFunctionBeginUser;
  *kept = PETSC_FALSE;
  PetscCall(QuadraticNormalize(s->q, x, y, &size));
  if (size == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(QuadraticMeetsConstraints(s->q, x, y, kept));
  if (!*kept) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(IsZeroMode(s, hypot(re, im), x, &zero));
  PetscCall(Deflate(s, re, im, zero, x, y));
  PetscCall(QuadraticNormalize(s->q, x, y, &size));
  *kept = (PetscBool)(size > NEW_SHARE * NEW_SHARE);
  if (!*kept) PetscFunctionReturn(PETSC_SUCCESS);
  if (!zero) PetscCall(QuadraticResidual(s->q, re, im, x, y, &residual, kept));
  if (!*kept && hypot(re, im) < s->unconverged) {
    s->unconverged = hypot(re, im);
    s->remainder   = residual;
  }
  if (*kept) PetscCall(InsertDamped(s, re, im, residual, zero, x, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the search ------------------------------------------------------------------------------ */

/* Factors P = K + s C + s^2 M for inverse iterations. */
static PetscErrorCode FactorShifted(DampedSearch *s)
{
  const Pencil p = s->q->p;
  PetscBool    symmetric, singular;

  PetscFunctionBeginUser;
  PetscCall(PencilHasSymmetricDamping(p, &symmetric));
  PetscCall(MatDuplicate(p->K, MAT_COPY_VALUES, &s->P));
  PetscCall(MatAXPY(s->P, s->shift, p->C, SAME_NONZERO_PATTERN));
  PetscCall(MatAXPY(s->P, s->shift * s->shift, p->M, SAME_NONZERO_PATTERN));
  PetscCall(
    FactorizationCompute(s->P, (PetscBool)(symmetric && p->symmetric), &s->factors, &singular));
  s->found.factorizations++;
  PetscCheck(!singular, p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "modes: the stiffness, damping and mass matrices are singular together: a part has "
             "none of them in some "
             "direction");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the undamped modes to the span, and the response to the velocity forces of each. */
static PetscErrorCode StartSpan(DampedSearch *s, const Modes *undamped)
{
  Vec Cx, w;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->q->p->sys->vec, &Cx));
  PetscCall(VecDuplicate(s->q->p->sys->vec, &w));
  for (PetscInt k = 0; k < undamped->n; k++) PetscCall(SubspaceAdd(s->span, undamped->x[k]));
  for (PetscInt k = 0; k < undamped->n; k++) {
    PetscReal size;

    PetscCall(PencilDampingMult(s->q->p, undamped->x[k], Cx));
    PetscCall(VecNorm(Cx, NORM_INFINITY, &size));
    if (size == 0) continue;
    PetscCall(MatSolve(s->factors, Cx, w));
    s->found.solves++;
    PetscCall(SubspaceAdd(s->span, w));
  }
  PetscCall(VecDestroy(&w));
  PetscCall(VecDestroy(&Cx));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes eigenvector k of the span as x + i y, and its change step[2] in an inverse iteration.
   In *off it returns the size of the change relative to the vector. */
static PetscErrorCode InverseIterate(DampedSearch *s, PetscInt k, Vec x, Vec y, Vec step[2],
                                     PetscReal *off)
{
  PetscReal residual, of_x[2], of_step[2];
  PetscBool solves;

  PetscFunctionBeginUser;
  PetscCall(SubspaceGetVector(s->span, k, x, y));
  for (int h = 0; h < 2; h++) PetscCall(SubspaceNorm(s->span, h ? y : x, &of_x[h]));
  PetscCall(QuadraticResidual(s->q, s->span->re[k], s->span->im[k], x, y, &residual, &solves));
  for (int h = 0; h < 2; h++) {
    PetscCall(MatSolve(s->factors, s->q->remainder[h], step[h]));
    PetscCall(SubspaceNorm(s->span, step[h], &of_step[h]));
    s->found.solves++;
  }
  *off = hypot(of_step[0], of_step[1]) / hypot(of_x[0], of_x[1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reduces a large span to that of its first n eigenvectors. */
static PetscErrorCode RestartSpan(DampedSearch *s, PetscInt n)
{
  const PetscInt keep = PetscMin(n, s->span->nfound);
  Vec           *all;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(s->q->p->sys->vec, 2 * keep, &all));
  for (PetscInt k = 0; k < keep; k++)
    PetscCall(SubspaceGetVector(s->span, k, all[2 * k], all[2 * k + 1]));
  PetscCall(SubspaceRestart(s->span, 2 * keep, all));
  PetscCall(VecDestroyVecs(2 * keep, &all));
  PetscCall(SubspaceSolve(s->span, s->shift));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Extends the span until n eigenvectors and a few guard vectors have converged. */
static PetscErrorCode Converge(DampedSearch *s, PetscInt n)
{
  /* Change of a vector in a step of inverse iteration, relative to it. enough is accepted if
     changes no longer fall, as round-off of ill-conditioned models has it. */
  const PetscReal tolerance = 1e-10, enough = 1e-6;
  const PetscInt  guard = 4, max_size = 6 * n + 60;
  PetscReal       off = 0, worst = 0, last = PETSC_INFINITY;
  Vec            *w; /* x, y and their changes */

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(s->q->p->sys->vec, 4, &w));
  for (int round = 0; round < MAX_ROUNDS; round++) {
    const PetscInt before = s->span->n;

    PetscCall(LongPhaseReport(-1, "damped modes, round %d, change %.2g", round + 1, (double)worst));
    PetscCall(SubspaceSolve(s->span, s->shift));
    if (s->span->n > max_size) PetscCall(RestartSpan(s, n + guard));
    worst = 0;
    for (PetscInt k = 0; k < PetscMin(n + guard, s->span->nfound); k++) {
      PetscCall(InverseIterate(s, k, w[0], w[1], w + 2, &off));
      if (k < n) worst = PetscMax(worst, off);
      for (int h = 2; h < 4 && off > tolerance; h++) PetscCall(SubspaceAdd(s->span, w[h]));
    }
    if (worst <= tolerance || s->span->n == before || (worst <= enough && worst > last / 4))
      break; /* converged, or limited by round-off */
    last = worst;
  }
  PetscCall(VecDestroyVecs(4, &w));
  PetscCheck(worst <= enough, s->q->p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "modes: after %d rounds the damped modes still change by %.2g; ask for fewer",
             (int)MAX_ROUNDS, (double)worst);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keeps the motions x without stiffness: (z^2 M + z C + K) x = 0 at z = 0 with any damping. The
   eigenvectors of the span may lack some of them, because their z are equal and double. */
static PetscErrorCode CollectZeros(DampedSearch *s, const Modes *undamped)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < undamped->n; k++) {
    PetscBool kept;
    Vec       x, y;

    if (!undamped->zero[k]) continue;
    PetscCall(VecDuplicate(undamped->x[k], &x));
    PetscCall(VecDuplicate(undamped->x[k], &y));
    PetscCall(VecCopy(undamped->x[k], x));
    PetscCall(VecZeroEntries(y));
    PetscCall(KeepDamped(s, 0, 0, x, y, &kept));
    if (kept) continue;
    PetscCall(VecDestroy(&x));
    PetscCall(VecDestroy(&y));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keeps the eigenvectors nearest to 0, at least n of them. The last iteration also finds their
   multipliers. */
static PetscErrorCode CollectModes(DampedSearch *s, PetscInt n)
{
  PetscReal off;
  Vec      *step;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(s->q->p->sys->vec, 2, &step));
  for (PetscInt k = 0; k < s->span->nfound && s->found.n < n + 1; k++) {
    PetscBool kept;
    Vec       x, y;

    PetscCall(VecDuplicate(s->q->p->sys->vec, &x));
    PetscCall(VecDuplicate(s->q->p->sys->vec, &y));
    PetscCall(InverseIterate(s, k, x, y, step, &off));
    PetscCall(VecAXPY(x, -1, step[0]));
    PetscCall(VecAXPY(y, -1, step[1]));
    PetscCall(KeepDamped(s, s->span->re[k], s->span->im[k], x, y, &kept));
    if (kept) continue;
    PetscCall(VecDestroy(&x));
    PetscCall(VecDestroy(&y));
  }
  PetscCall(VecDestroyVecs(2, &step));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the unit of a model in which nothing elastic moves: the largest entry of the damping matrix
   between the modes [1/s], which are all modes. Without dampers all is at rest in any unit. */
static PetscErrorCode MeasureRates(DampedSearch *s, const Modes *modes)
{
  PetscReal *rate;
  Vec        Cx;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->q->p->sys->vec, &Cx));
  PetscCall(PetscMalloc1(modes->n, &rate));
  for (PetscInt k = 0; k < modes->n; k++) {
    PetscCall(PencilDampingMult(s->q->p, modes->x[k], Cx));
    PetscCall(VecMDot(Cx, modes->n, modes->x, rate));
    for (PetscInt j = 0; j < modes->n; j++) s->unit = PetscMax(s->unit, PetscAbsReal(rate[j]));
  }
  if (s->unit == 0) s->unit = PetscSqrtReal(s->q->p->largest);
  PetscCall(PetscFree(rate));
  PetscCall(VecDestroy(&Cx));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the lowest n undamped modes, and more until one is not a zero; its frequency is the
   unit. */
static PetscErrorCode FindUndamped(DampedSearch *s, PetscInt n, Modes *modes)
{
  ModesRequest first  = {.kind = MODES_LOWEST, .n = n};
  PetscInt     before = 0;

  PetscFunctionBeginUser;
  for (;;) {
    PetscCall(ModesFind(s->q->p, &first, modes));
    for (PetscInt k = 0; k < modes->n && s->unit == 0; k++)
      if (!modes->zero[k]) s->unit = PetscSqrtReal(hypot(modes->mu[k], modes->growth[k]));
    s->found.factorizations += modes->factorizations;
    s->found.solves += modes->solves;
    first.n = modes->n + 1;
    if (s->unit > 0 || first.n == before) break; /* all are zeros */
    before = first.n;
    PetscCall(ModesDestroy(modes));
  }
  if (s->unit == 0) PetscCall(MeasureRates(s, modes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the shift to 0, or to a positive value if K is singular. */
static PetscErrorCode ChooseShift(DampedSearch *s)
{
  const PetscReal shift_over_unit = 0.3;
  PetscInt        below;
  PetscBool       solves = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(PencilFactor(s->q->p, 0, &below));
  if (below != PENCIL_SINGULAR) PetscCall(PencilIsNonsingular(s->q->p, &solves));
  s->found.factorizations++;
  s->shift = solves ? 0 : shift_over_unit * s->unit;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keeps the n modes nearest to 0 and those that are as near as the last of them. */
static PetscErrorCode TruncateModes(DampedSearch *s, PetscInt n)
{
  DampedModes *m    = &s->found;
  PetscInt     keep = PetscMin(n, m->n);

  PetscFunctionBeginUser;
  while (keep > 0 && keep < m->n && mode_size(m, keep) <= (1 + EQUAL) * mode_size(m, keep - 1))
    keep++;
  while (m->n > keep) {
    m->n--;
    PetscCall(VecDestroy(&m->x[m->n]));
    PetscCall(VecDestroy(&m->y[m->n]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DampedFind(Pencil p, Mat H, PetscInt n, DampedModes *found)
{
  const PetscInt guard = 4;
  DampedSearch   s     = {.unconverged = PETSC_INFINITY};
  Modes          undamped;

  PetscFunctionBeginUser;
  PetscCall(QuadraticCreate(p, H, &s.q));
  PetscCall(FindUndamped(&s, n + guard, &undamped));
  PetscCall(ChooseShift(&s));
  PetscCall(FactorShifted(&s));
  PetscCall(SubspaceCreate(s.q, s.unit, &s.span));
  PetscCall(StartSpan(&s, &undamped));
  /* complete clusters; zeros are double */
  PetscCall(Converge(&s, undamped.n + undamped.zeros));
  PetscCall(CollectZeros(&s, &undamped));
  PetscCall(CollectModes(&s, undamped.n));
  PetscCheck(s.found.n, p->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "modes: no mode near 0 has a small residual");
  PetscCall(TruncateModes(&s, n));
  PetscCheck(s.unconverged > mode_size(&s.found, s.found.n - 1), p->sys->comm,
             PETSC_ERR_NOT_CONVERGED,
             "modes: the mode near %.6g Hz, one of those requested, did not converge (residual "
             "%.2g); ask for fewer",
             (double)(s.unconverged / (2 * PETSC_PI)), (double)s.remainder);
  PetscCall(ModesDestroy(&undamped));
  PetscCall(SubspaceDestroy(&s.span));
  PetscCall(QuadraticDestroy(&s.q));
  PetscCall(MatDestroy(&s.P));
  PetscCall(MatDestroy(&s.factors));
  *found = s.found;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DampedDestroy(DampedModes *m)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < m->n; k++) {
    PetscCall(VecDestroy(&m->x[k]));
    PetscCall(VecDestroy(&m->y[k]));
  }
  PetscCall(PetscFree(m->growth));
  PetscCall(PetscFree(m->omega));
  PetscCall(PetscFree(m->residual));
  PetscCall(PetscFree(m->zero));
  PetscCall(PetscFree(m->x));
  PetscCall(PetscFree(m->y));
  m->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
