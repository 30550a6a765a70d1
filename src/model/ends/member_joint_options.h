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

/* MemberJointOptions - The joints at the ends of members of a frame, and at parts whose lines are
   split off their points. */
typedef struct {
  /* numbers of members, and of parts that are split off points */
  PetscInt         nmembers, nsplits;
  char           **names;  /* [nmembers] names of the members */
  MemberEnds      *member; /* [nmembers] */
  const PartSplit *split;  /* [nsplits] borrowed from the edit of the mesh */
} MemberJointOptions;

/* MemberJointOptionsRead - Reads which releases, offsets and rigid zones the ends of a frame's
   members have, and gets those of parts from the options of the mesh.

   Output:
     ends  the caller frees its arrays by MemberJointOptionsFree(), before it frees mesh
   Collective. Input errors name the option. */
PetscErrorCode MemberJointOptionsRead(FsOptions o, MPI_Comm comm, const MeshOptions *mesh,
                                      MemberJointOptions *ends);
PetscErrorCode MemberJointOptionsFree(MemberJointOptions *ends);

#endif
