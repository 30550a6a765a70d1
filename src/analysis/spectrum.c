/* spectrum.c: computes the accuracy and dissipation of integration schemes over the step size.
   The spectra are written to /spectrum/<scheme>/rho_<value> of the output file. See
   integrator/dispersion.h, and Zhang, Zhang & Masarati 2021, section 4. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis.h"
#include "spectrum_options.h"
#include "integrator/dispersion.h"
#include "base/c_locale.h"
#include "base/error.h"
#include "output/table_file.h"

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
