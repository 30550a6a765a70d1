/* free_components.h: components that supports leave free beside a motion. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SUPPORTS_FREE_COMPONENTS_H
#define FS_MODEL_SUPPORTS_FREE_COMPONENTS_H

#include "model/model.h"
#include "model/supports/support_options.h"

/* WarnFreeComponents - Warns of supports for which only motions are given, and whose nodes have
   other components, which are free. A support without any option fixes everything, so that a
   settlement that is added to it frees the rest.

   Input:
     supports  [model->nsupports] options of the supports
   Call it after LayoutSetUp(). Collective. */
PetscErrorCode WarnFreeComponents(Model model, const SupportOptions supports[]);

#endif
