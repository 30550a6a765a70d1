/* spectrum.c: computes the accuracy and dissipation of integration schemes over the step size.
   The spectra are written to /spectrum/<scheme>/rho_<value> of the output file. See
   integrator/dispersion.h, and Zhang, Zhang & Masarati 2021, section 4. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis.h"
#include "integrator/dispersion.h"
#include "base/c_locale.h"
#include "base/error.h"
#include "output/table_file.h"

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

typedef struct {
  PetscInt        nschemes, nrhos, points;
  const FsScheme *scheme[MAX_CHOSEN];
  PetscReal       rho[MAX_RHOS], range[2], damping;
} SpectrumRequest;

static PetscErrorCode ChooseSchemes(FsOptions o, MPI_Comm comm, SpectrumRequest *r)
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

static PetscErrorCode ReadRequest(FsOptions o, MPI_Comm comm, SpectrumRequest *r)
{
  const PetscReal lower = 1e-6, upper = 1e6; /* beyond, round-off dominates the roots */
  PetscInt        n = MAX_RHOS, two = 2;
  PetscBool       set;

  PetscFunctionBeginUser;
  *r = (SpectrumRequest){
    .nrhos = 3, .points = 241, .rho = {0, 0.6, 1},
            .range = {1e-3, 1e3}
  };
  PetscCall(ChooseSchemes(o, comm, r));
  PetscCall(FsOptionsReals(o, "-spectrum_rho_inf", 1, &n, r->rho, &set));
  if (set) r->nrhos = n;
  for (PetscInt i = 0; i < r->nrhos; i++)
    PetscCheck(r->rho[i] >= 0 && r->rho[i] <= 1, comm, PETSC_ERR_USER_INPUT,
               "-spectrum_rho_inf: %.6g is outside [0, 1]", (double)r->rho[i]);
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
static PetscErrorCode AnalyzeScheme(FsOptions o, const SpectrumRequest *r, const FsScheme *scheme,
                                    PetscReal rho, TableFile file)
{
  PetscReal *dt_over_nT, *x;
  Spectrum   s;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(r->points, &dt_over_nT, r->points, &x));
  for (PetscInt i = 0; i < r->points; i++) {
    dt_over_nT[i] = r->range[0] * PetscPowReal(r->range[1] / r->range[0],
                                               (PetscReal)i / (PetscReal)(r->points - 1));
    x[i]          = 2 * PETSC_PI * (PetscReal)scheme->solves * dt_over_nT[i];
  }
  PetscCall(SpectrumCreate(o, scheme, rho, r->damping, r->points, x, &s));
  PetscCall(WriteSpectrum(file, scheme, rho, r->damping, dt_over_nT, &s));
  PetscCall(SpectrumDestroy(&s));
  PetscCall(PetscFree2(dt_over_nT, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the options of all schemes, and rejects duplicates, before anything is written. */
static PetscErrorCode CheckSchemes(FsOptions o, MPI_Comm comm, const SpectrumRequest *r)
{
  PetscInt spectra = 0;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < r->nrhos; i++)
    for (PetscInt k = 0; k < i; k++)
      PetscCheck(PetscAbsReal(r->rho[i] - r->rho[k]) > 1e-5, comm, PETSC_ERR_USER_INPUT,
                 "-spectrum_rho_inf: %.6g is given twice", (double)r->rho[i]);
  for (PetscInt i = 0; i < r->nschemes; i++) {
    const FsScheme *scheme = r->scheme[i];
    FsIntegrator    in;

    for (PetscInt k = 0; k < i; k++)
      PetscCheck(r->scheme[k] != scheme, comm, PETSC_ERR_USER_INPUT,
                 "-spectrum_schemes: '%s' is given twice", scheme->name);
    PetscCall(FsIntegratorCreateScheme(o, comm, scheme, scheme->rho_inf, &in));
    PetscCheck(
      !scheme->tunable || FsIntegratorGetInfo(in).rho_inf == scheme->rho_inf, comm,
      PETSC_ERR_USER_INPUT,
      "-hht_alpha: -analysis spectrum uses -spectrum_rho_inf = (1 + alpha)/(1 - alpha) instead");
    PetscCall(FsIntegratorDestroy(&in));
    for (PetscInt k = 0; k < (scheme->tunable ? r->nrhos : 1); k++)
      spectra += !scheme->tunable || r->rho[k] >= scheme->rho_min;
  }
  PetscCheck(spectra, comm, PETSC_ERR_USER_INPUT,
             "-spectrum_rho_inf is outside the range of the schemes; hht starts at 0.5");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AnalysisSpectrum(FsOptions o, MPI_Comm comm)
{
  TableFile       file;
  SpectrumRequest r;
  PetscBool       quiet = PETSC_FALSE;
  PetscInt        count = 0;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsBool(o, "-quiet", &quiet, NULL));
  PetscCall(ReadRequest(o, comm, &r));
  PetscCall(TableFileOpen(o, comm, &file));
  PetscCall(CheckSchemes(o, comm, &r));
  PetscCall(FsOptionsCheckUnused(o));
  PetscCall(TableFileCreate(file));
  for (PetscInt i = 0; i < r.nschemes; i++) {
    const FsScheme *scheme = r.scheme[i];
    const PetscInt  n      = scheme->tunable ? r.nrhos : 1;

    for (PetscInt k = 0; k < n; k++) {
      const PetscReal rho = scheme->tunable ? r.rho[k] : scheme->rho_inf;

      if (rho < scheme->rho_min) continue;
      PetscCall(AnalyzeScheme(o, &r, scheme, rho, file));
      count++;
    }
  }
  PetscCall(TableFileDestroy(&file));
  if (!quiet)
    PetscCall(PetscPrintf(comm, "done: %" PetscInt_FMT " spectra of %" PetscInt_FMT " schemes\n",
                          count, r.nschemes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Analysis spectrum_analysis = {
  .name = "spectrum", .title = "Spectrum", .options = spectrum_options, .run = AnalysisSpectrum};
