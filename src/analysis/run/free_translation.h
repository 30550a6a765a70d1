/* free_translation.h: lets small motions of a structure without supports start from its
   equilibrium. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_FREE_TRANSLATION_H
#define FS_ANALYSIS_RUN_FREE_TRANSLATION_H

#include "run.h"

/* HoldFreeTranslations - Chooses -hold_rigid true if the analysis has small motions, the option is
   not given, and run->s has no stiffness in a translation of the whole model.

   Without a hold such a model has no equilibrium that can be found. The loads decide about free
   rotations, such as that of a pendulum. Prints a line unless the run is quiet. Sets run->hold,
   also for run->stage; call it before FsStageSetUp. Collective. */
PetscErrorCode HoldFreeTranslations(Run *run);

#endif
