/* ss.c: implements self-starting single-step schemes with the spectra of multi-step schemes.

     y_k = y_{k-1} + dt [(1 - e) w_{k-1} + e w_k],   e = 1/(1 + rho_inf).
   w is y' through the filter B(z)/A(z), z the shift by one step, of order n = r - 1 with r = 2, 3,
   4: A = prod (1 + gamma_odd (z - 1)), B = (1 + e (z - 1))^n. This is Zhang, Zhang & Masarati 2021,
   eqs. (5), (21), (39), (55) in real numbers. Their gammas are complex for r > 2, but A contains
   only symmetric functions of them, which are real. The state of the filter is w and s_1 ... s_n
   for each unknown, initially as if y' had always been y'_0. The first step then is of first order.
   After a restart it is the trapezoidal rule, and leaves the filter as if y' had always changed as
   much in each step as in this one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "integrator/family.h"

enum { MAX_FILTER = 3 };

/* E[1...n] are the elementary symmetric functions of the odd gammas. */
static void ss2(PetscReal r, PetscReal E[]) { E[1] = (3 - r) / (2 * (1 + r)); } /* (21) */

static void ss3(PetscReal r, PetscReal E[]) /* (39) */
{
  E[1] = (5 - r) / (2 * (1 + r));
  E[2] = (r * r - 5 * r + 10) / (6 * (1 + r) * (1 + r));
}

static void ss4(PetscReal r, PetscReal E[]) /* (55) */
{
  E[1] = (7 - r) / (2 * (1 + r));
  E[2] = (r * r - 7 * r + 21) / (5 * (1 + r) * (1 + r));
  E[3] = (-r * r * r + 7 * r * r - 21 * r + 35) / (20 * (1 + r) * (1 + r) * (1 + r));
}

typedef struct {
  PetscInt n; /* order of the filter */
  void (*symmetric)(PetscReal rho, PetscReal E[]);
} SSScheme;

/* clang-format off */
#define ROW(...) &(const SSScheme){__VA_ARGS__}

static const FsScheme schemes[] = {
  {"ss2", 2, 1, 0, 0, PETSC_TRUE, "single-step twin of lms2, Zhang, Zhang & Masarati 2021 (21)", ROW(1, ss2)},
  {"ss3", 2, 1, 0, 0, PETSC_TRUE, "single-step twin of lms3, Zhang, Zhang & Masarati 2021 (39)", ROW(2, ss3)},
  {"ss4", 2, 1, 0, 0, PETSC_TRUE, "single-step twin of lms4, Zhang, Zhang & Masarati 2021 (55)", ROW(3, ss4)},
  {NULL,  0, 0, 0, 0, PETSC_TRUE, NULL,                                                          NULL}
};
/* clang-format on */

/* States of the filters belong to steps of size h. When the step changes to x h, they are rescaled
   about their steady state for the current derivative: w <- y' + x (w - y') and
   s_i <- c_i y' + x (s_i - c_i y'). Otherwise the scheme would be of first order. */
typedef struct {
  PetscInt n;
  /* coefficients of A and B, highest power first */
  PetscReal e, a[MAX_FILTER + 1], b[MAX_FILTER + 1];
  PetscReal steady[MAX_FILTER + 1]; /* c_1 ... c_n: s_i in the steady state for y' = 1 */
  PetscReal ramp[MAX_FILTER + 1];   /* w and s_1 ... s_n at y' = 0, after y' = ... -3, -2, -1 */
  PetscBool restarted;              /* the step is the first one after a restart */
  PetscReal h;
  Vec       w[2], s[2][MAX_FILTER]; /* [0]: the filter of q'; [1]: the filter of v' = a */
  /* scratch: q' as an angular velocity with velocity constraints, if it is not v; else NULL */
  Vec rate;
} SS;

/* Computes the coefficients, highest power first, of sum_k E[k] (z - 1)^k. */
static void expand_polynomial(PetscInt n, const PetscReal E[], PetscReal c[])
{
  PetscReal power[MAX_FILTER + 1] = {1}; /* coefficients of (z - 1)^k, highest power first */

  for (PetscInt i = 0; i <= n; i++) c[i] = 0;
  for (PetscInt k = 0; k <= n; k++) {
    for (PetscInt i = 0; i <= k; i++) c[n - k + i] += E[k] * power[i];
    for (PetscInt i = k + 1; i > 0; i--)
      if (i <= MAX_FILTER) power[i] = (i <= k ? power[i] : 0) - power[i - 1];
  }
}

/* Returns the error constant C (family.h) of the equivalent multi-step scheme
   (z - 1) A y = dt (e z + 1 - e) B y'. */
static PetscReal ss_error_constant(const SS *ss)
{
  const PetscInt r                     = ss->n + 1;
  PetscReal      alpha[MAX_FILTER + 2] = {0}, beta[MAX_FILTER + 2] = {0};

  /* all are divided by a_0 */
  for (PetscInt i = 0; i <= ss->n; i++) {
    alpha[i] -= ss->a[i] / ss->a[0];
    alpha[i + 1] += ss->a[i] / ss->a[0];
    beta[i] += ss->e * ss->b[i] / ss->a[0];
    beta[i + 1] += (1 - ss->e) * ss->b[i] / ss->a[0];
  }
  return multistep_error_constant(r, alpha, beta);
}

/* Whether the step under way is the first one after a restart, or forgets a much shorter one. */
static PetscBool starts_anew(const FsIntegrator in)
{
  const SS *ss = in->data;

  return (PetscBool)(ss->restarted || memory_ratio(in, ss->h) == 0);
}

/* Returns s of the stage q = q* + s v, relative to the step. */
static PetscReal stage_factor(const FsIntegrator in)
{
  const SS       *ss    = in->data;
  const PetscReal later = ss->e * ss->b[0] / ss->a[0];

  return starts_anew(in) ? restart_factor(in, later) : later;
}

/* Sets the filters to the steady state of the derivatives at s. */
static PetscErrorCode SetSteady(FsIntegrator in, FsState *s)
{
  SS *ss = in->data;

  PetscFunctionBeginUser;
  ss->h = in->dt;
  for (int d = 0; d < 2; d++) {
    const Vec derivative = d ? s->a : s->v;

    PetscCall(VecCopy(derivative, ss->w[d]));
    for (PetscInt i = 1; i <= ss->n; i++)
      PetscCall(VecAXPBY(ss->s[d][i - 1], ss->steady[i], 0, derivative));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_SS(FsIntegrator in, FsState *state)
{
  const SSScheme *row = in->scheme->row;
  SS             *ss;
  PetscReal       E[MAX_FILTER + 1] = {1}, F[MAX_FILTER + 1] = {1};

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&ss));
  in->data = ss;
  ss->n    = row->n;
  ss->e    = 1 / (1 + in->rho_inf);
  row->symmetric(in->rho_inf, E);
  for (PetscInt k = 1; k <= ss->n; k++)
    F[k] = F[k - 1] * ss->e * (PetscReal)(ss->n - k + 1) / (PetscReal)k;
  expand_polynomial(ss->n, E, ss->a);
  expand_polynomial(ss->n, F, ss->b);
  for (PetscInt i = ss->n; i > 0; i--)
    ss->steady[i] = ss->b[i] - ss->a[i] + (i < ss->n ? ss->steady[i + 1] : 0);
  ss->ramp[0] = 0.5 - ss->e; /* the means of w and y' in a step are equal: second order */
  for (PetscInt i = ss->n; i > 0; i--)
    ss->ramp[i] = -ss->a[i] * ss->ramp[0] + (i < ss->n ? ss->ramp[i + 1] - ss->steady[i + 1] : 0);
  in->shift          = FsFirstOrderShift(in->dt * stage_factor(in));
  in->error_constant = ss_error_constant(ss);
  in->error_order    = 3;
  if (in->sys->stabilization == FS_STABILIZED_VELOCITY)
    PetscCall(VecDuplicate(state->v, &ss->rate));
  for (int d = 0; d < 2; d++) {
    PetscCall(VecDuplicate(state->v, &ss->w[d]));
    for (PetscInt i = 0; i < ss->n; i++) PetscCall(VecDuplicate(state->v, &ss->s[d][i]));
  }
  PetscCall(SetSteady(in, state));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Restart_SS(FsIntegrator in, FsState *s)
{
  SS *ss = in->data;

  PetscFunctionBeginUser;
  (void)s;
  ss->restarted = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_SS(FsIntegrator in, const FsState *s, FsState *next, FsStageInfo *info)
{
  /* Q, R: q and qd; QB, RB: those of the state before the current one; V, A: v and a; W.. and S..:
     w and s_1 of the filters of q' and v' */
  enum { Q, QB, R, RB, V, A, WQ, SQ, WV, SV, NIN };
  const SS       *ss = in->data;
  const PetscReal h = in->dt, tj[] = {s->t, next->t};
  /* of a filter state: its part that is rescaled to this step, which is no multiple of y' */
  const PetscBool anew = starts_anew(in);
  const PetscReal x = anew ? 0 : step_ratio(in, ss->h), factor = h * stage_factor(in);
  /* coefficients of w and s_1 in q*, v* */
  const PetscReal w = h * (1 - ss->e), s1 = h * ss->e / ss->a[0];
  /* the part of the rescaled filter state that is a multiple of the current derivative */
  const PetscReal rescaled   = anew ? h - factor : (1 - x) * (w + s1 * ss->steady[1]);
  const Vec       vecs[NIN]  = {s->q, next->q,  s->qd,       next->qd, s->v,
                                s->a, ss->w[0], ss->s[0][0], ss->w[1], ss->s[1][0]};
  const PetscReal qstar[NIN] = {[Q] = 1, [R] = rescaled, [WQ] = x * w, [SQ] = x * s1};
  const PetscReal vstar[NIN] = {[V] = 1, [A] = rescaled, [WV] = x * w, [SV] = x * s1};
  const PetscInt  preferred  = in->predictor ? in->predictor : in->sys->traits.linear ? 1 : 2;
  PetscReal       guess[NIN] = {0};

  PetscFunctionBeginUser;
  /* The paper, (15), has one point; two save Newton iterations, but no iterations of a linear
     solver. */
  predictor_coefficients(in->has_previous && preferred > 1 ? 2 : 1, tj, s->t + h, &guess[Q],
                         &guess[R]);
  PetscCall(SolveFirstOrderStage(in, s->t + h, factor, NIN, vecs, qstar, vstar, guess,
                                 (StageStart){PETSC_FALSE, Q}, next, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets filter d as if y' had always changed as much in each step as from old to derivative, its
   value now. */
static PetscErrorCode SetRamp(SS *ss, int d, Vec old, Vec derivative)
{
  PetscFunctionBeginUser;
  PetscCall(VecCopy(derivative, ss->w[d]));
  PetscCall(VecAXPBY(ss->w[d], -ss->ramp[0], 1 + ss->ramp[0], old));
  for (PetscInt i = 1; i <= ss->n; i++)
    PetscCall(
      VecAXPBYPCZ(ss->s[d][i - 1], ss->steady[i] + ss->ramp[i], -ss->ramp[i], 0, derivative, old));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Advances filter d over the step: w = (b_0 y' + s_1)/a_0, s_i <- b_i y' - a_i w + s_{i+1}, with
   the s rescaled for the ratio x of the steps. derivative and old are y' at the end and the start
   of the step. */
static PetscErrorCode AdvanceFilter(SS *ss, int d, PetscReal x, Vec old, Vec derivative)
{
  /* input: y' at the end and the start, s_1 ... s_n; output: w, s_1 ... s_n */
  enum { NEW, OLD, S1 };
  const PetscInt   n                                 = ss->n;
  PetscReal        c[MAX_FILTER + 1][MAX_FILTER + 2] = {{0}};
  const PetscReal *coefficients[MAX_FILTER + 1];
  Vec              in[MAX_FILTER + 2], out[MAX_FILTER + 1];

  PetscFunctionBeginUser;
  in[NEW]   = derivative;
  in[OLD]   = old;
  out[0]    = ss->w[d];
  c[0][NEW] = ss->b[0] / ss->a[0];
  c[0][OLD] = (1 - x) * ss->steady[1] / ss->a[0];
  c[0][S1]  = x / ss->a[0];
  for (PetscInt i = 1; i <= n; i++) {
    in[S1 + i - 1] = out[i] = ss->s[d][i - 1];
    for (int k = NEW; k <= S1; k++) c[i][k] = -ss->a[i] * c[0][k];
    c[i][NEW] += ss->b[i];
    if (i < n) {
      c[i][OLD] += (1 - x) * ss->steady[i + 1];
      c[i][S1 + i] += x;
    }
  }
  for (PetscInt i = 0; i <= n; i++) coefficients[i] = c[i];
  PetscCall(VecsCombine(n + 2, in, n + 1, coefficients, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes rate = q' of s as an angular velocity, which a change of the chart does not affect. It
   does nothing if rate is NULL, that is if v is q'. */
static PetscErrorCode RotationRate(FsIntegrator in, const FsState *s, Vec rate)
{
  PetscFunctionBeginUser;
  if (!rate) PetscFunctionReturn(PETSC_SUCCESS);
  if (in->sys->rotations) PetscCall(in->sys->rotations->velocity(in->sys, s->q, s->qd, rate));
  else PetscCall(VecCopy(s->qd, rate));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_SS(FsIntegrator in, FsState *s, FsState *next)
{
  SS             *ss   = in->data;
  const PetscReal x    = step_ratio(in, ss->h);
  const PetscBool anew = starts_anew(in);
  const FsState   old  = *s;

  PetscFunctionBeginUser;
  PetscCall(RotationRate(in, next, ss->rate));
  for (int d = 0; d < 2; d++) {
    const Vec before = d ? old.a : old.qd, after = d ? next->a : ss->rate ? ss->rate : next->v;

    if (anew) PetscCall(SetRamp(ss, d, before, after));
    else PetscCall(AdvanceFilter(ss, d, x, before, after));
  }
  ss->restarted = PETSC_FALSE;
  ss->h         = in->dt;
  *s            = *next;
  *next         = old;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Estimate_SS(FsIntegrator in, const FsState *s, const FsState *next, Vec error)
{
  PetscFunctionBeginUser;
  PetscCall(EstimateOfFirstOrder(in, starts_anew(in) ? stage_factor(in) : 0.5, s, next, error));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void History_SS(FsIntegrator in, SchemeHistory *history)
{
  const SS *ss = in->data;

  for (int d = 0; d < 2; d++) {
    history->vec[history->nvecs++] = ss->w[d];
    for (PetscInt i = 0; i < ss->n; i++) history->vec[history->nvecs++] = ss->s[d][i];
  }
}

static PetscErrorCode Archive_SS(FsIntegrator in, FsArchive a)
{
  SS *ss = in->data;

  PetscFunctionBeginUser;
  PetscCall(FsArchiveReals(a, "h", 1, &ss->h));
  PetscCall(FsArchiveBool(a, "restarted", &ss->restarted));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_SS(FsIntegrator in)
{
  SS *ss = in->data;

  PetscFunctionBeginUser;
  if (!ss) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDestroy(&ss->rate));
  for (int d = 0; d < 2; d++) {
    PetscCall(VecDestroy(&ss->w[d]));
    for (PetscInt i = 0; i < MAX_FILTER; i++) PetscCall(VecDestroy(&ss->s[d][i]));
  }
  PetscCall(PetscFree(in->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SchemeFamily ss_family = {.schemes              = schemes,
                                .first_order          = PETSC_TRUE,
                                .implicit_multipliers = PETSC_TRUE,
                                .uses_previous        = PETSC_TRUE,
                                .setup                = SetUp_SS,
                                .restart              = Restart_SS,
                                .solve                = Solve_SS,
                                .estimate             = Estimate_SS,
                                .accept               = Accept_SS,
                                .history              = History_SS,
                                .archive              = Archive_SS,
                                .destroy              = Destroy_SS};
