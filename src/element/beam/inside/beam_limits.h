/* beam_limits.h: how far the state of a beam is from the limits of its theory. The functions are
   pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_INSIDE_BEAM_LIMITS_H
#define FS_ELEMENT_BEAM_INSIDE_BEAM_LIMITS_H

#include "beam_span.h"

/* beam_young_strain - Returns the largest axial strain of a beam by its axial force and bending, at
   its ends and of its mean forces; the member young_strain of ElementType. A section that is given
   by its stiffness alone has no points at which strains would be known, and returns 0. */
double beam_young_strain(const ElementKernel *kernel, const double prop[], const double values[]);

/* beam_gyration - Returns the radius of gyration of a section about the axis of its smaller bending
   stiffness, sqrt(EI/EA) [m], or 0 if it has no axial stiffness. The section extends farther.

   Input:
     prop  properties of the section, which is uniform */
double beam_gyration(const double prop[]);

/* beam_bow_error - Returns the error of the rotations of a beam with the default correction by the
   bending between its nodes that an axial force causes, relative to the rotations that its moments
   cause. A bending that is small beside the axial force counts less.

   Input:
     prop    properties of the section
     data    data of the element: the flexibility of a section that varies is its mean
     length  of the element [m]
     values  results that are not derived
     most    largest compressive force, divided by pi^2 EI/L^2, for which the estimate holds; planes
             of bending with a larger force do not count */
double beam_bow_error(const ElementKernel *kernel, const double prop[], const double data[],
                      double length, const double values[], double most);

/* beam_bow_forces - Computes the change r[12] of the nodal forces of a beam with the default
   correction, if its axial force bent it between its nodes.

   Input:
     e       the beam of two nodes: the flexibility of a section that varies is its mean
     values  results of e that are not derived
   Output:
     r       forces [N] and moments [N m] for each node; moments are in the axes of the node */
void beam_bow_forces(const ElementState *e, const double values[], double r[12]);

/* beam_law_load_error - Returns the error of the mean curvatures of a beam whose section follows a
   law, and of their first moments, because the law acts at a few points, between which the section
   may yield at a concentrated load. The error is relative to the mean curvature. It is 0 for beams
   without a law, and for those whose forces inside do not follow from equilibrium.

   Input:
     e     the beam
     span  its section forces, from beam_span_solve()
     n     number of elements that replace the beam; the error is that of the worst one
   Returns 1 if the section cannot bear the forces between the nodes. */
double beam_law_load_error(const ElementState *e, const BeamSpan *span, int n);

/* beam_may_bow - Returns whether beams with these properties can have the correction axial. */
int beam_may_bow(const ElementKernel *kernel, const double prop[]);

#endif
