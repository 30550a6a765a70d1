/* spectrum.c: computes the accuracy and dissipation of integration schemes over the step size.
   The spectra are written to /spectrum/<scheme>/rho_<value> of the output file. See
   integrator/dispersion.h, and Zhang, Zhang & Masarati 2021, section 4. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/integrator.h>
#include "analysis.h"
#include "integrator/dispersion.h"
#include "base/c_locale.h"
#include "base/error.h"
#include "output/dof_tables.h"
#include "output/output_path.h"

/* ---- options --------------------------------------------------------------------------------- */

enum { MAX_RHOS = 16, MAX_CHOSEN = 64 };

/* SpectrumOfScheme - One spectrum. */
typedef struct {
  PetscReal           rho;    /* spectral radius at infinite frequency, by which it is stored */
  FsIntegratorOptions scheme; /* the scheme with this rho_inf */
} SpectrumOfScheme;

typedef struct {
  PetscInt          nschemes, nrhos, nspectra; /* a scheme has a spectrum for each of its rho */
  const FsScheme   *scheme[MAX_CHOSEN];        /* [nschemes] */
  PetscReal         rho[MAX_RHOS];             /* [nrhos] spectral radii, in [0, 1] */
  SpectrumOfScheme *spectrum;                  /* [nspectra], scheme by scheme; owned */
  PetscInt          points;                    /* points of a spectrum, 2 to 100000 */
  PetscReal         range[2]; /* of dt/(n T), 1e-6 to 1e6; n is the number of solves per step */
  PetscReal         damping;  /* damping ratio of the oscillator, 0 to below 1 */
  OutputPath        output;
  PetscBool         quiet; /* print nothing but warnings */
} SpectrumOptions;

/* clang-format off */
static const FsOptionDoc spectrum_options[] = {
  {"-spectrum_schemes", "all", "names of schemes, separated by commas"},
  {"-spectrum_rho_inf", "0,0.6,1",
   "spectral radii at infinite frequency, for schemes that let you choose them; at most 16",
   FS_LIST(SpectrumOptions, rho, nrhos)},
  {"-spectrum_range", "0.001,1000", "of dt/(n T), where n is the number of solves per step",
   FS_REALS(SpectrumOptions, range, 2)},
  {"-spectrum_points", "241", "number of points in the range, on a logarithmic scale",
   FS_INT(SpectrumOptions, points, 2)},
  {"-spectrum_damping", "0", "damping ratio of the oscillator, below 1",
   FS_REAL(SpectrumOptions, damping)},
  {NULL, NULL, NULL}
};
/* clang-format on */

static PetscErrorCode ChooseSchemes(FsOptions o, MPI_Comm comm, SpectrumOptions *r)
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

/* Reads the rows of the table, and checks their values. */
static PetscErrorCode ReadRows(FsOptions o, MPI_Comm comm, SpectrumOptions *r)
{
  /* of dt/(n T), which has no unit; beyond, round-off dominates the roots */
  const PetscReal lower = 1e-6, upper = 1e6;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReadRows(o, spectrum_options, NULL, r));
  for (PetscInt i = 0; i < r->nrhos; i++)
    PetscCheck(r->rho[i] >= 0 && r->rho[i] <= 1, comm, PETSC_ERR_USER_INPUT,
               "-spectrum_rho_inf: %.6g is outside [0, 1]", (double)r->rho[i]);
  PetscCheck(
    r->range[0] >= lower && r->range[1] > r->range[0] && r->range[1] <= upper, comm,
    PETSC_ERR_USER_INPUT,
    "-spectrum_range %.6g,%.6g: the second must be above the first, and both from %.6g to %.6g",
    (double)r->range[0], (double)r->range[1], (double)lower, (double)upper);
  PetscCheck(r->points <= 100000, comm, PETSC_ERR_USER_INPUT,
             "-spectrum_points %" PetscInt_FMT ": at most 100000", r->points);
  PetscCheck(r->damping >= 0 && r->damping < 1, comm, PETSC_ERR_USER_INPUT,
             "-spectrum_damping %.6g is outside [0, 1)", (double)r->damping);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RejectDuplicates(MPI_Comm comm, const SpectrumOptions *r)
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
static PetscErrorCode AddScheme(FsOptions o, MPI_Comm comm, const FsScheme *scheme,
                                SpectrumOptions *r)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < (scheme->tunable ? r->nrhos : 1); k++) {
    const PetscReal   rho      = scheme->tunable ? r->rho[k] : scheme->rho_inf;
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
  PetscFunctionBeginUser;
  *r = (SpectrumOptions){.nschemes = 0};
  PetscCall(FsOptionsBool(o, "-quiet", &r->quiet, NULL));
  PetscCall(ChooseSchemes(o, comm, r));
  PetscCall(ReadRows(o, comm, r));
  PetscCall(ReadOutputPath(o, comm, &r->output));
  PetscCall(RejectDuplicates(comm, r));
  PetscCall(PetscMalloc1((size_t)(r->nschemes * r->nrhos), &r->spectrum));
  for (PetscInt i = 0; i < r->nschemes; i++) PetscCall(AddScheme(o, comm, r->scheme[i], r));
  PetscCheck(r->nspectra, comm, PETSC_ERR_USER_INPUT,
             "-spectrum_rho_inf is outside the range of the schemes; hht starts at 0.5");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SpectrumOptionsDestroy(SpectrumOptions *r) { return PetscFree(r->spectrum); }

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
