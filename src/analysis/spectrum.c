/* spectrum.c: computes the accuracy and dissipation of integration schemes over the step size.
   The spectra are written to /spectrum/<scheme>/rho_<value> of the output file. See
   integrator/dispersion.h, and Zhang, Zhang & Masarati 2021, section 4. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/integrator.h>
#include "analysis.h"
#include "integrator/dispersion.h"
#include "base/c_locale.h"
#include "base/error.h"
#include "output/table_file.h"
#include "output/output_path.h"

/* ---- options --------------------------------------------------------------------------------- */

/* Reads the options of -analysis spectrum. */

/* SpectrumOfScheme - One spectrum. */
typedef struct {
  PetscReal           rho;    /* spectral radius at infinite frequency, by which it is stored */
  FsIntegratorOptions scheme; /* the scheme with this rho_inf */
} SpectrumOfScheme;

typedef struct {
  PetscInt          nschemes, nspectra; /* a scheme has a spectrum for each of its rho */
  SpectrumOfScheme *spectrum;           /* [nspectra], scheme by scheme; owned */
  PetscInt          points;             /* points of a spectrum, 2 to 100000; default 241 */
  PetscReal         range[2]; /* of dt/(n T), 1e-6 to 1e6; n is the number of solves per step */
  PetscReal         damping;  /* damping ratio of the oscillator, 0 to below 1; default 0 */
  OutputPath        output;
  PetscBool         quiet; /* print nothing but warnings */
} SpectrumOptions;

static const FsOptionDoc spectrum_options[] = {
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

/* ReadSpectrumOptions - Reads -spectrum_..., the options of the schemes, -output, -overwrite and
   -quiet.

   The caller frees options by SpectrumOptionsDestroy. Collective. Input errors: a value is outside
   of its range; a scheme is unknown; a scheme or a rho is given twice; those of
   ReadOutputPath. */
static PetscErrorCode ReadSpectrumOptions(FsOptions o, MPI_Comm comm, SpectrumOptions *r)
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

static PetscErrorCode SpectrumOptionsDestroy(SpectrumOptions *r)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(r->spectrum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the analysis ---------------------------------------------------------------------------- */

static PetscErrorCode WriteSpectrum(TableFile file, const FsScheme *scheme, PetscReal rho,
                                    PetscReal damping, const PetscReal dt_over_nT[],
                                    const Spectrum *s)
{
  const struct {
    const char      *name;
    PetscInt         columns;
    const PetscReal *data;
  } tables[] = {
    {"dt_over_nT",        0,        dt_over_nT   },
    {"radius",            0,        s->radius    },
    {"amplitude_decay",   0,        s->decay     },
    {"period_elongation", 0,        s->elongation},
    {"principal_root",    2,        s->principal },
    {"roots",             2 * s->m, s->roots     },
    {"overshoot",         4,        s->overshoot }
  };
  const locale_t before = c_locale_enter();
  char           group[128], path[192];

  PetscFunctionBeginUser;
  snprintf(group, sizeof group, "/spectrum/%s/rho_%.6g", scheme->name, (double)rho);
  c_locale_leave(before);
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(tables); k++) {
    PetscCall(PetscSNPrintf(path, sizeof path, "%s/%s", group, tables[k].name));
    PetscCall(TableFileWrite(file, path, s->n, tables[k].columns, tables[k].data));
  }
  PetscCall(FileSetAttributeReal(file->file, group, "rho_inf", rho));
  PetscCall(FileSetAttributeReal(file->file, group, "order", (PetscReal)scheme->order));
  PetscCall(FileSetAttributeReal(file->file, group, "solves", (PetscReal)scheme->solves));
  PetscCall(FileSetAttributeReal(file->file, group, "damping", damping));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes one scheme with one rho_inf. Steps are compared at equal cost, dt/(n T) with n solves
   per step: w dt = 2 pi n (dt/(n T)). */
static PetscErrorCode AnalyzeScheme(const SpectrumOptions *r, const SpectrumOfScheme *spectrum,
                                    TableFile file)
{
  const FsScheme *scheme = spectrum->scheme.scheme;
  PetscReal      *dt_over_nT, *x;
  Spectrum        s;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(r->points, &dt_over_nT, r->points, &x));
  for (PetscInt i = 0; i < r->points; i++) {
    dt_over_nT[i] = r->range[0] * PetscPowReal(r->range[1] / r->range[0],
                                               (PetscReal)i / (PetscReal)(r->points - 1));
    x[i]          = 2 * PETSC_PI * (PetscReal)scheme->solves * dt_over_nT[i];
  }
  PetscCall(SpectrumCreate(&spectrum->scheme, r->damping, r->points, x, &s));
  PetscCall(WriteSpectrum(file, scheme, spectrum->rho, r->damping, dt_over_nT, &s));
  PetscCall(SpectrumDestroy(&s));
  PetscCall(PetscFree2(dt_over_nT, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AnalysisSpectrum(FsOptions o, MPI_Comm comm)
{
  TableFile       file;
  SpectrumOptions options;

  PetscFunctionBeginUser;
  PetscCall(ReadSpectrumOptions(o, comm, &options));
  PetscCall(FsOptionsCheckUnused(o));
  PetscCall(TableFileCreate(comm, &options.output, o, &file));
  for (PetscInt i = 0; i < options.nspectra; i++)
    PetscCall(AnalyzeScheme(&options, &options.spectrum[i], file));
  PetscCall(TableFileDestroy(&file));
  if (!options.quiet)
    PetscCall(PetscPrintf(comm, "done: %" PetscInt_FMT " spectra of %" PetscInt_FMT " schemes\n",
                          options.nspectra, options.nschemes));
  PetscCall(SpectrumOptionsDestroy(&options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Analysis spectrum_analysis = {
  .name = "spectrum", .title = "Spectrum", .options = spectrum_options, .run = AnalysisSpectrum};
