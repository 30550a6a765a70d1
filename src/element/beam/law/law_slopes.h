/* law_slopes.h: derivatives of the energy of a beam that follows a law by the loads between its
   nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_LAW_LAW_SLOPES_H
#define FS_ELEMENT_BEAM_LAW_LAW_SLOPES_H

#include "law_beam.h"

enum { LAW_COMPONENTS = 9 };

/* LawLoadSlopes - The derivatives of the energy of one element; BeamLawSlopes explains the members.
 */
typedef struct {
  double turning[LAW_COMPONENTS], by_strains[LAW_COMPONENTS][6];
  double by_load[LAW_COMPONENTS][LAW_COMPONENTS], by_moment[LAW_COMPONENTS][LAW_COMPONENTS];
  double strains_by_moment[LAW_COMPONENTS][6];
} LawLoadSlopes;
enum { LAW_SLOPES = sizeof(LawLoadSlopes) / sizeof(double) };

/* law_turning - Adds the derivatives of the energy by the forces to turning. */
void law_turning(const LawBeam *b, double turning[LAW_COMPONENTS]);

/* law_slopes - Computes the other members of s; those of moments only if moments is not 0. PV[i] is
   P V_i of beam_law.c. */
void law_slopes(const LawBeam *b, double PV[6][6], int moments, LawLoadSlopes *s);

/* law_moved - Adds to moved[3] how far a load in one lane moves along the curve between the nodes,
   or turns with it if it is a moment, per length of the beam. The axes are those of the middle
   section. A load with this distribution has this work with the opposite sign in the energy. */
void law_moved(const LawBeam *b, const ElementLineLoad *load, int lane, double length,
               double moved[3]);

#endif
