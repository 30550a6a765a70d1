/* factor_ordering.h: the ordering of the factors of PETSc. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_FACTOR_ORDERING_H
#define FS_LINEAR_FACTOR_ORDERING_H

#include <fs/fs.h>

/* FactorOrdering - Chooses the ordering for LU factors by PETSc of a matrix on one rank.

   For a matrix that is stored by rows it is nested dissection, unless the band of the reverse
   Cuthill-McKee ordering is narrower than a row has nonzeros. Other matrices have the latter.
   Dissection took 0.75, 0.55, 0.4 and 0.2 of the time for sheets of shells with 8, 12, 24 and 32
   cells each way, but 1.5 and 2.5 times as long for strips with 4 and 2 cells. It cuts a chain into
   segments that are eliminated independently, so that solves take 0.6 of the time.

   Input:
     chain  the matrix is that of a chain

   Not collective. */
PetscErrorCode FactorOrdering(Mat A, PetscBool chain, MatOrderingType *type);

#endif
