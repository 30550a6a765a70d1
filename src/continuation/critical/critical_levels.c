/* critical_levels.c: computes the load levels of critical points whose null vectors are nearly
   known, by Newton's method.

   At a state of the path, called a probe, K is the stiffness matrix and S its derivative with
   respect to the length of the path. To first order the stiffness at the distance d from the probe
   is K + d S, so that the critical points nearby are the eigenvalues d of K x = -d S x. A subspace
   iteration with the factors of K (Bathe 2014, 11.6), which starts from the known null vectors,
   computes those nearest to 0. Newton's method takes the next probe at such a distance.
   The number of negative pivots of the factors says how many points are behind the probe, and
   therefore which points of the path the eigenvalues belong to. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/lapack.h"
#include "continuation/continuation_step.h"

/* BLOCK: largest number of known vectors of a subspace. GUARDS: number of random ones beside them.
   SWEEPS and PROBES: largest numbers of iterations of a subspace, and of probes for one point. */
enum { BLOCK = 10, GUARDS = 4, SPACE = BLOCK + GUARDS, SWEEPS = 40, PROBES = 16 };

/* SETTLED: change of a distance in a sweep, relative to it, below which it is known. EXACT: error
   of a level relative to the way to the point, up to which points are computed. */
static const PetscReal SETTLED = 1e-5, EXACT = 1e-8;

typedef struct {
  PetscInt  n;
  Vec       x[SPACE], y[SPACE], w[SPACE]; /* vectors, K^-1 S x, and S x or S y */
  PetscReal distance[SPACE];              /* by ascending size */
  PetscBool settled[SPACE];
} Subspace;

static PetscErrorCode SubspaceCreate(const Continuation *c, const CriticalGuides *g, PetscInt first,
                                     Subspace *s)
{
  PetscRandom random;

  PetscFunctionBeginUser;
  *s = (Subspace){.n = PetscMin(g->n - first, BLOCK) + GUARDS};
  PetscCall(PetscRandomCreate(c->sys->comm, &random));
  for (PetscInt k = 0; k < s->n; k++) {
    PetscCall(VecDuplicate(c->tangent, &s->x[k]));
    PetscCall(VecDuplicate(c->tangent, &s->y[k]));
    PetscCall(VecDuplicate(c->tangent, &s->w[k]));
    if (k < s->n - GUARDS) PetscCall(VecCopy(g->x[first + k], s->x[k]));
    else PetscCall(VecSetRandom(s->x[k], random));
  }
  PetscCall(PetscRandomDestroy(&random));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SubspaceDestroy(Subspace *s)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < SPACE; k++) {
    PetscCall(VecDestroy(&s->x[k]));
    PetscCall(VecDestroy(&s->y[k]));
    PetscCall(VecDestroy(&s->w[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the symmetric matrix A[i][j] = a_i . b_j. */
static PetscErrorCode Products(PetscInt n, const Vec a[], const Vec b[], PetscScalar A[])
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) PetscCall(VecMDot(a[i], n, b, A + n * i));
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j < i; j++)
      A[n * i + j] = A[n * j + i] = (A[n * i + j] + A[n * j + i]) / 2;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fills T, whose rows are combinations of the basis that are orthonormal in P. *rank: their number;
   combinations that depend on others are left out. It is 0 if P is not positive definite. */
static PetscErrorCode Orthonormalize(PetscInt n, const PetscScalar P[], PetscScalar T[],
                                     PetscInt *rank)
{
  const PetscReal depends = 1e-10; /* relative; round-off is 1e-16 times a condition of some 1e4 */
  PetscReal       value[SPACE], scale[SPACE];

  PetscFunctionBeginUser;
  *rank = 0;
  for (PetscInt i = 0; i < n; i++) {
    if (!(P[n * i + i] > 0)) PetscFunctionReturn(PETSC_SUCCESS);
    scale[i] = 1 / PetscSqrtReal(P[n * i + i]);
  }
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j < n; j++) T[n * i + j] = P[n * i + j] * scale[i] * scale[j];
  PetscCall(LapackEigen(n, T, value));
  if (value[0] < -depends) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < n; i++) {
    if (value[i] <= depends) continue;
    for (PetscInt j = 0; j < n; j++)
      T[n * *rank + j] = T[n * i + j] * scale[j] / PetscSqrtReal(value[i]);
    (*rank)++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes B = T A T^T, where T has m rows and A has n. */
static void transform(PetscInt m, PetscInt n, const PetscScalar T[], const PetscScalar A[],
                      PetscScalar B[])
{
  for (PetscInt i = 0; i < m; i++)
    for (PetscInt j = 0; j < m; j++) {
      B[m * i + j] = 0;
      for (PetscInt k = 0; k < n; k++)
        for (PetscInt l = 0; l < n; l++) B[m * i + j] += T[n * i + k] * A[n * k + l] * T[n * j + l];
    }
}

/* Replaces x by the combinations of y that are eigenvectors in this subspace, by ascending size of
   their distance d. A and B are y . K y and -y . S y. The matrix P = A + way B is the stiffness at
   the start of the way, which is positive, and A z = d / (d + way) P z. */
static PetscErrorCode RotateToEigenvectors(Subspace *s, PetscReal way, const PetscScalar A[],
                                           const PetscScalar B[], PetscBool *ok)
{
  PetscScalar P[SPACE * SPACE], T[SPACE * SPACE], V[SPACE * SPACE], z[SPACE];
  PetscReal   value[SPACE], distance[SPACE];
  PetscInt    n = s->n, m;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n * n; i++) P[i] = A[i] + way * B[i];
  PetscCall(Orthonormalize(n, P, T, &m));
  *ok = (PetscBool)(m > 0);
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  transform(m, n, T, A, V);
  PetscCall(LapackEigen(m, V, value));
  for (PetscInt i = 0; i < m; i++) distance[i] = value[i] * way / (1 - value[i]);
  for (PetscInt i = 0; i < m; i++) {
    PetscInt next = 0;

    for (PetscInt k = 1; k < m; k++)
      if (PetscAbsReal(distance[k]) < PetscAbsReal(distance[next])) next = k;
    s->settled[i]  = (PetscBool)(PetscAbsReal(distance[next] - s->distance[i]) <=
                                SETTLED * PetscAbsReal(distance[next]) + 1e-12 * way);
    s->distance[i] = distance[next];
    for (PetscInt l = 0; l < n; l++) {
      z[l] = 0;
      for (PetscInt k = 0; k < m; k++) z[l] += V[m * next + k] * T[n * k + l];
    }
    PetscCall(VecZeroEntries(s->x[i]));
    PetscCall(VecMAXPY(s->x[i], n, z, s->y));
    distance[next] = PETSC_INFINITY;
  }
  s->n = m;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the position in the subspace of a point of the path, which the path passes as its number
   `number` from 0, or -1. passed: the number of points before the probe. Eigenvalues of one sign
   follow each other, as long as they have settled. */
static PetscInt position_of(const Subspace *s, PetscInt passed, PetscInt number)
{
  PetscInt nth = number >= passed ? number - passed : passed - 1 - number;

  for (PetscInt i = 0; i < s->n; i++) {
    if ((s->distance[i] >= 0) != (number >= passed)) continue;
    if (!s->settled[i]) return -1;
    if (!nth--) return i;
  }
  return -1;
}

/* Iterates until the point with this number has settled. way: the length of the path so far. */
static PetscErrorCode IterateSubspace(Continuation *c, Mat slope, PetscInt number, PetscReal way,
                                      Subspace *s, PetscBool *ok)
{
  PetscScalar A[SPACE * SPACE], B[SPACE * SPACE];

  PetscFunctionBeginUser;
  *ok = PETSC_TRUE;
  for (int k = 0; k < SWEEPS && *ok; k++) {
    for (PetscInt i = 0; i < s->n; i++) {
      PetscCall(MatMult(slope, s->x[i], s->w[i]));
      PetscCall(MatSolve(c->pencil->factors, s->w[i], s->y[i]));
    }
    PetscCall(Products(s->n, s->y, s->w, A));
    for (PetscInt i = 0; i < s->n; i++) PetscCall(MatMult(slope, s->y[i], s->w[i]));
    PetscCall(Products(s->n, s->y, s->w, B));
    for (PetscInt i = 0; i < s->n * s->n; i++) B[i] = -B[i];
    PetscCall(RotateToEigenvectors(s, way, A, B, ok));
    if (*ok && k && position_of(s, c->index, number) >= 0) PetscFunctionReturn(PETSC_SUCCESS);
  }
  *ok = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- points ---------------------------------------------------------------------------------- */

/* Levels - What is known about the points so far. Entry n is the point behind the last one. */
typedef struct {
  PetscReal  start;         /* the level at which the path starts */
  PetscReal *level, *error; /* levels, and bounds of their errors */
  PetscReal *from;          /* distances from the probes by which they were computed */
  PetscBool *kept;
} Levels;

/* Moves from the base c->s to the state of the path at a level, nearly. *rate: the mean change of
   the level in a length of the last probe. *ok: the state is surely on the same path, which bends
   little up to there. */
static PetscErrorCode Probe(Continuation *c, PetscReal level, PetscReal *rate, PetscInt *probes,
                            PetscBool *ok)
{
  /* as in continuation.c, for steps without and with critical points; relative to the longest
     step */
  const PetscReal min_cosine = 0.9, min_cosine_critical = 0.97, longest = 1.05;
  const PetscReal size = (level - c->s->t) / *rate;
  PetscReal       cosine;
  PetscInt        iterations;

  PetscFunctionBeginUser;
  *ok = (PetscBool)(size > 0 && size <= longest * c->max_size);
  if (*ok) PetscCall(ContinuationTryStep(c, size, &iterations, &cosine, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  (*probes)++;
  *ok = (PetscBool)(c->index >= 0 &&
                    cosine >= (c->index == c->from_index ? min_cosine : min_cosine_critical));
  if (*ok) *rate = (c->s->t - c->from_t) / size;
  else PetscCall(ContinuationRevert(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether the level of a point is known as exactly as it is wanted. */
static PetscBool is_known(const CriticalGuides *g, const Levels *l, PetscInt k)
{
  const PetscReal way = PetscAbsReal(g->level[k] - l->start);

  return (PetscBool)(PetscAbsReal(l->level[k] - g->level[k]) + l->error[k] <= g->tolerance * way ||
                     l->error[k] <= EXACT * way);
}

/* Predicts the levels of points near the probe c->s from the subspace, and keeps the points whose
   levels are known now. The error of a prediction grows with the square of the distance between
   probe and point. The difference from the former prediction, of another probe, gives its size. */
static PetscErrorCode KeepLevels(Continuation *c, const CriticalGuides *g, const Subspace *s,
                                 Levels *l)
{
  const PetscReal safe = 2;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k <= g->n; k++) {
    const PetscInt at = position_of(s, c->index, k);
    PetscReal      level, from, error;

    if (at < 0 || (k < g->n && l->kept[k])) continue;
    level = c->s->t + c->rate * s->distance[at];
    from  = PetscAbsReal(level - c->s->t);
    error =
      safe * (PetscAbsReal(level - l->level[k]) * PetscSqr(from / l->from[k]) + SETTLED * from);
    l->level[k] = level;
    l->error[k] = error;
    l->from[k]  = from;
    if (k == g->n) continue;
    l->kept[k] = is_known(g, l, k);
    if (l->kept[k]) PetscCall(g->keep(g->context, k, level, s->x[at]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bracket - The levels of two probes, before and behind a point. */
typedef struct {
  PetscReal low, high;
  PetscReal rate; /* see Probe */
  PetscBool far;  /* a probe behind the base was not found: the base has to move */
} Bracket;

/* Computes levels from the probe c->s, which is at the distance way from the base. */
static PetscErrorCode PredictFrom(Continuation *c, const CriticalGuides *g, PetscInt number,
                                  Subspace *s, Levels *l)
{
  const PetscReal beside = 1e-3; /* of the longest step, see ContinuationStiffnessSlope */
  PetscBool       ok;
  Mat             slope;

  PetscFunctionBeginUser;
  PetscCall(ContinuationStiffnessSlope(c, beside * c->max_size, &slope));
  PetscCall(IterateSubspace(c, slope, number, c->arc - c->from_arc, s, &ok));
  if (ok) PetscCall(KeepLevels(c, g, s, l));
  PetscCall(MatDestroy(&slope));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes levels from a probe at a level, and narrows the bracket of the point with a number. If
   the point is far from the base, the probe becomes the base. */
static PetscErrorCode CorrectFrom(Continuation *c, const CriticalGuides *g, PetscInt number,
                                  PetscReal level, Subspace *s, Levels *l, Bracket *b,
                                  PetscInt *probes, PetscBool *ok)
{
  PetscBool found, hides;

  PetscFunctionBeginUser;
  *ok = PETSC_TRUE;
  PetscCall(Probe(c, level, &b->rate, probes, &found));
  if (!found) {
    b->far  = PETSC_TRUE;
    b->high = level;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (c->index <= number) b->low = c->s->t;
  else b->high = c->s->t;
  if (c->index - number < s->n) PetscCall(PredictFrom(c, g, number, s, l));
  if (!b->far || c->index) {
    PetscCall(ContinuationRevert(c));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  b->far  = PETSC_FALSE;
  b->rate = c->rate;
  b->high = c->rate > 0 ? PETSC_INFINITY : -PETSC_INFINITY;
  PetscCall(HiddenPairCheck(c, c->arc - c->from_arc, &hides));
  *ok = (PetscBool)!hides;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the level of the point with a number. If a prediction is outside the bracket, the next
   probe is in the middle of the bracket. */
static PetscErrorCode CorrectPoint(Continuation *c, const CriticalGuides *g, PetscInt number,
                                   Levels *l, PetscReal *rate, PetscInt *probes)
{
  const PetscReal forward = c->rate > 0 ? 1 : -1;
  PetscReal       at      = l->level[number];
  Bracket         b       = {c->s->t, forward * PETSC_INFINITY, *rate, PETSC_FALSE};
  PetscBool       ok      = PETSC_TRUE;
  Subspace        s;

  PetscFunctionBeginUser;
  PetscCall(SubspaceCreate(c, g, PetscMax(0, number - 1), &s));
  for (int k = 0; k < PROBES && ok && !l->kept[number]; k++) {
    PetscCall(CorrectFrom(c, g, number, at, &s, l, &b, probes, &ok));
    at = l->level[number];
    if (!((at - b.low) * forward > 0 && (b.high - at) * forward > 0)) at = (b.low + b.high) / 2;
    ok = (PetscBool)(ok && PetscAbsReal(at) < PETSC_INFINITY / 4);
  }
  *rate = b.rate;
  PetscCall(SubspaceDestroy(&s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalCorrect(Continuation *c, const CriticalGuides *g, PetscInt *probes,
                               CriticalEnd *end, PetscBool *ok)
{
  const PetscReal forward = c->rate > 0 ? 1 : -1;
  Levels          l       = {.start = c->s->t};

  PetscFunctionBeginUser;
  *end = (CriticalEnd){.last = c->s->t, .rate = c->rate};
  *ok  = (PetscBool)(c->index == 0);
  PetscCall(ContinuationKeepFactors(c));
  PetscCall(PetscMalloc4(g->n + 1, &l.level, g->n + 1, &l.error, g->n + 1, &l.from, g->n, &l.kept));
  for (PetscInt k = 0; k <= g->n; k++) {
    l.level[k] = k < g->n ? g->level[k] : forward * PETSC_INFINITY;
    l.error[k] = PETSC_INFINITY;
    l.from[k]  = PetscAbsReal(l.level[k] - l.start);
    if (k < g->n) l.kept[k] = PETSC_FALSE;
  }
  for (PetscInt k = 0; k < g->n && *ok; k++) {
    if (!l.kept[k]) PetscCall(CorrectPoint(c, g, k, &l, &end->rate, probes));
    *ok = l.kept[k];
  }
  if (g->n) end->last = l.level[g->n - 1] + forward * l.error[g->n - 1];
  end->next = l.level[g->n];
  PetscCall(PetscFree4(l.level, l.error, l.from, l.kept));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- count ----------------------------------------------------------------------------------- */

/* *within = number of negative eigenvalues of K in the space of n vectors. */
static PetscErrorCode CountWithin(Mat K, PetscInt n, const Vec x[], PetscInt *within)
{
  PetscScalar *A;
  PetscReal   *value;
  Vec         *y;

  PetscFunctionBeginUser;
  *within = 0;
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc2((size_t)(n * n), &A, n, &value));
  PetscCall(VecDuplicateVecs(x[0], n, &y));
  for (PetscInt k = 0; k < n; k++) PetscCall(MatMult(K, x[k], y[k]));
  PetscCall(Products(n, x, y, A));
  PetscCall(LapackEigen(n, A, value));
  for (PetscInt k = 0; k < n; k++) *within += value[k] < 0;
  PetscCall(VecDestroyVecs(n, &y));
  PetscCall(PetscFree2(A, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Moves to a state whose level is at least `least` and nearly `level`. *all: n points are before
   this state. */
static PetscErrorCode ProbeBehind(Continuation *c, PetscReal least, PetscReal level, PetscInt n,
                                  PetscReal *rate, PetscInt *probes, PetscBool *all)
{
  enum { TRIES = 3 }; /* a probe has nearly its level, and the next one more nearly */

  PetscFunctionBeginUser;
  for (int k = 0; k < TRIES; k++) {
    PetscCall(Probe(c, level, rate, probes, all));
    if (!*all) PetscFunctionReturn(PETSC_SUCCESS);
    if (c->index == n && (c->s->t - least) * *rate >= 0) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(ContinuationRevert(c));
  }
  *all = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalCount(Continuation *c, PetscReal least, PetscReal level, PetscReal rate,
                             PetscInt n, const Vec x[], PetscInt *probes, PetscBool *all)
{
  const PetscReal beside = 1e-3; /* as in PredictFrom */
  PetscInt        counted, inside;
  Mat             slope;

  PetscFunctionBeginUser;
  PetscCall(ProbeBehind(c, least, level, n, &rate, probes, all));
  if (!*all) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ContinuationStiffnessSlope(c, beside * c->max_size, &slope));
  PetscCall(MatAXPY(c->pencil->K, -(c->arc - c->from_arc) / 3, slope, SAME_NONZERO_PATTERN));
  PetscCall(MatDestroy(&slope));
  PetscCall(PencilFactor(c->pencil, 0, &counted));
  c->factorizations++;
  PetscCall(CountWithin(c->pencil->K, n, x, &inside));
  *all = (PetscBool)(counted == inside);
  PetscCall(ContinuationRevert(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}
