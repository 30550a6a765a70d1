/* stencil_float.c: products and iterations in single precision. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define STENCIL_FLOAT
#include "stencil_rows.h"

static inline void expand_to_rows_float(const Stencil s, const RowChunk *p, const float of[],
                                        float values[])
{
  const PetscInt rows = class_rows(&s->classes, p->class);
  const float   *from = of + s->classes.row[p->class];

  if (rows == 1)
    for (PetscInt i = 0; i < p->n; i++) values[i] = from[0];
  else
    for (PetscInt i = 0; i < p->n; i += rows)
      for (PetscInt j = 0; j < rows; j++) values[i + j] = from[j];
}

static inline float offdiag_product_float(const StencilOperator *op, PetscInt k, const float x[],
                                          const float ghost[])
{
  const OffDiagonal *o   = &op->s->offdiag;
  float              sum = 0;

  for (PetscInt i = o->at[k]; i < o->at[k + 1]; i++)
    sum += op->single.offdiag[i] * (o->column[i] < 0 ? x[-1 - o->column[i]] : ghost[o->column[i]]);
  return sum;
}

#include "stencil_product.c"
#include "stencil_iterate.c"
