/* alpha.c: generalized-alpha in the form of Arnold & Bruls 2007: equilibrium at t_{k+1}, and an auxiliary acceleration w with
     (1 - alpha_m) w_{k+1} + alpha_m w_k = (1 - alpha_f) a_{k+1} + alpha_f a_k,
     q_{k+1} = q + h v + h^2 [(1/2 - beta) w + beta w_{k+1}],   v_{k+1} = v + h [(1 - gamma) w + gamma w_{k+1}].
   Parameters of Chung & Hulbert 1993 in the paper's signs: alpha_m = (2 rho - 1)/(rho + 1), alpha_f = rho/(rho + 1). */
#include "integrator.h"

static const Scheme schemes[] = {
  {"generalized_alpha", 2, 0, PETSC_TRUE, "Chung & Hulbert 1993; Arnold & Bruls 2007", NULL},
  {NULL,                0, 0, PETSC_TRUE, NULL,                                        NULL}
};

typedef struct {
  PetscReal alpha_m, alpha_f, beta, gamma, kappa; /* w_{k+1} = kappa a_{k+1} + ... */
  Vec       w;
  State     next;
} Alpha;

static PetscErrorCode SetUp_Alpha(Integrator in, const State *s)
{
  const PetscReal rho = in->rho_inf;
  Alpha          *alpha;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&alpha));
  in->data       = alpha;
  alpha->alpha_m = (2 * rho - 1) / (rho + 1);
  alpha->alpha_f = rho / (rho + 1);
  alpha->gamma   = 0.5 - alpha->alpha_m + alpha->alpha_f;
  alpha->beta    = PetscSqr(1 - alpha->alpha_m + alpha->alpha_f) / 4;
  alpha->kappa   = (1 - alpha->alpha_f) / (1 - alpha->alpha_m);
  in->ca         = 1 / (in->dt * in->dt * alpha->beta * alpha->kappa);
  in->cv         = alpha->gamma / (in->dt * alpha->beta);
  PetscCall(SystemStateCreate(in->sys, &alpha->next));
  PetscCall(VecDuplicate(s->a, &alpha->w));
  PetscCall(VecCopy(s->a, alpha->w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step_Alpha(Integrator in, State *s, StageInfo *info)
{
  enum { Q, V, A, W, NIN };
  Alpha          *alpha = in->data;
  const PetscReal h = in->dt, beta = alpha->beta, gamma = alpha->gamma;
  /* w_{k+1} = kappa a_{k+1} + ka a_k + kw w_k */
  const PetscReal kappa = alpha->kappa, ka = alpha->alpha_f / (1 - alpha->alpha_m);
  const PetscReal kw = -alpha->alpha_m / (1 - alpha->alpha_m), ca = in->ca, cv = in->cv;
  /* q_{k+1} = q^ + a_{k+1}/ca and v_{k+1} = v^ + h gamma kappa a_{k+1} */
  const PetscReal q_known[NIN]    = {[Q] = 1, [V] = h, [A] = h * h * beta * ka, [W] = h * h * (0.5 - beta + beta * kw)};
  const PetscReal v_known[NIN]    = {[V] = 1, [A] = h * gamma * ka, [W] = h * (1 - gamma + gamma * kw)};
  const PetscReal w_new[]         = {ka, kw, kappa};
  const PetscReal *const w_rows[] = {w_new};
  const Vec              vecs[NIN] = {s->q, s->v, s->a, alpha->w}, w_vecs[] = {s->a, alpha->w, alpha->next.a};
  const PetscBool        predict = (PetscBool)(StageGetForm(in->stage) == STAGE_TOTAL || !in->sys->linear);
  PetscReal q[NIN], v[NIN], a[NIN]; /* predicted: constant acceleration; for a direct solve constant displacement */
  State     done;

  PetscFunctionBeginUser;
  for (int i = 0; i < NIN; i++) {
    a[i] = predict ? i == A : ca * ((i == Q) - q_known[i]);
    q[i] = predict ? q_known[i] + a[i] / ca : i == Q;
    v[i] = v_known[i] + h * gamma * kappa * a[i];
  }
  PetscCall(SolveStage(in, s->t + h, cv, ca, NIN, vecs, q, v, a, &alpha->next, info));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecsCombine(3, w_vecs, 1, w_rows, &alpha->w));
  done        = alpha->next;
  alpha->next = *s;
  *s          = done;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Alpha(Integrator in)
{
  Alpha *alpha = in->data;

  PetscFunctionBeginUser;
  if (!alpha) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SystemStateDestroy(&alpha->next));
  PetscCall(VecDestroy(&alpha->w));
  PetscCall(PetscFree(in->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SchemeFamily alpha_family = {schemes, NULL, SetUp_Alpha, Step_Alpha, Destroy_Alpha};
