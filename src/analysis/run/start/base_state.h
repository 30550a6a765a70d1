/* base_state.h: finds the state about which a model makes small motions.
   It is the unloaded model, its equilibrium under the loads, or a state from a checkpoint. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_START_BASE_STATE_H
#define FS_ANALYSIS_RUN_START_BASE_STATE_H

#include "analysis/run/run.h"
#include "analysis/run/run_options.h"

/* base_state_set_kind - Sets kind->load_time, kind->at_rest and kind->loading. Call it before
 * RunCreate. */
void base_state_set_kind(const BaseState *base, RunKind *kind);

/* BaseStateFind - Changes the run's state to the base state, at rest.

   Input:
     what  name of the small motions for error messages, such as "modes"
   Collective. Input errors: the checkpoint belongs to another model; its state is not an
   equilibrium under the loads of this run at the time of the checkpoint. */
PetscErrorCode BaseStateFind(Run *run, const BaseState *base, const char what[]);

#endif
