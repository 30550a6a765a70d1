/* pattern.h: finds the nonzero entries of the matrices of a model.

   Each term (term.h) inserts the dofs of its cells. A cell is a set of dofs that depend on each
   other, for example those of an element. Entries are counted before a matrix is created. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_MATRICES_PATTERN_H
#define FS_ASSEMBLY_MATRICES_PATTERN_H

#include <fs/petsc_versions.h>

typedef struct _n_Pattern *Pattern;

/* PatternCreate - Creates an empty pattern, which will collect the positions of nonzero entries of
   matrices.

   Input:
     bs         block size of the matrices
     n          rows on this rank, a multiple of bs on all ranks
     size_hint  expected number of cells, plus the number of blocks of rows of all cells; a wrong
                number costs memory or time only
   The caller destroys the pattern. Collective. */
PetscErrorCode PatternCreate(MPI_Comm comm, PetscInt bs, PetscInt n, PetscInt size_hint,
                             Pattern *p);
PetscErrorCode PatternDestroy(Pattern *p);

/* PatternInsert - Inserts the positions of all pairs of the dofs of a cell (an element or a
   constraint) into a pattern of nonzero entries.

   Input:
     dofs    [n] indices in local vectors, -1 for no dof
     global  global row of each dof of local vectors, -1 for a constrained dof
   Rows may belong to other ranks. Not collective. */
PetscErrorCode PatternInsert(Pattern p, PetscInt n, const PetscInt dofs[], const PetscInt global[]);

/* PatternCreateMatrix - Creates a matrix of zeros with the entries or blocks of the pattern.

   The type is MATAIJ, MATBAIJ or MATSBAIJ. The caller destroys the matrix. You may call the
   function again with another type. Collective. Error if memory is missing (MemoryCheck), or if
   there are more entries than a PetscInt can count. */
PetscErrorCode PatternCreateMatrix(Pattern p, MatType type, Mat *A);

/* ---- drop zeros ------------------------------------------------------------------------------ */

/* MatrixDropZeros - Replaces *A by a matrix that does not store zeros, if at most a quarter of the
   stored entries are nonzero.


   Input and output:
     A       an assembled MATAIJ; destroyed if it is replaced
   Output:
     sparse  whether *A has been replaced
   Collective. */
PetscErrorCode MatrixDropZeros(Mat *A, PetscBool *sparse);

#endif
