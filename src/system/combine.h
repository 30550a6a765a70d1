/* combine.h: computes several linear combinations of vectors in one pass through memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_COMBINE_H
#define FS_SYSTEM_COMBINE_H

#include <fs/petsc_versions.h>

/* The largest number of vectors of a linear combination, and of combinations in one pass. */
enum { MAX_VECS = 32, MAX_SUMS = 12 };

/* VecsCombine - Computes nout linear combinations of nin vectors in one pass through memory: out[j]
   = c[j][0] in[0] + c[j][1] in[1] + ....

   nin is at most MAX_VECS, and nout at most MAX_SUMS. A vector of out may also be in the array in.
   Collective. */
PetscErrorCode VecsCombine(PetscInt nin, const Vec in[], PetscInt nout, const PetscReal *const c[],
                           const Vec out[]);

/* Combination - Linear combinations of vectors, which are computed in blocks of rows.

   Between CombinationOpen and CombinationClose, combine_rows computes the rows that the caller
   chooses, so that the caller can use them while they are in the cache. */
typedef struct {
  PetscInt nin, nout, terms[MAX_SUMS];
  /* the vectors of the sums, and the vectors of the results; borrowed */
  const Vec *in, *out;
  PetscReal  factor[MAX_SUMS][MAX_VECS];
  /* arrays of the vectors in; NULL if a vector is not used, or is also in out */
  const PetscScalar *x[MAX_VECS];
  const PetscScalar *term[MAX_SUMS][MAX_VECS]; /* arrays of the vectors of each term of each sum */
  PetscScalar       *y[MAX_SUMS];              /* arrays of out */
  /* PETSC_TRUE if the vector out[j] is also in the array in */
  PetscBool is_input[MAX_SUMS];
} Combination;

/* CombinationOpen - Prepares several linear combinations out[j] = c[j][0] in[0] + c[j][1] in[1] +
   ... of vectors, which combine_rows computes. The arguments are those of VecsCombine. The arrays
   of all vectors are in use until CombinationClose. Not collective. */
PetscErrorCode CombinationOpen(PetscInt nin, const Vec in[], PetscInt nout,
                               const PetscReal *const c[], const Vec out[], Combination *k);

/* combine_rows - Computes rows first to first + size - 1 of this rank's part of several linear
   combinations of vectors. The function reads only these rows of the vectors. */
void combine_rows(const Combination *k, PetscInt first, PetscInt size);

/* CombinationClose - Ends the computation of linear combinations, and gives the arrays of their
   vectors back. Not collective. */
PetscErrorCode CombinationClose(Combination *k);

#endif
