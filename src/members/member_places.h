/* member_places.h: finds where the line cells of members are along these members. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_MEMBER_PLACES_H
#define FS_MEMBERS_MEMBER_PLACES_H

#include "mesh/mesh.h"
#include "mesh/geometry.h"
#include "mesh/distributed/exchange.h"

/* MemberOwner - The part or load that asks for the places of the lines in its set. */
typedef struct {
  const char *kind, *name; /* for instance "part" and "blade", for messages; borrowed */
  /* [3] coordinates of the end of the chain where s is 0 (-part_<part>_start) [m]; borrowed; NULL
     if the option is not given */
  const double *start;
  /* whether all lines of the set are one chain, also those of several members of a frame; it
     continues through releases */
  int chain;
} MemberOwner;

/* MeshMemberPlaces - Computes where the line cells of a set lie along their members, so that
   properties of a section can vary along a member.

   A place is an arc length s. In a frame, the members are those of -members, and s is 0 where the
   beam starts at the first point of the member, after an offset and a rigid zone. In other meshes,
   a chain of line cells of the set that are joined end to end is a member, and s is 0 at the first
   node of the first cell of the chain.
   Input:
     owner  the part or load that has the set
     set    index of the set in mesh->g.set_name
   Output:
     place  [mesh->g.ncells] set for the cells of the set with two or three nodes; other entries are
            unchanged. The values do not depend on the number of ranks
   Collective. Input errors, in which s would not be unique:
   - A chain branches or is closed.
   - Its cells do not all point in the same direction, and start is not given.
   - A release or an offset separates two cells of a chain; if owner->chain is set, an offset.
   - The lines are several chains, if owner->chain is set.
   - Some lines of a member are in a pattern and others are not.
   - The set has lines of a frame and of another source.
   Further input errors: no chain ends at start; start is given for a frame. */
PetscErrorCode MeshMemberPlaces(Mesh mesh, const MemberOwner *owner, PetscInt set,
                                MemberPlace place[]);

/* ---- split points ---------------------------------------------------------------------------- */

/* Finds the points off which ends of lines were split by a release or an offset of a part. An end
   is split off its point if the line has a further node there, and a 2-node cell of SPLIT_OFF_SET
   connects this node to the node of the point. */

/* SplitPoint - An end of a line, and the point off which it was split. Node numbers are those of
   the whole mesh. */
typedef struct {
  int64_t node;  /* number of the node at the end of the line */
  int64_t point; /* number of the point's node; -1 if the end was not split off a point */
  double  x[3];  /* coordinates of the point [m]; not set if point is -1 */
} SplitPoint;

/* find_split_points - Finds the points of a mesh off which n ends of lines were split by a release
   or an offset.

   Input:
     g      this rank's part of the mesh
   Changed:
     split  [n] the ends of the lines; their member node is given, and the function sets point and x
   Collective. */
void find_split_points(const Ranks *ranks, const Geometry *g, int64_t n, SplitPoint split[]);

/* find_inner_split - Finds a point at which a release or an offset cuts a chain of lines in two.

   At such a point the end of one line and the start of another line were split off, and no other
   line or surface is there, except for lines that coincide with these two.
   Input:
     g      this rank's part of the mesh
     split  [n] the start and the end of each line of the chains: split[2k] and split[2k + 1], from
            find_split_points()
   Output:
     x  coordinates of the point [m]; set only if the function returns 1
   Returns 1 if there is such a point among those that this rank compares, else 0. Collective. */
int find_inner_split(const Ranks *ranks, const Geometry *g, int64_t n, const SplitPoint split[],
                     double x[3]);

#endif
