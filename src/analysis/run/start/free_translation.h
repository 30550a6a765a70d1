/* free_translation.h: lets small motions of a structure without supports start from its
   equilibrium. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_START_FREE_TRANSLATION_H
#define FS_ANALYSIS_RUN_START_FREE_TRANSLATION_H

#include "analysis/run/run.h"

/* HoldFreeTranslations - Holds the rigid motions of an analysis of small motions that needs it.

   It needs it if the whole model has no stiffness in a translation at run->s. The option
   -hold_rigid of the user decides if it is given. Without a hold such a model has no equilibrium
   that can be found. The loads decide about free rotations, such as that of a pendulum. Prints a
   line unless the run is quiet. Sets run->hold, also for run->stage; call it before FsStageSetUp.
   Collective. */
PetscErrorCode HoldFreeTranslations(Run *run);

#endif
