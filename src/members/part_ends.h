/* part_ends.h: releases and offsets of the lines of a part at sets of points, in any mesh.

   At each point of such a set, each line of the part that ends there gets a further node. A line
   from the further node to the node of the point becomes a joint (model/ends/member_joints.h).
   These lines are in the set "<part>.<set of points>". */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_PART_ENDS_H
#define FS_MEMBERS_PART_ENDS_H

#include "members/member_ends.h"
#include "mesh/mesh_edit.h"
#include "section_offset.h"
#include "mesh/mesh_selection.h"

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

/* PartSplit - The lines of a part that are split off their points. */
typedef struct {
  const char   *part;    /* its name; borrowed */
  PetscInt      n;       /* number of sets of points */
  PartEnd      *ends;    /* [n] */
  MeshSelection lines;   /* the part */
  SectionOffset section; /* axes of the offsets */
} PartSplit;

/* PartSplitFromOptions - Reads the ends of a part, and if it has any, also its selection and the
   axes of their offsets.

   Output:
     split  the caller frees split->ends by PetscFree()
   Collective. Input errors: those of PartEndsFromOptions() and SectionOffsetOfPart(); the part is
   at a point. */
PetscErrorCode PartSplitFromOptions(FsOptions o, MPI_Comm comm, const char part[],
                                    PartSplit *split);

/* PartEndsSplit - Adds the further nodes of n parts and the lines from them.

   The further node is in the sets of its line and in the set SPLIT_OFF_SET, which also has the
   new lines. The node of the point leaves the sets that only split lines gave it.
   Collective. Input errors: there is no such set, or it has lines or surfaces. A point is not at
   the end of a line of the part. A line with an offset has three nodes, is an arc, or is in a
   chain. */
PetscErrorCode PartEndsSplit(MPI_Comm comm, PetscInt n, const PartSplit split[],
                             DistributedMesh *d);

/* PartSplits - All parts with releases or offsets, the data of part_split_edit. */
typedef struct {
  PetscInt   n, nparts;
  PartSplit *split;      /* [n] */
  char     **part_names; /* [nparts] */
} PartSplits;

extern const MeshEditKind part_split_edit;

#endif
