/* stencil_residual.c: computes the first residual of conjugate gradients in one pass.

   The right-hand side is given, or the pass also computes it and the guess from sums of vectors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "math/sums.h"
#include "stencil_rows.h"
#include "system/combine.h"

PetscErrorCode StencilResidual(Mat A, Vec b, Vec x, Vec r, PetscReal sums[2])
{
  const PetscScalar *rhs, *from, *ghost;
  PetscScalar       *to;
  RowChunk           p = {0};
  StencilOperator   *op;

  PetscFunctionBeginUser;
  sums[0] = sums[1] = 0;
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(StencilGhostUpdateBegin(op->s, x));
  PetscCall(VecGetArrayRead(x, &from));
  PetscCall(VecGetArrayRead(b, &rhs));
  PetscCall(VecGetArray(r, &to));
  PetscCall(StencilGhostUpdateEnd(op->s, x, &ghost));
  for (PetscInt k = 0; k < op->s->offdiag.n; k++) /* stored in r until the loop reaches the row */
    to[op->s->offdiag.row[k]] = offdiag_product(op, k, from, ghost);
  PetscCall(StencilRestoreGhosts(op->s, &ghost));
  for (PetscInt offdiag = 0; next_row_chunk(op->s, &p);) {
    PetscReal   d[CHUNK];
    PetscScalar buffer[CHUNK];

    expand_to_rows(op->s, &p, op->inverse, d);
    StencilMultChunk(op, &p, from, buffer);
    for (; offdiag < op->s->offdiag.n && op->s->offdiag.row[offdiag] < p.first + p.n; offdiag++)
      buffer[op->s->offdiag.row[offdiag] - p.first] += to[op->s->offdiag.row[offdiag]];
    for (PetscInt i = 0; i < p.n; i++) to[p.first + i] = rhs[p.first + i] - buffer[i];
    sums[0] += array_weighted_square(p.n, d, to + p.first);
    sums[1] += array_weighted_square(p.n, d, rhs + p.first);
  }
  PetscCall(VecRestoreArray(r, &to));
  PetscCall(VecRestoreArrayRead(b, &rhs));
  PetscCall(VecRestoreArrayRead(x, &from));
  PetscCall(PetscLogFlops(2 * op->s->nonzeros + 7 * (PetscLogDouble)op->s->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- from sums ------------------------------------------------------------------------------- */

/* Data of the rows in offdiag, which are completed after the pass: [offdiag.n] each. */
typedef struct {
  PetscReal *rhs, *inverse; /* entries of b and of D^-1 */
} DeferredResidual;

/* The operators of the products with to[0], to[1] and to[2]. */
typedef struct {
  const StencilOperator *op[STENCIL_SUMS]; /* NULL if there is no such product */
} Products;

static PetscErrorCode FindProducts(Mat A, const StencilSums *s, Products *p)
{
  const Mat mat[STENCIL_SUMS] = {s->of[0], s->of[1], A};

  PetscFunctionBeginUser;
  for (int k = 0; k < STENCIL_SUMS; k++) {
    p->op[k] = NULL;
    if (mat[k]) PetscCall(MatShellGetContext(mat[k], (void *)&p->op[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the residual in the rows of a chunk, without the entries in offdiag.

   Rows in offdiag do not count in the sums yet.
   Input/Output:
     offdiag  index of the next row in offdiag
     r        loads on entry, residual on return */
static void residual_of_chunk(const Products *p, const RowChunk *at, const Combination *c,
                              const DeferredResidual *deferred, PetscInt *offdiag, PetscScalar r[],
                              PetscReal sums[2])
{
  const StencilOperator *op = p->op[STENCIL_SUMS - 1];
  const OffDiagonal     *o  = &op->s->offdiag;
  PetscReal              d[CHUNK];
  PetscScalar            product[CHUNK];

  expand_to_rows(op->s, at, op->inverse, d);
  r += at->first;
  for (int k = 0; k < STENCIL_SUMS - 1; k++) {
    if (!p->op[k]) continue;
    StencilMultChunk(p->op[k], at, c->y[k], product);
    for (PetscInt i = 0; i < at->n; i++) r[i] += product[i];
  }
  for (; *offdiag < o->n && o->row[*offdiag] < at->first + at->n; ++*offdiag) {
    const PetscInt i = o->row[*offdiag] - at->first;

    deferred->rhs[*offdiag]     = r[i];
    deferred->inverse[*offdiag] = d[i];
    d[i]                        = 0;
  }
  sums[1] += array_weighted_square(at->n, d, r);
  StencilMultChunk(op, at, c->y[STENCIL_SUMS - 1], product);
  for (PetscInt i = 0; i < at->n; i++) r[i] -= product[i];
  sums[0] += array_weighted_square(at->n, d, r);
}

/* Adds the entries in offdiag to r and to the sums, which need x on other ranks. */
static PetscErrorCode AddDeferredRows(const Products *p, const StencilSums *s,
                                      const DeferredResidual *deferred, PetscScalar r[],
                                      PetscReal sums[2])
{
  const OffDiagonal *o = &p->op[STENCIL_SUMS - 1]->s->offdiag;

  PetscFunctionBeginUser;
  for (int k = 0; k < STENCIL_SUMS; k++) {
    const PetscBool    of_guess = (PetscBool)(k == STENCIL_SUMS - 1);
    const PetscScalar *x, *ghost;

    if (!p->op[k]) continue;
    PetscCall(StencilGhostUpdateBegin(p->op[k]->s, s->to[k]));
    PetscCall(VecGetArrayRead(s->to[k], &x));
    PetscCall(StencilGhostUpdateEnd(p->op[k]->s, s->to[k], &ghost));
    for (PetscInt j = 0; j < o->n; j++) {
      const PetscReal share = offdiag_product(p->op[k], j, x, ghost);

      r[o->row[j]] += of_guess ? -share : share;
      if (!of_guess) deferred->rhs[j] += share;
    }
    PetscCall(StencilRestoreGhosts(p->op[k]->s, &ghost));
    PetscCall(VecRestoreArrayRead(s->to[k], &x));
  }
  for (PetscInt j = 0; j < o->n; j++) {
    sums[0] += deferred->inverse[j] * PetscSqr(r[o->row[j]]);
    sums[1] += deferred->inverse[j] * PetscSqr(deferred->rhs[j]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilSumsResidual(Mat A, const StencilSums *s, Vec r, PetscReal sums[2])
{
  PetscScalar     *residual;
  PetscInt         offdiag = 0;
  RowChunk         here = {0}, lookahead = {0};
  Products         p;
  Combination      c;
  DeferredResidual deferred;
  StencilOperator *op;

  PetscFunctionBeginUser;
  sums[0] = sums[1] = 0;
  if (r != s->loads) PetscCall(VecCopy(s->loads, r));
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(FindProducts(A, s, &p));
  PetscCall(PetscMalloc2(op->s->offdiag.n, &deferred.rhs, op->s->offdiag.n, &deferred.inverse));
  PetscCall(CombinationOpen(s->n, s->vec, STENCIL_SUMS, s->c, s->to, &c));
  PetscCall(VecGetArray(r, &residual));
  /* the sums are computed ahead of the products, up to the largest distance */
  while (next_row_chunk(op->s, &here)) {
    while (lookahead.first + lookahead.n <
             PetscMin(op->s->n, here.first + here.n + op->s->lookahead) &&
           next_row_chunk(op->s, &lookahead))
      combine_rows(&c, lookahead.first, lookahead.n);
    residual_of_chunk(&p, &here, &c, &deferred, &offdiag, residual, sums);
  }
  PetscCall(CombinationClose(&c));
  PetscCall(AddDeferredRows(&p, s, &deferred, residual, sums));
  PetscCall(VecRestoreArray(r, &residual));
  PetscCall(PetscFree2(deferred.rhs, deferred.inverse));
  PetscCall(PetscLogFlops(4 * op->s->nonzeros + 9 * (PetscLogDouble)op->s->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}
