/* datasets.c: reads datasets of an HDF5 file as columns of a table, on one rank.

   Their times are the dataset "time" in the same group or in a group above, as in the histories of
   a run. Without such a dataset they are the first column of a dataset with several columns. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <hdf5.h>
#include "input/formula/symbols.h"
#include "columns.h"

enum { MAX_PATH = 512 }; /* bytes of a path in a file */

/* DatasetReading - A file that is being read. */
typedef struct {
  const char        *path; /* of the file */
  const FirstColumn *first;
  hid_t              file;
  char     time[MAX_PATH]; /* the dataset of the first column; empty if there is no such one */
  Columns *table;          /* the columns so far; without times, ncolumns is 0 */
  char    *message;        /* [size] what is wrong */
  size_t   size;
} DatasetReading;

static int dataset_error(const DatasetReading *r, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(2, 3);
static int dataset_error(const DatasetReading *r, const char format[], ...)
{
  int     n = snprintf(r->message, r->size, "%.200s", r->path);
  va_list args;

  va_start(args, format);
  vsnprintf(r->message + n, r->size - (size_t)n, format, args);
  va_end(args);
  return 1;
}

/* ---- one dataset ----------------------------------------------------------------------------- */

/* Numbers - The numbers of a dataset, [rows][columns]. The caller frees value. */
typedef struct {
  char       name[MAX_PATH];
  hsize_t    rows, columns;
  PetscReal *value;
} Numbers;

/* Reads the sizes of an open dataset, and checks them. */
static int get_sizes(const DatasetReading *r, hid_t dataset, Numbers *d)
{
  const hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
  const int   kind = type < 0 ? H5T_NO_CLASS : (int)H5Tget_class(type),
            rank   = H5Sget_simple_extent_ndims(space);
  hsize_t size[2]  = {0, 1};

  if (rank == 1 || rank == 2) H5Sget_simple_extent_dims(space, size, NULL);
  H5Sclose(space);
  H5Tclose(type);
  d->rows    = size[0];
  d->columns = size[1];
  if (kind != H5T_INTEGER && kind != H5T_FLOAT)
    return dataset_error(r, ":%s has no numbers", d->name);
  if (rank != 1 && rank != 2)
    return dataset_error(
      r, ":%s has %d dimensions; the columns of a table are a dataset [n] or [n][columns]", d->name,
      rank);
  if (d->columns > MAX_COLUMNS)
    return dataset_error(r, ":%s has more than %d columns", d->name, MAX_COLUMNS);
  if (d->rows > MAX_NUMBERS / 2 / PetscMax(1, d->columns))
    return dataset_error(r, ":%s has more than %d numbers", d->name, MAX_NUMBERS / 2);
  return 0;
}

static int get_values(const DatasetReading *r, hid_t dataset, Numbers *d)
{
  const hsize_t n = d->rows * d->columns;

  d->value = malloc(PetscMax(1, n) * sizeof *d->value);
  if (!d->value) return dataset_error(r, ":%s: memory is missing for it", d->name);
  if (H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, d->value) < 0)
    return dataset_error(r, ":%s cannot be read; the file is damaged", d->name);
  for (hsize_t k = 0; k < n; k++)
    if (!isfinite(d->value[k]))
      return dataset_error(r, ":%s: row %llu has a value that is not finite", d->name,
                           (unsigned long long)(k / d->columns + 1));
  return 0;
}

static int get_numbers(const DatasetReading *r, const char name[], Numbers *d)
{
  const hid_t dataset = H5Dopen2(r->file, name, H5P_DEFAULT);
  int         bad;

  *d = (Numbers){.rows = 0};
  snprintf(d->name, sizeof d->name, "%s", name);
  if (dataset < 0) return dataset_error(r, ":%s cannot be read; the file is damaged", name);
  bad = get_sizes(r, dataset, d) || get_values(r, dataset, d);
  H5Dclose(dataset);
  return bad;
}

/* ---- columns --------------------------------------------------------------------------------- */

/* Adds a column of the dataset to the table. */
static int add_column(const DatasetReading *r, const Numbers *d, hsize_t column, const char name[])
{
  Columns *const t = r->table;
  const PetscInt n = t->ncolumns;
  PetscReal     *value;
  char(*names)[COLUMN_NAME];

  if (n == MAX_COLUMNS) return dataset_error(r, " has more than %d columns there", MAX_COLUMNS);
  if (strlen(name) >= COLUMN_NAME)
    return dataset_error(r, ": the name '%.40s...' is too long", name);
  value = realloc(t->value, ((size_t)n + 1) * (size_t)t->nrows * sizeof *value);
  if (value) t->value = value;
  names = realloc(t->name, ((size_t)n + 1) * sizeof *names);
  if (names) t->name = names;
  if (!value || !names) return dataset_error(r, ": memory is missing for the table");
  for (PetscInt k = 0; k < t->nrows; k++)
    value[n * t->nrows + k] = d->value[(hsize_t)k * d->columns + column];
  snprintf(names[n], sizeof *names, "%s", name);
  t->ncolumns++;
  return 0;
}

/* Adds the first column of a dataset as the times of the table. */
static int add_times(const DatasetReading *r, const Numbers *d)
{
  for (hsize_t k = 1; k < d->rows; k++) {
    const PetscReal now = d->value[k * d->columns], before = d->value[(k - 1) * d->columns];

    if (now < before || (now == before && !r->first->repeats))
      return dataset_error(r, ":%s: row %llu: %.9g follows %.9g: %s must %s", d->name,
                           (unsigned long long)k + 1, (double)now, (double)before, r->first->what,
                           r->first->repeats ? "ascend" : "increase");
  }
  if (d->rows < 2)
    return dataset_error(r, ":%s: a table has two rows or more, and this one has %d", d->name,
                         (int)d->rows);
  r->table->nrows = (PetscInt)d->rows;
  return add_column(r, d, 0, *r->time ? strrchr(r->time, '/') + 1 : r->first->what);
}

/* Writes the name of column k of n: a component as in python/fsolve/file.py, or its number. */
static void component_name(hsize_t k, hsize_t n, char name[], size_t size)
{
  static const char *const three[] = {"x", "y", "z"}, *const four[] = {"w", "x", "y", "z"};
  static const char *const six[] = {"x", "y", "z", "rx", "ry", "rz"};
  const char *const *const names = n == 3 ? three : n == 4 ? four : n == 6 ? six : NULL;

  if (names) snprintf(name, size, "%s", names[k]);
  else snprintf(name, size, "%llu", (unsigned long long)k + 1);
}

/* Adds the columns of a dataset from number first on.

   prefix is the dataset's name if the table has several datasets, and otherwise NULL. */
static int add_values(const DatasetReading *r, const Numbers *d, hsize_t first, const char prefix[])
{
  const hsize_t n   = d->columns - first;
  int           bad = 0;

  if (d->rows != (hsize_t)r->table->nrows)
    return dataset_error(r, ":%s has %llu rows, and %s has %d: take what has a row for each time",
                         d->name, (unsigned long long)d->rows, r->time, (int)r->table->nrows);
  if (prefix && !symbol_is_name(prefix, strlen(prefix)))
    return dataset_error(
      r, ":%s: '%.60s' is no name for a column: these have letters, digits and _", d->name, prefix);
  for (hsize_t k = 0; k < n && !bad; k++) {
    char part[24] = "", name[MAX_PATH + 24];

    if (n > 1) component_name(k, n, part, sizeof part);
    snprintf(name, sizeof name, "%s%s%s", prefix ? prefix : "", prefix && *part ? "_" : "", part);
    bad = add_column(r, d, first + k, name);
  }
  return bad;
}

/* ---- the file -------------------------------------------------------------------------------- */

static int object_exists(const DatasetReading *r, const char name[])
{
  return !strcmp(name, "/") || H5Oexists_by_name(r->file, name, H5P_DEFAULT) > 0;
}

/* Sets r->time to a dataset of r->first in the group, or in the next group above that has one. */
static void find_time(DatasetReading *r, const char group[])
{
  int n = (int)strlen(group);

  for (;;) {
    while (n > 0 && group[n - 1] == '/') n--;
    for (const char *const *name = r->first->datasets; *name; name++)
      if (snprintf(r->time, sizeof r->time, "%.*s/%s", n, group, *name) < (int)sizeof r->time &&
          object_exists(r, r->time))
        return;
    if (n == 0 || !r->first->above) break;
    while (n > 0 && group[n - 1] != '/') n--;
  }
  *r->time = 0;
}

static int read_times(DatasetReading *r, const char hdf5_path[])
{
  Numbers times;
  int     bad;

  if (!*r->time && !r->first->above)
    return dataset_error(r, ":%s has no dataset for %s", hdf5_path, r->first->what);
  if (!*r->time)
    return dataset_error(r,
                         " has no dataset '%s' beside %s or in a group above it; a dataset with "
                         "several columns has its "
                         "%s in the first one then",
                         *r->first->datasets, hdf5_path, r->first->what);
  bad = get_numbers(r, r->time, &times);
  if (!bad && times.columns != 1)
    bad = dataset_error(r, ":%s has %d columns, not one", r->time, (int)times.columns);
  bad = bad || add_times(r, &times);
  free(times.value);
  return bad;
}

static int read_dataset(DatasetReading *r, const char hdf5_path[])
{
  Numbers d;
  int     bad = get_numbers(r, hdf5_path, &d);

  find_time(r, hdf5_path);
  if (!bad && !*r->time && d.columns > 1) {
    snprintf(r->time, sizeof r->time, "%s", hdf5_path);
    bad = add_times(r, &d) || add_values(r, &d, 1, NULL);
  } else bad = bad || read_times(r, hdf5_path) || add_values(r, &d, 0, NULL);
  if (!bad && r->table->ncolumns == 2)
    *r->table->name[0] = 0; /* the function has the table's name */
  free(d.value);
  return bad;
}

static int read_group(DatasetReading *r, hid_t group, const char hdf5_path[])
{
  H5G_info_t info;
  int        bad;

  find_time(r, hdf5_path);
  bad = read_times(r, hdf5_path) || H5Gget_info(group, &info) < 0;
  for (hsize_t k = 0; !bad && k < info.nlinks; k++) {
    char    name[MAX_PATH / 2], path[MAX_PATH];
    hid_t   object;
    Numbers d;

    if (H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, k, name, sizeof name,
                           H5P_DEFAULT) >= (int)sizeof name)
      return dataset_error(r, ":%s: the name '%.40s...' is too long", hdf5_path, name);
    snprintf(path, sizeof path, "%.200s%s%s", hdf5_path,
             hdf5_path[strlen(hdf5_path) - 1] == '/' ? "" : "/", name);
    object = H5Oopen(r->file, path, H5P_DEFAULT);
    if (object >= 0 && H5Iget_type(object) == H5I_DATASET && strcmp(path, r->time)) {
      bad = get_numbers(r, path, &d) || add_values(r, &d, 0, name);
      free(d.value);
    }
    H5Oclose(object);
  }
  return !bad && r->table->ncolumns < 2
           ? dataset_error(r, ":%s has no datasets but %s", hdf5_path, r->first->what)
           : bad;
}

static int read_object(DatasetReading *r, const char hdf5_path[])
{
  const hid_t object = object_exists(r, hdf5_path) ? H5Oopen(r->file, hdf5_path, H5P_DEFAULT) : -1;
  const int   kind   = object < 0 ? H5I_BADID : (int)H5Iget_type(object);
  int         bad;

  if (kind == H5I_DATASET) bad = read_dataset(r, hdf5_path);
  else if (kind == H5I_GROUP) bad = read_group(r, object, hdf5_path);
  else
    bad =
      dataset_error(r, " has no dataset or group %.200s; `h5ls -r` lists what there is", hdf5_path);
  if (object >= 0) H5Oclose(object);
  return bad;
}

int datasets_read(const char path[], const char hdf5_path[], const FirstColumn *first,
                  Columns *table, char message[], size_t size)
{
  DatasetReading r = {
    .path = path, .first = first, .table = table, .message = message, .size = size};
  FILE *const stream = fopen(path, "r");
  int         bad;

  if (!stream) return dataset_error(&r, " cannot be opened (%s); check the path", strerror(errno));
  fclose(stream);
  setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1); /* a run that is still writing locks the file */
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  r.file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (r.file < 0)
    return dataset_error(
      &r, " is not an HDF5 file, or it is damaged; name a text file without :%.60s", hdf5_path);
  bad = strlen(hdf5_path) >= MAX_PATH / 2
          ? dataset_error(&r, ": the path %.40s... is too long", hdf5_path)
          : read_object(&r, hdf5_path);
  H5Fclose(r.file);
  return bad;
}
