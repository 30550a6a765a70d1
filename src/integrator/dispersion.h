/* dispersion.h: analyzes how accurately integration schemes solve the equation of an oscillator,
   q'' + 2 xi w q' + w^2 q = 0.

   The results are spectral radius, numerical damping, period elongation, overshoot and stable step
   (Zhang, Zhang & Masarati 2021, section 4). Amplification matrices are measured with steps of the
   scheme itself, not derived from formulas. The computation is not parallel; each rank does all of
   it. Common arguments:
     options  the scheme and its parameters
     x        [n] values of w dt, where w is the frequency of an oscillator and dt the step size
     xi       damping ratio, 0 <= xi < 1 */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_DISPERSION_H
#define FS_INTEGRATOR_DISPERSION_H

#include "family.h"

/* IntegratorAmplification - Measures the amplification matrices of a scheme. An amplification
   matrix multiplies the unknowns at the start of a step to give the unknowns at its end.

   The unknowns are q and v / w of the current state and of each earlier state that the scheme
   keeps, and other vectors of the scheme. Accelerations follow from the equation of motion. The
   measured step comes after those first steps in which a multistep scheme has no full history yet.
   Output:
     m  the number of unknowns
     A  [n][m][m] the matrix of each x, by rows; the caller frees A by PetscFree() */
PetscErrorCode IntegratorAmplification(const FsIntegratorOptions *options, PetscInt n,
                                       const PetscReal x[], PetscReal xi, PetscInt *m,
                                       PetscReal **A);

/* AmplificationRoots - Computes the eigenvalues of n amplification matrices, which are called their
   roots.

   Changed:
     A      [n][m][m] matrices; they are overwritten
   Output:
     roots  [n][m][2] real and imaginary parts of the roots of each matrix, by descending modulus;
            infinity if the matrix has entries that are infinite or NaN */
PetscErrorCode AmplificationRoots(PetscInt n, PetscInt m, PetscReal A[], PetscReal roots[]);

/* IntegratorFreeMotion - Computes the free motion of n oscillators that starts with the
   displacement q0 and the velocity w v0, in a number of steps.

   The first steps, in which a multistep scheme has no full history yet, are included.
   Output:
     q, v  [steps + 1][n] the displacement, and the velocity divided by w, from the start to the
           last step */
PetscErrorCode IntegratorFreeMotion(const FsIntegratorOptions *options, PetscInt n,
                                    const PetscReal x[], PetscReal xi, PetscReal q0, PetscReal v0,
                                    PetscInt steps, PetscReal q[], PetscReal v[]);

/* IntegratorStableStep - Finds the largest step with which the scheme is stable, both without
   damping and with the damping ratio xi.

   A step is stable if all roots (AmplificationRoots) have a modulus of at most 1 + 1e-6.
   Output:
     limit  the largest stable value of w dt. It is 1e4 if all tested values up to 1e4 are stable,
            and 0 if the smallest tested value, 1e-3, is not stable */
PetscErrorCode IntegratorStableStep(const FsIntegratorOptions *options, PetscReal xi,
                                    PetscReal *limit);

/* Spectrum - Measures of the accuracy of one scheme. Arrays are [n], for each x, unless another
   shape is given.

   The principal root is the one that approximates the exact root exp(-xi x + i x sqrt(1 - xi^2)).
   The other roots are spurious. */
typedef struct {
  PetscInt   n, m;   /* the number of values x, and the number of roots for each x */
  PetscReal *x;      /* values of w dt */
  PetscReal *radius; /* the spectral radius, which is the modulus of the largest root */
  /* damping ratio of the principal root, all of which is numerical if xi is 0 */
  PetscReal *decay;
  PetscReal *elongation; /* period of the principal root divided by the exact one, minus 1 */
  PetscReal *principal;  /* [n][2] principal root, real and imaginary part */
  PetscReal *roots;      /* [n][m][2] all roots, see AmplificationRoots */
  /* [n][4] overshoot: the largest |q| and |v| / w within ten steps, two numbers for a start from q
     = 1, v = 0 and two for a start from q = 0, v = w */
  PetscReal *overshoot;
} Spectrum;

/* SpectrumCreate - Computes the measures of a scheme for n ascending values x. The caller destroys
   s by SpectrumDestroy.

   The principal root is recognized at small x, where it is close to the exact root, and followed
   from there to larger x. */
PetscErrorCode SpectrumCreate(const FsIntegratorOptions *options, PetscReal xi, PetscInt n,
                              const PetscReal x[], Spectrum *s);
PetscErrorCode SpectrumDestroy(Spectrum *s);

#endif
