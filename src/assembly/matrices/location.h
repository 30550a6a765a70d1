/* location.h: finds the positions of element matrices among the stored values of a sparse matrix.

   The location array LM (Hughes, The Finite Element Method, 2000, section 2.10) is extended to AIJ
   and BAIJ storage. Element matrices are then added without a search for columns. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_MATRICES_LOCATION_H
#define FS_ASSEMBLY_MATRICES_LOCATION_H

#include "model/model.h"

/* Location - The positions at which the entries of element matrices are stored in a sparse matrix.
   They are valid for all matrices with the same pattern. */
typedef struct _n_Location *Location;

/* LocationCreate - Finds the positions of elements in the pattern of a matrix.

   Input:
     pattern    a MATAIJ, or a MATBAIJ. Each block of a MATBAIJ must be consecutive dofs of the
                elements; then positions are stored by blocks
     global     global row of each dof of local vectors, -1 for a constrained dof
     n, ncells  number of dofs of an element, and number of elements
     dofs       [ncells][n] indices of the elements' dofs in local vectors, -1 for no dof
     dof_group  [n] group 0, 1 or 2 of each dof of an element. The pattern needs no entries between
                dofs of group 1 and dofs of group 2. NULL puts all dofs into group 0; it must be
                NULL for a MATBAIJ. It is ignored for elements with rows of other ranks.
   The location borrows global, dofs and dof_group. Not collective. Internal error if the pattern
   lacks an entry. */
PetscErrorCode LocationCreate(Mat pattern, const PetscInt global[], PetscInt n, PetscInt ncells,
                              const PetscInt dofs[], const unsigned char dof_group[],
                              Location *places);
PetscErrorCode LocationDestroy(Location *places);

/* OpenMatrix - A sparse matrix whose arrays of values are accessible, so that element matrices can
   be added. Between MatrixOpen() and MatrixClose() use only LocationAdd(), OverlayAdd(), and
   MatSetValues() with ADD_VALUES into the pattern. After MatrixClose() the caller assembles A,
   which sends the entries in rows of other ranks. */
typedef struct {
  Mat      A;
  PetscInt bs; /* block size; 1 for a MATAIJ */
  /* stored values in the columns that this rank owns, and in other columns (NULL on one rank) */
  PetscScalar *own, *other;
} OpenMatrix;
PetscErrorCode MatrixOpen(Mat A, OpenMatrix *matrix);
PetscErrorCode MatrixClose(OpenMatrix *matrix);

/* LocationAdd - Adds values[n][n], the matrix of element e, to the sparse matrix matrix->A, at the
   positions that LocationCreate() has found.

   matrix->A must have the type, the block size and the pattern of LocationCreate(). Not
   collective. */
PetscErrorCode LocationAdd(Location places, PetscInt e, const double values[],
                           const OpenMatrix *matrix);

/* AddByDofGroups - Adds the element matrix values[n][m] to the sparse matrix A by MatSetValues().
   Entries that couple a dof of group 1 with a dof of group 2 are left out, because A has no room
   for them.

   Input:
     dof_group  [max(n, m)] group 0, 1 or 2 of rows[i] and of columns[i]; NULL adds all entries
   Not collective. */
PetscErrorCode AddByDofGroups(Mat A, PetscInt n, const PetscInt rows[], PetscInt m,
                              const PetscInt columns[], const unsigned char dof_group[],
                              const double values[]);

/* Overlay - The positions of the entries of a matrix (a MATAIJ) in a larger matrix.

   The larger matrix is a MATAIJ or MATBAIJ. Its pattern contains all entries of the first matrix.
   Both have the same rows on each rank. */
typedef struct _n_Overlay *Overlay;

/* OverlayCreate - Finds the positions of the entries of the matrix part in the matrix pattern.

   Not collective. Internal error if the pattern lacks an entry. */
PetscErrorCode OverlayCreate(Mat part, Mat pattern, Overlay *overlay);
PetscErrorCode OverlayDestroy(Overlay *overlay);

/* OverlayAdd - Adds factor times the sparse matrix part to the larger matrix matrix->A. Both must
   have the patterns of the two matrices of OverlayCreate(). Not collective. */
PetscErrorCode OverlayAdd(Overlay overlay, PetscReal factor, Mat part, const OpenMatrix *matrix);

#endif
