/* checkpoint.h: writes and reads checkpoints, HDF5 files from which a run can resume.

   The caller decides what a checkpoint contains, by a function of type CheckpointContent that
   writes to, or reads from, an archive (fs/archive.h). Vectors, matrices and tables are in the
   order of the whole mesh, so that a run can resume on any number of ranks.

   RunArchive() in analysis/run/run_state.c saves the step number, the state (t, q, v, a), the
   energies and the state variables of elements, joints and constraints. It also saves the data of
   the stage solver, the output, the analysis with its integrator, and the reports.
   ArchiveBaseState() in analysis/run/start/base_state.c reads only the state and the state
   variables, for -state_from. The file checkpoint.c adds the options, the numbers and the checksum
   of the model, and a checksum of each dataset. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_CHECKPOINT_H
#define FS_OUTPUT_CHECKPOINT_H

#include <fs/archive.h>
#include <fs/options.h>
#include "model/model.h"

typedef struct _n_Checkpoint *Checkpoint;

/* CheckpointContent - The type of a function of the caller that writes the contents of a checkpoint
   to an archive, or reads them if archive->reading is true. The argument context is the pointer
   that the caller gave with the function. Collective. */
typedef PetscErrorCode (*CheckpointContent)(void *context, FsArchive archive);

/* CheckpointCreate - Creates an object that writes and reads checkpoints of a model.

   Input:
     o, model   options and model of the run, borrowed
     overwrite  whether CheckpointWrite() may replace a file that is not a checkpoint (-overwrite)
   Output:
     checkpoint  the caller destroys it by CheckpointDestroy()
   Collective. */
PetscErrorCode CheckpointCreate(FsOptions o, Model model, PetscBool overwrite,
                                Checkpoint *checkpoint);
PetscErrorCode CheckpointDestroy(Checkpoint *checkpoint);

/* checkpoint_may_replace - Returns whether a checkpoint may be written to path, because no file
   exists there or the file is a checkpoint. Not collective. */
PetscBool checkpoint_may_replace(const char path[]);

/* CheckpointWrite - Writes a checkpoint file and keeps the previous one.

   The new file is first written as path.<number of the run>.new. Then the old file is renamed to
   path.1 and the new file to path, so that a complete file exists at any time. The first call also
   removes unfinished .new files of killed runs.
   Input:
     path     path of the checkpoint
     content  function that writes the contents to an archive
     context  first argument of content
   Collective. Returns PETSC_ERR_FILE_WRITE if the file cannot be written, or if path or path.1 is a
   file of another program and -overwrite is not given; the old file then remains. */
PetscErrorCode CheckpointWrite(Checkpoint checkpoint, const char path[], CheckpointContent content,
                               void *context);

/* CheckpointRead - Reads the checkpoint from which a run resumes (-restart).

   Input:
     path     path of the checkpoint
     content  function that reads the contents from an archive
     context  first argument of content
   Collective. Input errors: the file is not a checkpoint, has another format, is damaged, belongs
   to another model, or was written with options that a restart may not change. */
PetscErrorCode CheckpointRead(Checkpoint checkpoint, const char path[], CheckpointContent content,
                              void *context);

/* CheckpointReadState - Reads a state of the same model from a checkpoint that another analysis may
   have written (-state_from).

   In contrast to CheckpointRead(), only the options that describe the model must be the same.
   Input:
     path     path of the checkpoint
     content  function that reads the contents from an archive
     context  first argument of content
   Collective. Input errors: the file is not a checkpoint, has another format, is damaged, or
   belongs to another model. */
PetscErrorCode CheckpointReadState(Checkpoint checkpoint, const char path[],
                                   CheckpointContent content, void *context);

#endif
