/* stencil.c: make a Stencil: find the classes of rows of assembled matrices; and the products with them. */
#include "aij.h"
#include "stencil_rows.h"

/* ---- classes ----------------------------------------------------------------------------------------------------- */

/* A row of the matrices, in columns of this rank: n entries, row its local number; value NULL: no such term. */
typedef struct {
  PetscInt           n, row;
  const PetscInt    *column;
  const PetscScalar *value[STENCIL_TERMS];
} Row;

/* Whether two rows have the same sum. A soft spring to ground may be less than rounding of the entries, but not of the
   sum of the row, which would be 0 without it. size: largest entry; rounding: relative difference that is allowed. */
static PetscBool same_sum(PetscInt n, const PetscScalar a[], const PetscReal b[], PetscReal size, PetscReal rounding)
{
  PetscReal of_a = 0, of_b = 0;

  for (PetscInt i = 0; i < n; i++) {
    of_a += a[i];
    of_b += b[i];
  }
  return (PetscBool)(PetscAbsReal(of_a - of_b) <=
                     4 * (PetscReal)n * PETSC_MACHINE_EPSILON * size + rounding * PetscAbsReal(of_b));
}

/* Whether row r is of class k. */
static PetscBool belongs(const Classes *c, PetscInt k, const Row *r)
{
  const PetscReal rounding =
    1e-10; /* difference of values that is allowed, relative to the largest: coordinates of nodes are rounded */
  const PetscInt first = c->ptr[k], n = c->ptr[k + 1] - first;

  if (n != r->n) return PETSC_FALSE;
  for (PetscInt i = 0; i < n; i++)
    if (r->column[i] - r->row != c->distance[first + i]) return PETSC_FALSE;
  for (int t = 0; t < STENCIL_TERMS; t++)
    for (PetscInt i = 0; i < n && r->value[t]; i++)
      if (PetscAbsReal(r->value[t][i] - c->value[t][first + i]) > rounding * c->size[t][k]) return PETSC_FALSE;
  for (int t = 0; t < STENCIL_TERMS; t++)
    if (r->value[t] && !same_sum(n, r->value[t], c->value[t] + first, c->size[t][k], rounding)) return PETSC_FALSE;
  return PETSC_TRUE;
}

static PetscErrorCode AddClass(Classes *c, const Row *r)
{
  const PetscInt first = c->ptr[c->n];

  PetscFunctionBeginUser;
  if (first + r->n > c->capacity) {
    c->capacity = 2 * (first + r->n);
    PetscCall(PetscRealloc(sizeof *c->distance * (size_t)c->capacity, &c->distance));
    for (int t = 0; t < STENCIL_TERMS; t++)
      PetscCall(PetscRealloc(sizeof **c->value * (size_t)c->capacity, &c->value[t]));
  }
  for (PetscInt i = 0; i < r->n; i++) c->distance[first + i] = r->column[i] - r->row;
  for (int t = 0; t < STENCIL_TERMS; t++) {
    c->size[t][c->n] = 0;
    for (PetscInt i = 0; i < r->n; i++) {
      c->value[t][first + i] = r->value[t] ? r->value[t][i] : 0;
      c->size[t][c->n]       = PetscMax(c->size[t][c->n], PetscAbsReal(c->value[t][first + i]));
    }
  }
  c->ptr[++c->n] = first + r->n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *class = class of row r, a new one if it is like none; -1: there are MAX_CLASSES already. recent[MAX_CLASSES]: the
   classes in the order of their last use, in which they are tried. */
static PetscErrorCode Classify(Classes *c, const Row *r, PetscInt recent[], PetscInt *class)
{
  PetscInt k = 0;

  PetscFunctionBeginUser;
  *class = -1;
  while (k < c->n && !belongs(c, recent[k], r)) k++;
  if (k == MAX_CLASSES) PetscFunctionReturn(PETSC_SUCCESS);
  if (k == c->n) {
    PetscCall(AddClass(c, r));
    recent[k] = k;
  }
  *class = recent[k];
  for (; k > 0; k--) recent[k] = recent[k - 1];
  recent[0] = *class;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* s->classes, run, nruns, ahead. *few false: there are too many classes, and s is not complete. */
static PetscErrorCode FindRuns(Stencil s, const Mat inner[], PetscBool *few)
{
  const PetscScalar *values[STENCIL_TERMS] = {NULL};
  const PetscInt    *ia, *ja;
  PetscInt           n, recent[MAX_CLASSES] = {0}, capacity = 0;
  PetscBool          done;
  Mat                pattern = NULL;

  PetscFunctionBeginUser;
  *few = PETSC_TRUE;
  for (int t = STENCIL_TERMS - 1; t >= 0; t--)
    if (inner[t]) {
      pattern = inner[t];
      PetscCall(MatSeqAIJGetArrayRead(inner[t], &values[t]));
    }
  PetscCall(MatGetRowIJ(pattern, 0, PETSC_FALSE, PETSC_FALSE, &n, &ia, &ja, &done));
  for (PetscInt i = 0; i < s->n && *few; i++) {
    Row r = {.n = ia[i + 1] - ia[i], .row = i, .column = ja + ia[i]};
    PetscInt class;

    for (int t = 0; t < STENCIL_TERMS; t++) r.value[t] = inner[t] ? values[t] + ia[i] : NULL;
    PetscCall(Classify(&s->classes, &r, recent, &class));
    if (class < 0) *few = PETSC_FALSE;
    if (class < 0 || (s->nruns && s->run[s->nruns - 1].class == class)) continue;
    if (s->nruns + 1 >= capacity) {
      capacity = 2 * capacity + 16;
      PetscCall(PetscRealloc(sizeof *s->run * (size_t)capacity, &s->run));
    }
    s->run[s->nruns++] = (Run){i, class};
  }
  if (!s->run) PetscCall(PetscMalloc1(1, &s->run));
  s->run[s->nruns].first = s->n;
  for (PetscInt k = 0; k < s->classes.ptr[s->classes.n]; k++) s->ahead = PetscMax(s->ahead, s->classes.distance[k]);
  PetscCall(MatRestoreRowIJ(pattern, 0, PETSC_FALSE, PETSC_FALSE, &n, &ia, &ja, &done));
  for (int t = 0; t < STENCIL_TERMS; t++)
    if (inner[t]) PetscCall(MatSeqAIJRestoreArrayRead(inner[t], &values[t]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- columns of other ranks -------------------------------------------------------------------------------------- */

/* s->outer, from the parts of the matrices in columns of other ranks. */
static PetscErrorCode CopyOuter(Stencil s, const Mat outer[])
{
  Outer          *o       = &s->outer;
  Mat             pattern = outer[0] ? outer[0] : outer[1] ? outer[1] : outer[2];
  const PetscInt *ia, *ja;
  PetscInt        n;
  PetscBool       done;

  PetscFunctionBeginUser;
  if (!pattern) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatGetRowIJ(pattern, 0, PETSC_FALSE, PETSC_FALSE, &n, &ia, &ja, &done));
  for (PetscInt i = 0; i < s->n; i++) o->n += ia[i + 1] > ia[i];
  PetscCall(PetscMalloc3(o->n, &o->row, o->n + 1, &o->at, ia[s->n], &o->column));
  o->at[0] = 0;
  for (PetscInt i = 0, k = 0; i < s->n; i++)
    if (ia[i + 1] > ia[i]) {
      o->row[k]  = i;
      o->at[++k] = ia[i + 1];
    }
  PetscCall(PetscArraycpy(o->column, ja, ia[s->n]));
  for (int t = 0; t < STENCIL_TERMS; t++) {
    const PetscScalar *values;

    PetscCall(PetscCalloc1(ia[s->n], &o->value[t]));
    if (!outer[t]) continue;
    PetscCall(MatSeqAIJGetArrayRead(outer[t], &values));
    PetscCall(PetscArraycpy(o->value[t], values, ia[s->n]));
    PetscCall(MatSeqAIJRestoreArrayRead(outer[t], &values));
  }
  PetscCall(MatRestoreRowIJ(pattern, 0, PETSC_FALSE, PETSC_FALSE, &n, &ia, &ja, &done));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateScatter(Stencil s, Mat A, PetscInt nghosts, const PetscInt ghost[])
{
  IS  from;
  Vec x;

  PetscFunctionBeginUser;
  s->nghosts = nghosts;
  PetscCall(PetscMalloc1(nghosts, &s->ghost));
  PetscCall(PetscArraycpy(s->ghost, ghost, nghosts));
  PetscCall(MatCreateVecs(A, &x, NULL));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, nghosts, &s->ghosts));
  PetscCall(ISCreateGeneral(s->comm, nghosts, s->ghost, PETSC_USE_POINTER, &from));
  PetscCall(VecScatterCreate(x, from, s->ghosts, NULL, &s->scatter));
  PetscCall(ISDestroy(&from));
  PetscCall(VecDestroy(&x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Entries of this rank's rows. */
static PetscLogDouble count(const Stencil s)
{
  PetscLogDouble n = s->outer.n ? (PetscLogDouble)s->outer.at[s->outer.n] : 0;

  for (Piece p = {0}; next_piece(s, &p);)
    n += (PetscLogDouble)p.n * (PetscLogDouble)(s->classes.ptr[p.class + 1] - s->classes.ptr[p.class]);
  return n;
}

PetscErrorCode StencilCreate(const Mat terms[STENCIL_TERMS], PetscReal *length, Stencil *out)
{
  const PetscReal least   = 8; /* rows of a run, on average: below, starting loops takes longer than reading a matrix */
  const PetscInt *ghost   = NULL;
  PetscInt        nghosts = 0;
  Mat             inner[STENCIL_TERMS] = {NULL}, outer[STENCIL_TERMS] = {NULL}, first = NULL;
  PetscReal       sums[3];
  PetscBool       few;
  Stencil         s;

  PetscFunctionBeginUser;
  *out = NULL;
  PetscCall(PetscNew(&s));
  s->references = 1;
  for (int t = 0; t < STENCIL_TERMS; t++) {
    if (!terms[t]) continue;
    first = terms[t];
    PetscCall(AIJParts(terms[t], &inner[t], &outer[t], &ghost));
    if (outer[t]) PetscCall(MatGetSize(outer[t], NULL, &nghosts));
  }
  s->comm = PetscObjectComm((PetscObject)first);
  PetscCall(MatGetLocalSize(first, &s->n, NULL));
  PetscCall(MatGetOwnershipRange(first, &s->first, NULL));
  PetscCall(FindRuns(s, inner, &few));
  sums[0] = (PetscReal)s->n;
  sums[1] = (PetscReal)s->nruns;
  sums[2] = !few;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sums, 3, MPIU_REAL, MPI_SUM, s->comm));
  *length = sums[2] > 0 || sums[1] == 0 ? 0 : sums[0] / sums[1];
  if (*length < least) {
    PetscCall(StencilDestroy(&s));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(CopyOuter(s, outer));
  s->nonzeros = count(s);
  if (outer[0] || outer[1] || outer[2]) PetscCall(CreateScatter(s, first, nghosts, ghost));
  *out = s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilDestroy(Stencil *out)
{
  Stencil s = *out;

  PetscFunctionBeginUser;
  *out = NULL;
  if (!s || --s->references > 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree(s->classes.distance));
  for (int t = 0; t < STENCIL_TERMS; t++) {
    PetscCall(PetscFree(s->classes.value[t]));
    PetscCall(PetscFree(s->outer.value[t]));
  }
  PetscCall(PetscFree3(s->outer.row, s->outer.at, s->outer.column));
  PetscCall(PetscFree(s->run));
  PetscCall(PetscFree(s->ghost));
  PetscCall(VecScatterDestroy(&s->scatter));
  PetscCall(VecDestroy(&s->ghosts));
  PetscCall(PetscFree(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

/* y[i] = sum over k < m of v[k] x[i + distance[k]], for i < n; three k at a time. */
static void chunk_product(PetscInt n, PetscInt m, const PetscInt distance[], const PetscReal v[], const PetscScalar *x,
                          PetscScalar *restrict y)
{
  PetscInt k = 0;

  for (; k + 2 < m; k += 3) {
    const PetscScalar *x0 = x + distance[k], *x1 = x + distance[k + 1], *x2 = x + distance[k + 2];
    const PetscReal    v0 = v[k], v1 = v[k + 1], v2 = v[k + 2];

    if (k == 0)
      for (PetscInt i = 0; i < n; i++) y[i] = v0 * x0[i] + v1 * x1[i] + v2 * x2[i];
    else
      for (PetscInt i = 0; i < n; i++) y[i] += v0 * x0[i] + v1 * x1[i] + v2 * x2[i];
  }
  for (; k < m; k++) {
    const PetscScalar *x0 = x + distance[k];
    const PetscReal    v0 = v[k];

    if (k == 0)
      for (PetscInt i = 0; i < n; i++) y[i] = v0 * x0[i];
    else
      for (PetscInt i = 0; i < n; i++) y[i] += v0 * x0[i];
  }
}

void StencilPiece(const Operator *op, const Piece *p, const PetscScalar x[], PetscScalar y[])
{
  const Classes *c  = &op->s->classes;
  const PetscInt at = c->ptr[p->class];

  chunk_product(p->n, c->ptr[p->class + 1] - at, c->distance + at, op->value + at, x + p->first, y);
}

PetscErrorCode StencilSend(Stencil s, Vec x)
{
  PetscFunctionBeginUser;
  if (s->scatter) PetscCall(VecScatterBegin(s->scatter, x, s->ghosts, INSERT_VALUES, SCATTER_FORWARD));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilReceive(Stencil s, Vec x, const PetscScalar **g)
{
  PetscFunctionBeginUser;
  *g = NULL;
  if (s->scatter) PetscCall(VecScatterEnd(s->scatter, x, s->ghosts, INSERT_VALUES, SCATTER_FORWARD));
  if (s->ghosts) PetscCall(VecGetArrayRead(s->ghosts, g));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilRestoreGhosts(Stencil s, const PetscScalar **g)
{
  PetscFunctionBeginUser;
  if (s->ghosts) PetscCall(VecRestoreArrayRead(s->ghosts, g));
  PetscFunctionReturn(PETSC_SUCCESS);
}
