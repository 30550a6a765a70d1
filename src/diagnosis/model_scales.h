/* model_scales.h: the ratios of sizes in a model, and warnings of inconsistent units. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_MODEL_SCALES_H
#define FS_DIAGNOSIS_MODEL_SCALES_H

#include "assembly/assembly.h"

/* ModelWarnUnits - Warns of parts with ratios that few structures have, such as a large strain
   under the own weight. Their units may be wrong.

   s is the initial state. Collective. */
PetscErrorCode ModelWarnUnits(FsSystem sys, const FsState *s);

/* ModelReportScales - Prints the ratios of lengths and of waves to the elements and the steps.

   dt is the size of a step [s]. Collective. */
PetscErrorCode ModelReportScales(FsSystem sys, PetscReal dt);

#endif
