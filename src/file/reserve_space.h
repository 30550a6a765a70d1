/* reserve_space.h: reserves disk space before a file is written.

   A full disk then causes an error between two changes of the file, and not within one. The
   functions are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_RESERVE_SPACE_H
#define FS_FILE_RESERVE_SPACE_H

#include <fs/fs.h>

/* DiskSpace - The disk space of a file. */
typedef struct {
  int       fd;       /* descriptor of the file, borrowed */
  long long reserved; /* bytes on the disk that belong to the file, with those beyond its end */
  long long margin;   /* bytes to reserve in addition, for changes that cannot wait */
} DiskSpace;

/* DiskSpaceReserve - Reserves disk space for a file of size bytes, and the margin.

   Returns PETSC_TRUE if the disk, a quota or a limit (ulimit -f) does not have it; then nothing
   has changed. File systems that cannot reserve space always return PETSC_FALSE. */
PetscBool DiskSpaceReserve(DiskSpace *disk_space, long long size);

/* DiskSpaceRelease - Releases the space that is reserved beyond the end of the file. */
void DiskSpaceRelease(DiskSpace *disk_space);

#endif
