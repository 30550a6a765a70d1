/* run_files.h: the names of the files that a run writes beside its output and its checkpoint. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_RUN_FILES_H
#define FS_INPUT_RUN_FILES_H

#include <petscsys.h>

/* xdmf_path - Writes the path of the XDMF file, which ParaView reads, to path[size]. It is the path
   of the output file with the ending .xdmf. */
void xdmf_path(const char output[], char path[], size_t size);

/* belongs_to_output - Returns whether a path leads to the output file, or to a file beside it: the
   XDMF file, the journal of a study, or the file that stops the run. Not collective. */
PetscBool belongs_to_output(const char output[], const char path[]);

/* belongs_to_checkpoint - Returns whether a path leads to the checkpoint, or to the copy of the
   checkpoint before it. Not collective. */
PetscBool belongs_to_checkpoint(const char checkpoint[], const char path[]);

#endif
