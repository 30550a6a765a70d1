/* symbolic.c: builds the tree of fronts of a sparse matrix from its pattern. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "multifrontal.h"
#include <string.h>

/* Assembly tree of the groups of a graph, before they become fronts. The pivots of a group are its
   members; its border are the vertices that it touches when it is eliminated. */
typedef struct {
  const Graph *g;
  /* border_first[ngroups + 1]; border grows */
  PetscInt *border_first, *border, nborder, border_capacity;
  PetscInt *parent;          /* GRAPH_NONE for a root */
  PetscInt *child, *sibling; /* first child; next sibling */
  /* numbers of unknowns: eliminated, with those of merged groups; in the border */
  PetscInt *pivots, *border_size;
  /* group that is eliminated before it in the same front, or GRAPH_NONE */
  PetscInt  *merged_child;
  PetscBool *merged; /* merged into its parent */
} AssemblyTree;

static PetscInt size(const Graph *g, PetscInt v) { return g->first[v + 1] - g->first[v]; }

static PetscErrorCode AppendBorder(AssemblyTree *f, PetscInt v)
{
  PetscFunctionBeginUser;
  if (f->nborder == f->border_capacity) {
    f->border_capacity = 2 * f->border_capacity + 1000;
    PetscCall(PetscRealloc((size_t)f->border_capacity * sizeof *f->border, &f->border));
  }
  f->border[f->nborder++] = v;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the border of a group: its neighbours that are not yet eliminated, and the borders of its
   children. */
static PetscErrorCode FindBorder(AssemblyTree *f, PetscInt k, PetscInt seen[])
{
  const Graph *g = f->g;

  PetscFunctionBeginUser;
  f->border_first[k] = f->nborder;
  for (int m = 0; m < 2 && g->member[k][m] != GRAPH_NONE; m++) seen[g->member[k][m]] = k;
  for (int m = 0; m < 2 && g->member[k][m] != GRAPH_NONE; m++) {
    const PetscInt v = g->member[k][m];

    for (PetscInt e = g->i[v]; e < g->i[v + 1]; e++) {
      const PetscInt w = g->j[e];

      if (seen[w] == k || (w < g->neliminated && g->group[w] < k)) continue;
      seen[w] = k;
      PetscCall(AppendBorder(f, w));
    }
  }
  for (PetscInt c = f->child[k]; c != GRAPH_NONE; c = f->sibling[c])
    for (PetscInt e = f->border_first[c]; e < f->border_first[c + 1]; e++) {
      const PetscInt w = f->border[e];

      if (seen[w] == k) continue;
      seen[w] = k;
      PetscCall(AppendBorder(f, w));
    }
  f->border_first[k + 1] = f->nborder;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Merges a child into its parent k if its border consists of the pivots and the border of k. */
static void amalgamate(AssemblyTree *f, PetscInt k)
{
  for (PetscInt *c = &f->child[k]; *c != GRAPH_NONE; c = &f->sibling[*c]) {
    const PetscInt one = *c;
    PetscInt      *end = c;

    if (f->border_size[one] != f->pivots[k] + f->border_size[k]) continue;
    f->merged_child[k] = one;
    f->merged[one]     = PETSC_TRUE;
    f->pivots[k] += f->pivots[one];
    *c = f->child[one]; /* its children become children of k */
    while (*end != GRAPH_NONE) {
      f->parent[*end] = k;
      end             = &f->sibling[*end];
    }
    *end = f->sibling[one];
    return;
  }
}

static PetscErrorCode BuildTree(AssemblyTree *f)
{
  const Graph *g = f->g;
  PetscInt    *seen;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(g->n, &seen));
  for (PetscInt v = 0; v < g->n; v++) seen[v] = GRAPH_NONE;
  for (PetscInt k = 0; k < g->ngroups; k++)
    f->child[k] = f->sibling[k] = f->merged_child[k] = f->parent[k] = GRAPH_NONE;
  for (PetscInt k = 0; k < g->ngroups; k++) {
    PetscInt parent = g->ngroups;

    PetscCall(FindBorder(f, k, seen));
    f->pivots[k] = f->border_size[k] = 0;
    for (int m = 0; m < 2 && g->member[k][m] != GRAPH_NONE; m++)
      f->pivots[k] += size(g, g->member[k][m]);
    for (PetscInt e = f->border_first[k]; e < f->nborder; e++) {
      const PetscInt w = f->border[e];

      f->border_size[k] += size(g, w);
      if (w < g->neliminated) parent = PetscMin(parent, g->group[w]);
    }
    amalgamate(f, k);
    if (parent == g->ngroups) continue;
    f->parent[k]     = parent;
    f->sibling[k]    = f->child[parent];
    f->child[parent] = k;
  }
  PetscCall(PetscFree(seen));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* order[] = groups that become fronts, children before parents; *n is their number. */
static PetscErrorCode OrderFronts(const AssemblyTree *f, PetscInt order[], PetscInt *n)
{
  const PetscInt groups = f->g->ngroups;
  PetscInt      *stack, depth;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(groups + 1, &stack));
  *n = groups;
  for (PetscInt k = groups - 1; k >= 0;
       /* from the end: parents, then the subtrees of their children */
       k--) {
    if (f->parent[k] != GRAPH_NONE || f->merged[k]) continue;
    stack[0] = k;
    depth    = 1;
    while (depth) {
      const PetscInt now = stack[--depth];

      order[--*n] = now;
      for (PetscInt c = f->child[now]; c != GRAPH_NONE; c = f->sibling[c]) stack[depth++] = c;
    }
  }
  for (PetscInt k = *n; k < groups; k++) order[k - *n] = order[k];
  *n = groups - *n;
  PetscCall(PetscFree(stack));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void add_vertex(const Graph *g, PetscInt v, PetscInt unknown[], PetscInt *n)
{
  for (PetscInt r = g->first[v]; r < g->first[v + 1]; r++) unknown[(*n)++] = r;
}

/* Numbers the vertices in the order of elimination; those of the Schur complement come last. */
static void order_vertices(const Graph *g, PetscInt place[])
{
  PetscInt n = 0;

  for (PetscInt k = 0; k < g->ngroups; k++)
    for (int m = 0; m < 2 && g->member[k][m] != GRAPH_NONE; m++) place[g->member[k][m]] = n++;
  for (PetscInt v = g->neliminated; v < g->n; v++) place[v] = n++;
}

/* Sorts the borders in the order of elimination. */
static PetscErrorCode SortBorders(AssemblyTree *f)
{
  PetscInt *place, *key;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(f->g->n, &place, f->nborder, &key));
  order_vertices(f->g, place);
  for (PetscInt e = 0; e < f->nborder; e++) key[e] = place[f->border[e]];
  for (PetscInt k = 0; k < f->g->ngroups; k++) {
    const PetscInt first = f->border_first[k];

    PetscCall(
      PetscSortIntWithArray(f->border_first[k + 1] - first, key + first, f->border + first));
  }
  PetscCall(PetscFree2(place, key));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes the fronts of the groups order[]; front_of[unknown] is the front that eliminates it. */
static PetscErrorCode MakeFronts(const AssemblyTree *f, const PetscInt order[], SymbolicFactor *e,
                                 PetscInt front_of[])
{
  const Graph *g = f->g;
  PetscInt    *number, *stack, n = 0;
  double       total = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(e->nfronts + 1, &e->front));
  PetscCall(PetscMalloc2(g->ngroups, &number, g->ngroups, &stack));
  for (PetscInt k = 0; k < e->nfronts; k++) {
    number[order[k]] = k;
    total += (double)(f->pivots[order[k]] + f->border_size[order[k]]);
  }
  PetscCheck(total < PETSC_MAX_INT, PETSC_COMM_SELF, PETSC_ERR_SUP,
             "factors are too large for fronts");
  PetscCall(PetscMalloc2((size_t)total, &e->unknown, (size_t)total, &e->place));
  for (PetscInt k = 0; k < e->nfronts; k++) {
    const PetscInt group = order[k];
    Front         *front = &e->front[k];
    PetscInt       depth = 0;

    *front = (Front){.pivots = f->pivots[group],
                     .size   = f->pivots[group] + f->border_size[group],
                     .parent = GRAPH_NONE,
                     .first  = n};
    for (PetscInt t = group; t != GRAPH_NONE; t = f->merged_child[t]) stack[depth++] = t;
    while (depth--)
      for (int m = 0; m < 2 && g->member[stack[depth]][m] != GRAPH_NONE; m++)
        add_vertex(g, g->member[stack[depth]][m], e->unknown, &n);
    for (PetscInt r = front->first; r < n; r++) front_of[e->unknown[r]] = k;
    for (PetscInt l = f->border_first[group]; l < f->border_first[group + 1]; l++)
      add_vertex(g, f->border[l], e->unknown, &n);
    e->largest = PetscMax(e->largest, front->size);
    e->values += (double)front->pivots * (double)(2 * front->size - front->pivots);
  }
  e->front[e->nfronts].first = n;
  for (PetscInt k = 0; k < e->nfronts; k++) {
    if (f->parent[order[k]] == GRAPH_NONE) continue;
    e->front[k].parent = number[f->parent[order[k]]];
    e->front[e->front[k].parent].children++;
  }
  PetscCall(PetscFree2(number, stack));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Entries of the matrix, sorted by fronts: those of front k start at first[k]. */
typedef struct {
  PetscInt *first, *number, *row;
} FrontEntries;

/* Assigns each entry to the front that eliminates the first of its two unknowns. */
static PetscErrorCode SortEntries(const Sparsity *s, const SymbolicFactor *e,
                                  const PetscInt front_of[], FrontEntries *by)
{
  PetscInt *end;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(e->nfronts, &end));
  for (PetscInt k = 0; k <= e->nfronts; k++) by->first[k] = 0;
  for (int fill = 0; fill < 2; fill++) {
    for (PetscInt r = 0; r < s->n; r++)
      for (PetscInt k = s->i[r]; k < s->i[r + 1]; k++) {
        const PetscInt front = PetscMin(front_of[r], front_of[s->j[k]]);

        if (front == e->nfronts) continue; /* both are in the Schur complement */
        if (fill) {
          by->row[end[front]]      = r;
          by->number[end[front]++] = k;
        } else by->first[front + 1]++;
      }
    for (PetscInt k = 0; k < e->nfronts && !fill; k++) {
      end[k] = by->first[k];
      by->first[k + 1] += by->first[k];
    }
  }
  PetscCall(PetscFree(end));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Appends the runs of front k; at[unknown] are places in it. *n is the number of runs so far.
   The size of the array is *capacity. */
static PetscErrorCode AddFrontRuns(const Sparsity *s, const FrontEntries *by, PetscInt k,
                                   const PetscInt at[], SymbolicFactor *e, PetscInt *n,
                                   PetscInt *capacity)
{
  const PetscInt first = *n;

  PetscFunctionBeginUser;
  e->front[k].runs = first;
  for (PetscInt m = by->first[k]; m < by->first[k + 1]; m++) {
    const PetscInt number = by->number[m], from = s->from ? s->from[number] : number;
    const PetscInt row = at[by->row[m]], column = at[s->j[number]];
    FrontRun      *last = *n > first ? &e->run[*n - 1] : NULL;

    if (last && last->row == row && last->column + last->n == column &&
        last->from + last->n == from) {
      last->n++;
      continue;
    }
    if (*n == *capacity) {
      *capacity += *capacity / 2 + 1000;
      PetscCall(PetscRealloc((size_t)*capacity * sizeof *e->run, &e->run));
    }
    e->run[(*n)++] = (FrontRun){
      .from = from, .n = 1, .row = (unsigned short)row, .column = (unsigned short)column};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the places of entries and of contribution blocks in each front. */
static PetscErrorCode FindFrontPositions(const Sparsity *s, SymbolicFactor *e,
                                         const FrontEntries *by)
{
  PetscInt *at, *child, *sibling, n = 0, capacity = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(s->n, &at, e->nfronts, &child, e->nfronts, &sibling));
  for (PetscInt k = 0; k < e->nfronts; k++) child[k] = GRAPH_NONE;
  for (PetscInt k = 0; k < e->nfronts; k++) {
    const Front *f = &e->front[k];

    for (PetscInt p = 0; p < f->size; p++) at[e->unknown[f->first + p]] = p;
    PetscCall(AddFrontRuns(s, by, k, at, e, &n, &capacity));
    for (PetscInt c = child[k]; c != GRAPH_NONE; c = sibling[c])
      for (PetscInt p = e->front[c].pivots; p < e->front[c].size; p++)
        e->place[e->front[c].first + p] = at[e->unknown[e->front[c].first + p]];
    if (f->parent == GRAPH_NONE) continue;
    sibling[k]       = child[f->parent];
    child[f->parent] = k;
  }
  e->front[e->nfronts].runs = n;
  PetscCall(PetscRealloc((size_t)(n + FRONT_PREFETCH_RUNS) * sizeof *e->run, &e->run));
  memset(e->run + n, 0, FRONT_PREFETCH_RUNS * sizeof *e->run);
  PetscCall(PetscFree3(at, child, sibling));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode BuildFronts(const Sparsity *s, const AssemblyTree *f, SymbolicFactor *e)
{
  PetscInt    *order, *front_of;
  FrontEntries by;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(f->g->ngroups, &order, s->n, &front_of));
  PetscCall(OrderFronts(f, order, &e->nfronts));
  for (PetscInt r = 0; r < s->n; r++) front_of[r] = e->nfronts;
  PetscCall(MakeFronts(f, order, e, front_of));
  if (e->largest <= FRONT_MAX_SIZE) {
    PetscCall(PetscMalloc3(e->nfronts + 1, &by.first, s->i[s->n], &by.number, s->i[s->n], &by.row));
    PetscCall(SortEntries(s, e, front_of, &by));
    PetscCall(FindFrontPositions(s, e, &by));
    PetscCall(PetscFree3(by.first, by.number, by.row));
  }
  PetscCall(PetscFree2(order, front_of));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SymbolicFactorCreate(const Sparsity *s, SymbolicFactor *e)
{
  Graph        g;
  AssemblyTree f = {.g = &g};
  PetscInt     n;

  PetscFunctionBeginUser;
  *e = (SymbolicFactor){.n = s->n, .neliminated = s->neliminated};
  PetscCall(GraphCreate(s, &g));
  n = g.ngroups;
  PetscCall(PetscMalloc7(n + 1, &f.border_first, n, &f.parent, n, &f.child, n, &f.sibling, n,
                         &f.pivots, n, &f.border_size, n, &f.merged_child));
  PetscCall(PetscCalloc1(n, &f.merged));
  PetscCall(BuildTree(&f));
  PetscCall(SortBorders(&f));
  PetscCall(BuildFronts(s, &f, e));
  PetscCall(PetscFree7(f.border_first, f.parent, f.child, f.sibling, f.pivots, f.border_size,
                       f.merged_child));
  PetscCall(PetscFree(f.merged));
  PetscCall(PetscFree(f.border));
  PetscCall(GraphDestroy(&g));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SymbolicFactorDestroy(SymbolicFactor *e)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(e->front));
  PetscCall(PetscFree2(e->unknown, e->place));
  PetscCall(PetscFree(e->run));
  PetscFunctionReturn(PETSC_SUCCESS);
}
