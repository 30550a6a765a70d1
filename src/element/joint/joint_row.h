/* joint_row.h: value, gradient and second derivative of one row of a joint.

   It is for the files of this folder alone. The kinds of rows and the notation are those of
   joint.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_JOINT_JOINT_ROW_H
#define FS_ELEMENT_JOINT_JOINT_ROW_H

#include <string.h>
#include "joint.h"

/* Positions of the displacements and rotations of both nodes among the dofs of a joint. */
enum { X1 = 0, TURN1 = 3, X2 = 6, TURN2 = 9 };

static inline void vector_copy(const double from[3], double to[3])
{
  memcpy(to, from, 3 * sizeof *to);
}

/* Quantities of a state that all rows of a joint need. */
typedef struct {
  const double *R1, *R2; /* borrowed from the nodes; the identity for ground */
  double        P[3];    /* from the first point to the second, global axes [m] */
  double        P1[3];   /* R_1^T P */
  double        R21[9];  /* R_1^T R_2 */
  /* R_n skew(s_n); the derivative of P by the spins is RS1 and -RS2 */
  double RS1[9], RS2[9];
} JointGeometry;

/* joint_geometry - Computes what all constraint equations of a joint need at the state s, such as
   the vector between its two points. */
void joint_geometry(const JointState *s, JointGeometry *p);

/* joint_small_change - Returns G . d, the change of a value of a joint with the gradient
   G[JOINT_DOFS] in the small motion d of its nodes. */
double joint_small_change(const JointState *s, const double G[]);

/* joint_row_value - Returns the value Phi of a joint's constraint equation (row), and computes its
   derivatives by displacements and spins.

   Output:
     G  gradient [JOINT_DOFS]
     B  second derivative [JOINT_DOFS][JOINT_DOFS]; NULL if it is not needed
   Let w and d be velocities of the nodes [JOINT_DOFS]. The derivative of Phi along w is G . w; the
   derivative of G . w along d is w . B d. B is not symmetric, because spins do not commute. */
double joint_row_value(const JointRow *row, const JointState *s, const JointGeometry *p, double G[],
                       double B[]);

/* joint_position_row - Returns R_1 a . P, the component along a of the vector P between the points
   of a joint. a is in the axes of the first node, or in global axes if row->global is set.

   Sets G[JOINT_DOFS], the gradient of the result, and, unless B is NULL, adds its second derivative
   to B[JOINT_DOFS][JOINT_DOFS]. */
double joint_position_row(const JointRow *row, const JointState *s, const JointGeometry *p,
                          double G[], double B[]);

/* joint_angle_row - Returns the sum of M_ij R_ij, a product of directions, where R = R_1^T R_2 is
   the relative rotation of the nodes of a joint.

   Sets G[JOINT_DOFS], the gradient of this sum, and, unless B is NULL, adds its second derivative
   to B[JOINT_DOFS][JOINT_DOFS]. */
double joint_angle_row(const double M[9], const JointState *s, const JointGeometry *p, double G[],
                       double B[]);

/* joint_row_driver_slope - Returns the derivative dPhi/df of a joint's constraint equation Phi
   (row) by the value f that its driver prescribes, or 0 without a driver.

   Sets G[JOINT_DOFS], the gradient of dPhi/df by displacements and spins. */
double joint_row_driver_slope(const JointRow *row, const JointState *s, const JointGeometry *p,
                              double G[]);

/* joint_unwrapped_angle - Returns the angle between directions of a joint's two nodes [rad], with
   whole turns, and computes its derivatives.

   Input:
     row       directions: the cosine of the angle is R_1 a . R_2 b and the sine R_1 a2 . R_2 b2,
               both times a common factor if the rows of the joint do not hold
     before    angle at the last accepted state [rad]. With the rotations of the nodes since this
               state it determines the number of whole turns
   Output:
     gradient  [JOINT_DOFS], NAN if sine and cosine are both 0
     slope     [JOINT_DOFS][JOINT_DOFS] derivative of the gradient; NULL if it is not needed */
double joint_unwrapped_angle(const JointRow *row, const JointState *s, const JointGeometry *p,
                             double before, double gradient[], double slope[]);

#endif
