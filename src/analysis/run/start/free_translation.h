/* free_translation.h: finds the equilibrium of a structure without supports, about which it makes
   small motions, by holding its rigid motions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_START_FREE_TRANSLATION_H
#define FS_ANALYSIS_RUN_START_FREE_TRANSLATION_H

#include "analysis/run/run.h"

/* HoldFreeTranslations - Holds the rigid motions in the equilibrium of a model that nothing keeps
   from moving in some translation, for analyses of small motions.

   The stiffness matrix of such a model is singular, so its equilibrium cannot be found without a
   hold. If the user has given -hold_rigid, that value is used instead. A model that can only rotate
   freely, such as a pendulum, is not held, because the loads decide its position. The function
   prints a line unless the run is quiet. It sets run->hold and the hold of run->stage; call it
   before FsStageSetUp. Collective. */
PetscErrorCode HoldFreeTranslations(Run *run);

#endif
