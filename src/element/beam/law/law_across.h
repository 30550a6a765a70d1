/* law_across.h: nodal forces of the loads between the nodes of beams whose section follows a law.

   The energy depends on the loads in the axes of the middle section, which turn with the nodes. The
   three global axes are the directions of beam_across.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_LAW_LAW_ACROSS_H
#define FS_ELEMENT_BEAM_LAW_LAW_ACROSS_H

#include "beam_law.h"
#include "element/beam/finite/beam_across.h"

/* set_law_across - Computes the forces of an energy on the directions of a load: all members of to
   but directions.force. */
static ALWAYS_INLINE void set_law_across(const BeamLawSlopes *of, const LawLoad *load, int tangents,
                                         AcrossForces *to)
{
  const Lanes length = load->length;

  to->load.shapes        = 3;
  to->directions.moments = load->moments;
  for (int k = 0; k < 3; k++) {
    GeneralizedForces *f = &to->f[k];

    to->directions.moment[k] = to->directions.force[k];
    memset(f->g, 0, sizeof f->g);
    memset(f->H, 0, tangents ? sizeof f->H : 0);
    for (int d = 0; d < 3; d++) {
      f->g[6 + d] = length * of->turning[3 * k + d];
      for (int j = 0; j < 6 && tangents; j++)
        f->H[j][6 + d] = f->H[6 + d][j] = length * of->by_strains[3 * k + d][j];
      for (int c = 0; c < 3 && tangents; c++)
        f->H[6 + d][6 + c] = length * of->by_load[3 * k + d][3 * k + c];
    }
    for (int l = 0; l < 3 && tangents; l++)
      for (int d = 0; d < 9; d++)
        to->by_load[k][l][d] = length * of->by_load[3 * k + d / 3][3 * l + d % 3];
    if (!tangents || !load->moments) continue;
    for (int l = 0; l < 3; l++)
      for (int d = 0; d < 9; d++)
        to->by_moment[k][l][d] = length * of->by_moment[3 * k + d / 3][3 * l + d % 3];
    for (int j = 0; j < 6; j++)
      for (int d = 0; d < 3; d++)
        to->strains_by_moment[k][j][d] = length * of->strains_by_moment[3 * k + d][j];
  }
}

#endif
