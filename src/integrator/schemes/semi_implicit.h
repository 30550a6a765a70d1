/* semi_implicit.h: the common parts of the schemes HHT-SI2 and HHT-ADD, which are variants of the
   HHT method for mechanisms.

   Both schemes satisfy the constraints on positions and on velocities (Negrut, Jay & Khude 2009,
   eqs. (11)-(13)). They use Newmark's formulas with an averaged acceleration w:
     M w = (1 + alpha) F - alpha F_n,
     q = q_n + h v_n + h^2 [(1/2 - beta) w_n + beta w] + dq,
     v = v_n + h [(1 - gamma) w_n + gamma w] + dv.
   The index n marks values at the start of the step; values without an index are those at its end.
   M is the mass matrix, h is the size of the step, and F are the forces. The corrections dq and dv
   make q and v satisfy the constraints; semi_implicit_hht.c and semi_implicit_hht.c define them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_SCHEMES_SEMI_IMPLICIT_H
#define FS_INTEGRATOR_SCHEMES_SEMI_IMPLICIT_H

#include "integrator/family.h"
#include "solve/newton/block_newton.h"

enum { SEMI_IMPLICIT_MAX_BLOCKS = 3 };

typedef enum { SI2, ADD } SemiImplicitKind;

/* SemiImplicitMethod - What differs between the two schemes. All functions are collective.

     kind        the scheme
     nblocks     the number of vectors x of unknowns
     rows        the index of the vector of the residual r that contains the constraints on
                 positions
     residual    computes the vectors r[nblocks] of the residual at the unknowns x[nblocks]; its
                 context is the integrator
     tangent     computes the derivatives A[nblocks][nblocks] of r by x, see BlockProblem
     initialize  computes the members w and force of SemiImplicit at the state s
     predict     sets the matrices of a step, and the guess of the unknowns, for which w = w_n
     finish      computes next->a, and the members new_w and new_force of SemiImplicit */
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

/* SemiImplicit - The data of one integrator. The unknowns x are accelerations, multiplied by
   squares of the step size so that they are displacements.
     SI2: x[0] = beta h^2 w, x[1] = h^2/2 u.
     ADD: x[0] = beta h^2 (1 + alpha) M^-1 F, x[1] = h^2/2 R_1, x[2] = h^2/2 R_2.
   The corrections dq and dv are made of u (SI2), or of R_1 and R_2 (ADD), see semi_implicit_hht.c
   and semi_implicit_hht.c. The entries of multipliers have the same factors. They are lambda (SI2)
   or 0 (ADD) in x[0], and the multipliers of the corrections, mu (SI2) or psi (ADD), in the other
   vectors. */
typedef struct {
  const SemiImplicitMethod *method;
  PetscReal   alpha, beta, gamma, b; /* the parameters of the scheme; b of ADD alone */
  BlockNewton blocks;                /* solves for the unknowns */
  Vec         w, force;              /* w_n; -F_n for SI2, M^-1 F_n for ADD */
  Vec         new_w, new_force;      /* w and force at the end of the step */
  /* the unknowns x; and q and v at the end of the step if all unknowns are zero */
  Vec x[SEMI_IMPLICIT_MAX_BLOCKS], q0, v0;
  /* displacement, velocity and acceleration at the end of the step (SemiImplicitUpdateState); f is
     a work vector */
  Vec q, v, a, f;
  /* the mass matrix M; and, for ADD alone, M with columns of G^T at the start of the step */
  Mat       M, start;
  PetscReal t, h; /* time at the end of the step, and size of the step [s] */
} SemiImplicit;

/* the loading of a motion: all loads act, and the reference frame rotates at its full speed */
static const FsLoading motion_loading = {.factor = 1, .spin = 1};

/* current_state - Returns the state with the time m->t, m->q, m->v and the acceleration a. The
   vectors of the result are borrowed from m and from the caller. */
static inline FsState current_state(const SemiImplicit *m, Vec a)
{
  return (FsState){.t = m->t, .q = m->q, .v = m->v, .a = a};
}

/* SemiImplicitUpdateState - Computes displacement, velocity and acceleration m->q, m->v, m->a at
   the end of a step of HHT-SI2 or HHT-ADD from the unknowns x.

   m->a becomes the averaged acceleration w (SI2) or M^-1 F (ADD), and its entries of multipliers
   become lambda (SI2) or 0 (ADD). Collective. */
PetscErrorCode SemiImplicitUpdateState(SemiImplicit *m, const Vec x[]);

#endif
