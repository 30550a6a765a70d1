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

/* FileDescribePlugins - Writes the names and versions of the plug-ins of a run as the attribute
   plugins, unless the run has none. Collective. */
PetscErrorCode FileDescribePlugins(File file, FsOptions o);

/* PluginsCompare - Compares the plug-ins of an earlier run with those of this run.

   A plug-in of another version may compute something else, which is a warning.
   Input:
     option, path  the option that names the earlier run, and its file, for messages
     earlier       names and versions, as FileDescribePlugins() has written them
   Collective. Input error: this run lacks one of the plug-ins. */
PetscErrorCode PluginsCompare(FsOptions o, MPI_Comm comm, const char option[], const char path[],
                              const char earlier[]);

/* FileDescribeModel - Writes the numbers of dofs, multipliers, nodes and cells, and the checksum of
   the mesh, as attributes of a file. Collective. */
PetscErrorCode FileDescribeModel(File file, Model model);

/* ChooseRunId - Chooses a random number by which a checkpoint recognizes the output file of its
   run.

   Output:
     id  the number, the same on all ranks
   Collective. */
PetscErrorCode ChooseRunId(MPI_Comm comm, PetscInt *id);

/* ---- model checksum -------------------------------------------------------------------------- */

/* Computes numbers and checksums by which a restart recognizes whether a file
   belongs to a model.
   The results do not depend on how the mesh is distributed over the ranks. */

/* words_checksum - Returns a checksum of words of 64 bits and of their positions in a longer
   sequence.

   If the sequence is divided into parts, for instance among the ranks, the checksum of the sequence
   is the sum of the checksums of the parts.
   Input:
     first  position, in the sequence, of the first word of this part
     n      number of words of this part
     words  [n] the words
   Not collective. */
uint64_t words_checksum(PetscInt64 first, PetscInt64 n, const void *words);

/* The numbers of ModelChecksum: four counts and a checksum. */
enum {
  CHECKSUM_NODES,
  CHECKSUM_CELLS,
  CHECKSUM_DOFS,        /* free dofs without multipliers */
  CHECKSUM_MULTIPLIERS, /* of joints */
  CHECKSUM_MESH,        /* checksum of node positions and cells */
  CHECKSUM_NUMBERS
};

/* ModelChecksum - Computes the four counts and the checksum of the whole model.

   Output:
     number  the same on all ranks
   Collective. */
PetscErrorCode ModelChecksum(Model model, PetscInt64 number[CHECKSUM_NUMBERS]);

#endif
