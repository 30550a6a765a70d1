/* integrator_options.c: reads the options of time integration and of the step control. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/control.h>
#include "family.h"

/* points of the predictor: chosen by the scheme, 1, 2, 3 */
static const char *const predictors[] = {"scheme", "constant", "second", "fourth", NULL};
static const char *const startups[]   = {"one_step", "trapezoidal", NULL};
static const char *const advances[]   = {"bdf2", "quadrature", NULL};
static const char *const starts[]     = {"consistent", "zero", NULL};
static const char *const events[]     = {"locate", "ignore", NULL};

/* clang-format off */
const FsOptionDoc fs_integrator_options[] = {
  {"-integrator", "lms4", "scheme; a wrong name lists all; docs/schemes.md says how to choose"},
  {"-rho_inf", "by scheme",
   "spectral radius at infinite frequency, 0 (most dissipative) to 1 (none); some schemes have "
   "one value only"},
  {"-predictor", "scheme",
   "initial guess of stages (lms, ss, Runge-Kutta schemes): constant, second or fourth order, "
   "as far as the scheme keeps points", FS_CHOICE(FsIntegratorOptions, predictor, predictors)},
  {"-stabilize", "none",
   "velocities satisfy the joints too (lms, ss, Runge-Kutta schemes): velocity "
   "(Gear-Gupta-Leimkuhler), or projection"},
  {"-allow_unstable", "false",
   "run a conditionally stable scheme beyond its stable step; accept steps that create energy"},
  {"-lms_startup", "one_step",
   "first steps of lms: one_step (same matrix) or trapezoidal (second order)",
   FS_CHOICE(FsIntegratorOptions, lms_trapezoidal, startups)},
  {"-newmark_gamma", "0.5", "gamma of newmark; above 1/2 it dissipates, with first order",
   FS_REAL(FsIntegratorOptions, newmark_gamma)},
  {"-newmark_beta", "0.25", "beta of newmark; from gamma/2 on all steps are stable",
   FS_POSITIVE(FsIntegratorOptions, newmark_beta)},
  {"-hht_add_b", "0", "b of hht_add, which position and velocity corrections share; not near 1/2",
   FS_REAL(FsIntegratorOptions, hht_add_b)},
  {"-hht_alpha", "-0.05",
   "alpha of hht, hht_i3, hht_si2, hht_add, -1/3 to 0; instead of -rho_inf = (1 + alpha)/(1 - "
   "alpha)"},
  {"-tr_bdf2_q_advance", "bdf2",
   "displacement of tr_bdf2_q: bdf2 (quadrature estimates the error), or quadrature (as in the "
   "paper; not A-stable)", FS_CHOICE(FsIntegratorOptions, tr_bdf2_quadrature, advances)},
  {"-ce_parameters", "by scheme", "alpha,beta[,gamma[,zeta]] of central_difference, ce3, ce4, ce5"},
  {"-ce_start", "consistent",
   "jerk and snap at the start of ce4, ce5: consistent with the motion, or zero (as in the paper)",
   FS_CHOICE(FsIntegratorOptions, ce_zero_start, starts)},
  {NULL, NULL, NULL}
};
/* clang-format on */

/* clang-format off */
const FsOptionDoc fs_control_options[] = {
  {"-dt_min", "dt/1024",
   "shortest step, tried if a stage fails, an error is too large or a force switches",
   FS_POSITIVE(FsStepControlOptions, dt_min), FS_DESCRIBED},
  {"-adapt", "false", "choose the steps by their estimated error; -dt is the first",
   FS_BOOL(FsStepControlOptions, adapt)},
  {"-adapt_rtol", "1e-4",
   "allowed error of a step, relative to the largest displacement so far (mean squares)",
   FS_REAL(FsStepControlOptions, rtol), FS_WHEN(FsStepControlOptions, adapt)},
  {"-adapt_atol", "0", "additional absolute error allowed [m]",
   FS_REAL(FsStepControlOptions, atol), FS_WHEN(FsStepControlOptions, adapt)},
  {"-dt_max", "the interval", "longest step of -adapt",
   FS_POSITIVE(FsStepControlOptions, dt_max), FS_WHEN(FsStepControlOptions, adapt), FS_DESCRIBED},
  {"-events", "locate",
   "locate: end steps where stops, sliders or friction switch their forces; those within dt/100 "
   "after one are taken together; or ignore",
   FS_CHOICE(FsStepControlOptions, ignore_events, events),
   FS_GIVEN(FsStepControlOptions, events_given)},
  {NULL, NULL, NULL}
};
/* clang-format on */

/* Reads the options of hht schemes. */
static PetscErrorCode ReadHHT(FsOptions o, MPI_Comm comm, FsIntegratorOptions *options)
{
  PetscBool set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReal(o, "-hht_alpha", &options->hht_alpha, &set));
  /* alpha has no unit; 1e-12 lets -1/3 pass that a user or a script writes with 12 digits */
  PetscCheck(!set || (options->hht_alpha >= -1. / 3 - 1e-12 && options->hht_alpha <= 0), comm,
             PETSC_ERR_USER_INPUT,
             "-hht_alpha %.6g is outside [-1/3, 0]; 0 dissipates nothing, -1/3 most",
             (double)options->hht_alpha);
  if (set) options->rho_inf = (1 + options->hht_alpha) / (1 - options->hht_alpha);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadHHTAdd(FsOptions o, MPI_Comm comm, FsIntegratorOptions *options)
{
  const PetscReal min_distance = 0.05; /* distance of b from 1/2 within which ADD fails */

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReadRow(o, fs_integrator_options, "-hht_add_b", NULL, options));
  PetscCheck(PetscAbsReal(options->hht_add_b - 0.5) > min_distance, comm, PETSC_ERR_USER_INPUT,
             "-hht_add_b %.6g: positions and velocities cannot be distinguished near 1/2; 0 and "
             "1 are usual",
             (double)options->hht_add_b);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadNewmark(FsOptions o, MPI_Comm comm, FsIntegratorOptions *options)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsReadRow(o, fs_integrator_options, "-newmark_gamma", NULL, options));
  PetscCheck(options->newmark_gamma >= 0 && options->newmark_gamma <= 2, comm, PETSC_ERR_USER_INPUT,
             "-newmark_gamma %.6g is outside [0, 2]; 1/2 is of second order",
             (double)options->newmark_gamma);
  /* beta = 0 is the scheme central_difference */
  PetscCall(FsOptionsReadRow(o, fs_integrator_options, "-newmark_beta", NULL, options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the options of conditionally explicit schemes. */
static PetscErrorCode ReadExplicit(FsOptions o, MPI_Comm comm, FsIntegratorOptions *options)
{
  static const char *const names[] = {"alpha", "beta", "gamma", "zeta"};
  /* bounds of the parameters; the scheme divides by gamma */
  const PetscReal lower = 0.01, upper = 10;
  PetscInt        n = options->ce_count;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, "-ce_parameters", options->ce_count, &n, options->ce, NULL));
  for (PetscInt i = 0; i < options->ce_count; i++)
    PetscCheck(
      options->ce[i] >= (i == 2 ? lower : 0) && options->ce[i] <= upper, comm, PETSC_ERR_USER_INPUT,
      "-ce_parameters: %s %.6g is outside [%.6g, %.6g]; all published sets are from 1/4 to 2",
      names[i], (double)options->ce[i], (double)(i == 2 ? lower : 0), (double)upper);
  PetscCall(FsOptionsReadRow(o, fs_integrator_options, "-ce_start", NULL, options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the options that only some schemes have. */
static PetscErrorCode ReadParameters(FsOptions o, MPI_Comm comm, FsIntegratorOptions *options)
{
  const SchemeFamily *family     = SchemeFamilyOf(options->scheme);
  const int           parameters = family->parameters ? family->parameters(options->scheme) : 0;

  PetscFunctionBeginUser;
  if (parameters & PARAMETERS_OF_LMS)
    PetscCall(FsOptionsReadRow(o, fs_integrator_options, "-lms_startup", NULL, options));
  if (parameters & PARAMETERS_OF_TR_BDF2_Q)
    PetscCall(FsOptionsReadRow(o, fs_integrator_options, "-tr_bdf2_q_advance", NULL, options));
  if (parameters & PARAMETERS_OF_HHT) PetscCall(ReadHHT(o, comm, options));
  if (parameters & PARAMETERS_OF_HHT_ADD) PetscCall(ReadHHTAdd(o, comm, options));
  if (parameters & PARAMETERS_OF_NEWMARK) PetscCall(ReadNewmark(o, comm, options));
  if (parameters & PARAMETERS_OF_EXPLICIT) PetscCall(ReadExplicit(o, comm, options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsIntegratorReadSchemeOptions(FsOptions o, MPI_Comm comm,
                                             FsIntegratorOptions *options)
{
  static const char *const levels[]  = {"none", "velocity", "projection", NULL};
  PetscInt                 stabilize = 0;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReadRow(o, fs_integrator_options, "-predictor", NULL, options));
  PetscCall(ReadParameters(o, comm, options));
  PetscCall(FsOptionsChoice(o, "-stabilize", levels, &stabilize, &options->stabilize_given));
  PetscCheck(!stabilize || SchemeFamilyOf(options->scheme)->first_order, comm, PETSC_ERR_USER_INPUT,
             "-stabilize %s: %s is not a first-order scheme; lms, ss, bdf2 and the Runge-Kutta "
             "schemes are; hht_si2 and hht_add do not need it",
             levels[stabilize], options->scheme->name);
  if (stabilize) options->stabilization = (FsStabilization)stabilize;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadScheme(FsOptions o, const FsScheme **scheme)
{
  enum { MAX_SCHEMES = 64 };
  const FsScheme *const *all = FsIntegratorSchemes();
  const char            *names[MAX_SCHEMES + 1];
  PetscInt               n, chosen = 0;
  PetscBool              same;

  PetscFunctionBeginUser;
  for (n = 0; all[n]; n++) {
    names[n] = all[n]->name;
    PetscCall(PetscStrcmp(names[n], "lms4", &same));
    if (same) chosen = n;
  }
  names[n] = NULL;
  PetscCall(FsOptionsChoice(o, "-integrator", names, &chosen, NULL));
  *scheme = all[chosen];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadRhoInf(FsOptions o, MPI_Comm comm, const FsScheme *scheme,
                                 PetscReal *rho_inf)
{
  PetscBool set; /* the default value depends on the scheme, so it is not recorded */

  PetscFunctionBeginUser;
  *rho_inf = scheme->rho_inf;
  PetscCall(FsOptionsReal(o, "-rho_inf", rho_inf, &set));
  PetscCheck(*rho_inf >= 0 && *rho_inf <= 1, comm, PETSC_ERR_USER_INPUT,
             "-rho_inf %.12g is outside [0, 1]; 0 dissipates high frequencies most, 1 not at all",
             (double)*rho_inf);
  /* the same case may be run with any -integrator */
  if (!scheme->tunable && *rho_inf != scheme->rho_inf)
    PetscCall(PetscFPrintf(
      comm, stderr,
      "fsolve: warning: -rho_inf %.6g has no effect with -integrator %s, whose rho_inf is %.6g\n",
      (double)*rho_inf, scheme->name, (double)scheme->rho_inf));
  if (!scheme->tunable) *rho_inf = scheme->rho_inf;
  PetscCheck(*rho_inf >= scheme->rho_min - 1e-12, comm, PETSC_ERR_USER_INPUT,
             "-rho_inf %.12g: %s is stable from %.6g to 1 only; generalized_alpha goes down to 0",
             (double)*rho_inf, scheme->name, (double)scheme->rho_min);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsIntegratorReadOptions(FsOptions o, MPI_Comm comm, FsIntegratorOptions *options)
{
  const FsScheme *scheme;
  PetscReal       rho_inf;

  PetscFunctionBeginUser;
  PetscCall(ReadScheme(o, &scheme));
  PetscCall(ReadRhoInf(o, comm, scheme, &rho_inf));
  *options = FsIntegratorDefaultOptions(scheme, rho_inf);
  PetscCall(FsIntegratorReadSchemeOptions(o, comm, options));
  if (options->tr_bdf2_quadrature)
    PetscCall(PetscFPrintf(
      comm, stderr,
      "fsolve: warning: -tr_bdf2_q_advance quadrature is not A-stable; undamped motion grows if "
      "omega dt < 21, by (omega dt)^4/85 a step while that is small\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStepControlReadOptions(FsOptions o, MPI_Comm comm, FsStepControlOptions *options)
{
  PetscFunctionBeginUser;
  *options = (FsStepControlOptions){.adapt = PETSC_FALSE};
  PetscCall(FsOptionsReadRows(o, fs_control_options, NULL, options));
  PetscCheck(options->rtol >= 0 && options->atol >= 0 && options->rtol + options->atol > 0, comm,
             PETSC_ERR_USER_INPUT,
             "-adapt_rtol %.6g, -adapt_atol %.6g: neither may be negative, and one must be more "
             "than 0",
             (double)options->rtol, (double)options->atol);
  PetscFunctionReturn(PETSC_SUCCESS);
}
