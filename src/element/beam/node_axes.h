/* node_axes.h: the axes of a beam's section at a node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_NODE_AXES_H
#define FS_ELEMENT_BEAM_NODE_AXES_H

#include "element/element.h"

/* beam_node_axes - Gets the axes of a beam's section at a node, in the reference configuration.

   Input:
     data  result of the function setup of the kernel
     node  index of the node in the element
   Output:
     axes  three unit vectors in global axes: along the beam, y, z
   Returns 1, or 0 if the elements of the kernel are not beams. */
int beam_node_axes(const ElementKernel *kernel, const double data[], int node, double axes[3][3]);

/* beam_section_axes - Computes the axes of a section from a tangent of the beam and a direction.

   Input:
     direction  the y axis is as close as possible to it
     angle      by which y and z are then rotated about x [rad]
   Output:
     axes  as for beam_node_axes()
   Returns 1, or 0 if tangent and direction are parallel. */
int beam_section_axes(const double tangent[3], const double direction[3], double angle,
                      double axes[3][3]);

/* beam_section_turn - Returns the angle [rad] by which a section turns about a beam between two
   places.

   The shortest rotation that turns x of a into x of b is applied to y of a. The result is the angle
   from there to y of b, about x. It is 0 if the x axes are opposite.
   Input:
     a, b  the axes at the two places, three unit vectors in global axes: along the beam, y, z */
double beam_section_turn(const double a[3][3], const double b[3][3]);

/* beam_default_direction - Computes y[3], the default direction of the y axis of an element.

   The direction is the cross product of the global z axis and the line between the end nodes, which
   is horizontal. Vertical elements have the global y axis. Its length is not 1. */
void beam_default_direction(const double chord[3], double y[3]);

#endif
