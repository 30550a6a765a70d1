/* journal_vfd.h: a file driver of HDF5 (H5FD) that writes a file in commits, so that a kill does
   no harm.

   The driver keeps in memory what HDF5 has written since the last flush. A flush writes it into a
   journal beside the file, and then into the file. If the run is killed, the file is as the last
   flush left it, or the journal completes that flush. Rank 0 uses the driver. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_JOURNAL_VFD_H
#define FS_FILE_JOURNAL_VFD_H

#include <hdf5.h>
#include <petscsys.h>

/* JournalVfdSet - Sets the driver in access, a file access property list. Returns a negative number
   if HDF5 fails. */
herr_t JournalVfdSet(hid_t access);

/* JournalRecover - Completes the file at path from the journal of a killed run, if there is one.
   Call it before the file is opened. */
void JournalRecover(const char path[]);

/* JournalDiscard - Removes the journal of the file at path, if there is one. Call it when another
   file replaces the file at path. */
void JournalDiscard(const char path[]);

#endif
