/* part_ends.h: releases and offsets of the lines of a part at sets of points, in any mesh.

   -part_<name>_release and -part_<name>_end_offset name a set of points of the mesh. At each point
   of this set, each line of the part that ends there gets a further node of its own; one says that
   the line is split off the point. A 2-node cell from the further node to the node of the point
   becomes a joint (model/ends/member_joints.h), which has the release and the offset. These cells
   are in the set "<part>.<set of points>". */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_PART_ENDS_H
#define FS_MEMBERS_PART_ENDS_H

#include "members/member_ends.h"
#include "mesh/mesh.h"
#include "section_offset.h"
#include "mesh/mesh_selection.h"

/* PartEnd - The release and the offset between the points of a set and the lines of a part. */
typedef struct {
  char      set[SET_NAME_SIZE]; /* name of the set of points */
  MemberEnd end;                /* the release and the offset; end.rigid is 0 */
} PartEnd;

/* PartEndsFromOptions - Reads the releases and offsets at the ends of the lines of a part.

   Input:
     part  name of the part, from which the options -part_<part>_release and _end_offset are formed
   Output:
     n     number of sets of points that the two options name
     ends  [n] the release and the offset of each set; NULL if n is 0; the caller frees the array by
           PetscFree()
   Collective. Input errors name the option. */
PetscErrorCode PartEndsFromOptions(FsOptions o, MPI_Comm comm, const char part[], PetscInt *n,
                                   PartEnd **ends);
extern const FsOptionDoc part_end_options[];

/* PartSplit - The lines of a part that are split off their points by a release or an offset, as the
   options describe them. */
typedef struct {
  const char   *part;    /* name of the part; borrowed */
  PetscInt      n;       /* number of sets of points */
  PartEnd      *ends;    /* [n] the release and the offset at each set of points */
  MeshSelection lines;   /* selection of the cells of the part */
  SectionOffset section; /* axes in which the offsets are given */
} PartSplit;

/* PartEndsSplit - Splits the lines of n parts off their points: adds the further nodes, and the
   2-node cells from the further nodes to the points.

   A further node is in the sets of its line and in SPLIT_OFF_SET, which also has the added cells.
   The node of the point is removed from the sets in which it was only because a split line is in
   them.
   Input:
     split  [n] the parts
   Changed:
     d  the mesh, before it is partitioned
   Collective. Input errors: there is no such set of points, or the set has lines or surfaces. No
   line of the part ends at a point of the set. A line with an offset has three nodes, is an arc, or
   is one of several lines of a member, whose other lines would have no offset. */
PetscErrorCode PartEndsSplit(MPI_Comm comm, PetscInt n, const PartSplit split[],
                             DistributedMesh *d);

/* PartSplits - All parts with releases or offsets at ends of lines: the data of part_split_edit. */
typedef struct {
  /* n: number of parts with releases or offsets. nparts: number of all parts. */
  PetscInt   n, nparts;
  PartSplit *split;      /* [n] the parts with releases or offsets */
  char     **part_names; /* [nparts] names, which split borrows */
} PartSplits;

/* part_split_edit - The change of a mesh by which lines of parts are split off their points, to add
   releases and offsets. */
extern const MeshEditKind part_split_edit;

#endif
