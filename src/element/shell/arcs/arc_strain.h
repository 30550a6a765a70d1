/* arc_strain.h: the strains that quadrilaterals lack because their sides are chords, not arcs.

   If a curved surface bends without stretching, its arcs keep their lengths, but the chords between
   its nodes do not: a line of the length L, whose curvature k changes by c, needs a chord that
   changes by L^2 k c/12 relative to its length. Curved shell elements contain a part of this change
   (shell_arcs.h). The rest of it is the arc strain of an element. The nodes of a regular mesh move
   so that all chords have their rest. Cells of different shapes cannot, and lock. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_ARCS_ARC_STRAIN_H
#define FS_ELEMENT_SHELL_ARCS_ARC_STRAIN_H

/* ArcStrain - The arc strain of a quadrilateral. */
typedef struct {
  double strain[3]; /* 11, 22, 12 in the axes of the element */
  double steep;     /* a = L^2 k/h, the largest of the sides */
  double missing;   /* part of the arcs that the element does not contain, from 0 to 1 */
} ArcStrain;

/* arc_strain - Computes the arc strain of a quadrilateral.

   Input:
     x          [4] positions of the nodes in the mesh [m]
     normal     [4] unit normals of the surface at the nodes
     axes       unit vectors along the axes 1 and 2 of the element
     h          thickness [m]
     curvature  change of the curvatures 11, 22, 12 [1/m] */
void arc_strain(const double x[][3], const double normal[][3], const double axes[2][3], double h,
                const double curvature[3], ArcStrain *arc);

#endif
