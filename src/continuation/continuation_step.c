/* continuation_step.c: implements predictor and corrector of a path of equilibria. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "continuation_step.h"
#include "eigen/factorization.h"

/* Largest number of Newton iterations of a step, and the size of the last correction relative to
   the length of the step, in the metric of the path. Near a singular tangent corrections stop
   falling at round-off, which the second tolerance accepts. They are the round-off of
   the residual divided by an eigenvalue near 0. tests/analysis/path.py has paths in closed form. */
enum { MAX_ITERATIONS = 16 };
static const PetscReal CORRECTOR_TOLERANCE = 1e-9, ROUND_OFF_TOLERANCE = 1e-4;

/* ---- vectors --------------------------------------------------------------------------------- */

PetscErrorCode ContinuationDot(const Continuation *c, Vec x, Vec y, PetscReal *dot)
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
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, dot, 1, MPIU_REAL, MPI_SUM, c->sys->comm));
  *dot /= PetscSqr(c->length);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationProduct(const Continuation *c, Vec x, PetscReal dt_x, Vec y,
                                   PetscReal dt_y, PetscReal *product)
{
  const PetscScalar *u, *v;

  PetscFunctionBeginUser;
  if (!c->controlled) {
    PetscCall(ContinuationDot(c, x, y, product));
    *product += dt_x * dt_y / PetscSqr(c->load);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecGetArrayRead(x, &u));
  PetscCall(VecGetArrayRead(y, &v));
  *product = c->row >= 0 ? u[c->row] * v[c->row] : 0;
  PetscCall(VecRestoreArrayRead(y, &v));
  PetscCall(VecRestoreArrayRead(x, &u));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, product, 1, MPIU_REAL, MPI_SUM, c->sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the size of (x, dt) from all displacements, also under displacement control. */
static PetscErrorCode StepLength(const Continuation *c, Vec x, PetscReal dt, PetscReal *size)
{
  PetscReal square;

  PetscFunctionBeginUser;
  PetscCall(ContinuationDot(c, x, x, &square));
  *size = PetscSqrtReal(square + (c->controlled ? 0 : dt * dt / PetscSqr(c->load)));
  if (PetscIsInfOrNanReal(*size)) *size = PETSC_INFINITY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static FsConstraintRows rows_of(const Continuation *c)
{
  return (FsConstraintRows){FS_CONSTRAINT_POSITION, c->pencil->scale, c->pencil->scale};
}

/* Moves s by factor x: q in its chart, and the multipliers. */
static PetscErrorCode MoveState(Continuation *c, FsState *s, PetscReal factor, Vec x)
{
  PetscFunctionBeginUser;
  if (c->sys->constraints)
    PetscCall(c->sys->constraints->add_multipliers(c->sys, factor * c->pencil->scale, x, s->a));
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

/* Computes force = dr/dt at s and the residual r. */
static PetscErrorCode ComputeForces(Continuation *c, FsState *s)
{
  const FsLoading        loading = FsLoadingOfEquilibrium(1);
  const FsConstraintRows rows    = rows_of(c);
  /* The step of the difference is 1e-4 of the change of the level that counts as a length of 1
     along the path. Loads that are linear in the level have no error of the difference. */
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

/* Updates the neutral directions c->neutral, which have no stiffness,
   by one step of inverse iteration, and makes n vectors orthogonal to them.

   Input:
     factors        the factors of a stiffness matrix, by which the vectors x were computed
     orthogonal_to  a direction to which c->neutral must be orthogonal, or NULL
   Changed:
     x              [n] the vectors
   Output:
     negative       the number of neutral directions for which the factors have a negative pivot.
                    The stiffness of a neutral direction is round-off of any sign, so these pivots
                    are no unstable directions
   Collective. */
static PetscErrorCode ContinuationProjectNeutral(Continuation *c, Mat factors, Vec orthogonal_to,
                                                 PetscInt n, const Vec x[], PetscInt *negative)
{
  PetscReal part;
  Vec       y;

  PetscFunctionBeginUser;
  *negative = 0;
  if (!c->nneutral) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(c->tangent, &y));
  for (PetscInt k = 0; k < c->nneutral; k++) {
    const Vec neutral = c->neutral[k];

    PetscCall(VecPointwiseMult(y, c->weights, neutral));
    /* one inverse iteration is enough, because there is hardly any stiffness */
    PetscCall(MatSolve(factors, y, neutral));
    PetscCall(VecDot(y, neutral, &part));
    if (part < 0) (*negative)++;
    for (PetscInt i = orthogonal_to ? -1 : 0; i < k; i++) {
      const Vec other = i < 0 ? orthogonal_to : c->neutral[i];
      PetscReal square;

      PetscCall(ContinuationDot(c, other, other, &square));
      PetscCall(ContinuationDot(c, other, neutral, &part));
      PetscCall(VecAXPY(neutral, -part / square, other));
    }
    PetscCall(ContinuationDot(c, neutral, neutral, &part));
    PetscCall(VecScale(neutral, 1 / PetscSqrtReal(part)));
    for (PetscInt i = 0; i < n; i++) {
      PetscCall(ContinuationDot(c, neutral, x[i], &part));
      PetscCall(VecAXPY(x[i], -part, neutral));
    }
  }
  PetscCall(VecDestroy(&y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the tangent at an equilibrium ----------------------------------------------------------- */

/* Updates c->pencil to a state, at which charts start. On a proportional path the strains are those
   of the level. equilibrium: PETSC_FALSE takes the symmetric part, because moments that are not in
   equilibrium make K unsymmetric. */
static PetscErrorCode UpdateStiffness(Continuation *c, const FsState *at, PetscBool equilibrium,
                                      PetscBool *finite)
{
  const FsLoading loading = FsLoadingOfEquilibrium(1);
  FsState         s       = *at;
  PetscReal       size    = 0;

  PetscFunctionBeginUser;
  if (c->strain[0]) {
    PetscCall(VecDuplicate(c->strain[0], &s.strain));
    PetscCall(VecWAXPY(s.strain, s.t - c->strain_level, c->strain[1], c->strain[0]));
  }
  if (!equilibrium) {
    PetscCall(PencilUpdateSymmetricPart(c->pencil, &s, &loading));
    PetscCall(MatNorm(c->pencil->K, NORM_FROBENIUS, &size));
  } else PetscCall(PencilUpdateStiffness(c->pencil, &s, &loading));
  if (c->strain[0]) PetscCall(VecDestroy(&s.strain));
  *finite = (PetscBool)!PetscIsInfOrNanReal(size);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationMakeProportional(Continuation *c)
{
  /* central difference of sixth order */
  static const PetscReal weight[] = {3.0 / 4, -3.0 / 20, 1.0 / 60};
  const FsLoading        loading  = FsLoadingOfEquilibrium(1);
  const FsState          start    = {.t = c->s->t, .q = c->s->q};
  const PetscReal        h        = 0.2 * c->max_size; /* along the path */
  Vec                    strain;

  PetscFunctionBeginUser;
  c->proportional = PETSC_TRUE;
  c->strain_level = c->s->t;
  if (!c->sys->all_strain) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < 2; k++) PetscCall(VecDuplicate(c->sys->all_strain, &c->strain[k]));
  PetscCall(FsSystemStrains(c->sys, &start, &loading, c->strain[0]));
  PetscCall(VecZeroEntries(c->strain[1]));
  PetscCall(VecDuplicate(c->strain[0], &strain));
  for (int k = -3; k <= 3; k++) {
    FsState at = {.q = c->trial.q};

    if (!k) continue;
    PetscCall(CopyState(c->s, &c->trial));
    PetscCall(MoveState(c, &c->trial, k * h, c->tangent));
    c->trial.t += k * h * c->rate;
    at.t = c->trial.t;
    PetscCall(FsSystemStrains(c->sys, &at, &loading, strain));
    PetscCall(VecAXPY(c->strain[1], (k > 0 ? 1 : -1) * weight[abs(k) - 1] / (h * c->rate), strain));
  }
  PetscCall(VecDestroy(&strain));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationTangent(Continuation *c, Vec along, PetscReal along_rate, PetscBool *ok)
{
  PetscReal size, forward;
  PetscInt  below, negative;

  PetscFunctionBeginUser;
  PetscCall(UpdateStiffness(c, c->s, (PetscBool)!c->proportional, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PencilFactor(c->pencil, 0, &below));
  c->factorizations++;
  *ok = (PetscBool)(below != PENCIL_SINGULAR);
  if (*ok && c->proportional) c->index = below; /* the tangent remains */
  if (!*ok || c->proportional) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ComputeForces(c, c->s));
  PetscCall(VecScale(c->force, -1));
  PetscCall(MatSolve(c->pencil->factors, c->force, c->tangent));
  PetscCall(ContinuationProjectNeutral(c, c->pencil->factors, NULL, 1, &c->tangent, &negative));
  c->index = c->pencil->symmetric ? below - negative : -1;
  PetscCall(VecScale(c->force, -1));
  PetscCall(ContinuationProduct(c, c->tangent, 1, c->tangent, 1, &size));
  c->rate = 1 / PetscSqrtReal(size);
  PetscCall(VecScale(c->tangent, c->rate));
  forward = along_rate * c->rate;
  if (along) PetscCall(ContinuationProduct(c, along, along_rate, c->tangent, c->rate, &forward));
  if (forward < 0) {
    c->rate = -c->rate;
    PetscCall(VecScale(c->tangent, -1));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationStiffnessSlope(Continuation *c, PetscReal distance, Mat *slope)
{
  FsState *const states[] = {&c->trial, c->s};
  PetscBool      finite;
  Mat            here;

  PetscFunctionBeginUser;
  PetscCall(MatDuplicate(c->pencil->K, MAT_COPY_VALUES, &here));
  PetscCall(MatDuplicate(c->pencil->K, MAT_DO_NOT_COPY_VALUES, slope));
  for (int sign = -1; sign <= 1; sign += 2) {
    PetscCall(CopyState(c->s, &c->trial));
    PetscCall(MoveState(c, &c->trial, sign * distance, c->tangent));
    c->trial.t += sign * distance * c->rate;
    PetscCall(FsSystemAccept(c->sys, &c->trial, 2, states));
    PetscCall(UpdateStiffness(c, &c->trial, PETSC_FALSE, &finite));
    PetscCall(FsSystemAccept(c->sys, c->s, 2, states));
    PetscCall(MatAXPY(*slope, sign / (2 * distance), c->pencil->K, SAME_NONZERO_PATTERN));
  }
  PetscCall(MatCopy(here, c->pencil->K, SAME_NONZERO_PATTERN));
  PetscCall(MatDestroy(&here));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one step -------------------------------------------------------------------------------- */

/* Computes c->factors of the tangent at the trial state. *singular: there are no factors. */
static PetscErrorCode FactorTrial(Continuation *c, PetscBool *singular)
{
  const FsLoading        loading = FsLoadingOfEquilibrium(1);
  const FsConstraintRows rows    = rows_of(c);
  MatFactorType          type    = MAT_FACTOR_LU;

  PetscFunctionBeginUser;
  if (c->factors) PetscCall(MatGetFactorType(c->factors, &type));
  if (type != MAT_FACTOR_LU) PetscCall(MatDestroy(&c->factors));
  PetscCall(
    FsSystemTangent(c->sys, &c->trial, &loading, &rows, (FsShift){0, 0, 1, PETSC_FALSE}, c->K));
  PetscCall(FactorizationCompute(c->K, PETSC_FALSE, &c->factors, singular));
  c->factorizations++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Moves the trial state towards the plane by two solutions with one matrix. If old, it is the last
   matrix. Computes the length of the move, change. */
static PetscErrorCode CorrectorIteration(Continuation *c, Vec along, PetscReal rate, PetscReal size,
                                         PetscBool old, PetscReal *change)
{
  PetscReal so_far, of_a, of_b, dt;
  PetscBool singular = PETSC_FALSE;
  PetscInt  negative;

  PetscFunctionBeginUser;
  *change = PETSC_INFINITY;
  PetscCall(ComputeForces(c, &c->trial));
  if (!old) PetscCall(FactorTrial(c, &singular));
  if (singular) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatSolve(c->factors, c->r, c->a));
  PetscCall(MatSolve(c->factors, c->force, c->b));
  PetscCall(ContinuationProjectNeutral(c, c->factors, along == c->tangent ? NULL : along, 2,
                                       (Vec[]){c->a, c->b}, &negative));
  PetscCall(ContinuationProduct(c, along, rate, c->delta, c->trial.t - c->s->t, &so_far));
  PetscCall(ContinuationProduct(c, along, rate, c->a, 0, &of_a));
  PetscCall(ContinuationProduct(c, along, rate, c->b, -1, &of_b));
  dt = (size - so_far + of_a) / -of_b;
  PetscCall(VecAXPY(c->a, dt, c->b));
  PetscCall(VecScale(c->a, -1));
  PetscCall(MoveState(c, &c->trial, 1, c->a));
  PetscCall(VecAXPY(c->delta, 1, c->a));
  c->trial.t += dt;
  PetscCall(StepLength(c, c->a, dt, change));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationKeepFactors(Continuation *c)
{
  PetscFunctionBeginUser;
  c->keeps_factors = PETSC_TRUE;
  PetscCall(MatDestroy(&c->factors));
  c->factors         = c->pencil->factors;
  c->pencil->factors = NULL;
  c->pencil->of_K    = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether the next iteration of the corrector can use the factors that it has. The last two
   of `done` iterations have moved the state by last and change. kept: the corrector keeps factors
   until they converge too slowly. used: the last iteration has used such factors. */
static PetscBool factors_serve(PetscInt done, PetscReal change, PetscReal last, PetscReal length,
                               PetscBool kept, PetscBool used)
{
  /* a move, relative to the step, after which the matrix remains unless moves shrink too slowly */
  const PetscReal small_move = 1e-5, slowly = kept ? 0.3 : 0.1;

  if (kept && (done < 2 || !used)) return PETSC_TRUE;
  return (PetscBool)(done > 1 && (kept || change <= small_move * length) &&
                     change <= slowly * last);
}

/* Moves the trial state to the plane. kept: the first iterations use the factors that the corrector
   has. *iterations is 0 on failure. */
static PetscErrorCode IterateCorrector(Continuation *c, Vec along, PetscReal rate, PetscReal size,
                                       PetscBool kept, PetscInt *iterations)
{
  const PetscReal max_move = 3; /* largest move in an iteration, relative to the step */
  PetscReal       change = 0, last = 0, length;
  PetscBool       old = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(StepLength(c, c->delta, size * rate, &length));
  for (*iterations = 1; *iterations <= MAX_ITERATIONS; (*iterations)++) {
    old  = factors_serve(*iterations - 1, change, last, length, kept, old);
    last = change;
    PetscCall(CorrectorIteration(c, along, rate, size, old, &change));
    if (change <= CORRECTOR_TOLERANCE * length) PetscFunctionReturn(PETSC_SUCCESS);
    if (*iterations > 2 && change > 0.8 * last && change <= ROUND_OFF_TOLERANCE * length)
      PetscFunctionReturn(PETSC_SUCCESS);
    if (change > max_move * length) break;
  }
  *iterations = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationCorrect(Continuation *c, Vec along, PetscReal rate, PetscReal size,
                                   PetscReal ahead, PetscInt *iterations)
{
  PetscFunctionBeginUser;
  *iterations = 0;
  for (int fresh = c->keeps_factors && c->factors ? 0 : 1; fresh < 2 && !*iterations; fresh++) {
    PetscCall(CopyState(c->s, &c->trial));
    PetscCall(VecAXPBY(c->delta, size, 0, along));
    if (ahead > 0) PetscCall(VecAXPY(c->delta, ahead, c->tangent));
    PetscCall(MoveState(c, &c->trial, 1, c->delta));
    c->trial.t += size * rate + ahead * c->rate;
    *iterations = 1;
    if (!c->proportional)
      PetscCall(IterateCorrector(c, along, rate, size, (PetscBool)!fresh, iterations));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationAcceptTrial(Continuation *c, PetscReal size)
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
  PetscCall(VecCopy(c->trial.q, c->last_increment));
  PetscCall(CopyState(&c->trial, c->s));
  c->arc += size;
  PetscCall(FsSystemAccept(c->sys, c->s, 1, states));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationRevert(Continuation *c)
{
  FsState *states[] = {c->s};

  PetscFunctionBeginUser;
  /* the increment back, in the current chart */
  PetscCall(VecWAXPY(c->delta, -1, c->last_increment, c->from_q));
  if (c->sys->rotations)
    PetscCall(c->sys->rotations->compose(c->sys, c->s->q, c->delta, c->trial.q));
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

PetscErrorCode ContinuationTryStep(Continuation *c, PetscReal size, PetscInt *iterations,
                                   PetscReal *cosine, PetscBool *ok)
{
  PetscReal chord;

  PetscFunctionBeginUser;
  *ok = PETSC_FALSE;
  PetscCall(ContinuationCorrect(c, c->tangent, c->rate, size, 0, iterations));
  if (!*iterations) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StepLength(c, c->delta, c->trial.t - c->s->t, &chord));
  PetscCall(ContinuationAcceptTrial(c, size));
  PetscCall(ContinuationTangent(c, c->from_tangent, c->from_rate, ok));
  if (*ok)
    PetscCall(ContinuationProduct(c, c->from_tangent, c->from_rate, c->tangent, c->rate, cosine));
  else PetscCall(ContinuationRevert(c));
  /* a step that jumps to another path leaves the tangent at its start */
  if (*ok && !c->controlled && !c->proportional) *cosine = PetscMin(*cosine, size / chord);
  PetscFunctionReturn(PETSC_SUCCESS);
}
