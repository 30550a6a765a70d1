/* beam_law.h: the strain energy of beams whose section follows a law (section/section_law.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_LAW_BEAM_LAW_H
#define FS_ELEMENT_BEAM_LAW_BEAM_LAW_H

#include "element/beam/beam.h"
#include "law_state.h"

/* BeamLawSlopes - Derivatives of BeamEnergy.density by the loads between the nodes of beams. A load
   is a component d of the direction c of LawLoad.fixed, with the number 3 c + d; moments have the
   same numbers. The members by_moment and strains_by_moment are set if the load has moments. */
typedef struct {
  Lanes turning[9];                               /* by the forces */
  Lanes by_strains[9][6], by_load[9][9];          /* of turning by strains, and by forces */
  Lanes by_moment[9][9], strains_by_moment[9][6]; /* of turning, and of gradient, by moments */
} BeamLawSlopes;

/* beam_law_has_loads - Returns whether the energy of beams of nn nodes is a function of the loads
   between their nodes, because their section follows a law. */
static inline int beam_law_has_loads(int nn, const double prop[])
{
  return section_has_law(prop) && beam_is_corrected(nn, prop);
}

/* beam_law_energy - Computes the strain energy per length of LANES beams whose section follows a
   law, at a Gauss point.

   Input:
     nn       number of nodes
     prop     properties of the section, with section_has_law()
     p        the Gauss point
     strain   strains and curvatures less their values in the reference configuration
     load     the loads between the nodes, or NULL
     hessian  whether to compute energy->hessian, and all of slopes instead of turning alone
   Output:
     energy   density, force, gradient and hessian; NAN where no equilibrium inside of an element is
              found
     mean     mean strains of the sections along the element, or NULL
     slopes   derivatives by the loads, or NULL */
void beam_law_energy(int nn, const double prop[], const BeamGaussLanes *p, const Lanes strain[6],
                     const LawLoad *load, int hessian, BeamEnergy *energy, Lanes mean[6],
                     BeamLawSlopes *slopes);

/* beam_law_moved - Computes how far a load between the nodes of beams moves along the curve of
   their sections, or turns with it if it is a moment, less along that of linear sections.

   Input:
     p, strain  the Gauss point, and strains as above
     all        all loads between the nodes
     load       the load, whose vector is not used
   Output:
     moved  in the axes of the middle section; its product with a force or moment, or with one per
            length, is the work [m or rad, times m for those per length] */
void beam_law_moved(const double prop[], const BeamGaussLanes *p, const Lanes strain[6],
                    const LawLoad *all, const ElementLineLoad *load, Lanes moved[3]);

/* beam_law_kinked - Returns whether the tangent of the law jumps in a fibre of a beam. */
int beam_law_kinked(const ElementState *e);

#endif
