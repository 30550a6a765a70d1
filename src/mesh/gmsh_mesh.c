/* gmsh_mesh.c: from the nodes, elements and groups of a Gmsh file to the Geometry. */
#include <stdlib.h>
#include <string.h>
#include "gmsh_reader.h"

static int compare_nodes(const void *a, const void *b)
{
  const Node *p = a, *q = b;

  return (p->tag > q->tag) - (p->tag < q->tag);
}

/* Order by entity, shape and nodes, equal cells in the order of the file. */
static int compare_cells(const void *a, const void *b)
{
  const Cell *p = *(Cell *const *)a, *q = *(Cell *const *)b;

  if (p->entity != q->entity) return p->entity < q->entity ? -1 : 1;
  if (p->shape != q->shape) return p->shape < q->shape ? -1 : 1;
  for (int i = 0; i < shape_nodes(p->shape); i++)
    if (p->node[i] != q->node[i]) return p->node[i] < q->node[i] ? -1 : 1;
  return p < q ? -1 : p > q;
}

static int same_cell(const Cell *p, const Cell *q)
{
  return p->entity == q->entity && p->shape == q->shape &&
         !memcmp(p->node, q->node, (size_t)shape_nodes(p->shape) * sizeof *p->node);
}

/* Version 2.2 writes an element again, with another number, for each further physical group of its entity. (*twin)[c],
   malloc'ed, = the first cell that is the same as cell c, or c; the first gets the sets of all. Cells of the same group
   are never the same, even with the same nodes: they may be two springs side by side. */
static int join_repeated(Reader *r, int *twin[])
{
  const size_t n     = r->cells.n;
  Cell       **order = malloc((n + 1) * sizeof *order);

  *twin = malloc((n + 1) * sizeof **twin);
  if (!order || !*twin) {
    free(order);
    return gmsh_fail(r, "out of memory");
  }
  for (size_t i = 0; i < n; i++) {
    order[i]   = &r->cells.at[i];
    (*twin)[i] = (int)i;
  }
  if (n && r->version == 22) qsort(order, n, sizeof *order, compare_cells);
  for (size_t i = 1; i < n && r->version == 22; i++) {
    const Cell *cell = order[i], *first = &r->cells.at[(*twin)[order[i - 1] - r->cells.at]], *last = order[i - 1];

    if (same_cell(cell, first) && cell->count && last->count && r->sets.at[cell->first] != r->sets.at[last->first] &&
        r->sets.at[cell->first] != r->sets.at[first->first])
      (*twin)[cell - r->cells.at] = (int)(first - r->cells.at);
  }
  free(order);
  return 0;
}

/* Sort the nodes by tag. Fails if a tag is there twice. */
static int sort_nodes(Reader *r)
{
  const size_t n = r->nodes.n;

  if (n) qsort(r->nodes.at, n, sizeof *r->nodes.at, compare_nodes);
  for (size_t i = 1; i < n; i++)
    if (r->nodes.at[i].tag == r->nodes.at[i - 1].tag)
      return gmsh_fail(r, "node %lld is there twice", (long long)r->nodes.at[i].tag);
  return 0;
}

/* Replace the tags in the cells by places of nodes in the file; number[place] = 0 for these nodes. */
static int find_nodes_of_cells(Reader *r, int number[])
{
  for (size_t c = 0; c < r->cells.n; c++) {
    Cell *cell = &r->cells.at[c];

    for (int i = 0; i < shape_nodes(cell->shape); i++) {
      const Node  key   = {.tag = cell->node[i]};
      const Node *found = r->nodes.n ? bsearch(&key, r->nodes.at, r->nodes.n, sizeof key, compare_nodes) : NULL;

      if (!found)
        return gmsh_fail(r, "element %lld needs node %lld, which is not in the file", (long long)cell->number,
                         (long long)key.tag);
      number[found->index] = 0;
      cell->node[i]        = found->index;
    }
  }
  return 0;
}

/* Number the nodes that cells use, in the order of the file: Cell.node and Node.index become these numbers, index -1
   for unused nodes. *used = how many are used. */
static int resolve_nodes(Reader *r, int *used)
{
  const size_t n      = r->nodes.n;
  int         *number = malloc((n + 1) * sizeof *number); /* number of a node, by its place in the file */
  int          bad;

  if (!number) return gmsh_fail(r, "out of memory");
  for (size_t i = 0; i < n; i++) number[i] = -1;
  bad   = sort_nodes(r) || find_nodes_of_cells(r, number);
  *used = 0;
  for (size_t i = 0; i < n && !bad; i++)
    if (number[i] == 0) number[i] = (*used)++;
  for (size_t c = 0; c < r->cells.n && !bad; c++)
    for (int i = 0; i < shape_nodes(r->cells.at[c].shape); i++) r->cells.at[c].node[i] = number[r->cells.at[c].node[i]];
  for (size_t i = 0; i < n && !bad; i++) r->nodes.at[i].index = number[r->nodes.at[i].index];
  free(number);
  return bad;
}

/* Fill the cells of g, each twin once but with the sets of all. of_top: a set for every cell of dimension top; -1:
   none. Returns 1 when memory runs out. */
static int fill_cells(const Reader *r, const int twin[], int top, int of_top, Geometry *g)
{
  int *place = malloc((r->cells.n + 1) * sizeof *place), k = 0;

  if (!place) return 1;
  for (size_t c = 0; c < r->cells.n; c++) {
    const Cell *cell = &r->cells.at[c];
    const int   nn   = shape_nodes(cell->shape);

    if (twin[c] == (int)c) {
      for (int i = 0; i < nn; i++) g->conn[g->offset[k] + i] = (int)cell->node[i];
      g->offset[k + 1] = g->offset[k] + nn;
      g->shape[k]      = (unsigned char)cell->shape;
      place[c]         = k++;
    }
    for (int s = 0; s < cell->count; s++) geometry_add_cell(g, place[twin[c]], r->sets.at[cell->first + s]);
    if (shape_dimension(cell->shape) == top && of_top >= 0) geometry_add_cell(g, place[twin[c]], of_top);
  }
  free(place);
  return 0;
}

static void fill_nodes(const Reader *r, Geometry *g)
{
  for (size_t i = 0; i < r->nodes.n; i++) {
    const Node *node = &r->nodes.at[i];

    if (node->index < 0) continue;
    memcpy(g->x[node->index], node->x, sizeof node->x);
    g->id[node->index] = node->tag;
  }
}

static int fill_geometry(Reader *r, const int twin[], int nnodes, Geometry *g)
{
  int ncells = 0, nconn = 0, top = 0, all, own_all = 0;

  for (size_t c = 0; c < r->cells.n; c++) {
    if (twin[c] != (int)c) continue;
    ncells++;
    nconn += shape_nodes(r->cells.at[c].shape);
    if (shape_dimension(r->cells.at[c].shape) > top) top = shape_dimension(r->cells.at[c].shape);
  }
  if (!ncells) return gmsh_fail(r, "the mesh has no elements; save it with its physical groups or with Mesh.SaveAll=1");
  for (size_t n = 0; n < r->names.n; n++) own_all |= !strcmp(r->names.at[n], "all");
  all = gmsh_set_of_name(r, "all");
  if (all < 0) return 1;
  if (geometry_allocate(g, nnodes, ncells, nconn, (int)r->names.n)) return gmsh_fail(r, "out of memory");
  for (size_t s = 0; s < r->names.n; s++) strcpy(g->set_name[s], r->names.at[s]);
  fill_nodes(r, g);
  if (fill_cells(r, twin, top, own_all ? -1 : all, g)) return gmsh_fail(r, "out of memory");
  if (geometry_nodes_of_sets(g)) return gmsh_fail(r, "out of memory");
  for (int i = 0; i < nnodes && !own_all; i++) geometry_add_node(g, i, all);
  if (g->lists.failed) return gmsh_fail(r, "out of memory");
  return 0;
}

int gmsh_build(Reader *r, Geometry *g)
{
  int used = 0, *twin = NULL;
  int bad = resolve_nodes(r, &used) || join_repeated(r, &twin) || fill_geometry(r, twin, used, g);

  if (bad) geometry_free(g);
  free(twin);
  return bad;
}
