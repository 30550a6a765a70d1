/* law_state.h: loads between the nodes of LANES beams that follow a law, at a state of the nodes.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_LAW_LAW_STATE_H
#define FS_ELEMENT_BEAM_LAW_LAW_STATE_H

#include "law_load.h"
#include "element/beam/finite/beam_curve.h"

/* LawLoad - The load of LANES elements. fixed has the unit vectors of the global axes, for loads
   that are fixed in space, and turning has the unit vectors of the axes of the nodes, for loads
   that turn with the section. Both are in the axes of the middle section. */
typedef struct {
  int           moments; /* whether there are moments that are fixed in space */
  Lanes         fixed[3][3], turning[3][3];
  Lanes         length;
  double        weight[3];      /* in global axes [N/m] */
  const double *lateral[LANES]; /* members of ElementGroup */
} LawLoad;

/* law_load - Computes the load of beams at a state of their nodes.

   Input:
     v, s, p  invariants, strains and the Gauss point of the beams
   Output:
     axis  NULL, or the directions of the global axes
     load  the load
   Returns 0, and sets nothing, if there is no load. */
int law_load(const ElementGroup *e, const BeamInvariants *v, const BeamStrain *s,
             const BeamGaussLanes *p, LoadDirection axis[3], LawLoad *load);

/* law_load_axes - Computes the same, also if there is no load. */
void law_load_axes(const ElementGroup *e, const BeamInvariants *v, const BeamStrain *s,
                   const BeamGaussLanes *p, LoadDirection axis[3], LawLoad *load);

/* law_load_at_points - Computes the load at the points of the beam in one lane. Returns the number
   of points. */
int law_load_at_points(const double prop[], const LawLoad *load, int lane,
                       LawPointLoad at[LAW_SECTIONS_MAX]);

#endif
