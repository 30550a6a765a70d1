/* gmsh_reader.h: data and functions that the files of the Gmsh reader share.

   Other rooms call gmsh_read() of gmsh.h. 2.2 and 4.1 are versions of the file format.

   Read the files in this order, in which they call each other:
     gmsh.c          the file and its sections
     gmsh_arrays.c   instead of a file: arrays
     gmsh_mesh.c     makes the mesh from the data that were read
     gmsh_tags.c     makes node numbers from tags
     gmsh_cells.c    data of nodes and elements
     gmsh_outline.c  places of nodes and elements in the file
     gmsh_lines.c    lines of a text file
     gmsh_groups.c   physical groups and entities
     gmsh_scan.c     numbers

   First, all ranks go through the sections together. Rank 0 reads, and all ranks get the same bytes
   (GmshReader.shared). In the sections of nodes and elements they only find the blocks (GmshBlock).
   Then each rank alone reads its part of the blocks. In a binary file each rank reads equally many
   nodes and elements. In a text file a rank reads the lines that start in its part of the bytes.

   Functions that return int return 0, unless their comment says otherwise. If they fail, they write
   GmshReader.message and return 1. A tag is the number of a node, element, group or entity in the
   file. A set is an index of GmshReader.names. The index of a line is its number, from 0, without
   counting blank lines. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_GMSH_GMSH_READER_H
#define FS_MESH_GMSH_GMSH_READER_H

#include "mesh/distributed/growing_list_add.h"
#include "gmsh.h"

/* PhysicalGroup - A physical group, which is identified by dim and tag together. */
typedef struct {
  int     dim;
  int64_t tag;
  int     set;
} PhysicalGroup;

/* Entity - A geometrical entity of 4.1, which is identified by dim and tag together.

   The elements of an entity are in all groups of the entity. */
typedef struct {
  int     dim;
  int64_t tag;
  int     list;     /* sets of its groups: number of a list in GmshReader.lists */
  int     reversed; /* 1 if its groups have negative tags; then its elements must be reversed */
} Entity;

/* GmshBlock - Consecutive nodes or elements of the file, called items.

   A block of nodes of 4.1 has the tags of all its nodes first, then all coordinates. In binary
   files of 2.2 a header comes before every `each` elements. */
typedef struct {
  int64_t at;             /* place of the first item: byte of a binary file, or index of its line */
  int64_t first, n;       /* number, from 0, of the first item in the section; number of items */
  int64_t each, ntags;    /* elements after a header; tags of an element (binary 2.2) */
  int64_t type, entity;   /* Gmsh type of the elements, tag of their entity; not in text of 2.2 */
  int     parameters;     /* of nodes: how many reals follow the coordinates of a node */
  int     list, reversed; /* of elements of 4.1: as in Entity */
} GmshBlock;

/* SectionMark - A line that starts with $. */
typedef struct {
  int64_t at, line,
    index; /* byte of the $; number of the line, from 1, counting blank lines; index of the line */
  char name[64];
} SectionMark;

/* LineSample - A line of this rank's part, from which the reader searches for later lines. */
typedef struct {
  int64_t at, line; /* first byte; number of the line, as in SectionMark */
} LineSample;

/* TextLines - The lines of a text file that are not blank. */
typedef struct {
  int64_t *first;      /* [ranks->size + 1] index of the first line in each rank's part */
  int64_t  start, end; /* the part of this rank: bytes start to end - 1 */
  int64_t  current;    /* index of the line of this rank that is being read */
  GROWING_LIST(LineSample) samples; /* lines of this rank, at equal distances */
  GROWING_LIST(SectionMark) marks;  /* marks of the whole file */
} TextLines;

/* GmshReader - A file that is being read, and the data that were read.

   gmsh_read() frees the arrays. The window is the part of the file that is in buffer. */
typedef struct {
  const char  *path;
  int          of_arrays; /* 1 if the data are arrays, of which nothing may be left out */
  const Ranks *ranks;
  int          file;             /* file descriptor, or -1 if the file is in memory */
  const char  *memory;           /* [size] the file, if file is -1 */
  int64_t      size, bytes_read; /* bytes of the file; bytes that this rank has read */
  int64_t      max_count;        /* largest number of nodes and of elements that is accepted */
  int          shared;           /* 1 while all ranks read the same bytes together */
  int          by_line;          /* 1 if no number is read beyond the end of the line */
  int          complete;         /* 1 after the file has been read; then messages name no line */
  char        *buffer;           /* [capacity] bytes of the file, and a final 0 */
  size_t       capacity;
  const char  *p, *end; /* the next byte to read; end of the window, both in buffer */
  /* place of the window in the file: its first byte; its first line, from 1; byte after the last
     one that gmsh_seek() says is needed */
  int64_t at, line, limit;
  size_t  next_window_size; /* bytes that the next read adds to the window */
  int     version, binary;  /* version 22 or 41; 0 before $MeshFormat */
  char   *message;          /* [message_size] memory of the caller */
  size_t  message_size;
  int     seen_nodes, seen_elements; /* 1 after the section was found; a second one is an error */
  GROWING_LIST(char *) names;        /* names of sets, each malloc'ed */
  GROWING_LIST(PhysicalGroup) groups;
  GROWING_LIST(PhysicalGroup) unnamed_groups; /* groups without a name, of this rank's elements */
  HashIndex name_index, group_index, unnamed_index; /* find names, groups and unnamed_groups */
  GROWING_LIST(Entity) entities;
  SetLists  lists;
  TextLines lines;
  GROWING_LIST(GmshBlock) node_blocks;
  GROWING_LIST(GmshBlock) blocks; /* blocks of elements */
  int64_t  nnodes, ncells;        /* numbers of nodes and elements of the whole file */
  int64_t *tag;                   /* [local_nodes] tags of this rank's nodes */
  double (*x)[3];                 /* [local_nodes] coordinates of this rank's nodes [m] */
  /* numbers of nodes and elements of this rank; they follow the items of lower ranks in the file */
  int local_nodes, local_cells;
  GROWING_LIST(int64_t) conn;   /* tags of the nodes of each element of this rank */
  GROWING_LIST(int64_t) number; /* tag of each element of this rank; -1: a node of sets */
  GROWING_LIST(int64_t) entity; /* 2.2: tag of the entity of each element of this rank */
  /* sets of each element of this rank. 4.1: number of a list in lists. 2.2: a set; or
     -2 - k for unnamed_groups.at[k]; or -1 if it is in no group */
  GROWING_LIST(int) set;
  GROWING_LIST(unsigned char) shape; /* Shape of each element of this rank */
} GmshReader;

/* gmsh_free_reader - Frees the arrays of r (gmsh.c). */
void gmsh_free_reader(GmshReader *r);

/* ---- gmsh_scan.c ----------------------------------------------------------------------------- */

/* gmsh_fail - Writes r->message, "path:line: ...", or "path: ..." for binary files.

   Always returns 1, so that a caller can return it. */
int gmsh_fail(GmshReader *r, const char format[], ...) __attribute__((format(printf, 2, 3)));

/* gmsh_seek - Moves r->p to a byte of the file.

   Input:
     at     the byte
     line   number, from 1, of the line of this byte; not used in binary files
     limit  the window is not read beyond this byte unless a function needs more */
void gmsh_seek(GmshReader *r, int64_t at, int64_t line, int64_t limit);

/* gmsh_position - Returns the byte of the file at r->p. */
int64_t gmsh_position(const GmshReader *r);

/* gmsh_bytes_left - Returns the number of bytes from r->p to the end of the file. */
int64_t gmsh_bytes_left(const GmshReader *r);

/* gmsh_fill_window - Reads until the window has at least n bytes from r->p on, or the file ends.

   Returns how many bytes the window has from r->p on. Collective if r->shared is 1. */
size_t gmsh_fill_window(GmshReader *r, size_t n);

/* The next functions read at r->p, and move r->p past the bytes that they have read. */
void gmsh_skip_space(GmshReader *r); /* if by_line is 1, stops at the end of the line */
void gmsh_skip_line(GmshReader *r);
int  gmsh_require_line_end(GmshReader *r); /* fails if the line has further entries */
int  gmsh_read_bytes(GmshReader *r, void *to, size_t n);
int  gmsh_read_text_int(GmshReader *r, int64_t *value); /* an integer that is text in all files */
int  gmsh_read_int(GmshReader *r, int64_t *value);      /* an int of 4 bytes in binary files */
int  gmsh_read_size(GmshReader *r, int64_t *value);     /* a size_t of 8 bytes in binary files */
int  gmsh_read_real(GmshReader *r, double *value);      /* fails if it is not finite */
int  gmsh_skip_reals(GmshReader *r, int n);             /* reads n reals and ignores them */

/* gmsh_read_count - Reads how many items follow.

   Input:
     item_name  name of the items, for messages
     min_bytes  fewest bytes of an item in the file
     read       gmsh_read_text_int, gmsh_read_int or gmsh_read_size
   Output:
     n  number of items
   Fails if *n is larger than r->max_count, or if the rest of the file is too short for n items. */
int gmsh_read_count(GmshReader *r, const char item_name[], int64_t min_bytes,
                    int (*read)(GmshReader *, int64_t *), int64_t *n);

/* gmsh_read_count_22 - Reads the number of items in the first line of $Nodes or $Elements of 2.2.

   This line is text even in binary files. The arguments are as for gmsh_read_count(). */
int gmsh_read_count_22(GmshReader *r, const char item_name[], int64_t min_bytes, int64_t *n);

/* ---- gmsh_groups.c --------------------------------------------------------------------------- */

/* gmsh_find_or_add_set - Returns the index of the set with this name, and adds it if necessary.

   If the name is too long or there are too many sets, writes r->message and returns -1. */
int gmsh_find_or_add_set(GmshReader *r, const char name[]);

/* gmsh_set_of_group - Finds the set of the physical group of an element of 2.2.

   Adds the group to r->unnamed_groups if it has no name.
   Input:
     dim  dimension of the element
     tag  tag of the group; -tag means the same group, with the element reversed
   Output:
     set  a set, or -2 - k if the group is r->unnamed_groups.at[k] */
int gmsh_set_of_group(GmshReader *r, int dim, int64_t tag, int *set);

/* gmsh_share_unnamed_groups - Makes a set of each group without a name, the same on all ranks.

   The name of the set is the tag of the group. Sets PhysicalGroup.set of r->unnamed_groups.
   Collective. */
int gmsh_share_unnamed_groups(GmshReader *r);

int gmsh_read_physical_names(GmshReader *r); /* section $PhysicalNames */
int gmsh_read_entities(GmshReader *r);       /* section $Entities of version 4.1 */

/* ---- gmsh_lines.c: text files ---------------------------------------------------------------- */

/* gmsh_find_lines - Finds the lines of the file, and sets r->lines. Collective. */
void gmsh_find_lines(GmshReader *r);

/* gmsh_broadcast_line - Gives all ranks a window that starts with one line; sets r->by_line to 1.

   Input:
     index  index of the line
   Fails if there is no such line. Collective. */
int gmsh_broadcast_line(GmshReader *r, int64_t index);

/* gmsh_seek_own_lines - Moves r->p to the first line of a range that is in this rank's part.

   Sets r->by_line to 1. If no line of the range is in this rank's part, only sets *first and *end
   to 0.
   Input/Output:
     first, end  indices of lines: the range is first to end - 1; on return, only its lines in this
                 rank's part */
void gmsh_seek_own_lines(GmshReader *r, int64_t *first, int64_t *end);

/* gmsh_next_line - Moves r->p to the next line that is not blank. */
void gmsh_next_line(GmshReader *r);

/* ---- gmsh_outline.c -------------------------------------------------------------------------- */

/* gmsh_outline_nodes - Finds the blocks of the section $Nodes; sets r->node_blocks and r->nnodes.

   In binary files r->p is after the blocks on return.
   Input:
     index  text files: index of the first line after $Nodes
     end    text files: index of the line $EndNodes
   Collective. */
int gmsh_outline_nodes(GmshReader *r, int64_t index, int64_t end);

/* gmsh_outline_elements - Finds the blocks of the section $Elements; sets r->blocks and r->ncells.

   The arguments are as for gmsh_outline_nodes(). Collective. */
int gmsh_outline_elements(GmshReader *r, int64_t index, int64_t end);

/* ---- gmsh_cells.c ---------------------------------------------------------------------------- */

/* gmsh_read_nodes - Reads this rank's part of the nodes; sets r->tag, x and local_nodes.

   Collective for text files of 4.1, otherwise not. */
int gmsh_read_nodes(GmshReader *r);

/* gmsh_read_elements - Reads this rank's part of the elements, into r->conn to r->shape.

   Not collective. */
int gmsh_read_elements(GmshReader *r);

/* gmsh_shape_of_type - Returns the Shape of elements of a Gmsh type.

   Returns SHAPES if fsolve does not read the type; then *reason says why, for a message. */
Shape gmsh_shape_of_type(int64_t type, const char **reason);

/* ---- gmsh_mesh.c ----------------------------------------------------------------------------- */

/* gmsh_create_mesh - Creates the mesh after the whole file has been read.

   Output:
     d  the caller frees it
   Collective. If it fails, it fails on all ranks. */
int gmsh_create_mesh(GmshReader *r, DistributedMesh *d);

/* ---- gmsh_tags.c ----------------------------------------------------------------------------- */

/* gmsh_resolve_nodes - Replaces the tags of nodes by node numbers.

   Only nodes that cells use get a number, in the order of the file. Sets d->first, d->nodes, and
   the nodes of d->cells. Collective. If it fails, it fails on all ranks. */
int gmsh_resolve_nodes(GmshReader *r, DistributedMesh *d);

#endif
