/* tree_block.h: a square matrix whose rows and columns have numbers. It is a part of a front of a
   rank tree (rank_tree.h) that a rank sends to another. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_BETWEEN_RANKS_TREE_BLOCK_H
#define FS_DIRECT_MULTIFRONTAL_BETWEEN_RANKS_TREE_BLOCK_H

#include <fs/fs.h>

/* TreeIndex - The number of a row or column, and the level of the rank tree at which all its terms
   have been added, so that it can be eliminated. */
typedef struct {
  PetscInt number, level;
} TreeIndex;

/* TreeBlock - A square matrix. Rows and columns all of whose terms have been added (complete ones)
   come first; otherwise they are sorted by number. */
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
