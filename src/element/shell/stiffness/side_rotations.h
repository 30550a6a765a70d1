/* side_rotations.h: rotations of the director of a shell that are quadratic along its sides. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_STIFFNESS_SIDE_ROTATIONS_H
#define FS_ELEMENT_SHELL_STIFFNESS_SIDE_ROTATIONS_H

#include "element/shell/shell.h"

/* SideRotations - The rotations of the sides of a shell element with nn nodes. The number b of a
   side changes the director by b f X, where X is the vector of the side, and f a function that is
   quadratic along the side, 1 in its middle and 0 on the sides that it does not touch. */
typedef struct {
  int    nn;
  double X[SHELL_NODES][2];           /* in the axes of the middle [m] */
  double K[SHELL_NODES][SHELL_NODES]; /* bending stiffness for the numbers b [N m] */
} SideRotations;

/* side_rotations_begin - Sets the sides of an element with the middle given, without stiffness. */
void side_rotations_begin(const ElementReference *ref, const ShellPoint *middle, SideRotations *s);

/* side_rotations_add - Adds the stiffness of the area of a point of the surface, where D is the
   stiffness of the curvatures 11, 22, 2 12 and of the shear strains without membrane forces. */
void side_rotations_add(const ShellPoint *p, const double D[5][5], SideRotations *s);

/* side_rotations_release - Eliminates the rotations of the sides by the minimum of the energy from
   the stiffness S of an element for its strains, and from its mean forces and moments by these
   strains. */
void side_rotations_release(const SideRotations *s, double S[SHELL_NSTRAIN][SHELL_NSTRAIN],
                            double force[8][SHELL_NSTRAIN]);

#endif
