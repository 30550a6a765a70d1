/* model_analysis.h: runs an analysis of a model from its options to its last line, at once or in
   parts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_MODEL_ANALYSIS_H
#define FS_ANALYSIS_RUN_MODEL_ANALYSIS_H

#include "run.h"
#include "analysis/run/start/run_start.h"
#include "run_state.h"

/* ModelAnalysis - The functions of an analysis, in the order in which a ModelRun calls them.

   Their argument data is memory of the analysis, which ModelRunSetUp allocates and sets to zero.
   All functions are collective. */
typedef struct {
  size_t    size;    /* size of data [bytes] */
  PetscBool by_time; /* the steps go from t_start to t_end, and stop at RunControl.t_stop */

  /* Reads the options, creates the run and its initial state, and ends with RunFinishSetUp and
     RunRestore. Raises all input errors. */
  PetscErrorCode (*setup)(FsOptions o, MPI_Comm comm, Run *run, void *data);

  /* Prints the first lines. It is not called if the run is quiet. */
  PetscErrorCode (*announce)(const Run *run, const void *data);

  /* Does work that must succeed before the output is opened. NULL if there is no such work. */
  PetscErrorCode (*prepare)(Run *run, void *data);

  /* Takes and records the steps; data is its context. */
  RunSteps steps;

  /* Tries one step of size dt [s] from the run's state, without a change of it, and makes it the
     present state. next is the state at the end of the step. NULL if steps cannot be tried. */
  PetscErrorCode (*attempt)(Run *run, void *data, PetscReal dt, FsStepInfo *info,
                            const FsState **next);
  PetscErrorCode (*accept)(Run *run, void *data, FsStepInfo *info);

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

/* ModelRun - An analysis of a model that is under way. */
typedef struct _n_ModelRun *ModelRun;

/* ModelRunSetUp - Reads the options, creates the model and the initial state, and prints the first
   lines.

   Options that only other analyses have are ignored, and a line names them. No file is written.
   Input:
     foreign  options of other analyses; ends with a name NULL; borrowed
   Output:
     r        the caller destroys it by ModelRunDestroy, also after an error
   Raises the errors of setup and prepare. Collective, as all functions here. */
PetscErrorCode ModelRunSetUp(const ModelAnalysis *analysis, const FsOptionDoc foreign[],
                             FsOptions o, MPI_Comm comm, ModelRun *r);

/* ModelRunOpenResults - Opens the output, if it was never open, for results of the present state.
   Input errors: it is not in memory; the last step has failed. */
PetscErrorCode ModelRunOpenResults(ModelRun r);

/* ModelRunStepTo - Takes and records the steps up to t, and opens the output before the first one.

   t is at most the end of the run. An analysis without times takes all its steps.
   Raises the errors of RunContinue and of check. After an error no more steps can be taken. */
PetscErrorCode ModelRunStepTo(ModelRun r, PetscReal t);

/* ModelRunStep - Takes and records one step on the way to the end of the run, as ModelRunStepTo
   does.

   Output:
     taken  PETSC_FALSE if the run is at its end */
PetscErrorCode ModelRunStep(ModelRun r, PetscBool *taken);

/* ModelRunTry - Tries one step of size dt [s]. It may be called again before ModelRunAccept.

   Output:
     ok  whether the step succeeded; if not, reason says why
   Errors: the analysis cannot try steps; those of RunOpen. */
PetscErrorCode ModelRunTry(ModelRun r, PetscReal dt, PetscBool *ok, const char **reason);

/* ModelRunHasTried - Returns whether a step was tried with success, and not accepted or forgotten.
   Not collective. */
PetscBool ModelRunHasTried(ModelRun r);

/* ModelRunAccept - Makes the last step that was tried, with success, the present one, and records
   it. Error: FS_ERR_STOPPED if a signal or -walltime ends the run. */
PetscErrorCode ModelRunAccept(ModelRun r);

/* ModelRunFail - Ends the run because the last step that was tried failed, and raises its error. */
PetscErrorCode ModelRunFail(ModelRun r);

/* ModelRunReject - Forgets the last step that was tried. Not collective. */
void ModelRunReject(ModelRun r);

/* ModelRunState - Returns the state of the step that was tried, or else the present one. Not
   collective. */
const FsState *ModelRunState(ModelRun r);

/* ModelRunSaveState - Keeps the present state, and opens the output before. A step that was tried
   is forgotten. Input error: the analysis has no steps in time. */
PetscErrorCode ModelRunSaveState(ModelRun r, RunState *state);

/* ModelRunRestoreState - Returns to a state of this run, from which its steps continue. */
PetscErrorCode ModelRunRestoreState(ModelRun r, RunState *state);

/* ModelRunCheckpoint - Writes the present state to a file, from which -restart continues. Input
   errors: the analysis has no steps in time; the path is that of the output. */
PetscErrorCode ModelRunCheckpoint(ModelRun r, const char path[]);

/* ModelRunFinish - Takes the rest of the steps, closes the output and prints the last lines.

   If RunControl.watch stops the steps, nothing is closed. It may be called again if the analysis
   has times. */
PetscErrorCode ModelRunFinish(ModelRun r);

/* ModelRunIsByTime - Returns ModelAnalysis.by_time. Not collective. */
PetscBool ModelRunIsByTime(ModelRun r);

/* ModelRunGet - Returns the run, which r owns. Not collective. */
Run *ModelRunGet(ModelRun r);

/* ModelRunDestroy - Closes the output, if it is open, and frees everything. */
PetscErrorCode ModelRunDestroy(ModelRun *r);

#endif
