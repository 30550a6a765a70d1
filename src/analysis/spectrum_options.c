/* spectrum_options.c: reads the options of -analysis spectrum. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "spectrum_options.h"

const FsOptionDoc spectrum_options[] = {
  {"-spectrum_schemes", "all",        "names of schemes, separated by commas"                },
  {"-spectrum_rho_inf", "0,0.6,1",
   "spectral radii at infinite frequency, for schemes that let you choose them; at most 16"  },
  {"-spectrum_range",   "0.001,1000", "of dt/(n T), where n is the number of solves per step"},
  {"-spectrum_points",  "241",        "number of points in the range, on a logarithmic scale"},
  {"-spectrum_damping", "0",          "damping ratio of the oscillator, below 1"             },
  {NULL,                NULL,         NULL                                                   }
};

enum { MAX_RHOS = 16, MAX_CHOSEN = 64 };

/* The schemes and the spectral radii that the user chooses. */
typedef struct {
  PetscInt        nschemes, nrhos;
  const FsScheme *scheme[MAX_CHOSEN];
  PetscReal       rho[MAX_RHOS];
} SpectrumChoice;

static PetscErrorCode ChooseSchemes(FsOptions o, MPI_Comm comm, SpectrumChoice *r)
{
  const FsScheme *const *all = FsIntegratorSchemes();
  const char            *names[MAX_CHOSEN];
  PetscInt               n, known = 0;
  char                 **chosen;

  PetscFunctionBeginUser;
  for (; all[known]; known++) names[known] = all[known]->name;
  PetscCall(FsOptionsNames(o, "-spectrum_schemes", &n, &chosen));
  for (PetscInt i = 0; i < n; i++) {
    PetscBool   same = PETSC_FALSE;
    const char *near = FsNearestWord(chosen[i], known, names);

    for (PetscInt k = 0; k < known && !same; k++) {
      PetscCall(PetscStrcmp(chosen[i], names[k], &same));
      if (same) r->scheme[r->nschemes++] = all[k];
    }
    PetscCheck(same, comm, PETSC_ERR_USER_INPUT, "-spectrum_schemes: unknown scheme '%s'%s%s%s",
               chosen[i], near ? "; did you mean " : "", near ? near : "",
               near ? "?" : "; a wrong -integrator lists all");
  }
  PetscCall(PetscStrNArrayDestroy(n, &chosen));
  if (!n)
    for (; all[r->nschemes]; r->nschemes++) r->scheme[r->nschemes] = all[r->nschemes];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ChooseRhos(FsOptions o, MPI_Comm comm, SpectrumChoice *r)
{
  PetscInt  n = MAX_RHOS;
  PetscBool set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, "-spectrum_rho_inf", 1, &n, r->rho, &set));
  if (set) r->nrhos = n;
  for (PetscInt i = 0; i < r->nrhos; i++)
    PetscCheck(r->rho[i] >= 0 && r->rho[i] <= 1, comm, PETSC_ERR_USER_INPUT,
               "-spectrum_rho_inf: %.6g is outside [0, 1]", (double)r->rho[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadPoints(FsOptions o, MPI_Comm comm, SpectrumOptions *r)
{
  /* of dt/(n T), which has no unit; beyond, round-off dominates the roots */
  const PetscReal lower = 1e-6, upper = 1e6;
  PetscInt        two = 2;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, "-spectrum_range", 2, &two, r->range, NULL));
  PetscCheck(
    r->range[0] >= lower && r->range[1] > r->range[0] && r->range[1] <= upper, comm,
    PETSC_ERR_USER_INPUT,
    "-spectrum_range %.6g,%.6g: the second must be above the first, and both from %.6g to %.6g",
    (double)r->range[0], (double)r->range[1], (double)lower, (double)upper);
  PetscCall(FsOptionsInt(o, "-spectrum_points", 2, &r->points, NULL));
  PetscCheck(r->points <= 100000, comm, PETSC_ERR_USER_INPUT,
             "-spectrum_points %" PetscInt_FMT ": at most 100000", r->points);
  PetscCall(FsOptionsReal(o, "-spectrum_damping", &r->damping, NULL));
  PetscCheck(r->damping >= 0 && r->damping < 1, comm, PETSC_ERR_USER_INPUT,
             "-spectrum_damping %.6g is outside [0, 1)", (double)r->damping);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RejectDuplicates(MPI_Comm comm, const SpectrumChoice *r)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < r->nrhos; i++)
    for (PetscInt k = 0; k < i; k++)
      PetscCheck(PetscAbsReal(r->rho[i] - r->rho[k]) > 1e-5, comm, PETSC_ERR_USER_INPUT,
                 "-spectrum_rho_inf: %.6g is given twice", (double)r->rho[i]);
  for (PetscInt i = 0; i < r->nschemes; i++)
    for (PetscInt k = 0; k < i; k++)
      PetscCheck(r->scheme[k] != r->scheme[i], comm, PETSC_ERR_USER_INPUT,
                 "-spectrum_schemes: '%s' is given twice", r->scheme[i]->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the spectra of a scheme, one for each rho that the scheme allows. */
static PetscErrorCode AddScheme(FsOptions o, MPI_Comm comm, const SpectrumChoice *choice,
                                const FsScheme *scheme, SpectrumOptions *r)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < (scheme->tunable ? choice->nrhos : 1); k++) {
    const PetscReal   rho      = scheme->tunable ? choice->rho[k] : scheme->rho_inf;
    SpectrumOfScheme *spectrum = &r->spectrum[r->nspectra];

    if (rho < scheme->rho_min) continue;
    *spectrum = (SpectrumOfScheme){rho, FsIntegratorDefaultOptions(scheme, rho)};
    PetscCall(FsIntegratorReadSchemeOptions(o, comm, &spectrum->scheme));
    PetscCheck(
      !scheme->tunable || spectrum->scheme.rho_inf == rho, comm, PETSC_ERR_USER_INPUT,
      "-hht_alpha: -analysis spectrum uses -spectrum_rho_inf = (1 + alpha)/(1 - alpha) instead");
    r->nspectra++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadSpectrumOptions(FsOptions o, MPI_Comm comm, SpectrumOptions *r)
{
  SpectrumChoice choice = {
    .nrhos = 3, .rho = {0, 0.6, 1}
  };

  PetscFunctionBeginUser;
  *r = (SpectrumOptions){
    .points = 241, .range = {1e-3, 1e3}
  };
  PetscCall(FsOptionsBool(o, "-quiet", &r->quiet, NULL));
  PetscCall(ChooseSchemes(o, comm, &choice));
  PetscCall(ChooseRhos(o, comm, &choice));
  PetscCall(ReadPoints(o, comm, r));
  PetscCall(ReadOutputPath(o, comm, &r->output));
  PetscCall(RejectDuplicates(comm, &choice));
  r->nschemes = choice.nschemes;
  PetscCall(PetscMalloc1((size_t)(choice.nschemes * choice.nrhos), &r->spectrum));
  for (PetscInt i = 0; i < choice.nschemes; i++)
    PetscCall(AddScheme(o, comm, &choice, choice.scheme[i], r));
  PetscCheck(r->nspectra, comm, PETSC_ERR_USER_INPUT,
             "-spectrum_rho_inf is outside the range of the schemes; hht starts at 0.5");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SpectrumOptionsDestroy(SpectrumOptions *r)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(r->spectrum));
  PetscFunctionReturn(PETSC_SUCCESS);
}
