/* problems.h: small systems with known answers, on one rank. */
#ifndef PROBLEMS_H
#define PROBLEMS_H

#include "integrator.h"

/* q'' + 2 xi w q' + w^2 q = R1 sin(w1 t) + R2 cos(w2 t), Zhang, Zhang & Masarati 2021 (77)-(78); without forces: free = true. */
typedef struct {
  PetscReal xi, omega, R1, R2, omega1, omega2, q0, v0;
} Oscillator;
extern const Oscillator paper_oscillator;

PetscErrorCode SystemCreateOscillator(const Oscillator *p, System *sys);
void           oscillator_exact(const Oscillator *p, PetscReal t, PetscReal qva[3]);

/* The spring pendulum of the same paper, (84)-(85): q = (r, theta); nonlinear, with analytic tangents. */
PetscErrorCode SystemCreateSpringPendulum(PetscReal k, System *sys);

/* Integrate from (q0, v0)[n] with n the system's dofs, and call see after each step (and before the first). */
typedef void (*Watcher)(PetscInt step, PetscReal t, const PetscScalar q[], const PetscScalar v[], const PetscScalar a[],
                        void *context);
PetscErrorCode Integrate(System sys, const char scheme[], PetscReal rho_inf, PetscReal dt, PetscInt nsteps,
                         const PetscReal q0[], const PetscReal v0[], Watcher see, void *context);

/* How often the last run built its effective matrix. */
extern PetscInt matrix_builds;

#endif
