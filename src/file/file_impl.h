/* file_impl.h: the inside of a File, for file.c and texts.c only. */
#ifndef FS_FILE_FILE_IMPL_H
#define FS_FILE_FILE_IMPL_H

#include <hdf5.h>
#include "file.h"
#include "reserve_space.h"

struct _n_File {
  MPI_Comm    comm;
  PetscMPIInt rank;
  const char *option; /* that names it, for messages; borrowed */
  char       *path;
  int         lock;       /* rank 0: descriptor that holds the locks on the file */
  hid_t       id;         /* rank 0: the file in HDF5 */
  MPI_File    rows;       /* all ranks: the same file, for rows */
  DiskSpace   disk_space; /* rank 0: disk space of the file */
  PetscBool failed; /* a write failed: write nothing any more, not even to close the file in HDF5 */
  PetscLogDouble opened, flushed; /* rank 0: wall times of the opening and of the last flush [s] */
};

/* PETSC_ERR_FILE_WRITE on all ranks if bad is true on any; nothing more is written then. what was to be written, for the
   message. Collective. */
PetscErrorCode FileCheck(File f, PetscBool bad, const char what[]);

/* On rank 0, when a write has failed: the attribute status of the root group, if there is one, says so; in place, as there may be no
   room. It stays in memory until the next flush. */
enum { STATUS_SIZE = 48 }; /* room that the attribute has to have */
void file_mark_failed(File f);

hid_t file_memory_type(FileType type);

#endif
