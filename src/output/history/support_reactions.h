/* support_reactions.h: records the reaction forces and moments of supports. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_SUPPORT_REACTIONS_H
#define FS_OUTPUT_HISTORY_SUPPORT_REACTIONS_H

#include "history.h"
#include "recovery/reactions.h"

/* SupportReactions - The series of the reactions of all supports, and what computes them. */
typedef struct {
  SupportForces forces; /* computes the reactions; NULL if the model has no supports */
  /* whether snapshots have reactions at nodes, too; the caller sets it before
     SupportReactionsAddSeries() */
  PetscBool in_frames;
  /* number of supports; [n] number of the series of each, from HistoryAdd() */
  PetscInt n, *series;
  /* [n] work array for reactions, summed over the nodes of this rank: forces [N], moments [N m] */
  PetscReal (*sum)[COMPONENTS];
} SupportReactions;

/* SupportReactionsAddSeries - Adds a series /history/<support><suffix>/reaction for each support to
   h.

   Input:
     suffix  text that follows the name of the support: "", "/real" or "/imaginary"
   Changed:
     supports  in_frames is given, the other members are set; the caller destroys the object by
               SupportReactionsDestroy()
   Collective. Input errors: a support has the name of a joint, or a reserved name; in_frames is
   PETSC_TRUE, but the model has no supports. */
PetscErrorCode SupportReactionsAddSeries(SupportReactions *supports, Assembly assembly,
                                         const char suffix[], History h);
PetscErrorCode SupportReactionsDestroy(SupportReactions *supports);

/* SupportReactionsRecord - Writes the reactions of supports at the state of ev into the current row
   of their series in h.

   Each rank writes the sums over its own nodes, and the history adds the sums of all ranks. Does
   nothing if the model has no supports. Collective. Input error: a reaction is not finite. */
PetscErrorCode SupportReactionsRecord(const SupportReactions *supports, const Evaluation *ev,
                                      History h);

/* support_reactions_need_nodes - Returns whether SupportReactionsRecord() needs ev->nodes. Not
   collective. */
PetscBool support_reactions_need_nodes(const SupportReactions *supports);

#endif
