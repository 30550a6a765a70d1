/* spectrum_options.h: the options of -analysis spectrum. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_SPECTRUM_OPTIONS_H
#define FS_ANALYSIS_SPECTRUM_OPTIONS_H

#include <fs/integrator.h>
#include "output/output_path.h"

/* SpectrumOfScheme - One spectrum: the accuracy of one integration scheme with one value of
   rho_inf, for a linear oscillator with the period T and steps of all sizes dt. */
typedef struct {
  /* the spectral radius at infinite frequency, which names the spectrum in the output */
  PetscReal           rho;
  FsIntegratorOptions scheme; /* the scheme with rho_inf = rho */
} SpectrumOfScheme;

typedef struct {
  /* the number of schemes, and of all spectra: a scheme has one for each of its values of rho */
  PetscInt          nschemes, nspectra;
  SpectrumOfScheme *spectrum; /* [nspectra], scheme by scheme; owned */
  PetscInt          points;   /* the number of points of a spectrum, 2 to 100000; default 241 */
  /* the smallest and largest dt/(n T), 1e-6 to 1e6, where n is the number of solves in a step */
  PetscReal  range[2];
  PetscReal  damping; /* the damping ratio of the oscillator, 0 to below 1; default 0 */
  OutputPath output;
  PetscBool  quiet; /* print nothing but warnings */
} SpectrumOptions;

/* ReadSpectrumOptions - Reads -spectrum_..., the options of the schemes, -output, -overwrite and
   -quiet.

   The caller frees options by SpectrumOptionsDestroy. Collective. Input errors: a value is outside
   of its range; a scheme is unknown; a scheme or a rho is given twice; those of
   ReadOutputPath. */
PetscErrorCode ReadSpectrumOptions(FsOptions o, MPI_Comm comm, SpectrumOptions *options);
PetscErrorCode SpectrumOptionsDestroy(SpectrumOptions *options);

extern const FsOptionDoc spectrum_options[];

#endif
