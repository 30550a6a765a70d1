/* tree_block.h: a square matrix with numbered rows and columns, a block of a front of a rank
   tree. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_BETWEEN_RANKS_TREE_BLOCK_H
#define FS_DIRECT_MULTIFRONTAL_BETWEEN_RANKS_TREE_BLOCK_H

#include <fs/fs.h>

/* Number of a row or column, and the level of the rank tree at which all its terms are added. */
typedef struct {
  PetscInt number, level;
} TreeIndex;

/* Square matrix. Complete rows and columns come first; otherwise they are sorted by number. */
typedef struct {
  PetscInt     n;
  TreeIndex   *row, *column;
  PetscScalar *A; /* [n][n]; NULL before it is needed */
} TreeBlock;

/* TreeBlockCreate - Allocates a block of size n.

   Input:
     values  PETSC_TRUE to allocate A, too */
PetscErrorCode TreeBlockCreate(PetscInt n, PetscBool values, TreeBlock *p);
PetscErrorCode TreeBlockDestroy(TreeBlock *p);

/* TreeBlockSend - Sends a block to rank `to` in one message.

   The message contains n and the rows and columns, and A if values is PETSC_TRUE. */
PetscErrorCode TreeBlockSend(MPI_Comm comm, PetscMPIInt tag, PetscMPIInt to, const TreeBlock *p,
                             PetscBool values);

/* TreeBlockReceive - Receives a block that rank `from` has sent; the caller destroys it. */
PetscErrorCode TreeBlockReceive(MPI_Comm comm, PetscMPIInt tag, PetscMPIInt from, PetscBool values,
                                TreeBlock *p);

#endif
