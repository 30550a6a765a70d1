/* stations.h: tables of a section's properties along a member.

   A row of the table gives the section at one station of the member. The first column is the arc
   length s of the station, or the fraction of the member's length. Each further column is a
   property of the section, or one entry of a property that is a list. Two rows at the same
   station are a jump; a run is a sequence of rows without a jump between them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_STATIONS_H
#define FS_MEMBERS_STATIONS_H

#include "element/element_prop.h"
#include "mesh/geometry.h"
#include <fs/options.h>
#include "input/formula/tables/interpolation.h"

/* ---- stations options ------------------------------------------------------------------------ */

/* StationsOptions - Where the table of a part's sections along its members is, and how to
   interpolate between the rows of the table. */
typedef struct {
  PetscBool given;                    /* whether the part has such a table */
  char      path[PETSC_MAX_PATH_LEN]; /* path of the file */
  /* group of the HDF5 file that has the columns of the table, "/" for the root; NULL if the file is
     text; borrowed */
  const char       *group;
  InterpolationKind kind; /* how to interpolate; default INTERPOLATE_LINEAR */
} StationsOptions;

/* StationsFromOptions - Reads which file has the table of a part's sections along its members, and
   how to interpolate in the table.

   Input:
     part      name of the part, from which the options -part_<part>_stations and
               _stations_interpolation are formed
   Output:
     stations  the file and the interpolation; borrows a text of o
   Collective. Input errors: the file does not exist; an interpolation is given without a table. */
PetscErrorCode           StationsFromOptions(FsOptions o, MPI_Comm comm, const char part[],
                                             StationsOptions *stations);
extern const FsOptionDoc station_options[];

/* ---- stations -------------------------------------------------------------------------------- */

typedef struct _n_Stations *Stations;

/* StationPlace - A place along a member, between two rows of the table. */
typedef struct {
  /* run: index of the run, a sequence of rows without a jump, in which the place is. piece: index
     of the last row of this run that is not after the place. */
  int    run, piece;
  double at; /* arc length [m] or fraction of the length, as in the first column */
} StationPlace;

/* StationsCreate - Reads the table of a section's properties along a member, which the option
   -part_<part>_stations names.

   Input:
     part      name of the part, for messages
     options   which table to read
   Output:
     stations  the caller destroys it by StationsDestroy()
   Collective. Input errors, with the file and the line: The table cannot be read. The first column
   of the table is neither s nor fraction. The first station is not at 0. A fraction is larger than
   1, or the last one is not 1. A jump of the section, which is two stations at one place, is at an
   end of the member. */
PetscErrorCode StationsCreate(MPI_Comm comm, const char part[], const StationsOptions *options,
                              Stations *stations);
PetscErrorCode StationsDestroy(Stations *stations);

/* StationsColumns - Finds the columns of the table that give a property of the section.

   A number has the column <name>. The entries of a list have columns such as <name>_y, <name>_xx or
   <name>_1_2. A symmetric matrix of 6 rows may have all 36 columns or only the 21 columns of its
   upper triangle. The function marks the columns as known, for StationsCheckColumns().
   Input:
     p  the property
   Output:
     n       number of columns of the property; 0 if the table has no column of this property
     column  [n] numbers of the columns, from 0; the caller gives space for all entries of the
             property
     entry   [n] index of the property's entry that each column gives
     mirror  [n] index of the entry on the other side of the diagonal, if the column gives this
             entry, too; else -1

   Input errors: some columns of the property are in the table, but not all. A value is negative or
   0 although the property must not be. */
PetscErrorCode StationsColumns(Stations stations, const ElementProp *p, int *n, int column[],
                               int entry[], int mirror[]);

/* StationsCheckColumns - Raises an input error if the table has a column that no call of
   StationsColumns() has found, because its name is not that of a property.

   Input:
     props    the properties of the element, from which the message suggests the nearest name; ends
              with a name NULL
     uniform  names of properties that cannot vary along a member, and are not suggested; ends with
              NULL; or NULL if there are no such properties */
PetscErrorCode StationsCheckColumns(Stations stations, const ElementProp props[],
                                    const char *const uniform[]);

/* StationsCheckRow - Raises an input error, with the file and line of a row, if `wrong` is not
   NULL.

   Input:
     row    index of the row, from 0
     wrong  what is wrong with the section of this row, or NULL if nothing is wrong */
PetscErrorCode StationsCheckRow(Stations stations, PetscInt row, const char wrong[]);

/* StationsCheckLength - Raises an input error if a member is longer than the table, whose first
   column is s.

   Input:
     longest  length of the longest member, the same on all ranks [m]
   Collective. */
PetscErrorCode StationsCheckLength(Stations stations, double longest);

/* StationsRows - Returns the number of rows of a table of stations. */
PetscInt StationsRows(Stations stations);

/* StationsRowValue - Returns the value in a row and a column of a table of stations, both numbered
   from 0. */
double StationsRowValue(Stations stations, PetscInt row, int column);

/* StationsChecksum - Returns a hash of all values of a table of stations, by which a restart
   recognizes that the table has changed. */
PetscInt64 StationsChecksum(Stations stations);

/* StationsFind - Finds the rows of a table of stations between which a place along a member lies.

   Input:
     s       arc length of the place, from the start of the member [m]
     length  length of the member [m]
     side    which rows to choose if values jump at s: 1 for those after the jump, -1 for those
             before the jump */
StationPlace StationsFind(Stations stations, double s, double length, int side);

/* StationsBetween - Lists the rows of a table that lie strictly between two arc lengths of a
   member.

   Input:
     low, high  arc lengths, between which the stations are listed [m]
     length     length of the member [m]
     most       number of entries of s and jump; further stations are left out
     stations   the table, whose values have a kink or a jump at each row
   Output:
     s          [n] arc lengths of the stations, each once, in increasing order [m]
     jump       [n] whether values jump at the station
   Returns n. */
int StationsBetween(Stations stations, double low, double high, double length, int most, double s[],
                    PetscBool jump[]);

/* StationsValue - Interpolates the value of a column of a table of stations at a place from
   StationsFind(). */
double StationsValue(Stations stations, StationPlace place, int column);

#endif
