/* classes.c: the classes of nodes of assembled matrices. A node is a group of up to MAX_ROWS consecutive rows with the same
   columns, as the dofs of a node of a mesh have; else a row is a node. Nodes whose columns have the same distances and the same
   values are a class. Where the dofs of neighbors are not counted alike, as at the edges of lattices, there are many classes of few
   nodes: of those only what is in their own columns has a class, and the rest is stored row by row. */
#include "stencil_rows.h"
#include <string.h>

/* A node of the matrices, in columns of this rank: rows rows of n entries each, one row behind the other, from row first
   on; value NULL: no such term. */
typedef struct {
  PetscInt           rows, n, first;
  const PetscInt    *column; /* [n] of all of its rows */
  const PetscScalar *value[STENCIL_TERMS];
} Node;

/* Where classes are looked for: by rows and distances in a table, and first of all behind the class of the last node, which was
   followed by next once. */
typedef struct {
  Classes  *c;
  PetscInt  last;   /* class of the last node; -1: there was none */
  PetscInt *next;   /* [c->room] the class that followed a class last; -1: none did */
  PetscInt *chain;  /* [c->room] the class before it at the same place of the table; -1: there is none */
  PetscInt  places; /* of the table */
  PetscInt *at;     /* [places] the last class at a place */
  PetscInt  most;   /* values that the classes may have, if there are more than SOME_CLASSES of them */
} Search;

/* Difference of values that is allowed, relative to the largest: coordinates of nodes are rounded. */
static const PetscReal rounding = 1e-10;

/* Whether two rows have the same sum. A soft spring to ground may be less than rounding of the entries, but not of the
   sum of the row, which would be 0 without it. size: largest entry. */
static PetscBool same_sum(PetscInt n, const PetscScalar a[], const PetscReal b[], PetscReal size)
{
  PetscReal of_a = 0, of_b = 0;

  for (PetscInt i = 0; i < n; i++) {
    of_a += a[i];
    of_b += b[i];
  }
  return (PetscBool)(PetscAbsReal(of_a - of_b) <=
                     4 * (PetscReal)n * PETSC_MACHINE_EPSILON * size + rounding * PetscAbsReal(of_b));
}

/* Whether a node's row of several has the same values a[n] as that of a class, b[n] at every stride: rounding is relative to the
   mean of its row's and its column's largest entries, because dofs of a node differ in their units. A soft spring to ground
   changes the entry own alone, rounded coordinates others as much. */
static PetscBool same_row(PetscInt n, PetscInt own, const PetscScalar a[], PetscInt stride, const PetscReal b[],
                          PetscReal of_row, const PetscReal of_column[])
{
  const PetscReal epsilons = 64;
  PetscReal       others = 0, diagonal = 0, sum = 0;

  for (PetscInt i = 0; i < n; i++) {
    const PetscReal change = PetscAbsReal(a[i] - b[i * stride]);

    if (change > rounding * of_row * of_column[i]) return PETSC_FALSE;
    if (i == own) diagonal = change;
    else others += change;
    sum += b[i * stride];
  }
  return (PetscBool)(diagonal <=
                     epsilons * PETSC_MACHINE_EPSILON * PetscSqr(of_row) + 4 * others + rounding * PetscAbsReal(sum));
}

/* The entry of a row that is on the diagonal; -1: there is none. */
static PetscInt own_column(const Node *node, PetscInt j)
{
  for (PetscInt i = 0; i < node->n; i++)
    if (node->column[i] == node->first + j) return i;
  return -1;
}

/* The values of term t of a node are those of class k. */
static PetscBool same_values(const Classes *c, PetscInt k, const Node *node, int t)
{
  const PetscReal   *b = c->value[t] + c->at[k], *of_row = c->row_size[t] + c->row[k];
  const PetscScalar *a = node->value[t];

  if (node->rows == 1) {
    const PetscReal size = PetscSqr(of_row[0]);

    for (PetscInt i = 0; i < node->n; i++)
      if (PetscAbsReal(a[i] - b[i]) > rounding * size) return PETSC_FALSE;
    return same_sum(node->n, a, b, size);
  }
  for (PetscInt j = 0; j < node->rows; j++)
    if (!same_row(node->n, own_column(node, j), a + j * node->n, node->rows, b + j, of_row[j],
                  c->column_size[t] + c->ptr[k]))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

/* Whether a node is of class k. */
static PetscBool belongs(const Classes *c, PetscInt k, const Node *node)
{
  const PetscInt first = c->ptr[k], n = c->ptr[k + 1] - first;

  if (n != node->n || ClassRows(c, k) != node->rows) return PETSC_FALSE;
  for (PetscInt i = 0; i < n; i++)
    if (node->column[i] - node->first != c->distance[first + i]) return PETSC_FALSE;
  for (int t = 0; t < STENCIL_TERMS; t++)
    if (node->value[t] && !same_values(c, k, node, t)) return PETSC_FALSE;
  return PETSC_TRUE;
}

/* Room for a class of rows rows and n columns more. */
static PetscErrorCode Enlarge(Search *search, PetscInt rows, PetscInt n)
{
  Classes *c = search->c;
  size_t   classes, columns, values;

  PetscFunctionBeginUser;
  if (c->n < c->room && c->ptr[c->n] + n <= c->room_columns && c->at[c->n] + rows * n <= c->room_values)
    PetscFunctionReturn(PETSC_SUCCESS);
  c->room         = 2 * (c->n + 16);
  c->room_columns = 2 * (c->ptr[c->n] + n);
  c->room_values  = 2 * (c->at[c->n] + rows * n);
  classes         = (size_t)c->room + 1;
  columns         = (size_t)c->room_columns;
  values          = (size_t)c->room_values;
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

/* A class of a node that is like no other; place: in the table. */
static PetscErrorCode AddClass(Search *search, const Node *node, PetscInt place)
{
  Classes       *c    = search->c;
  const PetscInt k    = c->n;
  const PetscInt rows = node->rows, n = node->n;

  PetscFunctionBeginUser;
  PetscCall(Enlarge(search, rows, n));
  for (PetscInt i = 0; i < n; i++) c->distance[c->ptr[k] + i] = node->column[i] - node->first;
  for (int t = 0; t < STENCIL_TERMS; t++) {
    PetscReal *of_row = c->row_size[t] + c->row[k], *of_column = c->column_size[t] + c->ptr[k];

    for (PetscInt j = 0; j < rows; j++) of_row[j] = 0;
    for (PetscInt i = 0; i < n; i++) of_column[i] = 0;
    for (PetscInt i = 0; i < n; i++)
      for (PetscInt j = 0; j < rows; j++) {
        const PetscReal value = node->value[t] ? node->value[t][j * n + i] : 0;
        const PetscReal root  = PetscSqrtReal(PetscAbsReal(value));

        c->value[t][c->at[k] + i * rows + j] = value;
        of_row[j]                            = PetscMax(of_row[j], root);
        of_column[i]                         = PetscMax(of_column[i], root);
      }
  }
  c->ptr[k + 1]     = c->ptr[k] + n;
  c->at[k + 1]      = c->at[k] + rows * n;
  c->row[k + 1]     = c->row[k] + rows;
  search->next[k]   = -1;
  search->chain[k]  = search->at[place];
  search->at[place] = k;
  c->n++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The place of a node in the table. */
static PetscInt place_of(const Search *search, const Node *node)
{
  size_t sum = (size_t)node->rows;

  for (PetscInt i = 0; i < node->n; i++) sum = 31 * sum + (size_t)(node->column[i] - node->first);
  return (PetscInt)(sum % (size_t)search->places);
}

/* *class = class of a node, a new one if it is like none; -1: there are too many of them. */
static PetscErrorCode Classify(Search *search, const Node *node, PetscInt *class)
{
  Classes *c = search->c;
  PetscInt k = search->last < 0 ? -1 : search->next[search->last], place;

  PetscFunctionBeginUser;
  if (k < 0 || !belongs(c, k, node)) {
    place = place_of(search, node);
    for (k = search->at[place]; k >= 0 && !belongs(c, k, node);) k = search->chain[k];
    if (k < 0 && (c->n < SOME_CLASSES || c->at[c->n] < search->most)) {
      k = c->n;
      PetscCall(AddClass(search, node, place));
    }
  }
  if (k >= 0 && search->last >= 0) search->next[search->last] = k;
  search->last = *class = k;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the nodes of matrices --------------------------------------------------------------------------------------- */

/* The matrices, of one pattern, in columns of this rank. */
typedef struct {
  PetscInt           n; /* rows */
  const PetscInt    *ia, *ja;
  const PetscScalar *value[STENCIL_TERMS]; /* NULL: no such term */
} Rows;

/* How many rows from i on have the same columns. */
static PetscInt rows_alike(const Rows *of, PetscInt i)
{
  const PetscInt *ia = of->ia, n = ia[i + 1] - ia[i];
  PetscInt        rows = 1;

  while (rows < MAX_ROWS && i + rows < of->n && ia[i + rows + 1] - ia[i + rows] == n &&
         !memcmp(of->ja + ia[i + rows], of->ja + ia[i], (size_t)n * sizeof *of->ja))
    rows++;
  return rows;
}

/* The node that begins at a row. */
static Node node_at(const Rows *of, PetscInt i)
{
  Node node = {.rows = rows_alike(of, i), .n = of->ia[i + 1] - of->ia[i], .first = i, .column = of->ja + of->ia[i]};

  for (int t = 0; t < STENCIL_TERMS; t++) node.value[t] = of->value[t] ? of->value[t] + of->ia[i] : NULL;
  return node;
}

/* What a node has in columns of its own, all the same there. values and columns: memory for it. */
static Node own_part(const Node *node, PetscScalar values[][MAX_ROWS * MAX_ROWS], PetscInt columns[])
{
  Node own = {.rows = node->rows, .n = node->rows, .first = node->first, .column = columns};

  for (PetscInt k = 0; k < own.n; k++) columns[k] = node->first + k;
  for (int t = 0; t < STENCIL_TERMS; t++) {
    own.value[t] = node->value[t] ? values[t] : NULL;
    for (PetscInt k = 0; k < own.n && own.value[t]; k++) {
      const PetscInt i = own_column(node, k);

      for (PetscInt j = 0; j < own.n; j++) values[t][j * own.n + k] = i < 0 ? 0 : node->value[t][j * node->n + i];
    }
  }
  return own;
}

/* The class of every node, class[] at its first row; of nodes marked in odd, of their own parts. *few false: there are too many
   classes. odd NULL: none is marked. */
static PetscErrorCode ClassifyAll(const Rows *of, const char odd[], Classes *c, PetscInt class[], PetscBool *few)
{
  const PetscInt part = 8, some = 100000; /* values that classes have: such a part of a matrix, or so many, at most */
  Search         search = {
            .c = c, .last = -1, .places = of->n / part + SOME_CLASSES, .most = PetscMax(some, of->ia[of->n] / part)};

  PetscFunctionBeginUser;
  *few = PETSC_TRUE;
  PetscCall(PetscMalloc1(search.places, &search.at));
  for (PetscInt i = 0; i < search.places; i++) search.at[i] = -1;
  PetscCall(PetscCalloc1(1, &c->ptr));
  PetscCall(PetscCalloc1(1, &c->at));
  PetscCall(PetscCalloc1(1, &c->row));
  for (PetscInt i = 0; i < of->n && *few;) {
    const Node  node = node_at(of, i);
    PetscScalar values[STENCIL_TERMS][MAX_ROWS * MAX_ROWS];
    PetscInt    columns[MAX_ROWS];

    if (odd && odd[i]) {
      const Node own = own_part(&node, values, columns);

      PetscCall(Classify(&search, &own, &class[i]));
    } else {
      PetscCall(Classify(&search, &node, &class[i]));
    }
    if (class[i] < 0) *few = PETSC_FALSE;
    i += node.rows;
  }
  PetscCall(PetscFree(search.next));
  PetscCall(PetscFree(search.chain));
  PetscCall(PetscFree(search.at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Mark the rows of nodes that are like few others. *any: there are some, and so many classes that it matters. */
static PetscErrorCode MarkOdd(const Rows *of, const Classes *c, const PetscInt class[], char odd[], PetscBool *any)
{
  const PetscInt often = 8; /* nodes of a class that are worth their values */
  PetscInt      *nodes;

  PetscFunctionBeginUser;
  *any = PETSC_FALSE;
  if (c->n <= SOME_CLASSES) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(c->n, &nodes));
  for (PetscInt i = 0; i < of->n; i += ClassRows(c, class[i])) nodes[class[i]]++;
  for (PetscInt i = 0; i < of->n;) {
    const PetscInt k = class[i], end = i + ClassRows(c, k);

    for (; i < end; i++) odd[i] = nodes[k] < often;
    if (nodes[k] < often) *any = PETSC_TRUE;
  }
  PetscCall(PetscFree(nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MakeRuns(Stencil s, const PetscInt class[])
{
  const Classes *c    = &s->classes;
  PetscInt       last = -1;

  PetscFunctionBeginUser;
  for (int pass = 0; pass < 2; pass++) {
    s->nruns = 0;
    for (PetscInt i = 0; i < s->n; last = class[i], i += ClassRows(c, class[i])) {
      if (i > 0 && class[i] == last) continue;
      if (pass) s->run[s->nruns] = (Run){i, class[i]};
      s->nruns++;
    }
    if (!pass) PetscCall(PetscMalloc1(s->nruns + 1, &s->run));
  }
  s->run[s->nruns].first = s->n;
  for (PetscInt k = 0; k < c->ptr[c->n]; k++) s->ahead = PetscMax(s->ahead, c->distance[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilFindRuns(Stencil s, const Mat inner[], char odd[], PetscBool *few)
{
  Mat       pattern = inner[0] ? inner[0] : inner[1] ? inner[1] : inner[2];
  Rows      rows    = {.n = s->n};
  PetscInt  n, *class;
  PetscBool done, any;

  PetscFunctionBeginUser;
  for (int t = 0; t < STENCIL_TERMS; t++)
    if (inner[t]) PetscCall(MatSeqAIJGetArrayRead(inner[t], &rows.value[t]));
  PetscCall(MatGetRowIJ(pattern, 0, PETSC_FALSE, PETSC_FALSE, &n, &rows.ia, &rows.ja, &done));
  PetscCall(PetscMalloc1(s->n, &class));
  PetscCall(ClassifyAll(&rows, NULL, &s->classes, class, few));
  if (*few) PetscCall(MarkOdd(&rows, &s->classes, class, odd, &any));
  if (*few && any) {
    PetscCall(ClassesDestroy(&s->classes));
    PetscCall(ClassifyAll(&rows, odd, &s->classes, class, few));
  }
  if (*few) PetscCall(MakeRuns(s, class));
  PetscCall(PetscFree(class));
  PetscCall(MatRestoreRowIJ(pattern, 0, PETSC_FALSE, PETSC_FALSE, &n, &rows.ia, &rows.ja, &done));
  for (int t = 0; t < STENCIL_TERMS; t++)
    if (inner[t]) PetscCall(MatSeqAIJRestoreArrayRead(inner[t], &rows.value[t]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ClassesDestroy(Classes *c)
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
