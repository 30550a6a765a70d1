/* pencil_scales.h: estimates the largest frequency of a pencil, and the frequencies that are
   round-off. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_PENCIL_SCALES_H
#define FS_EIGEN_PENCIL_SCALES_H

#include "pencil.h"

/* PencilMeasureScales - Sets the members largest, loose, massless and spurious of a pencil from K
   and M.

   The quotients K_ii / M_ii, whose maximum is largest, are taken in the axes of each node's mass
   (math/mass_axes.h), so that the round-off of a direction without mass does not count as a mass.
   The results depend neither on the units nor on the orientation of the model. Collective. */
PetscErrorCode PencilMeasureScales(Pencil p);

#endif
