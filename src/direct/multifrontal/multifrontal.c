/* multifrontal.c: the numeric multifrontal factorization with delayed pivots, and its solves.

   Duff & Reid 1983; Liu 1992. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "multifrontal.h"
#include "dense_front.h"
#include "math/wide.h"
#include <string.h>

/* Factors of a front: pivots rows of length size with U and the L of the pivots, then size - pivots
   rows of length pivots with the rest of L. The diagonal has the inverse pivots. */
typedef struct {
  PetscInt pivots, size, first; /* first: index of its rows and columns */
  size_t   values;
} FrontFactor;

/* Contribution block of a front: delayed pivots, then its border, as a square matrix. */
typedef struct {
  PetscInt front, delayed, size, first; /* first: index of the delayed rows and columns */
  size_t   values;
} Contribution;

struct _n_Multifrontal {
  SymbolicFactor   e;
  FrontFactor     *factor;       /* [e.nfronts] */
  PetscInt        *row, *column; /* of all fronts, in the order of pivots */
  PetscInt         nindices, indices_capacity;
  PetscScalar     *value;
  size_t           nvalues, values_capacity;
  const PetscReal *scale;        /* [e.n] of rows, borrowed */
  Contribution    *contribution; /* stack; the arrays below belong to it */
  PetscInt         ncontributions, *delayed_row, *delayed_column, ndelayed, delayed_capacity;
  PetscScalar     *contribution_value;
  size_t           ncontribution_values, contribution_values_capacity;
  PetscScalar     *A, *x; /* present front; its part of a solution */
  PetscInt         front_capacity;
};

PetscErrorCode MultifrontalCreate(const Sparsity *s, Multifrontal *out)
{
  Multifrontal f;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&f));
  PetscCall(SymbolicFactorCreate(s, &f->e));
  *out = f;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MultifrontalDestroy(Multifrontal *out)
{
  Multifrontal f = *out;

  PetscFunctionBeginUser;
  if (!f) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SymbolicFactorDestroy(&f->e));
  PetscCall(PetscFree(f->factor));
  PetscCall(PetscFree(f->contribution));
  PetscCall(PetscFree(f->row));
  PetscCall(PetscFree(f->column));
  PetscCall(PetscFree(f->value));
  PetscCall(PetscFree(f->delayed_row));
  PetscCall(PetscFree(f->delayed_column));
  PetscCall(PetscFree(f->contribution_value));
  PetscCall(PetscFree(f->A));
  PetscCall(PetscFree(f->x));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const SymbolicFactor *MultifrontalGetSymbolic(Multifrontal f) { return &f->e; }

/* Grows an array by half if it is too small. */
static PetscErrorCode ReserveValues(size_t need, size_t *capacity, PetscScalar **values)
{
  PetscFunctionBeginUser;
  if (need <= *capacity) PetscFunctionReturn(PETSC_SUCCESS);
  *capacity = need + need / 2;
  PetscCall(PetscRealloc(*capacity * sizeof **values, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReserveIndices(PetscInt need, PetscInt *capacity, PetscInt **a, PetscInt **b)
{
  PetscFunctionBeginUser;
  if (need <= *capacity) PetscFunctionReturn(PETSC_SUCCESS);
  *capacity = need + need / 2;
  PetscCall(PetscRealloc((size_t)*capacity * sizeof **a, a));
  PetscCall(PetscRealloc((size_t)*capacity * sizeof **b, b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AllocateFactors(Multifrontal f)
{
  const SymbolicFactor *e = &f->e;

  PetscFunctionBeginUser;
  f->nindices = f->ncontributions = f->ndelayed = 0;
  f->nvalues = f->ncontribution_values = 0;
  if (f->factor) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(e->nfronts, &f->factor));
  PetscCall(PetscMalloc1(e->nfronts, &f->contribution));
  f->values_capacity = (size_t)e->values;
  PetscCall(PetscMalloc1(f->values_capacity, &f->value));
  f->indices_capacity = e->front[e->nfronts].first;
  PetscCall(PetscMalloc1(f->indices_capacity, &f->row));
  PetscCall(PetscMalloc1(f->indices_capacity, &f->column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Number of runs that are prefetched, because entries are not read in the order of memory. */
enum { AHEAD = FRONT_PREFETCH_RUNS };

/* Returns the values from entry k on, which are of one part. */
static inline const PetscScalar *values_of(const MultifrontalValues *v, PetscInt k)
{
  int p = 0;

  for (; p + 1 < MULTIFRONTAL_PARTS && k >= v->size[p]; p++) k -= v->size[p] + 1;
  return v->part[p] + k;
}

/* to = factor * from, for the short rows of nodes. */
static ALWAYS_INLINE void copy_scaled(PetscInt n, PetscScalar factor,
                                      const PetscScalar *restrict from, PetscScalar *restrict to)
{
  PetscInt i = 0;

  for (; i + 4 <= n; i += 4)
    for (PetscInt k = i; k < i + 4; k++) to[k] = factor * from[k];
  if (i + 2 <= n) {
    to[i]     = factor * from[i];
    to[i + 1] = factor * from[i + 1];
    i += 2;
  }
  if (i < n) to[i] = factor * from[i];
}

/* to[rows][n] = from, whose rows are stride apart. */
SIMD_CLONES static void copy_rows(PetscInt rows, PetscInt n, PetscInt stride,
                                  const PetscScalar from[], PetscScalar to[])
{
  for (PetscInt i = 0; i < rows; i++) copy_scaled(n, 1, from + i * stride, to + i * n);
}

/* Loads scaled entries of the matrix into f->A, after the rows and columns of delayed pivots. */
SIMD_CLONES static void load_entries(Multifrontal f, const Front *front,
                                     const MultifrontalValues *v, PetscInt delayed)
{
  const FrontRun *run = f->e.run + front->runs, *end = f->e.run + front[1].runs;
  const PetscInt  stride  = dense_front_stride(front->size + delayed),
                 *unknown = f->e.unknown + front->first;
  PetscScalar *first      = f->A + delayed * stride + delayed;

  for (; run < end; run++) {
    PREFETCH(values_of(v, run[AHEAD].from));
    copy_scaled(run->n, f->scale[unknown[run->row]], values_of(v, run->from),
                first + run->row * stride + run->column);
  }
}

/* to += from, for short rows. */
static ALWAYS_INLINE void add_short_row(PetscInt n, const PetscScalar *restrict from,
                                        PetscScalar *restrict to)
{
  PetscInt i = 0;

  for (; i + 4 <= n; i += 4)
    for (PetscInt k = i; k < i + 4; k++) to[k] += from[k];
  for (; i < n; i++) to[i] += from[i];
}

/* Contribution block of a child in the front of its parent: its delayed unknowns start at
   delayed_at, those of its border lie at own_at + place[]. */
typedef struct {
  PetscInt        size, ndelayed, delayed_at, own_at;
  const PetscInt *place; /* [size - ndelayed] */
} ChildBlock;

/* A += block[size][size], scattered. */
SIMD_CLONES static void add_child_block(const ChildBlock *s, const PetscScalar *block,
                                        PetscInt stride, PetscScalar A[])
{
  const PetscInt nborder = s->size - s->ndelayed, *place = s->place;
  /* places are consecutive */
  const PetscBool contiguous = (PetscBool)(nborder && place[nborder - 1] - place[0] == nborder - 1);

  for (PetscInt i = 0; i < s->size; i++, block += s->size) {
    PetscScalar *to =
      A + (i < s->ndelayed ? s->delayed_at + i : s->own_at + place[i - s->ndelayed]) * stride;

    add_short_row(s->ndelayed, block, to + s->delayed_at);
    if (contiguous) add_short_row(nborder, block + s->ndelayed, to + s->own_at + place[0]);
    else
      for (PetscInt j = 0; j < nborder; j++) to[s->own_at + place[j]] += block[s->ndelayed + j];
  }
}

/* Extend-add: adds the contribution block on top of the stack to the front of size n. Its delayed
   unknowns start at `at`; the front's own unknowns start at `delayed`. */
static void extend_add(Multifrontal f, PetscInt n, PetscInt delayed, PetscInt at, PetscInt row[],
                       PetscInt column[])
{
  const Contribution *l       = &f->contribution[f->ncontributions - 1];
  const PetscInt      nborder = l->size - l->delayed;
  const ChildBlock    block   = {l->size, l->delayed, at, delayed,
                                 f->e.place + f->e.front[l->front + 1].first - nborder};

  for (PetscInt i = 0; i < l->delayed; i++) {
    row[at + i]    = f->delayed_row[l->first + i];
    column[at + i] = f->delayed_column[l->first + i];
  }
  add_child_block(&block, f->contribution_value + l->values, dense_front_stride(n), f->A);
}

/* Assembles front k of size *n into f->A; its first *fully_summed rows and columns may be
   eliminated. Its rows and columns start at f->nindices. */
static PetscErrorCode AssembleFront(Multifrontal f, PetscInt k, const MultifrontalValues *v,
                                    PetscInt *n, PetscInt *fully_summed)
{
  const Front *front   = &f->e.front[k];
  PetscInt     delayed = 0, at;

  PetscFunctionBeginUser;
  for (PetscInt c = 1; c <= front->children; c++)
    delayed += f->contribution[f->ncontributions - c].delayed;
  *n            = front->size + delayed;
  *fully_summed = front->pivots + delayed;
  if (*n > f->front_capacity) {
    f->front_capacity = 2 * *n;
    PetscCall(PetscFree(f->A));
    PetscCall(PetscFree(f->x));
    PetscCall(PetscMalloc1(
      (size_t)f->front_capacity * (size_t)dense_front_stride(f->front_capacity), &f->A));
    PetscCall(PetscMalloc1(f->front_capacity, &f->x));
  }
  PetscCall(ReserveIndices(f->nindices + *n, &f->indices_capacity, &f->row, &f->column));
  memset(f->A, 0, (size_t)*n * (size_t)dense_front_stride(*n) * sizeof *f->A);
  for (PetscInt r = 0; r < front->size; r++)
    f->row[f->nindices + delayed + r] = f->column[f->nindices + delayed + r] =
      f->e.unknown[front->first + r];
  load_entries(f, front, v, delayed);
  at = 0;
  for (PetscInt c = 0; c < front->children; c++) {
    const Contribution *l = &f->contribution[f->ncontributions - 1];

    extend_add(f, *n, delayed, at, f->row + f->nindices, f->column + f->nindices);
    at += l->delayed;
    f->ncontribution_values = l->values;
    f->ndelayed             = l->first;
    f->ncontributions--;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Stores the factors of front k, and pushes its contribution block on the stack. */
static PetscErrorCode StoreFront(Multifrontal f, PetscInt k, PetscInt n, PetscInt fully_summed,
                                 PetscInt pivots)
{
  const size_t   upper = (size_t)pivots * (size_t)n, lower = (size_t)pivots * (size_t)(n - pivots);
  const PetscInt size = n - pivots, stride = dense_front_stride(n);
  PetscScalar   *to;

  PetscFunctionBeginUser;
  f->factor[k] =
    (FrontFactor){.pivots = pivots, .size = n, .first = f->nindices, .values = f->nvalues};
  PetscCall(ReserveValues(f->nvalues + upper + lower, &f->values_capacity, &f->value));
  to = f->value + f->nvalues;
  copy_rows(pivots, n, stride, f->A, to);
  for (PetscInt i = 0; i < pivots; i++) to[i * n + i] = 1 / to[i * n + i];
  copy_rows(size, pivots, stride, f->A + pivots * stride, to + upper);
  f->nvalues += upper + lower;
  PetscCall(ReserveIndices(f->ndelayed + fully_summed - pivots, &f->delayed_capacity,
                           &f->delayed_row, &f->delayed_column));
  PetscCall(ReserveValues(f->ncontribution_values + (size_t)size * (size_t)size,
                          &f->contribution_values_capacity, &f->contribution_value));
  for (PetscInt i = pivots; i < fully_summed; i++) {
    f->delayed_row[f->ndelayed + i - pivots]    = f->row[f->nindices + i];
    f->delayed_column[f->ndelayed + i - pivots] = f->column[f->nindices + i];
  }
  to = f->contribution_value + f->ncontribution_values;
  copy_rows(size, size, stride, f->A + pivots * stride + pivots, to);
  f->contribution[f->ncontributions++] = (Contribution){.front   = k,
                                                        .delayed = fully_summed - pivots,
                                                        .size    = size,
                                                        .first   = f->ndelayed,
                                                        .values  = f->ncontribution_values};
  f->ndelayed += fully_summed - pivots;
  f->ncontribution_values += (size_t)size * (size_t)size;
  f->nindices += n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finishes a root: passes its contribution to the Schur complement. */
static PetscErrorCode FinishRoot(Multifrontal f, MultifrontalSchurFn add_schur, void *context,
                                 PetscInt *failed, PetscBool delayed[])
{
  const Contribution *l       = &f->contribution[--f->ncontributions];
  const Front        *front   = &f->e.front[l->front];
  const PetscInt     *unknown = f->e.unknown + front->first + front->pivots;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < l->delayed && delayed; i++)
    delayed[f->delayed_column[l->first + i]] = PETSC_TRUE;
  *failed += l->delayed;
  f->ncontribution_values = l->values;
  f->ndelayed             = l->first;
  if (l->delayed || !l->size) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < l->size; i++)
    for (PetscInt j = 0; j < l->size; j++)
      f->contribution_value[l->values + (size_t)(i * l->size + j)] /= f->scale[unknown[i]];
  PetscCall(add_schur(context, l->size, unknown, f->contribution_value + l->values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MultifrontalFactor(Multifrontal f, const MultifrontalValues *values,
                                  MultifrontalSchurFn add_schur, void *context, PetscInt *failed,
                                  PetscBool delayed[])
{
  PetscFunctionBeginUser;
  *failed = 0;
  PetscCall(AllocateFactors(f));
  f->scale = values->scale;
  for (PetscInt k = 0; k < f->e.nfronts; k++) {
    const PetscBool root = (PetscBool)(f->e.front[k].parent == GRAPH_NONE);
    PetscInt        n, fully_summed, pivots;

    PetscCall(AssembleFront(f, k, values, &n, &fully_summed));
    pivots =
      DenseFrontEliminate(n, fully_summed, root ? values->root_threshold : MULTIFRONTAL_THRESHOLD,
                          f->A, f->row + f->nindices, f->column + f->nindices);
    PetscCall(StoreFront(f, k, n, fully_summed, pivots));
    if (root) PetscCall(FinishRoot(f, add_schur, context, failed, delayed));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns a . b of short rows; the products in a register do not wait for each other. */
static ALWAYS_INLINE PetscScalar dot_product(PetscInt n, const PetscScalar a[],
                                             const PetscScalar b[])
{
  enum { LANES = 4 };
  PetscScalar sum[LANES] = {0, 0, 0, 0}, tail = 0;
  PetscInt    j = 0;

  for (; j + LANES <= n; j += LANES)
    for (int c = 0; c < LANES; c++) sum[c] += a[j + c] * b[j + c];
  for (; j < n; j++) tail += a[j] * b[j];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]) + tail;
}

/* Number of the last unknowns whose products are subtracted one by one, the latest last. A solve
   waits for the latest unknown, and then for one product and one difference. */
enum { NEAR = 8 };

/* Forward solve of one front: b has its rows, x its pivots. */
SIMD_CLONES static void forward_solve_front(const FrontFactor *a, const PetscInt row[],
                                            const PetscScalar value[], PetscScalar x[],
                                            PetscScalar b[])
{
  const PetscInt     pivots = a->pivots;
  const PetscScalar *lower  = value;

  for (PetscInt i = 0; i < pivots; i++) x[i] = b[row[i]];
  for (PetscInt i = 1; i < pivots; i++) {
    const PetscInt near = PetscMax(0, i - NEAR);
    PetscScalar    sum  = x[i];

    lower += a->size;
    if (near) sum -= dot_product(near, lower, x);
    for (PetscInt j = near; j < i; j++) sum -= lower[j] * x[j];
    x[i] = b[row[i]] = sum;
  }
  lower = value + (size_t)pivots * (size_t)a->size;
  for (PetscInt i = pivots; i < a->size; i++, lower += pivots)
    b[row[i]] -= dot_product(pivots, lower, x);
}

PetscErrorCode MultifrontalForwardSolve(Multifrontal f, PetscScalar b[])
{
  PetscFunctionBeginUser;
  for (PetscInt r = 0; r < f->e.neliminated; r++) b[r] *= f->scale[r];
  for (PetscInt k = 0; k < f->e.nfronts; k++)
    forward_solve_front(&f->factor[k], f->row + f->factor[k].first, f->value + f->factor[k].values,
                        f->x, b);
  for (PetscInt r = f->e.neliminated; r < f->e.n; r++) b[r] /= f->scale[r];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prefetches the values of a small factor; processors do not predict descending addresses. */
static ALWAYS_INLINE void prefetch_factor(const FrontFactor *a, const PetscScalar value[])
{
  enum { LINE = 8, MOST = 1024 };
  const size_t n = (size_t)a->pivots * (size_t)a->size;

  for (size_t k = 0; k < n && n <= MOST; k += LINE) PREFETCH(value + a->values + k);
}

/* Backward solve of one front: x has its columns, front_x is a work array of its size. The known
   part goes first, because its products wait for no other result. */
SIMD_CLONES static void backward_solve_front(const FrontFactor *a, const PetscInt row[],
                                             const PetscInt column[], const PetscScalar value[],
                                             const PetscScalar b[], PetscScalar front_x[],
                                             PetscScalar x[])
{
  const PetscInt     pivots = a->pivots, nborder = a->size - pivots;
  const PetscScalar *u = value;

  for (PetscInt j = pivots; j < a->size; j++) front_x[j] = x[column[j]];
  for (PetscInt i = 0; i < pivots; i++, u += a->size)
    front_x[i] = b[row[i]] - dot_product(nborder, u + pivots, front_x + pivots);
  for (PetscInt i = pivots - 1; i >= 0; i--) {
    const PetscInt near = PetscMin(pivots, i + 1 + NEAR);
    PetscScalar    sum  = front_x[i];

    u -= a->size;
    if (near < pivots) sum -= dot_product(pivots - near, u + near, front_x + near);
    for (PetscInt j = near - 1; j > i; j--) sum -= u[j] * front_x[j];
    front_x[i] = x[column[i]] = sum * u[i];
  }
}

PetscErrorCode MultifrontalBackwardSolve(Multifrontal f, const PetscScalar b[], PetscScalar x[])
{
  PetscFunctionBeginUser;
  for (PetscInt k = f->e.nfronts - 1; k >= 0; k--) {
    const FrontFactor *a = &f->factor[k];

    if (k) prefetch_factor(&f->factor[k - 1], f->value);
    backward_solve_front(a, f->row + a->first, f->column + a->first, f->value + a->values, b, f->x,
                         x);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
