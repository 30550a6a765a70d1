/* rib_section.h: the section of a beam that stiffens a shell. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SECTION_RIB_SECTION_H
#define FS_ELEMENT_SECTION_RIB_SECTION_H

/* section_offset_of - Returns y and z of the section's center from the line of nodes [m], in the
   properties prop of section_prepare(). */
const double *section_offset_of(const double prop[]);

/* rib_release - Takes the resistance to shear along the surface out of the properties of a rib's
   section.

   If a rib twists, its lower edge moves along the surface, but its upper edge, which is welded to
   the shell, does not turn about the normal: the rib warps. A beam's section stays plane and turns
   as a whole with the nodes, so that this motion would shear it, and the rib would stiffen torsion
   of the plate by as much as the shell resists rotations about its normal. A rib of shells resists
   the motion as little as a beam without this stiffness. Changed: prop  properties of
   section_prepare(), of an element with an offset */
void rib_release(double prop[]);

#endif
