/* model_scales.h: the ratios of sizes in a model, and warnings of inconsistent units. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_MODEL_SCALES_H
#define FS_DIAGNOSIS_MODEL_SCALES_H

#include "assembly/assembly.h"

/* NodeRange - Computes the largest difference between two nodes in one of the components x, y, z of
   a global vector.

   Input:
     x          displacements or velocities
     supported  whether components that supports fix, or that nodes do not have, count as 0;
                otherwise they do not count
   Output:
     range      [m] or [m/s]
   Collective. */
PetscErrorCode NodeRange(Model model, Vec x, PetscBool supported, PetscReal *range);

/* ModelWarnUnits - Warns of parts with ratios that few structures have, such as a large strain
   under their own weight, because their units may be inconsistent.

   Input:
     s  the initial state
   Collective. */
PetscErrorCode ModelWarnUnits(FsSystem sys, const FsState *s);

/* ModelReportScales - Prints the ratios that show whether a mesh and a step are fine enough: sizes
   of elements relative to the model, and the time that waves take through an element relative to
   the step.

   Input:
     dt  size of a step [s]
   Collective. */
PetscErrorCode ModelReportScales(FsSystem sys, PetscReal dt);

#endif
