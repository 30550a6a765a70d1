/* gmsh.c: reader of Gmsh's MSH files, versions 2.2 and 4.1, text and binary. Format: Gmsh reference manual, "File formats".
   Everything in the file is doubted: counts are held against the bytes that are left, numbers must be finite, nodes known. */
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "geometry.h"

typedef struct {
  int     dim;
  int64_t tag;
  int     set; /* index of its name */
} Group;       /* a physical group */

typedef struct {
  int     dim;
  int64_t tag;
  int     first, count; /* its physical groups: sets[first] ... */
} Entity;

typedef struct {
  int64_t tag;
  double  x[3];
  int     index; /* in the order of the file; later in the geometry, -1 when unused */
} Node;

typedef struct {
  int64_t number, entity, node[4];
  int     nn, first, count; /* sets[first] ... sets[first + count - 1] */
} Cell;

/* Growing arrays. */
#define LIST(type) struct { type *at; size_t n, room; }

typedef struct {
  const char *path, *data, *p, *end;
  int         version, binary; /* version 22 or 41; 0 before $MeshFormat */
  char       *message;
  size_t      message_size;
  int         seen_nodes, seen_elements;
  LIST(char *) names;
  LIST(Group) groups;
  LIST(Entity) entities;
  LIST(int) sets;
  LIST(Node) nodes;
  LIST(Cell) cells;
} Reader;

/* Message "path:line: ..." (path alone in binary files); always 1, so that a caller can return it. */
__attribute__((format(printf, 2, 3))) static int fail(Reader *r, const char format[], ...)
{
  va_list args;
  int     line = 1;

  for (const char *p = r->data; p < r->p && p < r->end; p++) line += *p == '\n';
  if (r->binary) snprintf(r->message, r->message_size, "%s: ", r->path);
  else snprintf(r->message, r->message_size, "%s:%d: ", r->path, line);
  va_start(args, format);
  vsnprintf(r->message + strlen(r->message), r->message_size - strlen(r->message), format, args);
  va_end(args);
  return 1;
}

static int grow(Reader *r, void **at, size_t n, size_t *room, size_t size)
{
  void *bigger;

  if (n < *room) return 0;
  *room  = *room ? 2 * *room : 64;
  bigger = realloc(*at, *room * size);
  if (!bigger) return fail(r, "out of memory");
  *at = bigger;
  return 0;
}

#define ADD(r, list, ...) (grow(r, (void **)&(list).at, (list).n, &(list).room, sizeof *(list).at) ? 1 : ((list).at[(list).n++] = __VA_ARGS__, 0))

static void skip_line(Reader *r)
{
  while (r->p < r->end && *r->p != '\n') r->p++;
  if (r->p < r->end) r->p++;
}

/* ---- numbers ---------------------------------------------------------------------------------------------------------- */

static size_t left(const Reader *r) { return (size_t)(r->end - r->p); }

static int get_bytes(Reader *r, void *to, size_t n)
{
  if (left(r) < n) return fail(r, "the file ends in the middle of a section; export it again");
  memcpy(to, r->p, n);
  r->p += n;
  return 0;
}

/* A text token is short; strtod and strtoll stop at the NUL that ends the data. */
static int get_text_integer(Reader *r, int64_t *value)
{
  char *end;

  *value = strtoll(r->p, &end, 10);
  if (end == r->p || (*end && !isspace((unsigned char)*end))) return fail(r, "expected an integer; the file is damaged");
  r->p = end;
  return 0;
}

static int get_int(Reader *r, int64_t *value)
{
  int32_t i = 0;

  if (!r->binary) return get_text_integer(r, value);
  if (get_bytes(r, &i, sizeof i)) return 1;
  *value = i;
  return 0;
}

static int get_size(Reader *r, int64_t *value)
{
  if (!r->binary) return get_text_integer(r, value);
  return get_bytes(r, value, sizeof *value);
}

static int get_real(Reader *r, double *value)
{
  char *end;

  if (r->binary) {
    if (get_bytes(r, value, sizeof *value)) return 1;
  } else {
    *value = strtod(r->p, &end);
    if (end == r->p || (*end && !isspace((unsigned char)*end))) return fail(r, "expected a number; the file is damaged");
    r->p = end;
  }
  if (!isfinite(*value)) return fail(r, "a coordinate is not finite; the file is damaged");
  return 0;
}

/* A count of items that take at least least bytes each. */
static int get_count(Reader *r, const char what[], size_t least, int as_size, int64_t *n)
{
  if (as_size ? get_size(r, n) : get_int(r, n)) return 1;
  if (*n < 0 || (uint64_t)*n > left(r) / least)
    return fail(r, "%lld %s do not fit into the rest of the file; export it again", (long long)*n, what);
  return 0;
}

/* The count that opens $Nodes and $Elements of version 2.2: a line of text in binary files, too. */
static int get_count_22(Reader *r, const char what[], size_t least, int64_t *n)
{
  const int binary = r->binary;
  int       bad;

  r->binary = 0;
  bad       = get_count(r, what, least, 0, n);
  r->binary = binary;
  if (!bad && binary) skip_line(r);
  return bad;
}

static int skip_reals(Reader *r, int n)
{
  double ignored;

  while (n--)
    if (get_real(r, &ignored)) return 1;
  return 0;
}

/* ---- sections --------------------------------------------------------------------------------------------------------- */

static void skip_space(Reader *r)
{
  while (r->p < r->end && isspace((unsigned char)*r->p)) r->p++;
}

static int read_format(Reader *r)
{
  double  version;
  int64_t binary, size;
  int32_t one = 0;

  if (r->version) return fail(r, "a second $MeshFormat");
  if (get_real(r, &version) || get_int(r, &binary) || get_int(r, &size)) return 1;
  r->version = fabs(version - 2.2) < 1e-6 ? 22 : fabs(version - 4.1) < 1e-6 ? 41 : 0;
  if (!r->version) return fail(r, "MSH version %.6g is not read; export as 4.1 or 2.2 (gmsh -format msh41)", version);
  if (size != 8 || binary < 0 || binary > 1) return fail(r, "unknown file type %d with %d-byte reals", (int)binary, (int)size);
  if (binary) {
    skip_line(r);
    r->binary = 1;
    if (get_bytes(r, &one, sizeof one)) return 1;
    if (one != 1) return fail(r, "binary file of the other byte order; export it as text");
  }
  return 0;
}

/* Index of the name among the sets, a new one if needed; -1 when memory runs out or the name is too long. */
static int set_of_name(Reader *r, const char name[])
{
  char *copy;

  for (size_t s = 0; s < r->names.n; s++)
    if (!strcmp(r->names.at[s], name)) return (int)s;
  if (strlen(name) >= SET_NAME_SIZE) {
    fail(r, "the physical name '%.30s...' is longer than %d characters; shorten it", name, SET_NAME_SIZE - 1);
    return -1;
  }
  copy = malloc(strlen(name) + 1);
  if (!copy) {
    fail(r, "out of memory");
    return -1;
  }
  strcpy(copy, name);
  if (ADD(r, r->names, copy)) {
    free(copy);
    return -1;
  }
  return (int)r->names.n - 1;
}

static int add_group(Reader *r, int dim, int64_t tag, const char name[])
{
  const int set = set_of_name(r, name);

  return set < 0 || ADD(r, r->groups, (Group){dim, tag, set});
}

/* Set of a physical group; one without a name is called by its number. */
static int set_of_group(Reader *r, int dim, int64_t tag, int *set)
{
  char number[32];

  for (size_t i = 0; i < r->groups.n; i++)
    if (r->groups.at[i].dim == dim && r->groups.at[i].tag == tag) {
      *set = r->groups.at[i].set;
      return 0;
    }
  snprintf(number, sizeof number, "%lld", (long long)tag);
  if (add_group(r, dim, tag, number)) return 1;
  *set = r->groups.at[r->groups.n - 1].set;
  return 0;
}

static int read_physical_names(Reader *r) /* text in binary files, too */
{
  const int binary = r->binary;
  int64_t   n, dim, tag;
  int       bad = 0;

  r->binary = 0;
  bad       = get_count(r, "physical names", 5, 0, &n);
  for (int64_t i = 0; !bad && i < n; i++) {
    const char *close;
    char        name[1024];

    if ((bad = get_int(r, &dim) || get_int(r, &tag))) break;
    while (r->p < r->end && (*r->p == ' ' || *r->p == '\t')) r->p++;
    close = *r->p == '"' ? memchr(r->p + 1, '"', left(r) - 1) : NULL;
    if (!close || (size_t)(close - r->p) > sizeof name || memchr(r->p, '\n', (size_t)(close - r->p))) {
      bad = fail(r, "expected a physical name in double quotes");
      break;
    }
    memcpy(name, r->p + 1, (size_t)(close - r->p - 1));
    name[close - r->p - 1] = 0;
    r->p                   = close + 1;
    bad                    = name[0] ? add_group(r, (int)dim, tag, name) : fail(r, "a physical name is empty");
  }
  r->binary = binary;
  return bad;
}

static int read_entities(Reader *r)
{
  int64_t n[4], count, tag;

  for (int d = 0; d < 4; d++)
    if (get_count(r, "entities", 8, 1, &n[d])) return 1;
  for (int d = 0; d < 4; d++)
    for (int64_t i = 0; i < n[d]; i++) {
      Entity e = {.dim = d, .first = (int)r->sets.n};

      if (get_int(r, &e.tag) || skip_reals(r, d ? 6 : 3) || get_count(r, "physical tags", r->binary ? 4 : 2, 1, &count)) return 1;
      for (int64_t k = 0; k < count; k++) {
        int set;

        if (get_int(r, &tag) || set_of_group(r, d, tag < 0 ? -tag : tag, &set) || ADD(r, r->sets, set)) return 1;
      }
      e.count = (int)r->sets.n - e.first;
      if (d) {
        if (get_count(r, "bounding entities", r->binary ? 4 : 2, 1, &count)) return 1;
        for (int64_t k = 0; k < count; k++)
          if (get_int(r, &tag)) return 1;
      }
      if (ADD(r, r->entities, e)) return 1;
    }
  return 0;
}

static int add_node(Reader *r, int64_t tag)
{
  Node node = {.tag = tag, .index = (int)r->nodes.n};

  for (int c = 0; c < 3; c++)
    if (get_real(r, &node.x[c])) return 1;
  if (r->nodes.n >= INT32_MAX / 8) return fail(r, "more nodes than 32-bit numbers can count");
  return ADD(r, r->nodes, node);
}

static int read_nodes(Reader *r)
{
  int64_t blocks, n, dim, tag, parametric, total;

  if (r->seen_nodes++) return fail(r, "a second $Nodes");
  if (r->version == 22) {
    if (get_count_22(r, "nodes", r->binary ? 28 : 8, &n)) return 1;
    for (int64_t i = 0; i < n; i++)
      if (get_int(r, &tag) || add_node(r, tag)) return 1;
    return 0;
  }
  if (get_count(r, "node blocks", 6, 1, &blocks) || get_count(r, "nodes", 2, 1, &total) || get_size(r, &tag) || get_size(r, &tag))
    return 1;
  for (int64_t b = 0; b < blocks; b++) {
    const size_t first = r->nodes.n;
    const char  *tags;

    if (get_int(r, &dim) || get_int(r, &tag) || get_int(r, &parametric) || get_count(r, "nodes", r->binary ? 32 : 8, 1, &n)) return 1;
    if (dim < 0 || dim > 3 || parametric < 0 || parametric > 1) return fail(r, "a block of nodes has dimension %d", (int)dim);
    tags = r->p; /* all tags come first, then all coordinates */
    for (int64_t i = 0; i < n; i++)
      if (get_size(r, &tag)) return 1;
    for (int64_t i = 0; i < n; i++)
      if (add_node(r, 0) || (parametric && skip_reals(r, (int)dim))) return 1;
    {
      const char *after = r->p;

      r->p = tags;
      for (int64_t i = 0; i < n; i++)
        if (get_size(r, &r->nodes.at[first + (size_t)i].tag)) return 1;
      r->p = after;
    }
  }
  return 0;
}

/* Nodes of a cell of Gmsh's type, or 0 with the reason why it is refused. */
static int nodes_of_type(int64_t type, const char **reason)
{
  static const struct {
    int         type, nn;
    const char *reason;
  } types[] = {
    {15, 1, NULL                                                                     },
    {1,  2, NULL                                                                     },
    {2,  3, NULL                                                                     },
    {3,  4, NULL                                                                     },
    {8,  0, "3-node lines are of second order; mesh with first order (gmsh -order 1)"},
    {9,  0, "6-node triangles are of second order; mesh with first order (gmsh -order 1)"},
    {10, 0, "9-node quadrilaterals are of second order; mesh with first order (gmsh -order 1)"},
    {16, 0, "8-node quadrilaterals are of second order; mesh with first order (gmsh -order 1)"},
    {4,  0, "tetrahedra are solids; fsolve has lines and surfaces (gmsh -2)"         },
    {5,  0, "hexahedra are solids; fsolve has lines and surfaces (gmsh -2)"          },
    {6,  0, "prisms are solids; fsolve has lines and surfaces (gmsh -2)"             },
    {7,  0, "pyramids are solids; fsolve has lines and surfaces (gmsh -2)"           }
  };

  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (types[i].type == type) {
      *reason = types[i].reason;
      return types[i].nn;
    }
  *reason = "only first-order points, lines, triangles and quadrilaterals are read";
  return 0;
}

static int add_cell(Reader *r, int64_t number, int64_t type, int64_t entity, int first, int count)
{
  const char *reason;
  Cell        cell = {.number = number, .entity = entity, .nn = nodes_of_type(type, &reason), .first = first, .count = count};

  if (!cell.nn) return fail(r, "element %lld has type %lld: %s", (long long)number, (long long)type, reason);
  for (int i = 0; i < cell.nn; i++)
    if (r->version == 41 ? get_size(r, &cell.node[i]) : get_int(r, &cell.node[i])) return 1;
  for (int i = 0; i < cell.nn; i++)
    for (int j = 0; j < i; j++)
      if (cell.node[i] == cell.node[j]) return fail(r, "element %lld has node %lld twice", (long long)number, (long long)cell.node[i]);
  if (r->cells.n >= INT32_MAX / 8) return fail(r, "more elements than 32-bit numbers can count");
  return ADD(r, r->cells, cell);
}

/* The tags of a 2.2 element: the first is the physical group, 0 for none, the second its geometrical entity. */
static int read_tags(Reader *r, int64_t type, int64_t ntags, int64_t *entity, int *first, int *count)
{
  int64_t tag, physical = 0;

  if (ntags < 0 || ntags > 64) return fail(r, "an element has %lld tags", (long long)ntags);
  for (int64_t k = 0; k < ntags; k++) {
    if (get_int(r, &tag)) return 1;
    if (k == 0) physical = tag;
    if (k == 1) *entity = tag;
  }
  *first = (int)r->sets.n;
  *count = physical != 0;
  if (physical) {
    const int dim = type == 15 ? 0 : type == 1 ? 1 : 2;
    int       set;

    if (set_of_group(r, dim, physical < 0 ? -physical : physical, &set) || ADD(r, r->sets, set)) return 1;
  }
  return 0;
}

static int read_elements_22(Reader *r)
{
  int64_t n, number, type, ntags, in_block, entity = 0;
  int     first = 0, count = 0;

  if (get_count_22(r, "elements", 8, &n)) return 1;
  for (int64_t i = 0; i < n; i += in_block) {
    in_block = 1;
    if (r->binary) {
      if (get_int(r, &type) || get_count(r, "elements", 8, 0, &in_block) || get_int(r, &ntags)) return 1;
      if (in_block < 1 || in_block > n - i) return fail(r, "a block of %lld elements among %lld", (long long)in_block, (long long)n);
    }
    for (int64_t k = 0; k < in_block; k++) {
      if (get_int(r, &number)) return 1;
      if (!r->binary && (get_int(r, &type) || get_int(r, &ntags))) return 1;
      if (read_tags(r, type, ntags, &entity, &first, &count) || add_cell(r, number, type, entity, first, count)) return 1;
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

  if (get_count(r, "element blocks", 8, 1, &blocks) || get_count(r, "elements", 2, 1, &total) || get_size(r, &tag) || get_size(r, &tag))
    return 1;
  if (r->entities.n) qsort(r->entities.at, r->entities.n, sizeof *r->entities.at, compare_entities);
  for (int64_t b = 0; b < blocks; b++) {
    Entity        key = {0};
    const Entity *e;

    if (get_int(r, &dim) || get_int(r, &tag) || get_int(r, &type) || get_count(r, "elements", r->binary ? 16 : 4, 1, &n)) return 1;
    key.dim = (int)dim;
    key.tag = tag;
    e       = r->entities.n ? bsearch(&key, r->entities.at, r->entities.n, sizeof key, compare_entities) : NULL;
    for (int64_t i = 0; i < n; i++)
      if (get_size(r, &number) || add_cell(r, number, type, tag, e ? e->first : 0, e ? e->count : 0)) return 1;
  }
  return 0;
}

static int read_elements(Reader *r)
{
  if (r->seen_elements++) return fail(r, "a second $Elements");
  return r->version == 22 ? read_elements_22(r) : read_elements_41(r);
}

/* Sections that do not concern us: on to their end mark. */
static int skip_section(Reader *r, const char name[])
{
  char   mark[80];
  size_t length;

  snprintf(mark, sizeof mark, "$End%s", name);
  length = strlen(mark);
  for (; left(r) >= length; r->p++)
    if (*r->p == '$' && !memcmp(r->p, mark, length)) return 0;
  return fail(r, "section $%s has no end; export the file again", name);
}

static int read_section(Reader *r, const char name[])
{
  static const struct {
    const char *name;
    int (*read)(Reader *);
  } sections[] = {
    {"MeshFormat",    read_format        },
    {"PhysicalNames", read_physical_names},
    {"Entities",      read_entities      },
    {"Nodes",         read_nodes         },
    {"Elements",      read_elements      }
  };
  char mark[80];

  if (!r->version && strcmp(name, "MeshFormat")) return fail(r, "not a Gmsh file: it does not begin with $MeshFormat");
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
    if (!strcmp(name, sections[i].name)) {
      if (i >= 2 && r->binary) skip_line(r); /* the data begin right after the line break */
      if (sections[i].read(r)) return 1;
    }
  snprintf(mark, sizeof mark, "$End%s", name);
  skip_space(r);
  if (left(r) < strlen(mark) || memcmp(r->p, mark, strlen(mark))) {
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
      if (!strcmp(name, sections[i].name)) return fail(r, "expected %s; the section has more or fewer entries than it says", mark);
    if (skip_section(r, name)) return 1;
  }
  skip_line(r);
  return 0;
}

static int read_sections(Reader *r)
{
  while (skip_space(r), r->p < r->end) {
    char   name[64];
    size_t n = 0;

    if (*r->p != '$') return fail(r, "expected a section that begins with $");
    for (r->p++; r->p < r->end && isalnum((unsigned char)*r->p) && n < sizeof name - 1; r->p++) name[n++] = *r->p;
    name[n] = 0;
    if (!n) return fail(r, "a section has no name");
    if (read_section(r, name)) return 1;
  }
  if (!r->version) return fail(r, "not a Gmsh file: it does not begin with $MeshFormat");
  return 0;
}

/* ---- from what was read to the geometry ------------------------------------------------------------------------------- */

static int compare_nodes(const void *a, const void *b)
{
  const Node *p = a, *q = b;

  return (p->tag > q->tag) - (p->tag < q->tag);
}

/* By entity and nodes; equal ones in the order of the file. */
static int compare_cells(const void *a, const void *b)
{
  const Cell *p = *(Cell *const *)a, *q = *(Cell *const *)b;

  if (p->entity != q->entity) return p->entity < q->entity ? -1 : 1;
  if (p->nn != q->nn) return p->nn < q->nn ? -1 : 1;
  for (int i = 0; i < p->nn; i++)
    if (p->node[i] != q->node[i]) return p->node[i] < q->node[i] ? -1 : 1;
  return p < q ? -1 : p > q;
}

static int same_cell(const Cell *p, const Cell *q)
{
  return p->entity == q->entity && p->nn == q->nn && !memcmp(p->node, q->node, (size_t)p->nn * sizeof *p->node);
}

/* Version 2.2 repeats an element, under another number, for each physical group of its entity. twin[i] becomes the first of
   them, whose sets are all; elements of one group are different ones however alike they are (two springs side by side). */
static int join_repeated(Reader *r, int *twin[])
{
  const size_t n     = r->cells.n;
  Cell       **order = malloc((n + 1) * sizeof *order);

  *twin = malloc((n + 1) * sizeof **twin);
  if (!order || !*twin) {
    free(order);
    return fail(r, "out of memory");
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

/* Sort nodes by tag, resolve the cells' nodes, and number the nodes in use in the order of the file. */
static int resolve_nodes(Reader *r, int *used)
{
  const size_t n       = r->nodes.n;
  int         *in_file = malloc((n + 1) * sizeof *in_file);
  int          bad     = !in_file && fail(r, "out of memory");

  if (bad) return 1;
  if (n) qsort(r->nodes.at, n, sizeof *r->nodes.at, compare_nodes);
  for (size_t i = 1; i < n && !bad; i++)
    if (r->nodes.at[i].tag == r->nodes.at[i - 1].tag) bad = fail(r, "node %lld is there twice", (long long)r->nodes.at[i].tag);
  for (size_t i = 0; i < n; i++) in_file[i] = -1;
  for (size_t c = 0; c < r->cells.n && !bad; c++)
    for (int i = 0; i < r->cells.at[c].nn && !bad; i++) {
      const Node  key   = {.tag = r->cells.at[c].node[i]};
      const Node *found = n ? bsearch(&key, r->nodes.at, n, sizeof key, compare_nodes) : NULL;

      if (!found) bad = fail(r, "element %lld needs node %lld, which is not in the file", (long long)r->cells.at[c].number, (long long)key.tag);
      else {
        in_file[found->index]    = 0;
        r->cells.at[c].node[i] = found->index;
      }
    }
  *used = 0;
  for (size_t i = 0; i < n && !bad; i++)
    if (in_file[i] == 0) in_file[i] = (*used)++;
  for (size_t c = 0; c < r->cells.n && !bad; c++)
    for (int i = 0; i < r->cells.at[c].nn; i++) r->cells.at[c].node[i] = in_file[r->cells.at[c].node[i]];
  for (size_t i = 0; i < n && !bad; i++) r->nodes.at[i].index = in_file[r->nodes.at[i].index];
  free(in_file);
  return bad;
}

static int fill_geometry(Reader *r, const int twin[], int nnodes, Geometry *g)
{
  int ncells = 0, nconn = 0, most = 0, all;

  for (size_t c = 0; c < r->cells.n; c++) {
    if (twin[c] != (int)c) continue;
    ncells++;
    nconn += r->cells.at[c].nn;
    if (r->cells.at[c].nn > most) most = r->cells.at[c].nn;
  }
  if (!ncells) return fail(r, "the mesh has no elements; save it with its physical groups or with Mesh.SaveAll=1");
  all = set_of_name(r, "all");
  if (all < 0) return 1;
  if (geometry_allocate(g, nnodes, ncells, nconn, (int)r->names.n)) return fail(r, "out of memory");
  for (size_t s = 0; s < r->names.n; s++) strcpy(g->set_name[s], r->names.at[s]);
  for (size_t i = 0; i < r->nodes.n; i++) {
    const Node *node = &r->nodes.at[i];

    if (node->index < 0) continue;
    memcpy(g->x[node->index], node->x, sizeof node->x);
    g->id[node->index] = node->tag;
  }
  {
    int *place = malloc((r->cells.n + 1) * sizeof *place), k = 0;

    if (!place) return fail(r, "out of memory");
    for (size_t c = 0; c < r->cells.n; c++) {
      const Cell *cell = &r->cells.at[c];
      const int   dim = cell->nn > 3 ? 2 : cell->nn - 1, top = most > 3 ? 2 : most - 1;

      if (twin[c] == (int)c) {
        for (int i = 0; i < cell->nn; i++) g->conn[g->offset[k] + i] = (int)cell->node[i];
        g->offset[k + 1] = g->offset[k] + cell->nn;
        place[c]         = k++;
      }
      for (int s = 0; s < cell->count; s++) set_add(g->cell_sets, g->words, place[twin[c]], r->sets.at[cell->first + s]);
      if (dim == top) set_add(g->cell_sets, g->words, place[twin[c]], all);
    }
    free(place);
  }
  geometry_nodes_of_sets(g);
  return 0;
}

static char *load(const char path[], size_t *size)
{
  FILE *file = fopen(path, "rb");
  char *data = NULL;
  long  n;

  if (!file) return NULL;
  if (!fseek(file, 0, SEEK_END) && (n = ftell(file)) >= 0 && n < INT64_MAX / 2 && !fseek(file, 0, SEEK_SET)) {
    data = malloc((size_t)n + 1);
    if (data && fread(data, 1, (size_t)n, file) == (size_t)n) {
      data[n] = 0;
      *size   = (size_t)n;
    } else {
      free(data);
      data = NULL;
    }
  }
  fclose(file);
  return data;
}

int gmsh_read(const char path[], Geometry *g, char message[], size_t size)
{
  Reader r = {.path = path, .message = message, .message_size = size};
  size_t bytes;
  char  *data = load(path, &bytes);
  int    bad, used, *twin = NULL;

  memset(g, 0, sizeof *g);
  if (!data) {
    snprintf(message, size, "%s cannot be read; check the path and its permissions", path);
    return 1;
  }
  r.data = r.p = data;
  r.end        = data + bytes;
  bad          = read_sections(&r) || resolve_nodes(&r, &used) || join_repeated(&r, &twin) || fill_geometry(&r, twin, used, g);
  if (bad) geometry_free(g);
  for (size_t s = 0; s < r.names.n; s++) free(r.names.at[s]);
  free(r.names.at);
  free(r.groups.at);
  free(r.entities.at);
  free(r.sets.at);
  free(r.nodes.at);
  free(r.cells.at);
  free(twin);
  free(data);
  return bad;
}
