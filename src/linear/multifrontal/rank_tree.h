/* rank_tree.h: factors a small distributed matrix along a binary tree of ranks.

   The matrix is the sum of what each rank adds. Ranks join in pairs, pairs in fours and so on. An
   unknown is eliminated in a dense front as soon as no other rank adds to it. If the ranks share a
   chain in order, fronts have the size of two cuts for any number of ranks. A solve takes O(log2
   ranks) messages. All functions are collective except RankTreeAdd, RankTreeClear and
   RankTreeMaxFront. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_MULTIFRONTAL_RANK_TREE_H
#define FS_LINEAR_MULTIFRONTAL_RANK_TREE_H

#include <fs/fs.h>

typedef struct _n_RankTree *RankTree;

/* RankTreeCreate - Creates the tree.

   Input:
     local   number of unknowns that this rank owns; they follow those of the ranks before
     number  [n] unknowns that this rank adds to, ascending; copied */
PetscErrorCode RankTreeCreate(MPI_Comm comm, PetscInt local, PetscInt n, const PetscInt number[],
                              RankTree *tree);
PetscErrorCode RankTreeDestroy(RankTree *tree);

/* Returns the size of the largest front of all ranks if no pivot is delayed. */
PetscInt RankTreeMaxFront(RankTree tree);

/* RankTreeClear - Sets the matrix to 0. */
PetscErrorCode RankTreeClear(RankTree tree);

/* RankTreeAdd - Adds A[rows][columns]; row[] and column[] are indices of number[]. */
void RankTreeAdd(RankTree tree, PetscInt rows, const PetscInt row[], PetscInt columns,
                 const PetscInt column[], const PetscScalar A[]);

/* RankTreeFactor - Factors the sum over the ranks.

   Output:
     singular  true if the matrix has no factors */
PetscErrorCode RankTreeFactor(RankTree tree, PetscBool *singular);

/* RankTreeSolve - Solves with the factors.

   Input:
     x  [n] contribution of this rank to the right-hand side, which is the sum over the ranks
   Output:
     x  [n] solution */
PetscErrorCode RankTreeSolve(RankTree tree, PetscScalar x[]);

#endif
