/* gmsh_reader.h: what the files of the Gmsh reader share; outside, call gmsh_read in gmsh.h. Read them in this order, in which they call
   each other: gmsh.c (the file and its sections), gmsh_mesh.c (from what was read to the mesh), gmsh_cells.c (nodes and elements),
   gmsh_outline.c (where they are), gmsh_lines.c (the lines of a text file), gmsh_groups.c (physical groups, entities), gmsh_scan.c (numbers).

   All ranks go through the sections together: rank 0 reads, and all get the same bytes (Reader.shared). Of nodes and elements they only learn in
   which blocks these are. Then each rank reads its part of them alone: of a binary file equally many nodes and elements, of a text file the lines
   that begin in its part of the bytes.

   Functions that return int return 0, or 1 with the message written, unless they say otherwise. A tag is a number in
   the file; a set is an index in Reader.names. */
#ifndef FS_MESH_GMSH_GMSH_READER_H
#define FS_MESH_GMSH_GMSH_READER_H

#include "mesh/distributed/growing_list.h"
#include "gmsh.h"

/* A physical group; dim and tag together identify it, and an entity. */
typedef struct {
  int     dim;
  int64_t tag;
  int     set;
} PhysicalGroup;

/* A geometrical entity of version 4.1, which gives its cells their groups. */
typedef struct {
  int     dim;
  int64_t tag;
  int     list;     /* of its sets, in Reader.lists */
  int     reversed; /* its groups have it the other way round: their tags are negative */
} Entity;

/* Nodes or elements that follow each other. A block of 4.1 has first all tags of its nodes, then all coordinates. In binary files of 2.2 each so many
   elements have a header. */
typedef struct {
  int64_t at;             /* byte of the first one, or its line among those that are not blank */
  int64_t first, n;       /* number of the first one in the section, and how many there are */
  int64_t each, ntags;    /* of 2.2 */
  int64_t type, entity;   /* of elements, but for text of 2.2 */
  int     parameters;     /* of nodes: further reals of each */
  int     list, reversed; /* of elements of 4.1: as in Entity */
} GmshBlock;

/* A line that begins with $. */
typedef struct {
  int64_t at, line,
    index; /* byte of the $; line from 1 on; its number among the lines that are not blank */
  char name[64];
} SectionMark;

/* Some line of this rank's part, to find others from. */
typedef struct {
  int64_t at, line;
} LineSample;

/* The lines of a text file. Those are counted that are not blank. */
typedef struct {
  int64_t *first;      /* [size + 1] number of the first one that begins in the part of each rank */
  int64_t  begin, end; /* bytes: the part of this rank */
  int64_t  current;    /* the line of this rank that is read */
  GROWING_LIST(LineSample) samples;
  GROWING_LIST(SectionMark) marks; /* of all ranks */
} TextLines;

/* A file that is being read, and what has been read. gmsh_read frees the arrays. */
typedef struct {
  const char  *path;
  const Ranks *ranks;
  int          file; /* -1: it is in memory */
  const char  *memory;
  int64_t      size, bytes_read; /* bytes of the file; that this rank has read */
  int64_t      max_count;        /* nodes, and elements */
  int          shared;           /* all ranks read the same */
  int          by_line;          /* numbers are looked for on one line only */
  int          complete;         /* the file has been read: messages are about no place in it */
  char        *buffer;           /* the window: what is there of the file, and a 0 */
  size_t       capacity;
  const char  *p, *end; /* the place of reading, the end of the window */
  int64_t      at, line,
    limit; /* of the window: its first byte, the number of its first line; what lies behind until is not needed */
  size_t next_window_size; /* bytes that the next window has */
  int    version, binary;  /* version 22 or 41; 0 before $MeshFormat */
  char  *message;          /* [message_size] of the caller */
  size_t message_size;
  int    seen_nodes, seen_elements; /* the section has been met */
  GROWING_LIST(char *) names;       /* of sets, each malloc'ed */
  GROWING_LIST(PhysicalGroup) groups;
  GROWING_LIST(PhysicalGroup)
  unnamed_groups; /* groups that this rank has met among elements and nobody has named */
  HashIndex name_index, group_index, unnamed_index;
  GROWING_LIST(Entity) entities;
  SetLists  lists;
  TextLines lines;
  GROWING_LIST(GmshBlock) node_blocks;
  GROWING_LIST(GmshBlock) blocks; /* of elements */
  int64_t  nnodes, ncells;        /* of the whole file */
  int64_t *tag;                   /* [local_nodes] */
  double (*x)[3];
  int local_nodes, local_cells; /* of this rank, which follow those of the rank before */
  GROWING_LIST(int64_t) conn;   /* tags of nodes */
  GROWING_LIST(int64_t) number; /* of elements: their tags */
  GROWING_LIST(int64_t) entity; /* of elements of 2.2: those of their entities */
  GROWING_LIST(int)
  set; /* of elements: in 2.2 a set, or -2 - number of a fresh group, or -1: none; in 4.1 a list of sets */
  GROWING_LIST(unsigned char) shape;
} GmshReader;

/* ---- gmsh_scan.c ------------------------------------------------------------------------------------------------- */

/* Write the message "path:line: ..." ("path: ..." of binary files). Always returns 1, so that a caller can
   return it. */
int gmsh_fail(GmshReader *r, const char format[], ...) __attribute__((format(printf, 2, 3)));

/* Go on reading at a byte, which is in a line (of text). Until: what lies behind is not needed. */
void    gmsh_seek(GmshReader *r, int64_t at, int64_t line, int64_t limit);
int64_t gmsh_position(const GmshReader *r);   /* byte of r->p */
int64_t gmsh_bytes_left(const GmshReader *r); /* bytes until the end of the file */
/* Let the window have at least n bytes behind r->p, if the file has them. Returns how many there are. */
size_t gmsh_fill_window(GmshReader *r, size_t n);

/* Read at r->p and move it on. */
void gmsh_skip_space(GmshReader *r); /* of by_line not the end of the line */
void gmsh_skip_line(GmshReader *r);
int  gmsh_require_line_end(GmshReader *r); /* fails if there is more on the line */
int  gmsh_read_bytes(GmshReader *r, void *to, size_t n);
int  gmsh_read_text_int(GmshReader *r, int64_t *value); /* text even in binary files */
int  gmsh_read_int(GmshReader *r, int64_t *value);      /* 4 bytes in binary files */
int  gmsh_read_size(GmshReader *r, int64_t *value);     /* 8 bytes in binary files */
int  gmsh_read_real(GmshReader *r, double *value);      /* finite */
int  gmsh_skip_reals(GmshReader *r, int n);

/* Read a count by one of the three functions for integers. Fails if *n is more than Reader.most, or if *n items of at least
   least bytes each do not fit into the rest of the file; what: their name for the message. */
int gmsh_read_count(GmshReader *r, const char item_name[], int64_t min_bytes,
                    int (*read)(GmshReader *, int64_t *), int64_t *n);

/* The same for the count that opens $Nodes and $Elements of version 2.2, a line of text even in binary files. */
int gmsh_read_count_22(GmshReader *r, const char item_name[], int64_t min_bytes, int64_t *n);

/* ---- gmsh_groups.c ----------------------------------------------------------------------------------------------- */

int gmsh_find_or_add_set(GmshReader *r,
                         const char  name[]); /* the set, made if needed; -1: failed */

/* *set = that of the physical group of an element of 2.2, as in Reader.set; a group without a name gets its tag as name. A negative tag is that of the same
   group, the other way round. */
int gmsh_set_of_group(GmshReader *r, int dim, int64_t tag, int *set);
int gmsh_share_unnamed_groups(
  GmshReader *r); /* the groups that ranks have met become sets, the same on all; collective */
int gmsh_read_physical_names(GmshReader *r); /* section $PhysicalNames */
int gmsh_read_entities(GmshReader *r);       /* section $Entities, of version 4.1 */

/* ---- gmsh_lines.c: text files ------------------------------------------------------------------------------------ */

void gmsh_find_lines(GmshReader *r); /* Reader.lines; collective */
/* Let the window of all ranks be one line, and read by line. Fails if there is none. */
int gmsh_broadcast_line(GmshReader *r, int64_t index);
/* The lines of this rank from first to end - 1 that are not blank: *first, *end become those, and reading goes on at the first one, by line. */
void gmsh_seek_own_lines(GmshReader *r, int64_t *first, int64_t *end);
void gmsh_next_line(GmshReader *r); /* to the next line that is not blank */

/* ---- gmsh_outline.c: sections $Nodes and $Elements: Reader.node_blocks, blocks. end: the line of the end mark, of text. Reading goes on behind them
   in binary files. */
int gmsh_outline_nodes(GmshReader *r, int64_t index, int64_t end);
int gmsh_outline_elements(GmshReader *r, int64_t index, int64_t end);

/* ---- gmsh_cells.c: what is in these blocks; each rank its part; not collective but for nodes of text of 4.1 ------- */
int   gmsh_read_nodes(GmshReader *r);
int   gmsh_read_elements(GmshReader *r);
Shape gmsh_shape_of_type(int64_t      type,
                         const char **reason); /* SHAPES, with *reason why it is refused */

/* ---- gmsh_mesh.c: make d, after the whole file has been read; collective; fails on all ranks -------------------- */
int gmsh_create_mesh(GmshReader *r, DistributedMesh *d);

/* ---- gmsh_tags.c: d->first, nodes, and of the cells the nodes: those that cells use, in the order of the file, and their numbers; likewise --------- */
int gmsh_resolve_nodes(GmshReader *r, DistributedMesh *d);

#endif
