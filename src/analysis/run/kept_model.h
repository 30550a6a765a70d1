/* kept_model.h: the model and the system of a case, which its next set-up may use again if only the
   values of loads or of damping differ. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_KEPT_MODEL_H
#define FS_ANALYSIS_RUN_KEPT_MODEL_H

#include "run_state.h"

/* KeptModel - A model with its system, which several runs may use one after another. All members
   are zero before the first run, unless the caller sets `remembers`; the caller frees the model by
   KeptModelDestroy. */
struct KeptModel {
  Model     model;     /* NULL before the first run */
  FsSystem  sys;       /* its system */
  PetscBool remembers; /* whether another run may use the model, so that `start` is needed */
  /* what the system remembered when it was created: orientations of nodes, forces of friction */
  MemoryArchive start;
  PetscBool     reusable; /* whether the next run may use the model, with other loads and damping */
  /* whether the damping of the next run, and that of sys, differs from the damping with which the
     model was created; the caller sets the first before each run */
  PetscBool damped, sys_damped;
  PetscBool used; /* whether the last run has used the model of an earlier run */
};

/* KeptModelPrepare - Provides the model and the system of a run: those of the run before, with the
   loads, gravity and damping of the new options, or else new ones.

   The model of the run before is used if kept->reusable is PETSC_TRUE, unless a load is of another
   kind than before. Results have the same bits as those of a new model.
   Input:
     assembly  options of matrices and of Newton's method
     kind      the kind of the run
   Changed:
     options   the description of the model, as for ModelCreate
     kept      on return, kept->model and kept->sys are those of the run, and kept->reusable is
               PETSC_FALSE until the caller knows that the set-up has succeeded
   Collective, as are all functions of this header. Input errors are those of ModelCreate and
   AssemblyCreateSystem. */
PetscErrorCode KeptModelPrepare(struct _n_ModelOptions *options, const AssemblyOptions *assembly,
                                const RunKind *kind, MPI_Comm comm, KeptModel *kept);

/* KeptModelDestroy - Frees the model and the system; the member `remembers` stays. */
PetscErrorCode KeptModelDestroy(KeptModel *kept);

#endif
