/* node_classes.c: finds the classes of equal nodes in assembled matrices.

   A node is a group of up to MAX_ROWS consecutive rows with the same columns, like the dofs of a
   node of a mesh; else a row is a node. Nodes whose columns have the same distances and values are
   a class. If neighbours have different numbers of dofs, as at the edges of lattices, there are
   many classes of few nodes. Such nodes are irregular: only their diagonal blocks have classes, and
   their other entries are stored row by row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "stencil_rows.h"
#include <string.h>

/* A node of the matrices, in columns of this rank. Its rows are consecutive from row first on, and
   have n entries each. If value is NULL, there is no such term. */
typedef struct {
  PetscInt           rows, n, first;
  const PetscInt    *column; /* [n] columns of each row */
  const PetscScalar *value[STENCIL_TERMS];
} MatrixNode;

/* The search for a class. It first tries the class that followed the class of the last node before,
   and then a hash table of rows and distances. */
typedef struct {
  NodeClasses *c;
  PetscInt     last;  /* class of the last node; -1 at the start */
  PetscInt    *next;  /* [c->capacity] the class that followed a class last, or -1 */
  PetscInt    *chain; /* [c->capacity] the previous class in the same slot of the table, or -1 */
  PetscInt     nslots;
  PetscInt    *at; /* [nslots] the last class in a slot */
  /* largest number of values of the classes, if there are more than SOME_CLASSES of them */
  PetscInt max_values;
} ClassSearch;

/* Allowed difference of values of one class, relative to the largest entry of the row (and of the
   column, if a node has several rows). Coordinates of nodes are rounded to 1e-16 of the model size,
   so that entries of elements of 1e-4 of it differ by about 1e-12. A class makes the matrix
   unsymmetric by as much, and thin shells multiply this by 1e4 to 1e6 in their results.
   tests/stencil/stencil.c compares operators with their matrices, and has rows that differ by 1e-6
   from node to node. */
static const PetscReal rounding = 5e-12;

/* Returns whether two rows have the same sum.

   A soft spring to ground may be less than the rounding of the entries, but not of the sum of the
   row, which would be 0 without it.
   Input:
     size  largest entry */
static PetscBool same_sum(PetscInt n, const PetscScalar a[], const PetscReal b[], PetscReal size)
{
  PetscReal of_a = 0, of_b = 0;

  for (PetscInt i = 0; i < n; i++) {
    of_a += a[i];
    of_b += b[i];
  }
  return (PetscBool)(PetscAbsReal(of_a - of_b) <= 4 * (PetscReal)n * PETSC_MACHINE_EPSILON * size +
                                                    rounding * PetscAbsReal(of_b));
}

/* Returns whether a row of a node with several rows has the values of a class.

   Rounding is relative to the geometric mean of the largest entries of the row and of the column,
   because dofs of a node have different units. A soft spring to ground changes the diagonal entry
   alone. Rounded coordinates change other entries as much.
   Input:
     own        index of the diagonal entry, or -1
     a          [n] values of the row
     stride, b  values of the class, b[i * stride] */
static PetscBool same_row(PetscInt n, PetscInt own, const PetscScalar a[], PetscInt stride,
                          const PetscReal b[], PetscReal row_scale, const PetscReal column_scale[])
{
  const PetscReal epsilons     = 64;
  PetscReal       off_diagonal = 0, diagonal = 0, sum = 0;

  for (PetscInt i = 0; i < n; i++) {
    const PetscReal change = PetscAbsReal(a[i] - b[i * stride]);

    if (change > rounding * row_scale * column_scale[i]) return PETSC_FALSE;
    if (i == own) diagonal = change;
    else off_diagonal += change;
    sum += b[i * stride];
  }
  return (PetscBool)(diagonal <= epsilons * PETSC_MACHINE_EPSILON * PetscSqr(row_scale) +
                                   4 * off_diagonal + rounding * PetscAbsReal(sum));
}

/* Returns the index of the diagonal entry of row j of a node, or -1. */
static PetscInt diagonal_index(const MatrixNode *node, PetscInt j)
{
  for (PetscInt i = 0; i < node->n; i++)
    if (node->column[i] == node->first + j) return i;
  return -1;
}

/* Returns whether the values of term t of a node are those of class k. */
static PetscBool same_values(const NodeClasses *c, PetscInt k, const MatrixNode *node, int t)
{
  const PetscReal   *b = c->value[t] + c->at[k], *row_scale = c->row_size[t] + c->row[k];
  const PetscScalar *a = node->value[t];

  if (node->rows == 1) {
    const PetscReal size = PetscSqr(row_scale[0]);

    for (PetscInt i = 0; i < node->n; i++)
      if (PetscAbsReal(a[i] - b[i]) > rounding * size) return PETSC_FALSE;
    return same_sum(node->n, a, b, size);
  }
  for (PetscInt j = 0; j < node->rows; j++)
    if (!same_row(node->n, diagonal_index(node, j), a + j * node->n, node->rows, b + j,
                  row_scale[j], c->column_size[t] + c->ptr[k]))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

/* Returns whether a node is of class k. */
static PetscBool is_of_class(const NodeClasses *c, PetscInt k, const MatrixNode *node)
{
  const PetscInt first = c->ptr[k], n = c->ptr[k + 1] - first;

  if (n != node->n || class_rows(c, k) != node->rows) return PETSC_FALSE;
  for (PetscInt i = 0; i < n; i++)
    if (node->column[i] - node->first != c->distance[first + i]) return PETSC_FALSE;
  for (int t = 0; t < STENCIL_TERMS; t++)
    if (node->value[t] && !same_values(c, k, node, t)) return PETSC_FALSE;
  return PETSC_TRUE;
}

/* Makes room for another class with given numbers of rows and columns. */
static PetscErrorCode GrowClasses(ClassSearch *search, PetscInt rows, PetscInt n)
{
  NodeClasses *c = search->c;
  size_t       classes, columns, values;

  PetscFunctionBeginUser;
  if (c->n < c->capacity && c->ptr[c->n] + n <= c->column_capacity &&
      c->at[c->n] + rows * n <= c->value_capacity)
    PetscFunctionReturn(PETSC_SUCCESS);
  c->capacity        = 2 * (c->n + 16);
  c->column_capacity = 2 * (c->ptr[c->n] + n);
  c->value_capacity  = 2 * (c->at[c->n] + rows * n);
  classes            = (size_t)c->capacity + 1;
  columns            = (size_t)c->column_capacity;
  values             = (size_t)c->value_capacity;
  PetscCall(PetscRealloc(classes * sizeof *c->ptr, &c->ptr));
  PetscCall(PetscRealloc(classes * sizeof *c->at, &c->at));
  PetscCall(PetscRealloc(classes * sizeof *c->row, &c->row));
  PetscCall(PetscRealloc(classes * sizeof *search->next, &search->next));
  PetscCall(PetscRealloc(classes * sizeof *search->chain, &search->chain));
  PetscCall(PetscRealloc(columns * sizeof *c->distance, &c->distance));
  for (int t = 0; t < STENCIL_TERMS; t++) {
    PetscCall(PetscRealloc(values * sizeof **c->value, &c->value[t]));
    PetscCall(PetscRealloc(MAX_ROWS * classes * sizeof **c->row_size, &c->row_size[t]));
    PetscCall(PetscRealloc(columns * sizeof **c->column_size, &c->column_size[t]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the class of a node that is like no other, to a slot of the table. */
static PetscErrorCode AddClass(ClassSearch *search, const MatrixNode *node, PetscInt slot)
{
  NodeClasses   *c    = search->c;
  const PetscInt k    = c->n;
  const PetscInt rows = node->rows, n = node->n;

  PetscFunctionBeginUser;
  PetscCall(GrowClasses(search, rows, n));
  for (PetscInt i = 0; i < n; i++) c->distance[c->ptr[k] + i] = node->column[i] - node->first;
  for (int t = 0; t < STENCIL_TERMS; t++) {
    PetscReal *row_scale    = c->row_size[t] + c->row[k],
              *column_scale = c->column_size[t] + c->ptr[k];

    for (PetscInt j = 0; j < rows; j++) row_scale[j] = 0;
    for (PetscInt i = 0; i < n; i++) column_scale[i] = 0;
    for (PetscInt i = 0; i < n; i++)
      for (PetscInt j = 0; j < rows; j++) {
        const PetscReal value = node->value[t] ? node->value[t][j * n + i] : 0;
        const PetscReal root  = PetscSqrtReal(PetscAbsReal(value));

        c->value[t][c->at[k] + i * rows + j] = value;
        row_scale[j]                         = PetscMax(row_scale[j], root);
        column_scale[i]                      = PetscMax(column_scale[i], root);
      }
  }
  c->ptr[k + 1]    = c->ptr[k] + n;
  c->at[k + 1]     = c->at[k] + rows * n;
  c->row[k + 1]    = c->row[k] + rows;
  search->next[k]  = -1;
  search->chain[k] = search->at[slot];
  search->at[slot] = k;
  c->n++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the slot of a node in the table. */
static PetscInt hash_slot(const ClassSearch *search, const MatrixNode *node)
{
  size_t sum = (size_t)node->rows;

  for (PetscInt i = 0; i < node->n; i++) sum = 31 * sum + (size_t)(node->column[i] - node->first);
  return (PetscInt)(sum % (size_t)search->nslots);
}

/* Finds the class of a node, and adds it if the node is like no other.

   Output:
     class  number of the class, or -1 if there would be too many */
static PetscErrorCode FindOrAddClass(ClassSearch *search, const MatrixNode *node, PetscInt *class)
{
  NodeClasses *c = search->c;
  PetscInt     k = search->last < 0 ? -1 : search->next[search->last], slot;

  PetscFunctionBeginUser;
  if (k < 0 || !is_of_class(c, k, node)) {
    slot = hash_slot(search, node);
    for (k = search->at[slot]; k >= 0 && !is_of_class(c, k, node);) k = search->chain[k];
    if (k < 0 && (c->n < SOME_CLASSES || c->at[c->n] < search->max_values)) {
      k = c->n;
      PetscCall(AddClass(search, node, slot));
    }
  }
  if (k >= 0 && search->last >= 0) search->next[search->last] = k;
  search->last = *class = k;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the nodes of matrices ------------------------------------------------------------------- */

/* The matrices, of one pattern, in columns of this rank. */
typedef struct {
  PetscInt           n; /* rows */
  const PetscInt    *ia, *ja;
  const PetscScalar *value[STENCIL_TERMS]; /* NULL if there is no such term */
} MatrixRows;

/* Returns how many rows from i on have the same columns. */
static PetscInt count_equal_rows(const MatrixRows *of, PetscInt i)
{
  const PetscInt *ia = of->ia, n = ia[i + 1] - ia[i];
  PetscInt        rows = 1;

  while (rows < MAX_ROWS && i + rows < of->n && ia[i + rows + 1] - ia[i + rows] == n &&
         !memcmp(of->ja + ia[i + rows], of->ja + ia[i], (size_t)n * sizeof *of->ja))
    rows++;
  return rows;
}

/* Returns the node that starts at a row. */
static MatrixNode node_at(const MatrixRows *of, PetscInt i)
{
  MatrixNode node = {.rows   = count_equal_rows(of, i),
                     .n      = of->ia[i + 1] - of->ia[i],
                     .first  = i,
                     .column = of->ja + of->ia[i]};

  for (int t = 0; t < STENCIL_TERMS; t++)
    node.value[t] = of->value[t] ? of->value[t] + of->ia[i] : NULL;
  return node;
}

/* Returns the diagonal block of a node as a node; values and columns are memory for it. */
static MatrixNode diagonal_block(const MatrixNode *node, PetscScalar values[][MAX_ROWS * MAX_ROWS],
                                 PetscInt columns[])
{
  MatrixNode own = {.rows = node->rows, .n = node->rows, .first = node->first, .column = columns};

  for (PetscInt k = 0; k < own.n; k++) columns[k] = node->first + k;
  for (int t = 0; t < STENCIL_TERMS; t++) {
    own.value[t] = node->value[t] ? values[t] : NULL;
    for (PetscInt k = 0; k < own.n && own.value[t]; k++) {
      const PetscInt i = diagonal_index(node, k);

      for (PetscInt j = 0; j < own.n; j++)
        values[t][j * own.n + k] = i < 0 ? 0 : node->value[t][j * node->n + i];
    }
  }
  return own;
}

/* Finds the class of every node.

   Input:
     irregular  [n] 1 in rows of nodes of which only the diagonal block counts; may be NULL
   Output:
     class        [n] class of each node, at its first row
     few_classes  PETSC_FALSE if there are too many classes */
static PetscErrorCode ClassifyAll(const MatrixRows *of, const char irregular[], NodeClasses *c,
                                  PetscInt class[], PetscBool *few_classes)
{
  /* classes have at most 1/8 of the values of a matrix, or 100000 if that is more */
  const PetscInt fraction = 8, min_limit = 100000;
  ClassSearch    search = {.c          = c,
                           .last       = -1,
                           .nslots     = of->n / fraction + SOME_CLASSES,
                           .max_values = PetscMax(min_limit, of->ia[of->n] / fraction)};

  PetscFunctionBeginUser;
  *few_classes = PETSC_TRUE;
  PetscCall(PetscMalloc1(search.nslots, &search.at));
  for (PetscInt i = 0; i < search.nslots; i++) search.at[i] = -1;
  PetscCall(PetscCalloc1(1, &c->ptr));
  PetscCall(PetscCalloc1(1, &c->at));
  PetscCall(PetscCalloc1(1, &c->row));
  for (PetscInt i = 0; i < of->n && *few_classes;) {
    const MatrixNode node = node_at(of, i);
    PetscScalar      values[STENCIL_TERMS][MAX_ROWS * MAX_ROWS];
    PetscInt         columns[MAX_ROWS];

    if (irregular && irregular[i]) {
      const MatrixNode own = diagonal_block(&node, values, columns);

      PetscCall(FindOrAddClass(&search, &own, &class[i]));
    } else {
      PetscCall(FindOrAddClass(&search, &node, &class[i]));
    }
    if (class[i] < 0) *few_classes = PETSC_FALSE;
    i += node.rows;
  }
  PetscCall(PetscFree(search.next));
  PetscCall(PetscFree(search.chain));
  PetscCall(PetscFree(search.at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Marks the rows of nodes that are like few others, if there are many classes.

   Output:
     any  whether there are such nodes */
static PetscErrorCode MarkIrregular(const MatrixRows *of, const NodeClasses *c,
                                    const PetscInt class[], char irregular[], PetscBool *any)
{
  const PetscInt min_nodes = 8; /* smaller classes are not worth their values */
  PetscInt      *nodes;

  PetscFunctionBeginUser;
  *any = PETSC_FALSE;
  if (c->n <= SOME_CLASSES) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(c->n, &nodes));
  for (PetscInt i = 0; i < of->n; i += class_rows(c, class[i])) nodes[class[i]]++;
  for (PetscInt i = 0; i < of->n;) {
    const PetscInt k = class[i], end = i + class_rows(c, k);

    for (; i < end; i++) irregular[i] = nodes[k] < min_nodes;
    if (nodes[k] < min_nodes) *any = PETSC_TRUE;
  }
  PetscCall(PetscFree(nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateClassRuns(Stencil s, const PetscInt class[])
{
  const NodeClasses *c    = &s->classes;
  PetscInt           last = -1;

  PetscFunctionBeginUser;
  for (int pass = 0; pass < 2; pass++) {
    s->nruns = 0;
    for (PetscInt i = 0; i < s->n; last = class[i], i += class_rows(c, class[i])) {
      if (i > 0 && class[i] == last) continue;
      if (pass) s->run[s->nruns] = (ClassRun){i, class[i]};
      s->nruns++;
    }
    if (!pass) PetscCall(PetscMalloc1(s->nruns + 1, &s->run));
  }
  s->run[s->nruns].first = s->n;
  for (PetscInt k = 0; k < c->ptr[c->n]; k++) s->lookahead = PetscMax(s->lookahead, c->distance[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilFindRuns(Stencil s, const Mat diag[], char irregular[],
                               PetscBool *few_classes)
{
  Mat        pattern = diag[0] ? diag[0] : diag[1] ? diag[1] : diag[2];
  MatrixRows rows    = {.n = s->n};
  PetscInt   n, *class;
  PetscBool  done, any;

  PetscFunctionBeginUser;
  for (int t = 0; t < STENCIL_TERMS; t++)
    if (diag[t]) PetscCall(MatSeqAIJGetArrayRead(diag[t], &rows.value[t]));
  PetscCall(MatGetRowIJ(pattern, 0, PETSC_FALSE, PETSC_FALSE, &n, &rows.ia, &rows.ja, &done));
  PetscCall(PetscMalloc1(s->n, &class));
  PetscCall(ClassifyAll(&rows, NULL, &s->classes, class, few_classes));
  if (*few_classes) PetscCall(MarkIrregular(&rows, &s->classes, class, irregular, &any));
  if (*few_classes && any) {
    PetscCall(NodeClassesDestroy(&s->classes));
    PetscCall(ClassifyAll(&rows, irregular, &s->classes, class, few_classes));
  }
  if (*few_classes) PetscCall(CreateClassRuns(s, class));
  PetscCall(PetscFree(class));
  PetscCall(MatRestoreRowIJ(pattern, 0, PETSC_FALSE, PETSC_FALSE, &n, &rows.ia, &rows.ja, &done));
  for (int t = 0; t < STENCIL_TERMS; t++)
    if (diag[t]) PetscCall(MatSeqAIJRestoreArrayRead(diag[t], &rows.value[t]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodeClassesDestroy(NodeClasses *c)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(c->ptr));
  PetscCall(PetscFree(c->at));
  PetscCall(PetscFree(c->row));
  PetscCall(PetscFree(c->distance));
  for (int t = 0; t < STENCIL_TERMS; t++) {
    PetscCall(PetscFree(c->value[t]));
    PetscCall(PetscFree(c->row_size[t]));
    PetscCall(PetscFree(c->column_size[t]));
  }
  PetscCall(PetscMemzero(c, sizeof *c));
  PetscFunctionReturn(PETSC_SUCCESS);
}
