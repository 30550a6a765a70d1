/* reserve_space.c: reserves disk space by fallocate. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* fallocate */
#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "file_impl.h"

PetscBool DiskSpaceReserve(DiskSpace *disk_space, long long size)
{
  const long long needed = size + disk_space->margin;
  struct rlimit   limit;

  if (needed <= disk_space->reserved) return PETSC_FALSE;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      (rlim_t)needed > limit.rlim_cur)
    return PETSC_TRUE; /* fallocate does not check it if it keeps the size */
  while (fallocate(disk_space->fd, FALLOC_FL_KEEP_SIZE, (off_t)disk_space->reserved,
                   (off_t)(needed - disk_space->reserved)))
    if (errno != EINTR) return (PetscBool)(errno == ENOSPC || errno == EDQUOT || errno == EFBIG);
  disk_space->reserved = needed;
  return PETSC_FALSE;
}

void DiskSpaceRelease(DiskSpace *disk_space)
{
  struct stat now;

  disk_space->reserved = 0;
  if (fstat(disk_space->fd, &now) == 0 && ftruncate(disk_space->fd, now.st_size))
    return; /* the space stays reserved */
}
