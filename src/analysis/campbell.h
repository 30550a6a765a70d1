/* campbell.h: modes at a list of speeds. Called by modes.c. */
#ifndef CAMPBELL_H
#define CAMPBELL_H

#include <fs/options.h>

/* -analysis modes with -spin_speeds. */
PetscErrorCode AnalysisCampbell(FsOptions o, MPI_Comm comm);

#endif
