/* rib_section.h: the section of a beam that stiffens a shell. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SECTION_RIB_SECTION_H
#define FS_ELEMENT_SECTION_RIB_SECTION_H

/* section_offset_of - Returns y and z of the section's center from the line of nodes [m], in the
   properties prop of section_prepare(). */
const double *section_offset_of(const double prop[]);

/* rib_release - Takes the resistance to shear along the surface out of the properties of a rib's
   section.

   A rib is a beam beside a shell. If a rib twists, its free edge moves sideways, but its other
   edge, which is welded to the shell, does not turn about the normal of the shell: the rib warps.
   The section of a beam cannot warp. It turns as a whole with the nodes, so that the sideways
   motion would shear it, and the rib would stiffen the torsion of the plate. A rib of shells has no
   such stiffness, and neither has a beam without the resistance to this shear.
   Changed:
     prop  properties of section_prepare(), with an offset that is not 0 */
void rib_release(double prop[]);

#endif
