/* gmsh.h: what the parts of the Gmsh reader share. Arrows go down: gmsh.c (the file and its sections), gmsh_mesh.c (from what was
   read to the geometry), gmsh_cells.c (nodes and elements), gmsh_groups.c (physical groups, entities), gmsh_scan.c (numbers).
   Functions that return int return 0, or 1 with the message written. */
#ifndef GMSH_H
#define GMSH_H

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
  int64_t number, entity, node[SHAPE_MAX_NODES];
  Shape   shape;
  int     first, count; /* sets[first] ... sets[first + count - 1] */
} Cell;

/* Growing arrays. */
#define LIST(type)                                                                                                     \
  struct {                                                                                                             \
    type  *at;                                                                                                         \
    size_t n, room;                                                                                                    \
  }

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

/* ---- gmsh_scan.c ---- */

/* Write the message "path:line: ..." (path alone in binary files); always 1, so that a caller can return it. */
int gmsh_fail(Reader *r, const char format[], ...) __attribute__((format(printf, 2, 3)));
/* The array with room for one more than n entries; the same, with its room as it was and the message written, when memory runs
   out. */
void *gmsh_grow(Reader *r, void *at, size_t n, size_t *room, size_t size);

/* Put an entry behind the others of a LIST. */
#define ADD(r, list, ...)                                                                                              \
  ((list).at = gmsh_grow(r, (list).at, (list).n, &(list).room, sizeof *(list).at),                                     \
   (list).n < (list).room ? ((list).at[(list).n++] = __VA_ARGS__, 0) : 1)

size_t gmsh_left(const Reader *r); /* bytes */
void   gmsh_skip_line(Reader *r);
int    gmsh_bytes(Reader *r, void *to, size_t n);
int    gmsh_text_int(Reader *r, int64_t *value); /* text in binary files, too */
int    gmsh_int(Reader *r, int64_t *value);      /* 4 bytes in binary files */
int    gmsh_size(Reader *r, int64_t *value);     /* 8 bytes in binary files */
int    gmsh_real(Reader *r, double *value);      /* finite */
int    gmsh_skip_reals(Reader *r, int n);

/* A count, read by one of the three functions for integers, of items that take at least least bytes each: no more than fit
   into the rest of the file. */
int gmsh_count(Reader *r, const char what[], size_t least, int (*read)(Reader *, int64_t *), int64_t *n);

/* The count that opens $Nodes and $Elements of version 2.2: a line of text in binary files, too. */
int gmsh_count_22(Reader *r, const char what[], size_t least, int64_t *n);

/* ---- gmsh_groups.c ---- */

int gmsh_set_of_name(Reader *r, const char name[]); /* its index, a new one if needed; -1 on failure */

/* The set of a physical group; one without a name is called by its number. */
int gmsh_set_of_group(Reader *r, int dim, int64_t tag, int *set);
int gmsh_read_physical_names(Reader *r); /* text in binary files, too */
int gmsh_read_entities(Reader *r);       /* 4.1: the groups of each entity */

/* ---- gmsh_cells.c ---- */
int gmsh_read_nodes(Reader *r);
int gmsh_read_elements(Reader *r);

/* ---- gmsh_mesh.c ---- */
int gmsh_build(Reader *r, Geometry *g);

#endif
