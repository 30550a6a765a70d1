/* buckling_modes.h: computes the load factors of linear buckling about an equilibrium.

   At a load factor p the matrix K + p K' is singular. K is the tangent at the equilibrium, at time
   t. K' is the derivative of K by p if the loads are those at t plus p times their change from t to
   t + 1. Displacements, rotations and multipliers change linearly with p. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_BUCKLING_BUCKLING_MODES_H
#define FS_EIGEN_BUCKLING_BUCKLING_MODES_H

#include "eigen/pencil.h"

/* BucklingPencilCreate - Creates the pencil K x = p (-K') x at an equilibrium.

   Input:
     s       equilibrium at the time s->t
   Output:
     pencil  its M is -K'. For symmetric pencils, PencilCountBelow(pencil, p) returns the number of
             negative eigenvalues of K + p K'
     second  K'', the second derivative of K by p; the caller destroys it
     near    [2] states at a small factor -p and p = near[1].t - s->t, to first order; the caller
             destroys them
   -K' and K'' are zero if they are round-off.
   K' is a central difference of sixth order, over angles and strains of about 0.002 for any size of
   the loads. Its relative error is about 1e-11. Collective. Input errors: the loads change nothing;
   they do not change in proportion to t; the equilibrium itself is critical. */
PetscErrorCode BucklingPencilCreate(FsSystem sys, const FsState *s, Pencil *pencil, Mat *second,
                                    FsState near[2]);

/* BucklingFactors - The n load factors nearest to 0, of both signs, by ascending size.

   certified is PETSC_TRUE if the factors explain the inertia at bound, at -bound and in each gap
   between them: each one adds a negative eigenvalue, or removes one if x . K x < 0. Inertia says
   nothing if the pencil is not symmetric (loads that are not conservative). */
typedef struct {
  /* unstable: number of unstable directions of the equilibrium; 0 if the pencil is not symmetric */
  PetscInt   n, unstable;
  PetscReal *factor, *residual; /* [n] p; |K x + p K' x| / (|K x| + |p K' x|) */
  /* [n] (p^2/2 x . K'' x) / (x . K x), the next order of the stiffness. If it is near 1, the factor
     is unreliable */
  PetscReal *second;
  Vec       *x; /* [n] buckling shapes; their largest entry has size 1 */
  PetscBool  certified;
  PetscReal  bound;
  PetscInt   rows;                   /* number of rows of constraints */
  PetscInt   factorizations, solves; /* numbers in the search */
} BucklingFactors;

/* BucklingFind - Finds the n factors nearest to 0, and others of the same size up to round-off.

   Input:
     p       pencil of BucklingPencilCreate
     second  K'' of BucklingPencilCreate
   f->n is 0 if no factor exists up to the size f->bound, which is PETSC_INFINITY if K' is zero, or
   if all eigenvalues of a pencil that is not symmetric are known and complex.
   Raises PETSC_ERR_NOT_CONVERGED if no factor is found and this proves nothing, or if the inertia
   counts more factors than are found. Collective. */
PetscErrorCode BucklingFind(Pencil p, Mat second, PetscInt n, BucklingFactors *f);
PetscErrorCode BucklingDestroy(BucklingFactors *f);

#endif
