/* spectrum_options.h: the options of -analysis spectrum. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_SPECTRUM_OPTIONS_H
#define FS_ANALYSIS_SPECTRUM_OPTIONS_H

#include <fs/integrator.h>
#include "output/output_path.h"

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

/* ReadSpectrumOptions - Reads -spectrum_..., the options of the schemes, -output, -overwrite and
   -quiet.

   The caller frees options by SpectrumOptionsDestroy. Collective. Input errors: a value is outside
   of its range; a scheme is unknown; a scheme or a rho is given twice; those of
   ReadOutputPath. */
PetscErrorCode ReadSpectrumOptions(FsOptions o, MPI_Comm comm, SpectrumOptions *options);
PetscErrorCode SpectrumOptionsDestroy(SpectrumOptions *options);

extern const FsOptionDoc spectrum_options[];

#endif
