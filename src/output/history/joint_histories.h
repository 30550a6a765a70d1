/* joint_histories.h: records the results of joints, couplings, sliders and ties.

   A joint of the options can have many cells, one for each pair of nodes that it connects; a row of
   its series then has the results of all cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_JOINT_HISTORIES_H
#define FS_OUTPUT_HISTORY_JOINT_HISTORIES_H

#include "output/joint_outputs.h"
#include "probe.h"
#include "assembly/evaluation.h"

/* joints with more cells than this number have no histories, but results in snapshots */
enum { JOINT_HISTORY_CELLS = 100 };

/* JointSeries - The series of one joint. */
typedef struct {
  PetscMPIInt owner; /* rank that has the only cell; -1 if the joint has several cells */
  /* [ncells] position in a row of each cell of this rank; NULL if the joint has one cell or no
     series */
  PetscInt *number;
  PetscInt  series[JOINT_RESULTS]; /* number of the series of each result, from HistoryAdd() */
} JointSeries;

/* JointHistories - The series of all joints, couplings, sliders and ties. Numbers of series are
   from HistoryAdd(). */
typedef struct {
  Model        model;    /* borrowed */
  JointSeries *joint;    /* [njoints] */
  PetscInt    *coupling; /* number of the series of each coupling; NULL if the model has none */
  PetscInt (*slider)[2]; /* numbers of the series of the displacement and the force of each slider;
                            NULL if the model has no sliders */
  PetscInt *tie; /* number of the series of the force of each tie; NULL if there are no ties */
  PetscBool amplitude; /* whether the values are the real or imaginary part of an amplitude; then
                          there is no series of the power, which is not linear in the motion */
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

/* JointHistoriesRecord - Writes the results at the state that ev evaluates into the current row of
   their series in h.

   Input:
     ev  evaluation of a state; ev->nodes must not be NULL if joint_histories_need_nodes() returns
         PETSC_TRUE
   Collective. */
PetscErrorCode JointHistoriesRecord(const JointHistories *r, const Evaluation *ev, History h);

/* JointHistoriesReport - Prints a line for each joint and coupling that has too many cells for a
   history. Collective. */
PetscErrorCode JointHistoriesReport(const JointHistories *r);

/* joint_histories_need_nodes - Returns whether JointHistoriesRecord() needs ev->nodes. Not
   collective. */
PetscBool joint_histories_need_nodes(const JointHistories *r);

#endif
