/* checkpoint.h: writes and reads checkpoints, HDF5 files from which a run can resume. A checkpoint
   implements the archive of fs/archive.h. Vectors, matrices and tables are in the order of the
   whole mesh, so that a run can resume on any number of ranks.

   The caller decides what a checkpoint saves, with a callback of type CheckpointContent.
   RunArchive() in analysis/run/run_state.c saves the step number, the state (t, q, v, a), the
   energies and the state variables of elements, joints and constraints. It also saves the data of
   the stage solver, the output, the analysis with its integrator, and the reports.
   ArchiveBaseState() in analysis/run/start/base_state.c reads only the state and the state
   variables, for -state_from. checkpoint.c adds the options, the numbers and the checksum of the
   model, and a checksum of each dataset. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_CHECKPOINT_H
#define FS_OUTPUT_CHECKPOINT_H

#include <fs/archive.h>
#include <fs/options.h>
#include "model/model.h"

typedef struct _n_Checkpoint *Checkpoint;

/* CheckpointContent - Writes the contents of a checkpoint with the functions of fs/archive.h, or
   reads them if archive->reading is true. Collective. */
typedef PetscErrorCode (*CheckpointContent)(void *context, FsArchive archive);

/* CheckpointCreate - Creates an object that writes and reads checkpoints of a model.

   Input:
     overwrite  -overwrite: files that are not checkpoints are replaced
   The options and the model are borrowed. Collective. */
PetscErrorCode CheckpointCreate(FsOptions o, Model model, PetscBool overwrite,
                                Checkpoint *checkpoint);
PetscErrorCode CheckpointDestroy(Checkpoint *checkpoint);

/* checkpoint_may_replace - Returns whether nothing is at path, or a checkpoint. Not collective. */
PetscBool checkpoint_may_replace(const char path[]);

/* CheckpointWrite - Writes a checkpoint file and keeps the previous one.

   The new file is written as path.<number of the run>.new with checksums. Then the old file becomes
   path.1 and the new one becomes path. A complete file exists at any time. The first call also
   removes such files of killed runs.
   Input:
     content  writes the contents; context is its first argument
   Collective. Returns PETSC_ERR_FILE_WRITE if the file cannot be written, or if path or path.1 is a
   file of another program and -overwrite is not given; the old file remains. */
PetscErrorCode CheckpointWrite(Checkpoint checkpoint, const char path[], CheckpointContent content,
                               void *context);

/* CheckpointRead - Reads the checkpoint from which a run resumes (-restart).

   Input:
     content  reads the contents; context is its first argument
   Collective. Input errors: the file is not a checkpoint, has another format, is damaged, belongs
   to another model, or was written with options that a restart may not change. */
PetscErrorCode CheckpointRead(Checkpoint checkpoint, const char path[], CheckpointContent content,
                              void *context);

/* CheckpointReadState - Reads the state for another analysis of the same model (-state_from).

   It works as CheckpointRead(), but only options that describe the model must be the same.
   Collective. */
PetscErrorCode CheckpointReadState(Checkpoint checkpoint, const char path[],
                                   CheckpointContent content, void *context);

#endif
