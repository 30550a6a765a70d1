/* harmonic_load.h: harmonic parts of loads and motions, for the analysis of the steady response. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_HARMONIC_LOAD_H
#define FS_MODEL_LOADS_HARMONIC_LOAD_H

#include <fs/fs.h>
#include <fs/options.h>

typedef struct _n_Model *Model;

/* The harmonic part of a load or motion, which varies as amplitude cos(omega t + phase). */
typedef struct {
  PetscReal amplitude, phase; /* [unit of the load's factor or of the motion], [rad] */
} Harmonic;

/* HarmonicFromOptions - Reads an option with an amplitude and a phase in degrees.

   Output:
     h      unchanged if the option is not set
     given  whether the option is set
   Collective. Input error: the amplitude is too large. */
PetscErrorCode HarmonicFromOptions(FsOptions o, MPI_Comm comm, const char option[], Harmonic *h,
                                   PetscBool *given);

/* ModelRememberHarmonic - Sets model->loads.harmonic_option, unless an option was set before. */
PetscErrorCode ModelRememberHarmonic(Model model, const char option[]);

/* harmonic_value - Returns the harmonic part, or its time derivative.

   Input:
     at          moment of the harmonic motion, see FsHarmonic
     derivative  0, or the order 1 or 2 of the derivative */
PetscReal harmonic_value(const Harmonic *h, const FsHarmonic *at, int derivative);

#endif
