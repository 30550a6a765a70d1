/* block_lanczos.h: finds the eigenvalues of a symmetric pencil nearest to a shift by Lanczos'
   method with blocks of vectors.

   A solve with a block of right-hand sides passes through the factors once. It takes a fraction of
   the time of as many solves. The method and its use in structural dynamics: Grimes, Lewis and
   Simon, A shifted block Lanczos algorithm for solving sparse symmetric generalized eigenproblems,
   SIAM J. Matrix Anal. Appl. 15, 1994. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_BLOCK_LANCZOS_H
#define FS_EIGEN_BLOCK_LANCZOS_H

#include "pencil.h"

/* block_lanczos_pays - Determines whether blocks are faster than SLEPc's single vectors.

   Input:
     n     number of modes
     size  number of modes of the pencil
   Not collective. */
PetscBool block_lanczos_pays(PetscInt n, PetscInt size);

/* BlockLanczosSolve - Computes the n modes whose mu is nearest to sigma.

   Input:
     p          pencil, whose factors are those of K - sigma M
     tolerance  residual of (K - sigma M)^-1 M relative to its eigenvalue
   Output:
     mu[n]      eigenvalues, the nearest first [1/s2]
     x[n]       vectors for M times the shapes; the caller owns and destroys them
     solves     number of solves, the sum of the columns of all blocks; added to *solves
     found      PETSC_FALSE if the blocks became dependent or too many; mu and x are undefined then
   Collective. */
PetscErrorCode BlockLanczosSolve(Pencil p, PetscReal sigma, PetscInt n, PetscReal tolerance,
                                 PetscReal mu[], Vec x[], PetscInt *solves, PetscBool *found);

#endif
