/* arc_volume.h: the volume between a curved shell element and the surface through its nodes.

   A pressure does work on the volume that its surface sweeps. The elements of a curved surface have
   chords between their nodes, and the volume between the chords and the arcs changes if the surface
   bends: by A/24 d . k d for each side d of a triangle with the area A, where k is the curvature.
   Without it, the forces of a pressure on irregular cells excite bending without stretching, such
   as the ovalization of a tank, which resists by (h/R)^2 of the stiffness that carries the
   pressure.

   The volume is a sum W_ij x_i . t_j of products of the positions x and the directors t of the
   nodes, with constants W. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_ARCS_ARC_VOLUME_H
#define FS_ELEMENT_SHELL_ARCS_ARC_VOLUME_H

#include "element/shell/shell.h"

/* arc_volume - Computes the constants W of a shell element.

   Input:
     nn        number of nodes
     x         [nn] positions of the nodes in the mesh [m]
     director  [nn] unit normals of the surface at the nodes
   Output:
     W         [nn][nn] constants [m2], the sums of whose rows and columns are 0
   Returns 0, or 1 if the element is flat, with W = 0. */
int arc_volume(int nn, const double x[][3], const double director[][3], double W[]);

#endif
