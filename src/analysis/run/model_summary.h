/* model_summary.h: what was understood of a model, for -show model. Called by run.c. */
#ifndef FS_ANALYSIS_RUN_MODEL_SUMMARY_H
#define FS_ANALYSIS_RUN_MODEL_SUMMARY_H

#include <fs/solve.h>
#include "model/model.h"

/* Print parts with their masses, supports, joints, of whose constraints rank is, loads at t [s] and sets, as the model is before any
   motion. Collective. */
PetscErrorCode ModelSummaryPrint(Model model, const FsConstraintRank *rank, PetscReal t);

#endif
