/* combine.c: computes several linear combinations of vectors in blocks of entries.

   Each vector passes through memory once, however many results there are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "combine.h"
#include "math/wide.h"

enum { CHUNK = 512 }; /* entries; the results of a block fit into the first-level cache */

/* b[size] = sum of f[i] x[i][first ...] over n vectors. Up to four vectors are added at a time,
   so that sums stay in registers and loads from memory overlap. */
SIMD_CLONES static void combine_chunk(PetscInt n, const PetscReal f[], const PetscScalar *const x[],
                                      PetscInt first, PetscInt size, PetscScalar *restrict b)
{
  PetscInt i = 0;

  if (n == 0) memset(b, 0, (size_t)size * sizeof *b);
  for (; i < n; i += 4) {
    const PetscInt     left = n - i;
    const PetscScalar *x0 = x[i] + first, *x1 = left > 1 ? x[i + 1] + first : x0,
                      *x2 = left > 2 ? x[i + 2] + first : x0,
                      *x3 = left > 3 ? x[i + 3] + first : x0;
    const PetscReal f0 = f[i], f1 = left > 1 ? f[i + 1] : 0, f2 = left > 2 ? f[i + 2] : 0,
                    f3 = left > 3 ? f[i + 3] : 0;

    if (i == 0 && left > 3)
      for (PetscInt k = 0; k < size; k++) b[k] = f0 * x0[k] + f1 * x1[k] + f2 * x2[k] + f3 * x3[k];
    else if (i == 0 && left == 3)
      for (PetscInt k = 0; k < size; k++) b[k] = f0 * x0[k] + f1 * x1[k] + f2 * x2[k];
    else if (i == 0 && left == 2)
      for (PetscInt k = 0; k < size; k++) b[k] = f0 * x0[k] + f1 * x1[k];
    else if (i == 0)
      for (PetscInt k = 0; k < size; k++) b[k] = f0 * x0[k];
    else if (left > 3)
      for (PetscInt k = 0; k < size; k++) b[k] += f0 * x0[k] + f1 * x1[k] + f2 * x2[k] + f3 * x3[k];
    else if (left == 3)
      for (PetscInt k = 0; k < size; k++) b[k] = b[k] + f0 * x0[k] + f1 * x1[k] + f2 * x2[k];
    else if (left == 2)
      for (PetscInt k = 0; k < size; k++) b[k] = b[k] + f0 * x0[k] + f1 * x1[k];
    else
      for (PetscInt k = 0; k < size; k++) b[k] += f0 * x0[k];
  }
}

void combine_rows(const Combination *k, PetscInt first, PetscInt size)
{
  const PetscInt end = first + size;
  PetscScalar    buffer[MAX_SUMS][CHUNK];

  for (; first < end; first += CHUNK) {
    const PetscInt n = PetscMin(CHUNK, end - first);

    for (PetscInt j = 0; j < k->nout; j++)
      combine_chunk(k->terms[j], k->factor[j], k->term[j], first, n,
                    k->is_input[j] ? buffer[j] : k->y[j] + first);
    for (PetscInt j = 0; j < k->nout; j++)
      if (k->is_input[j]) memcpy(k->y[j] + first, buffer[j], (size_t)n * sizeof **buffer);
  }
}

PetscErrorCode CombinationOpen(PetscInt nin, const Vec in[], PetscInt nout,
                               const PetscReal *const c[], const Vec out[], Combination *k)
{
  PetscFunctionBeginUser;
  PetscAssert(nin <= MAX_VECS && nout <= MAX_SUMS, PETSC_COMM_SELF, PETSC_ERR_PLIB,
              "too many vectors");
  k->nin  = nin;
  k->nout = nout;
  k->in   = in;
  k->out  = out;
  for (PetscInt j = 0; j < nout; j++) PetscCall(VecGetArray(out[j], &k->y[j]));
  for (PetscInt j = 0; j < nout; j++) k->terms[j] = 0;
  for (PetscInt j = 0; j < nout; j++) k->is_input[j] = PETSC_FALSE;
  for (PetscInt i = 0; i < nin; i++) {
    const PetscScalar *x    = NULL;
    PetscBool          used = PETSC_FALSE;

    for (PetscInt j = 0; j < nout; j++) {
      used = (PetscBool)(used || c[j][i] != 0);
      if (in[i] == out[j]) x = k->y[j];
      if (in[i] == out[j]) k->is_input[j] = PETSC_TRUE;
    }
    k->x[i] = NULL;
    if (used && !x) {
      PetscCall(VecGetArrayRead(in[i], &k->x[i]));
      x = k->x[i];
    }
    /* for each result, the vectors with nonzero coefficients */
    for (PetscInt j = 0; j < nout; j++)
      if (c[j][i] != 0) {
        k->factor[j][k->terms[j]] = c[j][i];
        k->term[j][k->terms[j]++] = x;
      }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CombinationClose(Combination *k)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < k->nin; i++)
    if (k->x[i]) PetscCall(VecRestoreArrayRead(k->in[i], &k->x[i]));
  for (PetscInt j = 0; j < k->nout; j++) PetscCall(VecRestoreArray(k->out[j], &k->y[j]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode VecsCombine(PetscInt nin, const Vec in[], PetscInt nout, const PetscReal *const c[],
                           const Vec out[])
{
  Combination k;
  PetscInt    n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(out[0], &n));
  PetscCall(CombinationOpen(nin, in, nout, c, out, &k));
  combine_rows(&k, 0, n);
  PetscCall(CombinationClose(&k));
  PetscFunctionReturn(PETSC_SUCCESS);
}
