/* frame_mesh.h: a mesh of points, of lines between them, and of patterns that copy both.

   Frames, domes, mechanisms, cable nets and lattices are such meshes. The user describes members,
   which are lines or polygons between points. A member is divided into lines between two
   consecutive points, and a line into cells. A pattern is a group of points and lines that the user
   describes once and that is copied, by a rotation, by translations, or by both. Copies are
   numbered from 0, the original.

   Because the numbers of cells and nodes follow from formulas, each rank generates its part of the
   mesh alone. Functions do not call PETSc, except FrameFromOptions(), FramePatternFromOptions() and
   PatternCopiesCreate(), which are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_FRAME_FRAME_MESH_H
#define FS_MESH_FRAME_FRAME_MESH_H

#include <fs/options.h>
#include "pattern_copies.h"
#include "mesh/geometry.h"

enum { FRAME_DIRECTIONS = 3 }; /* a pattern can be copied in up to three directions */

/* FrameCount - A number of cells and a number of nodes. */
typedef struct {
  int64_t cells, nodes;
} FrameCount;

/* FramePattern - A group of points and lines that is copied in up to three directions.

   With numbers i, j, k of the copies in the three directions, copy (i, j, k) of the point x is at
   R(i angle) (x + j step[1] + k step[2]) + i step[0], where R is the rotation about the axis.
   frame_number_items() sets `first` and the members after it. */
typedef struct {
  int    n[FRAME_DIRECTIONS]; /* number of copies in each direction, including the original */
  int    closed; /* 1 if the copies of direction 0 form a ring: the last is followed by the first */
  double axis[3], point[3];         /* unit vector along the axis; a point on the axis [m] */
  double angle;                     /* rotation from one copy to the next in direction 0 [rad] */
  double step[FRAME_DIRECTIONS][3]; /* translation from one copy to the next in a direction [m] */
  int    first, end;                /* items of the pattern: FrameMesh.item[first] to [end - 1] */
  /* the directions, sorted: first the one whose copies have numbers that change slowest */
  int        direction_order[FRAME_DIRECTIONS];
  FrameCount before; /* number of cells and nodes of all patterns before this one */
} FramePattern;

/* FrameEnd - The point at one end of a line of a frame.

   If the line is in copy (i, j, k), the end is the point in copy (i, j, k) + copy_offset. A member
   "a,a+1", for instance, connects each copy of point a with the next copy. */
typedef struct {
  int point, copy_offset[FRAME_DIRECTIONS]; /* point: index of the point in FrameMesh.item */
} FrameEnd;

/* FrameItem - A point, or a line between two points.

   A point has one node, and a 1-node cell. A line has n cells, and the nodes between its ends. A
   copy of a line exists if both of its end points exist in this copy.

   If the member has a release, an offset or a rigid zone at an end, its beam must not share the
   node of the point. Then the line has a split end: the n cells end at a further node, and a
   further 2-node cell, which becomes a joint, connects this node to the point. The further cell is
   the first or the last cell of the line. */
typedef enum { FRAME_POINT, FRAME_STRAIGHT, FRAME_ARC_THROUGH, FRAME_ARC_CENTER } FrameKind;
typedef struct {
  FrameKind kind;
  int       pattern; /* index of the item's pattern in FrameMesh.pattern */
  /* coordinates [m] of the point; of a point on the arc (FRAME_ARC_THROUGH); of the center of the
     arc (FRAME_ARC_CENTER); not used for a straight line */
  double   x[3];
  FrameEnd end[2];        /* the points at the two ends of a line */
  int      part, nparts;  /* number of the line in its member, from 0; lines of the member */
  int      n, order;      /* number of cells of a line; 1 for 2-node cells, 2 for 3-node cells */
  int      list;          /* sets of this item: number of a list in FrameMesh.lists */
  int      joint[2];      /* 1 if the line has a split end here, else 0 */
  int      joint_list[2]; /* sets of the further cell at each split end, as a number of a list */
  int      end_list;      /* sets of the further nodes at split ends: list, and SPLIT_OFF_SET */
  /* at each split end the vector from the point to the beam's end, and the rigid length from there
     to the further node (FrameMemberEnd) [m] */
  double arm[2][3], rigid[2];
  /* number of copies of the item in each direction, including the original; set by
     frame_number_items() */
  int m[FRAME_DIRECTIONS];
} FrameItem;

/* FrameMesh - The patterns of a frame, and the points and lines in them.

   Pattern 0 is not copied; it has the items that the user has put into no pattern. Items are sorted
   by pattern. In each pattern, points come before lines. */
typedef struct {
  int           npatterns, nitems, nsets;
  FramePattern *pattern;           /* [npatterns] */
  FrameItem    *item;              /* [nitems] */
  char (*set_name)[SET_NAME_SIZE]; /* [nsets] names of sets; a set is an index of this array */
  /* numbers of cells and nodes of the whole mesh; set by frame_number_items() */
  SetLists lists;
  /* number of cells and nodes of the whole mesh, set by frame_number_items() */
  FrameCount total;
} FrameMesh;

/* ---- frame_options.c ------------------------------------------------------------------------- */

/* frame_end_names - The words "start" and "end". The cells that join a member's split ends to its
   points are in the sets "<member>.start" and "<member>.end". */
extern const char *const frame_end_names[2];

/* FrameMemberEnd - Where the beam of a member ends, relative to the point at this end of the
   member. */
typedef struct {
  /* PETSC_TRUE if the end of the member is split: its cells end at a further node */
  PetscBool splits;
  double    offset[3]; /* vector from the point, in the original [m] */
  /* length of the rigid zone, from the tip of the offset along the line between the tips of both
     offsets [m] */
  double rigid;
} FrameMemberEnd;

/* FrameEndReader - The functions that read options about members. They are in another room of the
   source, because the mesh does not know releases, sections and parts. All are collective; input
   errors name the option. */
typedef struct {
  /* Reads releases, offsets and rigid zones at the two ends of a member. straight is PETSC_FALSE if
     the member is an arc. */
  PetscErrorCode (*read)(FsOptions o, MPI_Comm comm, const char member[], PetscBool straight,
                         FrameMemberEnd end[2]);
  /* Replaces the offsets of the two ends of a line by the same offsets in global axes, if the user
     gave them in the axes of the section. x has the coordinates of the two points [m]. */
  PetscErrorCode (*turn)(FsOptions o, MPI_Comm comm, const char member[], PetscBool straight,
                         const double x[2][3], double offset[2][3]);
  /* Finds whether the default number of cells of all members must not cut this member. */
  PetscErrorCode (*whole)(FsOptions o, const char member[], PetscBool *whole);
} FrameEndReader;

/* FrameFromOptions - Reads a frame from -points, -members, -links and -patterns.

   A link is a line of one cell that is not a member. The set "all" has all nodes and the cells of
   the members; if there are no members, it has the 1-node cells of the points. Each point, member
   and link is also a set with its own name. The options -point_<name>_sets, -member_<name>_sets and
   -link_<name>_sets put a point, member or link into further sets.
   Input:
     ends   functions that read the options about ends of members
   Output:
     frame  the caller frees it by frame_free()
   Collective. Input errors name the option. */
PetscErrorCode           FrameFromOptions(FsOptions o, MPI_Comm comm, const FrameEndReader *ends,
                                          FrameMesh *frame);
void                     frame_free(FrameMesh *frame);
extern const FsOptionDoc frame_options[];

/* FramePatternFromOptions - Reads from -pattern_<name>_n, _vector, ... how often, and by which
   motions, a pattern of a frame is copied.

   Input:
     name  name of the pattern
   Changed:
     p     all members are 0 on entry; on return n, closed, axis, point, angle and step are set
   Collective. Input errors name the option. */
PetscErrorCode FramePatternFromOptions(FsOptions o, MPI_Comm comm, const char name[],
                                       FramePattern *p);

/* PatternCopiesCreate - Creates the object that finds copies of patterns in the mesh.

   Changed:
     frame   the frame; its arrays move into *copies, and all members of *frame become 0. The
             pointer may be NULL if no source is a frame
   Input:
     at      index of the source that is the frame; -1 if no source is a frame
     source  [nsources] the sources of the mesh, which the function copies
   Output:
     copies  the caller destroys it by PatternCopiesDestroy() */
PetscErrorCode PatternCopiesCreate(FrameMesh *frame, int at, int nsources,
                                   const PatternSource source[], PatternCopies *copies);

/* ---- frame_shape.c --------------------------------------------------------------------------- */

/* frame_copy_point - Computes the coordinates y [m] of the copy (i, j, k) of a point x of a
   pattern, where copy is {i, j, k}. */
void frame_copy_point(const FramePattern *pattern, const int copy[FRAME_DIRECTIONS],
                      const double x[3], double y[3]);

/* FrameCurve - The curve of a line: straight from a to b, or a circular arc.

   The point at the parameter u, 0 <= u <= 1, of an arc is
   center + cos(u angle) first + sin(u angle) second. Lengths are in m, angles in rad. */
typedef struct {
  int    straight;                              /* 1 for a straight line, 0 for an arc */
  double a[3], b[3];                            /* start and end of the line or arc */
  double center[3], first[3], second[3], angle; /* of an arc */
} FrameCurve;

/* frame_curve_init - Computes the curve of a line from a (u = 0) to b (u = 1).

   Input:
     kind       FRAME_STRAIGHT, FRAME_ARC_THROUGH or FRAME_ARC_CENTER
     arc_point  a point on the arc, or its center; not used for a straight line
   Returns 0. Returns 1 if there is no such arc, because arc_point and the ends are collinear, or
   because the ends have different distances from the center. */
int frame_curve_init(FrameKind kind, const double arc_point[3], const double a[3],
                     const double b[3], FrameCurve *curve);

/* frame_curve_at - Computes the point of a line or arc of a frame at the fraction u of its
   length. */
void frame_curve_at(const FrameCurve *curve, double u, double x[3]);

/* ---- frame_count.c: cells and nodes are numbered copy by copy, and item by item in a copy ---- */

/* FrameInstance - One copy of a point or line. */
typedef struct {
  /* index of the point or line in FrameMesh.item, and numbers (i, j, k) of the copy */
  int item, copy[FRAME_DIRECTIONS];
} FrameInstance;

/* frame_number_items - Counts the copies, cells and nodes of all points, lines (items) and patterns
   of a frame.

   Sets FrameItem.m, FrameMesh.total, and the members first to before of each FramePattern. */
void frame_number_items(FrameMesh *frame);

/* frame_count_item - Returns how many cells and nodes one copy of an item, a point or a line of a
   frame, has.

   The nodes of a line do not include the points at its ends. */
FrameCount frame_count_item(const FrameItem *item);

/* frame_first_node - Returns the index, along a line, of the first node of the line's cell k.

   The point at the start of the line has index 0, and the further node of a split start has index
   1. If k is the number of cells of the line, the function returns the index of the point at the
   end. */
int64_t frame_first_node(const FrameItem *line, int64_t k);

/* frame_parse_copy - Reads the numbers of a copy from a text such as "+1" or "+0+2".

   The text has the numbers for the first, second and third direction. Missing numbers are 0.
   Input:
     text  [length] need not end with a 0
   Output:
     copy  the numbers
   Returns 0, or 1 if the text has another form. */
int frame_parse_copy(const char text[], size_t length, int copy[FRAME_DIRECTIONS]);

/* frame_instance_exists - Returns 1 if this copy of the point or line exists, otherwise 0. */
int frame_instance_exists(const FrameMesh *frame, FrameInstance at);

/* frame_end_point - Returns the copy of the point at which a copy of a line starts or ends.

   If the point is not in the pattern of the line, the result is the original of the point.
   Input:
     at   copy of the line
     end  0 for the start, 1 for the end */
FrameInstance frame_end_point(const FrameMesh *frame, FrameInstance at, int end);

/* frame_count_before - Returns how many cells and nodes of the whole mesh are numbered before those
   of one copy of an item (a point or line). These are the numbers of the first cell and the first
   node of the copy. */
FrameCount frame_count_before(const FrameMesh *frame, FrameInstance at);

/* frame_find_cell_instance - Returns the copy of an item to which a cell of the mesh belongs. */
FrameInstance frame_find_cell_instance(const FrameMesh *frame, int64_t cell);

/* frame_next_instance - Returns the copy of an item (point or line) whose cells are numbered next
   after those of `at`.

   After the last copy of the last item, the member item of the result is -1. */
FrameInstance frame_next_instance(const FrameMesh *frame, FrameInstance at);

/* frame_nodes_before_cell - Returns how many nodes belong to the cells before a cell.

   For this count each node belongs to one cell: a point to its 1-node cell, a node between two
   cells of a line to the second one, and a node in the middle of a cell to this cell.
   Input:
     cell  number of the cell in the whole mesh, or the number of cells of the mesh */
int64_t frame_nodes_before_cell(const FrameMesh *frame, int64_t cell);

/* frame_line_curve - Computes the curve of the n cells of a copy of a line, in frame_shape.c.

   The curve goes from point to point; at a split end it starts or ends at the further node.
   Input:
     at  copy of the line
   Returns 0. Returns 1 if there is no such curve, because an arc does not exist
   (frame_curve_init()) or the rigid zones are not shorter than the line. */
int frame_line_curve(const FrameMesh *frame, FrameInstance at, FrameCurve *curve);

/* ---- frame_shape.c -------------------------------------------------------------------------- */

/* frame_member_places - Computes where the line cells of a set lie along their members.

   Input:
     g      this rank's part of the mesh, whose cell_number are numbers of the frame's cells
     set    index of the set in g->set_name
     scale  -mesh_scale of the frame: a length in the mesh divided by the length in the frame
   Output:
     place  [g->ncells] set for the line cells of the set; other entries are unchanged

   Returns 0, or 1 if some lines of a member are in a pattern and others are not, so that copies of
   the member are incomplete. */
int frame_member_places(const FrameMesh *frame, const Geometry *g, int set, double scale,
                        MemberPlace place[]);

/* ---- frame_local_mesh.c ---------------------------------------------------------------------- */

/* frame_local_mesh - Generates the part of a frame that one rank has, without communication.

   Each rank gets an equal number of consecutive cells, which may be 0.
   Input:
     rank  the rank whose part is generated; it need not be the calling rank
     size  number of ranks into whose parts the frame is divided
   Output:
     g  the part; g->owner and g->owner_node are set; the caller frees it by geometry_free()
   Returns 0, or 1 if memory runs out. */
int frame_local_mesh(const FrameMesh *frame, int rank, int size, Geometry *g);

#endif
