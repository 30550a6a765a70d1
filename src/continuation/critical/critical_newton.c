/* critical_newton.c: locates the first critical point in a step of a path by Newton's method.

   At an equilibrium inside the step, a probe, K is the stiffness matrix and S its derivative with
   respect to the length of the path. To first order the stiffness at the distance d from the probe
   is K + d S, so that critical points are near the real eigenvalues d of (K + d S) x = 0. One
   subspace iteration (Bathe 2014, 11.6) for this problem starts from the softest modes of the
   probe. The error of an eigenvalue is about C d^2. Two probes determine C, so that the next
   estimate has an error of third order.
   The last two probes are just before and just behind the point. The signs of the pivots of their
   factors count the points between them. No probe is at the point itself, where the stiffness is
   singular. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/lapack.h"
#include "critical_search.h"

/* Distance of the last two probes from the point, relative to the step: 1 and 2 times BESIDE. The
   estimates of both then have an error of about BESIDE^3. A point whose probes are up to NEAR
   times BESIDE away has been located. SAME: distance of the points that count as a multiple one, as
   in critical.c. AGREE: difference between the estimates of the last two probes, relative to their
   distance: a larger one shows that eigenvalues cross there. */
static const PetscReal BESIDE = 5e-4, NEAR = 4, SAME = 1e-3, AGREE = 0.1;

/* ROUGH_MODES: change of the softest eigenvalue in the last iteration for the modes of a probe. The
   subspace iteration improves them. MAX_PROBES: largest number of probes for one point. */
static const PetscReal ROUGH_MODES = 1e-3;
enum { MAX_PROBES = 8 };

struct NewtonSearch {
  Continuation   *c;
  CriticalSearch *x;
  PetscInt        before;    /* the number of unstable directions before the point */
  PathProbe       low, high; /* the nearest probes before and behind the point */
  PetscReal       at;        /* estimate of the distance of the point from the start of the step */
  PetscInt        nprobes;   /* so far, for this point */
  PetscReal       last_size, last_zero; /* of the last probe: see improve_estimate */
  PetscInt        n;                    /* null vectors, from the last probe near the point */
  Vec             shape[CRITICAL_MULTIPLE];
  PetscReal       along; /* squared cosine of the angle between the path and these vectors */
  /* the distances of points from the end of the step, as its stiffness has them */
  PetscInt  nend;
  PetscReal end[MAX_CRITICAL_MODES];
};

/* ---- one probe ------------------------------------------------------------------------------- */

/* ZeroPencil - The problem (A + d B) z = 0 in the subspace of the vectors modes->y. */
typedef struct {
  PetscInt    n, nreal;
  PetscScalar A[MAX_CRITICAL_MODES * MAX_CRITICAL_MODES],
    B[MAX_CRITICAL_MODES * MAX_CRITICAL_MODES];
  PetscReal   value[MAX_CRITICAL_MODES];                  /* [nreal] distances d, ascending */
  PetscScalar z[MAX_CRITICAL_MODES * MAX_CRITICAL_MODES]; /* [nreal][n] */
} ZeroPencil;

/* Computes y = K^-1 S x of the modes, and the products y . K y and y . S y. */
static PetscErrorCode ProjectPencil(Continuation *c, Mat slope, CriticalModes *modes, ZeroPencil *p)
{
  Vec *w;

  PetscFunctionBeginUser;
  p->n = modes->n;
  PetscCall(VecDuplicateVecs(c->tangent, p->n, &w));
  for (PetscInt i = 0; i < p->n; i++) {
    PetscCall(MatMult(slope, modes->x[i], w[i]));
    PetscCall(MatSolve(c->pencil->factors, w[i], modes->y[i]));
  }
  for (PetscInt i = 0; i < p->n; i++) PetscCall(VecMDot(modes->y[i], p->n, w, p->A + p->n * i));
  for (PetscInt i = 0; i < p->n; i++) PetscCall(MatMult(slope, modes->y[i], w[i]));
  for (PetscInt i = 0; i < p->n; i++) PetscCall(VecMDot(modes->y[i], p->n, w, p->B + p->n * i));
  PetscCall(VecDestroyVecs(p->n, &w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sorts the eigenvalues lambda = -1/d of A^-1 B by ascending d. */
static void sort_by_distance(ZeroPencil *p, const PetscReal lambda[], const PetscScalar z[])
{
  for (PetscInt k = 0; k < p->nreal; k++) {
    PetscInt rank = 0;

    for (PetscInt i = 0; i < p->nreal; i++) {
      const PetscReal other = -1 / lambda[i], own = -1 / lambda[k];

      rank += other < own || (other == own && i < k);
    }
    p->value[rank] = -1 / lambda[k];
    for (PetscInt i = 0; i < p->n; i++) p->z[p->n * rank + i] = z[p->n * k + i];
  }
}

/* Solves the projected problem, on the first rank for all. */
static PetscErrorCode SolvePencil(Continuation *c, ZeroPencil *p)
{
  const PetscInt n = p->n;
  PetscMPIInt    rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(c->sys->comm, &rank));
  p->nreal = 0;
  if (!rank) {
    PetscReal    lambda[MAX_CRITICAL_MODES];
    PetscScalar *z;
    PetscBool    ok;

    PetscCall(PetscMalloc1((size_t)(n * n), &z));
    PetscCall(LapackSolve(n, n, p->A, p->B, &ok)); /* B = A^-1 B */
    if (ok) PetscCall(LapackEigenReal(n, p->B, &p->nreal, lambda, z));
    sort_by_distance(p, lambda, z);
    PetscCall(PetscFree(z));
  }
  PetscCallMPI(MPI_Bcast(&p->nreal, 1, MPIU_INT, 0, c->sys->comm));
  PetscCallMPI(MPI_Bcast(p->value, (PetscMPIInt)p->nreal, MPIU_REAL, 0, c->sys->comm));
  PetscCallMPI(MPI_Bcast(p->z, (PetscMPIInt)(p->nreal * n), MPIU_SCALAR, 0, c->sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Replaces the null vectors of the search by those of a pencil near a distance, orthonormal in the
   metric of the path. */
static PetscErrorCode KeepShapes(NewtonSearch *s, const ZeroPencil *p, PetscReal near)
{
  Continuation *c = s->c;
  PetscReal     part, square;

  PetscFunctionBeginUser;
  s->n     = 0;
  s->along = 0;
  PetscCall(ContinuationDot(c, c->tangent, c->tangent, &square));
  for (PetscInt k = 0; k < p->nreal && s->n < CRITICAL_MULTIPLE; k++) {
    Vec *x = &s->shape[s->n];

    if (PetscAbsReal(p->value[k] - near) > SAME * s->x->size) continue;
    if (!*x) PetscCall(VecDuplicate(c->tangent, x));
    PetscCall(VecZeroEntries(*x));
    PetscCall(VecMAXPY(*x, p->n, p->z + p->n * k, s->x->modes.y));
    for (PetscInt i = 0; i < s->n; i++) {
      PetscCall(ContinuationDot(c, *x, s->shape[i], &part));
      PetscCall(VecAXPY(*x, -part, s->shape[i]));
    }
    PetscCall(ContinuationDot(c, *x, *x, &part));
    PetscCall(VecScale(*x, 1 / PetscSqrtReal(part)));
    PetscCall(ContinuationDot(c, *x, c->tangent, &part));
    s->along += PetscSqr(part) / square;
    s->n++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the distance of the first point behind s->low from a probe, among n distances d of
   points, or of the first one among them that is known; infinite if no point is known. */
static PetscReal distance_of_point(const NewtonSearch *s, const PathProbe *p, PetscInt n,
                                   const PetscReal d[])
{
  const PetscReal none  = PETSC_INFINITY;
  PetscReal       first = none;
  PetscInt        nth   = PetscAbsInt(p->index - s->before);

  for (PetscInt k = 0; k < n && !nth; k++)
    if (d[k] > 0) return d[k];
  for (PetscInt k = n - 1; k >= 0 && nth > 0; k--)
    if (d[k] < 0 && p->size + d[k] > s->low.size) {
      first = d[k];
      nth--;
    }
  return first;
}

/* Improves the estimate s->at by a probe at a distance size from the start of the step, from which
   the point seems to be at the distance zero. The errors of two such estimates are in the ratio of
   the squares of their distances. */
static void improve_estimate(NewtonSearch *s, PetscReal size, PetscReal zero)
{
  const PetscReal different = 0.3; /* of the distances, so that their ratio is certain */
  const PetscReal d = PetscAbsReal(size - zero), last = PetscAbsReal(s->last_size - s->last_zero);

  s->at = zero;
  if (s->nprobes++ && PetscAbsReal(d - last) > different * PetscMax(d, last))
    s->at += (s->last_zero - zero) * d * d / (d * d - last * last);
  s->last_size = size;
  s->last_zero = zero;
}

/* Describes the present equilibrium c->s as a probe, and computes how far points are from it. */
static PetscErrorCode FillProbe(NewtonSearch *s, PetscReal size, PathProbe *p, ZeroPencil *z)
{
  Continuation *c = s->c;
  PetscReal     cosine;
  Mat           slope;

  PetscFunctionBeginUser;
  PetscCall(CriticalFillProbe(c, s->x, ROUGH_MODES, size, p));
  PetscCall(ContinuationStiffnessSlope(c, CRITICAL_BESIDE * s->x->size, &slope));
  PetscCall(ProjectPencil(c, slope, &s->x->modes, z));
  PetscCall(MatDestroy(&slope));
  PetscCall(SolvePencil(c, z));
  /* a step is measured along the tangent at its start, and d along that of the probe */
  PetscCall(ContinuationProduct(c, c->from_tangent, c->from_rate, c->tangent, c->rate, &cosine));
  p->slope = p->rate / cosine;
  for (PetscInt k = 0; k < z->nreal; k++) z->value[k] *= cosine;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Describes c->s as a probe, and improves the estimate by it. */
static PetscErrorCode EstimatePoint(NewtonSearch *s, PetscReal size, PathProbe *p)
{
  ZeroPencil *z;
  PetscReal   distance;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&z));
  PetscCall(FillProbe(s, size, p, z));
  distance = distance_of_point(s, p, z->nreal, z->value);
  if (PetscAbsReal(distance) < PETSC_INFINITY) improve_estimate(s, size, size + distance);
  else s->at = PETSC_INFINITY;
  if (PetscAbsReal(distance) <= NEAR * BESIDE * s->x->size) PetscCall(KeepShapes(s, z, distance));
  PetscCall(PetscFree(z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the bracket ----------------------------------------------------------------------------- */

static PetscBool is_near(const NewtonSearch *s, const PathProbe *p)
{
  return (PetscBool)(PetscAbsReal(p->size - s->at) <= NEAR * BESIDE * s->x->size);
}

/* Returns where the next probe is taken: before the point, or behind it if there is a probe just
   before it. */
static PetscReal next_probe(const NewtonSearch *s)
{
  const PetscReal beside = BESIDE * s->x->size;

  if (is_near(s, &s->low)) return PetscMin(s->at + 2 * beside, (s->at + s->high.size) / 2);
  return PetscMax(s->at - beside, (s->low.size + s->at) / 2);
}

/* Narrows the bracket until both ends are near the point. */
static PetscErrorCode NarrowBracket(NewtonSearch *s, PetscBool *ok)
{
  Continuation *c = s->c;
  PetscReal     cosine;
  PetscInt      iterations;

  PetscFunctionBeginUser;
  for (int k = 0; k < MAX_PROBES; k++) {
    PathProbe p;

    *ok = (PetscBool)(s->low.size < s->at && s->at < s->high.size);
    if (!*ok || (is_near(s, &s->low) && is_near(s, &s->high))) PetscFunctionReturn(PETSC_SUCCESS);
    p.size = next_probe(s);
    PetscCall(ContinuationTryStep(c, p.size, &iterations, &cosine, ok));
    if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
    *ok = (PetscBool)(c->index >= 0);
    if (*ok) PetscCall(EstimatePoint(s, p.size, &p));
    PetscCall(ContinuationRevert(c));
    if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
    if (p.index == s->before) s->low = p;
    else s->high = p;
  }
  *ok = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the level at a distance from the start of the step, and its derivative, by the cubic
   with the levels and slopes of both ends of the bracket. */
static PetscReal level_at(const NewtonSearch *s, PetscReal size, PetscReal *slope)
{
  const PathProbe *a = &s->low, *b = &s->high;
  const PetscReal  h = b->size - a->size, u = (size - a->size) / h, change = b->level - a->level,
                  c2 = 3 * change - h * (2 * a->slope + b->slope),
                  c3 = h * (a->slope + b->slope) - 2 * change;

  *slope = a->slope + u * (2 * c2 + 3 * u * c3) / h;
  return a->level + u * (h * a->slope + u * (c2 + u * c3));
}

/* Fills the point from the bracket. *ok: the null vectors explain the change of the index. */
static PetscErrorCode FillPoint(NewtonSearch *s, PetscReal fastest, CriticalPoint *point,
                                PetscBool *ok)
{
  PetscReal slope;

  PetscFunctionBeginUser;
  *ok = (PetscBool)(s->n && s->n == PetscAbsInt(s->high.index - s->before) &&
                    PetscAbsReal(s->at - s->last_zero) <= AGREE * BESIDE * s->x->size);
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  *point      = (CriticalPoint){.before       = s->before,
                                .after        = s->high.index,
                                .arc          = s->c->arc + s->at,
                                .level        = level_at(s, s->at, &slope),
                                .multiplicity = s->n};
  point->kind = critical_kind(s->along, slope, fastest);
  for (PetscInt k = 0; k < s->n; k++) {
    point->shape[k] = s->shape[k];
    s->shape[k]     = NULL;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- search ---------------------------------------------------------------------------------- */

PetscErrorCode CriticalNewtonCreate(Continuation *c, CriticalSearch *x, PathProbe *end,
                                    NewtonSearch **search)
{
  NewtonSearch *s;
  ZeroPencil   *z;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  PetscCall(PetscNew(&z));
  *search = s;
  s->c    = c;
  s->x    = x;
  PetscCall(FillProbe(s, x->size, end, z));
  s->nend = z->nreal;
  PetscCall(PetscArraycpy(s->end, z->value, s->nend));
  PetscCall(PetscFree(z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalNewtonFind(NewtonSearch *s, const PathProbe *end, CriticalPoint *point,
                                  PetscBool *found)
{
  const PetscReal fastest = PetscMax(PetscAbsReal(s->c->rate), PetscAbsReal(end->rate));

  PetscFunctionBeginUser;
  *found = PETSC_FALSE;
  if (s->c->nneutral) PetscFunctionReturn(PETSC_SUCCESS);
  s->low     = s->x->low;
  s->high    = *end;
  s->before  = s->low.index;
  s->n       = 0;
  s->nprobes = 0;
  improve_estimate(s, end->size, end->size + distance_of_point(s, end, s->nend, s->end));
  PetscCall(NarrowBracket(s, found));
  if (*found) PetscCall(FillPoint(s, fastest, point, found));
  if (!*found) PetscFunctionReturn(PETSC_SUCCESS);
  s->x->low        = s->high;
  s->x->low.passed = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalNewtonDestroy(NewtonSearch **s)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < CRITICAL_MULTIPLE; k++) PetscCall(VecDestroy(&(*s)->shape[k]));
  PetscCall(PetscFree(*s));
  PetscFunctionReturn(PETSC_SUCCESS);
}
