/* midpoint.h: rotations of nodes in the middle of a time step, for schemes that conserve energy and
   angular momentum.

   Let R0 and R1 = R0 exp(theta) be the orientations of a node at both ends of a step, and R = R0
   exp(theta/2) the one in its middle. Then

     R1 - R0 = M [tau],   M = (R0 + R1)/2 = R P,   tau = 2 tan(|theta|/2) theta/|theta|,
     P = (exp(theta/2) + exp(-theta/2))/2 = cos(|theta|/2) (1 - n n^T) + n n^T,

   with n = theta/|theta| and the matrix [tau] of the cross product. tau is Rodrigues' vector: the
   rotation is the Cayley transform of [tau]/2. Therefore the change of each vector that is fixed in
   the node is the mean vector turned by tau, exactly. Simo & Wong, Int. J. Num. Meth. Eng. 31
   (1991) 19-52, eqs. (2.30)-(2.35). The functions are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_MIDPOINT_H
#define FS_KINEMATICS_MIDPOINT_H

#include "chart.h"

/* midpoint_increment - Computes Rodrigues' vector tau[3] of the rotation vector theta[3], whose
   length must be below pi. */
void midpoint_increment(const double theta[3], double tau[3]);

/* midpoint_mean - Computes P[9] from half[3] = theta/2, the rotation vector from the start to the
   middle of a step. A vector s that is fixed in a node has the mean R P s over the step. */
void midpoint_mean(const double half[3], double P[9]);

/* ChartIncrement - Computes step, the change of a state in a step by the changes q of its
   coordinates: tau for the rotation vectors theta in q, and q in all other entries. */
PetscErrorCode ChartIncrement(const Chart *chart, Vec q, Vec step);

/* ChartAverageMoments - Multiplies the moments on nodes in r, in the axes of the nodes, by P. q has
   the rotation vectors theta/2 in the middle of the step. Other entries of r do not change. */
PetscErrorCode ChartAverageMoments(const Chart *chart, Vec q, Vec r);

#endif
