/* journal_vfd.h: a file driver of HDF5 (H5FD) that writes a file in commits, so that the file stays
   intact if the run is killed.

   The driver keeps in memory what HDF5 has written since the last flush. A flush writes these
   changes into a second file beside the first, the journal, and then into the file itself. If the
   run is killed before the journal is complete, the file is as the last flush has left it. If the
   run is killed later, the next run completes the file from the journal. Rank 0 uses the driver. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_JOURNAL_VFD_H
#define FS_FILE_JOURNAL_VFD_H

#include <hdf5.h>
#include <petscsys.h>

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
