/* strain_measure.h: the strains of finite displacements that trusses and cables may have. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_STRAIN_MEASURE_H
#define FS_ELEMENT_STRAIN_MEASURE_H

#include "math/lanes.h"

/* Green's strain (s^2 - 1)/2, Biot's strain s - 1, and the logarithmic strain ln s. */
enum { GREEN, BIOT, LOGARITHMIC };

/* strain_of_stretch - Computes the strain E[0] of a strain measure, and its first and second
   derivatives E[1] and E[2] by the stretch s, the length divided by the unstrained length. */
static ALWAYS_INLINE void strain_of_stretch(double measure, Lanes s, Lanes E[3])
{
  if (measure == GREEN) E[0] = (s - 1) * (s + 1) / 2, E[1] = s, E[2] = lanes_fill(1);
  else if (measure == BIOT) E[0] = s - 1, E[1] = lanes_fill(1), E[2] = lanes_fill(0);
  else E[0] = lanes_log(s), E[1] = 1 / s, E[2] = -1 / (s * s);
}

#endif
