/* lms.c: implements A-stable linear multi-step schemes of r = 2, 3, 4 steps and second order.

     y_k = sum_j alpha_j y_{k-j} + dt sum_j beta_j y'_{k-j}.
   Zhang, Zhang & Masarati 2021, eqs. (15)-(16), (22)-(34), (43)-(50); rho_inf sets the dissipation.
   The first r - 1 steps use eq. (4) with the beta_0 of the scheme, so the effective matrix is the
   same from the first step. After a change of the step lms2 uses coefficients that keep second
   order and the double root -rho_inf. lms3 and lms4 use those of lms2 until there are enough steps
   of one size. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "integrator/family.h"

enum { MAX_STEPS = 4 };

/* Computes alpha[1...r] and beta[0...r]. beta_j = C(r, j) rho^j beta_0 puts all roots at infinite
   frequency to -rho. ratio is that of the new step to the one before; it is 1 unless r = 2. */
typedef void (*Coefficients)(PetscReal rho, PetscReal ratio, PetscReal alpha[], PetscReal beta[]);

static void binomial_beta(PetscInt steps, PetscReal rho, PetscReal beta[])
{
  for (PetscInt j = 1; j <= steps; j++)
    beta[j] = beta[j - 1] * rho * (PetscReal)(steps - j + 1) / (PetscReal)j;
}

static void lms2(PetscReal r, PetscReal a, PetscReal alpha[], PetscReal beta[])
{
  const PetscReal loss = (1 - r) * (1 - r), den = 2 * (1 + a) - loss;
  const PetscReal b = a * (loss * (2 + a) + 2 * (2 * r - 1) * (1 + a)) / den,
                  d = a * a * loss / (2 * den);

  alpha[1] = 1 - b;
  alpha[2] = b;
  beta[0]  = (d / a + a / 2) / a;
  beta[1]  = (b / 2 + a / 2 - d * (1 + a) / a) / a;
  beta[2]  = (b / 2 + d) / a;
}

static void lms3(PetscReal r, PetscReal ratio, PetscReal alpha[], PetscReal beta[])
{
  const PetscReal D = r * r - 5 * r + 10;

  (void)ratio;
  alpha[1] = 3 * (2 * r * r - 9 * r + 5) / D;
  alpha[2] = -3 * (5 * r * r - 9 * r + 2) / D;
  alpha[3] = (10 * r * r - 5 * r + 1) / D;
  beta[0]  = 6 / ((1 + r) * D);
  binomial_beta(3, r, beta);
}

static void lms4(PetscReal r, PetscReal ratio, PetscReal alpha[], PetscReal beta[])
{
  const PetscReal D = -r * r * r + 7 * r * r - 21 * r + 35;

  (void)ratio;
  alpha[1] = 4 * (-2 * r * r * r + 13 * r * r - 35 * r + 14) / D;
  alpha[2] = -4 * (1 - r) * (7 * r * r - 34 * r + 7) / D;
  alpha[3] = -4 * (14 * r * r * r - 35 * r * r + 13 * r - 2) / D;
  alpha[4] = (35 * r * r * r - 21 * r * r + 7 * r - 1) / D;
  beta[0]  = 20 / ((1 + r) * D);
  binomial_beta(4, r, beta);
}

typedef struct {
  PetscInt        steps;
  Coefficients    coefficients;
  FsStabilization min_stabilization;
} LMSScheme;

/* clang-format off */
#define ROW(...) &(const LMSScheme){__VA_ARGS__}

static const char *const startups[] = {"one_step", "trapezoidal", NULL};

enum { STARTUP };
static const FsSchemeParameter startup[] = {
  {"lms_startup", {"-lms_startup", "one_step",
   "first steps of lms: one_step (same matrix) or trapezoidal (second order)", .words = startups}},
  {NULL}
};

static const FsScheme schemes[] = {
  {"lms2",   2, 1, 0, 0, PETSC_TRUE,  "linear two-step, Zhang, Zhang & Masarati 2021 (16)",            ROW(2, lms2, 0), startup},
  {"lms3",   2, 1, 0, 0, PETSC_TRUE,  "linear three-step, Zhang, Zhang & Masarati 2021 (27),(34)",     ROW(3, lms3, 0), startup},
  {"lms4",   2, 1, 0, 0, PETSC_TRUE,  "linear four-step, Zhang, Zhang & Masarati 2021 (47),(50)",      ROW(4, lms4, 0), startup},
  {"bdf2",   2, 1, 0, 0, PETSC_FALSE, "backward differences, lms2 with rho_inf = 0",                   ROW(2, lms2, 0), startup},
  {"nstiff", 2, 1, 0, 0, PETSC_FALSE, "bdf2 on constrained systems, Negrut, Jay & Khude 2009 (3)-(4)", ROW(2, lms2, 0), startup},
  {"nstiff_si2", 2, 1, 0, 0, PETSC_FALSE,
   "the same with -stabilize velocity, Negrut, Jay & Khude 2009 (9)-(10)", ROW(2, lms2, FS_STABILIZED_VELOCITY), startup},
  {NULL,     0, 0, 0, 0, PETSC_TRUE,  NULL,                                                            NULL}
};
/* clang-format on */

typedef struct {
  PetscInt r;
  /* start with the trapezoidal rule; set at a restart, see restart_factor */
  PetscBool trapezoidal;
  PetscReal beta0;               /* beta_0 for equal steps */
  PetscInt  count;               /* earlier states at distances of the present step size */
  PetscInt  known;               /* earlier states of the same smooth part of the motion */
  PetscBool changed;             /* the step has changed since the start, or there was a restart */
  PetscReal h;                   /* size of the last step [s] */
  FsState   past[MAX_STEPS - 1]; /* states before the current one, newest first */
} LMS;

static void SetDefaults_LMS(const FsScheme *scheme, FsIntegratorOptions *options)
{
  options->stabilization = ((const LMSScheme *)scheme->row)->min_stabilization;
}

static PetscErrorCode Create_LMS(FsIntegrator in, const FsIntegratorOptions *options)
{
  LMS *lms;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&lms));
  in->data         = lms;
  lms->trapezoidal = (PetscBool)(options->parameter[STARTUP] != 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_LMS(FsIntegrator in, FsState *s)
{
  const LMSScheme *row = in->scheme->row;
  LMS             *lms = in->data;
  PetscReal        alpha[MAX_STEPS + 1], beta[MAX_STEPS + 1];

  PetscFunctionBeginUser;
  (void)s;
  lms->r = row->steps;
  row->coefficients(in->rho_inf, 1, alpha, beta);
  lms->beta0         = beta[0];
  in->shift          = FsFirstOrderShift(in->dt * beta[0]);
  in->error_constant = multistep_error_constant(lms->r, alpha, beta);
  in->error_order    = 3;
  in->variable_step  = (PetscBool)(lms->r == 2);
  for (PetscInt j = 0; j < lms->r - 1; j++) PetscCall(FsSystemStateCreate(in->sys, &lms->past[j]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether the step under way differs from the steps of the history, which lms3 and lms4 cannot use
   then. */
static PetscBool step_changes(const FsIntegrator in)
{
  const LMS *lms = in->data;

  return (PetscBool)(lms->r > 2 && lms->count && step_ratio(in, lms->h) != 1);
}

/* Computes alpha and beta of the step under way over the current state (1) and earlier ones.
   Returns the number of states with coefficients. */
static PetscInt step_coefficients(const FsIntegrator in, PetscReal alpha[], PetscReal beta[])
{
  const LMS       *lms    = in->data;
  const LMSScheme *row    = in->scheme->row;
  const PetscBool  change = step_changes(in);

  if (lms->count == lms->r - 1 && !change) {
    row->coefficients(in->rho_inf, step_ratio(in, lms->h), alpha, beta);
    return lms->r;
  }
  if (lms->known && (change || lms->changed)) {
    lms2(in->rho_inf, step_ratio(in, lms->h), alpha, beta);
    return 2;
  }
  /* start-up from the current state alone, eq. (4) */
  alpha[1] = 1;
  beta[0]  = lms->trapezoidal ? 0.5 : lms->beta0;
  beta[1]  = 1 - beta[0];
  return 1;
}

static PetscErrorCode Solve_LMS(FsIntegrator in, const FsState *s, FsState *next, FsStageInfo *info)
{
  const LMS      *lms = in->data;
  const PetscReal h   = in->dt;
  PetscReal       alpha[MAX_STEPS + 1], beta[MAX_STEPS + 1], tj[MAX_STEPS];
  Vec             vecs[4 * MAX_STEPS];
  PetscReal      qstar[4 * MAX_STEPS] = {0}, vstar[4 * MAX_STEPS] = {0}, guess[4 * MAX_STEPS] = {0};
  const PetscInt used   = step_coefficients(in, alpha, beta),
                 known  = PetscMin(lms->known + 1, lms->r);
  const PetscInt points = PetscMin(known, in->predictor ? in->predictor : 2);
  const PetscInt nin    = (FsSystemHasRates(in->sys) ? 4 : 3) * known,
                 rate   = FsSystemHasRates(in->sys) ? 3 * known : known;

  PetscFunctionBeginUser;
  /* vecs: all q, then all v, then all a, then all qd if they are separate Vecs; newest first */
  for (PetscInt j = 0; j < known; j++) {
    const FsState *past = j ? &lms->past[j - 1] : s;

    vecs[j]             = past->q;
    vecs[known + j]     = past->v;
    vecs[2 * known + j] = past->a;
    vecs[rate + j]      = past->qd;
    tj[j]               = past->t;
    if (j < used) {
      qstar[j] = vstar[known + j] = alpha[j + 1];
      qstar[rate + j] = vstar[2 * known + j] = h * beta[j + 1];
    }
  }
  /* A direct solver starts at v = v_{k-1}; at q_{k-1} the difference to q* would cancel. */
  predictor_coefficients(points, tj, s->t + h, guess, guess + rate);
  PetscCall(SolveFirstOrderStage(in, s->t + h, h * beta[0], nin, vecs, qstar, vstar, guess,
                                 (StageStart){PETSC_TRUE, known}, next, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Restart_LMS(FsIntegrator in, FsState *s)
{
  LMS *lms = in->data;

  PetscFunctionBeginUser;
  (void)s;
  lms->count = lms->known = 0;
  lms->changed            = PETSC_TRUE;
  if (restart_factor(in, lms->beta0) == 0.5) lms->trapezoidal = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Only runs with -adapt, which start with a restart, need it. */
static PetscErrorCode Estimate_LMS(FsIntegrator in, const FsState *s, const FsState *next,
                                   Vec error)
{
  const LMS      *lms = in->data;
  const PetscReal c   = lms->known || lms->trapezoidal ? 0.5 : lms->beta0;

  PetscFunctionBeginUser;
  PetscCall(EstimateOfFirstOrder(in, c, s, next, error));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_LMS(FsIntegrator in, FsState *s, FsState *next)
{
  LMS           *lms    = in->data;
  const PetscInt last   = lms->r - 2;
  const FsState  oldest = lms->past[last];

  PetscFunctionBeginUser;
  if (step_changes(in)) {
    lms->count   = 0;
    lms->changed = PETSC_TRUE;
  }
  lms->count = PetscMin(lms->count + 1, lms->r - 1);
  lms->known = PetscMin(lms->known + 1, lms->r - 1);
  lms->h     = in->dt;
  for (PetscInt j = last; j > 0; j--) lms->past[j] = lms->past[j - 1];
  lms->past[0] = *s;
  *s           = *next;
  *next        = oldest;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void History_LMS(FsIntegrator in, SchemeHistory *history)
{
  const LMS *lms = in->data;

  history->nstates = lms->r - 1;
  for (PetscInt j = 0; j < history->nstates; j++) history->state[j] = lms->past[j];
}

static PetscErrorCode Archive_LMS(FsIntegrator in, FsArchive a)
{
  LMS *lms = in->data;

  PetscFunctionBeginUser;
  PetscCall(FsArchiveBool(a, "trapezoidal", &lms->trapezoidal));
  PetscCall(FsArchiveBool(a, "changed", &lms->changed));
  PetscCall(FsArchiveInt(a, "count", &lms->count));
  PetscCall(FsArchiveInt(a, "known", &lms->known));
  PetscCall(FsArchiveReals(a, "h", 1, &lms->h));
  for (PetscInt j = 0; j < lms->known; j++) {
    char name[16];

    PetscCall(PetscSNPrintf(name, sizeof name, "past_%d", (int)j));
    PetscCall(FsArchiveState(a, name, &lms->past[j]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_LMS(FsIntegrator in)
{
  LMS *lms = in->data;

  PetscFunctionBeginUser;
  for (PetscInt j = 0; j < MAX_STEPS - 1; j++) PetscCall(FsSystemStateDestroy(&lms->past[j]));
  PetscCall(PetscFree(in->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SchemeFamily lms_family = {.schemes              = schemes,
                                 .first_order          = PETSC_TRUE,
                                 .implicit_multipliers = PETSC_TRUE,
                                 .set_defaults         = SetDefaults_LMS,
                                 .create               = Create_LMS,
                                 .setup                = SetUp_LMS,
                                 .restart              = Restart_LMS,
                                 .solve                = Solve_LMS,
                                 .estimate             = Estimate_LMS,
                                 .accept               = Accept_LMS,
                                 .history              = History_LMS,
                                 .archive              = Archive_LMS,
                                 .destroy              = Destroy_LMS};
