/* file_impl.h: the members of a File, and functions that its source files share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_FILE_IMPL_H
#define FS_FILE_FILE_IMPL_H

#include <hdf5.h>
#include "file.h"
#include "memory_file.h"
#include "reserve_space.h"

struct _n_File {
  MPI_Comm       comm;
  PetscMPIInt    rank;
  const char    *option; /* names the file in messages; borrowed */
  char          *path;
  int            lock;       /* rank 0: descriptor that holds the locks on the file */
  hid_t          id;         /* rank 0: the file in HDF5 */
  MPI_File       rows;       /* all ranks: the same file, for rows */
  DiskSpace      disk_space; /* rank 0: disk space of the file */
  PetscBool      failed;     /* a write has failed; later calls write nothing, not even FileClose */
  MemoryFile     memory; /* the contents of a file in memory, or NULL if the file is on a disk */
  PetscLogDouble opened, flushed; /* rank 0: the times of the opening and of the last flush [s] */
};

/* The least size of attributes that are texts [bytes]. It leaves space for the text of a failure in
   the attribute "status". */
enum { STATUS_SIZE = 48 };

/* FileCheck - Raises PETSC_ERR_FILE_WRITE on all ranks if bad is true on any rank.

   Before that, it flushes the data that was written earlier, and marks the file as failed.
   Input:
     what  what could not be written, for the message
   Collective. */
PetscErrorCode FileCheck(File f, PetscBool bad, const char what[]);

/* Reserves disk space so that the file can grow from its present size by bytes. Returns PETSC_TRUE
   if that is not possible. Rank 0 only. */
PetscBool file_reserve_fails(File f, long long bytes);

/* Creates a dataset, and the groups of its path that do not exist. Returns the dataset, which the
   caller closes, or a negative number on failure. */
hid_t file_create_dataset(hid_t file, const char path[], FileType type, hid_t space, hid_t layout);

/* Returns HDF5's name of a type of values in memory. */
hid_t file_memory_type(FileType type);

#endif
