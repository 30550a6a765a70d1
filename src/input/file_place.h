/* file_place.h: finds whether two paths, such as "out.h5" and "./run/../out.h5", lead to the
   same file, and checks files that a run will write. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FILE_PLACE_H
#define FS_INPUT_FILE_PLACE_H

#include <sys/stat.h>
#include <petscsys.h>
#include "option_list.h"

/* FilePlace - Where a path leads: to a file that exists, or to a file that can be created in a
   folder. */
typedef struct {
  PetscBool   exists;    /* whether the file exists */
  struct stat file;      /* device and inode of the file, if it exists */
  struct stat folder;    /* device and inode of the deepest folder of the path that exists */
  char        rest[256]; /* the path below that folder, without "." and ".." */
} FilePlace;

/* same_path - Returns whether two paths lead to the same file, which need not exist. */
PetscBool same_path(const char a[], const char b[]);

/* ---- output file check ----------------------------------------------------------------------- */

/* path_problem - Returns why a run must not write a file to path, or NULL if the run may write it.

   The reasons are: the file exists, and overwrite is PETSC_FALSE; path is a symbolic link, or no
   file; no file can be created there; the name is too long, or has control characters. The result
   is a constant string. Not collective. */
const char *path_problem(const char path[], PetscBool overwrite);

/* CheckLogFile - Checks the file that -log_view writes.

   Not collective: it is called on one rank. Returns 0. Returns 1 with r->message if path_problem()
   finds a problem, if the run also reads the file, or if the file is one of those of the output or
   of the checkpoint. */
int CheckLogFile(OptionListBuilder *r, FsOptionList supplied);

/* ---- run files ------------------------------------------------------------------------------- */

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
