/* stations_options.h: which table has the stations of a part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_STATIONS_OPTIONS_H
#define FS_MEMBERS_STATIONS_OPTIONS_H

#include <fs/options.h>
#include "input/formula/tables/interpolation.h"

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

#endif
