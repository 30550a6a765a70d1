/* harmonic_load.h: harmonic parts of loads and motions, for the analysis of the steady response. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_HARMONIC_LOAD_H
#define FS_MODEL_LOADS_HARMONIC_LOAD_H

#include <fs/petsc_versions.h>
#include <fs/options.h>
#include <fs/harmonic.h>

typedef struct _n_Model *Model;

/* Harmonic - The harmonic part of a load or motion, which varies as amplitude cos(omega t + phase).
 */
typedef struct {
  /* amplitude [unit of the load's factor or of the motion] and phase [rad] */
  PetscReal amplitude, phase;
} Harmonic;

/* HarmonicFromOptions - Reads an option with an amplitude and a phase in degrees.

   Output:
     h      unchanged if the option is not set
     given  whether the option is set
   Collective. Input error: the amplitude is too large. */
PetscErrorCode HarmonicFromOptions(FsOptions o, MPI_Comm comm, const char option[], Harmonic *h,
                                   PetscBool *given);

/* ModelRememberHarmonic - Stores the name of an option that gives a harmonic part in
   model->loads.harmonic_option, for messages, unless one is stored already. */
PetscErrorCode ModelRememberHarmonic(Model model, const char option[]);

/* harmonic_value - Returns the value, or a time derivative, of the harmonic part of a load or
   motion.

   Input:
     at          moment of the harmonic motion: amplitude factor, angular frequency and phase
     derivative  order of the time derivative, 0 for the value, 1 or 2 */
PetscReal harmonic_value(const Harmonic *h, const FsHarmonic *at, int derivative);

#endif
