/* lms.c: linear multi-step schemes of two, three and four steps, second order, A-stable, with tunable dissipation:
     y_k = sum_j alpha_j y_{k-j} + dt sum_j beta_j y'_{k-j}.
   Zhang, Zhang & Masarati 2021, eqs. (15)-(16), (22)-(34), (43)-(50); start by its eq. (4), with the beta_0 of the scheme, so
   that the effective matrix is the same from the first step on. */
#include "integrator.h"

enum { MAX_STEPS = 4 };

/* alpha[1..r], beta[0..r] from the closed forms; beta_j = C(r, j) rho^j beta_0 puts all roots at infinity to -rho. */
typedef void (*Coefficients)(PetscReal rho, PetscReal alpha[], PetscReal *beta0);

static void lms2(PetscReal r, PetscReal alpha[], PetscReal *beta0)
{
  alpha[1] = 4 * (1 - r) / (3 - r);
  alpha[2] = 1 - alpha[1];
  *beta0   = 2 / ((1 + r) * (3 - r));
}

static void lms3(PetscReal r, PetscReal alpha[], PetscReal *beta0)
{
  const PetscReal D = r * r - 5 * r + 10;

  alpha[1] = 3 * (2 * r * r - 9 * r + 5) / D;
  alpha[2] = -3 * (5 * r * r - 9 * r + 2) / D;
  alpha[3] = (10 * r * r - 5 * r + 1) / D;
  *beta0   = 6 / ((1 + r) * D);
}

static void lms4(PetscReal r, PetscReal alpha[], PetscReal *beta0)
{
  const PetscReal D = -r * r * r + 7 * r * r - 21 * r + 35;

  alpha[1] = 4 * (-2 * r * r * r + 13 * r * r - 35 * r + 14) / D;
  alpha[2] = -4 * (1 - r) * (7 * r * r - 34 * r + 7) / D;
  alpha[3] = -4 * (14 * r * r * r - 35 * r * r + 13 * r - 2) / D;
  alpha[4] = (35 * r * r * r - 21 * r * r + 7 * r - 1) / D;
  *beta0   = 20 / ((1 + r) * D);
}

typedef struct {
  PetscInt     steps;
  Coefficients coefficients;
} Row;

static const Row rows[] = {
  {2, lms2},
  {3, lms3},
  {4, lms4}
};

static const Scheme schemes[] = {
  {"lms2", 2, 0, PETSC_TRUE, "linear two-step, Zhang, Zhang & Masarati 2021 (16)",        &rows[0]},
  {"lms3", 2, 0, PETSC_TRUE, "linear three-step, Zhang, Zhang & Masarati 2021 (27),(34)", &rows[1]},
  {"lms4", 2, 0, PETSC_TRUE, "linear four-step, Zhang, Zhang & Masarati 2021 (47),(50)",  &rows[2]},
  {NULL,   0, 0, PETSC_TRUE, NULL,                                                        NULL    }
};

typedef struct {
  PetscInt  r;
  PetscReal alpha[MAX_STEPS + 1], beta[MAX_STEPS + 1];
  PetscInt  trapezoidal;         /* start-up */
  State     past[MAX_STEPS - 1]; /* states before the current one, newest first; the last is room for the new one */
} LMS;

static PetscErrorCode SetFromOptions_LMS(Integrator in, Options o)
{
  static const char *const names[] = {"one_step", "trapezoidal", NULL};
  LMS                     *lms;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&lms));
  in->data = lms;
  PetscCall(OptionsChoice(o, "-lms_startup", names, &lms->trapezoidal, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_LMS(Integrator in, const State *s)
{
  const Row *row      = in->scheme->row;
  LMS       *lms      = in->data;
  PetscReal  binomial = 1;

  PetscFunctionBeginUser;
  (void)s;
  lms->r = row->steps;
  row->coefficients(in->rho_inf, lms->alpha, &lms->beta[0]);
  for (PetscInt j = 1; j <= lms->r; j++) {
    binomial *= (PetscReal)(lms->r - j + 1) / j;
    lms->beta[j] = binomial * PetscPowRealInt(in->rho_inf, (int)j) * lms->beta[0];
  }
  FirstOrderCoefficients(in, in->dt * lms->beta[0]);
  for (PetscInt j = 0; j < lms->r - 1; j++) PetscCall(SystemStateCreate(in->sys, &lms->past[j]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Step_LMS(Integrator in, State *s, StageInfo *info)
{
  LMS            *lms = in->data;
  const PetscInt  r = lms->r, known = PetscMin(in->k + 1, r); /* states with values, the current one included */
  const PetscReal h     = in->dt;
  const PetscReal start = lms->trapezoidal ? 0.5 : lms->beta[0];
  State *new            = &lms->past[r - 2], done;
  Vec       vecs[3 * MAX_STEPS];
  PetscReal qstar[3 * MAX_STEPS] = {0}, vstar[3 * MAX_STEPS] = {0}, guess[3 * MAX_STEPS] = {0}, tj[2];
  PetscReal beta0 = lms->beta[0];

  PetscFunctionBeginUser;
  for (PetscInt j = 0; j < known; j++) { /* vecs: all q, then all v, then all a; newest first */
    const State *past  = j ? &lms->past[j - 1] : s;
    PetscReal    alpha = lms->alpha[j + 1], beta = lms->beta[j + 1];

    if (known < r) { /* start-up, one step back only: eq. (4) */
      beta0 = start;
      alpha = j == 0;
      beta  = j == 0 ? 1 - start : 0;
    }
    vecs[j]             = past->q;
    vecs[known + j]     = past->v;
    vecs[2 * known + j] = past->a;
    qstar[j] = vstar[known + j] = alpha;
    qstar[known + j] = vstar[2 * known + j] = h * beta;
    if (j < 2) tj[j] = past->t;
  }
  /* A direct solve starts from v_{k-1}: q_{k-1} - q* would cancel. */
  predictor_row(PetscMin(known, 2), tj, s->t + h, guess, guess + known);
  PetscCall(SolveFirstOrderStage(in, s->t + h, h * beta0, 3 * known, vecs, qstar, vstar, guess,
                                 (StageStart){PETSC_TRUE, known}, new, info));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  done = *new;
  for (PetscInt j = r - 2; j > 0; j--) lms->past[j] = lms->past[j - 1];
  lms->past[0] = *s;
  *s           = done;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_LMS(Integrator in)
{
  LMS *lms = in->data;

  PetscFunctionBeginUser;
  for (PetscInt j = 0; j < MAX_STEPS - 1; j++) PetscCall(SystemStateDestroy(&lms->past[j]));
  PetscCall(PetscFree(in->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SchemeFamily lms_family = {schemes, SetFromOptions_LMS, SetUp_LMS, Step_LMS, Destroy_LMS};
