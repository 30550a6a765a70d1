/* problems.h: small systems with known answers, on one rank. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_H
#define PROBLEMS_H

#include <fs/control.h>

/* q'' + 2 xi w q' + w^2 q = R1 sin(w1 t) + R2 cos(w2 t), Zhang, Zhang & Masarati 2021 (77)-(78);
 * without forces: free = true. */
typedef struct {
  PetscReal xi, omega, R1, R2, omega1, omega2, q0, v0;
} Oscillator;
extern const Oscillator paper_oscillator;

/* A system of n unknowns on one rank: vec and mat, nothing else. */
PetscErrorCode SystemCreateSmall(PetscInt n, FsSystem *sys);

PetscErrorCode SystemCreateOscillator(const Oscillator *p, FsSystem *sys);
void           oscillator_exact(const Oscillator *p, PetscReal t, PetscReal qva[3]);

/* q'' = acceleration(k, t, q, q') of at most two unknowns, from (q0, v0) to t_end. */
typedef struct {
  const char *name;
  PetscInt    n;
  PetscReal   k, q0[2], v0[2], t_end;
  PetscBool   velocity_independent;
  void (*acceleration)(PetscReal k, PetscReal t, const PetscReal q[], const PetscReal v[],
                       PetscReal a[]);
  void (*slopes)(PetscReal k, PetscReal t, const PetscReal q[], const PetscReal v[],
                 PetscReal by_q[][2], PetscReal by_v[][2]); /* da_i/dq_j, da_i/dv_j */
} Motion;

extern const Motion compliant_pendulum,
  stiff_pendulum;                      /* Zhang, Zhang & Masarati 2021 (84)-(85): (r, theta) */
extern const Motion forced_oscillator; /* one unknown; depends on t, and on q and q' nonlinearly */
extern const Motion
  simple_pendulum; /* Fernandez de Bustos et al. 2024 (14): theta from the horizontal, at rest */

PetscErrorCode SystemCreateMotion(const Motion *m, FsSystem *sys);

/* The exact motion to 1e-13, from its start on. */
typedef struct {
  PetscReal t, y[4], a[2]; /* y = (q, v) */
} Exact;
void motion_start(const Motion *m, Exact *e);
void motion_advance(const Motion *m, PetscReal t, Exact *e);

/* Integrate from (q0, v0)[n] with n the system's dofs, and call see after each step (and before the
 * first). */
typedef void (*Watcher)(PetscInt step, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                        const PetscScalar a[], void *context);
PetscErrorCode Integrate(FsSystem sys, const char scheme[], PetscReal rho_inf, PetscReal dt,
                         PetscInt nsteps, const PetscReal q0[], const PetscReal v0[], Watcher see,
                         void *context);

/* The same with steps between the times t[0 ... nsteps]; and with the step control that the options
   ask for, from dt to t_end: *sum counts, and says how it ended. */
PetscErrorCode IntegrateSteps(FsSystem sys, const char scheme[], PetscReal rho_inf, PetscInt nsteps,
                              const PetscReal t[], const PetscReal q0[], const PetscReal v0[],
                              Watcher see, void *context);
PetscErrorCode IntegrateControlled(FsSystem sys, const char scheme[], PetscReal rho_inf,
                                   PetscReal dt, PetscReal t_end, const PetscReal q0[],
                                   const PetscReal v0[], Watcher see, void *context,
                                   FsStepInfo *sum);

/* A Watcher that compares with the exact motion: sums of squares of errors and sizes of q, v, a
 * over the steps. */
typedef struct {
  const Motion *motion;
  Exact         exact;
  PetscReal     error[3], size[3];
} Comparison;
void comparison_start(Comparison *c, const Motion *m);
void compare_motion(PetscInt step, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                    const PetscScalar a[], void *comparison);

/* How often the last run built its effective matrix. */
extern PetscInt matrix_builds;

#endif
