/* location.h: finds the positions of element matrices among the stored values of a sparse matrix.

   The location array LM (Hughes, The Finite Element Method, 2000, section 2.10) is extended to AIJ
   and BAIJ storage. Element matrices are then added without a search in columns. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_LOCATION_H
#define FS_ASSEMBLY_LOCATION_H

#include "model/model.h"

/* The positions of the matrices of a batch of elements, valid for all matrices with one pattern. */
typedef struct _n_Location *Location;

/* LocationCreate - Finds the positions of elements in a pattern.

   Input:
     pattern    a MATAIJ; or a MATBAIJ whose blocks are the elements' dofs in their order, with one
                position for each block
     global     global row of each dof of local vectors, -1 for a constrained dof
     n, ncells  dofs of an element, and number of elements
     dofs       [ncells][n] indices in local vectors, -1 for none
     dof_group  [n] dofs of groups 1 and 2 have no entries with each other, those of group 0 have
                entries with all. NULL puts all dofs into group 0; it must be NULL for a MATBAIJ.
                Elements with rows of other ranks do not use it.
   The location borrows global, dofs and dof_group. Not collective. Internal error if the pattern
   lacks an entry. */
PetscErrorCode LocationCreate(Mat pattern, const PetscInt global[], PetscInt n, PetscInt ncells,
                              const PetscInt dofs[], const unsigned char dof_group[],
                              Location *places);
PetscErrorCode LocationDestroy(Location *places);

/* A matrix with open value arrays. Between MatrixOpen() and MatrixClose() use only LocationAdd(),
   OverlayAdd(), and MatSetValues() with ADD_VALUES into the pattern. After MatrixClose() the caller
   assembles A, because entries of other ranks must be sent. */
typedef struct {
  Mat      A;
  PetscInt bs; /* block size; 1 for a MATAIJ */
  /* values of the columns that this rank owns, and of other columns (NULL on one rank) */
  PetscScalar *own, *other;
} OpenMatrix;
PetscErrorCode MatrixOpen(Mat A, OpenMatrix *matrix);
PetscErrorCode MatrixClose(OpenMatrix *matrix);

/* LocationAdd - Adds values[n][n], the matrix of element e.

   A has the block size of the pattern. Not collective. */
PetscErrorCode LocationAdd(Location places, PetscInt e, const double values[],
                           const OpenMatrix *matrix);

/* AddByDofGroups - Adds values[n][m] by MatSetValues(), without entries between groups 1 and 2.

   dof_group is that of LocationCreate(), for the rows and for the columns. Not collective. */
PetscErrorCode AddByDofGroups(Mat A, PetscInt n, const PetscInt rows[], PetscInt m,
                              const PetscInt columns[], const unsigned char dof_group[],
                              const double values[]);

/* The positions of the entries of a MATAIJ in matrices of a larger pattern, a MATAIJ or MATBAIJ,
   with the same rows on each rank. */
typedef struct _n_Overlay *Overlay;

/* OverlayCreate - Finds the positions of the entries of part in pattern.

   Not collective. Internal error if the pattern lacks an entry. */
PetscErrorCode OverlayCreate(Mat part, Mat pattern, Overlay *overlay);
PetscErrorCode OverlayDestroy(Overlay *overlay);

/* OverlayAdd - Adds factor times part. Both matrices have the patterns of OverlayCreate(). Not
   collective. */
PetscErrorCode OverlayAdd(Overlay overlay, PetscReal factor, Mat part, const OpenMatrix *matrix);

#endif
