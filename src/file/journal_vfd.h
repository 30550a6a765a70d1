/* journal_vfd.h: a driver of HDF5 (H5FD) that writes a file in commits: what HDF5 has written since the last flush is kept in memory, then
   goes into a journal beside the file, and then into the file. Whenever a run is killed the file is as it was at a flush, or the
   journal makes it so. Used by file.c on rank 0. */
#ifndef FS_FILE_JOURNAL_VFD_H
#define FS_FILE_JOURNAL_VFD_H

#include <hdf5.h>
#include <petscsys.h>

/* Let files of this list be opened with the driver. Negative if HDF5 fails. */
herr_t JournalVfdSet(hid_t access);

/* Before a file is opened: carry out what the journal of a run that was killed says, or forget it (another file takes the place of
   that file). */
void JournalRecover(const char path[]);
void JournalDiscard(const char path[]);

#endif
