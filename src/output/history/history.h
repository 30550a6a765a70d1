/* history.h: buffers the rows of all histories and writes them to /history of the output file.
   A history is a series of values with one row for each step. The rank that owns a series buffers
   the rows of the series. Rank 0 writes many rows at a time, so most steps need no messages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_HISTORY_H
#define FS_OUTPUT_HISTORY_HISTORY_H

#include "file/file.h"

typedef struct _n_History *History;

enum { HISTORY_SUM = -1 }; /* owner of a series to which every rank contributes a share */

/* HistoryCreate - Creates a set of histories, which is empty. Collective. */
PetscErrorCode HistoryCreate(MPI_Comm comm, History *h);
PetscErrorCode HistoryDestroy(History *h);

/* HistoryAdd - Adds the series /history/<path>. Call it before HistoryOpen() or HistoryReopen().

   Input:
     type     FILE_REAL or FILE_INT
     columns  number of values in a row; 0 for a dataset of shape [rows]
     owner    rank that sets the values; HISTORY_SUM (FILE_REAL only) adds the values of all ranks
   Output:
     series   number of the series, for HistorySetReals() and HistorySetInts()
   Collective. Input error: another series has this path, or one of the two paths is a group of the
   other. */
PetscErrorCode HistoryAdd(History h, const char path[], FileType type, PetscInt columns,
                          PetscMPIInt owner, PetscInt *series);

/* HistoryAddItems - Adds the series /history/<path> of reals, whose rows are [items][columns].

   In each step every rank sets a whole row, with 0 for the items of other ranks. The history adds
   the rows of all ranks. Collective. Input error: see HistoryAdd(). */
PetscErrorCode HistoryAddItems(History h, const char path[], PetscInt items, PetscInt columns,
                               PetscInt *series);

/* HistoryOpen - Creates the datasets in a new file, which is borrowed.

   Input:
     earlier_rows  number of rows in files of earlier runs
   Collective. */
PetscErrorCode HistoryOpen(History h, File file, PetscInt earlier_rows);

/* HistoryReopen - Continues the datasets of an existing file, which is borrowed.

   Later rows of this file are removed.
   Input:
     earlier_rows  number of rows in files of earlier runs
     rows          number of rows to keep, including earlier_rows
   Collective. */
PetscErrorCode HistoryReopen(History h, File file, PetscInt earlier_rows, PetscInt rows);

/* HistoryTruncate - Drops all rows after the first ones; rows is their number, as HistoryRows
   counts them. Collective. */
PetscErrorCode HistoryTruncate(History h, PetscInt rows);

/* HistoryRows - Returns the number of rows so far, including the rows in earlier files. Not
   collective. */
PetscInt HistoryRows(History h);

/* HistorySignature - Returns a checksum of the names and sizes of all series. Not collective. */
PetscInt64 HistorySignature(History h);

/* HistorySetReals - Sets all values of a series of FILE_REAL in the row of the current step.

   Does nothing on ranks that do not own the series. Not collective. */
void HistorySetReals(History h, PetscInt series, const PetscReal values[]);

/* HistorySetInts - Does the same for a series of FILE_INT. Not collective. */
void HistorySetInts(History h, PetscInt series, const PetscInt values[]);

/* HistorySetWeight - Sets how HistorySetReals() stores values in later calls.

   It stores factor times the values. If add is true, it adds them to the values in the row.
   Initially factor is 1 and add is false. Not collective. */
void HistorySetWeight(History h, PetscReal factor, PetscBool add);

/* HistoryEndStep - Ends the current row. Call it after all series are set.

   If the buffers are full, it writes them to the file. Collective. */
PetscErrorCode HistoryEndStep(History h);

/* HistoryWrite - Writes all buffered rows to the file. Collective. */
PetscErrorCode HistoryWrite(History h);

/* HistoryCheckName - Raises an input error, which names the option, if the name is reserved.

   The program itself writes /history/<name> for reserved names, such as "energy". Collective. */
PetscErrorCode HistoryCheckName(MPI_Comm comm, const char option[], const char name[]);

#endif
