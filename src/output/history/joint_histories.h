/* joint_histories.h: records the results of joints, couplings, sliders and ties.

   A joint of the options can have many cells, one for each pair of nodes that it connects; a row of
   its series then has the results of all cells. ConstraintKind (constraint_kind.h) lists the
   results of a constraint and computes them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_JOINT_HISTORIES_H
#define FS_OUTPUT_HISTORY_JOINT_HISTORIES_H

#include "probe.h"
#include "assembly/constraints/constraint_cells.h"

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

#endif
