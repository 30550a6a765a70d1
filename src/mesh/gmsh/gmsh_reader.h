/* gmsh_reader.h: reads Gmsh files: data and functions that the files of the reader share.

   Other rooms call gmsh_read() of gmsh.h.

   Read the files in this order, in which they call each other:
     gmsh.c          the file and its sections
     gmsh_mesh.c     the mesh from the data that were read
     gmsh_tags.c     node numbers from tags
     gmsh_cells.c    data of nodes and elements
     gmsh_outline.c  places of nodes and elements in the file
     gmsh_lines.c    lines of a text file
     gmsh_groups.c   physical groups and entities
     gmsh_scan.c     numbers

   All ranks go through the sections together: rank 0 reads, and all ranks get the same bytes
   (GmshReader.shared). In the sections of nodes and elements they only read which blocks there are.
   Then each rank reads its part of the blocks alone. In a binary file each rank reads equally many
   nodes and elements. In a text file a rank reads the lines that start in its part of the bytes.

   Functions that return int return 0, or 1 with the message written, unless their comment says
   otherwise. A tag is a number in the file; a set is an index in GmshReader.names. */
/* SPDX-License-Identifier: BSD-2-Clause */
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

/* A geometrical entity of version 4.1; its cells are in its groups. */
typedef struct {
  int     dim;
  int64_t tag;
  int     list;     /* of its sets, in GmshReader.lists */
  int     reversed; /* its groups have negative tags: they reverse its cells */
} Entity;

/* Consecutive nodes or elements. A block of 4.1 has the tags of all its nodes first, then all
   coordinates. In binary files of 2.2 every `each` elements have a header. */
typedef struct {
  int64_t at;             /* byte of the first one, or its line without counting blank lines */
  int64_t first, n;       /* number of the first one in the section; how many there are */
  int64_t each, ntags;    /* of 2.2 */
  int64_t type, entity;   /* of elements, except in text of 2.2 */
  int     parameters;     /* of nodes: number of further reals of each */
  int     list, reversed; /* of elements of 4.1: as in Entity */
} GmshBlock;

/* A line that starts with $. */
typedef struct {
  int64_t at, line,
    index; /* byte of the $; line, from 1; line without counting blank lines, from 0 */
  char name[64];
} SectionMark;

/* A line of this rank's part; the search for other lines starts there. */
typedef struct {
  int64_t at, line;
} LineSample;

/* The lines of a text file that are not blank. */
typedef struct {
  int64_t *first;      /* [size + 1] number of the first line that starts in each rank's part */
  int64_t  start, end; /* bytes: the part of this rank */
  int64_t  current;    /* the line of this rank that is being read */
  GROWING_LIST(LineSample) samples;
  GROWING_LIST(SectionMark) marks; /* of all ranks */
} TextLines;

/* A file that is being read, and the data that were read. gmsh_read() frees the arrays. */
typedef struct {
  const char  *path;
  const Ranks *ranks;
  int          file; /* -1 if it is in memory */
  const char  *memory;
  int64_t      size, bytes_read; /* bytes of the file, and bytes that this rank has read */
  int64_t      max_count;        /* largest number of nodes, and of elements */
  int          shared;           /* all ranks read the same bytes */
  int          by_line;          /* do not look for numbers beyond the end of the line */
  int          complete;         /* the file has been read: messages name no line */
  char        *buffer;           /* the window: bytes of the file, and a 0 */
  size_t       capacity;
  const char  *p, *end; /* place of reading, end of the window */
  /* first byte of the window; number of its first line; end of the bytes that are needed */
  int64_t at, line, limit;
  size_t  next_window_size; /* [bytes] */
  int     version, binary;  /* version 22 or 41; 0 before $MeshFormat */
  char   *message;          /* [message_size] of the caller */
  size_t  message_size;
  int     seen_nodes, seen_elements; /* the section has been met */
  GROWING_LIST(char *) names;        /* of sets, each malloc'ed */
  GROWING_LIST(PhysicalGroup) groups;
  GROWING_LIST(PhysicalGroup) unnamed_groups; /* groups of this rank's elements without a name */
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
  GROWING_LIST(int64_t) number; /* tags of elements */
  GROWING_LIST(int64_t) entity; /* tags of the entities of elements of 2.2 */
  /* of elements: in 4.1 a list of sets; in 2.2 a set, -2 - number of an unnamed group, or -1 */
  GROWING_LIST(int) set;
  GROWING_LIST(unsigned char) shape;
} GmshReader;

/* ---- gmsh_scan.c ----------------------------------------------------------------------------- */

/* gmsh_fail - Writes the message "path:line: ..." ("path: ..." for binary files).

   Always returns 1, so that a caller can return it. */
int gmsh_fail(GmshReader *r, const char format[], ...) __attribute__((format(printf, 2, 3)));

/* gmsh_seek - Moves to a byte, which is in a line of a text file.

   Input:
     limit  end of the bytes that are needed */
void gmsh_seek(GmshReader *r, int64_t at, int64_t line, int64_t limit);

/* gmsh_position - Returns the byte of the file at r->p. */
int64_t gmsh_position(const GmshReader *r);

/* gmsh_bytes_left - Returns the number of bytes up to the end of the file. */
int64_t gmsh_bytes_left(const GmshReader *r);

/* gmsh_fill_window - Reads on until the window has at least n bytes after r->p, or the file ends.

   Returns how many bytes there are. */
size_t gmsh_fill_window(GmshReader *r, size_t n);

/* The next functions read at r->p and move it. */
void gmsh_skip_space(GmshReader *r); /* with by_line not the end of the line */
void gmsh_skip_line(GmshReader *r);
int  gmsh_require_line_end(GmshReader *r); /* fails if the line has more entries */
int  gmsh_read_bytes(GmshReader *r, void *to, size_t n);
int  gmsh_read_text_int(GmshReader *r, int64_t *value); /* text even in binary files */
int  gmsh_read_int(GmshReader *r, int64_t *value);      /* 4 bytes in binary files */
int  gmsh_read_size(GmshReader *r, int64_t *value);     /* 8 bytes in binary files */
int  gmsh_read_real(GmshReader *r, double *value);      /* finite */
int  gmsh_skip_reals(GmshReader *r, int n);

/* gmsh_read_count - Reads a number of items by one of the three functions for integers.

   Input:
     item_name  name of the items, for messages
     min_bytes  smallest size of an item
   Fails if *n is more than max_count, or if the rest of the file is too short for n items. */
int gmsh_read_count(GmshReader *r, const char item_name[], int64_t min_bytes,
                    int (*read)(GmshReader *, int64_t *), int64_t *n);

/* gmsh_read_count_22 - Does the same for the first line of $Nodes and $Elements of version 2.2.

   The line is text even in binary files. */
int gmsh_read_count_22(GmshReader *r, const char item_name[], int64_t min_bytes, int64_t *n);

/* ---- gmsh_groups.c --------------------------------------------------------------------------- */

/* gmsh_find_or_add_set - Returns the number of a set, which is added if it does not exist, or -1
   with the message written. */
int gmsh_find_or_add_set(GmshReader *r, const char name[]);

/* gmsh_set_of_group - Finds the set of the physical group of an element of version 2.2.

   A negative tag means the same group with its cells reversed. A group without a name gets its tag
   as name.
   Output:
     set  as in GmshReader.set */
int gmsh_set_of_group(GmshReader *r, int dim, int64_t tag, int *set);

/* gmsh_share_unnamed_groups - Makes sets of the groups without names, the same on all ranks.
   Collective. */
int gmsh_share_unnamed_groups(GmshReader *r);

int gmsh_read_physical_names(GmshReader *r); /* section $PhysicalNames */
int gmsh_read_entities(GmshReader *r);       /* section $Entities of version 4.1 */

/* ---- gmsh_lines.c: text files ---------------------------------------------------------------- */

/* gmsh_find_lines - Finds the lines of the file (GmshReader.lines). Collective. */
void gmsh_find_lines(GmshReader *r);

/* gmsh_broadcast_line - Makes one line the window of all ranks, and sets by_line.

   Fails if there is no such line. Collective. */
int gmsh_broadcast_line(GmshReader *r, int64_t index);

/* gmsh_seek_own_lines - Moves to the first of some lines that this rank has, and sets by_line.

   Input/Output:
     first, end  lines first to end - 1, not counting blank ones; on return those of this rank */
void gmsh_seek_own_lines(GmshReader *r, int64_t *first, int64_t *end);

/* gmsh_next_line - Moves to the next line that is not blank. */
void gmsh_next_line(GmshReader *r);

/* ---- gmsh_outline.c -------------------------------------------------------------------------- */

/* gmsh_outline_nodes - Finds the blocks of the section $Nodes (GmshReader.node_blocks).

   In binary files r->p is after the section on return.
   Input:
     index, end  of text: first line of the section, and line of its end mark */
int gmsh_outline_nodes(GmshReader *r, int64_t index, int64_t end);

/* gmsh_outline_elements - Finds the blocks of the section $Elements in the same way. */
int gmsh_outline_elements(GmshReader *r, int64_t index, int64_t end);

/* ---- gmsh_cells.c ---------------------------------------------------------------------------- */

/* gmsh_read_nodes - Reads this rank's part of the nodes. Collective for text of 4.1 only. */
int gmsh_read_nodes(GmshReader *r);

/* gmsh_read_elements - Reads this rank's part of the elements. Not collective. */
int gmsh_read_elements(GmshReader *r);

/* gmsh_shape_of_type - Returns the shape of a Gmsh type, or SHAPES with the reason why fsolve does
   not read it. */
Shape gmsh_shape_of_type(int64_t type, const char **reason);

/* ---- gmsh_mesh.c ----------------------------------------------------------------------------- */

/* gmsh_create_mesh - Creates the mesh after the whole file has been read.

   Collective; if it fails, it fails on all ranks. */
int gmsh_create_mesh(GmshReader *r, DistributedMesh *d);

/* ---- gmsh_tags.c ----------------------------------------------------------------------------- */

/* gmsh_resolve_nodes - Numbers the nodes that cells use, in the order of the file.

   Sets d->first, d->nodes, and the nodes of d->cells. Collective; if it fails, it fails on all
   ranks. */
int gmsh_resolve_nodes(GmshReader *r, DistributedMesh *d);

#endif
