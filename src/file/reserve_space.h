/* reserve_space.h: reserves disk space before a file is changed.

   If the disk is full, an error then occurs before the change, and not in the middle of it. The
   functions are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_RESERVE_SPACE_H
#define FS_FILE_RESERVE_SPACE_H

#include <fs/fs.h>

/* DiskSpace - The disk space that a file has. */
typedef struct {
  int       fd;       /* the descriptor of the file, borrowed */
  long long reserved; /* the bytes on the disk that belong to the file, also beyond its end */
  long long margin;   /* the bytes to reserve in addition, for changes without a call before */
} DiskSpace;

/* DiskSpaceReserve - Reserves disk space so that the file can have size bytes, and for the margin.
   Returns PETSC_TRUE if that is not possible.

   It is not possible if the disk is full, or if a quota or a limit (ulimit -f) forbids the size;
   then nothing changes. If the file system cannot reserve space for files, the result is
   PETSC_FALSE. */
PetscBool DiskSpaceReserve(DiskSpace *disk_space, long long size);

/* DiskSpaceRelease - Releases the space that is reserved beyond the end of the file. */
void DiskSpaceRelease(DiskSpace *disk_space);

#endif
