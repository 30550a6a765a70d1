/* continuation_step.c: computes the tangent of a path of equilibria, takes steps along it and
   undoes them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "continuation_step.h"
#include "eigen/factorization.h"

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

PetscErrorCode ContinuationStepLength(const Continuation *c, Vec x, PetscReal dt, PetscReal *size)
{
  PetscReal square;

  PetscFunctionBeginUser;
  PetscCall(ContinuationDot(c, x, x, &square));
  *size = PetscSqrtReal(square + (c->controlled ? 0 : dt * dt / PetscSqr(c->load)));
  if (PetscIsInfOrNanReal(*size)) *size = PETSC_INFINITY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationMoveState(Continuation *c, FsState *s, PetscReal factor, Vec x)
{
  PetscFunctionBeginUser;
  if (c->sys->constraints)
    PetscCall(c->sys->constraints->add_multipliers(c->sys, factor * c->pencil->scale, x, s->a));
  PetscCall(VecAXPY(s->q, factor, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationCopyState(const FsState *from, FsState *to)
{
  PetscFunctionBeginUser;
  to->t = from->t;
  PetscCall(VecCopy(from->q, to->q));
  PetscCall(VecCopy(from->a, to->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationForces(Continuation *c, FsState *s)
{
  const FsLoading        loading = FsLoadingOfEquilibrium(1);
  const FsConstraintRows rows    = continuation_rows(c);
  /* The step of the difference is 1e-4 of the change of the level that counts as a length of 1
     along the path. Loads that are linear in the level have no error of the difference. */
  const PetscReal t = s->t, h = 1e-4 * c->load;
  /* 1: from values ahead of t; -1: from values behind it; 0: from both */
  const int side = t >= c->first && t - h < c->first ? 1 : t <= c->last && t + h > c->last ? -1 : 0;

  PetscFunctionBeginUser;
  s->t = side ? t + side * h : t + h;
  PetscCall(FsSystemResidual(c->sys, s, &loading, &rows, c->force));
  s->t = side ? t + 2 * side * h : t - h;
  PetscCall(FsSystemResidual(c->sys, s, &loading, &rows, c->r));
  PetscCall(VecAXPBY(c->force, -1, side ? 4 : 1, c->r));
  s->t = t;
  PetscCall(FsSystemResidual(c->sys, s, &loading, &rows, c->r));
  if (side) PetscCall(VecAXPY(c->force, -3, c->r));
  PetscCall(VecScale(c->force, (side ? side : 1) / (2 * h)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationProjectNeutral(Continuation *c, Mat factors, Vec orthogonal_to,
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
    PetscCall(ContinuationCopyState(c->s, &c->trial));
    PetscCall(ContinuationMoveState(c, &c->trial, k * h, c->tangent));
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
  *ok        = (PetscBool)(below != PENCIL_SINGULAR);
  c->current = *ok;
  if (*ok && c->proportional) c->index = below; /* the tangent remains */
  if (!*ok || c->proportional) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ContinuationForces(c, c->s));
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
    PetscCall(ContinuationCopyState(c->s, &c->trial));
    PetscCall(ContinuationMoveState(c, &c->trial, sign * distance, c->tangent));
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

PetscErrorCode ContinuationKeepFactors(Continuation *c)
{
  PetscBool finite;

  PetscFunctionBeginUser;
  if (c->current) {
    const Mat other = c->factors;

    c->factors         = c->pencil->factors;
    c->pencil->factors = other;
    c->pencil->of_K    = PETSC_FALSE;
  } else if (!c->factors) {
    PetscInt below;

    PetscCall(UpdateStiffness(c, c->s, PETSC_TRUE, &finite));
    PetscCall(PencilFactor(c->pencil, 0, &below));
    c->factorizations++;
    c->factors         = c->pencil->factors;
    c->pencil->factors = NULL;
  }
  c->current = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationAcceptTrial(Continuation *c, PetscReal size)
{
  FsState *states[] = {c->s};

  PetscFunctionBeginUser;
  PetscCall(VecCopy(c->s->q, c->from_q));
  PetscCall(VecCopy(c->s->a, c->from_a));
  PetscCall(VecCopy(c->tangent, c->from_tangent));
  c->from_t      = c->s->t;
  c->from_rate   = c->rate;
  c->from_arc    = c->arc;
  c->from_index  = c->index;
  c->from_cosine = c->cosine;
  PetscCall(VecCopy(c->trial.q, c->last_increment));
  PetscCall(ContinuationCopyState(&c->trial, c->s));
  c->arc += size;
  c->current = PETSC_FALSE;
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
  c->rate    = c->from_rate;
  c->arc     = c->from_arc;
  c->index   = c->from_index;
  c->cosine  = c->from_cosine;
  c->current = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}
