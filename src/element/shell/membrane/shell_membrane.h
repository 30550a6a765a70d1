/* shell_membrane.h: the membrane of a shell element with drilling rotations, in its mean plane. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_MEMBRANE_SHELL_MEMBRANE_H
#define FS_ELEMENT_SHELL_MEMBRANE_SHELL_MEMBRANE_H

#include "element/shell/shell.h"

/* The membrane forces of a shell element are a sum of at most SHELL_FORCES fields. The fields with
   the numbers SHELL_STRETCHING and SHELL_STRETCHING + 1 stretch the element along its sides. */
enum { SHELL_FORCES = 7, SHELL_STRETCHING = 5 };

/* ShellMembrane - The membrane of a shell element, which is projected onto its mean plane.

   The membrane forces 11, 22, 12 are a sum of nforces fields, each with a parameter p. Their energy
   is p . work m - p . H p / 2 + m . extra m / 2, where m are the membrane strains of the element
   (products of edges and drilling rotations), and H is the integral of the fields times the
   flexibility of the section. */
typedef struct {
  int    nforces; /* 7 for quadrilaterals, 3 for triangles: constants */
  double length;  /* root of the area, the unit of place [m] */
  /* place: coordinates of the nodes relative to the centroid, along the axes of the fields and
     divided by length. turn: the matrix that converts forces 11, 22, 12 from the axes of the fields
     to the axes of the middle */
  double place[SHELL_NODES][2], turn[3][3];
  double softer[SHELL_FORCES];               /* factors of the diagonal of H */
  double work[SHELL_FORCES][SHELL_MEMBRANE]; /* by products [1], by drilling rotations [m2] */
  double extra[SHELL_MEMBRANE][SHELL_MEMBRANE];
} ShellMembrane;

/* shell_membrane - Computes the membrane of a shell element with nn nodes.

   Input:
     x          [nn] positions of the nodes, or of the middle of the section at the nodes [m]
     surface    the reference surface of the element
     soft       [3][3] mean flexibility of the membrane strains 11, 22, 2 12 [m/N]
     straight   bits of straight sides, ElementReference.straight
     keep       [nn] factors of the bending of the edges; 1 if the element is flat
     curved     [nn] parts of the edges in the change of the Gaussian curvature; their sum is 1
     drilling   stiffness against rotations of the nodes about the normal that the other motions of
                a quadrilateral do not explain, per area [N/m] */
void shell_membrane(int nn, const double x[][3], const ShellSurface *surface,
                    const double soft[3][3], int straight, const double keep[],
                    const double curved[], double drilling, ShellMembrane *m);

/* shell_membrane_bow - Returns the factor alpha of the parabola of a side, from node number side to
   the next one, of an element with nn nodes: the parabola is alpha L (b - a) s (1 - s)/2.

   Only quadrilaterals have straight sides. Triangles would lock with them. */
double shell_membrane_bow(int nn, int straight, int side);

/* shell_membrane_forces - Computes P[3][SHELL_FORCES], the membrane forces 11, 22, 12 at a point of
   the surface by their parameters. P of the middle, at the centroid, are their means over the
   element. */
void shell_membrane_forces(int nn, const ShellMembrane *m, const ShellPoint *p,
                           double P[3][SHELL_FORCES]);

#endif
