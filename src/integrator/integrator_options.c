/* integrator_options.c: reads the options of time integration and of the step control. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/control.h>
#include "input/given/option_plugins.h"
#include "family.h"
#include "parameters.h"

/* points of the predictor: chosen by the scheme, 1, 2, 3 */
static const char *const predictors[] = {"scheme", "constant", "second", "fourth", NULL};
static const char *const events[]     = {"locate", "ignore", "kinks", NULL};

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
   "after one are taken together; ignore; or kinks: locate those and kinks of the laws of bars, "
   "trusses, cables, springs and joints, at most 8 a step",
   FS_CHOICE(FsStepControlOptions, events, events),
   FS_GIVEN(FsStepControlOptions, events_given)},
  {NULL, NULL, NULL}
};
/* clang-format on */

PetscErrorCode FsIntegratorReadSchemeOptions(FsOptions o, MPI_Comm comm,
                                             FsIntegratorOptions *options)
{
  static const char *const levels[]  = {"none", "velocity", "projection", NULL};
  PetscInt                 stabilize = 0;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReadRow(o, fs_integrator_options, "-predictor", NULL, options));
  PetscCall(IntegratorReadParameters(o, comm, options));
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
  const FsScheme *const *all = FsIntegratorSchemes();
  const char           **names;
  PetscInt               n = 0, chosen = 0;
  PetscBool              same;

  PetscFunctionBeginUser;
  while (all[n]) n++;
  PetscCall(PetscMalloc1(n + 1, &names));
  for (n = 0; all[n]; n++) {
    names[n] = all[n]->name;
    PetscCall(PetscStrcmp(names[n], "lms4", &same));
    if (same) chosen = n;
  }
  names[n] = NULL;
  PetscCall(OptionsChoiceWithPlugins(o, "-integrator", names, &chosen));
  PetscCall(PetscFree(names));
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
  const FsScheme     *scheme = NULL;
  const SchemeFamily *family;
  const char         *warning = NULL;
  PetscReal           rho_inf;

  PetscFunctionBeginUser;
  PetscCall(ReadScheme(o, &scheme));
  PetscCall(ReadRhoInf(o, comm, scheme, &rho_inf));
  *options = FsIntegratorDefaultOptions(scheme, rho_inf);
  PetscCall(FsIntegratorReadSchemeOptions(o, comm, options));
  family = SchemeFamilyOf(scheme);
  if (family->warning) warning = family->warning(options);
  if (warning) PetscCall(PetscFPrintf(comm, stderr, "fsolve: warning: %s\n", warning));
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
