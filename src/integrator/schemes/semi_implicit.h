/* semi_implicit.h: declares the shared parts of HHT-SI2 and HHT-ADD, HHT's method for mechanisms.

   Both schemes satisfy the constraints on positions and on velocities (Negrut, Jay & Khude 2009,
   eqs. (11)-(13)). They use Newmark's formulas with an averaged acceleration w:
     M w = (1 + alpha) F - alpha F_n,
     q = q_n + h v_n + h^2 [(1/2 - beta) w_n + beta w] + dq,
     v = v_n + h [(1 - gamma) w_n + gamma w] + dv.
   The index n means the start of the step; its end has no index. h is the size of the step and F
   are the forces. The corrections dq and dv satisfy the constraints; hht_si2.c and hht_add.c define
   them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_SCHEMES_SEMI_IMPLICIT_H
#define FS_INTEGRATOR_SCHEMES_SEMI_IMPLICIT_H

#include "integrator/family.h"
#include "solve/newton/block_newton.h"

enum { SEMI_IMPLICIT_MAX_BLOCKS = 3 };

typedef enum { SI2, ADD } SemiImplicitKind;

/* SemiImplicitMethod - Functions in which the two schemes differ. All are collective.

     kind        the scheme
     nblocks     number of vectors of unknowns
     rows        index of the block of r that has the constraints on positions
     residual    computes r[nblocks] at the unknowns x[nblocks]; its context is the integrator
     tangent     computes the derivatives A[nblocks][nblocks] of r, see BlockProblem
     initialize  computes w and force of SemiImplicit at s
     predict     sets the matrices of a step, and the guess of x[0], for which w = w_n
     finish      computes next->a, and new_w and new_force of SemiImplicit */
typedef struct {
  SemiImplicitKind kind;
  PetscInt         nblocks, rows;
  PetscErrorCode (*residual)(void *in, const Vec x[], const Vec r[]);
  PetscErrorCode (*tangent)(void *in, const Vec x[], const Mat A[]);
  PetscErrorCode (*initialize)(FsIntegrator, const FsState *s);
  PetscErrorCode (*predict)(FsIntegrator, const FsState *s);
  PetscErrorCode (*finish)(FsIntegrator, const FsState *s, FsState *next, FsStageInfo *info);
} SemiImplicitMethod;

extern const SemiImplicitMethod hht_si2_method, hht_add_method;

/* SemiImplicit - Data of one integrator. The unknowns are accelerations with factors, so that they
   are displacements:
     SI2: x[0] = beta h^2 w, x[1] = h^2/2 u
     ADD: x[0] = beta h^2 (1 + alpha) M^-1 F, x[1] = h^2/2 R_1, x[2] = h^2/2 R_2
   u, R_1 and R_2 make up dq and dv, see hht_si2.c and hht_add.c. The entries of multipliers have
   the same factors. They are lambda (SI2) or 0 (ADD) in x[0], and mu (SI2) or psi (ADD) in the
   others. */
typedef struct {
  const SemiImplicitMethod *method;
  PetscReal                 alpha, beta, gamma, b; /* parameters of the scheme; b of ADD */
  BlockNewton               blocks;
  Vec                       w, force;         /* w_n; for SI2 -F_n, for ADD M^-1 F_n */
  Vec                       new_w, new_force; /* w and force at the end of the step */
  /* unknowns; q and v for zero unknowns */
  Vec x[SEMI_IMPLICIT_MAX_BLOCKS], q0, v0;
  /* state at the unknowns, see SemiImplicitUpdateState; f is scratch */
  Vec q, v, a, f;
  /* mass matrix; for ADD also M with columns of G^T, at the start of the step */
  Mat       M, start;
  PetscReal t, h; /* time at the end of the step, and size of the step [s] */
} SemiImplicit;

/* the loading of motions: all loads, and the spin of the frame */
static const FsLoading motion_loading = {.factor = 1, .spin = 1};

/* current_state - Returns the state m->t, m->q, m->v with the acceleration a. Its vectors are
   borrowed. */
static inline FsState current_state(const SemiImplicit *m, Vec a)
{
  return (FsState){.t = m->t, .q = m->q, .v = m->v, .a = a};
}

/* SemiImplicitUpdateState - Computes m->q, m->v and m->a at the unknowns x.

   m->a becomes the averaged acceleration w (SI2) or M^-1 F (ADD). Its entries of multipliers
   become lambda (SI2) or 0 (ADD). Collective. */
PetscErrorCode SemiImplicitUpdateState(SemiImplicit *m, const Vec x[]);

/* SemiImplicitAssembleMass - Assembles A = cm M at the state t, q, v.

   The columns of multipliers become G^T times the argument column, where G is the gradient of the
   constraints. The rows of constraints have the factor 0. The work vector zero becomes 0.
   Collective. */
PetscErrorCode SemiImplicitAssembleMass(FsSystem sys, PetscReal t, Vec q, Vec v, PetscReal cm,
                                        PetscReal column, Vec zero, Mat A);

#endif
