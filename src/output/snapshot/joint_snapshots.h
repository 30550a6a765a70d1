/* joint_snapshots.h: writes the cells of joints to the mesh and their results to snapshots.
   Only joints with more than one cell have snapshots. Rows are in the cell order of the whole
   mesh. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_JOINT_SNAPSHOTS_H
#define FS_OUTPUT_SNAPSHOT_JOINT_SNAPSHOTS_H

#include "snapshot.h"

/* JointsMeshWrite - Writes the two nodes of each joint cell under /mesh/joints; -1 is the ground.
   Collective. */
PetscErrorCode JointsMeshWrite(File file, const Snapshots *snapshots);

/* joints_in_frames - Returns whether snapshots have results of joints. Not collective. */
PetscBool joints_in_frames(const Snapshots *snapshots);

/* JointsFrameWrite - Writes the results at the state of ev under /snapshots/<frame>/joints.

   ev->nodes must not be NULL. Collective. */
PetscErrorCode JointsFrameWrite(File file, const Snapshots *snapshots, const Evaluation *ev,
                                PetscInt frame);

#endif
