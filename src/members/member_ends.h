/* member_ends.h: releases, offsets and rigid zones at the two ends of the members of a frame. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_MEMBER_ENDS_H
#define FS_MEMBERS_MEMBER_ENDS_H

#include "mesh/frame/frame_mesh.h"

/* The components of an end are the displacements x, y, z, and the rotations rx, ry, rz. */
enum { MEMBER_END_COMPONENTS = 6 };

/* MemberEnd - One end of a member, as the user describes it.

   If jointed is set, the mesh has a further node there, at the end of the beam. A 2-node cell goes
   from this node to the node of the member's point. The set member_end_names[] has this cell. */
typedef struct {
  PetscBool jointed;
  PetscBool given;                            /* whether a release is given */
  int       released;                         /* bits of the components that are not rigid */
  PetscReal stiffness[MEMBER_END_COMPONENTS]; /* of released components [N/m, N m/rad]; 0: free */
  PetscReal offset[3];                        /* from the point to the end, in the first copy [m] */
  PetscReal rigid;                            /* length of the rigid zone behind the offset [m] */
} MemberEnd;

/* MemberEndsFromOptions - Reads -member_<name>_release, _offset_start, _offset_end and _rigid.

   Collective. Input errors name the option. */
PetscErrorCode           MemberEndsFromOptions(FsOptions o, MPI_Comm comm, const char name[],
                                               MemberEnd end[2]);
extern const FsOptionDoc member_end_options[];

/* member_end_reader - Gives a frame the ends of its members, with the offsets in global axes. */
extern const FrameEndReader member_end_reader;

/* MemberEndRelease - Releases the components of a list such as "ry,rz=1e5".

   Input:
     option, text       for messages
     components_of_end  [length] the list, a part of text
   Input error: an item is not a component, or has no positive stiffness, or occurs twice. */
PetscErrorCode MemberEndRelease(MPI_Comm comm, const char option[], const char text[],
                                const char components_of_end[], size_t length, MemberEnd *end);

#endif
