/* gmsh_cells.c: sections $Nodes and $Elements of versions 2.2 and 4.1. Numbers such as 28 or 8 in gmsh_count are the
   fewest bytes that an item takes in a binary or text file. */
#include <stdlib.h>
#include "gmsh_reader.h"

static int add_node(Reader *r, int64_t tag)
{
  Node node = {.tag = tag, .index = (int)r->nodes.n};

  for (int c = 0; c < 3; c++)
    if (gmsh_real(r, &node.x[c])) return 1;
  if (r->nodes.n >= GMSH_MOST) return gmsh_fail(r, "more than %d nodes; make the mesh coarser", GMSH_MOST);
  return ADD(r, r->nodes, node);
}

static int read_nodes_22(Reader *r)
{
  int64_t n, tag;

  if (gmsh_count_22(r, "nodes", r->binary ? 28 : 8, &n)) return 1;
  for (int64_t i = 0; i < n; i++)
    if (gmsh_int(r, &tag) || add_node(r, tag)) return 1;
  return 0;
}

/* A block of n nodes of 4.1: first all tags, then all coordinates, each with nparameters further reals. */
static int read_node_block(Reader *r, int64_t n, int nparameters)
{
  const size_t first = r->nodes.n;
  const char  *tags  = r->p, *after;
  int64_t      tag;

  for (int64_t i = 0; i < n; i++)
    if (gmsh_size(r, &tag)) return 1;
  for (int64_t i = 0; i < n; i++)
    if (add_node(r, 0) || gmsh_skip_reals(r, nparameters)) return 1;
  after = r->p;
  r->p  = tags;
  for (int64_t i = 0; i < n; i++)
    if (gmsh_size(r, &r->nodes.at[first + (size_t)i].tag)) return 1;
  r->p = after;
  return 0;
}

static int read_nodes_41(Reader *r)
{
  int64_t blocks, n, dim, tag, parametric, total;

  if (gmsh_count(r, "node blocks", 6, gmsh_size, &blocks) || gmsh_count(r, "nodes", 2, gmsh_size, &total) ||
      gmsh_size(r, &tag) || gmsh_size(r, &tag))
    return 1;
  for (int64_t b = 0; b < blocks; b++) {
    if (gmsh_int(r, &dim) || gmsh_int(r, &tag) || gmsh_int(r, &parametric) ||
        gmsh_count(r, "nodes", r->binary ? 32 : 8, gmsh_size, &n))
      return 1;
    if (dim < 0 || dim > 3 || parametric < 0 || parametric > 1)
      return gmsh_fail(r, "a block of nodes has dimension %lld", (long long)dim);
    if (read_node_block(r, n, parametric ? (int)dim : 0)) return 1;
  }
  return 0;
}

int gmsh_read_nodes(Reader *r)
{
  if (r->seen_nodes++) return gmsh_fail(r, "a second $Nodes");
  return r->version == 22 ? read_nodes_22(r) : read_nodes_41(r);
}

/* Shape of an element type of Gmsh's, whose order of nodes is that of shape.h; or SHAPES, with *reason why it is
   refused. */
static Shape shape_of_type(int64_t type, const char **reason)
{
  static const struct {
    int         type;
    Shape       shape;
    const char *reason;
  } types[] = {
    {15, SHAPE_POINT,         NULL                                                                              },
    {1,  SHAPE_LINE,          NULL                                                                              },
    {8,  SHAPE_LINE3,         NULL                                                                              },
    {2,  SHAPE_TRIANGLE,      NULL                                                                              },
    {3,  SHAPE_QUADRILATERAL, NULL                                                                              },
    {9,  SHAPES,              "6-node triangles are of second order; mesh with first order (gmsh -order 1)"     },
    {10, SHAPES,              "9-node quadrilaterals are of second order; mesh with first order (gmsh -order 1)"},
    {16, SHAPES,              "8-node quadrilaterals are of second order; mesh with first order (gmsh -order 1)"},
    {4,  SHAPES,              "tetrahedra are solids; fsolve has lines and surfaces (gmsh -2)"                  },
    {5,  SHAPES,              "hexahedra are solids; fsolve has lines and surfaces (gmsh -2)"                   },
    {6,  SHAPES,              "prisms are solids; fsolve has lines and surfaces (gmsh -2)"                      },
    {7,  SHAPES,              "pyramids are solids; fsolve has lines and surfaces (gmsh -2)"                    }
  };

  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (types[i].type == type) {
      *reason = types[i].reason;
      return types[i].shape;
    }
  *reason = "only points, lines of 2 or 3 nodes, and first-order triangles and quadrilaterals are read";
  return SHAPES;
}

/* Let a line or surface run the other way round, from the same first node of a surface. */
static void turn(Cell *cell)
{
  const int nn = shape_nodes(cell->shape), dim = shape_dimension(cell->shape);
  const int a = dim == 2, b = dim == 2 ? nn - 1 : 1; /* the two nodes that change places */

  if (dim) {
    const int64_t node = cell->node[a];

    cell->node[a] = cell->node[b];
    cell->node[b] = node;
  }
}

/* Read the nodes of an element and append it. */
static int add_cell(Reader *r, int64_t number, int64_t type, int64_t entity, int first, int count)
{
  const char *reason;
  const Shape shape = shape_of_type(type, &reason);
  Cell        cell  = {.number = number, .entity = entity, .shape = shape, .first = first, .count = count};
  int         nn;

  if (shape == SHAPES)
    return gmsh_fail(r, "element %lld has type %lld: %s", (long long)number, (long long)type, reason);
  nn = shape_nodes(shape);
  for (int i = 0; i < nn; i++)
    if (r->version == 41 ? gmsh_size(r, &cell.node[i]) : gmsh_int(r, &cell.node[i])) return 1;
  for (int i = 0; i < nn; i++)
    for (int j = 0; j < i; j++)
      if (cell.node[i] == cell.node[j])
        return gmsh_fail(r, "element %lld has node %lld twice", (long long)number, (long long)cell.node[i]);
  if (r->cells.n >= GMSH_MOST) return gmsh_fail(r, "more than %d elements; make the mesh coarser", GMSH_MOST);
  return ADD(r, r->cells, cell);
}

/* Read the tags of an element of 2.2: the first is its physical group (0: none), the second its entity, others are
   ignored. *first, *count: its sets, as in Cell. */
static int read_tags(Reader *r, int64_t type, int64_t ntags, int64_t *entity, int *first, int *count)
{
  int64_t tag, physical = 0;

  if (ntags < 0 || ntags > 64) return gmsh_fail(r, "an element has %lld tags", (long long)ntags);
  for (int64_t k = 0; k < ntags; k++) {
    if (gmsh_int(r, &tag)) return 1;
    if (k == 0) physical = tag;
    if (k == 1) *entity = tag;
  }
  *first = (int)r->sets.n;
  *count = physical != 0;
  if (physical) {
    const char *reason;
    const Shape shape = shape_of_type(type, &reason);
    const int   dim   = shape == SHAPES ? 2 : shape_dimension(shape); /* of SHAPES: any, add_cell refuses them */

    return gmsh_add_set(r, dim, physical);
  }
  return 0;
}

static int read_elements_22(Reader *r)
{
  int64_t n, number, type, ntags, in_block, entity = 0;
  int     first = 0, count = 0;

  if (gmsh_count_22(r, "elements", 8, &n)) return 1;
  for (int64_t i = 0; i < n; i += in_block) {
    in_block = 1;
    if (r->binary) {
      if (gmsh_int(r, &type) || gmsh_count(r, "elements", 8, gmsh_int, &in_block) || gmsh_int(r, &ntags)) return 1;
      if (in_block < 1 || in_block > n - i)
        return gmsh_fail(r, "a block of %lld elements among %lld", (long long)in_block, (long long)n);
    }
    for (int64_t k = 0; k < in_block; k++) {
      if (gmsh_int(r, &number)) return 1;
      if (!r->binary && (gmsh_int(r, &type) || gmsh_int(r, &ntags))) return 1;
      if (read_tags(r, type, ntags, &entity, &first, &count) || add_cell(r, number, type, entity, first, count))
        return 1;
    }
  }
  return 0;
}

static int compare_entities(const void *a, const void *b)
{
  const Entity *p = a, *q = b;

  return p->dim != q->dim ? (p->dim > q->dim) - (p->dim < q->dim) : (p->tag > q->tag) - (p->tag < q->tag);
}

static int read_elements_41(Reader *r)
{
  int64_t blocks, n, total, dim, tag, type, number;

  if (gmsh_count(r, "element blocks", 8, gmsh_size, &blocks) || gmsh_count(r, "elements", 2, gmsh_size, &total) ||
      gmsh_size(r, &tag) || gmsh_size(r, &tag))
    return 1;
  if (r->entities.n) qsort(r->entities.at, r->entities.n, sizeof *r->entities.at, compare_entities);
  for (int64_t b = 0; b < blocks; b++) {
    Entity        key = {0};
    const Entity *e;

    if (gmsh_int(r, &dim) || gmsh_int(r, &tag) || gmsh_int(r, &type) ||
        gmsh_count(r, "elements", r->binary ? 16 : 4, gmsh_size, &n))
      return 1;
    if (dim < 0 || dim > 3) return gmsh_fail(r, "a block of elements has dimension %lld", (long long)dim);
    key.dim = (int)dim;
    key.tag = tag;
    e       = r->entities.n ? bsearch(&key, r->entities.at, r->entities.n, sizeof key, compare_entities) : NULL;
    for (int64_t i = 0; i < n; i++) {
      if (gmsh_size(r, &number) || add_cell(r, number, type, tag, e ? e->first : 0, e ? e->count : 0)) return 1;
      if (e && e->turned) turn(&r->cells.at[r->cells.n - 1]); /* version 2.2 has them turned already */
    }
  }
  return 0;
}

int gmsh_read_elements(Reader *r)
{
  if (r->seen_elements++) return gmsh_fail(r, "a second $Elements");
  return r->version == 22 ? read_elements_22(r) : read_elements_41(r);
}
