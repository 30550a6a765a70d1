/* history.h: buffers the rows of all histories and writes them to /history of the output file.
   A history is a series of values with one row for each step. The rank that owns a series buffers
   its rows; rank 0 writes many rows at a time, so that most steps need no messages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_HISTORY_H
#define FS_OUTPUT_HISTORY_HISTORY_H

#include "file/file.h"

typedef struct _n_History *History;

enum { HISTORY_SUM = -1 }; /* owner of a series to which every rank contributes a share */

/* Creates a set of histories without series. Collective. */
PetscErrorCode HistoryCreate(MPI_Comm comm, History *h);
PetscErrorCode HistoryDestroy(History *h);

/* HistoryAdd - Adds the series /history/<path>. Call it before HistoryOpen() or HistoryReopen().

   Input:
     type     FILE_REAL or FILE_INT
     columns  values of a row; 0 for a dataset of shape [rows]
     owner    rank that sets the values; HISTORY_SUM (FILE_REAL only) adds the values of all ranks
   Output:
     series   number of the series, for HistorySetReals() and HistorySetInts()
   Collective. Input error: the path equals another one, or one is a group of the other. */
PetscErrorCode HistoryAdd(History h, const char path[], FileType type, PetscInt columns,
                          PetscMPIInt owner, PetscInt *series);

/* Adds a series of rows [items][columns] of reals. Every rank sets a row, with 0 for items of other
   ranks; the rows are added. Collective. */
PetscErrorCode HistoryAddItems(History h, const char path[], PetscInt items, PetscInt columns,
                               PetscInt *series);

/* Makes the datasets in a new file, which is borrowed; earlier_rows is the number of rows in files
   of earlier runs. Collective. */
PetscErrorCode HistoryOpen(History h, File file, PetscInt earlier_rows);

/* HistoryReopen - Continues the datasets of an existing file, which is borrowed.

   Rows of this file behind the given number are removed.
   Input:
     earlier_rows  rows in files of earlier runs
     rows          rows in all files
   Collective. */
PetscErrorCode HistoryReopen(History h, File file, PetscInt earlier_rows, PetscInt rows);

/* Returns the number of rows so far, those of earlier files included. Not collective. */
PetscInt HistoryRows(History h);

/* Returns a checksum of the names and sizes of all series. Not collective. */
PetscInt64 HistorySignature(History h);

/* Set all values of the present row of a series. They do nothing on ranks that do not own the
   series. Not collective. */
void HistorySetReals(History h, PetscInt series, const PetscReal values[]);
void HistorySetInts(History h, PetscInt series, const PetscInt values[]);

/* Changes what HistorySetReals() stores: factor times the values, or if add is true the old value
   plus factor times the values. The initial factor is 1, without addition. */
void HistorySetWeight(History h, PetscReal factor, PetscBool add);

/* Ends the present row, when all series are set. It writes the rows when the buffers are full.
   Collective. */
PetscErrorCode HistoryEndStep(History h);

/* Writes all buffered rows. Collective. */
PetscErrorCode HistoryWrite(History h);

/* Raises an input error, which names the option, if /history/<name> is reserved for the program, as
   "energy" is. Collective. */
PetscErrorCode HistoryCheckName(MPI_Comm comm, const char option[], const char name[]);

#endif
