/* model_summary.h: prints a summary of a model for -show model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_MODEL_SUMMARY_H
#define FS_DIAGNOSIS_MODEL_SUMMARY_H

#include <fs/system.h>
#include <fs/solve.h>
#include "model/model.h"

/* ModelSummaryPrint - Prints sets, parts with their masses, supports, joints and loads of a model.

   Input:
     rank  how many constraints there are in the initial configuration, and how many of them are
           linearly independent
     t     time at which loads are evaluated [s]
   Collective. */
PetscErrorCode ModelSummaryPrint(Model model, const FsConstraintRank *rank, PetscReal t);

/* ---- place count ----------------------------------------------------------------------------- */

/* SetCountPlaces - Counts the points in space where a set has nodes.

   Joints and parts may have several nodes at the same point, which the user sees as one. Nodes
   whose distance is less than 1e-6 of the size of the model count as one point.
   Input:
     set  index of the set in Geometry.set_name
   Output:
     n  number of points, the same on all ranks
   Collective. */
PetscErrorCode SetCountPlaces(Model model, PetscInt set, PetscInt *n);

/* ---- period report --------------------------------------------------------------------------- */

/* PeriodReportPrint - Prints the periods of the lowest elastic modes of the unloaded model, and the
   number of its rigid motions and mechanisms.

   If there are no periods, or if the eigenvalue solver fails, the function prints one line with the
   reason instead.
   Input:
     s       the initial configuration of the mesh, with zero velocities
     spins   whether the frame of reference rotates; then no periods are computed
     forced  whether periods are computed even if the model is large, which takes time
   Collective. If all ranks meet the same error, the function prints its message as the reason, and
   does not raise the error. Other errors are raised. */
PetscErrorCode PeriodReportPrint(FsSystem sys, const FsState *s, PetscBool spins, PetscBool forced);

#endif
