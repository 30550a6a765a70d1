/* journal_vfd.h: a file driver of HDF5 (H5FD) that writes a file in commits, so that a kill does
   no harm.

   What HDF5 has written since the last flush is kept in memory. At a flush it goes into a
   journal beside the file, and then into the file. If the run is killed, the file is that of a
   flush, or the journal completes it. Rank 0 uses the driver. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_JOURNAL_VFD_H
#define FS_FILE_JOURNAL_VFD_H

#include <hdf5.h>
#include <petscsys.h>

/* JournalVfdSet - Sets the driver in a file access property list. Returns a negative number if
   HDF5 fails. */
herr_t JournalVfdSet(hid_t access);

/* JournalRecover - Completes the file at path from the journal of a killed run. Call it before
   the file is opened. */
void JournalRecover(const char path[]);

/* JournalDiscard - Removes the journal of path, because another file replaces that file. */
void JournalDiscard(const char path[]);

#endif
