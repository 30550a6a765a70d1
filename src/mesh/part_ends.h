/* part_ends.h: releases and offsets of the lines of a part at sets of points, in any mesh.

   At each point of such a set, each line of the part that ends there gets a further node. A line
   from the further node to the node of the point becomes a joint (model/joints/member_joints.h).
   These lines are in the set "<part>.<set of points>". */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_PART_ENDS_H
#define FS_MESH_PART_ENDS_H

#include "mesh/distributed/distributed_mesh.h"
#include "mesh/frame/member_ends.h"

/* PartEnd - What is between the points of a set and the lines of a part. */
typedef struct {
  char      set[SET_NAME_SIZE];
  MemberEnd end; /* rigid is 0 */
} PartEnd;

/* PartEndsFromOptions - Reads -part_<name>_release and _end_offset.

   Output:
     n     number of sets of points
     ends  [n] each set once; NULL if n is 0; the caller frees it by PetscFree()
   Collective. Input errors name the option. */
PetscErrorCode PartEndsFromOptions(FsOptions o, MPI_Comm comm, const char part[], PetscInt *n,
                                   PartEnd **ends);
extern const FsOptionDoc part_end_options[];

/* PartEndsExist - Returns whether a part has releases or offsets of ends. Collective. */
PetscErrorCode PartEndsExist(FsOptions o, MPI_Comm comm, PetscBool *exist);

/* PartEndsSplit - Adds the further nodes and the lines from them.

   The further node is in the sets of its line and in the set MEMBER_ENDS_SET, which also has the
   new lines. The node of the point leaves the sets that only split lines gave it.
   Collective. Input errors: there is no such set, or it has lines or surfaces. A point is not at
   the end of a line of the part. A line with an offset has three nodes, is an arc, or is in a
   chain. */
PetscErrorCode PartEndsSplit(FsOptions o, MPI_Comm comm, DistributedMesh *d);

#endif
