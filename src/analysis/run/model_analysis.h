/* model_analysis.h: runs an analysis of a model from its options to its last line. */
#ifndef FS_ANALYSIS_RUN_MODEL_ANALYSIS_H
#define FS_ANALYSIS_RUN_MODEL_ANALYSIS_H

#include "run.h"

/* The steps of an analysis, in the order in which ModelAnalysisRun calls them. data: the numbers of
   the analysis, size bytes that start as zeros. All functions are collective. */
typedef struct {
  size_t size; /* of data [bytes] */

  /* Reads the options and makes the initial state: RunCreate, ..., RunFinishSetUp, RunRestore. All
     input errors are raised here or in prepare, before anything is written. */
  PetscErrorCode (*setup)(FsOptions o, MPI_Comm comm, Run *run, void *data);

  /* Prints the first lines. Not called if the run is quiet. */
  PetscErrorCode (*announce)(const Run *run, const void *data);

  /* Computes what must succeed before the output is opened. May be NULL. */
  PetscErrorCode (*prepare)(Run *run, void *data);

  /* Solves and records, see RunLoop. */
  RunSteps steps;

  /* Prints warnings and raises the error of a step that failed, after the output is closed. May be
     NULL. */
  PetscErrorCode (*check)(const Run *run, const void *data, const FsStepInfo *info);

  /* Prints the last lines. Not called if the run is quiet. */
  PetscErrorCode (*conclude)(const Run *run, const void *data);

  /* Frees the members of data. */
  PetscErrorCode (*destroy)(void *data);
} ModelAnalysis;

/* RunIgnoreMotionOptions - Marks options of motions in time as used, although nothing reads them.

   A case may serve several analyses. Adds the names to run->ignored, separated by commas. Called by
   setup before RunFinishSetUp. Not collective. */
PetscErrorCode RunIgnoreMotionOptions(Run *run);

/* ModelAnalysisRun - Runs an analysis of a model, and writes its output.

   Collective. Raises the errors of the functions of the analysis and of RunLoop. */
PetscErrorCode ModelAnalysisRun(const ModelAnalysis *analysis, FsOptions o, MPI_Comm comm);

#endif
