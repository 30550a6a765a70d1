/* location.h: the location array of a batch of elements (LM in Hughes, The Finite Element Method, 2000, section 2.10), carried
   on to the values of a sparse matrix: elements' matrices are added without searching for their columns each time. */
#ifndef LOCATION_H
#define LOCATION_H

#include "model/model.h"

/* Where the entries of a batch of elements' matrices are among the values of a matrix, and of all matrices with its pattern. */
typedef struct _n_Location *Location;

/* dofs[ncells][n]: indices in local vectors, -1: none; global: theirs in the matrix, -1: none. Both are borrowed. */
PetscErrorCode LocationCreate(Mat pattern, const PetscInt global[], PetscInt n, PetscInt ncells, const PetscInt dofs[],
                              Location *places);
PetscErrorCode LocationDestroy(Location *places);

/* Values of a matrix open to additions: between begin and end others only add to entries of its pattern. After the end it is
   to be assembled: rows of other ranks are on their way. */
typedef struct {
  Mat          A;
  PetscScalar *own, *other; /* values of columns of this rank, and of others */
} Adding;
PetscErrorCode AddingBegin(Mat A, Adding *adding);
PetscErrorCode AddingEnd(Adding *adding);

/* A += values[n][n] of element e. */
PetscErrorCode LocationAdd(Location places, PetscInt e, const double values[], const Adding *adding);

#endif
