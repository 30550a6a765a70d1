/* joint_histories.h: records the results of joints, couplings and sliders. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_JOINT_HISTORIES_H
#define FS_OUTPUT_HISTORY_JOINT_HISTORIES_H

#include "output/joint_outputs.h"
#include "probe.h"
#include "assembly/evaluation.h"

enum { JOINT_HISTORY_CELLS = 100 }; /* a joint of more cells has results in snapshots only */
typedef struct {
  PetscMPIInt owner; /* rank of the only cell; -1 if there are several cells */
  PetscInt *number;  /* [ncells] numbers of several cells; NULL if there is one cell or no series */
  PetscInt  series[JOINT_RESULTS]; /* numbers of HistoryAdd() */
} JointSeries;
typedef struct {
  Model        model;    /* borrowed */
  JointSeries *joint;    /* [njoints] */
  PetscInt    *coupling; /* series of the couplings; NULL if the model has no couplings */
  PetscInt (*slider)[2]; /* series of the sliders: displacement, force; NULL without sliders */
  PetscBool amplitude;   /* the values are parts of an amplitude, which have no power */
} JointHistories;

/* JointHistoriesAddSeries - Adds the series of all joints, couplings and sliders.

   Input:
     suffix  follows the name of the joint in the path: "", "/real" or "/imaginary"
   Collective. Input error: a joint, coupling or slider has the name of one of probes[nprobes]. */
PetscErrorCode JointHistoriesAddSeries(JointHistories *r, Model model, PetscInt nprobes,
                                       const Probe probes[], const char suffix[], History h);
PetscErrorCode JointHistoriesDestroy(JointHistories *r);

/* Sets the values at a state; ev has node states. Collective. */
PetscErrorCode JointHistoriesRecord(const JointHistories *r, const Evaluation *ev, History h);

/* Prints a line for each joint and coupling that has too many cells for a history. Collective. */
PetscErrorCode JointHistoriesReport(const JointHistories *r);

/* Returns whether JointHistoriesRecord() needs an evaluation with node states. Not collective. */
PetscBool joint_histories_need_nodes(const JointHistories *r);

#endif
