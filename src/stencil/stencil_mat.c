/* stencil_mat.c: combines the terms of a Stencil into operators and assembled matrices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "math/wide.h"
#include "stencil_rows.h"
#include "math/sums.h"

/* Adds from[n] to to[n]. */
SIMD_CLONES static void add_array(PetscInt n, const PetscScalar *restrict from,
                                  PetscScalar *restrict to)
{
  for (PetscInt i = 0; i < n; i++) to[i] += from[i];
}

/* Computes y = A x + before, or y = A x if before is NULL; before may be y. */
static PetscErrorCode MultAdd_Stencil(Mat A, Vec x, Vec before, Vec y)
{
  const PetscScalar *from, *ghost;
  PetscScalar       *to, buffer[CHUNK];
  RowChunk           p = {0};
  StencilOperator   *op;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(StencilGhostUpdateBegin(op->s, x));
  PetscCall(VecGetArrayRead(x, &from));
  if (before && before != y) PetscCall(VecCopy(before, y));
  PetscCall(VecGetArray(y, &to));
  while (next_row_chunk(op->s, &p)) {
    StencilMultChunk(op, &p, from, before ? buffer : to + p.first);
    if (before) add_array(p.n, buffer, to + p.first);
  }
  PetscCall(StencilGhostUpdateEnd(op->s, x, &ghost));
  for (PetscInt k = 0; k < op->s->offdiag.n; k++)
    to[op->s->offdiag.row[k]] += offdiag_product(op, k, from, ghost);
  PetscCall(StencilRestoreGhosts(op->s, &ghost));
  PetscCall(VecRestoreArrayRead(x, &from));
  PetscCall(VecRestoreArray(y, &to));
  PetscCall(PetscLogFlops(2 * op->s->nonzeros));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Mult_Stencil(Mat A, Vec x, Vec y) { return MultAdd_Stencil(A, x, NULL, y); }

/* Gets diagonal[classes.row[n]] of the operator. */
static void class_diagonals(const StencilOperator *op, PetscReal diagonal[])
{
  const NodeClasses *c = &op->s->classes;

  for (PetscInt k = 0; k < c->n; k++) {
    const PetscInt rows = class_rows(c, k);

    for (PetscInt j = 0; j < rows; j++) diagonal[c->row[k] + j] = 0;
    for (PetscInt i = c->ptr[k]; i < c->ptr[k + 1]; i++)
      if (c->distance[i] >= 0 && c->distance[i] < rows)
        diagonal[c->row[k] + c->distance[i]] =
          op->value[c->at[k] + (i - c->ptr[k]) * rows + c->distance[i]];
  }
}

static PetscErrorCode GetDiagonal_Stencil(Mat A, Vec d)
{
  PetscScalar     *x;
  PetscReal       *diagonal;
  RowChunk         p = {0};
  StencilOperator *op;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(PetscMalloc1(op->s->classes.row[op->s->classes.n], &diagonal));
  class_diagonals(op, diagonal);
  PetscCall(VecGetArray(d, &x));
  while (next_row_chunk(op->s, &p)) expand_to_rows(op->s, &p, diagonal, x + p.first);
  PetscCall(VecRestoreArray(d, &x));
  PetscCall(PetscFree(diagonal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether class k has an off-diagonal entry that is not 0. */
static PetscBool has_offdiagonal(const StencilOperator *op, PetscInt k)
{
  const NodeClasses *c    = &op->s->classes;
  const PetscInt     rows = class_rows(c, k);

  for (PetscInt i = 0; i < c->ptr[k + 1] - c->ptr[k]; i++)
    for (PetscInt j = 0; j < rows; j++)
      if (c->distance[c->ptr[k] + i] != j && op->value[c->at[k] + i * rows + j] != 0)
        return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode StencilIsDiagonal(Mat A, PetscBool *diagonal)
{
  const NodeClasses *c;
  StencilOperator   *op;
  PetscInt           offdiag_entries = 0, noffdiag;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &op));
  c        = &op->s->classes;
  noffdiag = op->s->offdiag.at[op->s->offdiag.n];
  for (PetscInt k = 0; k < c->n; k++) offdiag_entries += has_offdiagonal(op, k) ? 1 : 0;
  for (PetscInt k = 0; k < noffdiag; k++) offdiag_entries += op->offdiag[k] != 0;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &offdiag_entries, 1, MPIU_INT, MPI_MAX, op->s->comm));
  *diagonal = (PetscBool)(offdiag_entries == 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Gets the nonzeros and the bytes of the stored values of all ranks; block_size is the mean number
   of rows of a node. Only MAT_GLOBAL_SUM is supported. */
static PetscErrorCode GetInfo_Stencil(Mat A, MatInfoType type, MatInfo *info)
{
  enum { ENTRIES, BYTES, ROWS, NODES, N };
  PetscReal        sums[N] = {0};
  StencilOperator *op;
  Stencil          s;

  PetscFunctionBeginUser;
  PetscCheck(type == MAT_GLOBAL_SUM, PetscObjectComm((PetscObject)A), PETSC_ERR_SUP,
             "only MAT_GLOBAL_SUM is supported");
  PetscCall(MatShellGetContext(A, &op));
  s             = op->s;
  sums[ENTRIES] = s->nonzeros;
  sums[BYTES]   = (PetscReal)sizeof *op->value *
                (PetscReal)(s->classes.at[s->classes.n] + s->offdiag.at[s->offdiag.n]);
  sums[ROWS] = (PetscReal)s->n;
  for (PetscInt k = 0; k < s->nruns; k++)
    sums[NODES] += (PetscReal)((s->run[k + 1].first - s->run[k].first) /
                               class_rows(&s->classes, s->run[k].class));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sums, N, MPIU_REAL, MPI_SUM, s->comm));
  *info = (MatInfo){.block_size = sums[ROWS] / PetscMax(1, sums[NODES]),
                    .nz_used    = sums[ENTRIES],
                    .memory     = sums[BYTES]};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Stencil(Mat A)
{
  StencilOperator *op;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(
    PetscFree6(op->value, op->inverse, op->offdiag, op->ghost_inverse, op->ghost, op->ghost_p));
  PetscCall(PetscFree6(op->single.value, op->single.inverse, op->single.offdiag,
                       op->single.ghost_inverse, op->single.ghost, op->single.ghost_p));
  for (int k = 0; k < STENCIL_WORK; k++) PetscCall(VecDestroy(&op->work[k]));
  PetscCall(VecDestroy(&op->product));
  PetscCall(StencilDestroy(&op->s));
  PetscCall(PetscFree(op));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilCreateOperator(Stencil s, Mat *A)
{
  StencilOperator *op;
  const PetscInt   noffdiag = s->offdiag.at[s->offdiag.n];

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&op));
  op->s = s;
  s->references++;
  PetscCall(PetscCalloc6(s->classes.at[s->classes.n], &op->value, s->classes.row[s->classes.n],
                         &op->inverse, noffdiag, &op->offdiag, s->nghosts, &op->ghost_inverse,
                         s->nghosts, &op->ghost, s->nghosts, &op->ghost_p));
  PetscCall(MatCreateShell(s->comm, s->n, s->n, PETSC_DETERMINE, PETSC_DETERMINE, op, A));
  PetscCall(MatShellSetOperation(*A, MATOP_MULT, (void (*)(void))Mult_Stencil));
  PetscCall(MatShellSetOperation(*A, MATOP_MULT_ADD, (void (*)(void))MultAdd_Stencil));
  PetscCall(MatShellSetOperation(*A, MATOP_GET_DIAGONAL, (void (*)(void))GetDiagonal_Stencil));
  PetscCall(MatShellSetOperation(*A, MATOP_GETINFO, (void (*)(void))GetInfo_Stencil));
  PetscCall(MatShellSetOperation(*A, MATOP_DESTROY, (void (*)(void))Destroy_Stencil));
  PetscCall(MatSetOption(*A, MAT_SPD, PETSC_TRUE));
  PetscCall(PetscObjectComposeFunction((PetscObject)*A, "IsStencil_C", StencilQuadraticForm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MatIsStencil(Mat A, PetscBool *is)
{
  void (*mark)(void);

  PetscFunctionBeginUser;
  PetscCall(PetscObjectQueryFunction((PetscObject)A, "IsStencil_C", &mark));
  *is = (PetscBool)(mark != NULL);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilCreateAssembled(Stencil s, Mat *A)
{
  const NodeClasses *c = &s->classes;
  PetscInt          *diag, *offdiag;
  RowChunk           p = {0};

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(s->n, &diag, s->n, &offdiag));
  while (next_row_chunk(s, &p))
    for (PetscInt i = 0; i < p.n; i++) diag[p.first + i] = c->ptr[p.class + 1] - c->ptr[p.class];
  for (PetscInt k = 0; k < s->offdiag.n; k++)
    for (PetscInt i = s->offdiag.at[k]; i < s->offdiag.at[k + 1]; i++)
      ++*(s->offdiag.column[i] < 0 ? &diag[s->offdiag.row[k]] : &offdiag[s->offdiag.row[k]]);
  PetscCall(
    MatCreateAIJ(s->comm, s->n, s->n, PETSC_DETERMINE, PETSC_DETERMINE, 0, diag, 0, offdiag, A));
  PetscCall(PetscFree2(diag, offdiag));
  PetscCall(MatSetOption(*A, MAT_SPD, PETSC_TRUE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes value[n] = sum over t of c[t] of[t][n]. */
static void combine_values(PetscInt n, const PetscReal c[], PetscReal *const of[],
                           PetscReal value[])
{
  for (PetscInt i = 0; i < n; i++) {
    value[i] = 0;
    for (int t = 0; t < STENCIL_TERMS; t++) value[i] += c[t] * of[t][i];
  }
}

/* StencilCombine() for an assembled matrix. */
static PetscErrorCode FillAssembled(Stencil s, const PetscReal c[], Mat A)
{
  const NodeClasses *k        = &s->classes;
  const PetscInt     noffdiag = s->offdiag.at[s->offdiag.n];
  PetscReal         *values, *offdiag_entries;
  PetscInt          *columns, max_columns = 0;
  RowChunk           p = {0};

  PetscFunctionBeginUser;
  for (PetscInt j = 0; j < k->n; j++)
    max_columns = PetscMax(max_columns, k->ptr[j + 1] - k->ptr[j]);
  for (PetscInt j = 0; j < s->offdiag.n; j++)
    max_columns = PetscMax(max_columns, s->offdiag.at[j + 1] - s->offdiag.at[j]);
  PetscCall(PetscMalloc3(k->at[k->n], &values, noffdiag, &offdiag_entries, max_columns, &columns));
  combine_values(k->at[k->n], c, k->value, values);
  if (noffdiag) combine_values(noffdiag, c, s->offdiag.value, offdiag_entries);
  /* a node's values are stored column by column */
  PetscCall(MatSetOption(A, MAT_ROW_ORIENTED, PETSC_FALSE));
  while (next_row_chunk(s, &p)) {
    const PetscInt at = k->ptr[p.class], n = k->ptr[p.class + 1] - at,
                   rows = class_rows(k, p.class);

    for (PetscInt i = p.first; i < p.first + p.n; i += rows) {
      PetscInt row[MAX_ROWS];

      for (PetscInt j = 0; j < rows; j++) row[j] = s->first + i + j;
      for (PetscInt j = 0; j < n; j++) columns[j] = row[0] + k->distance[at + j];
      PetscCall(MatSetValues(A, rows, row, n, columns, values + k->at[p.class], INSERT_VALUES));
    }
  }
  for (PetscInt j = 0; j < s->offdiag.n; j++) {
    const PetscInt row = s->first + s->offdiag.row[j], at = s->offdiag.at[j],
                   n = s->offdiag.at[j + 1] - at;

    for (PetscInt i = 0; i < n; i++)
      columns[i] = StencilOffDiagColumn(s, s->offdiag.column[at + i]);
    PetscCall(MatSetValues(A, 1, &row, n, columns, offdiag_entries + at, INSERT_VALUES));
  }
  PetscCall(PetscFree3(values, offdiag_entries, columns));
  PetscCall(MatSetOption(A, MAT_ROW_ORIENTED, PETSC_TRUE));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilCombine(Stencil s, const PetscReal c[STENCIL_TERMS], Mat A)
{
  PetscBool        shell = PETSC_FALSE;
  StencilOperator *op;

  PetscFunctionBeginUser;
  PetscCall(MatIsStencil(A, &shell));
  if (!shell) {
    PetscCall(FillAssembled(s, c, A));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MatShellGetContext(A, &op));
  combine_values(s->classes.at[s->classes.n], c, s->classes.value, op->value);
  if (s->offdiag.n) combine_values(s->offdiag.at[s->offdiag.n], c, s->offdiag.value, op->offdiag);
  class_diagonals(op, op->inverse);
  for (PetscInt k = 0; k < s->classes.row[s->classes.n]; k++)
    op->inverse[k] = op->inverse[k] != 0 ? 1 / op->inverse[k] : 1;
  op->has_inverse = op->has_single = PETSC_FALSE;
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY)); /* solvers see that A has changed */
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- stencil quadratic form ------------------------------------------------------------------ */

/* Computes the quadratic form of an operator in one pass.

   The pass writes no vector. If nodes have one row and A is symmetric, x . A x is the sum over
   the rows i of s_i x_i^2 minus the sum of a_ij (x_i - x_j)^2 over j > i, where s_i is the sum
   of row i. This reads half of the entries. For long waves it keeps more digits than products,
   which almost vanish. Dofs of a node have different units, so that differences make no sense:
   for nodes of several rows the file computes x . (A x). */

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
