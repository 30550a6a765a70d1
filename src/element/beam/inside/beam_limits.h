/* beam_limits.h: how far the state of a beam is from the limits of its theory. The functions are
   pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_INSIDE_BEAM_LIMITS_H
#define FS_ELEMENT_BEAM_INSIDE_BEAM_LIMITS_H

#include "element/element.h"

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
   bending between its nodes that a compressive force causes, relative to the rotations that its
   moments cause. A bending that is small beside the axial force counts less.

   Input:
     prop    properties of the section, which is uniform
     length  of the element [m]
     values  results that are not derived
     most    largest compressive force over pi^2 EI/L^2 up to which the estimate holds; beyond it a
             plane of bending does not count */
double beam_bow_error(const double prop[], double length, const double values[], double most);

#endif
