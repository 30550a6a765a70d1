/* critical.c: locates the critical points of a path and determines their kind.

   At a critical point the k-th eigenvalue of the tangent, counted from the lowest, changes its
   sign. Secants and bisection in the length of the step find it. The signs of factors give the
   number k. Kinds of points: Wriggers 2008, ch. 7. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "critical_modes.h"

const char *const critical_names[] = {"limit", "bifurcation"};

/* Eigenvalues relative to their change over the step: at a critical point, if no nearer state can
   be computed, and within a multiple point (SAME). Lengths relative to the step: of the final
   bracket, and between the probes of InterpolatePoint (BESIDE). */
static const PetscReal CRITICAL = 1e-7, ROUGH = 1e-4, NARROW = 1e-7, SAME = 1e-3, BESIDE = 1e-3;
enum { MAX_PROBES = 60 };

/* PathProbe - A point of the step: its distance from the start, its level and rate, its lowest
   eigenvalues by size, and the squared cosines between the path and their vectors. */
typedef struct {
  PetscReal size, level, rate, mu[MAX_CRITICAL_MODES], along[MAX_CRITICAL_MODES];
  PetscInt  index, n;
} PathProbe;

typedef struct {
  CriticalModes modes;
  PetscReal     size;       /* size of the step */
  PetscInt      max_points; /* largest number of critical points in the step */
  PetscInt      number;     /* number of the eigenvalue; 1 is the lowest */
  PetscReal     change;     /* change of the eigenvalue over the step */
  PathProbe     low, high, list[MAX_PROBES];
  PetscInt      n;
} CriticalSearch;

/* Returns which eigenvalue of a probe has a number, or -1. */
static PetscInt find_eigenvalue(const PathProbe *p, PetscInt number)
{
  /* its position among eigenvalues of its sign */
  const PetscInt nth  = number > p->index ? number - p->index : p->index + 1 - number;
  PetscInt       seen = 0;

  for (PetscInt i = 0; i < p->n; i++)
    if ((p->mu[i] > 0) == (number > p->index) && ++seen == nth) return i;
  return -1;
}

/* Returns the eigenvalue that is searched, or infinity if the probe does not have it. */
static PetscReal tracked_eigenvalue(const CriticalSearch *x, const PathProbe *p)
{
  const PetscInt i = find_eigenvalue(p, x->number);

  /* its sign is that of round-off */
  if (p->n && PetscAbsReal(p->mu[0]) <= CRITICAL * x->change) return p->mu[0];
  return i < 0 ? PETSC_INFINITY : p->mu[i];
}

/* Returns the probe whose eigenvalue is nearest to 0, or NULL. */
static const PathProbe *best_probe(const CriticalSearch *x)
{
  const PathProbe *best = NULL;

  for (PetscInt i = -2; i < x->n; i++) {
    const PathProbe *p  = i == -2 ? &x->low : i == -1 ? &x->high : &x->list[i];
    const PetscReal  mu = PetscAbsReal(tracked_eigenvalue(x, p));

    if (mu < PETSC_INFINITY && (!best || mu < PetscAbsReal(tracked_eigenvalue(x, best)))) best = p;
  }
  return best;
}

PetscErrorCode CriticalFindNeutral(Continuation *c, PetscInt max_directions)
{
  /* of round-off in the entries of K, and of the rest that Newton's method leaves */
  const PetscReal units = 1e4;
  const PetscReal gap   = 1e-2; /* relative to the next eigenvalue */
  PetscReal       size;
  CriticalModes   modes;
  Vec             x;

  PetscFunctionBeginUser;
  PetscCall(CriticalModesCreate(c, max_directions + 2, &modes));
  PetscCall(CriticalModesFind(c, max_directions + 1, &modes));
  PetscCall(VecDuplicate(c->tangent, &x));
  for (c->nneutral = 0; c->nneutral < PetscMin(max_directions, modes.n - 1); c->nneutral++) {
    PetscCall(VecPointwiseMult(x, modes.x[c->nneutral], modes.x[c->nneutral]));
    /* sizes of the terms of rows that may nearly vanish here */
    PetscCall(VecDot(x, c->pencil->initial_row_max, &size));
    if (PetscAbsReal(modes.mu[c->nneutral]) >
        units * PETSC_MACHINE_EPSILON * size / PetscSqr(c->length))
      break;
    if (PetscAbsReal(modes.mu[c->nneutral]) >
        gap * PetscAbsReal(modes.mu[PetscMin(max_directions, modes.n - 1)]))
      break;
    if (!c->neutral[c->nneutral]) PetscCall(VecDuplicate(c->tangent, &c->neutral[c->nneutral]));
    PetscCall(VecCopy(modes.x[c->nneutral], c->neutral[c->nneutral]));
  }
  PetscCall(VecDestroy(&x));
  PetscCall(CriticalModesDestroy(&modes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fills *p from the state c->s, whose tangent is factored, without the neutral directions. */
static PetscErrorCode FillProbe(Continuation *c, CriticalSearch *x, PetscReal size, PathProbe *p)
{
  PetscReal square;

  PetscFunctionBeginUser;
  PetscCall(CriticalModesFind(c, x->max_points + c->nneutral, &x->modes));
  *p = (PathProbe){.size  = size,
                   .level = c->s->t,
                   .rate  = c->rate,
                   .index = c->index,
                   .n     = PetscMax(0, x->modes.n - c->nneutral)};
  PetscCall(ContinuationDot(c, c->tangent, c->tangent, &square));
  for (PetscInt i = 0; i < p->n; i++) {
    p->mu[i] = x->modes.mu[c->nneutral + i];
    PetscCall(ContinuationDot(c, c->tangent, x->modes.x[c->nneutral + i], &p->along[i]));
    p->along[i] = PetscSqr(p->along[i]) / square;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fills *p at a distance from the start of the step. c->s is the start and stays there. If *ok is
   PETSC_FALSE, *p is unchanged. */
static PetscErrorCode ProbeAt(Continuation *c, CriticalSearch *x, PetscReal size, PathProbe *p,
                              PetscBool *ok)
{
  PetscReal cosine;
  PetscInt  iterations;

  PetscFunctionBeginUser;
  PetscCall(ContinuationTryStep(c, size, &iterations, &cosine, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  *ok = (PetscBool)(c->index >= 0);
  if (*ok) PetscCall(FillProbe(c, x, size, p));
  PetscCall(ContinuationRevert(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a probe to x->list. If the tangent is exactly singular there, the probe is a little beside:
   an eigenvalue that is linear in the level is zero at the first secant. */
static PetscErrorCode AddProbe(Continuation *c, CriticalSearch *x, PetscReal size, PetscBool *ok)
{
  static const PetscReal beside[] = {0, 1e-8, -1e-8, 1e-6, -1e-6, 1e-4, -1e-4}; /* of the step */

  PetscFunctionBeginUser;
  *ok = PETSC_FALSE;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(beside) && !*ok; k++) {
    const PetscReal at = size + beside[k] * x->size;

    if (at > x->low.size && at < x->high.size) PetscCall(ProbeAt(c, x, at, &x->list[x->n], ok));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Narrows the bracket x->low, x->high about the first eigenvalue that changes its sign. *found:
   best_probe(x) is accurate enough. */
static PetscErrorCode NarrowBracket(Continuation *c, CriticalSearch *x, PetscBool *found)
{
  const PetscInt before = x->low.index;
  PetscBool      ok     = PETSC_TRUE;

  PetscFunctionBeginUser;
  *found    = PETSC_FALSE;
  x->n      = 0;
  x->change = 0;
  x->number = x->high.index > before ? before + 1 : before;
  for (PetscInt k = 1; ok && x->n < MAX_PROBES; k++) {
    const PetscReal a = tracked_eigenvalue(x, &x->low), b = tracked_eigenvalue(x, &x->high),
                    width = x->high.size - x->low.size;
    const PetscBool known =
      (PetscBool)(PetscMax(PetscAbsReal(a), PetscAbsReal(b)) < PETSC_INFINITY);
    const PetscBool  secant = (PetscBool)(known && a * b < 0 && k % 3);
    const PathProbe *best;

    if (known) x->change = PetscMax(x->change, PetscAbsReal(b - a));
    best = best_probe(x);
    if (best && PetscAbsReal(tracked_eigenvalue(x, best)) <=
                  (width > NARROW * x->size ? CRITICAL : ROUGH) * x->change)
      *found = PETSC_TRUE;
    if (*found || width <= NARROW * x->size) break;
    PetscCall(AddProbe(c, x, x->low.size + (secant ? a / (a - b) : 0.5) * width, &ok));
    if (!ok) break;
    if (x->list[x->n].index == before) x->low = x->list[x->n];
    else x->high = x->list[x->n];
    x->n++;
  }
  if (!ok && x->change > 0)
    *found = (PetscBool)(PetscAbsReal(tracked_eigenvalue(x, best_probe(x))) <= ROUGH * x->change);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds *beyond, the first point after size at which changed eigenvalues have changed their
   sign. */
static PetscErrorCode FindBeyond(Continuation *c, CriticalSearch *x, PetscInt before,
                                 PetscReal size, PetscInt changed, const PathProbe *end,
                                 PathProbe *beyond, PetscBool *ok)
{
  PetscFunctionBeginUser;
  *beyond = x->high;
  *ok     = PETSC_TRUE;
  for (PetscReal away = NARROW * x->size; *ok && PetscAbsInt(beyond->index - before) != changed;
       away *= 4) {
    if (size + away < end->size) PetscCall(ProbeAt(c, x, size + away, beyond, ok));
    else *ok = (PetscBool)(PetscAbsInt(end->index - before) == changed);
    if (*ok && size + away >= end->size) *beyond = *end;
    if (PetscAbsInt(beyond->index - before) > changed) break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* LevelParabola - Level and rate of the path at the zero of an eigenvalue, by a parabola. */
typedef struct {
  PetscReal level, rate;
  PetscReal misfit; /* error of the parabola in the level of the best probe */
  PathProbe first;  /* the first of its three probes */
  PetscBool inside; /* the zero is between the probes */
} LevelParabola;

static LevelParabola parabola_through(const CriticalSearch *x, int n, const PathProbe node[])
{
  const PathProbe *best = best_probe(x);
  const PetscReal  at[] = {0, tracked_eigenvalue(x, best)};
  PetscReal        mu[3], level[2] = {0, 0};
  LevelParabola    p = {.first = node[0]};

  for (int i = 0; i < n; i++) {
    mu[i] = tracked_eigenvalue(x, &node[i]);
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
  p.level  = level[0];
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

    if (ok) PetscCall(ProbeAt(c, x, at, &node[n], &ok));
    if (ok && find_eigenvalue(&node[n], x->number) >= 0) n++;
  }
  if (!n) node[n++] = *best_probe(x);
  *p = parabola_through(x, n, node);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Interpolates level and rate at the zero of the eigenvalue, which is at a distance size from the
   start of the step. fastest: largest rate of the level.

   The probes are first so far apart that round-off does not lead to another path. They come nearer
   while the parabola misses the best probe, because eigenvalues bend sharply where two of them
   meet. The zero must then be between them. The rate is that of the first probes: tangents that are
   nearer may follow another path. */
static PetscErrorCode InterpolatePoint(Continuation *c, CriticalSearch *x, PetscReal size,
                                       PetscReal fastest, LevelParabola *point)
{
  const PetscReal fits = 1e-9 * fastest * size, rough = 1e-5 * fastest * x->size;

  PetscFunctionBeginUser;
  PetscCall(InterpolateBeside(c, x, size, BESIDE, point));
  if (point->misfit > rough) point->rate = point->first.rate;
  for (PetscReal beside = BESIDE / 10; point->misfit > fits && beside > NARROW; beside /= 10) {
    LevelParabola nearer;

    PetscCall(InterpolateBeside(c, x, size, beside, &nearer));
    if (!nearer.inside || (point->inside && nearer.misfit >= point->misfit)) continue;
    point->level  = nearer.level;
    point->misfit = nearer.misfit;
    point->inside = PETSC_TRUE;
  }
  if (point->inside && point->misfit > rough) point->level = best_probe(x)->level;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Describes the point that x has located, from its best probe. */
static PetscErrorCode DescribePoint(Continuation *c, CriticalSearch *x, const PathProbe *end,
                                    CriticalPoint *point, PetscBool *ok)
{
  /* rate of the level at a limit point, relative to that along the step */
  const PetscReal turns   = 0.05;
  const PetscInt  before  = x->low.index;
  const PathProbe best    = *best_probe(x);
  const PetscReal mu      = tracked_eigenvalue(x, &best);
  const PetscReal fastest = PetscMax(PetscAbsReal(x->low.rate), PetscAbsReal(end->rate));
  PetscReal       cosine, along;
  PetscInt        iterations, n = 0, same = 1;
  LevelParabola   at;
  PathProbe       there, beyond;

  PetscFunctionBeginUser;
  *point = (CriticalPoint){.before = before, .arc = c->arc + best.size};
  PetscCall(InterpolatePoint(c, x, best.size, fastest, &at));
  point->level = at.level;
  along        = at.first.along[PetscMax(0, find_eigenvalue(&at.first, x->number))];
  point->kind =
    along > 0.5 && PetscAbsReal(at.rate) < turns * fastest ? CRITICAL_LIMIT : CRITICAL_BIFURCATION;
  PetscCall(ContinuationTryStep(c, best.size, &iterations, &cosine, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FillProbe(c, x, best.size, &there));
  PetscCall(ContinuationRevert(c));
  for (; n < PetscMin(there.n, PetscAbsInt(end->index - before)); n++) {
    PetscCall(VecDuplicate(c->tangent, &point->shape[n]));
    PetscCall(VecCopy(x->modes.x[c->nneutral + n], point->shape[n]));
    if (PetscAbsReal(there.mu[n]) <= SAME * x->change + 3 * PetscAbsReal(mu)) same = n + 1;
  }
  PetscCall(FindBeyond(c, x, before, best.size, same, end, &beyond, ok));
  point->after = beyond.index;
  /* n may be larger if other points follow at once */
  point->multiplicity = PetscMin(n, PetscAbsInt(beyond.index - before));
  while (n > point->multiplicity) PetscCall(VecDestroy(&point->shape[--n]));
  x->low = beyond;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalLocate(Continuation *c, PetscReal size, CriticalPoints *points,
                              PetscBool *all)
{
  const PetscInt  change = PetscAbsInt(c->index - c->from_index);
  CriticalSearch *x;
  PathProbe       end;

  PetscFunctionBeginUser;
  points->n = 0;
  *all      = (PetscBool)(change <= CRITICAL_MULTIPLE);
  PetscCall(PetscNew(&x));
  x->size       = size;
  x->max_points = PetscMin(change, CRITICAL_MULTIPLE);
  PetscCall(CriticalModesCreate(c, PetscMin(x->max_points + c->nneutral + 2, MAX_CRITICAL_MODES),
                                &x->modes));
  if (*all) PetscCall(FillProbe(c, x, size, &end));
  PetscCall(ContinuationRevert(c));
  if (*all) PetscCall(ContinuationTangent(c, c->from_tangent, c->from_rate, all));
  if (*all) PetscCall(FillProbe(c, x, 0, &x->low));
  while (*all && x->low.index != end.index && points->n < CRITICAL_MULTIPLE) {
    x->high = end;
    PetscCall(NarrowBracket(c, x, all));
    if (*all) PetscCall(DescribePoint(c, x, &end, &points->point[points->n++], all));
  }
  *all = (PetscBool)(*all && x->low.index == end.index);
  PetscCall(CriticalModesDestroy(&x->modes));
  PetscCall(PetscFree(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalPointsDestroy(CriticalPoints *points)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < points->n; k++)
    for (PetscInt i = 0; i < points->point[k].multiplicity; i++)
      PetscCall(VecDestroy(&points->point[k].shape[i]));
  points->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationAlign(const Continuation *c, CriticalPoint *at, PetscInt first,
                                 Vec field, PetscBool *aligned)
{
  /* smallest cosine between the field and the shapes */
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
