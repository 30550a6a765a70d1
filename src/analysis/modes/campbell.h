/* campbell.h: modes at a list of speeds. Called by modes.c. */
#ifndef FS_ANALYSIS_MODES_CAMPBELL_H
#define FS_ANALYSIS_MODES_CAMPBELL_H

#include <fs/options.h>

/* -analysis modes with -spin_speeds. */
PetscErrorCode AnalysisCampbell(FsOptions o, MPI_Comm comm);

#endif
