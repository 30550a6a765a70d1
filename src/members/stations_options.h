/* stations_options.h: which table has the stations of a part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_STATIONS_OPTIONS_H
#define FS_MEMBERS_STATIONS_OPTIONS_H

#include <fs/options.h>
#include "input/formula/tables/interpolation.h"

/* StationsOptions - A table of stations, and how to interpolate between its rows. */
typedef struct {
  PetscBool         given;
  char              path[PETSC_MAX_PATH_LEN]; /* of the file */
  const char       *group;                    /* of an HDF5 file, borrowed; NULL for a text file */
  InterpolationKind kind;                     /* INTERPOLATE_LINEAR */
} StationsOptions;

/* StationsFromOptions - Reads -part_<part>_stations and _stations_interpolation, and finds the
   file.

   Collective. Input error: an interpolation without a table. */
PetscErrorCode           StationsFromOptions(FsOptions o, MPI_Comm comm, const char part[],
                                             StationsOptions *stations);
extern const FsOptionDoc station_options[];

#endif
