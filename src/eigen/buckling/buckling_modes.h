/* buckling_modes.h: computes the load factors of linear buckling about an equilibrium.

   The loads at the load factor p are the loads at the time t of the equilibrium, plus p times their
   change from t to t + 1. Displacements, rotations and multipliers are assumed to change linearly
   with p. The tangent stiffness is then K + p K', where K is the tangent at the equilibrium. A
   structure buckles at those p at which K + p K' is singular; the eigenvector x is the buckling
   shape. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_BUCKLING_BUCKLING_MODES_H
#define FS_EIGEN_BUCKLING_BUCKLING_MODES_H

#include "eigen/pencil.h"

/* BucklingPencilCreate - Creates the matrices of the eigenvalue problem K x = p (-K') x at an
   equilibrium.

   Input:
     s       the equilibrium, at the time s->t
   Output:
     pencil  the pair of matrices K and M = -K'. If both are symmetric, PencilCountBelow(pencil, p)
             returns the number of negative eigenvalues of K + p K'. The caller destroys the pencil
     second  K'', the second derivative of the tangent by p; the caller destroys it
     near    [2] the states at a small load factor -p and at p, to first order in p = near[1].t -
             s->t; the caller destroys them
   -K' and K'' are set to zero if they are round-off. K' is a central difference of sixth order. Its
   step is such that angles and strains of about 0.002 occur, however large the loads are. Its
   relative error is about 1e-11. Collective. Input errors: the loads do not change from t to t + 1;
   the loads do not change in proportion to time; the equilibrium itself is critical. */
PetscErrorCode BucklingPencilCreate(FsSystem sys, const FsState *s, Pencil *pencil, Mat *second,
                                    FsState near[2]);

/* BucklingFactors - The n load factors p nearest to 0, of both signs, by ascending |p|.

   certified is PETSC_TRUE if it is proved that no load factor between -bound and bound is missing.
   For this proof, the number of negative eigenvalues of K + p K' (its inertia) is counted at
   -bound, at bound, and between the factors found. It must change at each factor by 1 for each
   buckling shape x: from p = 0 outwards, a shape adds a negative eigenvalue if x . K x > 0, and
   removes one if x . K x < 0. If the pencil is not symmetric, because loads are not conservative,
   there is no such proof. */
typedef struct {
  /* number of load factors, and number of unstable directions of the equilibrium, the negative
     eigenvalues of K; 0 if K or K' is not symmetric */
  PetscInt n, unstable;
  /* [n] load factors p of buckling, and their residuals |K x + p K' x| / (|K x| + |p K' x|) */
  PetscReal *factor, *residual;
  /* [n] (p^2/2 x . K'' x) / (x . K x), the next term of the stiffness in powers of p; near 1 or
     above it means that the load factor is not reliable */
  PetscReal *second;
  Vec       *x; /* [n] the buckling shapes; their largest entry has size 1 */
  PetscBool  certified;
  PetscReal  bound;
  /* whether the stiffness is not linear in the forces of the elements, so that factors are exact
     only at critical points; the caller sets it */
  PetscBool bows;
  PetscInt  rows;                   /* the number of rows of constraints */
  PetscInt  factorizations, solves; /* numbers of factorizations and of solves of the search */
} BucklingFactors;

/* BucklingFind - Finds the n load factors of linear buckling nearest to 0, and others of the same
   size up to round-off.

   Input:
     p       the matrices K and -K' from BucklingPencilCreate
     second  K'', the second derivative of the tangent, from BucklingPencilCreate
   Output:
     f       the load factors, which the caller destroys by BucklingDestroy. If no load factor
             exists between -bound and bound, the number f->n is 0. The bound is PETSC_INFINITY if
             K' is zero, or if all eigenvalues of a pencil that is not symmetric are known and
             complex.
   Raises PETSC_ERR_NOT_CONVERGED if the inertia counts more load factors than are found. The same
   error is raised if no load factor is found, but it is not proved that there is no such factor.
   Collective. */
PetscErrorCode BucklingFind(Pencil p, Mat second, PetscInt n, BucklingFactors *f);
PetscErrorCode BucklingDestroy(BucklingFactors *f);

#endif
