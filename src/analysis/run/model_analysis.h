/* model_analysis.h: runs an analysis of a model from its options to its last line, at once or in
   parts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_MODEL_ANALYSIS_H
#define FS_ANALYSIS_RUN_MODEL_ANALYSIS_H

#include "run.h"
#include "analysis/run/start/run_start.h"
#include "run_state.h"

/* ModelAnalysis - The functions that define an analysis of a model, in the order in which a
   ModelRun calls them.

   The argument data of all functions is the memory of the analysis, which ModelRunSetUp allocates
   and sets to zero. All functions are collective. */
typedef struct {
  size_t    size;    /* the size of data [bytes] */
  PetscBool by_time; /* whether steps go from t_start to t_end, and stop at RunControl.t_stop */

  /* Reads the options, creates the run and its initial state, and ends with RunFinishSetUp and
     RunRestore. Raises all input errors. */
  PetscErrorCode (*setup)(FsOptions o, MPI_Comm comm, Run *run, void *data);

  /* Prints the first lines of the analysis; not called if the run is quiet. */
  PetscErrorCode (*announce)(const Run *run, const void *data);

  /* Does work of the analysis that must succeed before the output is opened. NULL if there is no
     such work. */
  PetscErrorCode (*prepare)(Run *run, void *data);

  /* Takes and records the steps of the analysis; data is its context. */
  RunSteps steps;

  /* attempt tries one step of size dt [s] from the state run->s, which does not change, and returns
     the state next at the end of the step, borrowed. accept then moves run->s to this state. Both
     functions are NULL if the analysis cannot try steps. */
  PetscErrorCode (*attempt)(Run *run, void *data, PetscReal dt, FsStepInfo *info,
                            const FsState **next);
  PetscErrorCode (*accept)(Run *run, void *data, FsStepInfo *info);

  /* Prints warnings after the output is closed, and raises the error of a step that failed. NULL if
     no step can fail. */
  PetscErrorCode (*check)(const Run *run, const void *data, const FsStepInfo *info);

  /* Prints the last lines of the analysis; not called if the run is quiet. */
  PetscErrorCode (*conclude)(const Run *run, const void *data);

  /* Frees the objects that the memory data of the analysis owns, but not data. */
  PetscErrorCode (*destroy)(void *data);
} ModelAnalysis;

/* RunIgnoreMotionOptions - Makes an analysis without steps in time ignore the options of transient
   analyses, so that one options file can serve several analyses.

   Adds the names of the given options to run->ignored. Call it before RunFinishSetUp. Not
   collective. */
PetscErrorCode RunIgnoreMotionOptions(Run *run);

/* ModelRun - An analysis of a model that is under way. */
typedef struct _n_ModelRun *ModelRun;

/* ModelRunSetUp - Reads the options, creates the model and the initial state, and prints the first
   lines.

   Options that only other analyses have are ignored, and a printed line names them. No file is
   written.
   Input:
     foreign  the options that only other analyses have; the last row has the name NULL; borrowed
     o        the options; borrowed
   Changed:
     kept     the model that the run uses (kept_model.h); it must exist until ModelRunDestroy
   Output:
     r        the caller destroys it by ModelRunDestroy, also after an error
   Raises the errors of the functions setup and prepare of the analysis. Collective, as are all
   functions of this header unless their comments say otherwise. */
PetscErrorCode ModelRunSetUp(const ModelAnalysis *analysis, const FsOptionDoc foreign[],
                             FsOptions o, MPI_Comm comm, KeptModel *kept, ModelRun *r);

/* ModelRunCanReopen - Returns whether steps that have ended, at the end of the run or because one
   has failed, can continue: if the analysis has steps in time and its results are in memory. Not
   collective. */
PetscBool ModelRunCanReopen(ModelRun r);

/* ModelRunReopen - Prepares steps that have ended (ModelRunCanReopen) for other steps from the last
   recorded state, or for ModelRunRestoreState. */
void ModelRunReopen(ModelRun r);

/* ModelRunOpenResults - Opens the output of an analysis, if it was never open, so that results of
   the present state can be written. Input errors: the output is not in memory; the last step has
   failed. */
PetscErrorCode ModelRunOpenResults(ModelRun r);

/* ModelRunStepTo - Takes and records the steps of an analysis up to the time t, and opens the
   output before the first step.

   An analysis without times takes all its steps. Raises FS_ERR_STOPPED if the run is stopped, and
   the error of a step that fails. Later steps then need ModelRunReopen. */
PetscErrorCode ModelRunStepTo(ModelRun r, PetscReal t);

/* ModelRunStep - Takes and records one step of an analysis, and opens the output before the first
   step.

   Output:
     taken  PETSC_FALSE if no step was taken, because the run is at its end
   The errors are those of ModelRunStepTo. */
PetscErrorCode ModelRunStep(ModelRun r, PetscBool *taken);

/* ModelRunTry - Tries one step of size dt [s] from the present state, which does not change. The
   caller may try other steps before it accepts the last one by ModelRunAccept.

   Output:
     ok      PETSC_TRUE if the step succeeded
     reason  a static text that says why the step failed
   Errors: the analysis cannot try steps; the output cannot be opened. */
PetscErrorCode ModelRunTry(ModelRun r, PetscReal dt, PetscBool *ok, const char **reason);

/* ModelRunHasTried - Returns whether a step was tried with success and is neither accepted nor
   rejected yet. Not collective. */
PetscBool ModelRunHasTried(ModelRun r);

/* ModelRunAccept - Makes the end of the last tried step, which must have succeeded, the present
   state, and records it. Raises FS_ERR_STOPPED if a signal or -walltime ends the run. */
PetscErrorCode ModelRunAccept(ModelRun r);

/* ModelRunFail - Ends an analysis because the last step that ModelRunTry tried has failed, and
   raises the error of this step. */
PetscErrorCode ModelRunFail(ModelRun r);

/* ModelRunReject - Discards the last tried step. Not collective. */
void ModelRunReject(ModelRun r);

/* ModelRunState - Returns the state at the end of the step that ModelRunTry has tried, or the
   present state of the analysis if there is no such step. r owns the state. Not collective. */
const FsState *ModelRunState(ModelRun r);

/* ModelRunSaveState - Opens the output if it is not open, and copies the present state of the run
   to state. A step of ModelRunTry that is not yet accepted is discarded. Input error: the analysis
   has no steps in time. */
PetscErrorCode ModelRunSaveState(ModelRun r, RunState *state);

/* ModelRunRestoreState - Returns to a state that ModelRunSaveState has copied from this run. Later
   steps continue from this state. */
PetscErrorCode ModelRunRestoreState(ModelRun r, RunState *state);

/* ModelRunCheckpoint - Writes the present state to a file, from which -restart continues. Input
   errors: the analysis has no steps in time; the file is the file of the output. */
PetscErrorCode ModelRunCheckpoint(ModelRun r, const char path[]);

/* ModelRunFinish - Takes the remaining steps of an analysis, closes the output and prints the last
   lines.

   If RunControl.watch stops the steps, the output stays open. In an analysis with times the
   function may then be called again. */
PetscErrorCode ModelRunFinish(ModelRun r);

/* ModelRunIsByTime - Returns whether the steps of the analysis go from t_start to t_end
   (ModelAnalysis.by_time). Not collective. */
PetscBool ModelRunIsByTime(ModelRun r);

/* ModelRunGet - Returns the run of a model, which r owns. Not collective. */
Run *ModelRunGet(ModelRun r);

/* ModelRunDestroy - Closes the output of an analysis, if it is open, and frees all its objects. */
PetscErrorCode ModelRunDestroy(ModelRun *r);

#endif
