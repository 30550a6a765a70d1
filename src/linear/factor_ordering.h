/* factor_ordering.h: chooses the order of unknowns in which PETSc's own LU factorization eliminates
   them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_FACTOR_ORDERING_H
#define FS_LINEAR_FACTOR_ORDERING_H

#include <fs/fs.h>

/* FactorOrdering - Chooses the ordering for the LU factors that PETSc computes of a matrix on one
   rank.

   There are two orderings. Reverse Cuthill-McKee makes a narrow band; nested dissection cuts the
   model into pieces, and has less fill in large models. For a matrix of type AIJ the result is
   nested dissection, unless the band of Cuthill-McKee is narrower than the number of nonzeros in a
   row. For other matrices it is Cuthill-McKee.
   For sheets of shells with 8, 12, 24 and 32 cells in each direction, dissection took 0.75, 0.55,
   0.4 and 0.2 of the time of Cuthill-McKee. For strips that are 4 and 2 cells wide it took 1.5 and
   2.5 times as long. Dissection cuts a chain into segments that are eliminated independently; a
   solve then takes 0.6 of the time.

   Input:
     chain  PETSC_TRUE if the matrix is that of a chain of nodes
   Output:
     type   the ordering, a static text

   Not collective. */
PetscErrorCode FactorOrdering(Mat A, PetscBool chain, MatOrderingType *type);

#endif
