/* element_node.h: the state of a node of elements: its position, its orientation and its motion. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_ELEMENT_NODE_H
#define FS_ELEMENT_ELEMENT_NODE_H

/* The state of a node. If the node has no rotations, R is the identity, and w and wd are 0. */
typedef struct {
  double x[3], v[3], a[3]; /* position [m], velocity [m/s] and acceleration [m/s2] in global axes */
  /* unit quaternion and matrix, both from the node's axes to the global axes; identity in the
     reference configuration */
  double q[4], R[9];
  double w[3], wd[3]; /* angular velocity and its time derivative in the node's axes */
  /* rotation vector [rad] since the last accepted step, in the node's axes; 0 if a support rotates
     the node. With -linearize turn is the whole rotation vector, w and wd are its first and second
     time derivative, and R is the identity */
  double turn[3];
} NodeState;

/* node_at_rest - Returns a node in the reference configuration, at rest at x [m]. */
static inline NodeState node_at_rest(const double x[3])
{
  /* clang-format off */
  return (NodeState){.x = {x[0], x[1], x[2]}, .q = {1, 0, 0, 0}, .R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  /* clang-format on */
}

#endif
