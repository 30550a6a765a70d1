/* gmsh_reader.h: what the files of the Gmsh reader share; outside, call gmsh_read in geometry.h. Read them in this order, in
   which they call each other: gmsh.c (the file and its sections), gmsh_mesh.c (from what was read to the Geometry),
   gmsh_cells.c (nodes and elements), gmsh_groups.c (physical groups, entities), gmsh_scan.c (numbers).
   Functions that return int return 0, or 1 with the message written, unless they say otherwise. A tag is a number in
   the file; a set is an index in Reader.names. */
#ifndef GMSH_READER_H
#define GMSH_READER_H

#include "geometry.h"

/* A physical group; dim and tag together identify it, and an entity. */
typedef struct {
  int     dim;
  int64_t tag;
  int     set;
} Group;

/* A geometrical entity of version 4.1, which gives its cells their groups. */
typedef struct {
  int     dim;
  int64_t tag;
  int     first, count; /* its sets: Reader.sets[first] to [first + count - 1] */
  int     turned;       /* its groups have it the other way round: their tags are negative */
} Entity;

typedef struct {
  int64_t tag;
  double  x[3];
  int     index; /* place in the file; gmsh_build replaces it by the number in the Geometry, -1: unused */
} Node;

typedef struct {
  int64_t number, entity;        /* tags of the element and of its entity */
  int64_t node[SHAPE_MAX_NODES]; /* tags; gmsh_build replaces them by numbers in the Geometry */
  Shape   shape;
  int     first, count; /* its sets: Reader.sets[first] to [first + count - 1] */
} Cell;

/* An array at[room] with n entries, malloc'ed; grown by ADD. */
#define LIST(type)                                                                                                     \
  struct {                                                                                                             \
    type  *at;                                                                                                         \
    size_t n, room;                                                                                                    \
  }

/* A file that is being read, and what has been read. gmsh_read frees the arrays. */
typedef struct {
  const char *path;
  const char *data, *p, *end;  /* the whole file, the place of reading, its end, where there is a 0 */
  int         version, binary; /* version 22 or 41; 0 before $MeshFormat */
  char       *message;         /* [message_size] of the caller */
  size_t      message_size;
  int         seen_nodes, seen_elements; /* the section has been read */
  LIST(char *) names;                    /* of sets, each malloc'ed */
  LIST(Group) groups;
  Index name_index, group_index; /* of names and groups */
  LIST(Entity) entities;
  LIST(int) sets; /* lists of sets, of entities or cells, one behind the other */
  LIST(Node) nodes;
  LIST(Cell) cells;
} Reader;

/* ---- gmsh_scan.c ------------------------------------------------------------------------------------------------- */

/* Write the message "path:line: ..." ("path: ..." of binary files). Always returns 1, so that a caller can
   return it. */
int gmsh_fail(Reader *r, const char format[], ...) __attribute__((format(printf, 2, 3)));
/* The array at[*room], with entries of size bytes, moved if need be so that *room > n. When memory runs out: at and
   *room as they were, and the message written. */
void *gmsh_grow(Reader *r, void *at, size_t n, size_t *room, size_t size);

/* Append an entry to a LIST; 0, or 1 with the message written. */
#define ADD(r, list, ...)                                                                                              \
  ((list).at = gmsh_grow(r, (list).at, (list).n, &(list).room, sizeof *(list).at),                                     \
   (list).n < (list).room ? ((list).at[(list).n++] = __VA_ARGS__, 0) : 1)

/* Read at r->p and move it on. */
size_t gmsh_left(const Reader *r); /* bytes until the end of the file */
void   gmsh_skip_line(Reader *r);
int    gmsh_bytes(Reader *r, void *to, size_t n); /* copy n bytes */
int    gmsh_text_int(Reader *r, int64_t *value);  /* text even in binary files */
int    gmsh_int(Reader *r, int64_t *value);       /* 4 bytes in binary files */
int    gmsh_size(Reader *r, int64_t *value);      /* 8 bytes in binary files */
int    gmsh_real(Reader *r, double *value);       /* finite */
int    gmsh_skip_reals(Reader *r, int n);

/* The most nodes, and the most elements: so that both together, and six dofs of each node, have 32-bit numbers. */
enum { GMSH_MOST = INT32_MAX / 8 };

/* Read a count by one of the three functions for integers. Fails if *n is more than GMSH_MOST, or if *n items of at least
   least bytes each do not fit into the rest of the file; what: their name for the message. */
int gmsh_count(Reader *r, const char what[], size_t least, int (*read)(Reader *, int64_t *), int64_t *n);

/* The same for the count that opens $Nodes and $Elements of version 2.2, a line of text even in binary files. */
int gmsh_count_22(Reader *r, const char what[], size_t least, int64_t *n);

/* ---- gmsh_groups.c ----------------------------------------------------------------------------------------------- */

int gmsh_set_of_name(Reader *r, const char name[]); /* the set, made if needed; -1: failed */

/* Append the set of a physical group to Reader.sets; a group without a name gets its tag as name. A negative tag is that
   of the same group, the other way round. */
int gmsh_add_set(Reader *r, int dim, int64_t tag);
int gmsh_read_physical_names(Reader *r); /* section $PhysicalNames */
int gmsh_read_entities(Reader *r);       /* section $Entities, of version 4.1 */

/* ---- gmsh_cells.c: sections $Nodes and $Elements ----------------------------------------------------------------- */
int gmsh_read_nodes(Reader *r);
int gmsh_read_elements(Reader *r);

/* ---- gmsh_mesh.c: make g, after the whole file has been read; on failure g is empty ------------------------------ */
int gmsh_build(Reader *r, Geometry *g);

#endif
