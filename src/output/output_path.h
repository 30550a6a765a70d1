/* output_path.h: reads the path of the output file and checks that a file can be created there. The
   checks run before the model is set up, so that a long run does not fail at its first write. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_OUTPUT_PATH_H
#define FS_OUTPUT_OUTPUT_PATH_H

#include <fs/options.h>

#define OUTPUT_NONE "none" /* value of -output: no file is written */

/* OutputPath - Where the output file is written. */
typedef struct {
  char      path[PETSC_MAX_PATH_LEN]; /* path of the HDF5 file; "" if no file is written */
  PetscBool overwrite;                /* whether an existing file is replaced */
} OutputPath;

/* ReadOutputPath - Reads -output and -overwrite and checks that the file can be written.

   Collective. Input errors: no file can be created at this path; the file exists, and neither
   -overwrite nor -restart is given; the run also reads this file; the path is too long. */
PetscErrorCode ReadOutputPath(FsOptions o, MPI_Comm comm, OutputPath *output);

/* OutputPathCheckCompanion - Checks that the XDMF file, through which ParaView reads the HDF5 file,
   can be written.

   Input:
     path       path of the HDF5 file
     companion  path of the XDMF file
     own        whether a file exists at the second path and is an XDMF file of fsolve, which a
                restart may replace
     overwrite  whether any existing file is replaced
   Collective. Input errors: both paths are the same; no file can be created at the second path; a
   file exists there that must not be replaced; the run also reads this file; the path is too
   long. */
PetscErrorCode OutputPathCheckCompanion(FsOptions o, MPI_Comm comm, const char path[],
                                        const char companion[], PetscBool own, PetscBool overwrite);

#endif
