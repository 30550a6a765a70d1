/* implicit.c: predicts and solves stages of implicit families, and computes error constants. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "family.h"

/* Computes the defect of the formula for y = t^3 at t_k = 0 with dt = 1, over 3! sum beta. */
PetscReal multistep_error_constant(PetscInt r, const PetscReal alpha[], const PetscReal beta[])
{
  PetscReal defect = 0, sum = beta[0];

  for (PetscInt j = 1; j <= r; j++) {
    defect += alpha[j] * PetscPowRealInt((PetscReal)j, 3) - 3 * beta[j] * PetscSqr((PetscReal)j);
    sum += beta[j];
  }
  return defect / (6 * sum);
}

/* Resets info for a second solve of a failed stage; the work of the failed solve still counts. */
static void prepare_retry(FsStageInfo *info, FsStageInfo *failed)
{
  *failed  = *info;
  info->ok = PETSC_TRUE;
  info->stages--;
  info->place[0] = 0;
}

static void add_iterations(FsStageInfo *info, const FsStageInfo *failed)
{
  const PetscInt last = info->stages - 1;

  info->stage_newton[last] += failed->stage_newton[last];
  info->stage_linear[last] += failed->stage_linear[last];
}

/* Whether Newton's method may have failed because of a bad start. Extrapolation magnifies fast
   vibrations of earlier steps. The second solve starts from the last state. */
static PetscBool should_retry(const FsIntegrator in, const FsStageInfo *info)
{
  return (PetscBool)(!info->ok && !info->diverged && !in->sys->traits.linear);
}

PetscErrorCode SolveStage(FsIntegrator in, PetscReal t, FsShift shift, PetscInt nin,
                          const Vec vecs[], const PetscReal q[], const PetscReal v[],
                          const PetscReal a[], FsState *out, FsStageInfo *info)
{
  PetscReal    wq[MAX_VECS], wv[MAX_VECS], wa[MAX_VECS];
  const FsLine line = {nin, vecs, q, v, a}, retry = {nin, vecs, wq, wv, wa};
  FsStageInfo  failed;

  PetscFunctionBeginUser;
  out->t = t;
  PetscCall(FsStageSolve(in->stage, shift, &line, out, info));
  if (!should_retry(in, info)) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < nin; i++) {
    wq[i] = i == 0;
    wv[i] = v[i] - shift.cc * (q[i] - wq[i]);
    wa[i] = a[i] - shift.cm * (q[i] - wq[i]);
  }
  prepare_retry(info, &failed);
  PetscCall(FsStageSolve(in->stage, shift, &retry, out, info));
  add_iterations(info, &failed);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves a nonlinear stage from qd = sum_i rate[i] vecs[i] and q = q* + s qd. A qd computed from q
   would carry the round-off of q/dt into a = (v - v*)/s. */
static PetscErrorCode SolveRates(FsIntegrator in, PetscReal t, PetscReal s, PetscInt nin,
                                 const Vec vecs[], const PetscReal qstar[], const PetscReal vstar[],
                                 const PetscReal rate[], FsState *out, FsStageInfo *info)
{
  const PetscReal *const rows[] = {qstar, rate, vstar};
  const Vec              to[]   = {out->q, out->qd, out->a};

  PetscFunctionBeginUser;
  PetscCall(VecsCombine(nin, vecs, 3, rows, to));
  PetscCall(VecAXPY(out->q, s, out->qd));
  out->t = t;
  PetscCall(FsStageSolveRates(in->stage, s, out, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolveFirstOrderStage(FsIntegrator in, PetscReal t, PetscReal s, PetscInt nin,
                                    const Vec vecs[], const PetscReal qstar[],
                                    const PetscReal vstar[], const PetscReal vguess[],
                                    StageStart start, FsState *out, FsStageInfo *info)
{
  const PetscBool predict = FsStageUsesInitialGuess(in->stage);
  PetscReal       q[MAX_VECS], v[MAX_VECS], a[MAX_VECS];
  FsStageInfo     failed;

  PetscFunctionBeginUser;
  if (!in->sys->traits.linear) {
    PetscCall(SolveRates(in, t, s, nin, vecs, qstar, vstar, vguess, out, info));
    if (!should_retry(in, info)) PetscFunctionReturn(PETSC_SUCCESS);
    for (PetscInt i = 0; i < nin; i++) v[i] = ((i == 0) - qstar[i]) / s;
    prepare_retry(info, &failed);
    PetscCall(SolveRates(in, t, s, nin, vecs, qstar, vstar, v, out, info));
    add_iterations(info, &failed);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt i = 0; i < nin; i++) {
    if (predict || start.velocity) {
      v[i] = predict ? vguess[i] : i == start.index;
      q[i] = qstar[i] + s * v[i];
    } else {
      q[i] = i == start.index;
      v[i] = (q[i] - qstar[i]) / s;
    }
    a[i] = (v[i] - vstar[i]) / s;
  }
  PetscCall(SolveStage(in, t, FsFirstOrderShift(s), nin, vecs, q, v, a, out, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EstimateOfFirstOrder(FsIntegrator in, PetscReal c, const FsState *s,
                                    const FsState *next, Vec error)
{
  const Vec              vecs[4] = {s->a, next->a, s->v, next->v};
  const PetscReal        third = in->error_constant * in->dt * in->dt, second = (0.5 - c) * in->dt;
  const PetscReal        row[4] = {-third, third, -second, second};
  const PetscReal *const rows[] = {row};

  PetscFunctionBeginUser;
  PetscCall(VecsCombine(c == 0.5 ? 2 : 4, vecs, 1, rows, &error));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EstimateFromAcceleration(FsIntegrator in, const FsState *s, const FsState *next,
                                        Vec error)
{
  return EstimateOfFirstOrder(in, 0.5, s, next, error);
}

PetscReal restart_factor(FsIntegrator in, PetscReal damped)
{
  const PetscBool on_positions =
    (PetscBool)(in->sys->constraints && in->sys->stabilization == FS_STABILIZED_POSITION);

  return on_positions ? damped : 0.5;
}

/* ---- prediction of velocities ---------------------------------------------------------------- */

/* Hermite extrapolation: Zhang et al. 2022, section 3.1. Equations (14) and (17) of this paper are
   these coefficients for two and three points. */

void predictor_coefficients(PetscInt n, const PetscReal tj[], PetscReal t, PetscReal m[],
                            PetscReal d[])
{
  for (PetscInt j = 0; j < n; j++) m[j] = d[j] = 0;
  for (PetscInt j = 0; j < n; j++)
    for (PetscInt i = 0; i < j; i++)
      if (PetscAbsReal(tj[i] - tj[j]) <= 1e-10 * PetscAbsReal(t - tj[0]))
        /* stages at the same time: this point and all older ones are left out */
        n = j;
  if (n == 1) {
    d[0] = 1;
    return;
  }
  for (PetscInt j = 0; j < n; j++) {
    /* values at t and t_j of the Lagrange polynomial l_j and of its derivative */
    PetscReal l = 1, slope = 0, at_node = 0;

    for (PetscInt i = 0; i < n; i++) {
      PetscReal partial = 1;

      if (i == j) continue;
      for (PetscInt k = 0; k < n; k++)
        if (k != j && k != i) partial *= (t - tj[k]) / (tj[j] - tj[k]);
      l *= (t - tj[i]) / (tj[j] - tj[i]);
      slope += partial / (tj[j] - tj[i]);
      at_node += 1 / (tj[j] - tj[i]);
    }
    m[j] = -2 * at_node * l * l + (1 - 2 * (t - tj[j]) * at_node) * 2 * l * slope;
    d[j] = l * l + (t - tj[j]) * 2 * l * slope;
  }
}
