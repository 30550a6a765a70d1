/* base_state.h: finds the base state of a model, about which it makes small motions.

   The base state is the state of the unloaded model, the equilibrium under the loads, or a state
   that is read from a checkpoint. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_START_BASE_STATE_H
#define FS_ANALYSIS_RUN_START_BASE_STATE_H

#include "analysis/run/run.h"
#include "analysis/run/run_options.h"

/* base_state_set_kind - Sets the members load_time, at_rest and loading of kind for the base state,
   about which a model makes small motions. Call it before RunCreate. */
void base_state_set_kind(const BaseState *base, RunKind *kind);

/* BaseStateFind - Changes the state of a run to the base state, about which the model makes small
   motions, at rest.

   Input:
     what  name of the small motions for error messages, such as "modes"
   Collective. Input errors: the checkpoint belongs to another model; its state is not an
   equilibrium under the loads of this run at the time of the checkpoint. */
PetscErrorCode BaseStateFind(Run *run, const BaseState *base, const char what[]);

/* ---- free translations ----------------------------------------------------------------------- */

/* HoldFreeTranslations - Holds the rigid motions of a model that can translate freely while its
   equilibrium is found, for analyses of small motions.

   The stiffness matrix of such a model is singular, so its equilibrium cannot be found without a
   hold. If the user has given -hold_rigid, that value is used instead. A model that can only rotate
   freely, such as a pendulum, is not held, because the loads decide its position. The function
   prints a line unless the run is quiet. It sets run->hold and the hold of run->stage; call it
   before FsStageSetUp. Collective. */
PetscErrorCode HoldFreeTranslations(Run *run);

#endif
