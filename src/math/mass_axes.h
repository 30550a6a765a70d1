/* mass_axes.h: axes in which the mass matrix of a node is diagonal, so that directions without mass
   can be recognized. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_MASS_AXES_H
#define FS_MATH_MASS_AXES_H

#include <stdbool.h>

enum { MASS_AXES = 6 };

/* MassAxes - Axes of a node in which its mass matrix M is diagonal.

   Axis k is a motion of the node. Its components in the free dofs of the node are axis[k][0] to
   axis[k][n - 1]. axis[i] . M axis[j] is mass[i] if i = j, otherwise round-off. mass[k] is exactly
   0 if axis k has no mass. The first axes displace the node without rotation. The others turn the
   node by 1 rad, along turn[k], and displace it so that its center of mass stays in place. */
typedef struct {
  int    n;             /* the number of free dofs of the node, which is the number of axes */
  int    displacements; /* the number of axes that displace the node without rotation */
  int    massless;      /* the number of axes without mass */
  double axis[MASS_AXES][MASS_AXES];
  /* axis[k] without its displacements if the axis turns the node; otherwise axis[k] */
  double turn[MASS_AXES][MASS_AXES];
  /* the mass along each axis [kg], or the moment of inertia [kg m2] if the axis turns the node */
  double mass[MASS_AXES];
} MassAxes;

/* mass_axes - Finds axes of a node in which its mass matrix is diagonal, and the axes without mass.

   Displacements and rotations have axes of their own, because their masses have different units. An
   axis has no mass if its mass is round-off of the largest displacement's mass, or of the largest
   moment of inertia about the node. For example, a beam without torsional inertia has no mass in
   the rotation about its own axis, however the beam is oriented. A point mass at the end of an arm
   has no mass in the rotations that leave it in place.
   Input:
     n          number of free dofs, at most 6
     component  [n] 0 to 2 for displacements, 3 to 5 for rotations, ascending
     M          [n][n] symmetric mass matrix of the node, positive semidefinite up to round-off */
void mass_axes(int n, const int component[], const double M[], MassAxes *axes);

/* mass_is_everywhere - Returns whether all directions of a node clearly have mass, at a few percent
   of the cost of mass_axes.

   Input:
     n          number of free dofs of the node, at most 6
     component  [n] 0 to 2 for displacements, 3 to 5 for rotations, ascending
     M          [n][n] symmetric mass matrix of the node
   If the function returns true, mass_axes would find no axis without mass. Otherwise there may be
   such an axis, or a direction has less than 1e-8 of the largest mass. */
bool mass_is_everywhere(int n, const int component[], const double M[]);

#endif
