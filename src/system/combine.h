/* combine.h: computes several linear combinations of vectors in one pass through memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_COMBINE_H
#define FS_SYSTEM_COMBINE_H

#include <fs/fs.h>

/* The largest number of vectors of a linear combination, and of combinations in one pass. */
enum { MAX_VECS = 32, MAX_SUMS = 12 };

/* VecsCombine - Computes nout linear combinations of nin vectors in one pass through memory: out[j]
   = c[j][0] in[0] + c[j][1] in[1] + ....

   nin is at most MAX_VECS, and nout at most MAX_SUMS. A vector of out may also be in the array in.
   Collective. */
PetscErrorCode VecsCombine(PetscInt nin, const Vec in[], PetscInt nout, const PetscReal *const c[],
                           const Vec out[]);

/* Combination - The linear combinations of VecsCombine, computed in blocks of rows.

   Between CombinationOpen and CombinationClose, combine_rows computes the rows that the caller
   chooses, so that the caller can use them while they are in the cache. */
typedef struct {
  PetscInt           nin, nout, terms[MAX_SUMS];
  const Vec         *in, *out; /* borrowed */
  PetscReal          factor[MAX_SUMS][MAX_VECS];
  const PetscScalar *x[MAX_VECS];              /* arrays of in; NULL if not used, or in out */
  const PetscScalar *term[MAX_SUMS][MAX_VECS]; /* array of each term of each sum */
  PetscScalar       *y[MAX_SUMS];              /* arrays of out */
  PetscBool          is_input[MAX_SUMS];       /* the Vec out[j] is also in the array in */
} Combination;

/* CombinationOpen - Prepares the linear combinations of VecsCombine, whose arguments it has, and
   gets the arrays of all vectors until CombinationClose. Not collective. */
PetscErrorCode CombinationOpen(PetscInt nin, const Vec in[], PetscInt nout,
                               const PetscReal *const c[], const Vec out[], Combination *k);

/* combine_rows - Computes rows first to first + size - 1 of this rank in each vector of out. It
   reads only these rows of the vectors in. */
void combine_rows(const Combination *k, PetscInt first, PetscInt size);

/* CombinationClose - Restores the arrays of all vectors. Not collective. */
PetscErrorCode CombinationClose(Combination *k);

#endif
