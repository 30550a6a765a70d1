/* member_joints.h: joints at the ends of members with releases, offsets or rigid zones. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_ENDS_MEMBER_JOINTS_H
#define FS_MODEL_ENDS_MEMBER_JOINTS_H

#include "model/model.h"
#include "mesh/mesh_options.h"
#include "members/part_ends.h"

/* ---- member joint options -------------------------------------------------------------------- */

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

/* ---- member joints --------------------------------------------------------------------------- */

/* MemberJointsCount - Returns at most how many joints MemberJointsCreate() adds at the ends of
   members, so that the caller can allocate memory for them. Not collective. */
PetscInt MemberJointsCount(const MemberJointOptions *ends);

/* MemberJointsCreate - Adds the joints at the ends of members to model->joint.

   The joint <member>.start or <member>.end constrains the components that are not released. If
   released components have a stiffness, a second joint <member>.start_spring or
   <member>.end_spring, a bushing, has this stiffness. The first node of a joint is at the end of
   the beam, and the axes are those of the beam's section there. JointSetUpRows() must follow for
   each joint. The function prints a warning if the releases at both ends let a member move as a
   rigid body.
   Collective. Input error: the member has no beams. */
PetscErrorCode MemberJointsCreate(Model model, const MemberJointOptions *ends);

/* ---- bare points ----------------------------------------------------------------------------- */

/* KeepFirstLines - Makes, at each bare point, one of the lines that end there with a hinge rigid,
   so that the rotation of the point is determined.

   A cell of the set connects the end of a line to a point. A point is bare if at least two cells of
   the set end there, and if its node is in no element of a part, support, tie or joint of
   model->joint. The cell with the lowest number moves to another set, whose cells become rigid
   joints.
   Input:
     set   index of the set of cells from the ends of lines to points; the second node of each cell
           is that of the point
     name  name of the other set, which is added to the mesh
   Output:
     kept  index of the other set; -1 if no point is bare, and then the set is not added
   Collective. */
PetscErrorCode KeepFirstLines(Model model, PetscInt set, const char name[], PetscInt *kept);

#endif
