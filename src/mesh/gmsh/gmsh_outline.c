/* gmsh_outline.c: finds the blocks of nodes and elements by their headers, and skips their data.

   Numbers such as 28 or 8 in gmsh_read_count() are the fewest bytes of an item in a binary or text
   file. The argument next is the next line of a text file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "gmsh_reader.h"

/* Sets the place of block b, whose header has been read, and moves past it.

   Input:
     bytes, lines  size of an item in a binary file, and in a text file */
static int locate_block(GmshReader *r, GmshBlock *b, int64_t bytes, int64_t lines, int64_t *next)
{
  if (!r->binary) {
    b->at = *next;
    *next += b->n * lines;
    return 0;
  }
  b->at = gmsh_position(r);
  if (b->n * bytes > gmsh_bytes_left(r))
    return gmsh_fail(r, "the file ends in the middle of a section; export it again");
  gmsh_seek(r, b->at + b->n * bytes, 1, r->size);
  return 0;
}

static int fail_at_line(GmshReader *r, int64_t index, const char mark[])
{
  return gmsh_broadcast_line(r, index) ||
         gmsh_fail(r, "expected %s; the section has more or fewer entries than it says", mark);
}

/* Reads the header of a block of 4.1, which starts at line *next: three integers and a count. */
static int read_block_header(GmshReader *r, const char mark[], int64_t *next, int64_t end,
                             int64_t header[3], const char item_name[], int64_t min_bytes,
                             int64_t *n)
{
  if (!r->binary) {
    if (*next >= end) return fail_at_line(r, end, mark);
    if (gmsh_broadcast_line(r, (*next)++)) return 1;
  }
  for (int k = 0; k < 3; k++)
    if (gmsh_read_int(r, &header[k])) return 1;
  return gmsh_read_count(r, item_name, min_bytes, gmsh_read_size, n) ||
         (!r->binary && gmsh_require_line_end(r));
}

/* Reads the first line of $Nodes or $Elements of 4.1: numbers of blocks and items, two tags. */
static int read_totals(GmshReader *r, const char blocks[], const char items[], int64_t *n)
{
  int64_t total, tag;

  return gmsh_read_count(r, blocks, items[0] == 'n' ? 6 : 8, gmsh_read_size, n) ||
         gmsh_read_count(r, items, 2, gmsh_read_size, &total) || gmsh_read_size(r, &tag) ||
         gmsh_read_size(r, &tag) || (!r->binary && gmsh_require_line_end(r));
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static int outline_nodes_22(GmshReader *r, int64_t *next)
{
  GmshBlock b = {.each = 1};

  if (gmsh_read_count_22(r, "nodes", r->binary ? 28 : 8, &b.n) ||
      (!r->binary && gmsh_require_line_end(r)))
    return 1;
  if (locate_block(r, &b, 28, 1, next)) return 1;
  r->nnodes = b.n;
  GROWING_LIST_ADD(r->ranks, r->node_blocks, b);
  return 0;
}

static int outline_nodes_41(GmshReader *r, int64_t *next, int64_t end)
{
  int64_t blocks, header[3]; /* dimension, tag of the entity, whether nodes have its parameters */

  if (read_totals(r, "node blocks", "nodes", &blocks)) return 1;
  for (int64_t k = 0; k < blocks; k++) {
    GmshBlock b = {.first = r->nnodes, .each = 1};

    if (read_block_header(r, "$EndNodes", next, end, header, "nodes", r->binary ? 32 : 8, &b.n))
      return 1;
    if (header[0] < 0 || header[0] > 3 || header[2] < 0 || header[2] > 1)
      return gmsh_fail(r, "a block of nodes has dimension %lld", (long long)header[0]);
    b.parameters = header[2] ? (int)header[0] : 0;
    if (locate_block(r, &b, 32 + 8 * b.parameters, 2, next)) return 1;
    r->nnodes += b.n;
    if (r->nnodes > r->max_count)
      return gmsh_fail(r, "more than %lld nodes; make the mesh coarser", (long long)r->max_count);
    GROWING_LIST_ADD(r->ranks, r->node_blocks, b);
  }
  return 0;
}

int gmsh_outline_nodes(GmshReader *r, int64_t index, int64_t end)
{
  int64_t next = index + 1;

  if (r->seen_nodes++) return gmsh_fail(r, "a second $Nodes");
  if (!r->binary && gmsh_broadcast_line(r, index)) return 1;
  if (r->version == 22 ? outline_nodes_22(r, &next) : outline_nodes_41(r, &next, end)) return 1;
  return !r->binary && next != end && fail_at_line(r, next < end ? next : end, "$EndNodes");
}

/* ---- elements -------------------------------------------------------------------------------- */

/* Computes the size of an element of a block: its tag, ntags tags and the tags of its nodes.

   Input:
     int_size  size of a tag
   Fails, with the tag of the first element, if fsolve does not read the type. */
static int bytes_of_element(GmshReader *r, GmshBlock *b, int int_size, int64_t next, int64_t *bytes)
{
  const char *reason;
  const Shape shape = gmsh_shape_of_type(b->type, &reason);
  int64_t     number;

  *bytes = int_size * (1 + b->ntags + (shape == SHAPES ? 0 : shape_nodes(shape)));
  if (shape != SHAPES || !b->n) return 0;
  if ((!r->binary && gmsh_broadcast_line(r, next)) ||
      (int_size == 4 ? gmsh_read_int(r, &number) : gmsh_read_size(r, &number)))
    return 1;
  return gmsh_fail(r, "element %lld has type %lld: %s", (long long)number, (long long)b->type,
                   reason);
}

/* Adds a block of 2.2, whose header of 12 bytes has been read.

   Some files have a header for each element. Therefore a block that is like the last one extends
   it. */
static void add_block_22(GmshReader *r, GmshBlock b, int64_t bytes)
{
  GmshBlock *last = r->blocks.n ? &r->blocks.at[r->blocks.n - 1] : NULL;

  if (last && last->type == b.type && last->ntags == b.ntags && last->each == b.each &&
      last->at + last->n / last->each * (12 + last->each * bytes) == b.at)
    last->n += b.n;
  else GROWING_LIST_ADD(r->ranks, r->blocks, b);
}

static int outline_binary_22(GmshReader *r, int64_t n)
{
  int64_t bytes;

  while (r->ncells < n) {
    GmshBlock b = {.first = r->ncells};

    if (gmsh_read_int(r, &b.type) || gmsh_read_count(r, "elements", 8, gmsh_read_int, &b.n) ||
        gmsh_read_int(r, &b.ntags))
      return 1;
    if (b.n < 1 || b.n > n - r->ncells)
      return gmsh_fail(r, "a block of %lld elements among %lld", (long long)b.n, (long long)n);
    if (b.ntags < 0 || b.ntags > 64)
      return gmsh_fail(r, "an element has %lld tags", (long long)b.ntags);
    b.each = b.n;
    if (bytes_of_element(r, &b, 4, 0, &bytes) || locate_block(r, &b, bytes, 1, NULL)) return 1;
    r->ncells += b.n;
    add_block_22(r, b, bytes);
  }
  return 0;
}

static int outline_elements_22(GmshReader *r, int64_t *next)
{
  GmshBlock b = {.each = 1, .type = -1};

  if (gmsh_read_count_22(r, "elements", 8, &b.n) || (!r->binary && gmsh_require_line_end(r)))
    return 1;
  if (r->binary) return outline_binary_22(r, b.n);
  r->ncells = b.n;
  (void)locate_block(r, &b, 0, 1, next);
  GROWING_LIST_ADD(r->ranks, r->blocks, b);
  return 0;
}

static int compare_entities(const void *a, const void *b)
{
  const Entity *p = a, *q = b;

  return p->dim != q->dim ? compare_int64(p->dim, q->dim) : compare_int64(p->tag, q->tag);
}

static const Entity *find_entity(const GmshReader *r, Entity key)
{
  if (!r->entities.n) return NULL;
  return bsearch(&key, r->entities.at, (size_t)r->entities.n, sizeof key, compare_entities);
}

static int outline_elements_41(GmshReader *r, int64_t *next, int64_t end)
{
  int64_t blocks, bytes, header[3]; /* dimension, tag of the entity, type */

  if (read_totals(r, "element blocks", "elements", &blocks)) return 1;
  if (r->entities.n)
    qsort(r->entities.at, (size_t)r->entities.n, sizeof *r->entities.at, compare_entities);
  for (int64_t k = 0; k < blocks; k++) {
    GmshBlock     b   = {.first = r->ncells};
    Entity        key = {.dim = 0};
    const Entity *e;

    if (read_block_header(r, "$EndElements", next, end, header, "elements", r->binary ? 16 : 4,
                          &b.n))
      return 1;
    if (header[0] < 0 || header[0] > 3)
      return gmsh_fail(r, "a block of elements has dimension %lld", (long long)header[0]);
    key.dim = (int)header[0];
    key.tag = b.entity = header[1];
    b.type             = header[2];
    b.each             = b.n;
    e                  = find_entity(r, key);
    b.list             = e ? e->list : 0;
    b.reversed         = e && e->reversed;
    if (bytes_of_element(r, &b, 8, *next, &bytes) || locate_block(r, &b, bytes, 1, next)) return 1;
    r->ncells += b.n;
    if (r->ncells > r->max_count)
      return gmsh_fail(r, "more than %lld elements; make the mesh coarser",
                       (long long)r->max_count);
    if (b.n) GROWING_LIST_ADD(r->ranks, r->blocks, b);
  }
  return 0;
}

int gmsh_outline_elements(GmshReader *r, int64_t index, int64_t end)
{
  int64_t next = index + 1;

  if (r->seen_elements++) return gmsh_fail(r, "a second $Elements");
  if (!r->binary && gmsh_broadcast_line(r, index)) return 1;
  if (r->version == 22 ? outline_elements_22(r, &next) : outline_elements_41(r, &next, end))
    return 1;
  return !r->binary && next != end && fail_at_line(r, next < end ? next : end, "$EndElements");
}
