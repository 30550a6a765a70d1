/* buckling_modes.h: computes the load factors of linear buckling about an equilibrium.

   At a factor p the matrix K + p K' is singular. K is the tangent at the equilibrium. K' is its
   derivative as the loads grow by their change from t to t + 1, along the linear response of
   displacements, rotations and multipliers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_BUCKLING_MODES_H
#define FS_EIGEN_BUCKLING_MODES_H

#include "pencil.h"

/* BucklingPencilCreate - Creates the pencil K x = p (-K') x at an equilibrium.

   Input:
     s       equilibrium; s->t is the load level
   Output:
     pencil  PencilCountBelow(p) returns how many directions x make K + p K' negative
     second  K'', the second derivative; the caller destroys it
   K' is a central difference of sixth order over angles and strains of about 0.002. Its error is
   near round-off, 1e-11, and the states do not depend on the size of the load. Input errors: the
   loads change nothing, or not in proportion to t, or the equilibrium itself is critical.
   Collective. */
PetscErrorCode BucklingPencilCreate(FsSystem sys, const FsState *s, Pencil *pencil, Mat *second);

/* BucklingFactors - The n load factors nearest to 0, of both signs, by ascending size.

   Shapes have a largest entry of 1. certified means that the inertia counts as many factors between
   -bound and bound. It is PETSC_FALSE if the loads are not conservative or if the equilibrium is
   not stable. */
typedef struct {
  /* unstable: number of unstable directions, 0 if the loads are not conservative */
  PetscInt   n, unstable;
  PetscReal *factor, *residual; /* [n]; residual is as in undamped_modes.h */
  /* [n] p^2/2 x K'' x over x K x, the next order of the stiffness; near 1 the factor is
     unreliable */
  PetscReal *second;
  Vec       *x; /* [n] */
  PetscBool  certified;
  PetscReal  bound;
  PetscInt   factorizations, solves;
} BucklingFactors;

/* BucklingFind - Finds the n factors nearest to 0 and all others up to the largest of them.

   Input:
     second  K'' of BucklingPencilCreate
   Error: PETSC_ERR_NOT_CONVERGED if there are no factors, or if factors are missing that the
   inertia counts. Collective. */
PetscErrorCode BucklingFind(Pencil p, Mat second, PetscInt n, BucklingFactors *f);
PetscErrorCode BucklingDestroy(BucklingFactors *f);

#endif
