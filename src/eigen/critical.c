/* critical.c: critical points of a path: where the eigenvalue of the tangent that is nearest to 0 changes its sign, by secants and
   bisection in the length of the step; what kind they are (Wriggers 2008, ch. 7). */
#include "walk.h"

const char *const critical_names[] = {"limit", "bifurcation"};

/* The eigenvalue at a critical point, of its change over the step. */
static const PetscReal CRITICAL = 1e-7;
enum { MOST_PROBES = 60 };

/* *mu = the eigenvalue nearest to 0 of the tangent at c->s in the metric of the weights, by inverse iteration from x, which becomes its
   vector. */
static PetscErrorCode Smallest(Continuation *c, Vec x, PetscReal *mu)
{
  const PetscReal settled = 1e-12;
  PetscReal       square, product, last = 0;

  PetscFunctionBeginUser;
  *mu = 0;
  for (int k = 0; k < 200; k++) {
    PetscCall(WalkDot(c, x, x, &square));
    PetscCall(VecScale(x, 1 / PetscSqrtReal(square)));
    PetscCall(VecPointwiseMult(c->b, c->weights, x));
    PetscCall(MatSolve(c->pencil->factors, c->b, c->a));
    PetscCall(WalkDot(c, x, c->a, &product));
    *mu = 1 / product;
    PetscCall(VecCopy(c->a, x));
    if (k > 1 && PetscAbsReal(*mu - last) <= settled * PetscAbsReal(*mu)) break;
    last = *mu;
  }
  PetscCall(WalkDot(c, x, x, &square));
  PetscCall(VecScale(x, 1 / PetscSqrtReal(square)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A point of the last step: length from its begin, level, eigenvalue. */
typedef struct {
  PetscReal size, level, mu;
} Probe;

/* The size at which mu is 0, by the straight line, or halfway: where it is another mu at the two ends, and now and then. */
static PetscReal between(const Probe *a, const Probe *b, PetscBool halve)
{
  return halve ? (a->size + b->size) / 2 : a->size - a->mu * (b->size - a->size) / (b->mu - a->mu);
}

/* The level at mu = 0, by the parabola through three points. */
static PetscReal level_at_zero(const Probe p[3])
{
  PetscReal level = 0;

  for (int i = 0; i < 3; i++) {
    PetscReal term = p[i].level;

    for (int j = 0; j < 3; j++)
      if (j != i) term *= (0 - p[j].mu) / (p[i].mu - p[j].mu);
    level += term;
  }
  return level;
}

/* What kind of critical point the state is near, whose null vector is x. */
static PetscErrorCode Describe(Continuation *c, Vec x, CriticalPoint *point)
{
  const PetscReal turns = 1e-4; /* cosine of x and the loads, above which the level turns */
  PetscReal       of_force, force, size;

  PetscFunctionBeginUser;
  PetscCall(VecDot(x, c->force, &of_force));
  PetscCall(VecNorm(c->force, NORM_2, &force));
  PetscCall(VecNorm(x, NORM_2, &size));
  point->kind = PetscAbsReal(of_force) > turns * force * size ? CRITICAL_LIMIT : CRITICAL_BIFURCATION;
  point->arc  = c->arc;
  PetscCall(VecNorm(x, NORM_INFINITY, &size));
  PetscCall(VecScale(x, 1 / size));
  point->shape = x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalLocate(Continuation *c, PetscReal size, CriticalPoint *point, PetscBool *found)
{
  Probe     end[2] = {{.size = 0}, {.size = size}}, last[3];
  PetscReal change, cosine;
  PetscInt  iterations, probes = 0;
  PetscBool ok;
  Vec       x;

  PetscFunctionBeginUser;
  *found        = PETSC_FALSE;
  point->before = c->from_index;
  point->after  = c->index;
  PetscCall(VecDuplicate(c->tangent, &x));
  PetscCall(VecSetRandom(x, NULL));
  PetscCall(Smallest(c, x, &end[1].mu));
  PetscCall(WalkBack(c));
  PetscCall(WalkTangent(c, c->from_tangent, c->from_rate, &ok));
  PetscCall(Smallest(c, x, &end[0].mu));
  change = PetscAbsReal(end[1].mu - end[0].mu);
  while (ok && !*found && probes < MOST_PROBES) {
    Probe *at = &last[probes++ % 3];

    at->size = between(&end[0], &end[1], (PetscBool)(probes % 3 == 0 || end[0].mu * end[1].mu >= 0));
    PetscCall(WalkAttempt(c, at->size, &iterations, &cosine, &ok));
    if (!ok) break;
    at->level = c->s->t;
    PetscCall(Smallest(c, x, &at->mu));
    *found = (PetscBool)(PetscAbsReal(at->mu) <= CRITICAL * change || end[1].size - end[0].size < CRITICAL * size);
    if (*found) {
      point->level = probes > 2 ? level_at_zero(last) : at->level;
      PetscCall(Describe(c, x, point));
    }
    end[c->index == point->before ? 0 : 1] = *at; /* the index tells the side, whichever eigenvalue was found */
    PetscCall(WalkBack(c));
  }
  if (!*found) PetscCall(VecDestroy(&x));
  PetscFunctionReturn(PETSC_SUCCESS);
}
