/* tridiagonal.h: a direct solver for the matrices of chains, in which each row has at most two
   neighbors, so that the matrix is tridiagonal in some order.

   It is a preconditioner for KSPPREONLY on one rank. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_TRIDIAGONAL_H
#define FS_DIRECT_TRIDIAGONAL_H

#include <fs/petsc_versions.h>
#include <petscksp.h>

typedef struct _n_Tridiagonal *Tridiagonal;

/* TridiagonalCreate - Finds the order in which A is tridiagonal.

   Input:
     A      symmetric matrix
   Output:
     chain  the order, for PCSetTridiagonal. It is NULL if A is not the matrix of a chain: it is too
            small, a row has more than two neighbors, the graph has a ring, or A is distributed over
            several ranks
   Collective. */
PetscErrorCode TridiagonalCreate(Mat A, Tridiagonal *chain);

/* PCSetTridiagonal - Makes pc a PCSHELL that solves with tridiagonal matrices in the order `chain`,
   which pc destroys later.

   The matrices of pc must have the nonzero pattern of the matrix of TridiagonalCreate. If a pivot
   is zero, the set-up of pc fails. Collective. */
PetscErrorCode PCSetTridiagonal(PC pc, Tridiagonal chain);

#endif
