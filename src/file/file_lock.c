/* file_lock.c: opens the output file of a run, locks it by fcntl and flock, and reserves disk
   space by fallocate. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* F_OFD_SETLK, fallocate */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <hdf5.h>
#include "file_impl.h"
#include "base/error.h"
#include <sys/resource.h>
#include <sys/stat.h>

/* Writes fsolve's version into the root group, by which other runs know the file. */
static void sign(hid_t file)
{
  char        version[STATUS_SIZE] = FSOLVE_VERSION;
  const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  hid_t       attribute;

  H5Tset_size(type, sizeof version);
  attribute = H5Acreate2(file, "fsolve_version", type, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(attribute, type, version);
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
}

/* Writes an HDF5 file without data into image. Returns its size, or 0 if HDF5 fails. */
static size_t empty_hdf5_image(size_t most, char image[])
{
  const hid_t memory = H5Pcreate(H5P_FILE_ACCESS);
  hid_t       file;
  ssize_t     size = 0;

  H5Pset_fapl_core(memory, most, 0);
  file = H5Fcreate("empty", H5F_ACC_TRUNC, H5P_DEFAULT, memory);
  if (file >= 0) sign(file);
  if (file >= 0 && H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0)
    size = H5Fget_file_image(file, image, most);
  if (file >= 0) H5Fclose(file);
  H5Pclose(memory);
  return size > 0 ? (size_t)size : 0;
}

/* Locks the open file as FileLockOpen says, and replaces its contents by image[size] unless size
   is 0. *busy and *locked say whether another run or another program has it. Returns 0 or an
   error number. */
static int lock_and_write(int fd, size_t size, const char image[], int *busy, int *locked)
{
  struct flock lock = {
    .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)1 << 62, .l_len = 1};

  *busy = fcntl(fd, F_OFD_SETLK, &lock) && (errno == EAGAIN || errno == EACCES);
  if (*busy) return 0;
  *locked = flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
  if (*locked) return 0;
  errno = ENOSPC; /* for a write that ends early */
  if (size && (pwrite(fd, image, size, 0) != (ssize_t)size || ftruncate(fd, (off_t)size)))
    return errno;
  flock(fd, LOCK_SH);
  return 0;
}

/* Creates a file at path, which is complete before other programs can see it. *fd is negative if
   it cannot be made. Returns 0 or an error number. */
static int create_locked(const char path[], size_t size, const char image[], int *fd)
{
  char name[PETSC_MAX_PATH_LEN + 32];
  int  error, busy, locked;

  snprintf(name, sizeof name, "%s.%ld", path, (long)getpid());
  *fd = open(name, O_RDWR | O_CREAT | O_EXCL, 0666);
  if (*fd < 0) return errno;
  error = lock_and_write(*fd, size, image, &busy, &locked);
  if (!error && link(name, path)) error = errno;
  if (error == EPERM || error == ENOTSUP) /* the file system has no links */
    error = access(path, F_OK) == 0 ? EEXIST : rename(name, path) ? errno : 0;
  unlink(name);
  return error;
}

PetscErrorCode FileLockOpen(MPI_Comm comm, const char option[], const char path[],
                            FileLockMode kind, int *fd)
{
  PetscMPIInt rank;
  int         error = 0, busy = 0, locked = 0;
  char        image[8192];

  PetscFunctionBeginUser;
  *fd = -1;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) {
    const size_t size = kind == FILE_LOCK_EXISTING ? 0 : empty_hdf5_image(sizeof image, image);

    *fd = kind == FILE_LOCK_NEW ? -1 : open(path, O_RDWR | O_NOFOLLOW);
    if (*fd >= 0) error = lock_and_write(*fd, size, image, &busy, &locked);
    else if (kind == FILE_LOCK_EXISTING || (kind == FILE_LOCK_OVERWRITE && errno != ENOENT))
      error = errno;
    else error = create_locked(path, size, image, fd);
  }
  PetscCall(CheckAllRanks(comm, (PetscBool)(error == EEXIST),
                          "%s %s exists; give -overwrite or another name", option, path));
  PetscCall(CheckFileWritten(comm,
                             (PetscBool)(error == ENOSPC || error == EDQUOT || error == EFBIG),
                             "%s %s cannot be written: %s", option, path, strerror(error)));
  PetscCall(CheckAllRanks(comm, (PetscBool)(error != 0), "%s %s cannot be %s: %s", option, path,
                          kind == FILE_LOCK_EXISTING ? "opened" : "made", strerror(error)));
  PetscCall(CheckAllRanks(comm, (PetscBool)busy,
                          "%s %s is in use by another run; give another name", option, path));
  PetscCall(CheckAllRanks(comm, (PetscBool)locked,
                          "%s %s is open in another program; close it there, or give another name",
                          option, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- reserve space --------------------------------------------------------------------------- */

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
