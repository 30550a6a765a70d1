/* rotations.h: rotations of LANES nodes at once, lane by lane with the bits of rotation.h: of each lane k an array of its own, such as a member of the
   state of a node. Pure functions, called by src/assembly. No array of a result may be one of the arguments. */
#ifndef FS_MATH_ROTATIONS_H
#define FS_MATH_ROTATIONS_H

#include "lanes.h"

/* q[k][4] = ref[k][4] exp(theta[k][3]), and R[k][9], its matrix. */
void rotations_update(const double *const ref[LANES], const double *const theta[LANES],
                      double *const q[LANES], double *const R[LANES]);

/* w[k][3] = T(theta[k][3]) u[k][3]; T: rotation_tangent */
void rotations_velocity(const double *const theta[LANES], const double *const u[LANES],
                        double *const w[LANES]);

/* T[k][9] = T(theta[k]) and, unless u is NULL, slope[k][9] = the derivative by theta[k] of T(theta[k]) u[k]. */
void rotations_tangent(const double *const theta[LANES], const double *const u[LANES],
                       double *const T[LANES], double *const slope[LANES]);

/* theta[k] = the shortest log(exp(base[k])^-1 exp(theta[k])), and rate[k] = T^-1 of it times w[k], in lanes where nothing is far from 0, the result
   shorter than 1 rad. Returns the bits of the other lanes, which stay as they are. */
int rotations_rebase(const double *const base[LANES], const double *const w[LANES],
                     double *const theta[LANES], double *const rate[LANES]);

#endif
