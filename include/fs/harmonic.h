/* harmonic.h: an instant of a harmonic motion, at which harmonic parts of loads are evaluated. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_HARMONIC_H
#define FS_HARMONIC_H

#include <petscsys.h>

/* FsHarmonic - An instant of a harmonic motion, at which the harmonic parts of loads and prescribed
   motions are evaluated.

   In the model such a harmonic part has an amplitude and a phase. At the instant its value is
   size * amplitude * cos(angle + phase). */
typedef struct {
  PetscReal size;  /* 1, or 0 if harmonic parts are left out */
  PetscReal omega; /* the angular frequency [rad/s] */
  PetscReal angle; /* omega times the time of the instant [rad] */
} FsHarmonic;

#endif
