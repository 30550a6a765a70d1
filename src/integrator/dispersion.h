/* dispersion.h: linear analysis of integration schemes: spectral radius, numerical damping, period elongation,
   overshoot and stable step, from what one step does to q'' + 2 xi w q' + w^2 q = 0 (Zhang, Zhang & Masarati 2021,
   section 4). The amplification matrices are measured with the schemes' own steps, not derived. Called by
   analysis/spectrum.c and, for the stable step, transient.c. Not parallel: every rank computes all of it. x = w dt
   throughout; xi: damping ratio, 0 <= xi < 1; o: options of the scheme. Begin with SpectrumCreate. */
#ifndef FS_INTEGRATOR_DISPERSION_H
#define FS_INTEGRATOR_DISPERSION_H

#include "family.h"

/* The amplification matrices A[n][m][m], by rows, for n values x[]. Their m unknowns are q and v/w of the current
   state, the same of each earlier state that the scheme keeps (its acceleration follows from the equation of
   motion), then the scheme's own vectors. The caller frees A. Measured after the start-up. */
PetscErrorCode IntegratorAmplification(FsOptions o, const FsScheme *scheme, PetscReal rho_inf,
                                       PetscInt n, const PetscReal x[], PetscReal xi, PetscInt *m,
                                       PetscReal **A);

/* roots[n][m][2] = (re, im) of the eigenvalues of A, those of largest modulus first; infinite for matrices that
   are not finite. Overwrites A. */
PetscErrorCode AmplificationRoots(PetscInt n, PetscInt m, PetscReal A[], PetscReal roots[]);

/* Free motion from q = q0, v/w = v0: q and v (that is v/w) of the steps 0 ... steps, [steps + 1][n], with the
   scheme's own start-up. */
PetscErrorCode IntegratorFreeMotion(FsOptions o, const FsScheme *scheme, PetscReal rho_inf,
                                    PetscInt n, const PetscReal x[], PetscReal xi, PetscReal q0,
                                    PetscReal v0, PetscInt steps, PetscReal q[], PetscReal v[]);

/* *limit = the largest w dt up to which no root leaves the unit circle by more than 1e-6, undamped and with
   damping ratio xi; 1e4 if there is no limit below, 0 if it grows from the first step tested (1e-3) on. */
PetscErrorCode IntegratorStableStep(FsOptions o, const FsScheme *scheme, PetscReal rho_inf,
                                    PetscReal xi, PetscReal *limit);

/* The measures of one scheme; arrays [n] unless another shape is given; made and freed by the functions below. */
typedef struct {
  PetscInt   n, m;
  PetscReal *x;      /* w dt */
  PetscReal *radius; /* modulus of the largest root */
  /* damping ratio of the principal root, the one that approximates the exact root; without physical damping all of it
     is numerical */
  PetscReal *decay;
  PetscReal *elongation; /* relative elongation of the period, T_num/T - 1 */
  PetscReal *principal;  /* [n][2] the principal root */
  PetscReal *roots;      /* [n][m][2] */
  /* [n][4] largest |q| and |v|/w within ten steps from q = 1, v = 0; then from q = 0, v/w = 1 */
  PetscReal *overshoot;
} Spectrum;

/* x[n] is ascending. The principal root is followed from the exact root at small x on. */
PetscErrorCode SpectrumCreate(FsOptions o, const FsScheme *scheme, PetscReal rho_inf, PetscReal xi,
                              PetscInt n, const PetscReal x[], Spectrum *s);
PetscErrorCode SpectrumDestroy(Spectrum *s);

#endif
