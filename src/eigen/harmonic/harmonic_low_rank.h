/* harmonic_low_rank.h: direct harmonic solves with damping of low rank. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_HARMONIC_HARMONIC_LOW_RANK_H
#define FS_EIGEN_HARMONIC_HARMONIC_LOW_RANK_H

#include "harmonic_solve.h"

/* HarmonicLowRankCreate - Creates h->low_rank if the system of h->p has damping of low rank.

   h->pair must exist. Collective. */
PetscErrorCode HarmonicLowRankCreate(HarmonicSolver h);
PetscErrorCode HarmonicLowRankDestroy(HarmonicSolver h);

/* HarmonicLowRankShift - Returns delta [1/s2], the shift of the matrix to be factored.

   The matrix to be factored is P = A + i (B + delta M), where A + i B is that without damping of
   low rank. It is regular where A is singular, at a resonance. */
PetscReal HarmonicLowRankShift(PetscReal omega);

/* HarmonicLowRankSolve - Solves for h->x with the right-hand side h->b.

   On entry h->factors are the factors of P, and h->pair is the matrix A + i B, without delta M.
   Output:
     change  norm of the last correction of h->x, which measures its error
   Collective. */
PetscErrorCode HarmonicLowRankSolve(HarmonicSolver h, PetscReal omega, PetscReal *change);

#endif
