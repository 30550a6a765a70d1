/* loose_points.h: named points inside of members at which a joint, tie, support or load needs a
   node of the member.

   A point of a frame, or a point of a file, may be on a line of beams, trusses, cables or bars
   without being a node of it. If no element has the point, and at most one joint, tie, slider or
   support holds it, then the model can only mean the member: the line is split there, and the
   point is the node between its two parts. A point that two of these hold, such as the end of a
   joint that a support fixes to ground, stays as it is, with a warning, and so does the node of
   a slider. Points and lines of the sets of -mesh_unjoined stay without a warning. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_SPLITS_LOOSE_POINTS_H
#define FS_MEMBERS_SPLITS_LOOSE_POINTS_H

#include <fs/options.h>
#include "mesh/mesh.h"
#include "mesh/mesh_selection.h"

/* ---- divisible lines ------------------------------------------------------------------------- */

/* GivenSets - The sets to which a selection is restricted. */
typedef struct {
  PetscBool given; /* whether it is restricted to sets */
  int       list;  /* the sets, as the number of a list in DistributedMesh.cells.lists */
} GivenSets;

/* find_given_sets - Finds the sets of a selection, on all ranks alike.

   The copy "a+3" of a set counts as the set. Sets that do not exist are left out; the selection
   itself refuses them later. */
GivenSets find_given_sets(DistributedMesh *d, const MeshSelection *s);

/* have_common_set - Returns whether two lists of g->lists have a set in common. Local. */
PetscBool have_common_set(const Geometry *g, int list, int other);

/* find_divisible_lines - Finds the lines of two nodes that may be split: those in the sets of the
   parts. A part without sets, but with a box or formula, may have any line of "all".

   Input:
     part       [nparts] cells of the parts whose lines may be split
   Output:
     divisible  [d->cells.ncells] 1 for these lines, otherwise 0
   Collective. */
void find_divisible_lines(DistributedMesh *d, PetscInt nparts, const MeshSelection part[],
                          unsigned char divisible[]);

/* fetch_cell_nodes - Fetches what a search reads: coordinates and sets of the nodes of this rank's
   cells. Collective. */
void fetch_cell_nodes(DistributedMesh *d);

/* ---- loose points ---------------------------------------------------------------------------- */

typedef struct LoosePointsOptions LoosePointsOptions;

/* LoosePointsRead - Reads from the options what the parts, joints, supports, ... of a model use.

   Output:
     options  the caller frees it by LoosePointsFree()
   Collective. */
PetscErrorCode LoosePointsRead(FsOptions o, MPI_Comm comm, LoosePointsOptions **options);
PetscErrorCode LoosePointsFree(LoosePointsOptions *options);

/* LoosePoint - A node of the mesh that becomes a node of a line, if it is inside of one. */
typedef struct {
  int64_t   number;              /* of the node in the whole mesh */
  double    x[3];                /* [m] */
  char      name[SET_NAME_SIZE]; /* of one of its sets, or "" */
  PetscBool held; /* whether two joints, ties, sliders or supports hold it, so that it stays */
} LoosePoint;

/* loose_points_unjoined - Returns the sets of -mesh_unjoined. Collective. */
GivenSets loose_points_unjoined(DistributedMesh *d, const LoosePointsOptions *options);

/* LoosePointsFind - Finds the nodes that no element has and that something uses, on or off lines,
   except for those of -mesh_unjoined.

   Output:
     n      number of these points, on all ranks
     point  [n] the same on all ranks; the caller frees it by free()
   Collective. Input error: a support selects nodes by a formula that has no finite value. */
PetscErrorCode LoosePointsFind(MPI_Comm comm, DistributedMesh *d, const LoosePointsOptions *options,
                               int64_t *n, LoosePoint **point);

#endif
