/* rows_file.c: writes the results of many cases into one HDF5 file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "base/error.h"
#include "file/leftovers.h"
#include "file/reader.h"
#include "output/provenance.h"
#include "rows_file.h"

/* ---- numbers of cases ------------------------------------------------------------------------ */

/* Result - A name of results, and its numbers of all cases. */
typedef struct {
  const char *name; /* borrowed from a row */
  int         width;
  PetscReal  *number; /* [n][width] */
} Result;

/* Results - All names, in the order in which the first case has them. */
typedef struct {
  int     n, capacity;
  Result *result;
} Results;

/* Finds a name; looks first at place hint, where most cases have it. Returns n if it is new. */
static int find_result(const Results *all, const char name[], int hint)
{
  if (hint < all->n && !strcmp(all->result[hint].name, name)) return hint;
  for (int k = 0; k < all->n; k++)
    if (!strcmp(all->result[k].name, name)) return k;
  return all->n;
}

/* Returns how many numbers a text has, with a blank between two. */
static int count_numbers(const char text[])
{
  int count = 1;

  for (; *text; text++) count += *text == ' ';
  return count;
}

/* Adds the names of a row. Widens a name if the row has more numbers for it. */
static PetscErrorCode AddNames(const CaseRow *row, Results *all)
{
  int k = -1;

  PetscFunctionBeginUser;
  for (const char *name = row->values, *numbers; *name; name = text_after(numbers)) {
    numbers = text_after(name);
    k       = find_result(all, name, k + 1);
    if (k == all->n && all->n == all->capacity) {
      all->capacity = 2 * all->capacity + 64;
      PetscCall(PetscRealloc((size_t)all->capacity * sizeof *all->result, &all->result));
    }
    if (k == all->n) all->result[all->n++] = (Result){.name = name};
    all->result[k].width = PetscMax(all->result[k].width, count_numbers(numbers));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void copy_numbers(const CaseRow *row, const Results *all)
{
  int k = -1;

  for (const char *name = row->values, *numbers; *name; name = text_after(numbers)) {
    PetscReal  *to;
    const char *from;

    k    = find_result(all, name, k + 1);
    to   = all->result[k].number + (PetscInt)row->number * all->result[k].width;
    from = numbers = text_after(name);
    for (char *end; *from; from = end + (*end == ' ')) *to++ = (PetscReal)strtod(from, &end);
  }
}

static PetscErrorCode WriteResults(File file, const CaseRows *rows)
{
  Results all = {0};
  char    path[600];

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < rows->n; k++) PetscCall(AddNames(&rows->row[k], &all));
  for (int i = 0; i < all.n; i++) {
    const PetscInt size = rows->n * all.result[i].width;

    PetscCall(PetscMalloc1(size, &all.result[i].number));
    for (PetscInt k = 0; k < size; k++) all.result[i].number[k] = (PetscReal)NAN;
  }
  for (PetscInt k = 0; k < rows->n; k++) copy_numbers(&rows->row[k], &all);
  for (int i = 0; i < all.n; i++) {
    Result *r = &all.result[i];

    PetscCall(PetscSNPrintf(path, sizeof path, "/results/%s", r->name));
    PetscCall(FileWriteRows(file, path, FILE_REAL, rows->n, 0, rows->n, r->width > 1 ? r->width : 0,
                            r->number));
    PetscCall(PetscFree(r->number));
  }
  PetscCall(PetscFree(all.result));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- cases ----------------------------------------------------------------------------------- */

/* Joins a text of each case to lines. */
static PetscErrorCode WriteLines(File file, const CaseRows *rows, const char name[],
                                 const char *(*text_of)(const CaseRow *row))
{
  size_t size = 1;
  char  *lines, *to;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < rows->n; k++) size += strlen(text_of(&rows->row[k])) + 1;
  PetscCall(PetscMalloc1(size, &lines));
  to = lines;
  for (PetscInt k = 0; k < rows->n; k++) {
    for (const char *p = text_of(&rows->row[k]); *p; p++) *to++ = *p == '\n' ? ' ' : *p;
    *to++ = '\n';
  }
  *to = 0;
  PetscCall(FileWriteText(file, "/cases", name, lines));
  PetscCall(PetscFree(lines));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char *message_of(const CaseRow *row) { return row->message; }
static const char *warning_of(const CaseRow *row) { return row->warning; }

static PetscErrorCode WriteCases(File file, const CaseRows *rows)
{
  PetscInt  *status, *warnings;
  PetscReal *seconds;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(rows->n, &status, rows->n, &warnings, rows->n, &seconds));
  for (PetscInt k = 0; k < rows->n; k++) {
    status[k]   = rows->row[k].status;
    warnings[k] = rows->row[k].nwarnings;
    seconds[k]  = (PetscReal)rows->row[k].seconds;
  }
  PetscCall(FileWriteRows(file, "/cases/status", FILE_INT, rows->n, 0, rows->n, 0, status));
  PetscCall(FileWriteRows(file, "/cases/warnings", FILE_INT, rows->n, 0, rows->n, 0, warnings));
  PetscCall(FileWriteRows(file, "/cases/seconds", FILE_REAL, rows->n, 0, rows->n, 0, seconds));
  PetscCall(PetscFree3(status, warnings, seconds));
  PetscCall(WriteLines(file, rows, "message", message_of));
  PetscCall(WriteLines(file, rows, "warning", warning_of));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Sets x[n] to the numbers of a column, NaN where it is empty. Returns whether all are numbers. */
static PetscBool column_numbers(const CaseTable *t, PetscInt column, PetscReal x[])
{
  for (PetscInt k = 0; k < t->n; k++) {
    const char *const text = case_table_value(t, k, column);
    char             *end;

    x[k] = *text ? (PetscReal)strtod(text, &end) : (PetscReal)NAN;
    if (*text && (*end || isnan(x[k]))) return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

static PetscErrorCode WriteInputs(File file, const CaseTable *t)
{
  PetscReal *x;
  char       path[300];

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(t->n, &x));
  for (PetscInt c = 0; c < t->ncolumns; c++) {
    if (!column_numbers(t, c, x)) continue;
    PetscCall(PetscSNPrintf(path, sizeof path, "/inputs/%s", t->name[c] + (t->name[c][0] == '-')));
    PetscCall(FileWriteRows(file, path, FILE_REAL, t->n, 0, t->n, 0, x));
  }
  PetscCall(PetscFree(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the file -------------------------------------------------------------------------------- */

static PetscErrorCode WriteAttributes(File file, const RowsFile *f, const CaseRows *rows,
                                      const char status[])
{
  PetscInt done = 0, failed = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < rows->n; k++) {
    done += rows->row[k].status != CASE_MISSING;
    failed += rows->row[k].status > 0;
  }
  PetscCall(FileDescribeRun(file, PETSC_COMM_SELF, f->options));
  PetscCall(FileSetAttributeInt(file, "/", "ranks", f->groups * f->group_ranks));
  PetscCall(FileSetAttributeInt(file, "/", "cases_ranks", f->group_ranks));
  PetscCall(FileSetAttributeInt(file, "/", "run_id", f->id));
  PetscCall(FileSetAttributeInt(file, "/", "cases", rows->n));
  PetscCall(FileSetAttributeInt(file, "/", "cases_done", done));
  PetscCall(FileSetAttributeInt(file, "/", "cases_failed", failed));
  PetscCall(FileSetAttributeText(file, "/", "status", status));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RowsFileWrite(const RowsFile *f, const CaseRows *rows, const char status[])
{
  char number[32], path[PETSC_MAX_PATH_LEN + 64];
  File file;

  PetscFunctionBeginUser;
  unfinished_path(f->path, f->id, path, sizeof path);
  PetscCall(FileCreate(PETSC_COMM_SELF, "-output", path, PETSC_TRUE, &file));
  PetscCall(WriteAttributes(file, f, rows, status));
  PetscCall(PetscSNPrintf(number, sizeof number, "%" PetscInt_FMT, f->id));
  PetscCall(FileWriteText(file, "/", "run", number));
  PetscCall(FileWriteText(file, "/", "table", f->table->text));
  PetscCall(WriteCases(file, rows));
  PetscCall(WriteInputs(file, f->table));
  PetscCall(WriteResults(file, rows));
  PetscCall(FileClose(&file));
  PetscCheck(!rename(path, f->path), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE,
             "-output %s cannot be written (%s); the rows are in the files %s.rows.*", f->path,
             strerror(errno), f->path);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RowsFileReadId(MPI_Comm comm, RowsFile *f, PetscBool *done)
{
  char  *run, *table, *options, *status;
  Reader reader;

  PetscFunctionBeginUser;
  PetscCall(ReaderOpen(comm, "-restart", f->path, &reader));
  PetscCall(ReaderText(reader, "run", &run));
  PetscCall(ReaderText(reader, "table", &table));
  PetscCall(ReaderText(reader, "options", &options));
  PetscCall(ReaderText(reader, "status", &status));
  PetscCall(ReaderClose(&reader));
  PetscCheck(run && table && options && status, comm, PETSC_ERR_USER_INPUT,
             "-restart %s: the file is not that of many cases (-cases)", f->path);
  PetscCheck(!strcmp(table, f->table->text), comm, PETSC_ERR_USER_INPUT,
             "-restart %s: -cases %s is not the table of that run; give the same one", f->path,
             f->table->path);
  PetscCheck(!strcmp(options, f->options), comm, PETSC_ERR_USER_INPUT,
             "-restart %s: that run had other options; give the same, which are in its /options",
             f->path);
  f->id = (PetscInt)strtol(run, NULL, 10);
  *done = (PetscBool)!strcmp(status, "done");
  PetscCall(PetscFree(run));
  PetscCall(PetscFree(table));
  PetscCall(PetscFree(options));
  PetscCall(PetscFree(status));
  PetscFunctionReturn(PETSC_SUCCESS);
}
