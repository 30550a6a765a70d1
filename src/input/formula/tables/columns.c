/* columns.c: reads tables, whose columns are functions in formulas, and sends them to all ranks.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/c_locale.h"
#include "base/error.h"
#include "input/formula/symbols.h"
#include "columns.h"

static const char *const time_datasets[] = {"time", NULL};
const FirstColumn columns_times = {"times", time_datasets, PETSC_TRUE, PETSC_FALSE, PETSC_FALSE};

/* TextTable - A file that is being read, row after row. */
typedef struct {
  const char        *path;
  const FirstColumn *first;
  int                line;
  char               separator; /* ',', ';', or ' ' for spaces and tabs; 0 until it is known */
  PetscInt           nrows, ncolumns, capacity;
  PetscInt          *lines;                          /* [nrows] */
  PetscReal         *value;                          /* [nrows][ncolumns] */
  char               name[MAX_COLUMNS][COLUMN_NAME]; /* [ncolumns] */
  char               message[512];                   /* what is wrong */
} TextTable;

static int table_error(TextTable *r, const char format[], ...) PETSC_ATTRIBUTE_FORMAT(2, 3);
static int table_error(TextTable *r, const char format[], ...)
{
  int     n = snprintf(r->message, sizeof r->message, "%.200s:%d: ", r->path, r->line);
  va_list args;

  va_start(args, format);
  vsnprintf(r->message + n, sizeof r->message - (size_t)n, format, args);
  va_end(args);
  return 1;
}

/* Returns the next cell of a line at *at, or NULL. It removes spaces and quotes around the cell,
   and changes the line. */
static char *next_cell(const TextTable *r, char **at)
{
  char *cell = *at, *end;

  if (!cell) return NULL;
  while (isspace((unsigned char)*cell)) cell++;
  if (r->separator == ' ' && !*cell) return NULL;
  end = r->separator == ' ' ? cell + strcspn(cell, " \t\r\n") : strchr(cell, r->separator);
  *at = end && *end ? end + 1 : NULL;
  if (!end) end = cell + strlen(cell);
  *end = 0;
  while (end > cell && isspace((unsigned char)end[-1])) *--end = 0;
  if (end > cell + 1 && *cell == '"' && end[-1] == '"') {
    end[-1] = 0;
    cell++;
  }
  return cell;
}

static int read_names(TextTable *r, char line[])
{
  char *cell;

  while ((cell = next_cell(r, &line))) {
    if (r->ncolumns == MAX_COLUMNS) return table_error(r, "more than %d columns", MAX_COLUMNS);
    if (strlen(cell) >= COLUMN_NAME) return table_error(r, "the name '%.40s...' is too long", cell);
    if (r->ncolumns && !symbol_is_name(cell, strlen(cell)))
      return table_error(r,
                         "'%.60s' is no name for a column: these have letters, digits and _, and "
                         "start with no digit",
                         cell);
    for (PetscInt k = 1; k < r->ncolumns; k++)
      if (!strcmp(r->name[k], cell))
        return table_error(r, "two columns have the name '%.60s'", cell);
    snprintf(r->name[r->ncolumns++], COLUMN_NAME, "%s", cell);
  }
  return r->ncolumns < 2
           ? table_error(r, "a table has two columns or more, %s first", r->first->what)
           : 0;
}

static int add_value(TextTable *r, PetscInt column, const char cell[])
{
  const PetscInt at = r->nrows * r->ncolumns + column;
  char          *end;

  if (at >= r->capacity) {
    r->capacity = PetscMax(1024, 2 * r->capacity);
    if (r->capacity > MAX_NUMBERS)
      return table_error(r, "the table has more than %d numbers", MAX_NUMBERS / 2);
    r->value = realloc(r->value, (size_t)r->capacity * sizeof *r->value);
    r->lines =
      realloc(r->lines, ((size_t)r->capacity / (size_t)r->ncolumns + 1) * sizeof *r->lines);
    if (!r->value || !r->lines) return table_error(r, "memory is missing for the table");
  }
  r->value[at] = c_locale_strtod(cell, &end);
  if (!*cell) return table_error(r, "value %" PetscInt_FMT " is missing", column + 1);
  return *end || !isfinite(r->value[at]) ? table_error(r, "'%.60s' is not a finite number", cell)
                                         : 0;
}

static int read_row(TextTable *r, char line[])
{
  const PetscBool first = (PetscBool)(r->ncolumns == 0);
  PetscInt        n     = 0;
  char           *cell;

  if (first) { /* it gives the number of columns */
    char *const copy = strdup(line), *at = copy;

    while (copy && next_cell(r, &at)) r->ncolumns++;
    free(copy);
    if (r->ncolumns > MAX_COLUMNS) return table_error(r, "more than %d columns", MAX_COLUMNS);
    if (r->ncolumns < 2)
      return table_error(r, "a table has two columns or more, %s first", r->first->what);
  }
  while ((cell = next_cell(r, &line))) {
    if (n < r->ncolumns && add_value(r, n, cell)) return 1;
    n++;
  }
  if (n != r->ncolumns)
    return table_error(r, "%" PetscInt_FMT " values, and there are %" PetscInt_FMT " columns", n,
                       r->ncolumns);
  r->lines[r->nrows] = r->line;
  if (r->nrows++) {
    const PetscReal *const now = &r->value[(r->nrows - 1) * r->ncolumns];

    if (now[0] < now[-r->ncolumns] || (now[0] == now[-r->ncolumns] && !r->first->repeats))
      return table_error(r, "%.9g follows %.9g: the first column must %s", (double)now[0],
                         (double)now[-r->ncolumns], r->first->repeats ? "ascend" : "increase");
  }
  return 0;
}

static int read_line(TextTable *r, char line[], size_t length)
{
  char *end;

  r->line++;
  if (r->line == 1 && !strncmp(line, "\x89HDF", 4))
    return table_error(
      r,
      "this is an HDF5 file: say which dataset or group of it, as %.200s:/history/top/displacement",
      r->path);
  if (strlen(line) != length)
    return table_error(r,
                       "a character is 0: this is not a text, or it is UTF-16; save it as UTF-8");
  if (r->line == 1 && !strncmp(line, "\xEF\xBB\xBF", 3)) line += 3;
  line += strspn(line, " \t\r\n");
  if (!*line || *line == '#') return 0;
  if (!r->separator) r->separator = strchr(line, ';') ? ';' : strchr(line, ',') ? ',' : ' ';
  (void)c_locale_strtod(line, &end);
  return end == line && !r->ncolumns ? read_names(r, line) : read_row(r, line);
}

static int read_file(TextTable *r)
{
  FILE *const stream = fopen(r->path, "r");
  char       *line   = NULL;
  size_t      size   = 0;
  ssize_t     length;
  int         bad = 0;

  if (!stream) {
    snprintf(r->message, sizeof r->message, "%.200s cannot be opened (%s); check the path", r->path,
             strerror(errno));
    return 1;
  }
  errno = 0;
  while (!bad && (length = getline(&line, &size, stream)) >= 0)
    bad = read_line(r, line, (size_t)length);
  if (!bad && ferror(stream)) bad = table_error(r, "cannot be read (%s)", strerror(errno));
  if (!bad && r->nrows < 2 && !r->first->single)
    bad = table_error(r, "a table has two rows or more, and this one has %d", (int)r->nrows);
  if (!bad && r->nrows < 1) bad = table_error(r, "the table has no rows");
  free(line);
  fclose(stream);
  return bad;
}

/* Allocates a table. Returns 1 if memory is missing. */
static int allocate_columns(Columns *table, PetscBool has_lines)
{
  table->value =
    malloc(PetscMax(1, (size_t)table->nrows * (size_t)table->ncolumns) * sizeof *table->value);
  table->name = malloc(PetscMax(1, (size_t)table->ncolumns) * sizeof *table->name);
  if (has_lines) table->line = malloc((size_t)table->nrows * sizeof *table->line);
  return !table->value || !table->name || (has_lines && !table->line);
}

/* Reads the table of a text file. Returns 0, or 1 with a message, as datasets_read does. */
static int text_read(const char path[], const FirstColumn *first, Columns *table, char message[],
                     size_t size)
{
  TextTable *const r   = calloc(1, sizeof *r);
  int              bad = !r;

  snprintf(message, size, "memory is missing for the table");
  if (!r) return 1;
  r->path  = path;
  r->first = first;
  if (read_file(r)) {
    snprintf(message, size, "%s", r->message);
    bad = 1;
  } else {
    table->nrows    = r->nrows;
    table->ncolumns = r->ncolumns;
    bad             = allocate_columns(table, PETSC_TRUE);
    if (!bad) memcpy(table->line, r->lines, (size_t)r->nrows * sizeof *r->lines);
  }
  for (PetscInt c = 0; c < table->ncolumns && !bad; c++) {
    for (PetscInt k = 0; k < r->nrows; k++)
      table->value[c * r->nrows + k] = r->value[k * r->ncolumns + c];
    memcpy(table->name[c], r->name[c], COLUMN_NAME);
  }
  free(r->value);
  free(r->lines);
  free(r);
  return bad;
}

PetscErrorCode ColumnsRead(MPI_Comm comm, const char option[], const char path[],
                           const char hdf5_path[], const FirstColumn *first, Columns *table)
{
  char        message[512] = "";
  PetscMPIInt rank;
  PetscInt    size[2];
  int         bad = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  *table = (Columns){.nrows = 0};
  if (rank == 0)
    bad = hdf5_path ? datasets_read(path, hdf5_path, first, table, message, sizeof message)
                    : text_read(path, first, table, message, sizeof message);
  PetscCall(CheckAllRanks(comm, (PetscBool)bad, "%s: %s", option, message));
  size[0] = table->nrows;
  size[1] = table->ncolumns;
  PetscCallMPI(MPI_Bcast(size, 2, MPIU_INT, 0, comm));
  table->nrows    = size[0];
  table->ncolumns = size[1];
  PetscCall(CheckAllRanks(comm, (PetscBool)(rank && allocate_columns(table, (PetscBool)!hdf5_path)),
                          "%s: memory is missing for the table", option));
  PetscCallMPI(MPI_Bcast(table->value, (PetscMPIInt)(size[0] * size[1]), MPIU_REAL, 0, comm));
  if (table->line) PetscCallMPI(MPI_Bcast(table->line, (PetscMPIInt)size[0], MPIU_INT, 0, comm));
  PetscCallMPI(MPI_Bcast(table->name, (PetscMPIInt)(size[1] * COLUMN_NAME), MPI_CHAR, 0, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ColumnsDestroy(Columns *table)
{
  PetscFunctionBeginUser;
  free(table->value);
  free(table->name);
  free(table->line);
  *table = (Columns){.nrows = 0};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- tables ---------------------------------------------------------------------------------- */

const FsOptionDoc table_options[] = {
  {"-tables",               "<name>,...", "names of tables, each described by -table_<name>"},
  {"-table_<name>",         "<file>",
   "text in columns, times first: formulas call <name>(t), or <name>_<column>(t) if its first row "
   "has names; or a dataset or group of an HDF5 file, run.h5:/history/top/displacement: "
   "<name>_x(t)"                                                                            },
  {"-table_<name>_kind",    "linear",
   "between the rows: linear, cubic (smooth, does not overshoot), or steps (from a row to the "
   "next)"                                                                                  },
  {"-table_<name>_outside", "refuse",
   "before the first row and behind the last: refuse, hold, zero, or repeat"                },
  {NULL,                    NULL,         NULL                                              },
};

static const char *const kinds[] = {"linear", "cubic", "steps", NULL}; /* as InterpolationKind */
static const char *const extrapolations[] = {"refuse", "hold", "zero", "repeat",
                                             NULL}; /* as Extrapolation */

/* Adds the values of a column as a function. */
static PetscErrorCode AddColumn(FsOptions o, const char option[], const char name[],
                                const Columns *file, PetscInt column, InterpolationKind kind,
                                Extrapolation extrapolation)
{
  const Symbols s           = OptionsSymbols(o);
  Interpolant  *interpolant = interpolant_create(
     (int)file->nrows, file->value, file->value + column * file->nrows, kind, extrapolation);

  PetscFunctionBeginUser;
  PetscCheck(interpolant, s->comm, PETSC_ERR_MEM, "memory is missing for the table of %s", option);
  PetscCall(
    SymbolsAdd(s, option, (Symbol){.name = name, .text = option, .interpolant = interpolant}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddTable(FsOptions o, const char name[])
{
  const MPI_Comm    comm   = OptionsSymbols(o)->comm;
  const char *const option = FsOptionName(o, "-table_%s", name), *text, *hdf5_path;
  char              file_name[PETSC_MAX_PATH_LEN], path[PETSC_MAX_PATH_LEN];
  PetscInt          kind = INTERPOLATE_LINEAR, extrapolation = EXTRAPOLATE_REFUSE;
  PetscBool         set;
  Columns           file;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &text, &set));
  PetscCheck(set, comm, PETSC_ERR_USER_INPUT, "-tables %s: %s <file> is missing", name, option);
  PetscCall(FsOptionsChoice(o, FsOptionName(o, "-table_%s_kind", name), kinds, &kind, NULL));
  PetscCall(FsOptionsChoice(o, FsOptionName(o, "-table_%s_outside", name), extrapolations,
                            &extrapolation, NULL));
  hdf5_path = strstr(text, ":/");
  snprintf(file_name, sizeof file_name, "%.*s",
           (int)(hdf5_path ? (size_t)(hdf5_path - text) : strlen(text)), text);
  PetscCall(FsOptionsFindFile(o, file_name, path, sizeof path));
  PetscCall(
    ColumnsRead(comm, option, path, hdf5_path ? hdf5_path + 1 : NULL, &columns_times, &file));
  PetscCheck(file.ncolumns == 2 || *file.name[0], comm, PETSC_ERR_USER_INPUT,
             "%s: %s has %" PetscInt_FMT " columns; give them names, in a first row such as t,x,y",
             option, path, file.ncolumns);
  if (file.ncolumns == 2)
    PetscCall(
      AddColumn(o, option, name, &file, 1, (InterpolationKind)kind, (Extrapolation)extrapolation));
  for (PetscInt c = 1; c < file.ncolumns && *file.name[0]; c++)
    PetscCall(AddColumn(o, option, FsOptionName(o, "%s_%s", name, file.name[c]), &file, c,
                        (InterpolationKind)kind, (Extrapolation)extrapolation));
  PetscCall(ColumnsDestroy(&file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TablesFromOptions(FsOptions o)
{
  PetscInt n;
  char   **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-tables", &n, &names));
  for (PetscInt i = 0; i < n; i++) PetscCall(AddTable(o, names[i]));
  PetscCall(PetscStrNArrayDestroy(n, &names));
  PetscFunctionReturn(PETSC_SUCCESS);
}
