/* gmsh_cells.c: reads this rank's part of the nodes and elements, block by block. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "gmsh_reader.h"

/* Finds the items *first to *end - 1 of a block that this rank reads from a binary file.

   Each rank reads an equal part of all n items. */
static void own_range(const GmshReader *r, const GmshBlock *b, int64_t n, int64_t *first,
                      int64_t *end)
{
  const int64_t size = r->ranks->size, rank = r->ranks->rank;
  const int64_t from = n / size * rank + n % size * rank / size,
                to   = n / size * (rank + 1) + n % size * (rank + 1) / size;

  *first = b->first > from ? b->first : from;
  *end   = b->first + b->n < to ? b->first + b->n : to;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static int read_coordinates(GmshReader *r, double x[3], int nparameters)
{
  for (int c = 0; c < 3; c++)
    if (gmsh_read_real(r, &x[c])) return 1;
  return gmsh_skip_reals(r, nparameters);
}

static void allocate_nodes(GmshReader *r, int64_t n)
{
  r->local_nodes = (int)n;
  r->tag         = ranks_malloc(r->ranks, n, sizeof *r->tag);
  r->x           = ranks_malloc(r->ranks, n, sizeof *r->x);
}

static int read_binary_nodes(GmshReader *r)
{
  const GmshBlock all = {.n = r->nnodes};
  int64_t         first, end, k = 0;

  own_range(r, &all, r->nnodes, &first, &end);
  allocate_nodes(r, end - first);
  for (int64_t block = 0; block < r->node_blocks.n; block++) {
    const GmshBlock *b     = &r->node_blocks.at[block];
    const int64_t    reals = 8 * (3 + b->parameters), x = b->at + 8 * b->n;
    int64_t          start = k;

    own_range(r, b, r->nnodes, &first, &end);
    if (first >= end) continue;
    if (r->version == 22) {
      gmsh_seek(r, b->at + 28 * (first - b->first), 1, b->at + 28 * (end - b->first));
      for (int64_t i = first; i < end; i++, k++)
        if (gmsh_read_int(r, &r->tag[k]) || read_coordinates(r, r->x[k], 0)) return 1;
      continue;
    }
    gmsh_seek(r, b->at + 8 * (first - b->first), 1, b->at + 8 * (end - b->first));
    for (int64_t i = first; i < end; i++)
      if (gmsh_read_size(r, &r->tag[start++])) return 1;
    gmsh_seek(r, x + reals * (first - b->first), 1, x + reals * (end - b->first));
    for (int64_t i = first; i < end; i++, k++)
      if (read_coordinates(r, r->x[k], b->parameters)) return 1;
  }
  return 0;
}

static int read_text_nodes_22(GmshReader *r)
{
  const GmshBlock *b     = &r->node_blocks.at[0];
  int64_t          first = b->at, end = b->at + b->n;

  gmsh_seek_own_lines(r, &first, &end);
  allocate_nodes(r, end - first);
  for (int i = 0; i < r->local_nodes; i++) {
    if (gmsh_read_int(r, &r->tag[i]) || read_coordinates(r, r->x[i], 0) || gmsh_require_line_end(r))
      return 1;
    gmsh_next_line(r);
  }
  return 0;
}

/* Tags or coordinates of nodes in the lines of this rank, in text of 4.1. */
typedef struct {
  GROWING_LIST(int64_t) node; /* numbers of the nodes */
  GROWING_LIST(int64_t) tag;
  GROWING_LIST(double) x;
} TextNodeData;

static int read_tag_lines(GmshReader *r, const GmshBlock *b, TextNodeData *h)
{
  int64_t first = b->at, end = b->at + b->n, tag;

  gmsh_seek_own_lines(r, &first, &end);
  for (int64_t k = first; k < end; k++) {
    if (gmsh_read_size(r, &tag) || gmsh_require_line_end(r)) return 1;
    GROWING_LIST_ADD(r->ranks, h->tag, tag);
    GROWING_LIST_ADD(r->ranks, h->node, b->first + k - b->at);
    gmsh_next_line(r);
  }
  return 0;
}

static int read_coordinate_lines(GmshReader *r, const GmshBlock *b, TextNodeData *h)
{
  int64_t first = b->at + b->n, end = b->at + 2 * b->n;
  double  x[3];

  gmsh_seek_own_lines(r, &first, &end);
  for (int64_t k = first; k < end; k++) {
    if (read_coordinates(r, x, b->parameters) || gmsh_require_line_end(r)) return 1;
    for (int c = 0; c < 3; c++) GROWING_LIST_ADD(r->ranks, h->x, x[c]);
    GROWING_LIST_ADD(r->ranks, h->node, b->first + k - b->at - b->n);
    gmsh_next_line(r);
  }
  return 0;
}

/* Sends records of nodes to the ranks of these nodes; each rank has an equal part of all nodes.

   Input:
     first   [size + 1] first node of each rank
     node    [n] numbers of the nodes
     each    bytes of a record
     values  [n] records
   Output:
     to  [local_nodes] records of this rank's nodes
   Collective. */
static void send_node_data(GmshReader *r, const int64_t first[], int64_t n, const int64_t node[],
                           size_t each, const void *values, void *to)
{
  int         *destination = ranks_malloc(r->ranks, n, sizeof *destination);
  int64_t     *number;
  char        *received;
  ExchangePlan plan;

  for (int64_t k = 0; k < n; k++) destination[k] = ranks_find_owner(r->ranks, first, node[k]);
  exchange_plan_create(r->ranks, n, destination, &plan);
  free(destination);
  number   = ranks_malloc(r->ranks, plan.m, sizeof *number);
  received = ranks_malloc(r->ranks, plan.m, each);
  exchange_send(&plan, sizeof *number, node, number);
  exchange_send(&plan, each, values, received);
  for (int64_t k = 0; k < plan.m; k++)
    memcpy((char *)to + (size_t)(number[k] - first[r->ranks->rank]) * each,
           received + (size_t)k * each, each);
  free(number);
  free(received);
  exchange_plan_free(&plan);
}

static int read_text_nodes_41(GmshReader *r)
{
  const Ranks *ranks = r->ranks;
  int64_t     *first = ranks_malloc(ranks, ranks->size + 1, sizeof *first);
  TextNodeData tags = {.tag = {.n = 0}}, coordinates = {.tag = {.n = 0}};
  int          bad = 0;

  for (int64_t k = 0; k < r->node_blocks.n && !bad; k++)
    bad = read_tag_lines(r, &r->node_blocks.at[k], &tags) ||
          read_coordinate_lines(r, &r->node_blocks.at[k], &coordinates);
  bad = ranks_any_failed(ranks, bad, r->message, r->message_size);
  for (int s = 0; s <= ranks->size; s++) first[s] = r->nnodes * s / ranks->size;
  allocate_nodes(r, first[ranks->rank + 1] - first[ranks->rank]);
  if (!bad) {
    send_node_data(r, first, tags.tag.n, tags.node.at, sizeof *r->tag, tags.tag.at, r->tag);
    send_node_data(r, first, coordinates.x.n / 3, coordinates.node.at, sizeof *r->x,
                   coordinates.x.at, r->x);
  }
  free(tags.node.at);
  free(tags.tag.at);
  free(coordinates.node.at);
  free(coordinates.x.at);
  free(first);
  return bad;
}

int gmsh_read_nodes(GmshReader *r)
{
  if (!r->node_blocks.n) allocate_nodes(r, 0);
  else if (r->binary) return read_binary_nodes(r);
  else if (r->version == 22) return read_text_nodes_22(r);
  else return read_text_nodes_41(r);
  return 0;
}

/* ---- elements -------------------------------------------------------------------------------- */

#define SECOND_ORDER " are of second order; use first order (gmsh -order 1)"
#define SOLIDS " are solids; fsolve has lines and surfaces (gmsh -2)"

Shape gmsh_shape_of_type(int64_t type, const char **reason)
{
  /* Gmsh's order of nodes is that of shape.h. */
  static const struct {
    int         type;
    Shape       shape;
    const char *reason;
  } types[] = {
    {15, SHAPE_POINT,         NULL                                },
    {1,  SHAPE_LINE,          NULL                                },
    {8,  SHAPE_LINE3,         NULL                                },
    {2,  SHAPE_TRIANGLE,      NULL                                },
    {3,  SHAPE_QUADRILATERAL, NULL                                },
    {9,  SHAPES,              "6-node triangles" SECOND_ORDER     },
    {10, SHAPES,              "9-node quadrilaterals" SECOND_ORDER},
    {16, SHAPES,              "8-node quadrilaterals" SECOND_ORDER},
    {4,  SHAPES,              "tetrahedra" SOLIDS                 },
    {5,  SHAPES,              "hexahedra" SOLIDS                  },
    {6,  SHAPES,              "prisms" SOLIDS                     },
    {7,  SHAPES,              "pyramids" SOLIDS                   }
  };

  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (types[i].type == type) {
      *reason = types[i].reason;
      return types[i].shape;
    }
  *reason =
    "fsolve reads points, lines of 2 or 3 nodes, and first-order triangles and quadrilaterals";
  return SHAPES;
}

/* Reverses a line or surface; a surface keeps its first node. */
static void reverse_cell(Shape shape, int64_t node[])
{
  const int nn = shape_nodes(shape), dim = shape_dimension(shape);
  const int a = dim == 2, b = dim == 2 ? nn - 1 : 1; /* the two nodes to be swapped */

  if (dim) {
    const int64_t first = node[a];

    node[a] = node[b];
    node[b] = first;
  }
}

/* Reads the nodes of an element and appends it; set is as in GmshReader.set. */
static int read_cell(GmshReader *r, int64_t number, int64_t type, int64_t entity, int set,
                     int reversed)
{
  const char *reason;
  const Shape shape = gmsh_shape_of_type(type, &reason);
  int64_t     node[SHAPE_MAX_NODES];
  int         nn;

  if (shape == SHAPES)
    return gmsh_fail(r, "element %lld has type %lld: %s", (long long)number, (long long)type,
                     reason);
  nn = shape_nodes(shape);
  for (int i = 0; i < nn; i++)
    if (r->version == 41 ? gmsh_read_size(r, &node[i]) : gmsh_read_int(r, &node[i])) return 1;
  for (int i = 0; i < nn; i++)
    for (int j = 0; j < i; j++)
      if (node[i] == node[j])
        return gmsh_fail(r, "element %lld has node %lld twice", (long long)number,
                         (long long)node[i]);
  if (reversed) reverse_cell(shape, node);
  for (int i = 0; i < nn; i++) GROWING_LIST_ADD(r->ranks, r->conn, node[i]);
  GROWING_LIST_ADD(r->ranks, r->number, number);
  GROWING_LIST_ADD(r->ranks, r->set, set);
  GROWING_LIST_ADD(r->ranks, r->shape, (unsigned char)shape);
  if (r->version == 22) GROWING_LIST_ADD(r->ranks, r->entity, entity);
  return 0;
}

/* Reads the tags of an element of 2.2.

   The first one is its physical group, or 0; the second one is its entity; others are ignored.
   Output:
     set  as in GmshReader.set */
static int read_tags(GmshReader *r, int64_t type, int64_t ntags, int64_t *entity, int *set)
{
  const char *reason;
  const Shape shape = gmsh_shape_of_type(type, &reason);
  int64_t     tag, physical = 0;

  if (ntags < 0 || ntags > 64) return gmsh_fail(r, "an element has %lld tags", (long long)ntags);
  for (int64_t k = 0; k < ntags; k++) {
    if (gmsh_read_int(r, &tag)) return 1;
    if (k == 0) physical = tag;
    if (k == 1) *entity = tag;
  }
  *set = -1;
  /* any dimension will do for SHAPES, which read_cell() rejects */
  return physical &&
         gmsh_set_of_group(r, shape == SHAPES ? 2 : shape_dimension(shape), physical, set);
}

/* Reads an element of 2.2; in text its line has the type and the number of tags. */
static int read_element_22(GmshReader *r, const GmshBlock *b)
{
  int64_t number, type = b->type, ntags = b->ntags, entity = 0;
  int     set;

  if (gmsh_read_int(r, &number)) return 1;
  if (!r->binary && (gmsh_read_int(r, &type) || gmsh_read_int(r, &ntags))) return 1;
  return read_tags(r, type, ntags, &entity, &set) || read_cell(r, number, type, entity, set, 0);
}

static int read_element(GmshReader *r, const GmshBlock *b)
{
  int64_t number;

  if (r->version == 22) return read_element_22(r, b);
  return gmsh_read_size(r, &number) ||
         read_cell(r, number, b->type, b->entity, b->list, b->reversed);
}

static int read_text_block(GmshReader *r, const GmshBlock *b)
{
  int64_t first = b->at, end = b->at + b->n;

  gmsh_seek_own_lines(r, &first, &end);
  for (int64_t k = first; k < end; k++) {
    if (read_element(r, b) || gmsh_require_line_end(r)) return 1;
    gmsh_next_line(r);
  }
  r->local_cells += (int)(end - first);
  return 0;
}

/* Reads this rank's part of a block; in 2.2 every b->each elements have a header of 12 bytes. */
static int read_binary_block(GmshReader *r, const GmshBlock *b)
{
  const char   *reason;
  const int64_t nn     = shape_nodes(gmsh_shape_of_type(b->type, &reason));
  const int64_t bytes  = r->version == 22 ? 4 * (1 + b->ntags + nn) : 8 * (1 + nn),
                header = r->version == 22 ? 12 : 0;
  int64_t first, end;

  own_range(r, b, r->ncells, &first, &end);
  for (int64_t k = first - b->first; k < end - b->first; k++) {
    if (k == first - b->first || k % b->each == 0)
      gmsh_seek(r, b->at + k / b->each * header + k * bytes, 1,
                b->at + (end - b->first - 1) / b->each * header + (end - b->first) * bytes);
    if (read_element(r, b)) return 1;
  }
  if (first < end) r->local_cells += (int)(end - first);
  return 0;
}

int gmsh_read_elements(GmshReader *r)
{
  for (int64_t k = 0; k < r->blocks.n; k++)
    if (r->binary ? read_binary_block(r, &r->blocks.at[k]) : read_text_block(r, &r->blocks.at[k]))
      return 1;
  return 0;
}
