/* member_joint_options.h: what the options say about joints at the ends of members and of parts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_ENDS_MEMBER_JOINT_OPTIONS_H
#define FS_MODEL_ENDS_MEMBER_JOINT_OPTIONS_H

#include "mesh/mesh_options.h"
#include "members/part_ends.h"

/* MemberEnds - The two ends of a member of a frame. */
typedef struct {
  const char *name;              /* name of the member; borrowed from MemberJointOptions */
  MemberEnd   end[2];            /* start and end */
  PetscBool   has_middle_points; /* whether the member passes through points between its ends */
} MemberEnds;

/* MemberJointOptions - The ends of all members, and of the parts that are split off their points.
 */
typedef struct {
  PetscInt         nmembers, nsplits; /* number of members; of parts that are split off points */
  char           **names;             /* [nmembers] names of the members */
  MemberEnds      *member;            /* [nmembers] */
  const PartSplit *split;             /* [nsplits] borrowed from the edit of the mesh */
} MemberJointOptions;

/* MemberJointOptionsRead - Reads the releases, offsets and rigid zones of -members, if the mesh has
   a frame, and gets those of parts from the options of the mesh.

   Output:
     ends  the caller frees its arrays by MemberJointOptionsFree(), before it frees mesh
   Collective. Input errors name the option. */
PetscErrorCode MemberJointOptionsRead(FsOptions o, MPI_Comm comm, const MeshOptions *mesh,
                                      MemberJointOptions *ends);
PetscErrorCode MemberJointOptionsFree(MemberJointOptions *ends);

#endif
