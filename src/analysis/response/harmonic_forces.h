/* harmonic_forces.h: computes the amplitudes of harmonic forces on a model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RESPONSE_HARMONIC_FORCES_H
#define FS_ANALYSIS_RESPONSE_HARMONIC_FORCES_H

#include "analysis/run/run.h"
#include "eigen/complex_as_real.h"

/* HarmonicForces - Data for amplitudes of harmonic forces, which follow from numerical derivatives
   of the residual: step sizes and a work vector. */
typedef struct {
  /* the largest amplitude of a harmonic motion of a support, displacements divided by the size of
     the model, rotations in rad; 0 if no support moves harmonically */
  PetscReal motion;
  /* the factor, at least 1, by which harmonic loads are multiplied in a difference, so that they
     are as large as the forces of the state at rest and differences keep their digits */
  PetscReal factor;
  PetscReal scale;   /* the factor of the constraint equations in the residual r */
  PetscBool damping; /* whether some part has a loss factor */
  Vec       r;       /* a work vector, owned */
} HarmonicForces;

/* HarmonicForcesCreate - Prepares HarmonicForcesCompute: chooses the step sizes of its numerical
   derivatives.

   Input:
     run      its state run->s is the state about which the model makes small motions
     scale    the factor of the constraint equations in the residual; it must be that of the
              matrices with which the response is computed
     damping  PETSC_TRUE if some part has a loss factor
   Collective. HarmonicForcesDestroy frees the work vector. */
PetscErrorCode HarmonicForcesCreate(const Run *run, PetscReal scale, PetscBool damping,
                                    HarmonicForces *forces);
PetscErrorCode HarmonicForcesDestroy(HarmonicForces *forces);

/* HarmonicForcesCompute - Computes the complex amplitudes f of the forces that act on the free dofs
   at the angular frequency omega [rad/s].

   f = -dr/da, where r is the residual, and a is a factor that multiplies all harmonic loads, base
   accelerations and motions of supports. If parts have loss factors, the motions u that supports
   prescribe add -i H u to f. H is the sum of the stiffness matrices of all parts, each multiplied
   by the loss factor of the part. The caller creates f. Collective. */
PetscErrorCode HarmonicForcesCompute(const HarmonicForces *forces, const Run *run, PetscReal omega,
                                     ComplexVec *f);

#endif
