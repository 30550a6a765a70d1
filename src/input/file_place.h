/* file_place.h: finds whether two paths, such as "out.h5" and "./run/../out.h5", lead to the same
   file, even if the file does not exist yet. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FILE_PLACE_H
#define FS_INPUT_FILE_PLACE_H

#include <sys/stat.h>
#include <petscsys.h>

/* FilePlace - Where a path leads: to a file that exists, or to a file that can be created in a
   folder. */
typedef struct {
  PetscBool   exists;    /* whether the file exists */
  struct stat file;      /* device and inode of the file, if it exists */
  struct stat folder;    /* device and inode of the deepest folder of the path that exists */
  char        rest[256]; /* the path below that folder, without "." and ".." */
} FilePlace;

/* file_place - Returns the existing file, or the place of a new file, to which a path leads.
   Symbolic links are followed. Not collective. */
FilePlace file_place(const char path[]);

/* same_place - Returns whether a and b are the same file, which need not exist. Not collective. */
PetscBool same_place(const FilePlace *a, const FilePlace *b);

/* same_path - Returns whether two paths lead to the same file, which need not exist. */
PetscBool same_path(const char a[], const char b[]);

#endif
