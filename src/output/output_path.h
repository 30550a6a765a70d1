/* output_path.h: reads the path of the output file and checks that a file can be made there. The
   checks run before the model is set up, so that a long run does not fail at its first write. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_OUTPUT_PATH_H
#define FS_OUTPUT_OUTPUT_PATH_H

#include <fs/options.h>

#define OUTPUT_NONE "none" /* value of -output: no file is written */

/* OutputPath - The file of the output. */
typedef struct {
  char      path[PETSC_MAX_PATH_LEN]; /* of the HDF5 file; empty if no file is written */
  PetscBool overwrite;                /* an existing file is replaced */
} OutputPath;

/* ReadOutputPath - Reads -output and -overwrite and checks that the file can be written.

   Collective. Input errors: no file can be made there; the file exists, and neither -overwrite nor
   -restart is given; the run reads that file; the path is too long. */
PetscErrorCode ReadOutputPath(FsOptions o, MPI_Comm comm, OutputPath *output);

/* OutputPathCheckCompanion - Checks that the XDMF file beside the HDF5 file can be written.

   Input:
     path       path of the HDF5 file
     companion  path of the XDMF file
     own        whether an XDMF file of fsolve exists there, which a restart replaces
     overwrite  whether an existing file is replaced, whatever it is
   Collective. Input errors: those of ReadOutputPath(); both paths are the same. */
PetscErrorCode OutputPathCheckCompanion(FsOptions o, MPI_Comm comm, const char path[],
                                        const char companion[], PetscBool own, PetscBool overwrite);

#endif
