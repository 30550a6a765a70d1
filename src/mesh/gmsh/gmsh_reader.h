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

#include "gmsh.h"

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
  int     list;   /* of its sets, in Reader.lists */
  int     turned; /* its groups have it the other way round: their tags are negative */
} Entity;

/* Nodes or elements that follow each other. A block of 4.1 has first all tags of its nodes, then all coordinates. In binary files of 2.2 each so many
   elements have a header. */
typedef struct {
  int64_t at;           /* byte of the first one, or its line among those that are not blank */
  int64_t first, n;     /* number of the first one in the section, and how many there are */
  int64_t each, ntags;  /* of 2.2 */
  int64_t type, entity; /* of elements, but for text of 2.2 */
  int     parameters;   /* of nodes: further reals of each */
  int     list, turned; /* of elements of 4.1: as in Entity */
} Block;

/* An array at[room] with n entries, malloc'ed; grown by ADD. */
#define LIST(type)                                                                                                     \
  struct {                                                                                                             \
    type   *at;                                                                                                        \
    int64_t n, room;                                                                                                   \
  }
#define ADD(r, list, ...)                                                                                              \
  ((list).at = ranks_grow((r)->ranks, (list).at, (list).n, &(list).room, sizeof *(list).at),                           \
   (void)((list).at[(list).n++] = __VA_ARGS__))

/* A line that begins with $. */
typedef struct {
  int64_t at, line, index; /* byte of the $; line from 1 on; its number among the lines that are not blank */
  char    name[64];
} Mark;

/* Some line of this rank's part, to find others from. */
typedef struct {
  int64_t at, line;
} Sample;

/* The lines of a text file. Those are counted that are not blank. */
typedef struct {
  int64_t *first;      /* [size + 1] number of the first one that begins in the part of each rank */
  int64_t  begin, end; /* bytes: the part of this rank */
  int64_t  here;       /* the line of this rank that is read */
  LIST(Sample) samples;
  LIST(Mark) marks; /* of all ranks */
} Lines;

/* A file that is being read, and what has been read. gmsh_read frees the arrays. */
typedef struct {
  const char  *path;
  const Ranks *ranks;
  int          file; /* -1: it is in memory */
  const char  *memory;
  int64_t      size, got; /* bytes of the file; that this rank has read */
  int64_t      most;      /* nodes, and elements */
  int          shared;    /* all ranks read the same */
  int          by_line;   /* numbers are looked for on one line only */
  int          whole;     /* the file has been read: messages are about no place in it */
  char        *buffer;    /* the window: what is there of the file, and a 0 */
  size_t       room;
  const char  *p, *end; /* the place of reading, the end of the window */
  int64_t      at, line,
    until;      /* of the window: its first byte, the number of its first line; what lies behind until is not needed */
  size_t ahead; /* bytes that the next window has */
  int    version, binary; /* version 22 or 41; 0 before $MeshFormat */
  char  *message;         /* [message_size] of the caller */
  size_t message_size;
  int    seen_nodes, seen_elements; /* the section has been met */
  LIST(char *) names;               /* of sets, each malloc'ed */
  LIST(Group) groups;
  LIST(Group) fresh; /* groups that this rank has met among elements and nobody has named */
  Index name_index, group_index, fresh_index;
  LIST(Entity) entities;
  SetLists lists;
  Lines    lines;
  LIST(Block) node_blocks;
  LIST(Block) blocks;      /* of elements */
  int64_t  nnodes, ncells; /* of the whole file */
  int64_t *tag;            /* [here_nodes] */
  double (*x)[3];
  int here_nodes, here_cells; /* of this rank, which follow those of the rank before */
  LIST(int64_t) conn;         /* tags of nodes */
  LIST(int64_t) number;       /* of elements: their tags */
  LIST(int64_t) entity;       /* of elements of 2.2: those of their entities */
  LIST(int) set; /* of elements: in 2.2 a set, or -2 - number of a fresh group, or -1: none; in 4.1 a list of sets */
  LIST(unsigned char) shape;
} Reader;

/* ---- gmsh_scan.c ------------------------------------------------------------------------------------------------- */

/* Write the message "path:line: ..." ("path: ..." of binary files). Always returns 1, so that a caller can
   return it. */
int gmsh_fail(Reader *r, const char format[], ...) __attribute__((format(printf, 2, 3)));

/* Go on reading at a byte, which is in a line (of text). Until: what lies behind is not needed. */
void    gmsh_seek(Reader *r, int64_t at, int64_t line, int64_t until);
int64_t gmsh_place(const Reader *r); /* byte of r->p */
int64_t gmsh_left(const Reader *r);  /* bytes until the end of the file */
/* Let the window have at least n bytes behind r->p, if the file has them. Returns how many there are. */
size_t gmsh_ahead(Reader *r, size_t n);

/* Read at r->p and move it on. */
void gmsh_skip_space(Reader *r); /* of by_line not the end of the line */
void gmsh_skip_line(Reader *r);
int  gmsh_end_of_line(Reader *r); /* fails if there is more on the line */
int  gmsh_bytes(Reader *r, void *to, size_t n);
int  gmsh_text_int(Reader *r, int64_t *value); /* text even in binary files */
int  gmsh_int(Reader *r, int64_t *value);      /* 4 bytes in binary files */
int  gmsh_size(Reader *r, int64_t *value);     /* 8 bytes in binary files */
int  gmsh_real(Reader *r, double *value);      /* finite */
int  gmsh_skip_reals(Reader *r, int n);

/* Read a count by one of the three functions for integers. Fails if *n is more than Reader.most, or if *n items of at least
   least bytes each do not fit into the rest of the file; what: their name for the message. */
int gmsh_count(Reader *r, const char what[], int64_t least, int (*read)(Reader *, int64_t *), int64_t *n);

/* The same for the count that opens $Nodes and $Elements of version 2.2, a line of text even in binary files. */
int gmsh_count_22(Reader *r, const char what[], int64_t least, int64_t *n);

/* ---- gmsh_groups.c ----------------------------------------------------------------------------------------------- */

int gmsh_set_of_name(Reader *r, const char name[]); /* the set, made if needed; -1: failed */

/* *set = that of the physical group of an element of 2.2, as in Reader.set; a group without a name gets its tag as name. A negative tag is that of the same
   group, the other way round. */
int gmsh_fresh_set(Reader *r, int dim, int64_t tag, int *set);
int gmsh_share_fresh(Reader *r);         /* the groups that ranks have met become sets, the same on all; collective */
int gmsh_read_physical_names(Reader *r); /* section $PhysicalNames */
int gmsh_read_entities(Reader *r);       /* section $Entities, of version 4.1 */

/* ---- gmsh_lines.c: text files ------------------------------------------------------------------------------------ */

void gmsh_find_lines(Reader *r); /* Reader.lines; collective */
/* Let the window of all ranks be one line, and read by line. Fails if there is none. */
int gmsh_show_line(Reader *r, int64_t index);
/* The lines of this rank from first to end - 1 that are not blank: *first, *end become those, and reading goes on at the first one, by line. */
void gmsh_own_lines(Reader *r, int64_t *first, int64_t *end);
void gmsh_next_line(Reader *r); /* to the next line that is not blank */

/* ---- gmsh_outline.c: sections $Nodes and $Elements: Reader.node_blocks, blocks. end: the line of the end mark, of text. Reading goes on behind them
   in binary files. */
int gmsh_outline_nodes(Reader *r, int64_t index, int64_t end);
int gmsh_outline_elements(Reader *r, int64_t index, int64_t end);

/* ---- gmsh_cells.c: what is in these blocks; each rank its part; not collective but for nodes of text of 4.1 ------- */
int   gmsh_read_nodes(Reader *r);
int   gmsh_read_elements(Reader *r);
Shape gmsh_shape(int64_t type, const char **reason); /* SHAPES, with *reason why it is refused */

/* ---- gmsh_mesh.c: make d, after the whole file has been read; collective; fails on all ranks -------------------- */
int gmsh_deal(Reader *r, Dealt *d);

/* ---- gmsh_tags.c: d->first, nodes, and of the cells the nodes: those that cells use, in the order of the file, and their numbers; likewise --------- */
int gmsh_resolve_nodes(Reader *r, Dealt *d);

#endif
