/* history.h: buffers the rows of all histories and writes them to /history of the output file.

   A series is a dataset under /history with one row for each step. The rank that owns a series
   buffers its rows; the values that other ranks set are ignored. Rank 0 writes many rows at a time,
   so that most steps need no messages. The current row is that of the step that is not ended yet.
   */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_HISTORY_H
#define FS_OUTPUT_HISTORY_HISTORY_H

#include "file/file.h"

typedef struct _n_History *History;

/* the owner of a series to which every rank contributes: a row is the sum of the values of all
   ranks */
enum { HISTORY_SUM = -1 };

/* HistoryCreate - Creates an empty set of series (datasets with a row for each step). The caller
   destroys it by HistoryDestroy(). Collective. */
PetscErrorCode HistoryCreate(MPI_Comm comm, History *h);
PetscErrorCode HistoryDestroy(History *h);

/* HistoryAdd - Adds a series of results, which gets a row in each step, with the path
   /history/<path>. Call it before HistoryOpen() or HistoryReopen().

   Input:
     path     path of the dataset, without /history/
     type     FILE_REAL or FILE_INT
     columns  number of values in a row; 0 for a dataset of shape [rows], with one value in a row
     owner    rank that sets the values; HISTORY_SUM, only with FILE_REAL, if a row is the sum of
              the values of all ranks
   Output:
     series   number of the series, for HistorySetReals() and HistorySetInts()
   Collective. Input error: another series has this path, or has a path that makes this one a group
   or starts with this one as a group. */
PetscErrorCode HistoryAdd(History h, const char path[], FileType type, PetscInt columns,
                          PetscMPIInt owner, PetscInt *series);

/* HistoryAddItems - Adds a series of reals whose rows are tables of shape [items][columns].

   In each step every rank sets a whole table, with 0 for the items that are on other ranks. The row
   of the series is the sum of the tables of all ranks.
   Input:
     path     path of the dataset, without /history/
     items    number of items, such as the cells of a joint, of all ranks
     columns  number of values of an item
   Output:
     series  number of the series, for HistorySetReals()
   Collective. Input error: another series has this path, or has a path that makes this one a group
   or starts with this one as a group. */
PetscErrorCode HistoryAddItems(History h, const char path[], PetscInt items, PetscInt columns,
                               PetscInt *series);

/* HistoryOpen - Creates the datasets of all series in a new file, which is borrowed.

   Input:
     earlier_rows  number of rows that files of earlier runs have; 0 unless a restart has no file to
                   continue
     last_rows     number of last rows that stay if the file is in memory; 0: all
   Collective. */
PetscErrorCode HistoryOpen(History h, File file, PetscInt earlier_rows, PetscInt last_rows);

/* HistoryReopen - Continues the series in an existing file, which is borrowed, after some of their
   rows. Later rows are removed.

   Input:
     earlier_rows  number of rows that files of earlier runs have
     rows          number of rows to keep, including earlier_rows
   Collective. */
PetscErrorCode HistoryReopen(History h, File file, PetscInt earlier_rows, PetscInt rows);

/* HistoryTruncate - Removes the last rows of all series of results.

   Input:
     rows  number of rows to keep, counted as HistoryRows() does
   Collective. */
PetscErrorCode HistoryTruncate(History h, PetscInt rows);

/* HistoryRows - Returns the number of rows so far, including the rows in files of earlier runs. Not
   collective. */
PetscInt HistoryRows(History h);

/* HistorySignature - Returns a checksum of the names and sizes of all series, by which a restart
   recognizes whether a file has the same series. Not collective. */
PetscInt64 HistorySignature(History h);

/* HistorySetReals - Sets the values of a series of reals in the current row.

   Does nothing on ranks that do not own the series.
   Input:
     series  number of the series, from HistoryAdd() or HistoryAddItems()
     values  all values of a row
   Not collective. */
void HistorySetReals(History h, PetscInt series, const PetscReal values[]);

/* HistorySetInts - Sets the values of a series of integers in the current row, all values of the
   row. Does nothing on ranks that do not own the series. Not collective. */
void HistorySetInts(History h, PetscInt series, const PetscInt values[]);

/* HistorySetWeight - Changes how later calls of HistorySetReals() store values, so that a row can
   be a weighted sum of results at several states.

   Input:
     factor  the values are multiplied by it; 1 after HistoryCreate()
     add     whether the products are added to the values in the current row, instead of replacing
             them; PETSC_FALSE after HistoryCreate()
   Not collective. */
void HistorySetWeight(History h, PetscReal factor, PetscBool add);

/* HistoryEndStep - Ends the current row of all series, that of the present step. Call the function
   after all series are set.

   If the buffers are full, the function writes them to the file. Collective. */
PetscErrorCode HistoryEndStep(History h);

/* HistoryWrite - Writes all buffered rows of series to the output file. Collective. */
PetscErrorCode HistoryWrite(History h);

/* HistoryCheckName - Raises an input error if the user has given a reserved name, such as "energy",
   to a probe, joint or support. The program itself writes /history/<name> for these names.

   Input:
     option  name of the option that gives the name, for the message
   Collective. */
PetscErrorCode HistoryCheckName(MPI_Comm comm, const char option[], const char name[]);

#endif
