/* kinematics.h: positions, orientations and velocities of nodes, also in a rotating frame.

   Headers for other rooms:
     chart.h           stores finite rotations of nodes as entries of global vectors
     configuration.h   computes positions, orientations and velocities of the nodes
     midpoint.h        computes rotations of nodes in the middle of a time step
     rotating_frame.h  adds the motion of a reference frame that rotates steadily to the states of
                       nodes and to the tangents of elements */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_KINEMATICS_H
#define FS_KINEMATICS_KINEMATICS_H

#include "chart.h"
#include "configuration.h"
#include "midpoint.h"
#include "rotating_frame.h"

#endif
