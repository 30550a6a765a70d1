/* dispersion.h: linear analysis of integration schemes: what one step does to q'' + 2 xi w q' + w^2 q = 0, as matrices that the schemes'
   own steps give. Every rank computes all of it. Zhang, Zhang & Masarati 2021, section 4. */
#ifndef DISPERSION_H
#define DISPERSION_H

#include "family.h"

/* The matrix A[n][m][m], by rows, of a step for n values x[] = w dt. The m unknowns are (q, v/w) of the current state and of each
   earlier one that the scheme keeps (accelerations follow from the equation), then its own Vecs. Free A. */
PetscErrorCode IntegratorAmplification(FsOptions o, const FsScheme *scheme, PetscReal rho_inf, PetscInt n,
                                       const PetscReal x[], PetscReal xi, PetscInt *m, PetscReal **A);

/* Eigenvalues of those matrices, roots[n][m][2] = (re, im), the largest first; A is destroyed. */
PetscErrorCode AmplificationRoots(PetscInt n, PetscInt m, PetscReal A[], PetscReal roots[]);

/* Free motion from (q0, v0/w): q and v/w of the steps 0 ... steps, [steps + 1][n], with the scheme's own start-up. */
PetscErrorCode IntegratorFreeMotion(FsOptions o, const FsScheme *scheme, PetscReal rho_inf, PetscInt n,
                                    const PetscReal x[], PetscReal xi, PetscReal q0, PetscReal v0, PetscInt steps,
                                    PetscReal q[], PetscReal v[]);

/* The largest w dt up to which no root leaves the unit circle by more than 1e-6, undamped and with damping ratio xi; 1e4: there is no
   limit below. */
PetscErrorCode IntegratorStableStep(FsOptions o, const FsScheme *scheme, PetscReal rho_inf, PetscReal xi,
                                    PetscReal *limit);

/* All arrays [n], or [n][..] as said. */
typedef struct {
  PetscInt   n, m;
  PetscReal *x;      /* w dt */
  PetscReal *radius; /* of the largest root */
  PetscReal
    *decay; /* damping ratio of the root that stands for the motion; without physical damping all of it is numerical */
  PetscReal *elongation; /* of the period, relative */
  PetscReal *principal;  /* that root [n][2] */
  PetscReal *roots;      /* [n][m][2] */
  PetscReal *overshoot;  /* [n][4] largest |q|, |v|/w within ten steps from (1, 0); the same from (0, 1) */
} Spectrum;

/* x ascending. The root that stands for the motion is followed from the exact one on. 0 <= xi < 1. */
PetscErrorCode SpectrumCreate(FsOptions o, const FsScheme *scheme, PetscReal rho_inf, PetscReal xi, PetscInt n,
                              const PetscReal x[], Spectrum *s);
PetscErrorCode SpectrumDestroy(Spectrum *s);

#endif
