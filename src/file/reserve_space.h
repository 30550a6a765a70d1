/* reserve_space.h: reserves disk space before a file is written.

   A full disk then causes an error before a change of the file, and not in the middle of a change.
   The functions are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_RESERVE_SPACE_H
#define FS_FILE_RESERVE_SPACE_H

#include <fs/fs.h>

/* DiskSpace - The disk space of a file. */
typedef struct {
  int       fd;       /* descriptor of the file, borrowed */
  long long reserved; /* bytes on the disk that belong to the file, also beyond its end */
  long long margin;   /* bytes to reserve in addition, for changes that follow without a check */
} DiskSpace;

/* DiskSpaceReserve - Reserves disk space for a file of size bytes, and the margin. Returns whether
   that failed.

   It fails if the disk is full, or if a quota or a limit (ulimit -f) forbids the size; then nothing
   changes. If the file system cannot reserve space, the result is PETSC_FALSE. */
PetscBool DiskSpaceReserve(DiskSpace *disk_space, long long size);

/* DiskSpaceRelease - Releases the space that is reserved beyond the end of the file. */
void DiskSpaceRelease(DiskSpace *disk_space);

#endif
