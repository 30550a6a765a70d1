/* combine.h: computes several linear combinations of vectors in one pass through memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_COMBINE_H
#define FS_SYSTEM_COMBINE_H

#include <fs/fs.h>

/* Limits on the vectors of a linear combination, and on the combinations of one pass. */
enum { MAX_VECS = 32, MAX_SUMS = 12 };

/* VecsCombine - Computes out[j] = sum_i c[j][i] in[i], with nin <= MAX_VECS and nout <=
   MAX_SUMS.

   A vector of out may also be in in. Collective. */
PetscErrorCode VecsCombine(PetscInt nin, const Vec in[], PetscInt nout, const PetscReal *const c[],
                           const Vec out[]);

/* Combination - The linear combinations of VecsCombine, computed in blocks of rows.

   Between CombinationOpen and CombinationClose, combine_rows computes any rows, so that a caller
   can use them while they are in the cache. */
typedef struct {
  PetscInt           nin, nout, terms[MAX_SUMS];
  const Vec         *in, *out; /* borrowed */
  PetscReal          factor[MAX_SUMS][MAX_VECS];
  const PetscScalar *x[MAX_VECS];              /* arrays that CombinationClose restores, or NULL */
  const PetscScalar *term[MAX_SUMS][MAX_VECS]; /* arrays of the terms of each sum */
  PetscScalar       *y[MAX_SUMS];              /* arrays of out; computed rows and old ones */
  PetscBool          is_input[MAX_SUMS];       /* out[j] is also in in */
} Combination;

/* CombinationOpen - Gets the arrays of all vectors, with the arguments of VecsCombine. Not
   collective. */
PetscErrorCode CombinationOpen(PetscInt nin, const Vec in[], PetscInt nout,
                               const PetscReal *const c[], const Vec out[], Combination *k);

/* Computes rows first to first + size - 1 of each out, and reads only these rows. */
void combine_rows(const Combination *k, PetscInt first, PetscInt size);

/* CombinationClose - Restores the arrays. Not collective. */
PetscErrorCode CombinationClose(Combination *k);

#endif
