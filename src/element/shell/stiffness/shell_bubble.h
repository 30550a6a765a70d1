/* shell_bubble.h: rotations inside a triangular shell. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_STIFFNESS_SHELL_BUBBLE_H
#define FS_ELEMENT_SHELL_STIFFNESS_SHELL_BUBBLE_H

#include "element/shell/shell.h"

/* shell_soften - Reduces the transverse shear stiffness in D, the stiffness of the section of a
   shell triangle, by rotations inside the triangle.

   p is any point of the triangle. The curvatures of these rotations, which the nodes cannot follow,
   make the shear softer. Forces and moments by the changed D are those of the section. */
void shell_soften(const ShellPoint *p, double D[SHELL_STRAINS][SHELL_STRAINS]);

#endif
