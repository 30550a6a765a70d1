/* gmsh.c: reader of Gmsh's MSH files, versions 2.2 and 4.1, text and binary. Format: Gmsh reference manual, "File formats".
   Everything in the file is doubted: counts are held against the bytes that are left, numbers must be finite, nodes known. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gmsh.h"

static void skip_space(Reader *r)
{
  while (r->p < r->end && isspace((unsigned char)*r->p)) r->p++;
}

static int read_format(Reader *r)
{
  double  version;
  int64_t binary, size;
  int32_t one = 0;

  if (r->version) return gmsh_fail(r, "a second $MeshFormat");
  if (gmsh_real(r, &version) || gmsh_int(r, &binary) || gmsh_int(r, &size)) return 1;
  r->version = fabs(version - 2.2) < 1e-6 ? 22 : fabs(version - 4.1) < 1e-6 ? 41 : 0;
  if (!r->version)
    return gmsh_fail(r, "MSH version %.6g is not read; export as 4.1 or 2.2 (gmsh -format msh41)", version);
  if (size != 8 || binary < 0 || binary > 1)
    return gmsh_fail(r, "unknown file type %d with %d-byte reals", (int)binary, (int)size);
  if (binary) {
    gmsh_skip_line(r);
    r->binary = 1;
    if (gmsh_bytes(r, &one, sizeof one)) return 1;
    if (one != 1) return gmsh_fail(r, "binary file of the other byte order; export it as text");
  }
  return 0;
}

static int add_group(Reader *r, int dim, int64_t tag, const char name[])
{
  const int set = gmsh_set_of_name(r, name);

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
  bad       = gmsh_count(r, "physical names", 5, 0, &n);
  for (int64_t i = 0; !bad && i < n; i++) {
    const char *close;
    char        name[1024];

    if ((bad = gmsh_int(r, &dim) || gmsh_int(r, &tag))) break;
    while (r->p < r->end && (*r->p == ' ' || *r->p == '\t')) r->p++;
    close = *r->p == '"' ? memchr(r->p + 1, '"', gmsh_left(r) - 1) : NULL;
    if (!close || (size_t)(close - r->p) > sizeof name || memchr(r->p, '\n', (size_t)(close - r->p))) {
      bad = gmsh_fail(r, "expected a physical name in double quotes");
      break;
    }
    memcpy(name, r->p + 1, (size_t)(close - r->p - 1));
    name[close - r->p - 1] = 0;
    r->p                   = close + 1;
    bad                    = name[0] ? add_group(r, (int)dim, tag, name) : gmsh_fail(r, "a physical name is empty");
  }
  r->binary = binary;
  return bad;
}

static int read_entities(Reader *r)
{
  int64_t n[4], count, tag;

  for (int d = 0; d < 4; d++)
    if (gmsh_count(r, "entities", 8, 1, &n[d])) return 1;
  for (int d = 0; d < 4; d++)
    for (int64_t i = 0; i < n[d]; i++) {
      Entity e = {.dim = d, .first = (int)r->sets.n};

      if (gmsh_int(r, &e.tag) || gmsh_skip_reals(r, d ? 6 : 3) ||
          gmsh_count(r, "physical tags", r->binary ? 4 : 2, 1, &count))
        return 1;
      for (int64_t k = 0; k < count; k++) {
        int set;

        if (gmsh_int(r, &tag) || set_of_group(r, d, tag < 0 ? -tag : tag, &set) || ADD(r, r->sets, set)) return 1;
      }
      e.count = (int)r->sets.n - e.first;
      if (d) {
        if (gmsh_count(r, "bounding entities", r->binary ? 4 : 2, 1, &count)) return 1;
        for (int64_t k = 0; k < count; k++)
          if (gmsh_int(r, &tag)) return 1;
      }
      if (ADD(r, r->entities, e)) return 1;
    }
  return 0;
}

static int add_node(Reader *r, int64_t tag)
{
  Node node = {.tag = tag, .index = (int)r->nodes.n};

  for (int c = 0; c < 3; c++)
    if (gmsh_real(r, &node.x[c])) return 1;
  if (r->nodes.n >= INT32_MAX / 8) return gmsh_fail(r, "more nodes than 32-bit numbers can count");
  return ADD(r, r->nodes, node);
}

static int read_nodes(Reader *r)
{
  int64_t blocks, n, dim, tag, parametric, total;

  if (r->seen_nodes++) return gmsh_fail(r, "a second $Nodes");
  if (r->version == 22) {
    if (gmsh_count_22(r, "nodes", r->binary ? 28 : 8, &n)) return 1;
    for (int64_t i = 0; i < n; i++)
      if (gmsh_int(r, &tag) || add_node(r, tag)) return 1;
    return 0;
  }
  if (gmsh_count(r, "node blocks", 6, 1, &blocks) || gmsh_count(r, "nodes", 2, 1, &total) || gmsh_size(r, &tag) ||
      gmsh_size(r, &tag))
    return 1;
  for (int64_t b = 0; b < blocks; b++) {
    const size_t first = r->nodes.n;
    const char  *tags;

    if (gmsh_int(r, &dim) || gmsh_int(r, &tag) || gmsh_int(r, &parametric) ||
        gmsh_count(r, "nodes", r->binary ? 32 : 8, 1, &n))
      return 1;
    if (dim < 0 || dim > 3 || parametric < 0 || parametric > 1)
      return gmsh_fail(r, "a block of nodes has dimension %d", (int)dim);
    tags = r->p; /* all tags come first, then all coordinates */
    for (int64_t i = 0; i < n; i++)
      if (gmsh_size(r, &tag)) return 1;
    for (int64_t i = 0; i < n; i++)
      if (add_node(r, 0) || (parametric && gmsh_skip_reals(r, (int)dim))) return 1;
    {
      const char *after = r->p;

      r->p = tags;
      for (int64_t i = 0; i < n; i++)
        if (gmsh_size(r, &r->nodes.at[first + (size_t)i].tag)) return 1;
      r->p = after;
    }
  }
  return 0;
}

/* Shape of a cell of Gmsh's type, whose nodes are in our order, or SHAPES with the reason why it is refused. */
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
  if (r->cells.n >= INT32_MAX / 8) return gmsh_fail(r, "more elements than 32-bit numbers can count");
  return ADD(r, r->cells, cell);
}

/* The tags of a 2.2 element: the first is the physical group, 0 for none, the second its geometrical entity. */
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
    const int   dim   = shape == SHAPES ? 2 : shape_dimension(shape); /* add_cell refuses the others */
    int         set;

    if (set_of_group(r, dim, physical < 0 ? -physical : physical, &set) || ADD(r, r->sets, set)) return 1;
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
      if (gmsh_int(r, &type) || gmsh_count(r, "elements", 8, 0, &in_block) || gmsh_int(r, &ntags)) return 1;
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

  if (gmsh_count(r, "element blocks", 8, 1, &blocks) || gmsh_count(r, "elements", 2, 1, &total) || gmsh_size(r, &tag) ||
      gmsh_size(r, &tag))
    return 1;
  if (r->entities.n) qsort(r->entities.at, r->entities.n, sizeof *r->entities.at, compare_entities);
  for (int64_t b = 0; b < blocks; b++) {
    Entity        key = {0};
    const Entity *e;

    if (gmsh_int(r, &dim) || gmsh_int(r, &tag) || gmsh_int(r, &type) ||
        gmsh_count(r, "elements", r->binary ? 16 : 4, 1, &n))
      return 1;
    key.dim = (int)dim;
    key.tag = tag;
    e       = r->entities.n ? bsearch(&key, r->entities.at, r->entities.n, sizeof key, compare_entities) : NULL;
    for (int64_t i = 0; i < n; i++)
      if (gmsh_size(r, &number) || add_cell(r, number, type, tag, e ? e->first : 0, e ? e->count : 0)) return 1;
  }
  return 0;
}

static int read_elements(Reader *r)
{
  if (r->seen_elements++) return gmsh_fail(r, "a second $Elements");
  return r->version == 22 ? read_elements_22(r) : read_elements_41(r);
}

/* Sections that do not concern us: on to their end mark. */
static int skip_section(Reader *r, const char name[])
{
  char   mark[80];
  size_t length;

  snprintf(mark, sizeof mark, "$End%s", name);
  length = strlen(mark);
  for (; gmsh_left(r) >= length; r->p++)
    if (*r->p == '$' && !memcmp(r->p, mark, length)) return 0;
  return gmsh_fail(r, "section $%s has no end; export the file again", name);
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

  if (!r->version && strcmp(name, "MeshFormat"))
    return gmsh_fail(r, "not a Gmsh file: it does not begin with $MeshFormat");
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
    if (!strcmp(name, sections[i].name)) {
      if (i >= 2 && r->binary) gmsh_skip_line(r); /* the data begin right after the line break */
      if (sections[i].read(r)) return 1;
    }
  snprintf(mark, sizeof mark, "$End%s", name);
  skip_space(r);
  if (gmsh_left(r) < strlen(mark) || memcmp(r->p, mark, strlen(mark))) {
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
      if (!strcmp(name, sections[i].name))
        return gmsh_fail(r, "expected %s; the section has more or fewer entries than it says", mark);
    if (skip_section(r, name)) return 1;
  }
  gmsh_skip_line(r);
  return 0;
}

static int read_sections(Reader *r)
{
  while (skip_space(r), r->p < r->end) {
    char   name[64];
    size_t n = 0;

    if (*r->p != '$') return gmsh_fail(r, "expected a section that begins with $");
    for (r->p++; r->p < r->end && isalnum((unsigned char)*r->p) && n < sizeof name - 1; r->p++) name[n++] = *r->p;
    name[n] = 0;
    if (!n) return gmsh_fail(r, "a section has no name");
    if (read_section(r, name)) return 1;
  }
  if (!r->version) return gmsh_fail(r, "not a Gmsh file: it does not begin with $MeshFormat");
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
  int    bad;

  memset(g, 0, sizeof *g);
  if (!data) {
    snprintf(message, size, "%s cannot be read; check the path and its permissions", path);
    return 1;
  }
  r.data = r.p = data;
  r.end        = data + bytes;
  bad          = read_sections(&r) || gmsh_build(&r, g);
  for (size_t s = 0; s < r.names.n; s++) free(r.names.at[s]);
  free(r.names.at);
  free(r.groups.at);
  free(r.entities.at);
  free(r.sets.at);
  free(r.nodes.at);
  free(r.cells.at);
  free(data);
  return bad;
}
