/* pattern.h: finds the nonzero entries of the matrices of a model.

   The terms insert the dofs of their cells (TermKind.pattern). Entries are counted row by row
   before a matrix is created. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_PATTERN_H
#define FS_ASSEMBLY_PATTERN_H

#include <fs/fs.h>

typedef struct _n_Pattern *Pattern;

/* PatternCreate - Creates an empty pattern.

   Input:
     bs         block size of the matrices
     n          rows on this rank, a multiple of bs on all ranks
     size_hint  expected number of integers: one for each cell and one for each of its blocks; it
                affects memory only
   The caller destroys the pattern. Collective. */
PetscErrorCode PatternCreate(MPI_Comm comm, PetscInt bs, PetscInt n, PetscInt size_hint,
                             Pattern *p);
PetscErrorCode PatternDestroy(Pattern *p);

/* PatternInsert - Inserts all pairs of the dofs of a cell.

   Input:
     dofs    [n] indices in local vectors, -1 for none
     global  global row of each dof of local vectors, -1 for a constrained dof
   Rows may belong to other ranks. Not collective. */
PetscErrorCode PatternInsert(Pattern p, PetscInt n, const PetscInt dofs[], const PetscInt global[]);

/* PatternCreateMatrix - Creates a matrix with these entries or blocks only, with values 0.

   The type is MATAIJ, MATBAIJ or MATSBAIJ. The caller destroys the matrix. The function may be
   called again with another type. Collective. Errors: those of MemoryCheck(), and too many entries
   for a PetscInt. */
PetscErrorCode PatternCreateMatrix(Pattern p, MatType type, Mat *A);

#endif
