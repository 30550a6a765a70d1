/* file.c: opens, flushes and closes an HDF5 file that all ranks write, and handles failed
   writes.

   Rank 0 uses HDF5 with its serial driver. Every rank writes its rows of large datasets by
   MPI-IO, at the address that HDF5 allocated. Every rank opens the file by itself, so that no rank
   waits in MPI_File_open for one that cannot open it. HDF5's own parallel driver (1.10.8) is not
   used. With 8 ranks on 2 cores, one run in ten hung in H5Fflush: one rank was in MPI_File_set_size
   and the others past it, with both MPI-IO layers of Open MPI. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <hdf5.h>
#include <petsctime.h>
#include "base/error.h"
#include "file_impl.h"

/* Time between flushes [s], which a killed run loses: a fraction of the time since the opening,
   within limits. */
static const PetscLogDouble MIN_FLUSH_INTERVAL = 0.5, MAX_FLUSH_INTERVAL = 5,
                            FLUSH_TIME_FRACTION = 0.2;

/* Bytes reserved for the structure of the file, such as groups and indices, which grows slowly
   with the data. */
enum { STRUCTURE_BYTES = 64 << 10 };

PetscBool file_reserve_fails(File f, long long bytes)
{
  hsize_t size;

  return (PetscBool)(H5Fget_filesize(f->id, &size) < 0 ||
                     DiskSpaceReserve(&f->disk_space, (long long)size + bytes));
}

/* Flushes while no other program that locks the file has it open. A reader that keeps the file
   open for longer than TRIES must open it again. Returns whether the flush failed. */
static PetscBool flush_locked(File f)
{
  enum { TRIES = 100 }; /* at intervals of 1 ms */
  PetscBool bad;

  for (int k = 0; k < TRIES && flock(f->lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK; k++) {
    flock(f->lock, LOCK_SH); /* the failed attempt released it */
    usleep(1000);
  }
  bad = (PetscBool)(H5Fflush(f->id, H5F_SCOPE_GLOBAL) < 0);
  flock(f->lock, LOCK_SH);
  return bad;
}

static const char failure[STATUS_SIZE] = "failed: the file could not be written";

/* Writes the failure into the attribute status of the root group, if it exists, on rank 0. The
   attribute keeps its size, because the disk may be full. It stays in memory until the next
   flush. */
static void mark_failed(File f)
{
  const hid_t attribute =
    H5Aexists(f->id, "status") > 0 ? H5Aopen(f->id, "status", H5P_DEFAULT) : -1;
  const hid_t  type   = attribute < 0 ? -1 : H5Aget_type(attribute);
  const size_t size   = type < 0 ? 0 : H5Tget_size(type);
  char        *padded = size < sizeof failure ? NULL : calloc(size, 1);

  if (padded) {
    memcpy(padded, failure, sizeof failure);
    H5Awrite(attribute, type, padded);
  }
  free(padded);
  if (type >= 0) H5Tclose(type);
  if (attribute >= 0) H5Aclose(attribute);
}

PetscErrorCode FileCheck(File f, PetscBool bad, const char what[])
{
  int mine = bad, any;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, f->comm));
  if (!any) PetscFunctionReturn(PETSC_SUCCESS);
  f->failed = PETSC_TRUE;
  (void)MPI_File_close(&f->rows);
  if (f->rank == 0) {
    mark_failed(f);
    (void)flush_locked(f);
    DiskSpaceRelease(&f->disk_space);
  }
  SETERRQ(f->comm, PETSC_ERR_FILE_WRITE,
          "%s %s: cannot write %s (is the disk full, or the file open in another program?); what "
          "was written before is kept",
          f->option, f->path, what);
}

/* Opens the file in HDF5; returns a negative number on failure. HDF5 would make an HDF5 file of an
   empty file. */
static hid_t open_file(const char path[])
{
  const hid_t     access = H5Pcreate(H5P_FILE_ACCESS);
  const PetscBool opens  = (PetscBool)(JournalVfdSet(access) >= 0 && H5Fis_hdf5(path) > 0);
  const hid_t     id     = opens ? H5Fopen(path, H5F_ACC_RDWR, access) : -1;

  H5Pclose(access);
  return id;
}

static PetscErrorCode Open(MPI_Comm comm, const char option[], const char path[], FileLockMode kind,
                           File *file)
{
  char name[PETSC_MAX_PATH_LEN + 2]; /* with a folder, which Open MPI 4.1 needs for short names */
  PetscBool bad = PETSC_FALSE;
  int       lock;
  File      f;

  PetscFunctionBeginUser;
  setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1); /* FileLockOpen locks the file */
  H5dont_atexit();                             /* at exit HDF5 would write to a failed file */
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);       /* FileCheck reports errors */
  PetscCall(FileLockOpen(comm, option, path, kind, &lock));
  PetscCall(PetscNew(&f));
  f->comm   = comm;
  f->lock   = lock;
  f->option = option;
  PetscCallMPI(MPI_Comm_rank(comm, &f->rank));
  PetscCall(PetscStrallocpy(path, &f->path));
  if (f->rank == 0) {
    if (kind == FILE_LOCK_EXISTING) JournalRecover(path);
    else JournalDiscard(path);
    f->id         = open_file(path);
    f->disk_space = (DiskSpace){.fd = lock, .margin = STRUCTURE_BYTES};
    bad           = (PetscBool)(f->id < 0 || file_reserve_fails(f, 0));
    PetscCall(PetscTime(&f->opened));
    f->flushed = f->opened;
  }
  PetscCall(CheckAllRanks(comm, (PetscBool)(bad && kind == FILE_LOCK_EXISTING && f->id < 0),
                          "%s %s is not an HDF5 file, or it is damaged; give another name", option,
                          path));
  PetscCall(
    CheckFileWritten(comm, bad, "%s %s cannot be written; is the disk full?", option, path));
  PetscCall(PetscSNPrintf(name, sizeof name, "%s%s", strchr(path, '/') ? "" : "./", path));
  bad = (PetscBool)(MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_WRONLY, MPI_INFO_NULL, &f->rows) !=
                    MPI_SUCCESS);
  PetscCall(CheckAllRanks(
    comm, bad, "%s %s cannot be opened by MPI; is it on a disk that all ranks see?", option, path));
  *file = f;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileCreate(MPI_Comm comm, const char option[], const char path[],
                          PetscBool overwrite, File *file)
{
  return Open(comm, option, path, overwrite ? FILE_LOCK_OVERWRITE : FILE_LOCK_NEW, file);
}

PetscErrorCode FileCreateInMemory(MPI_Comm comm, File *file)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(file));
  (*file)->comm = comm;
  PetscCallMPI(MPI_Comm_rank(comm, &(*file)->rank));
  PetscCall(MemoryFileCreate(&(*file)->memory));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool FileIsInMemory(File f) { return (PetscBool)(f->memory != NULL); }

PetscErrorCode FileGetResult(File f, const char path[], const FileResult **result)
{
  return MemoryGetResult(f->memory, f->comm, path, result);
}

const char *FileGetResultName(File f, PetscInt k) { return MemoryGetName(f->memory, k); }

PetscErrorCode FileReopen(MPI_Comm comm, const char option[], const char path[], File *file)
{
  return Open(comm, option, path, FILE_LOCK_EXISTING, file);
}

PetscErrorCode FileClose(File *file)
{
  File      f   = *file;
  PetscBool bad = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!f) PetscFunctionReturn(PETSC_SUCCESS);
  *file = NULL;
  if (f->memory) {
    PetscCall(MemoryFileDestroy(&f->memory));
    PetscCall(PetscFree(f));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (!f->failed) {
    PetscCall(FileFlush(f));
    bad = (PetscBool)(MPI_File_close(&f->rows) != MPI_SUCCESS);
    if (f->rank == 0) {
      if (H5Fclose(f->id) < 0) bad = PETSC_TRUE;
      DiskSpaceRelease(&f->disk_space);
    }
    PetscCall(CheckFileWritten(f->comm, bad, "%s %s cannot be closed; is the disk full?", f->option,
                               f->path));
  }
  if (f->rank == 0) close(f->lock);
  PetscCall(PetscFree(f->path));
  PetscCall(PetscFree(f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileSync(File f)
{
  PetscBool bad;

  PetscFunctionBeginUser;
  if (f->failed || f->memory) PetscFunctionReturn(PETSC_SUCCESS);
  bad = (PetscBool)(MPI_File_sync(f->rows) != MPI_SUCCESS);
  PetscCall(FileCheck(f, bad, "the rows of all ranks"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool FileFailed(File f) { return f->failed; }

PetscBool FileNeedsFlush(File f)
{
  PetscLogDouble now;

  PetscCallAbort(PETSC_COMM_SELF, PetscTime(&now));
  return (
    PetscBool)(f->rank == 0 && !f->memory &&
               now - f->flushed >
                 PetscMax(MIN_FLUSH_INTERVAL,
                          PetscMin(MAX_FLUSH_INTERVAL, FLUSH_TIME_FRACTION * (now - f->opened))));
}

PetscErrorCode FileFlush(File f)
{
  PetscBool bad = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (f->failed || f->memory) PetscFunctionReturn(PETSC_SUCCESS);
  if (f->rank == 0) {
    bad = flush_locked(f);
    PetscCall(PetscTime(&f->flushed));
  }
  PetscCall(FileCheck(f, bad, "what is new"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FileReserve(File f)
{
  PetscFunctionBeginUser;
  if (!f->failed && !f->memory)
    PetscCall(FileCheck(f, (PetscBool)(f->rank == 0 && file_reserve_fails(f, 0)), "any more"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

hid_t file_create_dataset(hid_t file, const char path[], FileType type, hid_t space, hid_t layout)
{
  const hid_t links = H5Pcreate(H5P_LINK_CREATE);
  hid_t       dataset;

  H5Pset_create_intermediate_group(links, 1);
  dataset = H5Dcreate2(file, path, file_memory_type(type), space, links, layout, H5P_DEFAULT);
  H5Pclose(links);
  return dataset;
}
