/* file_place.h: the place to which a path leads, so that two spellings of one file are found. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FILE_PLACE_H
#define FS_INPUT_FILE_PLACE_H

#include <sys/stat.h>
#include <petscsys.h>

/* FilePlace - A file that exists or will be made: the file itself, and its name in a folder. */
typedef struct {
  PetscBool   exists;
  struct stat file;      /* device and inode of the file, if it exists */
  struct stat folder;    /* those of the deepest folder of the path that exists */
  char        rest[256]; /* the path below that folder, without "." and ".." */
} FilePlace;

/* file_place - Returns the place of a path. Links are followed. Not collective. */
FilePlace file_place(const char path[]);

/* same_place - Returns whether two places are of one file, which need not exist. */
PetscBool same_place(const FilePlace *a, const FilePlace *b);

/* same_path - Returns whether two paths lead to one file, which need not exist. Not collective. */
PetscBool same_path(const char a[], const char b[]);

#endif
