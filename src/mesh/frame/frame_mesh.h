/* frame_mesh.h: a mesh that is described by points and by lines between them, and by patterns, which copy both: frames, domes,
   mechanisms, cable nets, lattices. Each rank makes a piece of it, by formulas alone. Called by mesh_options.c. Begin at
   Frame. The description is made of options by FrameFromOptions and kept by PatternCopiesCreate; the rest knows nothing
   of PETSc. */
#ifndef FS_MESH_FRAME_FRAME_MESH_H
#define FS_MESH_FRAME_FRAME_MESH_H

#include <fs/options.h>
#include "pattern_copies.h"
#include "mesh/geometry.h"

enum { FRAME_DIRECTIONS = 3 };

/* How the copies of a group of points lie. Copy (i, j, k) of x is R(i angle) (x + j step[1] + k step[2]) + i step[0], with R
   about the line through point along axis. */
typedef struct {
  int64_t cells, nodes;
} FrameCount;
typedef struct {
  int    n[FRAME_DIRECTIONS];       /* copies in each direction, with the first */
  int    closed;                    /* behind the last copy of direction 0 comes the first */
  double axis[3], point[3];         /* unit vector, [m] */
  double angle;                     /* [rad] */
  double step[FRAME_DIRECTIONS][3]; /* [m] */
  int    first,
    end; /* its items are Frame.item[first] to item[end - 1]; with what follows by frame_number_items */
  int direction_order
    [FRAME_DIRECTIONS]; /* directions in which copies are counted, the slowest first */
  FrameCount before;    /* of earlier patterns */
} FramePattern;

/* A point of the same copy, or of one that is so many copies ahead. */
typedef struct {
  int point, copy_offset[FRAME_DIRECTIONS];
} FrameEnd;

/* What is copied: a point, which has a node and a cell of that node alone; or a line, which has n cells and the nodes
   between its ends. A line has a copy wherever both of its ends have one. */
typedef enum { FRAME_POINT, FRAME_STRAIGHT, FRAME_ARC_THROUGH, FRAME_ARC_CENTER } FrameKind;
typedef struct {
  FrameKind kind;
  int       pattern;
  double    x[3];   /* of a point; of an arc where it passes through, or its center [m] */
  FrameEnd  end[2]; /* of a line: indices of Frame.item */
  int       n, order;
  int       list;          /* number in Frame.lists: the sets that it is in */
  int m[FRAME_DIRECTIONS]; /* how many copies it has in each direction; by frame_number_items */
} FrameItem;

/* Pattern 0 has one copy: of what is not in a pattern. Items come in the order of their patterns, and of those of a pattern the
   points come first. */
typedef struct {
  int           npatterns, nitems, nsets;
  FramePattern *pattern;
  FrameItem    *item;
  char (*set_name)[SET_NAME_SIZE];
  SetLists   lists;
  FrameCount total; /* by frame_number_items */
} FrameMesh;

/* ---- frame_options.c --------------------------------------------------------------------------------------------- */

/* The frame of -points, -members, -links, -patterns; its sets: "all", of all nodes and the cells of members, or of points if there
   are no members; each point, member and link by its name; and those of -..._sets. The caller owns what is in *frame.
   Collective. Input errors name the option. */
PetscErrorCode           FrameFromOptions(FsOptions o, MPI_Comm comm, FrameMesh *frame);
void                     frame_free(FrameMesh *frame);
extern const FsOptionDoc frame_options[];

/* frame_pattern.c: the copies of the pattern called name, from -pattern_<name>_n, _vector, ... *p is all 0 on entry. */
PetscErrorCode FramePatternFromOptions(FsOptions o, MPI_Comm comm, const char name[],
                                       FramePattern *p);

/* pattern_copies.c: of a frame whose pieces make a mesh; copies becomes the owner of what is in *frame. */
PetscErrorCode PatternCopiesCreate(FrameMesh *frame, PatternCopies *copies);

/* ---- frame_shape.c ----------------------------------------------------------------------------------------------- */

/* y = where the copy of x is. */
void frame_copy_point(const FramePattern *pattern, const int copy[FRAME_DIRECTIONS],
                      const double x[3], double y[3]);

/* The curve of a line between its ends a and b. place: of an arc, as in FrameItem.x. At u = 0 it is at a, at 1 at b. */
typedef struct {
  int    straight;
  double a[3], b[3]; /* of a straight line */
  double center[3], first[3], second[3],
    angle; /* of an arc: center + cos(u angle) first + sin(u angle) second */
} FrameCurve;
/* Returns 0, or 1 if there is no such arc: the points are in a line, or the ends are not equally far from the center or opposite. */
int  frame_curve_init(FrameKind kind, const double arc_point[3], const double a[3],
                      const double b[3], FrameCurve *curve);
void frame_curve_at(const FrameCurve *curve, double u, double x[3]);

/* ---- frame_count.c: copy after copy of a pattern, item after item of a copy, cells and nodes are numbered ----------- */

/* A copy of an item. */
typedef struct {
  int item, copy[FRAME_DIRECTIONS];
} FrameInstance;

/* Fill in what the structs say is by frame_number_items. */
void frame_number_items(FrameMesh *frame);

/* Cells and nodes of one copy of an item. */
FrameCount frame_count_item(const FrameItem *item);

/* copy[] = the numbers of text[length], "+1" or "+0+2"; 0 of directions that it does not name. Returns 0, or 1: it is no such text. */
int frame_parse_copy(const char text[], size_t length, int copy[FRAME_DIRECTIONS]);

/* Whether there is such a copy. */
int frame_instance_exists(const FrameMesh *frame, FrameInstance at);
/* The copy that an end of a line at is; of a point outside of the line's pattern there is one. */
FrameInstance frame_end_point(const FrameMesh *frame, FrameInstance at, int end);
/* Cells and nodes before those of a copy, that is the numbers of its first ones. */
FrameCount frame_count_before(const FrameMesh *frame, FrameInstance at);
/* The copy that a cell is of; and the one behind a copy, item -1 at the end. */
FrameInstance frame_find_cell_instance(const FrameMesh *frame, int64_t cell);
FrameInstance frame_next_instance(const FrameMesh *frame, FrameInstance at);
/* How many nodes belong to the cells before one: those of a line to the cell behind them or around them. */
int64_t frame_nodes_before_cell(const FrameMesh *frame, int64_t cell);

/* ---- frame_local_mesh.c ----------------------------------------------------------------------------------------------- */

/* Make the piece of rank number rank of size ranks, with owners set: an equal part of the cells, in their order. It may be empty.
   Returns 0, or 1 when memory runs out. */
int frame_local_mesh(const FrameMesh *frame, int rank, int size, Geometry *g);

#endif
