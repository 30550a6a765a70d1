/* joint_snapshots.h: writes the cells of joints to the mesh and their results to snapshots.
   Only joints of several cells have snapshots; rows are in the cell order of the whole mesh. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_JOINT_SNAPSHOTS_H
#define FS_OUTPUT_SNAPSHOT_JOINT_SNAPSHOTS_H

#include "snapshot.h"

/* Writes the two nodes of each joint cell under /mesh/joints; -1 is the ground. Collective. */
PetscErrorCode JointsMeshWrite(File file, const Snapshots *snapshots);

/* Returns whether snapshots have results of joints. Not collective. */
PetscBool joints_in_frames(const Snapshots *snapshots);

/* Writes the results at a state under /snapshots/<frame>/joints; ev has node states. Collective. */
PetscErrorCode JointsFrameWrite(File file, const Snapshots *snapshots, const Evaluation *ev,
                                PetscInt frame);

#endif
