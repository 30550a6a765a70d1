/* path_weights.h: creates the weights with which lengths along a path are measured. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_PATH_WEIGHTS_H
#define FS_ANALYSIS_PATH_PATH_WEIGHTS_H

#include "analysis/run/run.h"

/* PathWeightsCreate - Creates the weights of ContinuationMeasure.

   They are 1 for displacements, the squared model size for rotations, 0 for multipliers.
   Collective. */
PetscErrorCode PathWeightsCreate(const Run *run, Vec *weights);

#endif
