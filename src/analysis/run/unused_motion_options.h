/* unused_motion_options.h: options that an analysis has no use for, although a case that serves several analyses has them. Used by statics.c, modes.c,
   buckling.c. */
#ifndef FS_ANALYSIS_RUN_UNUSED_MOTION_OPTIONS_H
#define FS_ANALYSIS_RUN_UNUSED_MOTION_OPTIONS_H

#include "model/model.h"

/* Where nothing moves: options of motions in time are no error; their names are added to names[size], separated by commas. */
PetscErrorCode IgnoreMotionOptions(FsOptions o, Model model, char names[], size_t size);

#endif
