/* file_impl.h: the members of a File, and functions that its source files share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_FILE_IMPL_H
#define FS_FILE_FILE_IMPL_H

#include <fs/petsc_versions.h>
#include <petscsys.h>
#include <hdf5.h>
#include "file.h"
#include "memory_file.h"

/* ---- reserve space --------------------------------------------------------------------------- */

/* Reserves disk space before a file is changed.
   If the disk is full, an error then occurs before the change, and not in the middle of it. The
   functions are not collective. */

/* DiskSpace - The disk space that a file has. */
typedef struct {
  int fd; /* the descriptor of the file, borrowed */
  /* the number of bytes on the disk that belong to the file, also beyond its end */
  long long reserved;
  /* the number of bytes to reserve in addition, for changes before which no space is reserved */
  long long margin;
} DiskSpace;

/* DiskSpaceReserve - Reserves disk space so that a file can grow to size bytes, and for a margin.
   Returns PETSC_TRUE if that is not possible.

   Space cannot be reserved if the disk is full, or if a quota or a limit (ulimit -f) forbids the
   size; then nothing changes. If the file system cannot reserve space for files, the result is
   PETSC_FALSE. */
PetscBool DiskSpaceReserve(DiskSpace *disk_space, long long size);

/* DiskSpaceRelease - Releases the disk space that is reserved beyond the end of a file. */
void DiskSpaceRelease(DiskSpace *disk_space);

struct _n_File {
  MPI_Comm    comm;
  PetscMPIInt rank;
  const char *option; /* names the file in messages; borrowed */
  char       *path;
  int         lock; /* rank 0: descriptor that holds the locks on the file */
  hid_t       id;   /* rank 0: the file in HDF5 */
  /* all ranks: the same file in MPI-IO, by which each rank writes its rows */
  MPI_File  rows;
  DiskSpace disk_space; /* rank 0: disk space of the file */
  /* PETSC_TRUE if a write has failed; later calls, also FileClose, then write nothing */
  PetscBool      failed;
  MemoryFile     memory; /* the contents of a file in memory; NULL if the file is on a disk */
  PetscLogDouble opened, flushed; /* rank 0: the times of the opening and of the last flush [s] */
};

/* The least size of attributes that are texts [bytes]. It leaves space for the message of a failed
   run in the attribute "status". */
enum { STATUS_SIZE = 48 };

/* FileCheck - Raises PETSC_ERR_FILE_WRITE on all ranks if bad is true on any rank.

   Before that, it flushes the data that was written earlier, and marks the file as failed.
   Input:
     what  what could not be written, for the message
   Collective. */
PetscErrorCode FileCheck(File f, PetscBool bad, const char what[]);

/* Reserves disk space so that a file can grow from its present size by a number of bytes. Returns
   PETSC_TRUE if that is not possible. Rank 0 only. */
PetscBool file_reserve_fails(File f, long long bytes);

/* Creates a dataset in an HDF5 file, and the groups of its path that do not exist. Returns the
   dataset, which the caller closes, or a negative number on failure. */
hid_t file_create_dataset(hid_t file, const char path[], FileType type, hid_t space, hid_t layout);

/* Returns HDF5's name of a type of values in memory. */
hid_t file_memory_type(FileType type);

/* ---- file lock ------------------------------------------------------------------------------- */

/* FileLockMode - What FileLockOpen does with an existing file.
     NEW        raises an input error
     OVERWRITE  empties the file, unless it is a symbolic link
     EXISTING   does not change the file, which must exist */
typedef enum { FILE_LOCK_NEW, FILE_LOCK_OVERWRITE, FILE_LOCK_EXISTING } FileLockMode;

/* FileLockOpen - Opens a file and locks it, so that no other run writes it.

   Except with FILE_LOCK_EXISTING, the file becomes an empty HDF5 file that readers can open.
   Input:
     option  the option that names the file, for messages
     kind    what is done with an existing file
   Output:
     fd      the descriptor of the file on rank 0, which has the locks until it is closed; -1 on
             other ranks

   There are two locks. The first is on a byte far beyond the end of the file, where no other
   program locks. It rejects a second run with the same output. The second is the shared lock of
   readers on the whole file. It lets other programs open the file to read but not to write.
   Collective. Input errors: the file exists (FILE_LOCK_NEW), is in use, or cannot be opened or
   created. Returns PETSC_ERR_FILE_WRITE if the disk is full. */
PetscErrorCode FileLockOpen(MPI_Comm comm, const char option[], const char path[],
                            FileLockMode kind, int *fd);

/* ---- journal vfd ----------------------------------------------------------------------------- */

/* A file driver of HDF5 (H5FD) that writes a file in commits, so that the file stays intact if
   the run is killed.

   The driver keeps in memory what HDF5 has written since the last flush. A flush writes these
   changes into a second file beside the first, the journal, and then into the file itself. If
   the run is killed before the journal is complete, the file is as the last flush has left it.
   If the run is killed later, the next run completes the file from the journal. Rank 0 uses the
   driver. */

/* JournalVfdSet - Makes HDF5 write files in commits by a journal, so that they stay intact if the
   run is killed.

   Input:
     access  the property list with which the files are opened
   Returns a negative number if HDF5 fails. */
herr_t JournalVfdSet(hid_t access);

/* JournalRecover - Completes the file at path from the journal, a second file in which a killed run
   has stored changes, if there is one. Call it before the file is opened. */
void JournalRecover(const char path[]);

/* JournalDiscard - Removes the journal of the file at path, a second file with changes, if there is
   one. Call it when another file replaces the file at path. */
void JournalDiscard(const char path[]);

#endif
