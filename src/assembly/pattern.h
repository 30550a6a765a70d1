/* pattern.h: which entries the matrices of a model have: the pairs of dofs of all cells that its terms name, counted row by
   row before a matrix is made. Called by term.c, to which terms name their cells (TermKind.pattern). */
#ifndef FS_ASSEMBLY_PATTERN_H
#define FS_ASSEMBLY_PATTERN_H

#include <fs/fs.h>

typedef struct _n_Pattern *Pattern;

/* An empty one, of matrices with n rows on this rank. bs: it is one of blocks of bs rows and columns; n is a multiple of it
   on all ranks. expected: numbers that cells will take, one each and one for each of its blocks; only memory depends on it.
   The caller destroys it. Collective. */
PetscErrorCode PatternCreate(MPI_Comm comm, PetscInt bs, PetscInt n, PetscInt size_hint,
                             Pattern *p);
PetscErrorCode PatternDestroy(Pattern *p);

/* Insert all pairs of dofs[n], indices in local vectors (-1: none), whose global rows are global[] (-1: held). Rows may be
   those of other ranks. Not collective. */
PetscErrorCode PatternInsert(Pattern p, PetscInt n, const PetscInt dofs[], const PetscInt global[]);

/* *A = a matrix of a type (MATAIJ, MATBAIJ, MATSBAIJ) with these entries, or blocks, and no others, values 0; the caller
   destroys it. May be called again, with another type. Collective. Errors: as MemoryCheck; too many entries for a
   PetscInt. */
PetscErrorCode PatternCreateMatrix(Pattern p, MatType type, Mat *A);

#endif
