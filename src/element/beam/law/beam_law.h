/* beam_law.h: the strain energy of beams whose section follows a law (section/section_law.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_LAW_BEAM_LAW_H
#define FS_ELEMENT_BEAM_LAW_BEAM_LAW_H

#include "element/beam/beam.h"
#include "element/section/section_law.h"

/* beam_law_energy - Computes the strain energy per length of LANES beams whose section follows a
   law, at a Gauss point.

   Input:
     nn       number of nodes
     prop     properties of the section, with section_has_law()
     p        the Gauss point
     strain   strains and curvatures less their values in the reference configuration
     hessian  whether to compute energy->hessian
   Output:
     energy   density, force, gradient and hessian; NAN where no equilibrium inside of an element is
              found
     mean     mean strains of the sections along the element, or NULL */
void beam_law_energy(int nn, const double prop[], const BeamGaussLanes *p, const Lanes strain[6],
                     int hessian, BeamEnergy *energy, Lanes mean[6]);

/* beam_law_kinked - Returns whether the tangent of the law jumps in a fibre of a beam. */
int beam_law_kinked(const ElementState *e);

#endif
