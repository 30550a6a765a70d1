/* stencil_product.c: multiplies rows of a Stencil, for numbers of type REAL.

   It is compiled for doubles, and as a part of stencil_float.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "math/wide.h"
#include "stencil_real.h"

/* chunk_product() for nine columns, as inside a grid of quadrilaterals, with the sums in registers.

   The result has the same bits. */
static inline void nine_product(PetscInt n, const PetscInt distance[], const REAL v[],
                                const REAL *x, REAL *restrict y)
{
  const REAL *x0 = x + distance[0], *x1 = x + distance[1], *x2 = x + distance[2],
             *x3 = x + distance[3], *x4 = x + distance[4], *x5 = x + distance[5],
             *x6 = x + distance[6], *x7 = x + distance[7], *x8 = x + distance[8];
  const REAL v0 = v[0], v1 = v[1], v2 = v[2], v3 = v[3], v4 = v[4], v5 = v[5], v6 = v[6], v7 = v[7],
             v8 = v[8];

  for (PetscInt i = 0; i < n; i++)
    y[i] = v0 * x0[i] + v1 * x1[i] + v2 * x2[i] + (v3 * x3[i] + v4 * x4[i] + v5 * x5[i]) +
           (v6 * x6[i] + v7 * x7[i] + v8 * x8[i]);
}

/* Computes y[i] = sum over k < m of v[k] x[i + distance[k]], for i < n, three k at a time. */
static inline void chunk_product(PetscInt n, PetscInt m, const PetscInt distance[], const REAL v[],
                                 const REAL *x, REAL *restrict y)
{
  PetscInt k = 0;

  for (; k + 2 < m; k += 3) {
    const REAL *x0 = x + distance[k], *x1 = x + distance[k + 1], *x2 = x + distance[k + 2];
    const REAL  v0 = v[k], v1 = v[k + 1], v2 = v[k + 2];

    if (k == 0)
      for (PetscInt i = 0; i < n; i++) y[i] = v0 * x0[i] + v1 * x1[i] + v2 * x2[i];
    else
      for (PetscInt i = 0; i < n; i++) y[i] += v0 * x0[i] + v1 * x1[i] + v2 * x2[i];
  }
  for (; k < m; k++) {
    const REAL *x0 = x + distance[k];
    const REAL  v0 = v[k];

    if (k == 0)
      for (PetscInt i = 0; i < n; i++) y[i] = v0 * x0[i];
    else
      for (PetscInt i = 0; i < n; i++) y[i] += v0 * x0[i];
  }
}

/* Computes the same for n/rows nodes, with v[m][rows] and distances from a node's first row.

   It is inlined with a constant number of rows, so that sums stay in registers. */
static inline __attribute__((always_inline)) void
node_product(PetscInt n, PetscInt rows, PetscInt m, const PetscInt distance[], const REAL v[],
             const REAL *x, REAL *restrict y)
{
  for (PetscInt i = 0; i < n; i += rows) {
    REAL sum[MAX_ROWS] = {0};

    for (PetscInt k = 0; k < m; k++) {
      const REAL at = x[i + distance[k]];

      for (PetscInt j = 0; j < rows; j++) sum[j] += v[k * rows + j] * at;
    }
    for (PetscInt j = 0; j < rows; j++) y[i + j] = sum[j];
  }
}

SIMD_CLONES void REAL_NAME(StencilMultChunk)(const StencilOperator *op, const RowChunk *p,
                                             const REAL x[], REAL y[])
{
  const NodeClasses *c = &op->s->classes;
  const PetscInt     m = c->ptr[p->class + 1] - c->ptr[p->class], n = p->n;
  const PetscInt    *d  = c->distance + c->ptr[p->class];
  const REAL        *v  = NUMBERS(op)->value + c->at[p->class];
  const REAL        *at = x + p->first;

  switch (class_rows(c, p->class)) {
  case 1:
    if (m == 9) nine_product(n, d, v, at, y);
    else chunk_product(n, m, d, v, at, y);
    break;
  case 2:
    node_product(n, 2, m, d, v, at, y);
    break;
  case 3:
    node_product(n, 3, m, d, v, at, y);
    break;
  case 4:
    node_product(n, 4, m, d, v, at, y);
    break;
  case 5:
    node_product(n, 5, m, d, v, at, y);
    break;
  default:
    node_product(n, MAX_ROWS, m, d, v, at, y);
  }
}
