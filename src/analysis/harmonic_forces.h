/* harmonic_forces.h: computes the amplitudes of harmonic forces on a model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_HARMONIC_FORCES_H
#define FS_ANALYSIS_HARMONIC_FORCES_H

#include "analysis/run/run.h"
#include "eigen/complex_as_real.h"

typedef struct {
  PetscReal motion; /* largest prescribed motion: displacement over model size, or rotation [rad] */
  PetscReal factor; /* makes harmonic loads as large as the forces at rest */
  PetscReal scale;  /* of constraint rows, see Pencil */
  PetscBool damping; /* some part has a loss factor */
  Vec       r;       /* scratch */
} HarmonicForces;

/* HarmonicForcesCreate - Chooses the step sizes of differences for the harmonic loads and motions.

   Input:
     run      its state is the one about which the model moves
     scale    factor of constraint rows, from the pencil of the run's matrices
     damping  whether some part has a loss factor
   Collective. HarmonicForcesDestroy frees the work vector. */
PetscErrorCode HarmonicForcesCreate(const Run *run, PetscReal scale, PetscBool damping,
                                    HarmonicForces *forces);
PetscErrorCode HarmonicForcesDestroy(HarmonicForces *forces);

/* HarmonicForcesCompute - Computes the complex amplitudes f of the forces at omega [rad/s].

   f = -dr/da, where r is the residual and a multiplies all harmonic loads, base accelerations and
   motions of supports. With loss factors, a prescribed motion u adds -i H u. Collective. */
PetscErrorCode HarmonicForcesCompute(const HarmonicForces *forces, const Run *run, PetscReal omega,
                                     ComplexVec *f);

#endif
