/* semi_implicit.h: declares the shared parts of HHT-SI2 and HHT-ADD, HHT's method for mechanisms.

   Both satisfy the constraints on positions and on velocities (Negrut, Jay & Khude 2009, eqs.
   (11)-(13)). They use Newmark's formulas with an averaged acceleration w,
   M w = (1 + alpha) F - alpha F_n. F are the forces at the end of the step, F_n those at its start:
     q = q_n + h v_n + h^2 [(1/2 - beta) w_n + beta w] + dq,
     v = v_n + h [(1 - gamma) w_n + gamma w] + dv. */
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
     residual    r[nblocks] at x[nblocks]; the context is the integrator
     tangent     A[nblocks][nblocks], see BlockProblem
     rows        block of r that has the constraints on positions
     initialize  computes w and force at s
     predict     sets the matrices of a step and the guess x[0] with w = w_n
     finish      computes the acceleration in next, new_w and new_force */
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

/* SemiImplicit - Data of one integrator. Unknowns are displacements:
     SI2: x[0] = beta h^2 w, x[1] = h^2/2 u
     ADD: x[0] = beta h^2 (1 + alpha) M^-1 F, x[1], x[2] = h^2/2 (R_1, R_2)
   Multipliers (lambda in x[0], mu or psi in the others) have the same factors. */
typedef struct {
  const SemiImplicitMethod *method;
  PetscReal                 alpha, beta, gamma, b;
  BlockNewton               blocks;
  Vec                       w, force; /* w_n; SI2: r(q_n, v_n, a = 0) = -F_n, ADD: M^-1 F_n */
  Vec                       new_w, new_force; /* w and force at the end of the step under way */
  /* unknowns; q and v for zero unknowns */
  Vec x[SEMI_IMPLICIT_MAX_BLOCKS], q0, v0;
  /* state at the unknowns, see SemiImplicitUpdateState; f is scratch */
  Vec q, v, a, f;
  /* mass matrix; ADD: also [M G^T] at the start of the step */
  Mat       M, start;
  PetscReal t, h; /* time at the end of the step under way, its size [s] */
} SemiImplicit;

static const FsLoading motion_loading = {.factor = 1, .spin = 1};

/* current_state - Returns the state at the unknowns with the acceleration a; the vectors are those
   of m. */
static inline FsState current_state(const SemiImplicit *m, Vec a)
{
  return (FsState){.t = m->t, .q = m->q, .v = m->v, .a = a};
}

/* SemiImplicitUpdateState - Computes m->q, m->v and m->a at the unknowns x.

   m->a is w (SI2) or M^-1 F (ADD), with lambda in the entries of multipliers. Collective. */
PetscErrorCode SemiImplicitUpdateState(SemiImplicit *m, const Vec x[]);

/* SemiImplicitAssembleMass - Assembles A = cm M at a state, with column * G^T in the columns of
   multipliers.

   zero is scratch. Collective. */
PetscErrorCode SemiImplicitAssembleMass(FsSystem sys, PetscReal t, Vec q, Vec v, PetscReal cm,
                                        PetscReal column, Vec zero, Mat A);

#endif
