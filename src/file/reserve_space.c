/* reserve_space.c: reserved disk space. */
#define _GNU_SOURCE /* fallocate */
#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "reserve_space.h"

PetscBool RoomTake(Room *room, long long size)
{
  const long long wanted = size + room->margin;
  struct rlimit   limit;

  if (wanted <= room->reserved) return PETSC_FALSE;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && (rlim_t)wanted > limit.rlim_cur)
    return PETSC_TRUE; /* which counts only the size of the file, that reserving leaves as it is */
  while (fallocate(room->fd, FALLOC_FL_KEEP_SIZE, (off_t)room->reserved, (off_t)(wanted - room->reserved)))
    if (errno != EINTR) return (PetscBool)(errno == ENOSPC || errno == EDQUOT || errno == EFBIG);
  room->reserved = wanted;
  return PETSC_FALSE;
}

void RoomRelease(Room *room)
{
  struct stat now;

  room->reserved = 0;
  if (fstat(room->fd, &now) == 0 && ftruncate(room->fd, now.st_size)) return; /* then it stays reserved */
}
