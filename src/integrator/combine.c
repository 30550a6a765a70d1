/* combine.c: linear combinations of vectors in blocks of CHUNK entries, so that each vector passes through memory
   once however many results there are. */
#include <string.h>
#include "family.h"

enum { CHUNK = 256, MAX_OUT = 12 }; /* the results of a block fit into the first-level cache */

/* b[size] = sum of f[i] x[i][first ...] over n vectors, four at a time so that the sums stay in registers. */
static void combine_chunk(PetscInt n, const PetscReal f[], const PetscScalar *const x[], PetscInt first, PetscInt size,
                          PetscScalar *restrict b)
{
  PetscInt i = 0;

  memset(b, 0, (size_t)size * sizeof *b);
  for (; i + 3 < n; i += 4) {
    const PetscScalar *x0 = x[i] + first, *x1 = x[i + 1] + first, *x2 = x[i + 2] + first, *x3 = x[i + 3] + first;

    for (PetscInt k = 0; k < size; k++) b[k] += f[i] * x0[k] + f[i + 1] * x1[k] + f[i + 2] * x2[k] + f[i + 3] * x3[k];
  }
  for (; i < n; i++) {
    const PetscScalar *x0 = x[i] + first;

    for (PetscInt k = 0; k < size; k++) b[k] += f[i] * x0[k];
  }
}

PetscErrorCode VecsCombine(PetscInt nin, const Vec in[], PetscInt nout, const PetscReal *const c[], const Vec out[])
{
  const PetscScalar *x[MAX_VECS] = {NULL};
  const PetscScalar *term[MAX_OUT][MAX_VECS];
  PetscReal          factor[MAX_OUT][MAX_VECS];
  PetscScalar       *y[MAX_OUT], buffer[MAX_OUT][CHUNK];
  PetscInt           n, terms[MAX_OUT] = {0};

  PetscFunctionBeginUser;
  PetscAssert(nin <= MAX_VECS && nout <= MAX_OUT, PETSC_COMM_SELF, PETSC_ERR_PLIB, "too many vectors");
  PetscCall(VecGetLocalSize(out[0], &n));
  for (PetscInt j = 0; j < nout; j++) PetscCall(VecGetArray(out[j], &y[j]));
  for (PetscInt i = 0; i < nin; i++) {
    PetscBool used = PETSC_FALSE;

    for (PetscInt j = 0; j < nout; j++) {
      used = (PetscBool)(used || c[j][i] != 0);
      if (in[i] == out[j]) x[i] = y[j];
    }
    if (used && !x[i]) PetscCall(VecGetArrayRead(in[i], &x[i]));
    else if (!used) x[i] = NULL;
  }
  /* for each result the vectors with coefficients other than 0 */
  for (PetscInt j = 0; j < nout; j++)
    for (PetscInt i = 0; i < nin; i++)
      if (c[j][i] != 0) {
        factor[j][terms[j]] = c[j][i];
        term[j][terms[j]++] = x[i];
      }
  for (PetscInt first = 0; first < n; first += CHUNK) {
    const PetscInt size = PetscMin(CHUNK, n - first);

    for (PetscInt j = 0; j < nout; j++) combine_chunk(terms[j], factor[j], term[j], first, size, buffer[j]);
    for (PetscInt j = 0; j < nout; j++) memcpy(y[j] + first, buffer[j], (size_t)size * sizeof **buffer);
  }
  for (PetscInt i = 0; i < nin; i++) {
    PetscBool written = PETSC_FALSE;

    for (PetscInt j = 0; j < nout; j++) written = (PetscBool)(written || in[i] == out[j]);
    if (x[i] && !written) PetscCall(VecRestoreArrayRead(in[i], &x[i]));
  }
  for (PetscInt j = 0; j < nout; j++) PetscCall(VecRestoreArray(out[j], &y[j]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
