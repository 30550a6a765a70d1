/* model_analysis.h: runs an analysis of a model from its options to its last line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_MODEL_ANALYSIS_H
#define FS_ANALYSIS_RUN_MODEL_ANALYSIS_H

#include "run.h"
#include "run_start.h"

/* ModelAnalysis - The functions of an analysis, in the order in which ModelAnalysisRun calls them.

   Their argument data is memory of the analysis, which ModelAnalysisRun allocates and sets to zero.
   All functions are collective. */
typedef struct {
  size_t size; /* size of data [bytes] */

  /* Reads the options, creates the run and its initial state, and ends with RunFinishSetUp and
     RunRestore. Raises all input errors. */
  PetscErrorCode (*setup)(FsOptions o, MPI_Comm comm, Run *run, void *data);

  /* Prints the first lines. It is not called if the run is quiet. */
  PetscErrorCode (*announce)(const Run *run, const void *data);

  /* Does work that must succeed before the output is opened. NULL if there is no such work. */
  PetscErrorCode (*prepare)(Run *run, void *data);

  /* Takes and records the steps; data is its context. */
  RunSteps steps;

  /* Prints warnings, and raises the error of a step that failed, after the output is closed. NULL
     if no step can fail. */
  PetscErrorCode (*check)(const Run *run, const void *data, const FsStepInfo *info);

  /* Prints the last lines. It is not called if the run is quiet. */
  PetscErrorCode (*conclude)(const Run *run, const void *data);

  /* Frees what the members of data own. */
  PetscErrorCode (*destroy)(void *data);
} ModelAnalysis;

/* RunIgnoreMotionOptions - Ignores options of transient analyses in an analysis of another kind.

   One options file can then serve several analyses. Adds the names of the options to run->ignored.
   Call it before RunFinishSetUp. Not collective. */
PetscErrorCode RunIgnoreMotionOptions(Run *run);

/* ModelAnalysisRun - Runs an analysis of a model, and writes its output.

   Options that only other analyses have are ignored, and a line names them.
   Input:
     foreign  options of other analyses; ends with a name NULL
   Raises the errors of the functions of the analysis and of RunLoop. Collective. */
PetscErrorCode ModelAnalysisRun(const ModelAnalysis *analysis, const FsOptionDoc foreign[],
                                FsOptions o, MPI_Comm comm);

#endif
