/* checkpoint.h: an archive (fs/archive.h) in an HDF5 file that can be read on any number of ranks: vectors and tables are in the
   order of the whole mesh. Called by analysis/run/run.c. */
#ifndef FS_OUTPUT_CHECKPOINT_H
#define FS_OUTPUT_CHECKPOINT_H

#include <fs/archive.h>
#include <fs/options.h>
#include "model/model.h"

typedef struct _n_Checkpoint *Checkpoint;

/* What is in it, by functions of archive.h. Collective. */
typedef PetscErrorCode (*CheckpointContent)(void *context, FsArchive archive);

/* For a model, which is borrowed; o, too. Collective, as all here. */
PetscErrorCode CheckpointCreate(FsOptions o, Model model, Checkpoint *checkpoint);
PetscErrorCode CheckpointDestroy(Checkpoint *checkpoint);

/* Write the file at path: beside it, as path.new, with checksums; then the file that was there becomes path.1, and the new one
   takes its place. So a whole one is there at any time. PETSC_ERR_FILE_WRITE: it cannot be written, and the old one is there. */
PetscErrorCode CheckpointWrite(Checkpoint checkpoint, const char path[], CheckpointContent content,
                               void *context);

/* Read it. Input errors: no checkpoint, one of another format, of a case with other options than may change, of another model,
   a damaged one. */
PetscErrorCode CheckpointRead(Checkpoint checkpoint, const char path[], CheckpointContent content,
                              void *context);

/* Read a state for another analysis of the same model (-state_from): options that do not describe the model may be others. */
PetscErrorCode CheckpointReadState(Checkpoint checkpoint, const char path[],
                                   CheckpointContent content, void *context);

#endif
