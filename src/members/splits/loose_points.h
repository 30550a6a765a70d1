/* loose_points.h: named points inside of members at which a joint, tie, support or load needs a
   node of the member.

   A point of a frame, or a point of a file, may be on a line of beams, trusses, cables or bars
   without being a node of it. If no element has the point, and at most one joint, tie, slider or
   support holds it, then the model can only mean the member: the line is split there, and the point
   is the node between its two parts. A point that two of these hold, such as the end of a joint
   that a support fixes to ground, stays as it is, with a warning, and so does the node of a slider.
   Points and lines of the sets of -mesh_unjoined stay without a warning. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_SPLITS_LOOSE_POINTS_H
#define FS_MEMBERS_SPLITS_LOOSE_POINTS_H

#include <fs/options.h>
#include "divisible_lines.h"

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
