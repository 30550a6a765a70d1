/* critical_search.c: searches critical points by secants and bisection, and finds out whether
   two may hide in a step of a path. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "critical_search.h"
#include "continuation/continuation_step.h"

/* Eigenvalues at a critical point, relative to their change over the step, so that they have no
   unit. CRITICAL locates a point to 1e-7 of the step, and is above the round-off of eigenvalues
   near a singular tangent. ROUGH serves if no nearer state can be computed. Limit loads and
   bifurcations in closed form are in tests/analysis/path.py; test_many_in_a_step has several in one
   step, which it knows to seven digits. The rows "limit points" and "bifurcations of a column" of
   tests/relations/guards.py find them in any units. */
static const PetscReal CRITICAL = 1e-7, ROUGH = 1e-4;

PetscInt critical_position(const PathProbe *p, PetscInt number)
{
  /* its position among eigenvalues of its sign */
  const PetscInt nth  = number > p->index ? number - p->index : p->index + 1 - number;
  PetscInt       seen = 0;

  for (PetscInt i = 0; i < p->n; i++)
    if ((p->mu[i] > 0) == (number > p->index) && ++seen == nth) return i;
  return -1;
}

PetscReal critical_eigenvalue(const CriticalSearch *x, const PathProbe *p)
{
  const PetscInt i = critical_position(p, x->number);

  /* its sign is that of round-off */
  if (!p->passed && p->n && PetscAbsReal(p->mu[0]) <= CRITICAL * x->change) return p->mu[0];
  return i < 0 ? PETSC_INFINITY : p->mu[i];
}

const PathProbe *critical_best_probe(const CriticalSearch *x)
{
  const PathProbe *best = NULL;

  for (PetscInt i = -2; i < x->n; i++) {
    const PathProbe *p  = i == -2 ? &x->low : i == -1 ? &x->high : &x->list[i];
    const PetscReal  mu = PetscAbsReal(critical_eigenvalue(x, p));

    if (mu < PETSC_INFINITY && (!best || mu < PetscAbsReal(critical_eigenvalue(x, best)))) best = p;
  }
  return best;
}

PetscErrorCode CriticalFillProbe(Continuation *c, CriticalSearch *x, PetscReal settled,
                                 PetscReal size, PathProbe *p)
{
  PetscReal square;

  PetscFunctionBeginUser;
  PetscCall(CriticalModesFind(c, x->max_points + c->nneutral, settled, &x->modes));
  *p = (PathProbe){.size  = size,
                   .level = c->s->t,
                   .rate  = c->rate,
                   .slope = c->rate,
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

PetscErrorCode CriticalProbeAt(Continuation *c, CriticalSearch *x, PetscReal size, PathProbe *p,
                               PetscBool *ok)
{
  PetscReal cosine;
  PetscInt  iterations;

  PetscFunctionBeginUser;
  PetscCall(ContinuationTryStep(c, size, &iterations, &cosine, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  *ok = (PetscBool)(c->index >= 0);
  if (*ok) PetscCall(CriticalFillProbe(c, x, CRITICAL_SETTLED, size, p));
  PetscCall(ContinuationRevert(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

CriticalKind critical_kind(PetscReal along, PetscReal rate, PetscReal fastest)
{
  /* Rate of the level at a limit point, relative to the largest along the step. It is 0 at the
     point, and as large as elsewhere at a bifurcation. tests/analysis/path.py has both kinds. */
  const PetscReal turns = 0.05;

  return along > 0.5 && PetscAbsReal(rate) < turns * fastest ? CRITICAL_LIMIT
                                                             : CRITICAL_BIFURCATION;
}

/* Adds a probe to x->list. If the tangent is exactly singular there, the probe is a little beside:
   an eigenvalue that is linear in the level is zero at the first secant. */
static PetscErrorCode AddProbe(Continuation *c, CriticalSearch *x, PetscReal size, PetscBool *ok)
{
  /* relative to the step, from less than CRITICAL to ROUGH */
  static const PetscReal beside[] = {0, 1e-8, -1e-8, 1e-6, -1e-6, 1e-4, -1e-4};

  PetscFunctionBeginUser;
  *ok = PETSC_FALSE;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(beside) && !*ok; k++) {
    const PetscReal at = size + beside[k] * x->size;

    if (at > x->low.size && at < x->high.size)
      PetscCall(CriticalProbeAt(c, x, at, &x->list[x->n], ok));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether a point lies strictly inside the bracket. */
static PetscBool in_bracket(const CriticalSearch *x, PetscReal size)
{
  return (PetscBool)(size > x->low.size && size < x->high.size);
}

/* Returns where the eigenvalue may be zero, by a secant inside the bracket. The first choice passes
   through the last probe and the former one on its side. The other one passes through both ends of
   the bracket, of which one may have another eigenvalue of the same number. */
static PetscReal guess_zero(const CriticalSearch *x, const PathProbe *last, const PathProbe *former)
{
  const PetscReal a = critical_eigenvalue(x, &x->low), b = critical_eigenvalue(x, &x->high),
                  width = x->high.size - x->low.size;

  if (last) {
    const PetscReal m = critical_eigenvalue(x, last), n = critical_eigenvalue(x, former),
                    at = last->size - m * (last->size - former->size) / (m - n);

    if (m * n > 0 && in_bracket(x, at)) return at;
  }
  if (a * b < 0 && PetscMax(PetscAbsReal(a), PetscAbsReal(b)) < PETSC_INFINITY)
    return x->low.size + a / (a - b) * width;
  return x->low.size + width / 2;
}

/* Whether the best probe of a bracket is accurate enough. */
static PetscBool is_located(const CriticalSearch *x)
{
  const PathProbe *best  = critical_best_probe(x);
  const PetscBool  wide  = (PetscBool)(x->high.size - x->low.size > CRITICAL_NARROW * x->size);
  const PetscReal  close = (wide ? CRITICAL : ROUGH) * x->change;

  return (PetscBool)(best && PetscAbsReal(critical_eigenvalue(x, best)) <= close);
}

PetscErrorCode CriticalNarrow(Continuation *c, CriticalSearch *x, PetscBool *found)
{
  const PetscReal  nearer = 0.1;
  const PetscInt   before = x->low.index;
  const PathProbe *last   = NULL;
  PathProbe        former = x->low;
  PetscInt         slow   = 0;
  PetscBool        ok     = PETSC_TRUE;

  PetscFunctionBeginUser;
  x->n      = 0;
  x->change = 0;
  x->number = x->high.index > before ? before + 1 : before;
  while (ok && x->n < CRITICAL_PROBES) {
    const PetscReal a = critical_eigenvalue(x, &x->low), b = critical_eigenvalue(x, &x->high),
                    width = x->high.size - x->low.size;
    PathProbe *end;

    if (PetscMax(PetscAbsReal(a), PetscAbsReal(b)) < PETSC_INFINITY)
      x->change = PetscMax(x->change, PetscAbsReal(b - a));
    if (is_located(x) || width <= CRITICAL_NARROW * x->size) break;
    PetscCall(
      AddProbe(c, x, slow < 2 ? guess_zero(x, last, &former) : x->low.size + width / 2, &ok));
    if (!ok) break;
    last   = &x->list[x->n++];
    end    = last->index == before ? &x->low : &x->high;
    former = *end;
    slow   = slow < 2 && !(PetscAbsReal(critical_eigenvalue(x, last)) <=
                         nearer * PetscAbsReal(critical_eigenvalue(x, &former)))
               ? slow + 1
               : 0;
    *end   = *last;
  }
  *found = is_located(x);
  if (!ok && x->change > 0)
    *found = (PetscBool)(PetscAbsReal(critical_eigenvalue(x, critical_best_probe(x))) <=
                         ROUGH * x->change);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- hidden pair ----------------------------------------------------------------------------- */

/* *index = number of negative eigenvalues of B of the step that ends at c->s. */
static PetscErrorCode CountMiddle(Continuation *c, PetscReal size, Mat slope, PetscInt *index)
{
  Mat end;

  PetscFunctionBeginUser;
  PetscCall(MatDuplicate(c->pencil->K, MAT_COPY_VALUES, &end));
  PetscCall(MatAXPY(c->pencil->K, -size / 2, slope, SAME_NONZERO_PATTERN));
  PetscCall(PencilFactor(c->pencil, 0, index));
  c->factorizations++;
  PetscCall(MatCopy(end, c->pencil->K, SAME_NONZERO_PATTERN));
  PetscCall(MatDestroy(&end));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the eigenvalue nearest to 0 at c->s, and its slope. slope_of_K: that of the stiffness.
   c->pencil has the factors of K. */
static PetscErrorCode FindSoftest(Continuation *c, Mat slope_of_K, PetscReal *mu, PetscReal *slope)
{
  enum { MODES = 4 };
  CriticalModes modes;

  PetscFunctionBeginUser;
  PetscCall(CriticalModesCreate(c, MODES, &modes));
  PetscCall(CriticalModesFind(c, 1, CRITICAL_SETTLED, &modes));
  *mu = modes.mu[0];
  PetscCall(MatMult(slope_of_K, modes.x[0], c->a));
  PetscCall(VecDot(c->a, modes.x[0], slope));
  *slope /= PetscSqr(c->length);
  PetscCall(CriticalModesDestroy(&modes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether the cubic with these values and slopes at 0 and 1 reaches 0 in between. */
static PetscBool cubic_reaches_zero(const PetscReal value[2], const PetscReal slope[2])
{
  enum { POINTS = 64 };

  for (int k = 1; k < POINTS; k++) {
    const PetscReal s = (PetscReal)k / POINTS, r = 1 - s;
    const PetscReal at = r * r * ((1 + 2 * s) * value[0] + s * slope[0]) +
                         s * s * ((1 + 2 * r) * value[1] - r * slope[1]);

    if (at * value[0] <= 0) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Computes the softest direction at the start of the step, unless the last step has done so. *here:
   c->s is the start then, else the end. */
static PetscErrorCode FindSoftestAtStart(Continuation *c, PetscReal size, PetscBool *here,
                                         PetscBool *ok)
{
  Mat slope;

  PetscFunctionBeginUser;
  *ok   = PETSC_TRUE;
  *here = (PetscBool)(c->soft_arc != c->from_arc);
  if (!*here) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ContinuationRevert(c));
  PetscCall(ContinuationTangent(c, c->from_tangent, c->from_rate, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ContinuationStiffnessSlope(c, CRITICAL_BESIDE * size, &slope));
  PetscCall(FindSoftest(c, slope, &c->soft_mu, &c->soft_slope));
  c->soft_arc = c->arc;
  PetscCall(MatDestroy(&slope));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Tests whether the eigenvalue nearest to 0 may reach 0 inside the step. The test uses its values
   and slopes at both ends. If *reaches, the step is undone. slope: slope of the stiffness at the
   end of the step. */
static PetscErrorCode SoftestReachesZero(Continuation *c, PetscReal size, Mat slope,
                                         PetscBool *reaches)
{
  PetscReal mu[2], of_mu[2], cosine;
  PetscInt  below, iterations;
  PetscBool at_start, ok;

  PetscFunctionBeginUser;
  PetscCall(PencilFactor(c->pencil, 0, &below));
  c->factorizations++;
  PetscCall(FindSoftest(c, slope, &mu[1], &of_mu[1]));
  PetscCall(FindSoftestAtStart(c, size, &at_start, &ok));
  mu[0]    = c->soft_mu;
  of_mu[0] = c->soft_slope * size;
  of_mu[1] *= size;
  /* eigenvalues of different signs belong to different directions */
  *reaches = (PetscBool)(!ok || (mu[0] * mu[1] > 0 && cubic_reaches_zero(mu, of_mu)));
  if (*reaches && !at_start) PetscCall(ContinuationRevert(c));
  if (!*reaches && at_start) {
    PetscCall(ContinuationTryStep(c, size, &iterations, &cosine, &ok));
    *reaches = (PetscBool)!ok;
  }
  if (*reaches) PetscFunctionReturn(PETSC_SUCCESS);
  c->soft_arc   = c->arc;
  c->soft_mu    = mu[1];
  c->soft_slope = of_mu[1] / size;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HiddenPairCheck(Continuation *c, PetscReal size, PetscBool *hides)
{
  const PetscInt index = c->index;
  PetscInt       middle;
  Mat            slope;

  PetscFunctionBeginUser;
  *hides = PETSC_FALSE;
  PetscCall(ContinuationKeepFactors(c)); /* the check factors other matrices */
  PetscCall(ContinuationStiffnessSlope(c, CRITICAL_BESIDE * size, &slope));
  PetscCall(CountMiddle(c, size, slope, &middle));
  if (middle != index) PetscCall(SoftestReachesZero(c, size, slope, hides));
  PetscCall(MatDestroy(&slope));
  PetscFunctionReturn(PETSC_SUCCESS);
}
