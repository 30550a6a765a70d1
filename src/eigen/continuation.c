/* continuation.c: see continuation.h. */
#include "continuation.h"
#include "factoring.h"

const char *const critical_names[] = {"limit", "bifurcation"};

/* Of a step: Newton iterations at most and as wanted, what is left of it in the end; the cosine of the angle between tangents at
   its ends, at least; the shortest, of the longest. Of a critical point: the eigenvalue of the tangent, of its change over the step. */
enum { MOST_ITERATIONS = 12, WANTED = 4, MOST_PROBES = 60 };
static const PetscReal LEFT = 1e-9, STRAIGHT = 0.9, SHORTEST = 1e-6, CRITICAL = 1e-7;

/* ---- vectors -------------------------------------------------------------------------------------------------------- */

/* <x, y> of q over the squared length. */
static PetscErrorCode Dot(const Continuation *c, Vec x, Vec y, PetscReal *dot)
{
  const PetscScalar *w, *u, *v;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArrayRead(c->weights, &w));
  PetscCall(VecGetArrayRead(x, &u));
  PetscCall(VecGetArrayRead(y, &v));
  *dot = 0;
  for (PetscInt i = 0; i < n; i++) *dot += w[i] * u[i] * v[i];
  PetscCall(VecRestoreArrayRead(y, &v));
  PetscCall(VecRestoreArrayRead(x, &u));
  PetscCall(VecRestoreArrayRead(c->weights, &w));
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, dot, 1, MPIU_REAL, MPI_SUM, c->sys->comm));
  *dot /= PetscSqr(c->length);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static FsRows rows_of(const Continuation *c)
{
  return (FsRows){FS_CONSTRAINT_POSITION, c->pencil->scale, c->pencil->scale};
}

/* s moves by x: q in its chart, and the multipliers. */
static PetscErrorCode Move(Continuation *c, FsState *s, PetscReal factor, Vec x)
{
  PetscFunctionBeginUser;
  if (c->sys->constraints) PetscCall(c->sys->constraints->add_multipliers(c->sys, factor * c->pencil->scale, x, s->a));
  PetscCall(VecAXPY(s->q, factor, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CopyState(const FsState *from, FsState *to)
{
  PetscFunctionBeginUser;
  to->t = from->t;
  PetscCall(VecCopy(from->q, to->q));
  PetscCall(VecCopy(from->a, to->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* force = dr/dt at s; r = its residual. */
static PetscErrorCode Forces(Continuation *c, FsState *s)
{
  const FsLoading loading = FsLoadingOfEquilibrium(1);
  const FsRows    rows    = rows_of(c);
  const PetscReal t = s->t, h = 1e-4 * c->load;

  PetscFunctionBeginUser;
  s->t = t + h;
  PetscCall(FsSystemResidual(c->sys, s, &loading, &rows, c->force));
  s->t = t - h;
  PetscCall(FsSystemResidual(c->sys, s, &loading, &rows, c->r));
  PetscCall(VecAXPY(c->force, -1, c->r));
  PetscCall(VecScale(c->force, 1 / (2 * h)));
  s->t = t;
  PetscCall(FsSystemResidual(c->sys, s, &loading, &rows, c->r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the tangent at an equilibrium ---------------------------------------------------------------------------------- */

/* The factors, the index and the tangent at c->s, along a direction: that in which the path came, or a rate of the level. *ok: the
   matrix could be factored. */
static PetscErrorCode FindTangent(Continuation *c, Vec along, PetscReal along_rate, PetscBool *ok)
{
  const FsLoading loading = FsLoadingOfEquilibrium(1);
  PetscReal       size, forward;
  PetscInt        below;

  PetscFunctionBeginUser;
  PetscCall(PencilAt(c->pencil, c->s, &loading));
  PetscCall(PencilFactor(c->pencil, 0, &below));
  c->factorings++;
  *ok = (PetscBool)(below != PENCIL_SINGULAR);
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  c->index = c->pencil->symmetric ? below : -1;
  PetscCall(Forces(c, c->s));
  PetscCall(VecScale(c->force, -1));
  PetscCall(MatSolve(c->pencil->factors, c->force, c->tangent));
  PetscCall(VecScale(c->force, -1));
  PetscCall(Dot(c, c->tangent, c->tangent, &size));
  c->rate = 1 / PetscSqrtReal(size + 1 / PetscSqr(c->load));
  PetscCall(VecScale(c->tangent, c->rate));
  forward = 0;
  if (along) PetscCall(Dot(c, along, c->tangent, &forward));
  forward += along_rate * c->rate / PetscSqr(c->load);
  if (forward < 0) {
    c->rate = -c->rate;
    PetscCall(VecScale(c->tangent, -1));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one step -------------------------------------------------------------------------------------------------------- */

/* c->factors = those of the tangent at the trial state; *ok. */
static PetscErrorCode FactorTrial(Continuation *c, PetscBool *ok)
{
  const FsLoading loading = FsLoadingOfEquilibrium(1);
  const FsRows    rows    = rows_of(c);
  MatFactorInfo   info;
  PetscInt        error;

  PetscFunctionBeginUser;
  PetscCall(FsSystemTangent(c->sys, &c->trial, &loading, &rows, (FsShift){0, 0, 1, PETSC_FALSE}, c->K));
  PetscCall(MatFactorInfoInitialize(&info));
  if (!c->factors) {
    PetscCall(MatGetFactor(c->K, MATSOLVERMUMPS, MAT_FACTOR_LU, &c->factors));
    PetscCall(FactoringSet(c->factors));
    PetscCall(MatLUFactorSymbolic(c->factors, c->K, NULL, NULL, &info));
  }
  PetscCall(MatLUFactorNumeric(c->factors, c->K, &info));
  c->factorings++;
  PetscCall(MatMumpsGetInfog(c->factors, 1, &error));
  *ok = (PetscBool)(error >= 0);
  if (!*ok) PetscCall(MatDestroy(&c->factors));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* One iteration towards the plane of size, by two solutions with one matrix; *change: its length. along, rate: of the plane. */
static PetscErrorCode Iterate(Continuation *c, Vec along, PetscReal rate, PetscReal size, PetscReal *change)
{
  const PetscReal per_load = 1 / PetscSqr(c->load);
  PetscReal       so_far, of_a, of_b, dt, square;
  PetscBool       ok = PETSC_FALSE;

  PetscFunctionBeginUser;
  *change = PETSC_INFINITY;
  PetscCall(Forces(c, &c->trial));
  PetscCall(FactorTrial(c, &ok));
  if (!ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatSolve(c->factors, c->r, c->a));
  PetscCall(MatSolve(c->factors, c->force, c->b));
  PetscCall(Dot(c, along, c->delta, &so_far));
  PetscCall(Dot(c, along, c->a, &of_a));
  PetscCall(Dot(c, along, c->b, &of_b));
  so_far += rate * (c->trial.t - c->s->t) * per_load;
  dt = (size - so_far + of_a) / (rate * per_load - of_b);
  PetscCall(VecAXPY(c->a, dt, c->b));
  PetscCall(VecScale(c->a, -1));
  PetscCall(Move(c, &c->trial, 1, c->a));
  PetscCall(VecAXPY(c->delta, 1, c->a));
  c->trial.t += dt;
  PetscCall(Dot(c, c->a, c->a, &square));
  *change = PetscSqrtReal(square + dt * dt * per_load);
  if (PetscIsInfOrNanReal(*change)) *change = PETSC_INFINITY;
  c->iterations++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The trial state = the equilibrium in a plane at size along a direction from c->s; *iterations, 0: there is none. */
static PetscErrorCode Correct(Continuation *c, Vec along, PetscReal rate, PetscReal size, PetscInt *iterations)
{
  const PetscReal most   = 3; /* sizes that an iteration may move */
  PetscReal       change = 0;

  PetscFunctionBeginUser;
  PetscCall(CopyState(c->s, &c->trial));
  PetscCall(VecCopy(along, c->delta));
  PetscCall(VecScale(c->delta, size));
  PetscCall(Move(c, &c->trial, 1, c->delta));
  c->trial.t += size * rate;
  for (*iterations = 1; *iterations <= MOST_ITERATIONS; (*iterations)++) {
    PetscCall(Iterate(c, along, rate, size, &change));
    if (change <= LEFT * size) PetscFunctionReturn(PETSC_SUCCESS);
    if (change > most * size) break;
  }
  *iterations = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The trial state is the new one, from which the next chart begins; what it came from is remembered. */
static PetscErrorCode Take(Continuation *c, PetscReal size)
{
  FsState *states[] = {c->s};

  PetscFunctionBeginUser;
  PetscCall(VecCopy(c->s->q, c->from_q));
  PetscCall(VecCopy(c->s->a, c->from_a));
  PetscCall(VecCopy(c->tangent, c->from_tangent));
  c->from_t     = c->s->t;
  c->from_rate  = c->rate;
  c->from_arc   = c->arc;
  c->from_index = c->index;
  PetscCall(VecCopy(c->trial.q, c->leg));
  PetscCall(CopyState(&c->trial, c->s));
  c->arc += size;
  PetscCall(FsSystemAccept(c->sys, c->s, 1, states));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The inverse of Take. */
static PetscErrorCode GoBack(Continuation *c)
{
  FsState *states[] = {c->s};

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(c->delta, -1, c->leg, c->from_q)); /* the way back, in the chart of here */
  if (c->sys->rotations) PetscCall(c->sys->rotations->compose(c->sys, c->s->q, c->delta, c->trial.q));
  else PetscCall(VecWAXPY(c->trial.q, 1, c->s->q, c->delta));
  PetscCall(VecCopy(c->trial.q, c->s->q));
  PetscCall(VecCopy(c->from_a, c->s->a));
  c->s->t = c->from_t;
  PetscCall(FsSystemAccept(c->sys, c->s, 1, states));
  PetscCall(VecCopy(c->from_q, c->s->q));
  PetscCall(VecCopy(c->from_tangent, c->tangent));
  c->rate  = c->from_rate;
  c->arc   = c->from_arc;
  c->index = c->from_index;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A step of a size, and the tangent there; *ok: it leads on. The index of the state before is kept by the caller. */
static PetscErrorCode Attempt(Continuation *c, PetscReal size, PetscInt *iterations, PetscReal *cosine, PetscBool *ok)
{
  PetscReal cos;

  PetscFunctionBeginUser;
  *ok = PETSC_FALSE;
  PetscCall(Correct(c, c->tangent, c->rate, size, iterations));
  if (!*iterations) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Take(c, size));
  PetscCall(FindTangent(c, c->from_tangent, c->from_rate, ok));
  if (*ok) {
    PetscCall(Dot(c, c->from_tangent, c->tangent, &cos));
    *cosine = cos + c->from_rate * c->rate / PetscSqr(c->load);
  } else PetscCall(GoBack(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- critical points ------------------------------------------------------------------------------------------------- */

/* *mu = the eigenvalue nearest to 0 of the tangent at c->s in the metric of the weights, by inverse iteration from x, which becomes its
   vector. */
static PetscErrorCode Smallest(Continuation *c, Vec x, PetscReal *mu)
{
  const PetscReal settled = 1e-12;
  PetscReal       square, product, last = 0;

  PetscFunctionBeginUser;
  *mu = 0;
  for (int k = 0; k < 200; k++) {
    PetscCall(Dot(c, x, x, &square));
    PetscCall(VecScale(x, 1 / PetscSqrtReal(square)));
    PetscCall(VecPointwiseMult(c->b, c->weights, x));
    PetscCall(MatSolve(c->pencil->factors, c->b, c->a));
    PetscCall(Dot(c, x, c->a, &product));
    *mu = 1 / product;
    PetscCall(VecCopy(c->a, x));
    if (k > 1 && PetscAbsReal(*mu - last) <= settled * PetscAbsReal(*mu)) break;
    last = *mu;
  }
  PetscCall(Dot(c, x, x, &square));
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

/* Locate where the index changes in the last step, of a size, and describe it; *found: it could be done. On return c->s is the state
   before that step. */
static PetscErrorCode Locate(Continuation *c, PetscReal size, CriticalPoint *point, PetscBool *found)
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
  PetscCall(VecCopy(x, c->delta));
  PetscCall(Smallest(c, x, &end[1].mu));
  PetscCall(GoBack(c));
  PetscCall(FindTangent(c, c->from_tangent, c->from_rate, &ok));
  PetscCall(Smallest(c, x, &end[0].mu));
  change = PetscAbsReal(end[1].mu - end[0].mu);
  while (ok && !*found && probes < MOST_PROBES) {
    Probe *at = &last[probes++ % 3];

    at->size = between(&end[0], &end[1], (PetscBool)(probes % 3 == 0 || end[0].mu * end[1].mu >= 0));
    PetscCall(Attempt(c, at->size, &iterations, &cosine, &ok));
    if (!ok) break;
    at->level = c->s->t;
    PetscCall(Smallest(c, x, &at->mu));
    *found = (PetscBool)(PetscAbsReal(at->mu) <= CRITICAL * change || end[1].size - end[0].size < CRITICAL * size);
    if (*found) {
      point->level = probes > 2 ? level_at_zero(last) : at->level;
      PetscCall(Describe(c, x, point));
    }
    end[c->index == point->before ? 0 : 1] = *at; /* the index tells the side, whichever eigenvalue was found */
    PetscCall(GoBack(c));
  }
  if (!*found) PetscCall(VecDestroy(&x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the path -------------------------------------------------------------------------------------------------------- */

static PetscErrorCode Allocate(Continuation *c)
{
  Vec *const all[] = {&c->tangent, &c->leg,   &c->from_q, &c->from_a, &c->from_tangent,
                      &c->r,       &c->force, &c->a,      &c->b,      &c->delta};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) {
    PetscCall(VecDuplicate(c->sys->vec, all[k]));
    PetscCall(VecZeroEntries(*all[k]));
  }
  PetscCall(FsSystemStateCreate(c->sys, &c->trial));
  PetscCall(VecZeroEntries(c->trial.v));
  PetscCall(FsSystemCreateMatrix(c->sys, PETSC_TRUE, &c->K));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *length: the model's size times the root of the number of weighted entries, so that sums over entries are means. */
static PetscErrorCode FindLength(FsSystem sys, Vec weights, PetscReal *length)
{
  const PetscScalar *w;
  PetscInt           n, count = 0;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(weights, &n));
  PetscCall(VecGetArrayRead(weights, &w));
  for (PetscInt i = 0; i < n; i++) count += w[i] > 0;
  PetscCall(VecRestoreArrayRead(weights, &w));
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, &count, 1, MPIU_INT, MPI_SUM, sys->comm));
  *length = FsSystemLength(sys) * PetscSqrtReal((PetscReal)PetscMax(count, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationBegin(FsSystem sys, FsState *s, Vec weights, PetscReal first, PetscReal most,
                                 Continuation *c)
{
  const FsLoading loading = FsLoadingOfEquilibrium(1);
  PetscReal       force;
  PetscBool       ok = PETSC_FALSE;

  PetscFunctionBeginUser;
  *c = (Continuation){.sys = sys, .s = s, .most = most, .load = PetscAbsReal(first) / most, .weights = weights};
  PetscCall(FindLength(sys, weights, &c->length));
  PetscCall(PencilCreate(sys, s, &loading, &c->pencil));
  PetscCall(Allocate(c));
  PetscCall(FindTangent(c, NULL, first, &ok));
  PetscCheck(ok, sys->comm, PETSC_ERR_USER_INPUT,
             "path: the tangent is singular at the start: something can move freely (-analysis modes shows it)");
  PetscCall(VecNorm(c->force, NORM_2, &force));
  PetscCheck(force > 0, sys->comm, PETSC_ERR_USER_INPUT,
             "path: no load grows with t; those without a -load_<name>_time do, in proportion to it");
  c->size = most;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationEnd(Continuation *c)
{
  Vec *const all[] = {&c->tangent, &c->leg, &c->from_q, &c->from_a,  &c->from_tangent, &c->r,
                      &c->force,   &c->a,   &c->b,      &c->weights, &c->delta};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) PetscCall(VecDestroy(all[k]));
  PetscCall(FsSystemStateDestroy(&c->trial));
  PetscCall(MatDestroy(&c->K));
  PetscCall(MatDestroy(&c->factors));
  PetscCall(PencilDestroy(&c->pencil));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationArchive(Continuation *c, FsArchive a)
{
  PetscReal *const reals[] = {&c->arc, &c->size, &c->rate, &c->load};

  PetscFunctionBeginUser;
  PetscCall(FsArchiveEnter(a, "continuation"));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(reals); k++) {
    static const char *const names[] = {"arc", "size", "rate", "load"};

    PetscCall(FsArchiveReals(a, names[k], 1, reals[k]));
  }
  PetscCall(FsArchiveInt(a, "index", &c->index));
  PetscCall(FsArchiveVec(a, "tangent", c->tangent));
  PetscCall(FsArchiveLeave(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether a step, after which the path has a cosine with its begin, is to be made in shorter ones. */
static PetscBool is_too_long(const Continuation *c, PetscReal size, PetscReal cosine)
{
  const PetscReal crowded = 1e-3; /* of the longest step: critical points as near as that count as one */

  return (PetscBool)(cosine < STRAIGHT || (PetscAbsInt(c->index - c->from_index) > 1 && size > crowded * c->most));
}

PetscErrorCode ContinuationStep(Continuation *c, CriticalPoint *critical, PetscBool *found, FsStageInfo *info)
{
  const PetscReal cut = 0.5, grow = 1.6;

  PetscFunctionBeginUser;
  *found = PETSC_FALSE;
  for (; c->size >= SHORTEST * c->most; c->size *= cut) {
    const PetscReal size   = c->size;
    PetscReal       cosine = 1;
    PetscInt        iterations;
    PetscBool       ok;

    PetscCall(Attempt(c, size, &iterations, &cosine, &ok));
    if (!ok) continue;
    if (is_too_long(c, size, cosine)) {
      PetscCall(GoBack(c));
      continue;
    }
    info->newton += iterations;
    if (c->from_index >= 0 && c->index != c->from_index) {
      PetscCall(Locate(c, size, critical, found));
      if (!*found) c->missed++;
      PetscCall(Attempt(c, size, &iterations, &cosine, &ok));
      if (!ok) continue;
    }
    c->size = PetscMin(c->most, size * PetscMin(grow, PetscSqrtReal((PetscReal)WANTED / (PetscReal)iterations)));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  info->ok     = PETSC_FALSE;
  info->reason = "no step leads on along the path: Newton's method fails, or the path has a corner";
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationSwitch(Continuation *c, const CriticalPoint *at, PetscReal sign, FsStageInfo *info)
{
  const PetscReal begin = 0.1; /* of the longest step */
  PetscReal       square, cosine;
  PetscInt        iterations;
  PetscBool       ok = PETSC_FALSE;
  Vec             along;

  PetscFunctionBeginUser;
  PetscCall(GoBack(c));
  PetscCall(Attempt(c, at->arc - c->arc, &iterations, &cosine, &ok));
  PetscCall(VecDuplicate(at->shape, &along));
  PetscCall(VecCopy(at->shape, along));
  PetscCall(Dot(c, along, along, &square));
  PetscCall(VecScale(along, sign / PetscSqrtReal(square)));
  iterations = 0;
  for (c->size = begin * c->most; ok && !iterations && c->size >= SHORTEST * c->most; c->size /= 2)
    PetscCall(Correct(c, along, 0, c->size, &iterations));
  if (iterations) {
    PetscCall(Take(c, 2 * c->size));
    PetscCall(FindTangent(c, along, 0, &ok));
  }
  info->ok     = (PetscBool)(ok && iterations);
  info->reason = "no equilibrium is found on the branch";
  PetscCall(VecDestroy(&along));
  PetscFunctionReturn(PETSC_SUCCESS);
}
