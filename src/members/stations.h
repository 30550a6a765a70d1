/* stations.h: tables of a section's properties along a member.

   A row is a station, at an arc length s or at a fraction of the member's length. Each column is a
   property, or an entry of a property that is a list. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_STATIONS_H
#define FS_MEMBERS_STATIONS_H

#include "element/element.h"
#include "mesh/geometry.h"
#include "members/stations_options.h"

typedef struct _n_Stations *Stations;

/* StationPlace - A place between two stations. */
typedef struct {
  int    run, piece; /* rows without a jump between them; row before the place, in the run */
  double at;         /* arc length, or fraction */
} StationPlace;

/* StationsCreate - Reads the table of -part_<part>_stations.

   Output:
     stations  the caller destroys it
   Collective. Input errors, with the file and the line: the table does not read, its first column
   is neither s nor fraction, or a station is outside of the member. */
PetscErrorCode StationsCreate(MPI_Comm comm, const char part[], const StationsOptions *options,
                              Stations *stations);
PetscErrorCode StationsDestroy(Stations *stations);

/* StationsColumns - Finds the columns of a property.

   An entry of a list has the column <name>_y, <name>_xx or <name>_1_2. Entries of a symmetric
   matrix may have one column, in the upper triangle.
   Input:
     p      the property
   Output:
     n       number of its columns: 0, or all
     column  [n] numbers of the columns
     entry   [n] entry of the property that each column has
     mirror  [n] entry with the same value; -1 without
   Marks the columns as known. Input errors: a column is missing, or has a value that the property
   cannot have. */
PetscErrorCode StationsColumns(Stations stations, const ElementProp *p, int *n, int column[],
                               int entry[], int mirror[]);

/* StationsCheckColumns - Raises an input error for a column that no StationsColumns() has found.

   The message has the nearest name of props, whose entries of the list uniform do not count. */
PetscErrorCode StationsCheckColumns(Stations stations, const ElementProp props[],
                                    const char *const uniform[]);

/* StationsCheckRow - Raises an input error, with the file and line of a row, if wrong is not NULL.
 */
PetscErrorCode StationsCheckRow(Stations stations, PetscInt row, const char wrong[]);

/* StationsCheckLength - Raises an input error if the table is shorter than a member.

   longest is the length of the longest member, the same on all ranks [m]. Collective. */
PetscErrorCode StationsCheckLength(Stations stations, double longest);

/* StationsRows - Returns the number of rows. */
PetscInt StationsRows(Stations stations);

/* StationsRowValue - Returns the value of a column in a row. */
double StationsRowValue(Stations stations, PetscInt row, int column);

/* StationsChecksum - Returns a number that depends on all values of the table. */
PetscInt64 StationsChecksum(Stations stations);

/* StationsFind - Returns the place at the arc length s of a member of a length.

   If side is 1, a jump is before the place; if it is -1, the jump is behind it. */
StationPlace StationsFind(Stations stations, double s, double length, int side);

/* StationsBetween - Lists the rows between two arc lengths of a member of a length.

   Input:
     low, high  arc lengths [m]; rows at them do not count
     most       size of s and jump
   Output:
     s     [n] arc lengths of the rows, each once, in increasing order
     jump  [n] whether values jump there
   Returns n. */
int StationsBetween(Stations stations, double low, double high, double length, int most, double s[],
                    PetscBool jump[]);

/* StationsValue - Returns the value of a column at a place. */
double StationsValue(Stations stations, StationPlace place, int column);

#endif
