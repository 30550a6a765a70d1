/* support_reactions.h: records the reaction forces and moments of supports. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_SUPPORT_REACTIONS_H
#define FS_OUTPUT_HISTORY_SUPPORT_REACTIONS_H

#include "history.h"
#include "recovery/reactions.h"

typedef struct {
  SupportForces forces;         /* NULL if the model has no supports */
  PetscBool     in_frames;      /* snapshots have the reactions, too; set before AddSeries */
  PetscInt      n, *series;     /* number of supports; [n] series numbers from HistoryAdd() */
  PetscReal (*sum)[COMPONENTS]; /* [n] this rank's shares of the reactions [N], [N m] */
} SupportReactions;

/* SupportReactionsAddSeries - Adds the series /history/<support><suffix>/reaction to h.

   Collective. Input errors: a support has the name of a joint, or a reserved name; in_frames is
   set, but the model has no supports. */
PetscErrorCode SupportReactionsAddSeries(SupportReactions *supports, Assembly assembly,
                                         const char suffix[], History h);
PetscErrorCode SupportReactionsDestroy(SupportReactions *supports);

/* SupportReactionsRecord - Writes the reactions at the state of ev into their series in h.

   Each rank writes its share, and the history adds the shares of all ranks. Does nothing without
   supports. Collective. Input error: a reaction is not finite. */
PetscErrorCode SupportReactionsRecord(const SupportReactions *supports, const Evaluation *ev,
                                      History h);

/* support_reactions_need_nodes - Returns whether SupportReactionsRecord() needs ev->nodes. Not
   collective. */
PetscBool support_reactions_need_nodes(const SupportReactions *supports);

#endif
