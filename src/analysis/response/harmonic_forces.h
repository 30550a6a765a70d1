/* harmonic_forces.h: computes the amplitudes of harmonic forces on a model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RESPONSE_HARMONIC_FORCES_H
#define FS_ANALYSIS_RESPONSE_HARMONIC_FORCES_H

#include "analysis/run/run.h"
#include "eigen/complex_as_real.h"

/* HarmonicForces - Data of HarmonicForcesCompute, which differentiates the residual numerically. */
typedef struct {
  /* The largest amplitude that supports prescribe. Displacements are divided by the model size;
     rotations are in rad. */
  PetscReal motion;
  PetscReal factor;  /* >= 1; with it, harmonic loads are as large as the forces at rest */
  PetscReal scale;   /* factor of the constraint rows, see Pencil */
  PetscBool damping; /* some part has a loss factor */
  Vec       r;       /* scratch */
} HarmonicForces;

/* HarmonicForcesCreate - Chooses the step sizes of the numerical differentiation.

   Input:
     run      run->s is the state about which the model moves
     scale    factor of the constraint rows, see Pencil
     damping  whether some part has a loss factor
   Collective. HarmonicForcesDestroy frees the work vector. */
PetscErrorCode HarmonicForcesCreate(const Run *run, PetscReal scale, PetscBool damping,
                                    HarmonicForces *forces);
PetscErrorCode HarmonicForcesDestroy(HarmonicForces *forces);

/* HarmonicForcesCompute - Computes the complex amplitudes f of the forces at omega [rad/s].

   f = -dr/da, where r is the residual and a multiplies all harmonic loads, base accelerations and
   motions of supports. If parts have loss factors, prescribed motions u add -i H u. H is the
   stiffness matrix, in which each part is multiplied by its loss factor. Collective. */
PetscErrorCode HarmonicForcesCompute(const HarmonicForces *forces, const Run *run, PetscReal omega,
                                     ComplexVec *f);

#endif
