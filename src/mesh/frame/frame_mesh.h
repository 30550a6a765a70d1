/* frame_mesh.h: a mesh of points, of lines between them, and of patterns that copy both.

   Frames, domes, mechanisms, cable nets and lattices are such meshes. Each rank generates its part
   by formulas. Functions do not call PETSc, except FrameFromOptions(), FramePatternFromOptions()
   and PatternCopiesCreate(). */
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

/* FramePattern - A group of points and lines that is copied in up to three directions.

   Copy (i, j, k) of a point x is at R(i angle) (x + j step[1] + k step[2]) + i step[0]. R rotates
   about the line along axis through the member point. frame_number_items() sets first and the
   members after it. */
typedef struct {
  int    n[FRAME_DIRECTIONS];       /* number of copies in each direction, with the original */
  int    closed;                    /* the first copy of direction 0 follows the last */
  double axis[3], point[3];         /* unit vector of the axis; a point of the axis [m] */
  double angle;                     /* [rad] */
  double step[FRAME_DIRECTIONS][3]; /* [m] */
  int    first, end;                /* items of the pattern: FrameMesh.item[first] to [end - 1] */
  /* order in which copies are numbered: the direction whose index changes slowest comes first */
  int        direction_order[FRAME_DIRECTIONS];
  FrameCount before; /* number of cells and nodes in all patterns before this one */
} FramePattern;

/* FrameEnd - The point at one end of a line.

   If the line is in copy (i, j, k), the point is in copy (i, j, k) + copy_offset. */
typedef struct {
  int point, copy_offset[FRAME_DIRECTIONS];
} FrameEnd;

/* FrameItem - A point or a line.

   A point has one node, and a 1-node cell. A line has n cells and the nodes between its ends. A
   copy of a line exists if both end points of this copy exist. A line may have a further node at
   an end, at the place where its cells end. A further 2-node cell joins this node to the point. It
   is the first or the last cell of the line (FrameMemberEnd). */
typedef enum { FRAME_POINT, FRAME_STRAIGHT, FRAME_ARC_THROUGH, FRAME_ARC_CENTER } FrameKind;
typedef struct {
  FrameKind kind;
  int       pattern;      /* index of FrameMesh.pattern */
  double    x[3];         /* place of the point; point on the arc, or center of the arc [m] */
  FrameEnd  end[2];       /* ends of a line; FrameEnd.point is an index of FrameMesh.item */
  int       part, nparts; /* number of a line in its member, from 0; number of the member's lines */
  int       n, order;     /* number of cells of a line; 1 for 2-node cells, 2 for 3-node cells */
  int       list;         /* sets of this item: number of a list in FrameMesh.lists */
  int       joint[2]; /* 1 if the line has a further node and a further cell at this end, else 0 */
  int       joint_list[2];       /* sets of this further cell */
  int       end_list;            /* sets of the further nodes: list and SPLIT_OFF_SET */
  double    arm[2][3], rigid[2]; /* FrameMemberEnd.offset and .rigid of the further nodes [m] */
  /* number of copies in each direction, with the original; set by frame_number_items() */
  int m[FRAME_DIRECTIONS];
} FrameItem;

/* FrameMesh - Patterns and their items.

   Pattern 0 is not copied; it has the items that the user put into no pattern. Items are sorted by
   pattern. In each pattern, points come before lines. */
typedef struct {
  int           npatterns, nitems, nsets;
  FramePattern *pattern;           /* [npatterns] */
  FrameItem    *item;              /* [nitems] */
  char (*set_name)[SET_NAME_SIZE]; /* [nsets] */
  SetLists   lists;                /* lists of indices of set_name, see FrameItem.list */
  FrameCount total;                /* of the whole mesh; set by frame_number_items() */
} FrameMesh;

/* ---- frame_options.c ------------------------------------------------------------------------- */

/* frame_end_names - "start" and "end". The set of the further cells at an end of a member is
   "<member>.<name of the end>". */
extern const char *const frame_end_names[2];

/* FrameMemberEnd - What is at one end of a member. */
typedef struct {
  PetscBool splits;    /* whether the cells of the member end at a further node */
  double    offset[3]; /* from the point to the further node, in the first copy [m] */
  double    rigid;     /* distance of this node behind the offset, along the member [m] */
} FrameMemberEnd;

/* FrameEndReader - Reads what is at the ends of members, which another room knows. Both functions
   are collective; input errors name the option. */
typedef struct {
  /* straight: whether the member is no arc */
  PetscErrorCode (*read)(FsOptions o, MPI_Comm comm, const char member[], PetscBool straight,
                         FrameMemberEnd end[2]);
  /* turns the offsets into global axes; x: the places of the member's points [m] */
  PetscErrorCode (*turn)(FsOptions o, MPI_Comm comm, const char member[], PetscBool straight,
                         const double x[2][3], double offset[2][3]);
} FrameEndReader;

/* FrameFromOptions - Reads a frame from -points, -members, -links and -patterns.

   The set "all" has all nodes and the cells of the members. If there are no members, it has the
   cells of the points. Each point, member and link is also a set with its own name. The options
   -point_<name>_sets, -member_<name>_sets and -link_<name>_sets add it to further sets.
   Input:
     ends   reads what is at the ends of members
   Output:
     frame  the caller frees it with frame_free()
   Collective. Input errors name the option. */
PetscErrorCode           FrameFromOptions(FsOptions o, MPI_Comm comm, const FrameEndReader *ends,
                                          FrameMesh *frame);
void                     frame_free(FrameMesh *frame);
extern const FsOptionDoc frame_options[];

/* FramePatternFromOptions - Reads how a pattern is copied from -pattern_<name>_n, _vector, ....

   Input:
     name  name of the pattern
   Input/Output:
     p  all 0 on entry; on return n, closed, axis, point, angle and step are set
   Collective. Input errors name the option. */
PetscErrorCode FramePatternFromOptions(FsOptions o, MPI_Comm comm, const char name[],
                                       FramePattern *p);

/* PatternCopiesCreate - Creates the object that finds copies of patterns in the mesh.

   It takes over the arrays of *frame, which becomes all 0.
   Input:
     at      index of the source that is the frame; -1 without a frame, and frame may be NULL
     source  [nsources] which the function copies */
PetscErrorCode PatternCopiesCreate(FrameMesh *frame, int at, int nsources,
                                   const PatternSource source[], PatternCopies *copies);

/* ---- frame_shape.c --------------------------------------------------------------------------- */

/* frame_copy_point - Computes the place y of one copy of the point x; both in m. */
void frame_copy_point(const FramePattern *pattern, const int copy[FRAME_DIRECTIONS],
                      const double x[3], double y[3]);

/* frame_copy_vector - Computes the vector y of one copy of the vector x; both in m. */
void frame_copy_vector(const FramePattern *pattern, const int copy[FRAME_DIRECTIONS],
                       const double x[3], double y[3]);

/* FrameCurve - The curve of a line, with the parameter u from 0 to 1.

   An arc is center + cos(u angle) first + sin(u angle) second. All members are in m and rad. */
typedef struct {
  int    straight;
  double a[3], b[3]; /* ends of a straight line */
  double center[3], first[3], second[3], angle;
} FrameCurve;

/* frame_curve_init - Computes the curve of a line from a (u = 0) to b (u = 1).

   Input:
     kind       FRAME_STRAIGHT, FRAME_ARC_THROUGH or FRAME_ARC_CENTER
     arc_point  a point on the arc, or its center; not used for a straight line
   Returns 0. Returns 1 if there is no such arc, because arc_point and the ends are collinear, or
   because the ends have different distances from the center. */
int frame_curve_init(FrameKind kind, const double arc_point[3], const double a[3],
                     const double b[3], FrameCurve *curve);

/* frame_curve_at - Computes the point of a curve at u, 0 <= u <= 1. */
void frame_curve_at(const FrameCurve *curve, double u, double x[3]);

/* ---- frame_count.c: cells and nodes are numbered copy by copy, and item by item in a copy ---- */

/* FrameInstance - One copy of the item FrameMesh.item[item], in copy (i, j, k) of its pattern. */
typedef struct {
  int item, copy[FRAME_DIRECTIONS];
} FrameInstance;

/* frame_number_items - Counts the copies, cells and nodes of all items and patterns.

   Sets FrameItem.m, FrameMesh.total, and the members of FramePattern from first on. */
void frame_number_items(FrameMesh *frame);

/* frame_count_item - Returns the numbers of cells and nodes of one copy of an item. */
FrameCount frame_count_item(const FrameItem *item);

/* frame_first_node - Returns the index, along a line, of the first node of its cell k.

   The index of the line's first point is 0. If k is the number of cells, returns the index of the
   line's last point. */
int64_t frame_first_node(const FrameItem *line, int64_t k);

/* frame_parse_copy - Reads the numbers of a copy from text[length], such as "+1" or "+0+2".

   The text has a number for the first, second and third direction. Missing numbers are 0. Returns
   0, or 1 if the text has another form. */
int frame_parse_copy(const char text[], size_t length, int copy[FRAME_DIRECTIONS]);

/* frame_instance_exists - Returns 1 if this copy of the item exists, otherwise 0. */
int frame_instance_exists(const FrameMesh *frame, FrameInstance at);

/* frame_end_point - Returns the copy of a point where a copy of a line ends.

   If the point is not in the pattern of the line, it is copy 0 of the point.
   Input:
     at   copy of the line
     end  0 or 1 */
FrameInstance frame_end_point(const FrameMesh *frame, FrameInstance at, int end);

/* frame_count_before - Returns the numbers of cells and nodes before a copy of an item. */
FrameCount frame_count_before(const FrameMesh *frame, FrameInstance at);

/* frame_find_cell_instance - Returns the copy of an item to which a cell of the mesh belongs. */
FrameInstance frame_find_cell_instance(const FrameMesh *frame, int64_t cell);

/* frame_next_instance - Returns the copy of an item that is numbered after `at`.

   After the last copy of the last item, the returned item is -1. */
FrameInstance frame_next_instance(const FrameMesh *frame, FrameInstance at);

/* frame_nodes_before_cell - Returns how many nodes belong to the cells before a cell.

   Each node belongs to one cell. A point belongs to its 1-node cell. The node between two cells of
   a line belongs to the second cell. A mid-side node belongs to the cell that it is in. */
int64_t frame_nodes_before_cell(const FrameMesh *frame, int64_t cell);

/* frame_line_curve - Computes the curve on which the cells of a copy of a line are.

   It starts at the point of the line, or at the line's further node there, and ends in the same
   way.
   Returns 0. Returns 1 if there is no such curve: see frame_curve_init(), or the rigid zones are
   not shorter than the line. In frame_shape.c. */
int frame_line_curve(const FrameMesh *frame, FrameInstance at, FrameCurve *curve);

/* ---- frame_places.c -------------------------------------------------------------------------- */

/* frame_member_places - Finds the places of the lines of a set along their members.

   Input:
     scale  length in the mesh over length in the frame
   Output:
     place  [g->ncells] set for the lines of the set; others are unchanged
   Returns 0, or 1 if a member has lines inside and outside of a pattern. */
int frame_member_places(const FrameMesh *frame, const Geometry *g, int set, double scale,
                        MemberPlace place[]);

/* ---- frame_local_mesh.c ---------------------------------------------------------------------- */

/* frame_local_mesh - Generates the part of a frame that a rank has.

   Each rank gets an equal number of consecutive cells, which may be 0.
   Input:
     rank  whose part; it need not be the calling rank
     size  number of ranks
   Output:
     g  the part; g->owner and g->owner_node are set
   Returns 0, or 1 if memory runs out. */
int frame_local_mesh(const FrameMesh *frame, int rank, int size, Geometry *g);

#endif
