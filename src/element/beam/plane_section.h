/* plane_section.h: the stiffnesses of a beam's section that a plane model does not use. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_PLANE_SECTION_H
#define FS_ELEMENT_BEAM_PLANE_SECTION_H

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
