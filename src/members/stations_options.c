/* stations_options.c: reads from the options which table has the stations of a part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "stations_options.h"

const FsOptionDoc station_options[] = {
  {"-part_<beam>_stations",               "<file>",
   "table of the section along each member: text in columns, or an HDF5 file (blade.h5, "
   "blade.h5:/group). Its first column is s, the arc length from the member's first point, or "
   "fraction, of its length; others are properties such as eiy, radius, twist, center_y, "
   "stiffness_1_2"                                                  },
  {"-part_<beam>_stations_interpolation", "linear",
   "between the rows: linear, or cubic (smooth, does not overshoot)"},
  {"-part_<beam>_start",                  "<x,y,z>",
   "end of a chain of lines where its arc length s is 0; default: where its first line starts. "
   "Members of a frame start at their first point"                  },
  {NULL,                                  NULL,      NULL           }
};

/* Splits <file>:/<group>; an HDF5 file without a group has its columns at the top. */
static PetscErrorCode FindTable(FsOptions o, const char text[], StationsOptions *stations)
{
  const char  *group = strstr(text, ":/");
  const size_t n     = group ? (size_t)(group - text) : strlen(text);
  char         file[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  snprintf(file, sizeof file, "%.*s", (int)n, text);
  if (!group &&
      ((n > 3 && !strcmp(text + n - 3, ".h5")) || (n > 5 && !strcmp(text + n - 5, ".hdf5"))))
    group = ":/";
  stations->group = group ? group + 1 : NULL;
  PetscCall(FsOptionsFindFile(o, file, stations->path, sizeof stations->path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StationsFromOptions(FsOptions o, MPI_Comm comm, const char part[],
                                   StationsOptions *stations)
{
  static const char *const kinds[]     = {"linear", "cubic", NULL};
  const char              *option      = FsOptionName(o, "-part_%s_stations", part), *text;
  const char              *kind_option = FsOptionName(o, "-part_%s_stations_interpolation", part);
  PetscInt                 kind        = INTERPOLATE_LINEAR;
  PetscBool                kind_given;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &text, &stations->given));
  PetscCall(FsOptionsChoice(o, kind_option, kinds, &kind, &kind_given));
  PetscCheck(stations->given || !kind_given, comm, PETSC_ERR_USER_INPUT, "%s needs %s", kind_option,
             option);
  stations->kind = kind ? INTERPOLATE_CUBIC : INTERPOLATE_LINEAR;
  if (stations->given) PetscCall(FindTable(o, text, stations));
  PetscFunctionReturn(PETSC_SUCCESS);
}
