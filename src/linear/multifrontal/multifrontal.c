/* multifrontal.c: see multifrontal.h. The multifrontal method (Duff & Reid 1983; Liu 1992) with pivots put off. */
#include "multifrontal.h"
#include "dense_front.h"
#include "math/wide.h"
#include <string.h>

/* A front that has been eliminated: U with L below, pivots rows of size; then the rest of L, size - pivots rows of
   pivots. */
typedef struct {
  PetscInt pivots, size, first; /* first: of its rows and columns */
  size_t   values;
} Factor;

/* What a front has left for its parent: pivots that are put off, then the unknowns that it touches, as a square matrix. */
typedef struct {
  PetscInt front, late, size, first; /* first: of the late ones' rows and columns */
  size_t   values;
} Left;

struct _n_Fronts {
  Elimination      e;
  Factor          *factor;       /* [e.nfronts] */
  PetscInt        *row, *column; /* of fronts, in the order of pivots */
  PetscInt         nindices, mindices;
  PetscScalar     *value;
  size_t           nvalues, mvalues;
  const PetscReal *scale; /* [e.n] of rows, borrowed */
  Left            *left;  /* a stack, as are what it has: */
  PetscInt         nleft, *late_row, *late_column, nlate, mlate;
  PetscScalar     *rest;
  size_t           nrest, mrest;
  PetscScalar     *A, *x; /* the front under way; its part of a solution */
  PetscInt         mA;
};

PetscErrorCode FrontsCreate(const Sparsity *s, Fronts *out)
{
  Fronts f;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&f));
  PetscCall(EliminationCreate(s, &f->e));
  *out = f;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FrontsDestroy(Fronts *out)
{
  Fronts f = *out;

  PetscFunctionBeginUser;
  if (!f) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(EliminationDestroy(&f->e));
  PetscCall(PetscFree(f->factor));
  PetscCall(PetscFree(f->left));
  PetscCall(PetscFree(f->row));
  PetscCall(PetscFree(f->column));
  PetscCall(PetscFree(f->value));
  PetscCall(PetscFree(f->late_row));
  PetscCall(PetscFree(f->late_column));
  PetscCall(PetscFree(f->rest));
  PetscCall(PetscFree(f->A));
  PetscCall(PetscFree(f->x));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Elimination *FrontsElimination(Fronts f) { return &f->e; }

/* Room for more numbers; grown by half. */
static PetscErrorCode Reserve(size_t need, size_t *most, PetscScalar **values)
{
  PetscFunctionBeginUser;
  if (need <= *most) PetscFunctionReturn(PETSC_SUCCESS);
  *most = need + need / 2;
  PetscCall(PetscRealloc(*most * sizeof **values, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReservePairs(PetscInt need, PetscInt *most, PetscInt **a, PetscInt **b)
{
  PetscFunctionBeginUser;
  if (need <= *most) PetscFunctionReturn(PETSC_SUCCESS);
  *most = need + need / 2;
  PetscCall(PetscRealloc((size_t)*most * sizeof **a, a));
  PetscCall(PetscRealloc((size_t)*most * sizeof **b, b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Prepare(Fronts f)
{
  const Elimination *e = &f->e;

  PetscFunctionBeginUser;
  f->nindices = f->nleft = f->nlate = 0;
  f->nvalues = f->nrest = 0;
  if (f->factor) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(e->nfronts, &f->factor));
  PetscCall(PetscMalloc1(e->nfronts, &f->left));
  f->mvalues = (size_t)e->values;
  PetscCall(PetscMalloc1(f->mvalues, &f->value));
  f->mindices = e->front[e->nfronts].first;
  PetscCall(PetscMalloc1(f->mindices, &f->row));
  PetscCall(PetscMalloc1(f->mindices, &f->column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What is not read in the order of memory is sent for before: entries, so many runs ahead. */
enum { AHEAD = FRONT_RUNS_AHEAD };

/* The values of entries from number k on, which are of one part. */
static inline const PetscScalar *values_of(const FrontsValues *v, PetscInt k)
{
  int p = 0;

  for (; p + 1 < FRONTS_PARTS && k >= v->size[p]; p++) k -= v->size[p] + 1;
  return v->part[p] + k;
}

/* to = factor from, of rows that are short, those of nodes. */
static ALWAYS_INLINE void copy(PetscInt n, PetscScalar factor, const PetscScalar *restrict from,
                               PetscScalar *restrict to)
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
SIMD_CLONES static void copy_rows(PetscInt rows, PetscInt n, PetscInt stride, const PetscScalar from[],
                                  PetscScalar to[])
{
  for (PetscInt i = 0; i < rows; i++) copy(n, 1, from + i * stride, to + i * n);
}

/* Entries of the matrix into f->A, behind rows and columns of late ones, times the scale of their rows. */
SIMD_CLONES static void enter(Fronts f, const Front *front, const FrontsValues *v, PetscInt late)
{
  const FrontRun *run = f->e.run + front->runs, *end = f->e.run + front[1].runs;
  const PetscInt  stride = dense_stride(front->size + late), *unknown = f->e.unknown + front->first;
  PetscScalar    *first = f->A + late * stride + late;

  for (; run < end; run++) {
    PREFETCH(values_of(v, run[AHEAD].from));
    copy(run->n, f->scale[unknown[run->row]], values_of(v, run->from), first + run->row * stride + run->column);
  }
}

/* to += from, of rows that are short. */
static ALWAYS_INLINE void add(PetscInt n, const PetscScalar *restrict from, PetscScalar *restrict to)
{
  PetscInt i = 0;

  for (; i + 4 <= n; i += 4)
    for (PetscInt k = i; k < i + 4; k++) to[k] += from[k];
  for (; i < n; i++) to[i] += from[i];
}

/* What a child leaves, in the front of its parent: first its late unknowns, from number at on, then those that it touches, which come
   at late + place[]. */
typedef struct {
  PetscInt        size, before, at, late;
  const PetscInt *place; /* [size - before] */
} Share;

/* A += rest[size][size] */
SIMD_CLONES static void add_share(const Share *s, const PetscScalar *rest, PetscInt stride, PetscScalar A[])
{
  const PetscInt  left = s->size - s->before, *place = s->place;
  const PetscBool side = (PetscBool)(left && place[left - 1] - place[0] == left - 1); /* they are side by side */

  for (PetscInt i = 0; i < s->size; i++, rest += s->size) {
    PetscScalar *to = A + (i < s->before ? s->at + i : s->late + place[i - s->before]) * stride;

    add(s->before, rest, to + s->at);
    if (side) add(left, rest + s->before, to + s->late + place[0]);
    else
      for (PetscInt j = 0; j < left; j++) to[s->late + place[j]] += rest[s->before + j];
  }
}

/* Add what the child on top of the stack has left; at: where its late unknowns come in the front of size n, whose own unknowns begin at
   late. */
static void add_child(Fronts f, PetscInt n, PetscInt late, PetscInt at, PetscInt row[], PetscInt column[])
{
  const Left    *l     = &f->left[f->nleft - 1];
  const PetscInt left  = l->size - l->late;
  const Share    share = {l->size, l->late, at, late, f->e.place + f->e.front[l->front + 1].first - left};

  for (PetscInt i = 0; i < l->late; i++) {
    row[at + i]    = f->late_row[l->first + i];
    column[at + i] = f->late_column[l->first + i];
  }
  add_share(&share, f->rest + l->values, dense_stride(n), f->A);
}

/* f->A = the front k, of size *n, of which the first *own may be eliminated; its rows and columns from f->nindices on. */
static PetscErrorCode Assemble(Fronts f, PetscInt k, const FrontsValues *v, PetscInt *n, PetscInt *own)
{
  const Front *front = &f->e.front[k];
  PetscInt     late  = 0, at;

  PetscFunctionBeginUser;
  for (PetscInt c = 1; c <= front->children; c++) late += f->left[f->nleft - c].late;
  *n   = front->size + late;
  *own = front->pivots + late;
  if (*n > f->mA) {
    f->mA = 2 * *n;
    PetscCall(PetscFree(f->A));
    PetscCall(PetscFree(f->x));
    PetscCall(PetscMalloc1((size_t)f->mA * (size_t)dense_stride(f->mA), &f->A));
    PetscCall(PetscMalloc1(f->mA, &f->x));
  }
  PetscCall(ReservePairs(f->nindices + *n, &f->mindices, &f->row, &f->column));
  memset(f->A, 0, (size_t)*n * (size_t)dense_stride(*n) * sizeof *f->A);
  for (PetscInt r = 0; r < front->size; r++)
    f->row[f->nindices + late + r] = f->column[f->nindices + late + r] = f->e.unknown[front->first + r];
  enter(f, front, v, late);
  at = 0;
  for (PetscInt c = 0; c < front->children; c++) {
    const Left *l = &f->left[f->nleft - 1];

    add_child(f, *n, late, at, f->row + f->nindices, f->column + f->nindices);
    at += l->late;
    f->nrest = l->values;
    f->nlate = l->first;
    f->nleft--;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keep the factors of the front k with its pivots, and put what is left of it on the stack. */
static PetscErrorCode Store(Fronts f, PetscInt k, PetscInt n, PetscInt own, PetscInt pivots)
{
  const size_t   upper = (size_t)pivots * (size_t)n, lower = (size_t)pivots * (size_t)(n - pivots);
  const PetscInt left = n - pivots, stride = dense_stride(n);
  PetscScalar   *to;

  PetscFunctionBeginUser;
  f->factor[k] = (Factor){.pivots = pivots, .size = n, .first = f->nindices, .values = f->nvalues};
  PetscCall(Reserve(f->nvalues + upper + lower, &f->mvalues, &f->value));
  to = f->value + f->nvalues;
  copy_rows(pivots, n, stride, f->A, to);
  copy_rows(left, pivots, stride, f->A + pivots * stride, to + upper);
  f->nvalues += upper + lower;
  PetscCall(ReservePairs(f->nlate + own - pivots, &f->mlate, &f->late_row, &f->late_column));
  PetscCall(Reserve(f->nrest + (size_t)left * (size_t)left, &f->mrest, &f->rest));
  for (PetscInt i = pivots; i < own; i++) {
    f->late_row[f->nlate + i - pivots]    = f->row[f->nindices + i];
    f->late_column[f->nlate + i - pivots] = f->column[f->nindices + i];
  }
  to = f->rest + f->nrest;
  copy_rows(left, left, stride, f->A + pivots * stride + pivots, to);
  f->left[f->nleft++] = (Left){.front = k, .late = own - pivots, .size = left, .first = f->nlate, .values = f->nrest};
  f->nlate += own - pivots;
  f->nrest += (size_t)left * (size_t)left;
  f->nindices += n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A root: what it has left of unknowns that stay goes out. */
static PetscErrorCode End(Fronts f, FrontsOutcome outcome, void *context, PetscInt *failed, PetscBool late[])
{
  const Left     *l       = &f->left[--f->nleft];
  const Front    *front   = &f->e.front[l->front];
  const PetscInt *unknown = f->e.unknown + front->first + front->pivots;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < l->late && late; i++) late[f->late_column[l->first + i]] = PETSC_TRUE;
  *failed += l->late;
  f->nrest = l->values;
  f->nlate = l->first;
  if (l->late || !l->size) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < l->size; i++)
    for (PetscInt j = 0; j < l->size; j++) f->rest[l->values + (size_t)(i * l->size + j)] /= f->scale[unknown[i]];
  PetscCall(outcome(context, l->size, unknown, f->rest + l->values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FrontsFactor(Fronts f, const FrontsValues *values, FrontsOutcome outcome, void *context,
                            PetscInt *failed, PetscBool late[])
{
  PetscFunctionBeginUser;
  *failed = 0;
  PetscCall(Prepare(f));
  f->scale = values->scale;
  for (PetscInt k = 0; k < f->e.nfronts; k++) {
    const PetscBool root = (PetscBool)(f->e.front[k].parent == GRAPH_NONE);
    PetscInt        n, own, pivots;

    PetscCall(Assemble(f, k, values, &n, &own));
    pivots =
      DenseEliminate(n, own, root ? values->least : FRONTS_LEAST, f->A, f->row + f->nindices, f->column + f->nindices);
    PetscCall(Store(f, k, n, own, pivots));
    if (root) PetscCall(End(f, outcome, context, failed, late));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* a . b, of rows that are short; products of a register do not wait for each other. */
static ALWAYS_INLINE PetscScalar product(PetscInt n, const PetscScalar a[], const PetscScalar b[])
{
  enum { LANES = 4 };
  PetscScalar sum[LANES] = {0, 0, 0, 0}, rest = 0;
  PetscInt    j = 0;

  for (; j + LANES <= n; j += LANES)
    for (int c = 0; c < LANES; c++) sum[c] += a[j + c] * b[j + c];
  for (; j < n; j++) rest += a[j] * b[j];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]) + rest;
}

/* Down one front: b of its rows. x: of its pivots. */
SIMD_CLONES static void solve_down(const Factor *a, const PetscInt row[], const PetscScalar value[], PetscScalar x[],
                                   PetscScalar b[])
{
  const PetscInt     pivots = a->pivots;
  const PetscScalar *left   = value;

  for (PetscInt i = 0; i < pivots; i++) x[i] = b[row[i]];
  for (PetscInt i = 1; i < pivots; i++) {
    PetscScalar sum = x[i];

    left += a->size;
    for (PetscInt j = 0; j < i; j++) sum -= left[j] * x[j];
    x[i] = b[row[i]] = sum;
  }
  left = value + (size_t)pivots * (size_t)a->size;
  for (PetscInt i = pivots; i < a->size; i++, left += pivots) b[row[i]] -= product(pivots, left, x);
}

PetscErrorCode FrontsSolveDown(Fronts f, PetscScalar b[])
{
  PetscFunctionBeginUser;
  for (PetscInt r = 0; r < f->e.kept; r++) b[r] *= f->scale[r];
  for (PetscInt k = 0; k < f->e.nfronts; k++)
    solve_down(&f->factor[k], f->row + f->factor[k].first, f->value + f->factor[k].values, f->x, b);
  for (PetscInt r = f->e.kept; r < f->e.n; r++) b[r] /= f->scale[r];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Send for the values of a small factor: what is below in memory processors do not foresee. */
static ALWAYS_INLINE void fetch(const Factor *a, const PetscScalar value[])
{
  enum { LINE = 8, MOST = 1024 };
  const size_t n = (size_t)a->pivots * (size_t)a->size;

  for (size_t k = 0; k < n && n <= MOST; k += LINE) PREFETCH(value + a->values + k);
}

/* Up one front: x of its columns. own: room for its size, theirs. What is known before goes first, as its products wait for
   nothing. */
SIMD_CLONES static void solve_up(const Factor *a, const PetscInt row[], const PetscInt column[],
                                 const PetscScalar value[], const PetscScalar b[], PetscScalar own[], PetscScalar x[])
{
  const PetscInt     pivots = a->pivots, rest = a->size - pivots;
  const PetscScalar *u = value;

  for (PetscInt j = pivots; j < a->size; j++) own[j] = x[column[j]];
  for (PetscInt i = 0; i < pivots; i++, u += a->size) own[i] = b[row[i]] - product(rest, u + pivots, own + pivots);
  for (PetscInt i = pivots - 1; i >= 0; i--) {
    u -= a->size;
    own[i] = x[column[i]] = (own[i] - product(pivots - 1 - i, u + i + 1, own + i + 1)) / u[i];
  }
}

PetscErrorCode FrontsSolveUp(Fronts f, const PetscScalar b[], PetscScalar x[])
{
  PetscFunctionBeginUser;
  for (PetscInt k = f->e.nfronts - 1; k >= 0; k--) {
    const Factor *a = &f->factor[k];

    if (k) fetch(&f->factor[k - 1], f->value);
    solve_up(a, f->row + a->first, f->column + a->first, f->value + a->values, b, f->x, x);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
