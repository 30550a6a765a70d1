/* frame_mesh.h: a mesh of points, of lines between them, and of patterns that copy both.

   Frames, domes, mechanisms, cable nets and lattices are such meshes. Each rank generates its part
   by formulas. FrameFromOptions() reads the description, and PatternCopiesCreate() keeps it; the
   other functions do not call PETSc. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_FRAME_FRAME_MESH_H
#define FS_MESH_FRAME_FRAME_MESH_H

#include <fs/options.h>
#include "pattern_copies.h"
#include "mesh/geometry.h"

enum { FRAME_DIRECTIONS = 3 };

typedef struct {
  int64_t cells, nodes;
} FrameCount;

/* The places of the copies of a group of points. Copy (i, j, k) of x is
   R(i angle) (x + j step[1] + k step[2]) + i step[0], with R about the line through point along
   axis. Members from first on are set by frame_number_items(). */
typedef struct {
  int    n[FRAME_DIRECTIONS];       /* copies in each direction, with the first */
  int    closed;                    /* the first copy of direction 0 follows the last */
  double axis[3], point[3];         /* unit vector; [m] */
  double angle;                     /* [rad] */
  double step[FRAME_DIRECTIONS][3]; /* [m] */
  int    first, end;                /* its items are FrameMesh.item[first] to item[end - 1] */
  /* directions in which copies are counted, the slowest first */
  int        direction_order[FRAME_DIRECTIONS];
  FrameCount before; /* cells and nodes of earlier patterns */
} FramePattern;

/* A point of the same copy, or of a copy that is ahead by copy_offset. */
typedef struct {
  int point, copy_offset[FRAME_DIRECTIONS];
} FrameEnd;

/* An item is a point or a line. A point has a node, and a cell of that node alone. A line has n
   cells and the nodes between its ends. A line has a copy wherever both of its ends have one. */
typedef enum { FRAME_POINT, FRAME_STRAIGHT, FRAME_ARC_THROUGH, FRAME_ARC_CENTER } FrameKind;
typedef struct {
  FrameKind kind;
  int       pattern;
  double    x[3];   /* a point's place; a point on an arc, or the arc's center [m] */
  FrameEnd  end[2]; /* of a line: indices of FrameMesh.item */
  int       n, order;
  int       list;                /* number in FrameMesh.lists of the sets that it is in */
  int       m[FRAME_DIRECTIONS]; /* copies in each direction, set by frame_number_items() */
} FrameItem;

/* Pattern 0 has one copy, with the items that are in no pattern. Items are sorted by pattern; in
   each pattern, points come first. */
typedef struct {
  int           npatterns, nitems, nsets;
  FramePattern *pattern;
  FrameItem    *item;
  char (*set_name)[SET_NAME_SIZE];
  SetLists   lists;
  FrameCount total; /* set by frame_number_items() */
} FrameMesh;

/* ---- frame_options.c ------------------------------------------------------------------------- */

/* FrameFromOptions - Reads a frame from -points, -members, -links and -patterns.

   Set "all" has all nodes and the cells of members, or of points if there are no members. Each
   point, member and link is a set by its name; -..._sets adds further sets.
   Output:
     frame  the caller frees it with frame_free()
   Collective. Input errors name the option. */
PetscErrorCode           FrameFromOptions(FsOptions o, MPI_Comm comm, FrameMesh *frame);
void                     frame_free(FrameMesh *frame);
extern const FsOptionDoc frame_options[];

/* FramePatternFromOptions - Reads the places of copies from -pattern_<name>_n, _vector, ....

   Input/Output:
     p  all 0 on entry */
PetscErrorCode FramePatternFromOptions(FsOptions o, MPI_Comm comm, const char name[],
                                       FramePattern *p);

/* PatternCopiesCreate - Creates the copies of a frame that is the whole mesh; takes over *frame. */
PetscErrorCode PatternCopiesCreate(FrameMesh *frame, PatternCopies *copies);

/* ---- frame_shape.c --------------------------------------------------------------------------- */

/* frame_copy_point - Computes the place y of a copy of the point x [m]. */
void frame_copy_point(const FramePattern *pattern, const int copy[FRAME_DIRECTIONS],
                      const double x[3], double y[3]);

/* The curve of a line. An arc is center + cos(u angle) first + sin(u angle) second. */
typedef struct {
  int    straight;
  double a[3], b[3]; /* ends of a straight line */
  double center[3], first[3], second[3], angle;
} FrameCurve;

/* frame_curve_init - Computes the curve of a line from a (u = 0) to b (u = 1).

   Input:
     arc_point  of an arc, FrameItem.x
   Returns 0, or 1 if there is no such arc: the points are collinear, the ends are not equally far
   from the center, or they are opposite. */
int frame_curve_init(FrameKind kind, const double arc_point[3], const double a[3],
                     const double b[3], FrameCurve *curve);

/* frame_curve_at - Computes the point of a curve at u, 0 <= u <= 1. */
void frame_curve_at(const FrameCurve *curve, double u, double x[3]);

/* ---- frame_count.c: cells and nodes are numbered copy by copy, and item by item in a copy ---- */

/* A copy of an item. */
typedef struct {
  int item, copy[FRAME_DIRECTIONS];
} FrameInstance;

/* frame_number_items - Counts the copies, cells and nodes, and sets the members that say so. */
void frame_number_items(FrameMesh *frame);

/* frame_count_item - Returns the numbers of cells and nodes of one copy of an item. */
FrameCount frame_count_item(const FrameItem *item);

/* frame_parse_copy - Reads the numbers of a copy from text[length], "+1" or "+0+2".

   Directions that the text does not name get 0. Returns 0, or 1 if the text names no copy. */
int frame_parse_copy(const char text[], size_t length, int copy[FRAME_DIRECTIONS]);

/* frame_instance_exists - Returns whether a copy of an item exists. */
int frame_instance_exists(const FrameMesh *frame, FrameInstance at);

/* frame_end_point - Returns the copy of a point at which end 0 or 1 of a line is.

   A point outside the line's pattern has one copy. */
FrameInstance frame_end_point(const FrameMesh *frame, FrameInstance at, int end);

/* frame_count_before - Returns the numbers of cells and nodes before those of a copy. */
FrameCount frame_count_before(const FrameMesh *frame, FrameInstance at);

/* frame_find_cell_instance - Returns the copy of an item that has a cell. */
FrameInstance frame_find_cell_instance(const FrameMesh *frame, int64_t cell);

/* frame_next_instance - Returns the copy after a copy; its item is -1 at the end. */
FrameInstance frame_next_instance(const FrameMesh *frame, FrameInstance at);

/* frame_nodes_before_cell - Returns how many nodes belong to the cells before a cell.

   The node between two cells of a line belongs to the second cell. A midpoint belongs to its
   cell. */
int64_t frame_nodes_before_cell(const FrameMesh *frame, int64_t cell);

/* ---- frame_local_mesh.c ---------------------------------------------------------------------- */

/* frame_local_mesh - Generates the part of a frame that a rank has, with owners.

   Each rank has an equal part of the cells, in their order; it may be empty.
   Input:
     rank, size  rank number and number of ranks; any rank can generate any part
   Returns 0, or 1 if memory runs out. */
int frame_local_mesh(const FrameMesh *frame, int rank, int size, Geometry *g);

#endif
