/* stencil_quadratic_form.c: computes the quadratic form of an operator in one pass.

   The pass writes no vector. If nodes have one row and A is symmetric, x . A x is the sum over the
   rows i of s_i x_i^2 minus the sum of a_ij (x_i - x_j)^2 over j > i, where s_i is the sum of row
   i. This reads half of the entries. For long waves it keeps more digits than products, which
   almost vanish. Dofs of a node have different units, so that differences make no sense: for nodes
   of several rows the file computes x . (A x). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "math/sums.h"
#include "math/wide.h"
#include "stencil_rows.h"

enum {
  LANES   = 8, /* independent partial sums */
  COLUMNS = 4  /* columns of one pass */
};

static PetscBool has_single_rows(const NodeClasses *c) { return (PetscBool)(c->row[c->n] == c->n); }

/* Returns own x^2 - sum over k of v[k] (x - y[k])^2 of row i. */
static ALWAYS_INLINE PetscReal row_form(PetscReal own, const PetscReal v[], const PetscScalar *x,
                                        const PetscScalar *const y[], PetscInt i)
{
  const PetscScalar at = x[i], d0 = at - y[0][i], d1 = at - y[1][i], d2 = at - y[2][i],
                    d3 = at - y[3][i];

  return own * (at * at) - v[0] * (d0 * d0) - v[1] * (d1 * d1) -
         (v[2] * (d2 * d2) + v[3] * (d3 * d3));
}

/* Returns the sum of row_form() over n rows, with y[k] = x + distance[k]. */
SIMD_CLONES static PetscReal rows_form(PetscInt n, PetscReal own, const PetscReal v[],
                                       const PetscInt distance[], const PetscScalar *x)
{
  const PetscScalar *const y[COLUMNS] = {x + distance[0], x + distance[1], x + distance[2],
                                         x + distance[3]};
  PetscReal                sum[LANES] = {0}, all = 0;
  PetscInt                 i = 0;

  for (; i + LANES <= n; i += LANES)
    for (int k = 0; k < LANES; k++) sum[k] += row_form(own, v, x, y, i + k);
  for (int k = 0; i < n; i++, k++) sum[k] += row_form(own, v, x, y, i);
  for (int k = 0; k < LANES; k++) all += sum[k];
  return all;
}

/* Returns the contribution of a chunk of one-row nodes, without the entries in offdiag. */
static PetscReal single_rows(const StencilOperator *op, const RowChunk *p, const PetscScalar x[])
{
  const NodeClasses *c   = &op->s->classes;
  const PetscInt     end = c->ptr[p->class + 1];
  const PetscReal   *v   = op->value + c->at[p->class] - c->ptr[p->class];
  PetscReal          own = 0, sum = 0;
  PetscInt           k = c->ptr[p->class];

  for (PetscInt j = k; j < end; j++) own += v[j];
  while (k < end && c->distance[k] <= 0) k++;
  do { /* once even if there are no columns beyond the diagonal */
    PetscReal value[COLUMNS]    = {0};
    PetscInt  distance[COLUMNS] = {0};

    for (int j = 0; j < COLUMNS && k < end; j++, k++) {
      value[j]    = v[k];
      distance[j] = c->distance[k];
    }
    sum += rows_form(p->n, own, value, distance, x + p->first);
    own = 0;
  } while (k < end);
  return sum;
}

/* Returns the contribution of the entries in offdiag of a one-row node.

   A pair with a row of another rank counts half here and half there. */
static PetscReal offdiag_single_rows(const StencilOperator *op, PetscInt k, const PetscScalar x[],
                                     const PetscScalar ghost[])
{
  const OffDiagonal *o   = &op->s->offdiag;
  const PetscScalar  own = x[o->row[k]];
  PetscReal          sum = 0;

  for (PetscInt i = o->at[k]; i < o->at[k + 1]; i++) {
    const PetscInt  column = -1 - o->column[i];
    const PetscReal weight = column < 0 ? 0.5 : column > o->row[k];

    sum += op->offdiag[i] *
           (own * own - weight * PetscSqr(own - (column < 0 ? ghost[o->column[i]] : x[column])));
  }
  return sum;
}

/* Returns the contribution of a chunk of nodes of several rows, without the entries in offdiag. */
static PetscReal several_rows(const StencilOperator *op, const RowChunk *p, const PetscScalar x[])
{
  PetscScalar product[CHUNK];

  StencilMultChunk(op, p, x, product);
  return array_dot(p->n, product, x + p->first);
}

/* Returns the contribution of the entries in offdiag of a row of such a node. */
static PetscReal offdiag_several_rows(const StencilOperator *op, PetscInt k, const PetscScalar x[],
                                      const PetscScalar ghost[])
{
  return x[op->s->offdiag.row[k]] * offdiag_product(op, k, x, ghost);
}

PetscErrorCode StencilQuadraticForm(Mat A, Vec x, PetscReal *sum)
{
  const PetscScalar *from, *ghost;
  RowChunk           p = {0};
  PetscBool          single;
  StencilOperator   *op;

  PetscFunctionBeginUser;
  *sum = 0;
  PetscCall(MatShellGetContext(A, &op));
  single = has_single_rows(&op->s->classes);
  PetscCall(StencilGhostUpdateBegin(op->s, x));
  PetscCall(VecGetArrayRead(x, &from));
  while (next_row_chunk(op->s, &p))
    *sum += single ? single_rows(op, &p, from) : several_rows(op, &p, from);
  PetscCall(StencilGhostUpdateEnd(op->s, x, &ghost));
  for (PetscInt k = 0; k < op->s->offdiag.n; k++)
    *sum +=
      single ? offdiag_single_rows(op, k, from, ghost) : offdiag_several_rows(op, k, from, ghost);
  PetscCall(StencilRestoreGhosts(op->s, &ghost));
  PetscCall(VecRestoreArrayRead(x, &from));
  PetscCall(PetscLogFlops(2 * op->s->nonzeros + 2 * (PetscLogDouble)op->s->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}
