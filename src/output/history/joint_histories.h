/* joint_histories.h: records the results of joints, couplings, sliders, ties and supports.

   A joint of the options can have many cells, one for each pair of nodes that it connects; a row
   of its series then has the results of all cells. ConstraintKind (constraint_kind.h) lists the
   results of a constraint and computes them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_JOINT_HISTORIES_H
#define FS_OUTPUT_HISTORY_JOINT_HISTORIES_H

#include "probe.h"
#include "assembly/constraints/constraint_cells.h"
#include "history.h"
#include "recovery/reactions.h"

/* Largest number of items, such as the cells of a joint, for which constraints have histories. The
   results of joints with more cells are in snapshots. */
enum { JOINT_HISTORY_ITEMS = 100 };

/* ConstraintSeries - The series of one constraint. */
typedef struct {
  const ConstraintKind *kind;
  PetscInt              i;          /* number of the constraint among those of its kind */
  PetscInt              items, all; /* number of items of this rank, and of all ranks */
  /* [items] position in a row of each item of this rank; NULL if there is one item */
  PetscInt *number;
  PetscInt  nresults;
  /* [nresults] numbers of the results that the constraint has */
  PetscInt         k[CONSTRAINT_RESULTS];
  ConstraintResult result[CONSTRAINT_RESULTS]; /* [nresults] their names and sizes */
  PetscInt         series[CONSTRAINT_RESULTS]; /* [nresults] numbers of their series */
} ConstraintSeries;

/* JointHistories - The series of all joints, couplings, sliders and ties. Numbers of series are
   from HistoryAdd(). */
typedef struct {
  Model             model;      /* borrowed */
  ConstraintSeries *constraint; /* [ConstraintsCount()] */
  PetscInt         *tie;        /* number of the series of the force of each tie, or NULL */
  /* whether the values are real or imaginary parts of amplitudes, which have no power */
  PetscBool amplitude;
} JointHistories;

/* JointHistoriesAddSeries - Adds the series of all joints, couplings, sliders and ties to h.

   Input:
     probes  [nprobes] probes, whose names must differ from the names of joints
     suffix  text that follows the name of the joint in the path of a series: "", "/real" or
             "/imaginary"
   Output:
     r  the caller destroys it by JointHistoriesDestroy()
   Collective. Input error: a joint, coupling or slider has the name of a probe, or a reserved
   name. */
PetscErrorCode JointHistoriesAddSeries(JointHistories *r, Model model, PetscInt nprobes,
                                       const Probe probes[], const char suffix[], History h);
PetscErrorCode JointHistoriesDestroy(JointHistories *r);

/* JointHistoriesRecord - Writes the results of joints, couplings, sliders and ties at the state of
   ev into the current row of their series in h.

   Input:
     ev  evaluation of a state; ev->nodes must not be NULL if joint_histories_need_nodes() returns
         PETSC_TRUE
   Collective. */
PetscErrorCode JointHistoriesRecord(const JointHistories *r, const Evaluation *ev, History h);

/* JointHistoriesReport - Prints a line for each joint and coupling that has too many items for a
   history. Collective. */
PetscErrorCode JointHistoriesReport(const JointHistories *r);

/* joint_histories_need_nodes - Returns whether JointHistoriesRecord() needs ev->nodes. Not
   collective. */
PetscBool joint_histories_need_nodes(const JointHistories *r);

/* ---- support reactions ----------------------------------------------------------------------- */

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
