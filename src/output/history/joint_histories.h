/* joint_histories.h: records the results of joints, couplings and sliders. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_JOINT_HISTORIES_H
#define FS_OUTPUT_HISTORY_JOINT_HISTORIES_H

#include "output/joint_outputs.h"
#include "probe.h"
#include "assembly/evaluation.h"

enum { JOINT_HISTORY_CELLS = 100 }; /* joints with more cells have results in snapshots only */

/* JointSeries - The series of one joint. */
typedef struct {
  PetscMPIInt owner; /* rank that has the only cell; -1 if the joint has several cells */
  /* [ncells] positions of this rank's cells in a row; NULL for a joint of one cell or without
     series */
  PetscInt *number;
  PetscInt  series[JOINT_RESULTS]; /* series numbers from HistoryAdd() */
} JointSeries;
typedef struct {
  Model        model;    /* borrowed */
  JointSeries *joint;    /* [njoints] */
  PetscInt    *coupling; /* series number of each coupling; NULL if the model has no couplings */
  PetscInt (*slider)[2]; /* series numbers of displacement and force; NULL without sliders */
  PetscInt *tie;         /* series number of the force of each tie; NULL without ties */
  PetscBool amplitude;   /* the values are parts of an amplitude, so there is no series of power */
} JointHistories;

/* JointHistoriesAddSeries - Adds the series of all joints, couplings and sliders.

   Input:
     probes  [nprobes] probes, whose names must differ from the names of joints
     suffix  follows the name of the joint in the path: "", "/real" or "/imaginary"
   Collective. Input error: a joint, coupling or slider has the name of a probe, or a reserved
   name. */
PetscErrorCode JointHistoriesAddSeries(JointHistories *r, Model model, PetscInt nprobes,
                                       const Probe probes[], const char suffix[], History h);
PetscErrorCode JointHistoriesDestroy(JointHistories *r);

/* JointHistoriesRecord - Writes the results at the state of ev into their series in h.

   ev->nodes must not be NULL if joint_histories_need_nodes() returns true. Collective. */
PetscErrorCode JointHistoriesRecord(const JointHistories *r, const Evaluation *ev, History h);

/* JointHistoriesReport - Prints a line for each joint and coupling that has too many cells for a
   history. Collective. */
PetscErrorCode JointHistoriesReport(const JointHistories *r);

/* joint_histories_need_nodes - Returns whether JointHistoriesRecord() needs ev->nodes. Not
   collective. */
PetscBool joint_histories_need_nodes(const JointHistories *r);

#endif
