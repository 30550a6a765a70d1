/* plane_section.h: the stiffnesses of a beam's section that a plane model does not use. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_PLANE_SECTION_H
#define FS_ELEMENT_BEAM_PLANE_SECTION_H

/* The axis of a section that is along the normal of the plane; bits, so that those of several
   elements can be combined. */
enum { SECTION_Y_IS_NORMAL = 1, SECTION_Z_IS_NORMAL = 2, SECTION_IS_OBLIQUE = 4 };

/* plane_section_lacks - Returns whether the user gives some of the six stiffnesses, not all, and no
   offset that would couple the plane with the rest.

   Input:
     given  [ELEMENT_MAX_GIVEN] in the order of the beam's table of properties; NAN if not given */
int plane_section_lacks(const double given[]);

/* plane_section_axis - Returns the axis of the section of an element that is along the normal.

   Input:
     given   as above, with the direction of y, which is 0 if the user gives none
     chord   between the end nodes [m]; if it leaves the plane, the section is oblique
     turn    [9] rotation of the element from the first copy of a pattern, or NULL
     normal  of the plane, of length 1 */
int plane_section_axis(const double given[], const double chord[3], const double turn[],
                       const double normal[3]);

/* plane_section_fill - Fills in the three stiffnesses that are not used: torsion, and one bending
   and one shear out of the plane.

   They have the sizes of those that are used, so that no matrix is out of scale.
   Input:
     axis   SECTION_Y_IS_NORMAL or SECTION_Z_IS_NORMAL */
void plane_section_fill(int axis, double given[]);

#endif
