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
  PetscBool      failed;     /* a write failed; later calls write nothing, not even FileClose */
  MemoryFile     memory;     /* contents of a file in memory; otherwise NULL */
  PetscLogDouble opened, flushed; /* rank 0: wall times of the opening and of the last flush [s] */
};

/* Least size of text attributes [bytes], so that the attribute "status" has room for a failure. */
enum { STATUS_SIZE = 48 };

/* FileCheck - Raises PETSC_ERR_FILE_WRITE on all ranks if bad is true on any rank.

   It then flushes the data that was written before, and marks the file as failed.
   Input:
     what  names the data that could not be written, for the message
   Collective. */
PetscErrorCode FileCheck(File f, PetscBool bad, const char what[]);

/* Reserves disk space for the present size of the file and bytes more. Returns whether that
   failed. Rank 0 only. */
PetscBool file_reserve_fails(File f, long long bytes);

/* Creates a dataset and the missing groups of its path. Returns the dataset, which the caller
   closes, or a negative number on failure. */
hid_t file_create_dataset(hid_t file, const char path[], FileType type, hid_t space, hid_t layout);

/* Returns HDF5's type of values of this type in memory. */
hid_t file_memory_type(FileType type);

#endif
