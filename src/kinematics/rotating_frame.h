/* rotating_frame.h: adds the motion of a reference frame that rotates steadily to the states of
   nodes and to the tangents of elements.

   Displacements in such a model are relative to the frame. From velocities and accelerations
   relative to inertial space, the inertia forces of elements contain the centrifugal and gyroscopic
   forces. All vectors are in the axes of the frame. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_ROTATING_FRAME_H
#define FS_KINEMATICS_ROTATING_FRAME_H

#include "model/model.h"
#include "element/element_node.h"
#include <fs/system.h>

/* RotatingFrame - The motion of a reference frame that rotates steadily: the angular velocity spin
   [rad/s], and a point of its axis [m]. */
typedef struct {
  double spin[3], point[3];
} RotatingFrame;

/* RotatingFrameOf - Returns the motion of the rotating reference frame of a model. Its angular
   velocity is that of the model multiplied by loading->spin. */
RotatingFrame RotatingFrameOf(Model model, const FsLoading *loading);

/* rotating_frame_velocity - Computes the velocity v = spin x (x - point) of a rotating frame at the
   position x. */
void rotating_frame_velocity(const RotatingFrame *f, const double x[3], double v[3]);

/* rotating_frame_state - Computes the state of a node relative to inertial space from the node's
   state relative to a rotating frame. */
void rotating_frame_state(const RotatingFrame *f, const NodeState *relative, NodeState *inertial);

/* rotating_frame_states - Computes the states of n nodes relative to inertial space, and makes the
   pointers node[n] point to the results inertial[n]. */
void rotating_frame_states(const RotatingFrame *f, int n, const NodeState *node[],
                           NodeState inertial[]);

/* rotating_frame_derivatives - Transforms the matrices K and C of an element from motion relative
   to inertial space to motion relative to a rotating frame.

   On entry K and C are derivatives with respect to the displacements and velocities of the nodes
   relative to inertial space. On return they are derivatives with respect to displacements and
   velocities relative to the frame.
   Input:
     nd, nc  the number of dofs of the element, and of dofs of a node
     node    [nd / nc] the states of the nodes relative to the frame
     M       [nd][nd] derivatives with respect to accelerations, which do not change
   Changed:
     K, C    [nd][nd] by rows */
void rotating_frame_derivatives(const RotatingFrame *f, int nd, int nc,
                                const NodeState *const node[], double K[], double C[],
                                const double M[]);

#endif
