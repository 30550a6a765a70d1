/* provenance.h: writes which program made a file, from which options, when and on which host. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_PROVENANCE_H
#define FS_OUTPUT_PROVENANCE_H

#include "file/file.h"
#include "model/model.h"

/* FileDescribeRun - Writes the root attributes that every output file has: fsolve_version, commit,
   versions of libraries, date, host, options and ranks.

   Input:
     options  record of the given options, from FsOptionsRecord()
   Collective. */
PetscErrorCode FileDescribeRun(File file, MPI_Comm comm, const char options[]);

/* FileDescribeOptions - Writes the attribute options_all: all options that the run has read, with
   their values, given or default. Call it after all options were read. Collective. */
PetscErrorCode FileDescribeOptions(File file, FsOptions o);

/* FileDescribeModel - Writes the numbers of dofs, multipliers, nodes and cells, and the checksum of
   the mesh. Collective. */
PetscErrorCode FileDescribeModel(File file, Model model);

/* ChooseRunId - Chooses a random number by which a checkpoint recognizes the output file of its
   run.

   Output:
     id  the number, the same on all ranks
   Collective. */
PetscErrorCode ChooseRunId(MPI_Comm comm, PetscInt *id);

#endif
