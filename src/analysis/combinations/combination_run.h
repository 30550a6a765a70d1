/* combination_run.h: the static analysis of all combinations of load cases. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_COMBINATIONS_COMBINATION_RUN_H
#define FS_ANALYSIS_COMBINATIONS_COMBINATION_RUN_H

#include "analysis/run/model_analysis.h"

/* The functions of the analysis, whose results are the equilibria under all combinations. */
extern const ModelAnalysis combination_model_analysis;

/* CombinesLoadCases - Determines whether a static analysis computes all combinations: whether the
   options have load cases and choose none of the combinations. Collective. */
PetscErrorCode CombinesLoadCases(FsOptions o, PetscBool *combines);

#endif
