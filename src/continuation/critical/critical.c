/* critical.c: locates the critical points of a path and determines their kind.

   At a critical point the k-th eigenvalue of the tangent, counted from the lowest, changes its
   sign. Newton's method finds it (critical_newton.c), and where eigenvalues meet, secants and
   bisection in the length of the step do. The signs of factors give the number k. Kinds of points:
   Wriggers 2008, ch. 7. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "critical_search.h"
#include "system/force_units.h"
#include "continuation/continuation_step.h"

const char *const critical_names[] = {"limit", "bifurcation"};

PetscErrorCode CriticalFindNeutral(Continuation *c, PetscInt max_directions)
{
  /* Unit: round-off in the entries of K, and of the rest that Newton's method leaves. The
     eigenvalue [N/m] is compared with the largest entries of rows of the initial K, weighted by the
     squares of the mode, both with rotations as arcs (FsSystemForceUnits). */
  const PetscReal units = 1e4;
  /* relative to the next eigenvalue: a neutral direction is apart from the others */
  const PetscReal gap = 1e-2;
  PetscReal       size;
  CriticalModes   modes;
  Vec             unit, x;

  PetscFunctionBeginUser;
  PetscCall(CriticalModesCreate(c, max_directions + 2, &modes));
  PetscCall(CriticalModesFind(c, max_directions + 1, CRITICAL_SETTLED, &modes));
  PetscCall(VecDuplicate(c->tangent, &x));
  PetscCall(VecDuplicate(c->tangent, &unit));
  PetscCall(FsSystemForceUnits(c->sys, unit));
  for (c->nneutral = 0; c->nneutral < PetscMin(max_directions, modes.n - 1); c->nneutral++) {
    PetscCall(VecPointwiseDivide(x, modes.x[c->nneutral], unit));
    PetscCall(VecPointwiseMult(x, x, x));
    /* sizes of the terms of rows that may nearly vanish here */
    PetscCall(VecDot(x, c->pencil->initial_size, &size));
    if (PetscAbsReal(modes.mu[c->nneutral]) >
        units * PETSC_MACHINE_EPSILON * size / PetscSqr(c->length))
      break;
    if (PetscAbsReal(modes.mu[c->nneutral]) >
        gap * PetscAbsReal(modes.mu[PetscMin(max_directions, modes.n - 1)]))
      break;
    if (!c->neutral[c->nneutral]) PetscCall(VecDuplicate(c->tangent, &c->neutral[c->nneutral]));
    PetscCall(VecCopy(modes.x[c->nneutral], c->neutral[c->nneutral]));
  }
  PetscCall(VecDestroy(&unit));
  PetscCall(VecDestroy(&x));
  PetscCall(CriticalModesDestroy(&modes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Eigenvalues of a multiple point, relative to their change over the step (SAME). They vanish
   together up to the error of the located point, which is far smaller. Distance between the probes
   of InterpolatePoint, relative to the step (BESIDE). A double bifurcation, and many simple ones in
   one step, are in tests/analysis/path.py. */
static const PetscReal SAME = 1e-3, BESIDE = 1e-3;

/* Finds *beyond, a point after size at which changed eigenvalues have changed their sign. It has
   more of them only if others follow at once. */
static PetscErrorCode FindBeyond(Continuation *c, CriticalSearch *x, PetscInt before,
                                 PetscReal size, PetscInt changed, const PathProbe *end,
                                 PathProbe *beyond, PetscBool *ok)
{
  const PetscReal narrow = CRITICAL_NARROW * x->size;
  PetscReal       near = size, far = end->size, away = narrow;

  PetscFunctionBeginUser;
  *beyond = x->high;
  *ok     = PETSC_TRUE;
  if (x->behind.size > size && PetscAbsInt(x->behind.index - before) == changed)
    *beyond = x->behind;
  if (PetscAbsInt(beyond->index - before) == changed) PetscFunctionReturn(PETSC_SUCCESS);
  *beyond = *end;
  while (*ok && far - near > narrow && PetscAbsInt(beyond->index - before) != changed) {
    const PetscReal at = PetscMin(near + away, (near + far) / 2);
    PathProbe       probe;

    PetscCall(CriticalProbeAt(c, x, at, &probe, ok));
    if (!*ok) break;
    if (PetscAbsInt(probe.index - before) < changed) near = at;
    else far = at;
    if (far == at) *beyond = probe;
    away *= 4;
  }
  *ok = (PetscBool)(*ok && PetscAbsInt(beyond->index - before) >= changed);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* LevelParabola - Level and rate of the path at the zero of an eigenvalue, by a parabola. */
typedef struct {
  PetscReal level, rate;
  PetscReal misfit; /* error of the parabola in the level of the best probe */
  PetscReal bend;   /* difference between the parabola and the line through the first two probes */
  PathProbe first;  /* the first of its three probes */
  PetscBool inside; /* the zero is between the probes */
} LevelParabola;

static LevelParabola parabola_through(const CriticalSearch *x, int n, const PathProbe node[])
{
  const PathProbe *best = critical_best_probe(x);
  const PetscReal  at[] = {0, critical_eigenvalue(x, best)};
  PetscReal        mu[3], level[2] = {0, 0};
  LevelParabola    p = {.first = node[0]};

  for (int i = 0; i < n; i++) {
    mu[i] = critical_eigenvalue(x, &node[i]);
    if (mu[i] * mu[0] <= 0) p.inside = PETSC_TRUE;
  }
  for (int i = 0; i < n; i++) {
    PetscReal weight[2] = {1, 1};

    for (int k = 0; k < 2; k++)
      for (int j = 0; j < n; j++)
        if (j != i) weight[k] *= (mu[j] - at[k]) / (mu[j] - mu[i]);
    for (int k = 0; k < 2; k++) level[k] += weight[k] * node[i].level;
    p.rate += weight[0] * node[i].rate;
  }
  p.level = level[0];
  p.bend =
    n < 3
      ? PETSC_INFINITY
      : PetscAbsReal(p.level - (mu[1] * node[0].level - mu[0] * node[1].level) / (mu[1] - mu[0]));
  p.misfit = PetscAbsReal(level[1] - best->level);
  if (PetscIsInfOrNanReal(p.misfit)) p.misfit = PETSC_INFINITY;
  return p;
}

/* Interpolates with probes at the distance beside, relative to the step. */
static PetscErrorCode InterpolateBeside(Continuation *c, CriticalSearch *x, PetscReal size,
                                        PetscReal beside, LevelParabola *p)
{
  static const PetscReal away[] = {-1, 1, 2, -2};
  PathProbe              node[3];
  int                    n = 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < 4 && n < 3; k++) {
    const PetscReal at = size + away[k] * beside * x->size;
    PetscBool       ok = (PetscBool)(at > 0 && at < x->size);

    if (ok) PetscCall(CriticalProbeAt(c, x, at, &node[n], &ok));
    if (ok && away[k] == 1) x->behind = node[n];
    if (ok && critical_position(&node[n], x->number) >= 0) n++;
  }
  if (!n) node[n++] = *critical_best_probe(x);
  *p = parabola_through(x, n, node);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Interpolates level and rate at the zero of the eigenvalue, which is at a distance size from the
   start of the step. fastest: largest rate of the level.

   The probes are first so far apart that round-off does not lead to another path. They come nearer
   while the parabola misses the best probe, because eigenvalues bend sharply where two of them
   meet. The zero must then be between them. The rate is that of the first probes: tangents that are
   nearer may follow another path. A parabola that is nearly a line does not miss the best probe:
   this probe has round-off, for the stiffness is nearly singular there. */
static PetscErrorCode InterpolatePoint(Continuation *c, CriticalSearch *x, PetscReal size,
                                       PetscReal fastest, LevelParabola *point)
{
  /* Misfits of the level: fits relative to the way to the point, where Newton's method leaves 1e-9
     (CORRECTOR_TOLERANCE); rough relative to the whole step; nearly relative to the bend of the
     parabola. */
  const PetscReal fits = 1e-9 * fastest * size, rough = 1e-5 * fastest * x->size, nearly = 1e-2;

  PetscFunctionBeginUser;
  x->behind.size = 0;
  PetscCall(InterpolateBeside(c, x, size, BESIDE, point));
  if (point->misfit > rough) point->rate = point->first.rate;
  for (PetscReal beside = BESIDE / 10;
       PetscMin(point->misfit, nearly * point->bend) > fits && beside > CRITICAL_NARROW;
       beside /= 10) {
    LevelParabola nearer;

    PetscCall(InterpolateBeside(c, x, size, beside, &nearer));
    if (!nearer.inside || (point->inside && nearer.misfit >= point->misfit)) continue;
    point->level  = nearer.level;
    point->misfit = nearer.misfit;
    point->bend   = nearer.bend;
    point->inside = PETSC_TRUE;
  }
  if (point->inside && point->misfit > rough) point->level = critical_best_probe(x)->level;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copies the null vectors of the best probe, which are at most n, to point->shape. *same: number of
   those whose eigenvalues vanish as far as that of the point. */
static PetscErrorCode CopyShapes(Continuation *c, CriticalSearch *x, PetscInt n,
                                 CriticalPoint *point, PetscInt *same, PetscBool *ok)
{
  PathProbe       there = *critical_best_probe(x);
  const PetscReal mu    = PetscAbsReal(critical_eigenvalue(x, &there));
  PetscReal       cosine;
  PetscInt        iterations;

  PetscFunctionBeginUser;
  *same = 1;
  *ok   = PETSC_TRUE;
  if (!x->n || there.size != x->list[x->n - 1].size) { /* x->modes are those of another probe */
    PetscCall(ContinuationTryStep(c, there.size, &iterations, &cosine, ok));
    if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(CriticalFillProbe(c, x, CRITICAL_SETTLED, there.size, &there));
    PetscCall(ContinuationRevert(c));
  }
  for (PetscInt k = 0; k < PetscMin(there.n, n); k++) {
    PetscCall(VecDuplicate(c->tangent, &point->shape[k]));
    PetscCall(VecCopy(x->modes.x[c->nneutral + k], point->shape[k]));
    point->multiplicity = k + 1;
    if (PetscAbsReal(there.mu[k]) <= SAME * x->change + 3 * mu) *same = k + 1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Describes the point that x has located, from its best probe. */
static PetscErrorCode DescribePoint(Continuation *c, CriticalSearch *x, const PathProbe *end,
                                    CriticalPoint *point, PetscBool *ok)
{
  const PetscInt  before  = x->low.index;
  const PetscReal size    = critical_best_probe(x)->size;
  const PetscReal fastest = PetscMax(PetscAbsReal(x->low.rate), PetscAbsReal(end->rate));
  PetscReal       along;
  PetscInt        same, multiplicity;
  LevelParabola   at;
  PathProbe       beyond;

  PetscFunctionBeginUser;
  *point = (CriticalPoint){.before = before, .arc = c->arc + size};
  PetscCall(CopyShapes(c, x, PetscAbsInt(end->index - before), point, &same, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(InterpolatePoint(c, x, size, fastest, &at));
  point->level = at.level;
  along        = at.first.along[PetscMax(0, critical_position(&at.first, x->number))];
  point->kind  = critical_kind(along, at.rate, fastest);
  PetscCall(FindBeyond(c, x, before, size, same, end, &beyond, ok));
  point->after = beyond.index;
  /* there may be more shapes if other points follow at once */
  multiplicity = PetscMin(point->multiplicity, PetscAbsInt(beyond.index - before));
  while (point->multiplicity > multiplicity)
    PetscCall(VecDestroy(&point->shape[--point->multiplicity]));
  x->low        = beyond;
  x->low.passed = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Locates the next point by secants and bisection. */
static PetscErrorCode LocateBySecants(Continuation *c, CriticalSearch *x, const PathProbe *end,
                                      CriticalPoint *point, PetscBool *ok)
{
  PetscFunctionBeginUser;
  *ok = PETSC_TRUE;
  if (x->low.size == 0) {
    PetscCall(ContinuationTangent(c, c->from_tangent, c->from_rate, ok));
    if (*ok) PetscCall(CriticalFillProbe(c, x, CRITICAL_SETTLED, 0, &x->low));
  }
  x->high = *end;
  if (*ok) PetscCall(CriticalNarrow(c, x, ok));
  if (*ok) PetscCall(DescribePoint(c, x, end, point, ok));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalLocate(Continuation *c, PetscReal size, CriticalPoints *points,
                              PetscBool *all)
{
  const PetscInt change = PetscAbsInt(c->index - c->from_index),
                 wanted = PetscMin(c->wanted, CRITICAL_MULTIPLE);
  CriticalSearch *x;
  NewtonSearch   *newton = NULL;
  PathProbe       end;

  PetscFunctionBeginUser;
  points->n = 0;
  *all      = (PetscBool)(change <= CRITICAL_MULTIPLE);
  PetscCall(PetscNew(&x));
  x->size       = size;
  x->max_points = PetscMin(change, CRITICAL_MULTIPLE);
  PetscCall(CriticalModesCreate(c, PetscMin(x->max_points + c->nneutral + 2, MAX_CRITICAL_MODES),
                                &x->modes));
  if (*all) PetscCall(CriticalNewtonCreate(c, x, &end, &newton));
  PetscCall(ContinuationRevert(c));
  x->low = (PathProbe){.level = c->s->t, .rate = c->rate, .slope = c->rate, .index = c->index};
  while (*all && x->low.index != end.index && points->n < wanted) {
    CriticalPoint *point = &points->point[points->n];
    PetscBool      found;

    *point = (CriticalPoint){.multiplicity = 0};
    PetscCall(CriticalNewtonFind(newton, &end, point, &found));
    if (!found) PetscCall(LocateBySecants(c, x, &end, point, all));
    points->n++;
  }
  *all = (PetscBool)(*all && (x->low.index == end.index || points->n == c->wanted));
  if (newton) PetscCall(CriticalNewtonDestroy(&newton));
  PetscCall(CriticalModesDestroy(&x->modes));
  PetscCall(PetscFree(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalPointDestroy(CriticalPoint *point)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < point->multiplicity; i++) PetscCall(VecDestroy(&point->shape[i]));
  point->multiplicity = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalPointsDestroy(CriticalPoints *points)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < points->n; k++) PetscCall(CriticalPointDestroy(&points->point[k]));
  points->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationAlign(const Continuation *c, CriticalPoint *at, PetscInt first,
                                 Vec field, PetscBool *aligned)
{
  /* Smallest cosine between the field and the shapes, in the metric of the path. A field that is
     orthogonal by symmetry has a cosine of round-off of the shapes, which are located to 1e-7. */
  const PetscReal min_cosine = 1e-3;
  const PetscInt  n          = at->multiplicity - first;
  PetscReal       along[CRITICAL_MULTIPLE], of_field, square = 0;
  Vec             old;

  PetscFunctionBeginUser;
  PetscCall(ContinuationDot(c, field, field, &of_field));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(ContinuationDot(c, field, at->shape[first + i], &along[i]));
    square += PetscSqr(along[i]);
  }
  *aligned = (PetscBool)(n > 0 && square > PetscSqr(min_cosine) * of_field);
  if (!*aligned) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(field, &old));
  /* rotates the first and another shape so that the field has no part along the other */
  for (PetscInt i = 1; i < n; i++) {
    const PetscReal size = hypot(along[0], along[i]), cos = size > 0 ? along[0] / size : 1,
                    sin = size > 0 ? along[i] / size : 0;
    const Vec a = at->shape[first], b = at->shape[first + i];

    PetscCall(VecCopy(a, old));
    PetscCall(VecAXPBY(a, sin, cos, b));
    PetscCall(VecAXPBY(b, -sin, cos, old));
    along[0] = size;
  }
  if (along[0] < 0) PetscCall(VecScale(at->shape[first], -1));
  PetscCall(VecDestroy(&old));
  PetscFunctionReturn(PETSC_SUCCESS);
}
