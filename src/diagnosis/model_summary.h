/* model_summary.h: prints a summary of a model for -show model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_MODEL_SUMMARY_H
#define FS_DIAGNOSIS_MODEL_SUMMARY_H

#include <fs/solve.h>
#include "model/model.h"

/* ModelSummaryPrint - Prints sets, parts with their masses, supports, joints and loads of a model.

   Input:
     rank  how many constraints there are in the initial configuration, and how many of them are
           linearly independent
     t     time at which loads are evaluated [s]
   Collective. */
PetscErrorCode ModelSummaryPrint(Model model, const FsConstraintRank *rank, PetscReal t);

#endif
