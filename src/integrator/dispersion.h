/* dispersion.h: analyzes integration schemes on q'' + 2 xi w q' + w^2 q = 0.

   The results are spectral radius, numerical damping, period elongation, overshoot and stable step
   (Zhang, Zhang & Masarati 2021, section 4). Amplification matrices are measured with the schemes'
   own steps, not derived. The computation is not parallel; each rank does all of it.
   Common arguments: o are options of the scheme, x = w dt, xi is the damping ratio, 0 <= xi < 1. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_DISPERSION_H
#define FS_INTEGRATOR_DISPERSION_H

#include "family.h"

/* IntegratorAmplification - Measures the amplification matrices for n values x[] after the
   start-up.

   Output:
     m  number of unknowns
     A  [n][m][m] by rows; the caller frees it
   The unknowns are q and v/w of the current state, the same of each earlier state that the scheme
   keeps, and the scheme's own vectors. Accelerations follow from the equation of motion. */
PetscErrorCode IntegratorAmplification(FsOptions o, const FsScheme *scheme, PetscReal rho_inf,
                                       PetscInt n, const PetscReal x[], PetscReal xi, PetscInt *m,
                                       PetscReal **A);

/* AmplificationRoots - Computes the eigenvalues of A by descending modulus and overwrites A.

   Output:
     roots  [n][m][2] (re, im); infinite for matrices that are not finite */
PetscErrorCode AmplificationRoots(PetscInt n, PetscInt m, PetscReal A[], PetscReal roots[]);

/* IntegratorFreeMotion - Computes the free motion from q = q0, v/w = v0 with the scheme's start-up.

   Output:
     q, v  [steps + 1][n] q and v/w of the steps 0 ... steps */
PetscErrorCode IntegratorFreeMotion(FsOptions o, const FsScheme *scheme, PetscReal rho_inf,
                                    PetscInt n, const PetscReal x[], PetscReal xi, PetscReal q0,
                                    PetscReal v0, PetscInt steps, PetscReal q[], PetscReal v[]);

/* IntegratorStableStep - Finds the largest stable w dt, without damping and with the damping ratio
   xi.

   Output:
     limit  no root leaves the unit circle by more than 1e-6 below it; 1e4 if there is no limit
            below that; 0 if a root leaves it at the first step tested (1e-3) */
PetscErrorCode IntegratorStableStep(FsOptions o, const FsScheme *scheme, PetscReal rho_inf,
                                    PetscReal xi, PetscReal *limit);

/* Spectrum - Measures of one scheme. Arrays are [n] unless another shape is given. */
typedef struct {
  PetscInt   n, m;
  PetscReal *x;      /* w dt */
  PetscReal *radius; /* modulus of the largest root */
  /* damping ratio of the principal root, which approximates the exact root; without physical
     damping it
   is all numerical */
  PetscReal *decay;
  PetscReal *elongation; /* relative elongation of the period, T_num/T - 1 */
  PetscReal *principal;  /* [n][2] the principal root */
  PetscReal *roots;      /* [n][m][2] */
  /* [n][4] largest |q| and |v|/w within ten steps from q = 1, v = 0; then from q = 0, v/w = 1 */
  PetscReal *overshoot;
} Spectrum;

/* SpectrumCreate - Computes the measures for ascending x[n].

   The principal root is followed from the exact root at small x. */
PetscErrorCode SpectrumCreate(FsOptions o, const FsScheme *scheme, PetscReal rho_inf, PetscReal xi,
                              PetscInt n, const PetscReal x[], Spectrum *s);
PetscErrorCode SpectrumDestroy(Spectrum *s);

#endif
