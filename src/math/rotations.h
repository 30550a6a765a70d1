/* rotations.h: computes the rotations of LANES nodes at once, with the bits of rotation.h.

   Each lane k has arrays of its own, such as members of the state of a node. The functions are
   pure. No array of a result may be an argument, except where noted. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_ROTATIONS_H
#define FS_MATH_ROTATIONS_H

#include "lanes.h"

/* Computes q[k][4] = ref[k][4] exp(theta[k][3]), and its matrix R[k][9]. */
void rotations_update(const double *const ref[LANES], const double *const theta[LANES],
                      double *const q[LANES], double *const R[LANES]);

/* Computes w[k][3] = T(theta[k][3]) u[k][3], with T of rotation_tangent. */
void rotations_velocity(const double *const theta[LANES], const double *const u[LANES],
                        double *const w[LANES]);

/* Computes T[k][9] = T(theta[k]) and slope[k][9], the derivative by theta[k] of T(theta[k])
   u[k]. u may be NULL, which leaves out slope. */
void rotations_tangent(const double *const theta[LANES], const double *const u[LANES],
                       double *const T[LANES], double *const slope[LANES]);

/* Replaces theta[k] by the shortest log(exp(base[k])^-1 exp(theta[k])), and computes rate[k] =
   T^-1 w[k] at the new theta[k].

   Returns the bits of lanes that do not change, because a rotation in them is large or the
   result is not shorter than 1 rad. */
int rotations_rebase(const double *const base[LANES], const double *const w[LANES],
                     double *const theta[LANES], double *const rate[LANES]);

#endif
