/* location.h: where the entries of elements' matrices are among the stored values of a sparse matrix (the location
   array LM of Hughes, The Finite Element Method, 2000, section 2.10, carried on to AIJ and BAIJ storage), so that element
   matrices are added without searching columns. Called by assembly/terms/elements.c, joints.c and linear_elements.c; begin with
   LocationAdd. */
#ifndef FS_ASSEMBLY_LOCATION_H
#define FS_ASSEMBLY_LOCATION_H

#include "model/model.h"

/* The places of the matrices of one batch of elements, valid for all matrices with one pattern. */
typedef struct _n_Location *Location;

/* Find the places in pattern, a MATAIJ, or a MATBAIJ whose blocks the elements' dofs make up in their order: then there is one
   place for each block. dofs[ncells][n]: the elements' dofs as indices in local vectors, -1: none; global[]: global row of
   each of those, -1: held. dofs and global are borrowed while the Location lives. side[n]: dofs of sides 1 and 2 have no entries
   with each other, those of side 0 with all; of a MATAIJ, and of elements without rows of other ranks, borrowed as well; NULL: all are of side
   0. Not collective. It is an internal error if the pattern lacks an entry. */
PetscErrorCode LocationCreate(Mat pattern, const PetscInt global[], PetscInt n, PetscInt ncells,
                              const PetscInt dofs[], const unsigned char dof_group[],
                              Location *places);
PetscErrorCode LocationDestroy(Location *places);

/* A matrix whose value arrays are open. Between MatrixOpen and MatrixClose only LocationAdd, and MatSetValues with
   ADD_VALUES into the pattern, may be used; after the end the caller assembles A, since rows of other ranks are on
   their way. */
typedef struct {
  Mat          A;
  PetscInt     bs; /* rows and columns of its blocks; 1: a MATAIJ */
  PetscScalar *own,
    *other; /* values of the columns that this rank owns, and of the others (NULL on one rank) */
} OpenMatrix;
PetscErrorCode MatrixOpen(Mat A, OpenMatrix *matrix);
PetscErrorCode MatrixClose(OpenMatrix *matrix);

/* A += values[n][n], the matrix of element e; A has the blocks of the pattern. Not collective. */
PetscErrorCode LocationAdd(Location places, PetscInt e, const double values[],
                           const OpenMatrix *matrix);

/* A += values[n][m] by MatSetValues, but for the entries that sides of the rows and columns (see LocationCreate) leave out. */
PetscErrorCode AddByDofGroups(Mat A, PetscInt n, const PetscInt rows[], PetscInt m,
                              const PetscInt columns[], const unsigned char dof_group[],
                              const double values[]);

/* Where the entries of a MATAIJ are in matrices of a larger pattern, MATAIJ or MATBAIJ, with the same rows on each rank. Adding: A +=
   factor part; both have the patterns of the creation. Not collective; it is an internal error if the larger pattern lacks an entry. */
typedef struct _n_Overlay *Overlay;
PetscErrorCode             OverlayCreate(Mat part, Mat pattern, Overlay *overlay);
PetscErrorCode             OverlayDestroy(Overlay *overlay);
PetscErrorCode OverlayAdd(Overlay overlay, PetscReal factor, Mat part, const OpenMatrix *matrix);

#endif
