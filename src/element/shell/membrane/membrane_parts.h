/* membrane_parts.h: what the files of the membrane of shells share. shell_membrane.c explains it.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_MEMBRANE_MEMBRANE_PARTS_H
#define FS_ELEMENT_SHELL_MEMBRANE_MEMBRANE_PARTS_H

#include "shell_membrane.h"

/* Dofs of the nodes in the plane: two displacements and a rotation each. */
enum { MEMBRANE_DOFS = 3 * SHELL_NODES };

/* membrane_place - Computes the coordinates x of a point p of an element with nn nodes, along the
   axes of the fields and divided by m->length. */
void membrane_place(int nn, const ShellMembrane *m, const ShellPoint *p, double x[2]);

/* membrane_fields - Computes the fields of membrane forces at a place: three constant fields, and
   fields from Airy's functions of third degree.

   Input:
     x  coordinates of the place divided by ShellMembrane.length
   Output:
     P  the membrane forces 11, 22, 12 of each field if its parameter is 1 */
void membrane_fields(const double x[2], double P[3][SHELL_FORCES]);

/* membrane_side_work - Computes F, the work of the force fields on displacements u, v and drilling
   rotations of nn nodes. straight are the bits of sides without a parabola. */
void membrane_side_work(int nn, const double place[][2], int straight,
                        double F[MEMBRANE_DOFS][SHELL_FORCES]);

/* membrane_quadrilateral - Adds the work that the sides of a quadrilateral miss to F, and sets
   m->extra.

   Input:
     drilling  stiffness of the drilling rotations that the force fields do not resist, per area
     V         dofs of the nodes by the membrane strains */
void membrane_quadrilateral(const double soft[3][3], int straight, double drilling,
                            const double V[MEMBRANE_DOFS][SHELL_MEMBRANE],
                            double F[MEMBRANE_DOFS][SHELL_FORCES], ShellMembrane *m);

/* membrane_triangle - Sets m->extra of a triangle, the energy of the linear strains that drilling
   rotations cause. n is the number of membrane strains. */
void membrane_triangle(const double soft[3][3], const double V[MEMBRANE_DOFS][SHELL_MEMBRANE],
                       int n, ShellMembrane *m);

#endif
