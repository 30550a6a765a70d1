/* rotations.h: computes the rotations of LANES nodes at once, with the same bits as rotation.h.

   Lane k is node k, with its own arrays, such as its quaternion q[k]. The functions are pure.
   Unless a comment allows it, the array of a result must not be an argument too. A quaternion q has
   unit length, theta is a rotation vector [rad], and T is the matrix of rotation_tangent. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_ROTATIONS_H
#define FS_MATH_ROTATIONS_H

#include "lanes.h"

/* rotations_update - Computes the new orientations of LANES nodes: the quaternions q = ref
   exp(theta), and their rotation matrices.

   Input:
     ref    [LANES][4] quaternion of the old orientation of each node
     theta  [LANES][3] rotation vector of each node [rad]
   Output:
     q, R   [LANES][4] quaternion and [LANES][9] matrix of the new orientation of each node */
void rotations_update(const double *const ref[LANES], const double *const theta[LANES],
                      double *const q[LANES], double *const R[LANES]);

/* rotations_velocity - Computes the angular velocities w[k][3] = T(theta[k]) u[k] of LANES nodes,
   where u[k][3] is the time derivative of the rotation vector theta[k][3]. */
void rotations_velocity(const double *const theta[LANES], const double *const u[LANES],
                        double *const w[LANES]);

/* rotations_tangent - Computes the matrices T[k][9] = T(theta[k]) of the rotation vectors of LANES
   nodes. If u is not NULL, slope[k][9] becomes the derivative of T(theta[k]) u[k] by theta[k]. */
void rotations_tangent(const double *const theta[LANES], const double *const u[LANES],
                       double *const T[LANES], double *const slope[LANES]);

/* rotations_rebase - Replaces theta[k] by the rotation vector that leads from the orientation
   exp(base[k]) to the orientation exp(theta[k]), and computes its rate.

   The new theta[k] is the shortest log(exp(base[k])^-1 exp(theta[k])). Its rate is rate[k] =
   T(theta[k])^-1 w[k], where w[k] is the angular velocity in body axes. Returns a number whose bit
   k is 1 if lane k was not computed, so that theta[k] and rate[k] are unchanged. This is so if
   base[k] or theta[k] is longer than 2 rad, or if the new theta[k] would be 1 rad or longer. */
int rotations_rebase(const double *const base[LANES], const double *const w[LANES],
                     double *const theta[LANES], double *const rate[LANES]);

#endif
