/* alpha.c: implements the Newmark family with averaged accelerations (Arnold & Bruls 2007).

   The equation of motion holds at t_{k+1}. Displacement and velocity follow from an auxiliary
   acceleration w,
     (1 - alpha_m) w_{k+1} + alpha_m w_k = (1 - alpha_f) a_{k+1} + alpha_f a_k,
     q_{k+1} = q + h v + h^2 [(1/2 - beta) w + beta w_{k+1}],
     v_{k+1} = v + h [(1 - gamma) w + gamma w_{k+1}].
   w_k approximates the acceleration at t_k + (alpha_m - alpha_f) h. When the step changes by a
   factor x, that time moves with it, and w becomes a + x (w - a). A step that forgets a much
   shorter one (memory_ratio) is the trapezoidal rule, after which w = a + (alpha_m - alpha_f) (a -
   a_k). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "integrator/family.h"

/* Source of the parameters: rho_inf; Newmark's gamma and beta. */
typedef enum { FROM_RHO_INF, FROM_NEWMARK } AlphaParameterSource;

/* AlphaScheme - A scheme: alpha_m = (m1 rho + m0)/(rho + 1), alpha_f = (f1 rho + f0)/(rho + 1).

   The signs are those above, and rho = rho_inf. gamma = 1/2 - alpha_m + alpha_f and
   beta = (1 - alpha_m + alpha_f)^2/4, or they are Newmark's parameters. */
typedef struct {
  PetscReal            m1, m0, f1, f0;
  AlphaParameterSource source;
} AlphaScheme;

/* clang-format off */
#define ROW(...) &(const AlphaScheme){__VA_ARGS__}

enum { GAMMA, BETA };
static const FsSchemeParameter newmark_parameters[] = {
  {"newmark_gamma", {"-newmark_gamma", "0.5", "gamma of newmark; above 1/2 it dissipates, with first order"},
   0, 2, "[0, 2]; 1/2 is of second order"},
  {"newmark_beta", {"-newmark_beta", "0.25", "beta of newmark; from gamma/2 on all steps are stable"},
   PETSC_MACHINE_EPSILON, PETSC_MAX_REAL, "(0, infinity); beta = 0 is the scheme central_difference"},
  {NULL}
};

static const FsSchemeParameter hht_parameters[] = {HHT_ALPHA, {NULL}};

static const FsScheme schemes[] = {
  {"newmark",           2, 1, 1,   1,           PETSC_FALSE, "Newmark 1959",                                     ROW(0,  0,  0, 0, FROM_NEWMARK), newmark_parameters},
  {"hht",               2, 1, 0.5, 0.95 / 1.05, PETSC_TRUE,  "Hilber, Hughes & Taylor 1977, Negrut et al. 2009", ROW(0,  0, -1, 1, FROM_RHO_INF), hht_parameters},
  {"hht_i3",            2, 1, 0.5, 0.95 / 1.05, PETSC_TRUE,  "hht on constrained systems, Negrut, Jay & Khude 2009 (8)", ROW(0,  0, -1, 1, FROM_RHO_INF), hht_parameters},
  {"wbz",               2, 1, 0,   0,           PETSC_TRUE,  "Wood, Bossak & Zienkiewicz 1980",                  ROW(1, -1,  0, 0, FROM_RHO_INF)},
  {"generalized_alpha", 2, 1, 0,   0,           PETSC_TRUE,  "Chung & Hulbert 1993; Arnold & Bruls 2007",        ROW(2, -1,  1, 0, FROM_RHO_INF)},
  {NULL,                0, 0, 0,   0,           PETSC_FALSE, NULL,                                               NULL}
};
/* clang-format on */

typedef struct {
  PetscReal alpha_m, alpha_f, beta, gamma;
  PetscReal h; /* size of the last step [s], which w belongs to */
  Vec       w;
} Alpha;

static void set_parameters(Alpha *alpha, PetscReal alpha_m, PetscReal alpha_f)
{
  alpha->alpha_m = alpha_m;
  alpha->alpha_f = alpha_f;
  alpha->gamma   = 0.5 - alpha_m + alpha_f;
  alpha->beta    = PetscSqr(1 - alpha_m + alpha_f) / 4;
}

/* Returns the spectral radius of Newmark's method at infinite frequency. It is the largest root of
   beta z^2 + (gamma + 1/2 - 2 beta) z + beta - gamma + 1/2. */
static PetscReal newmark_radius(PetscReal beta, PetscReal gamma)
{
  const PetscReal b = gamma + 0.5 - 2 * beta, root = PetscSqr(gamma + 0.5) - 4 * beta;

  if (root < 0) return PetscSqrtReal(1 - (gamma - 0.5) / beta);
  return (PetscAbsReal(b) + PetscSqrtReal(root)) / (2 * beta);
}

static void SetDefaults_Alpha(const FsScheme *scheme, FsIntegratorOptions *options)
{
  if (scheme->parameters == hht_parameters)
    options->parameter[0] = hht_alpha_of_radius(options->rho_inf);
}

static void Derive_Alpha(FsIntegratorOptions *options)
{
  if (options->scheme->parameters == hht_parameters) hht_derive_radius(options);
}

static PetscErrorCode Create_Alpha(FsIntegrator in, const FsIntegratorOptions *options)
{
  const AlphaScheme *row = in->scheme->row;
  Alpha             *alpha;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&alpha));
  in->data = alpha;
  set_parameters(alpha, (row->m1 * in->rho_inf + row->m0) / (in->rho_inf + 1),
                 (row->f1 * in->rho_inf + row->f0) / (in->rho_inf + 1));
  if (row->source == FROM_NEWMARK) {
    alpha->gamma             = options->parameter[GAMMA];
    alpha->beta              = options->parameter[BETA];
    in->conditionally_stable = (PetscBool)(alpha->gamma < 0.5 || 2 * alpha->beta < alpha->gamma);
    in->rho_inf              = newmark_radius(alpha->beta, alpha->gamma);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the error constant C (family.h). The scheme as q(t + h) - 2 q(t) + q(t - h) = h^2 G F a
   is expanded in h; G and F are the averages of a over w. C is half the relative error of the term
   in a''. */
static PetscReal alpha_error_constant(const Alpha *alpha)
{
  const PetscReal A = 1 - alpha->alpha_f, B = 1 - alpha->alpha_m, f1 = A - B, f2 = f1 / 2 - B * f1;
  const PetscReal g1 = alpha->gamma + 0.5, g2 = alpha->gamma / 2 + 0.25 + alpha->beta;

  return (g2 + 5. / 12 + f2 - g1 + f1 * g1 - f1) / 2;
}

static PetscErrorCode Restart_Alpha(FsIntegrator in, FsState *s)
{
  Alpha *alpha = in->data;

  PetscFunctionBeginUser;
  alpha->h = in->dt;
  PetscCall(VecCopy(s->a, alpha->w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Alpha(FsIntegrator in, FsState *s)
{
  Alpha          *alpha = in->data;
  const PetscReal kappa = (1 - alpha->alpha_f) / (1 - alpha->alpha_m);

  PetscFunctionBeginUser;
  in->shift          = (FsShift){1 / (in->dt * in->dt * alpha->beta * kappa),
                                 alpha->gamma / (in->dt * alpha->beta), 1, PETSC_FALSE};
  in->error_constant = alpha_error_constant(alpha);
  /* There is no estimate at first order, or if the error has no term in dt^3 (Newmark's beta near
     1/12). */
  in->error_order = PetscAbsReal(alpha->gamma - 0.5 + alpha->alpha_m - alpha->alpha_f) < 1e-12 &&
                        PetscAbsReal(in->error_constant) > 0.01
                      ? 3
                      : 0;
  PetscCall(VecDuplicate(s->a, &alpha->w));
  PetscCall(Restart_Alpha(in, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether the step under way is the trapezoidal rule, which needs no w. */
static PetscBool is_trapezoidal(const FsIntegrator in)
{
  const Alpha *alpha = in->data;

  return (PetscBool)(memory_ratio(in, alpha->h) == 0 && restart_factor(in, 0) == 0.5);
}

/* Returns the parameters of the step under way. */
static Alpha step_parameters(const FsIntegrator in)
{
  const Alpha trapezoidal = {.beta = 0.25, .gamma = 0.5};

  return is_trapezoidal(in) ? trapezoidal : *(const Alpha *)in->data;
}

/* Computes c with w_{k+1} = c[0] a_{k+1} + c[1] a_k + c[2] w_k for parameters of a step and a ratio
   x, by which w_k is rescaled. */
static void averaging_coefficients(const Alpha *alpha, PetscReal x, PetscReal c[3])
{
  const PetscReal kw = -alpha->alpha_m / (1 - alpha->alpha_m);

  c[0] = (1 - alpha->alpha_f) / (1 - alpha->alpha_m);
  c[1] = alpha->alpha_f / (1 - alpha->alpha_m) + (1 - x) * kw;
  c[2] = x * kw;
}

static PetscErrorCode Solve_Alpha(FsIntegrator in, const FsState *s, FsState *next,
                                  FsStageInfo *info)
{
  enum { Q, V, A, W, NIN };
  const Alpha    *alpha = in->data;
  const Alpha     step  = step_parameters(in);
  const PetscReal h = in->dt, beta = step.beta, gamma = step.gamma, x = memory_ratio(in, alpha->h);
  const Vec       vecs[NIN] = {s->q, s->v, s->a, alpha->w};
  const PetscBool predict =
    (PetscBool)(FsStageUsesInitialGuess(in->stage) || !in->sys->traits.linear);
  PetscReal c[3], ca, cv;
  /* coefficients of the predicted state: constant acceleration; for a direct solver constant
     displacement */
  PetscReal q[NIN], v[NIN], a[NIN];

  PetscFunctionBeginUser;
  averaging_coefficients(&step, x, c);
  ca = 1 / (h * h * beta * c[0]);
  cv = gamma / (h * beta);
  {
    /* q_{k+1} = q_known + a_{k+1}/ca and v_{k+1} = v_known + h gamma c_0 a_{k+1}; w_k is rescaled
       to x w + (1 - x) a */
    const PetscReal q_known[NIN] = {[Q] = 1,
                                    [V] = h,
                                    [A] = h * h * (beta * c[1] + (0.5 - beta) * (1 - x)),
                                    [W] = h * h * ((0.5 - beta) * x + beta * c[2])};
    const PetscReal v_known[NIN] = {[V] = 1,
                                    [A] = h * (gamma * c[1] + (1 - gamma) * (1 - x)),
                                    [W] = h * ((1 - gamma) * x + gamma * c[2])};

    for (int i = 0; i < NIN; i++) {
      a[i] = predict ? i == A : ca * ((i == Q) - q_known[i]);
      q[i] = predict ? q_known[i] + a[i] / ca : i == Q;
      v[i] = v_known[i] + h * gamma * c[0] * a[i];
    }
  }
  PetscCall(
    SolveStage(in, s->t + h, (FsShift){ca, cv, 1, PETSC_FALSE}, NIN, vecs, q, v, a, next, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_Alpha(FsIntegrator in, FsState *s, FsState *next)
{
  Alpha                 *alpha  = in->data;
  const FsState          old    = *s;
  const Vec              vecs[] = {next->a, old.a, alpha->w};
  PetscReal              c[3];
  const PetscReal *const rows[] = {c};

  PetscFunctionBeginUser;
  averaging_coefficients(alpha, memory_ratio(in, alpha->h), c);
  if (is_trapezoidal(in)) {
    const PetscReal ahead = alpha->alpha_m - alpha->alpha_f;

    c[0] = 1 + ahead;
    c[1] = -ahead;
    c[2] = 0;
  }
  PetscCall(VecsCombine(3, vecs, 1, rows, &alpha->w));
  alpha->h = in->dt;
  *s       = *next;
  *next    = old;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void History_Alpha(FsIntegrator in, SchemeHistory *history)
{
  const Alpha *alpha = in->data;

  history->vec[history->nvecs++] = alpha->w;
}

static PetscErrorCode Archive_Alpha(FsIntegrator in, FsArchive a)
{
  Alpha *alpha = in->data;

  PetscFunctionBeginUser;
  PetscCall(FsArchiveReals(a, "h", 1, &alpha->h));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Alpha(FsIntegrator in)
{
  Alpha *alpha = in->data;

  PetscFunctionBeginUser;
  if (!alpha) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDestroy(&alpha->w));
  PetscCall(PetscFree(in->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode IntegratorSwitchToHHT(FsIntegrator in, FsState *s)
{
  Alpha *alpha;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&alpha));
  set_parameters(alpha, 0, (1 - in->rho_inf) / (in->rho_inf + 1));
  in->data   = alpha;
  in->family = &alpha_family;
  PetscCall(in->family->setup(in, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SchemeFamily alpha_family = {.schemes              = schemes,
                                   .implicit_multipliers = PETSC_TRUE,
                                   .uses_previous        = PETSC_TRUE,
                                   .set_defaults         = SetDefaults_Alpha,
                                   .derive               = Derive_Alpha,
                                   .create               = Create_Alpha,
                                   .setup                = SetUp_Alpha,
                                   .restart              = Restart_Alpha,
                                   .solve                = Solve_Alpha,
                                   .estimate             = EstimateFromAcceleration,
                                   .accept               = Accept_Alpha,
                                   .history              = History_Alpha,
                                   .archive              = Archive_Alpha,
                                   .destroy              = Destroy_Alpha};
