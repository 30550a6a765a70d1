/* combine.h: linear combinations of vectors, made block by block: all at once by VecsCombine, or row by row by whoever passes
   through memory anyway. */
#ifndef FS_SYSTEM_COMBINE_H
#define FS_SYSTEM_COMBINE_H

#include <fs/fs.h>

enum { MAX_VECS = 32, MAX_SUMS = 12 }; /* in a linear combination; that are made together */

/* out[j] = sum_i c[j][i] in[i], in one pass over memory; nin <= MAX_VECS, nout <= MAX_SUMS. An out may be one of the in. */
PetscErrorCode VecsCombine(PetscInt nin, const Vec in[], PetscInt nout, const PetscReal *const c[],
                           const Vec out[]);

/* The same in steps, between Open and Close: combine_rows makes rows first to first + size - 1 of each out, and reads these rows
   alone. y[j]: the rows of this rank of out[j], those that have been made and those that have not. Not collective. */
typedef struct {
  PetscInt           nin, nout, terms[MAX_SUMS];
  const Vec         *in, *out; /* borrowed */
  PetscReal          factor[MAX_SUMS][MAX_VECS];
  const PetscScalar *x[MAX_VECS],
    *term[MAX_SUMS][MAX_VECS]; /* x: those that must be given back, else NULL */
  PetscScalar *y[MAX_SUMS];
  PetscBool    is_input[MAX_SUMS]; /* out[j] is one of in */
} Combination;

PetscErrorCode CombinationOpen(PetscInt nin, const Vec in[], PetscInt nout,
                               const PetscReal *const c[], const Vec out[], Combination *k);
void           combine_rows(const Combination *k, PetscInt first, PetscInt size);
PetscErrorCode CombinationClose(Combination *k);

#endif
