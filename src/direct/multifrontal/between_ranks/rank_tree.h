/* rank_tree.h: factors a small distributed matrix along a binary tree of ranks.

   The matrix is the sum of the matrices that the ranks add. Ranks join in pairs, pairs in groups of
   four, and so on, up to the group of all ranks. Each group has a front, a small dense matrix. An
   unknown is eliminated in the front of the smallest group that contains all ranks that add to this
   unknown. If each rank has a segment of a chain, in order, fronts stay as small as the two ends of
   a segment. A solve takes O(log2 ranks) messages. All functions are collective except RankTreeAdd,
   RankTreeClear and RankTreeMaxFront. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_BETWEEN_RANKS_RANK_TREE_H
#define FS_DIRECT_MULTIFRONTAL_BETWEEN_RANKS_RANK_TREE_H

#include <fs/petsc_versions.h>

typedef struct _n_RankTree *RankTree;

/* RankTreeCreate - Creates a tree of ranks that factors a small distributed matrix, which is zero
   at first.

   Input:
     local   the number of unknowns that this rank owns. Unknowns are numbered rank by rank
     number  [n] the numbers of the unknowns to which this rank adds entries, ascending; copied */
PetscErrorCode RankTreeCreate(MPI_Comm comm, PetscInt local, PetscInt n, const PetscInt number[],
                              RankTree *tree);
PetscErrorCode RankTreeDestroy(RankTree *tree);

/* RankTreeMaxFront - Returns the largest number of rows of a front, a dense matrix of the tree of
   ranks, on all ranks, if every unknown finds an acceptable pivot in its front. */
PetscInt RankTreeMaxFront(RankTree tree);

/* RankTreeClear - Sets the matrix to 0. */
PetscErrorCode RankTreeClear(RankTree tree);

/* RankTreeAdd - Adds A[rows][columns], by rows, to the summand of this rank in the matrix of a tree
   of ranks.

   row[rows] and column[columns] are the rows and columns of A, as indices in the array number of
   RankTreeCreate. */
void RankTreeAdd(RankTree tree, PetscInt rows, const PetscInt row[], PetscInt columns,
                 const PetscInt column[], const PetscScalar A[]);

/* RankTreeFactor - Factors the matrix of a tree of ranks, the sum of the matrices that all ranks
   have added.

   Output:
     singular  PETSC_TRUE if this matrix is singular, so that there are no factors */
PetscErrorCode RankTreeFactor(RankTree tree, PetscBool *singular);

/* RankTreeSolve - Solves a linear system with the factors of RankTreeFactor.

   Changed:
     x  [n] on entry this rank's summand of the right-hand side, in the unknowns of the array number
        of RankTreeCreate; the right-hand side is the sum over all ranks. On return the solution in
        these unknowns */
PetscErrorCode RankTreeSolve(RankTree tree, PetscScalar x[]);

/* ---- tree block ------------------------------------------------------------------------------ */

/* A square matrix whose rows and columns have numbers: a part of a front (a dense matrix of a rank
   tree) that a rank sends to another. */

/* TreeIndex - The number of a row or column, and the level of the rank tree at which all its terms
   have been added, so that it can be eliminated. */
typedef struct {
  PetscInt number, level;
} TreeIndex;

/* TreeBlock - A square matrix that ranks send to each other. Rows and columns all of whose terms
   have been added (complete ones) come first; otherwise they are sorted by number. */
typedef struct {
  PetscInt     n;
  TreeIndex   *row, *column;
  PetscScalar *A; /* [n][n]; NULL before it is needed */
} TreeBlock;

/* TreeBlockCreate - Allocates a block with n rows and columns, which the caller destroys.

   Input:
     values  PETSC_TRUE to allocate the array A, too; PETSC_FALSE to set it to NULL */
PetscErrorCode TreeBlockCreate(PetscInt n, PetscBool values, TreeBlock *p);
PetscErrorCode TreeBlockDestroy(TreeBlock *p);

/* TreeBlockSend - Sends a block to the rank to in one message.

   The message contains n and the rows and columns, and also the array A if values is PETSC_TRUE. */
PetscErrorCode TreeBlockSend(MPI_Comm comm, PetscMPIInt tag, PetscMPIInt to, const TreeBlock *p,
                             PetscBool values);

/* TreeBlockReceive - Receives a block that the rank from has sent by TreeBlockSend with the same
   values; the caller destroys it. */
PetscErrorCode TreeBlockReceive(MPI_Comm comm, PetscMPIInt tag, PetscMPIInt from, PetscBool values,
                                TreeBlock *p);

#endif
