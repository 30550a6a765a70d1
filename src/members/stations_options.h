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
  /* group of the HDF5 file that has the columns, "/" for the root, or NULL if the file is text;
     borrowed */
  const char       *group;
  InterpolationKind kind; /* how to interpolate; default INTERPOLATE_LINEAR */
} StationsOptions;

/* StationsFromOptions - Reads -part_<part>_stations and _stations_interpolation, and finds the
   file.

   Input:
     part  name of the part
   Output:
     stations  borrows a text of o
   Collective. Input errors: the file does not exist; an interpolation is given without a table. */
PetscErrorCode           StationsFromOptions(FsOptions o, MPI_Comm comm, const char part[],
                                             StationsOptions *stations);
extern const FsOptionDoc station_options[];

#endif
