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

   A section is the part of the file between two lines that start with $, such as $Nodes and
   $EndNodes. First, all ranks read all sections together: rank 0 reads the bytes and broadcasts
   them (GmshReader.shared). In the sections of nodes and elements they find only where the blocks
   of nodes and elements are (GmshBlock). Then each rank alone reads its part of the blocks. In a
   binary file each rank reads an equal number of nodes and elements. In a text file a rank reads
   the lines that start in its part of the bytes of the file.

   Functions that return int return 0, unless their comment says otherwise. If they fail, they write
   GmshReader.message and return 1. A tag is the number of a node, element, physical group or
   geometrical entity in the file. A set is an index of GmshReader.names. The index of a line is the
   number of lines before this line that are not blank. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_GMSH_GMSH_READER_H
#define FS_MESH_GMSH_GMSH_READER_H

#include "mesh/distributed/exchange.h"
#include "gmsh.h"

/* PhysicalGroup - A physical group, which is identified by dim and tag together. */
typedef struct {
  int     dim; /* dimension of the elements of the group, 0 to 3 */
  int64_t tag;
  int     set; /* set that the group becomes */
} PhysicalGroup;

/* Entity - A geometrical entity (point, curve, surface or volume) of version 4.1, which is
   identified by dim and tag together.

   The elements of an entity are in all physical groups of the entity. */
typedef struct {
  int     dim;
  int64_t tag;
  int     list; /* sets of the entity's groups: number of a list in GmshReader.lists */
  /* 1 if the groups of the entity have negative tags; then the order of the nodes of its elements
     must be reversed */
  int reversed;
} Entity;

/* GmshBlock - Consecutive nodes or elements of the file, called items.

   A block of nodes of version 4.1 has the tags of all its nodes first, then the coordinates of all
   its nodes. In binary files of version 2.2 a header precedes every `each` elements. */
typedef struct {
  /* where the first item of the block is in the file: its first byte in a binary file, the index of
     its line in a text file */
  int64_t at;
  /* number of items of the section before this block, and number of items in the block */
  int64_t first, n;
  int64_t each;         /* number of elements after a header (binary files of version 2.2) */
  int64_t ntags;        /* number of further tags of an element: its sets (binary files of 2.2) */
  int64_t type, entity; /* Gmsh type of the elements, tag of their entity; not in text of 2.2 */
  int     parameters;   /* number of reals after the coordinates of each node */
  /* list of sets, and Entity.reversed, of the entity of the elements (version 4.1) */
  int list, reversed;
} GmshBlock;

/* SectionMark - A line that starts with $. */
typedef struct {
  /* byte of the file at which the $ is, number of the line, from 1, counting blank lines, and index
     of the line */
  int64_t at, line, index;
  char    name[64]; /* the word after the $ */
} SectionMark;

/* LineSample - A line of this rank's part of a text file, from which the reader searches for later
   lines. */
typedef struct {
  int64_t at, line; /* first byte of the line; number of the line, from 1, counting blank lines */
} LineSample;

/* TextLines - The lines of a text file that are not blank, and how they are distributed. */
typedef struct {
  int64_t *first;      /* [ranks->size + 1] index of the first line in each rank's part */
  int64_t  start, end; /* the part of this rank: bytes start to end - 1 */
  int64_t  current;    /* index of the line of this rank that is being read */
  GROWING_LIST(LineSample) samples; /* every STRIDE-th line of this rank (gmsh_lines.c) */
  GROWING_LIST(SectionMark) marks;  /* all lines of the file that start with $ */
} TextLines;

/* GmshReader - A file that is being read, and the data that were read.

   gmsh_read() frees the arrays. The window is the part of the file that is in buffer. */
typedef struct {
  const char *path; /* path of the file, for messages */
  /* 1 if a program gave arrays instead of a file; then a node that no cell uses is an error */
  int          of_arrays;
  const Ranks *ranks;
  int          file;             /* file descriptor, or -1 if the file is in memory */
  const char  *memory;           /* [size] the file, if file is -1 */
  int64_t      size, bytes_read; /* bytes of the file; bytes that this rank has read */
  int64_t      max_count;        /* largest number of nodes and of elements that is accepted */
  int          shared;           /* 1 while all ranks read the same bytes together */
  int          by_line;          /* 1 if a function that reads a number stays on its line */
  int          complete;         /* 1 after the file has been read; then messages name no line */
  char        *buffer;           /* [capacity] bytes of the file, and a final 0 */
  size_t       capacity;
  const char  *p, *end; /* the next byte to read, and the end of the window, both in buffer */
  /* first byte of the window in the file; number of its line, from 1; byte beyond which the window
     is read only if that is necessary */
  int64_t at, line, limit;
  size_t  next_window_size; /* bytes that the next read adds to the window */
  int     version, binary;  /* version 22 or 41; 0 before $MeshFormat */
  char   *message;          /* [message_size] memory of the caller */
  size_t  message_size;
  int     seen_nodes, seen_elements; /* 1 after the section was found; a second one is an error */
  GROWING_LIST(char *) names;        /* names of sets, each malloc'ed */
  GROWING_LIST(PhysicalGroup) groups;
  GROWING_LIST(PhysicalGroup) unnamed_groups; /* groups without a name that this rank has found */
  /* find an entry of names by its name, and of groups and unnamed_groups by dimension and tag */
  HashIndex name_index, group_index, unnamed_index;
  GROWING_LIST(Entity) entities;
  SetLists  lists; /* the lists of sets that entities and elements have */
  TextLines lines;
  GROWING_LIST(GmshBlock) node_blocks;
  GROWING_LIST(GmshBlock) blocks; /* blocks of elements */
  int64_t  nnodes, ncells;        /* numbers of nodes and elements of the whole file */
  int64_t *tag;                   /* [local_nodes] tags of this rank's nodes */
  double (*x)[3];                 /* [local_nodes] coordinates of this rank's nodes [m] */
  /* numbers of nodes and elements that this rank has read, which in the file follow those of lower
     ranks */
  int local_nodes, local_cells;
  GROWING_LIST(int64_t) conn; /* tags of the nodes of this rank's elements, element by element */
  /* tag of each element of this rank; -1 for a 1-node cell that was added for a node of a set */
  GROWING_LIST(int64_t) number;
  GROWING_LIST(int64_t) entity; /* version 2.2: tag of the entity of each element of this rank */
  /* sets of each element of this rank: in version 4.1 the number of a list in lists. In version 2.2
     a set; -2 - k for the group unnamed_groups.at[k]; -1 if the element is in no group */
  GROWING_LIST(int) set;
  GROWING_LIST(unsigned char) shape; /* Shape of each element of this rank */
} GmshReader;

/* gmsh_free_reader - Frees the arrays of r (gmsh.c). */
void gmsh_free_reader(GmshReader *r);

/* ---- gmsh_scan.c ----------------------------------------------------------------------------- */

/* gmsh_fail - Writes an error message to r->message: "path:line: ", or "path: " for binary files,
   and then the text that format gives, as in printf().

   Always returns 1, so that a caller can return the result. */
int gmsh_fail(GmshReader *r, const char format[], ...) __attribute__((format(printf, 2, 3)));

/* gmsh_seek - Moves to a byte of a Gmsh file, where the next function that reads starts.

   Input:
     at     the byte, from 0
     line   number, from 1, of the line that has this byte; not used in binary files
     limit  byte at which the caller will stop; the window is not read beyond it unless a function
            needs more bytes */
void gmsh_seek(GmshReader *r, int64_t at, int64_t line, int64_t limit);

/* gmsh_position - Returns which byte of the file r->p points to, from 0. */
int64_t gmsh_position(const GmshReader *r);

/* gmsh_bytes_left - Returns the number of bytes from r->p to the end of the file. */
int64_t gmsh_bytes_left(const GmshReader *r);

/* gmsh_fill_window - Reads more of the file until the window has at least n bytes from r->p on, or
   the file ends.

   r->p and r->end change, but r->p points to the same byte of the file. Returns how many bytes the
   window has from r->p on. Collective if r->shared is 1. */
size_t gmsh_fill_window(GmshReader *r, size_t n);

/* These functions read a Gmsh file from the byte r->p on, and move r->p past the bytes that they
   have read. A function that reads a number fails if there is no number. */
void gmsh_skip_space(GmshReader *r);       /* skips blanks; not beyond the line if by_line is 1 */
void gmsh_skip_line(GmshReader *r);        /* moves to the start of the next line */
int  gmsh_require_line_end(GmshReader *r); /* fails if something other than blanks is on the line */
int  gmsh_read_bytes(GmshReader *r, void *to, size_t n);
int  gmsh_read_text_int(GmshReader *r, int64_t *value); /* text, also in binary files */
int  gmsh_read_int(GmshReader *r, int64_t *value);
int  gmsh_read_size(GmshReader *r, int64_t *value); /* text, or 8 bytes in binary files */
int  gmsh_read_real(GmshReader *r, double *value);  /* fails if the value is not finite */
int  gmsh_skip_reals(GmshReader *r, int n);         /* reads n reals and ignores them */

/* gmsh_read_count - Reads the number of nodes, elements, ... that follow in the file.

   Input:
     item_name  what follows, such as "nodes", for messages
     min_bytes  smallest number of bytes that one of these items takes in the file
     read       function that reads the number: gmsh_read_text_int, gmsh_read_int or gmsh_read_size
   Output:
     n  number of items
   Fails if *n is larger than r->max_count, or if the rest of the file is too short for n items. */
int gmsh_read_count(GmshReader *r, const char item_name[], int64_t min_bytes,
                    int (*read)(GmshReader *, int64_t *), int64_t *n);

/* gmsh_read_count_22 - Reads the number of nodes or elements in the first line of a section $Nodes
   or $Elements of version 2.2. This line is text even in binary files.

   Input:
     item_name  "nodes" or "elements", for messages
     min_bytes  smallest number of bytes that a node or element takes in the file
   Output:
     n  number of nodes or elements
   Fails if *n is larger than r->max_count, or if the rest of the file is too short for n items. */
int gmsh_read_count_22(GmshReader *r, const char item_name[], int64_t min_bytes, int64_t *n);

/* ---- gmsh_groups.c --------------------------------------------------------------------------- */

/* gmsh_find_or_add_set - Returns the index of the set with this name, and adds it if necessary.

   If the name is too long or there are too many sets, the function writes r->message and returns
   -1. */
int gmsh_find_or_add_set(GmshReader *r, const char name[]);

/* gmsh_set_of_group - Finds the set of the physical group of an element of version 2.2.

   If the file gives no name to the group, it becomes a set only later
   (gmsh_share_unnamed_groups()); until then the function adds the group to r->unnamed_groups.
   Input:
     dim  dimension of the element
     tag  tag of the group; -tag means the same group, whose elements are reversed
   Output:
     set  the set, or -2 - k if the group is r->unnamed_groups.at[k] */
int gmsh_set_of_group(GmshReader *r, int dim, int64_t tag, int *set);

/* gmsh_share_unnamed_groups - Makes a set of each group without a name that any rank has found,
   with the same number on all ranks.

   The name of the set is the tag of the group. Sets PhysicalGroup.set of r->unnamed_groups.
   Collective. */
int gmsh_share_unnamed_groups(GmshReader *r);

int gmsh_read_physical_names(GmshReader *r); /* section $PhysicalNames */
int gmsh_read_entities(GmshReader *r);       /* section $Entities of version 4.1 */

/* ---- gmsh_lines.c: text files ---------------------------------------------------------------- */

/* gmsh_find_lines - Counts the lines of the file and finds those that start with $: each rank reads
   its part of the bytes. Sets r->lines. Collective. */
void gmsh_find_lines(GmshReader *r);

/* gmsh_broadcast_line - Moves all ranks to the same line of the file, which the rank that has the
   line reads and broadcasts. Sets r->by_line to 1.

   Input:
     index  index of the line
   Fails if the file has no such line. Collective. */
int gmsh_broadcast_line(GmshReader *r, int64_t index);

/* gmsh_seek_own_lines - Restricts a range of lines to those in this rank's part of the file, and
   moves r->p to the first of them. Sets r->by_line to 1.

   If no line of the range is in this rank's part, the function only sets *first and *end to 0.
   Changed:
     first, end  on entry, the range has the lines with the indices first to end - 1; on return,
                 only those in this rank's part */
void gmsh_seek_own_lines(GmshReader *r, int64_t *first, int64_t *end);

/* gmsh_next_line - Moves r->p to the next line of this rank that is not blank. */
void gmsh_next_line(GmshReader *r);

/* ---- gmsh_outline.c -------------------------------------------------------------------------- */

/* gmsh_outline_nodes - Finds where the blocks of nodes are, in the section $Nodes. Sets
   r->node_blocks and r->nnodes.

   On entry r->p is after the line $Nodes. On return, in binary files, r->p is after the blocks.
   Input:
     index  text files: index of the first line after $Nodes; not used for binary files
     end    text files: index of the line $EndNodes; not used for binary files
   Collective. */
int gmsh_outline_nodes(GmshReader *r, int64_t index, int64_t end);

/* gmsh_outline_elements - Finds where the blocks of elements are, in the section $Elements. Sets
   r->blocks and r->ncells.

   On entry r->p is after the line $Elements. On return, in binary files, r->p is after the blocks.
   Input:
     index  text files: index of the first line after $Elements; not used for binary files
     end    text files: index of the line $EndElements; not used for binary files
   Collective. */
int gmsh_outline_elements(GmshReader *r, int64_t index, int64_t end);

/* ---- gmsh_cells.c ---------------------------------------------------------------------------- */

/* gmsh_read_nodes - Reads this rank's part of the nodes. Sets r->tag, r->x and r->local_nodes.

   Collective for text files of version 4.1, otherwise not. */
int gmsh_read_nodes(GmshReader *r);

/* gmsh_read_elements - Reads this rank's part of the elements. Sets r->local_cells, and appends to
   the lists r->conn, number, entity, set and shape.

   Not collective. */
int gmsh_read_elements(GmshReader *r);

/* gmsh_shape_of_type - Returns the Shape of the elements that have a given number as their type in
   Gmsh files.

   Returns SHAPES if fsolve does not read such elements; then *reason says why, for a message. */
Shape gmsh_shape_of_type(int64_t type, const char **reason);

/* ---- gmsh_mesh.c ----------------------------------------------------------------------------- */

/* gmsh_create_mesh - Creates the distributed mesh after all sections of a Gmsh file have been read.

   Output:
     d  the mesh; the caller frees it by distributed_mesh_free()
   Collective. If the function fails on a rank, it fails on all ranks. */
int gmsh_create_mesh(GmshReader *r, DistributedMesh *d);

/* ---- gmsh_tags.c ----------------------------------------------------------------------------- */

/* gmsh_resolve_nodes - Numbers the nodes of a Gmsh file, and replaces the tags of the nodes in
   r->conn by these numbers.

   Only nodes that cells use get a number, in the order of the file. Sets d->first, d->nodes, and
   the needed nodes of d->cells. Collective. If the function fails on a rank, it fails on all
   ranks. */
int gmsh_resolve_nodes(GmshReader *r, DistributedMesh *d);

#endif
