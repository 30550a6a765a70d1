/* member_places.h: finds where the cells of members are along these members. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_MEMBER_PLACES_H
#define FS_MEMBERS_MEMBER_PLACES_H

#include "mesh/mesh.h"

/* MeshMemberPlaces - Finds the places of the lines of a set along their members.

   A frame has its members from -members; s starts at the first point of each member, behind its
   offset and rigid zone. In other meshes, a chain of lines of the set is a
   member; s starts where the first line of the chain does.
   Input:
     part   name of the part with the set, for messages
     start  place of the chain's end where s is 0 [m]; NULL without
   Output:
     place  [mesh->g.ncells] set for the lines with two or three nodes of the set; the others are
            unchanged. The values are the same on any number of ranks
   Collective. Input errors: the chain branches, is closed, or has lines in both directions without
   start. A release or an offset cuts it where nothing else is. start is at no end, nor at the point
   of an offset end; start for a frame; those of PatternCopiesPlaces(). */
PetscErrorCode MeshMemberPlaces(Mesh mesh, const char part[], PetscInt set, const double start[3],
                                MemberPlace place[]);

#endif
