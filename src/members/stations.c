/* stations.c: interpolates tables of a section's properties along a member. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "base/hash_index.h"
#include "input/input.h"
#include "stations.h"

enum { NAME = 48, NAMES = 512 };

/* Stations - The table, cut into runs of rows at its jumps. */
struct _n_Stations {
  MPI_Comm      comm;
  char         *option, *path;
  Columns       table;
  PetscBool     fraction; /* the first column is the fraction of the length */
  int           nruns, *first;
  Interpolant **value; /* [nruns][ncolumns]; NULL in the first column */
  PetscBool    *known; /* [ncolumns] */
};

/* ---- messages -------------------------------------------------------------------------------- */

/* Writes the place of a row, such as blade.csv:7. */
static const char *row_place(Stations t, PetscInt row, char text[], size_t size)
{
  if (t->table.line)
    snprintf(text, size, "%s: %s:%" PetscInt_FMT, t->option, t->path, t->table.line[row]);
  else snprintf(text, size, "%s: %s, row %" PetscInt_FMT, t->option, t->path, row + 1);
  return text;
}

PetscErrorCode StationsCheckRow(Stations t, PetscInt row, const char wrong[])
{
  char place[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  PetscCheck(!wrong, t->comm, PETSC_ERR_USER_INPUT, "%s: the section of this row is wrong: %s",
             row_place(t, row, place, sizeof place), wrong);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StationsCheckLength(Stations t, double longest)
{
  /* close: round-off of lengths, relative to the member; random_composites.py has tables that end
     there in any unit */
  const double close = 1e-9, last = t->table.value[t->table.nrows - 1];
  char         place[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  PetscCheck(t->fraction || last >= longest * (1 - close), t->comm, PETSC_ERR_USER_INPUT,
             "%s: the table ends at s = %.9g, and a member is %.9g long; add a row at its end, or "
             "use the column fraction",
             row_place(t, t->table.nrows - 1, place, sizeof place), last, longest);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Finds the runs of rows, and checks the first column. */
static PetscErrorCode FindRuns(Stations t)
{
  const PetscReal *s = t->table.value;
  const PetscInt   n = t->table.nrows;
  char             place[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  PetscCheck(s[0] == 0, t->comm, PETSC_ERR_USER_INPUT,
             "%s: the first station is at %.9g; it must be at 0, the member's first point",
             row_place(t, 0, place, sizeof place), (double)s[0]);
  for (PetscInt k = 0; k < n && t->fraction; k++)
    PetscCheck(s[k] <= 1, t->comm, PETSC_ERR_USER_INPUT,
               "%s: fraction %.9g is outside [0, 1]; name the column s if it is an arc length",
               row_place(t, k, place, sizeof place), (double)s[k]);
  PetscCheck(!t->fraction || s[n - 1] == 1, t->comm, PETSC_ERR_USER_INPUT,
             "%s: the last station is at the fraction %.9g; it must be at 1, the member's end",
             row_place(t, n - 1, place, sizeof place), (double)s[n - 1]);
  PetscCall(PetscMalloc1(n + 1, &t->first));
  t->first[0] = 0;
  for (PetscInt k = 1; k <= n; k++) {
    if (k < n && s[k] > s[k - 1]) continue;
    PetscCheck(k - t->first[t->nruns] > 1, t->comm, PETSC_ERR_USER_INPUT,
               "%s: a jump has two rows at one station, with further rows before and behind it",
               row_place(t, k - 1, place, sizeof place));
    t->first[++t->nruns] = (int)k;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateInterpolants(Stations t, InterpolationKind kind)
{
  const PetscInt n = t->table.ncolumns;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1((size_t)t->nruns * (size_t)n, &t->value));
  for (int r = 0; r < t->nruns; r++)
    for (PetscInt c = 1; c < n; c++) {
      const PetscReal *from = t->table.value + t->first[r];

      t->value[r * n + c] = interpolant_create(t->first[r + 1] - t->first[r], from,
                                               from + c * t->table.nrows, kind, EXTRAPOLATE_REFUSE);
      PetscCheck(t->value[r * n + c], PETSC_COMM_SELF, PETSC_ERR_MEM, "stations");
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadTable(Stations t, const StationsOptions *x)
{
  static const char *const datasets[] = {"s", "fraction", NULL};
  const FirstColumn first = {"s or fraction", datasets, PETSC_FALSE, PETSC_TRUE, PETSC_FALSE};

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(x->path, &t->path));
  PetscCall(ColumnsRead(t->comm, t->option, t->path, x->group, &first, &t->table));
  t->fraction = (PetscBool)!strcmp(t->table.name[0], "fraction");
  PetscCheck(t->fraction || !strcmp(t->table.name[0], "s"), t->comm, PETSC_ERR_USER_INPUT,
             "%s: the first column of %s is '%s'; it must be s (arc length) or fraction (of the "
             "member's length), in a first line with the names of all columns",
             t->option, t->path, t->table.name[0]);
  PetscCall(PetscCalloc1(t->table.ncolumns, &t->known));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StationsCreate(MPI_Comm comm, const char part[], const StationsOptions *x,
                              Stations *stations)
{
  char     option[256];
  Stations t;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(stations));
  t       = *stations;
  t->comm = comm;
  PetscCall(PetscSNPrintf(option, sizeof option, "-part_%s_stations", part));
  PetscCall(PetscStrallocpy(option, &t->option));
  PetscCall(ReadTable(t, x));
  PetscCall(FindRuns(t));
  PetscCall(CreateInterpolants(t, x->kind));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StationsDestroy(Stations *stations)
{
  Stations t = *stations;

  PetscFunctionBeginUser;
  if (!t) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; t->value && k < t->nruns * (int)t->table.ncolumns; k++)
    interpolant_destroy(t->value[k]);
  PetscCall(PetscFree(t->value));
  PetscCall(PetscFree(t->first));
  PetscCall(PetscFree(t->known));
  PetscCall(PetscFree(t->option));
  PetscCall(PetscFree(t->path));
  PetscCall(ColumnsDestroy(&t->table));
  PetscCall(PetscFree(*stations));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- columns --------------------------------------------------------------------------------- */

/* Writes the name of the column of an entry of a property. Returns 0 if it has no column. */
static int column_name(const ElementProp *p, int entry, char name[NAME])
{
  static const char *const two[] = {"y", "z"}, *const six[] = {"xx", "yy", "zz", "xy", "xz", "yz"};

  switch (p->kind) {
  case PROP_POSITIVE:
  case PROP_NONNEGATIVE:
  case PROP_REAL:
  case PROP_FIELD:
    snprintf(name, NAME, "%s", p->name);
    return 1;
  case PROP_REALS:
  case PROP_LIST:
    if (p->count == 2) snprintf(name, NAME, "%s_%s", p->name, two[entry]);
    else if (p->count == 6) snprintf(name, NAME, "%s_%s", p->name, six[entry]);
    else if (p->count == 36)
      snprintf(name, NAME, "%s_%d_%d", p->name, 1 + entry / 6, 1 + entry % 6);
    else return 0;
    return 1;
  default:
    return 0;
  }
}

static int count_entries(const ElementProp *p)
{
  return p->kind == PROP_REALS || p->kind == PROP_LIST ? p->count : 1;
}

/* Returns the number of a column, or -1. */
static int find_column(Stations t, const ElementProp *p, int entry)
{
  char name[NAME];

  if (!column_name(p, entry, name)) return -1;
  for (int c = 1; c < t->table.ncolumns; c++)
    if (!strcmp(t->table.name[c], name)) return c;
  return -1;
}

static PetscErrorCode CheckValues(Stations t, const ElementProp *p, int column)
{
  const PetscReal *value = t->table.value + (size_t)column * (size_t)t->table.nrows;
  char             place[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < t->table.nrows; k++)
    PetscCheck(value[k] > 0 || p->kind != PROP_POSITIVE, t->comm, PETSC_ERR_USER_INPUT,
               "%s: %s %.9g must be positive", row_place(t, k, place, sizeof place),
               t->table.name[column], (double)value[k]);
  for (PetscInt k = 0; k < t->table.nrows; k++)
    PetscCheck(value[k] >= 0 || p->kind != PROP_NONNEGATIVE, t->comm, PETSC_ERR_USER_INPUT,
               "%s: %s %.9g must not be negative", row_place(t, k, place, sizeof place),
               t->table.name[column], (double)value[k]);
  t->known[column] = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StationsColumns(Stations t, const ElementProp *p, int *n, int column[], int entry[],
                               int mirror[])
{
  const int entries = count_entries(p);
  char      name[NAME], missing[NAME] = "";

  PetscFunctionBeginUser;
  *n = 0;
  for (int k = 0; k < entries; k++) {
    const int found = find_column(t, p, k), other = entries == 36 ? k % 6 * 6 + k / 6 : k;

    if (found >= 0) {
      PetscCall(CheckValues(t, p, found));
      column[*n]     = found;
      entry[*n]      = k;
      mirror[(*n)++] = k < other && find_column(t, p, other) < 0 ? other : -1;
    } else if (!*missing && (k <= other || find_column(t, p, other) < 0) && column_name(p, k, name))
      snprintf(missing, sizeof missing, "%s", name);
  }
  PetscCheck(!*n || !*missing, t->comm, PETSC_ERR_USER_INPUT,
             "%s: %s has no column %s; give all columns of %s%s", t->option, t->path, missing,
             p->name, entries == 36 ? ", or the 21 of the upper triangle" : "");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int is_in(const char name[], const char *const list[])
{
  for (; list && *list; list++)
    if (!strcmp(*list, name)) return 1;
  return 0;
}

PetscErrorCode StationsCheckColumns(Stations t, const ElementProp props[],
                                    const char *const uniform[])
{
  char        names[NAMES][NAME];
  const char *list[NAMES], *nearest;
  int         n = 0;

  PetscFunctionBeginUser;
  for (const ElementProp *p = props; p->name; p++)
    for (int k = 0; k < count_entries(p) && n < NAMES && !is_in(p->name, uniform); k++)
      if (column_name(p, k, names[n])) list[n] = names[n], n++;
  for (PetscInt c = 1; c < t->table.ncolumns; c++) {
    if (t->known[c]) continue;
    nearest = FsNearestWord(t->table.name[c], n, list);
    SETERRQ(t->comm, PETSC_ERR_USER_INPUT,
            "%s: %s has a column '%s', which is no number of a section%s%s%s (docs/sections.md, "
            "Stations)",
            t->option, t->path, t->table.name[c], nearest ? "; did you mean " : "",
            nearest ? nearest : "", nearest ? "?" : "");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- values ---------------------------------------------------------------------------------- */

PetscInt64 StationsChecksum(Stations t)
{
  const size_t n = (size_t)t->table.nrows * (size_t)t->table.ncolumns;

  return (PetscInt64)hash_bytes(0, t->table.value, n * sizeof *t->table.value);
}

PetscInt StationsRows(Stations t) { return t->table.nrows; }

double StationsRowValue(Stations t, PetscInt row, int column)
{
  return t->table.value[(size_t)column * (size_t)t->table.nrows + (size_t)row];
}

StationPlace StationsFind(Stations t, double s, double length, int side)
{
  const PetscReal *station = t->table.value;
  StationPlace     place   = {.at = t->fraction ? s / length : s};
  double           low, high;

  if (side < 0)
    while (place.run < t->nruns - 1 && station[t->first[place.run + 1] - 1] < place.at) place.run++;
  else
    for (place.run = t->nruns - 1; place.run > 0 && station[t->first[place.run]] > place.at;)
      place.run--;
  low         = station[t->first[place.run]];
  high        = station[t->first[place.run + 1] - 1];
  place.at    = place.at < low ? low : place.at > high ? high : place.at;
  place.piece = interpolant_piece(t->value[place.run * t->table.ncolumns + 1], place.at).k;
  return place;
}

int StationsBetween(Stations t, double low, double high, double length, int most, double s[],
                    PetscBool jump[])
{
  /* Relative to the length of the element: the places along a member are sums of lengths, whose
     round-off must not put a row at the end of an element into it. The test
     tests/element/stations.py has a jump at a node, tests/model/breaks.py has jumps between nodes.
   */
  const double round_off = 1e-9, near = round_off * (high - low), unit = t->fraction ? length : 1;
  int          n = 0;

  for (PetscInt k = 0; k < t->table.nrows; k++) {
    const double at = t->table.value[k] * unit;

    if (at <= low + near || at >= high - near) continue;
    if (n && t->table.value[k] == t->table.value[k - 1]) jump[n - 1] = PETSC_TRUE;
    else if (n < most) {
      s[n]      = at;
      jump[n++] = PETSC_FALSE;
    }
  }
  return n;
}

double StationsValue(Stations t, StationPlace place, int column)
{
  return interpolant_value(t->value[place.run * t->table.ncolumns + column],
                           (InterpolantPiece){.k = place.piece}, place.at);
}

/* ---- stations options ------------------------------------------------------------------------ */

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
