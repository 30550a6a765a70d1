/* node_axes.h: the axes of a beam's section at a node, and the section of plane models. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_NODE_AXES_H
#define FS_ELEMENT_BEAM_NODE_AXES_H

#include "element/element_kernel.h"

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

/* ---- plane section --------------------------------------------------------------------------- */

/* The stiffnesses of a beam's section that a plane model does not use. */

/* Which axis of a beam's section is along the normal of a plane model; bits, so that those of
   several elements can be combined. */
enum { SECTION_Y_IS_NORMAL = 1, SECTION_Z_IS_NORMAL = 2, SECTION_IS_OBLIQUE = 4 };

/* plane_section_lacks - Returns whether the user gives some, but not all, of the six stiffnesses of
   a beam's section, and no offset that would couple motions in the plane with those out of it.

   Input:
     given  [ELEMENT_MAX_GIVEN] properties in the order of the beam's table; NAN if not given */
int plane_section_lacks(const double given[]);

/* plane_section_axis - Returns which axis of a beam's section is along the normal of a plane model.

   Input:
     given   [ELEMENT_MAX_GIVEN] properties; the direction of y is 0 if the user gives none
     chord   vector between the end nodes [m]; if it leaves the plane, the section is oblique
     turn    [9] rotation of the element from the first copy of a pattern, or NULL
     normal  of the plane, of length 1 */
int plane_section_axis(const double given[], const double chord[3], const double turn[],
                       const double normal[3]);

/* plane_section_fill - Fills in the three stiffnesses of a beam's section that a plane model does
   not use: torsion, and bending and shear out of the plane.

   They get the sizes of the stiffnesses that are used, so that no matrix is out of scale.
   Input:
     axis  axis along the normal of the plane: SECTION_Y_IS_NORMAL or SECTION_Z_IS_NORMAL */
void plane_section_fill(int axis, double given[]);

#endif
