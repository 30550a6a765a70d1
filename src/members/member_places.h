/* member_places.h: finds where the line cells of members are along these members. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_MEMBER_PLACES_H
#define FS_MEMBERS_MEMBER_PLACES_H

#include "mesh/mesh.h"

/* MeshMemberPlaces - Computes the arc lengths s at which the line cells of a set lie along their
   members, so that properties of a section can vary along a member.

   In a frame, the members are those of -members, and s is 0 where the beam starts at the first
   point of the member, after an offset and a rigid zone. In other meshes, a chain of line cells of
   the set that are joined end to end is a member, and s is 0 at the first node of the first cell of
   the chain.
   Input:
     part   name of the part that has the set, for messages
     set    index of the set in mesh->g.set_name
     start  coordinates of the end of the chain where s is 0 (-part_<part>_start) [m]; NULL if the
            option is not given
   Output:
     place  [mesh->g.ncells] set for the cells of the set with two or three nodes; other entries are
            unchanged. The values do not depend on the number of ranks
   Collective. Input errors, in which s would not be unique:
   - A chain branches or is closed.
   - Its cells do not all point in the same direction, and start is not given.
   - A release or an offset separates two cells of a chain.
   - Some lines of a member are in a pattern and others are not.
   - The set has lines of a frame and of another source.
   Further input errors: no chain ends at start; start is given for a frame. */
PetscErrorCode MeshMemberPlaces(Mesh mesh, const char part[], PetscInt set, const double start[3],
                                MemberPlace place[]);

#endif
