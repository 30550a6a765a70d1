/* support_reactions.h: records the reaction forces and moments of supports. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_SUPPORT_REACTIONS_H
#define FS_OUTPUT_HISTORY_SUPPORT_REACTIONS_H

#include "history.h"
#include "recovery/reactions.h"

typedef struct {
  SupportForces forces;         /* NULL if the model has no supports */
  PetscBool     in_frames;      /* -output_reactions: snapshots have the reactions, too */
  PetscInt      n, *series;     /* [n] by support: numbers of HistoryAdd() */
  PetscReal (*sum)[COMPONENTS]; /* [n] this rank's shares */
} SupportReactions;

/* Reads -output_reactions. Collective. Input error: the option is set and there are no supports. */
PetscErrorCode SupportReactionsFromOptions(FsOptions o, Model model, PetscBool *in_frames);

/* Adds the series /history/<support><suffix>/reaction. Collective. Input error: a support and a
   joint have the same name. */
PetscErrorCode SupportReactionsAddSeries(SupportReactions *supports, Assembly assembly,
                                         const char suffix[], History h);
PetscErrorCode SupportReactionsDestroy(SupportReactions *supports);

/* Sets this rank's shares of the reactions at a state. Collective. */
PetscErrorCode SupportReactionsRecord(const SupportReactions *supports, const Evaluation *ev,
                                      History h);

/* Returns whether SupportReactionsRecord() needs an evaluation with node states. Not collective. */
PetscBool support_reactions_need_nodes(const SupportReactions *supports);

#endif
