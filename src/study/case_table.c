/* case_table.c: reads the table of -cases, and checks its columns. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/error.h"
#include "case_table.h"
#include "input/formula/symbols.h"
#include "case/case.h"
#include "model/combinations/combinations.h"
#include "input/manual/manual.h"
#include "input/petsc_options.h"

/* ---- the file -------------------------------------------------------------------------------- */

/* Returns the whole file in allocated memory, or NULL with the problem. One rank calls it. */
static char *read_file(const char path[], const char **problem)
{
  FILE        *file = fopen(path, "rb");
  char        *text = NULL;
  size_t       n = 0, capacity = 0, got = 1;
  const size_t MOST = (size_t)1 << 30;

  *problem = file ? NULL : strerror(errno);
  while (file && got && !*problem) {
    if (capacity < n + 2) {
      char *bigger = realloc(text, capacity = 2 * capacity + 65536);

      if (!bigger) *problem = "memory is missing for it";
      else text = bigger;
    }
    got = *problem ? 0 : fread(text + n, 1, capacity - n - 1, file);
    if (got && memchr(text + n, 0, got)) *problem = "it is no text: it has a zero byte";
    n += got;
    if (n > MOST) *problem = "it is longer than a table of cases can be";
  }
  if (file && !*problem && ferror(file)) *problem = strerror(errno);
  if (file) fclose(file);
  if (!*problem) {
    text[n] = 0;
    return text;
  }
  free(text);
  return NULL;
}

static PetscErrorCode ReadText(MPI_Comm comm, FsOptionList supplied, const char name[],
                               CaseTable *t)
{
  char        path[PETSC_MAX_PATH_LEN] = "", *text = NULL;
  const char *problem = NULL;
  PetscMPIInt rank;
  int         size = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) {
    OptionListFindFile(supplied, name, path, sizeof path);
    text = read_file(path, &problem);
    size = text ? (int)strlen(text) + 1 : 0;
  }
  PetscCall(CheckAllRanks(comm, (PetscBool)(rank == 0 && !text),
                          "-cases %s: the table cannot be read (%s); check the path", name,
                          problem ? problem : ""));
  PetscCallMPI(MPI_Bcast(path, sizeof path, MPI_CHAR, 0, comm));
  PetscCallMPI(MPI_Bcast(&size, 1, MPI_INT, 0, comm));
  PetscCall(PetscStrallocpy(path, &t->path));
  PetscCall(PetscMalloc1(size, &t->text));
  if (rank == 0) PetscCall(PetscArraycpy(t->text, text, size));
  free(text);
  PetscCallMPI(MPI_Bcast(t->text, size, MPI_CHAR, 0, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- its lines ------------------------------------------------------------------------------- */

enum { OPEN_QUOTE = -1, AFTER_QUOTE = -2 };

/* Takes the field at *at, without the quotes and spaces around it, and moves *at behind it. Returns
   the comma that ends it, or 0 at the end of the line, or one of the numbers above. */
static int take_field(char **at, const char **field)
{
  char *p = *at + strspn(*at, " \t"), *end = p;
  int   last;

  *field = p;
  if (*p == '"') {
    *field = end = ++p;
    for (; *p && (*p != '"' || p[1] == '"'); *end++ = *p++)
      if (*p == '"') p++;
    if (!*p) return OPEN_QUOTE;
    p += 1 + strspn(p + 1, " \t\r");
    if (*p && *p != ',') return AFTER_QUOTE;
  } else {
    p = end = p + strcspn(p, ",");
    while (end > *field && strchr(" \t\r", end[-1])) end--;
  }
  last = *p;
  *at  = p + (last != 0);
  *end = 0;
  return last;
}

/* Returns the next line that is not empty and no comment, or NULL, and moves *at behind it. */
static char *take_line(char **at, int *number)
{
  while (*at) {
    char *const line = *at, *const end = strchr(line, '\n');

    if (end) *end = 0;
    *at = end ? end + 1 : NULL;
    ++*number;
    if (line[strspn(line, " \t\r")] && line[strspn(line, " \t")] != '#') return line;
  }
  return NULL;
}

/* Takes all fields of a line, and at most `most` of them into field[]. Returns their number, or
   one of the numbers above. */
static int take_fields(char line[], int most, const char *field[])
{
  const char *none;
  int         n = 0, last = ',';

  for (; last == ','; n++) last = take_field(&line, n < most ? &field[n] : &none);
  return last < 0 ? last : n;
}

static PetscErrorCode CheckFields(MPI_Comm comm, const CaseTable *t, int line, int found)
{
  PetscFunctionBeginUser;
  PetscCheck(found != OPEN_QUOTE, comm, PETSC_ERR_USER_INPUT, "-cases %s:%d: a quote is not closed",
             t->path, line);
  PetscCheck(found != AFTER_QUOTE, comm, PETSC_ERR_USER_INPUT,
             "-cases %s:%d: a comma must follow a closing quote", t->path, line);
  PetscCheck(!t->ncolumns || found == t->ncolumns, comm, PETSC_ERR_USER_INPUT,
             "-cases %s:%d: the row has %d values, and the header has %" PetscInt_FMT
             " names; put quotes around a value with commas",
             t->path, line, found, t->ncolumns);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: a name of the header is no name, or is there twice. */
static PetscErrorCode CheckNames(MPI_Comm comm, const CaseTable *t, int line)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < t->ncolumns; i++) {
    const char *const name = t->name[i];

    PetscCheck(option_is_name(name) || symbol_is_name(name, strlen(name)), comm,
               PETSC_ERR_USER_INPUT,
               "-cases %s:%d: '%.100s' is neither an option, which starts with a dash, nor the "
               "name of a constant",
               t->path, line, name);
    for (PetscInt k = 0; k < i; k++)
      PetscCheck(strcasecmp(t->name[k], name) != 0, comm, PETSC_ERR_USER_INPUT,
                 "-cases %s:%d: the column %.100s is there twice; remove one", t->path, line, name);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the header, and returns its line; 0 if it does not exist. */
static PetscErrorCode ReadHeader(MPI_Comm comm, CaseTable *t, char **at, int *line)
{
  enum { MOST = 1000 };
  char *const text = take_line(at, line);
  int         n;

  PetscFunctionBeginUser;
  PetscCheck(text, comm, PETSC_ERR_USER_INPUT,
             "-cases %s: the table is empty; write a line of names, and a row for each case",
             t->path);
  PetscCall(PetscMalloc1(MOST, &t->name));
  n = take_fields(text, MOST, t->name);
  PetscCall(CheckFields(comm, t, *line, n));
  PetscCheck(n <= MOST, comm, PETSC_ERR_USER_INPUT, "-cases %s:%d: more than %d columns", t->path,
             *line, MOST);
  t->ncolumns = n;
  PetscCall(CheckNames(comm, t, *line));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadRows(MPI_Comm comm, CaseTable *t, char **at, int *line)
{
  char *text;

  PetscFunctionBeginUser;
  while ((text = take_line(at, line))) {
    if (t->n == t->capacity) {
      t->capacity = 2 * t->capacity + 64;
      PetscCall(PetscRealloc((size_t)(t->capacity * t->ncolumns) * sizeof *t->value, &t->value));
    }
    PetscCall(CheckFields(comm, t, *line,
                          take_fields(text, (int)t->ncolumns, t->value + t->n * t->ncolumns)));
    t->n++;
  }
  PetscCheck(t->n, comm, PETSC_ERR_USER_INPUT,
             "-cases %s: the table has no rows; write one for each case", t->path);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the lines of t->text. */
static PetscErrorCode ReadLines(MPI_Comm comm, CaseTable *t)
{
  char *at;
  int   line = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(t->text, &t->fields));
  at = t->fields;
  if (!strncmp(at, "\xEF\xBB\xBF", 3)) at += 3; /* some editors start a file with these */
  PetscCall(ReadHeader(comm, t, &at, &line));
  PetscCall(ReadRows(comm, t, &at, &line));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseTableRead(MPI_Comm comm, FsOptionList supplied, const char name[], CaseTable *t)
{
  PetscFunctionBeginUser;
  *t = (CaseTable){.path = NULL};
  PetscCall(ReadText(comm, supplied, name, t));
  PetscCall(ReadLines(comm, t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseTableOfCombinations(FsOptions o, MPI_Comm comm, CaseTable *t)
{
  static const char header[] = "-combination\n";
  size_t            size = sizeof header, used = sizeof header - 1;
  PetscInt          n;
  char            **names;

  PetscFunctionBeginUser;
  *t = (CaseTable){.path = NULL};
  PetscCall(CombinationNamesRead(o, comm, &n, &names));
  for (PetscInt k = 0; k < n; k++) size += strlen(names[k]) + 1;
  PetscCall(PetscStrallocpy("combinations", &t->path));
  PetscCall(PetscMalloc1(size, &t->text));
  PetscCall(PetscStrncpy(t->text, header, size));
  for (PetscInt k = 0; k < n; k++)
    used += (size_t)snprintf(t->text + used, size - used, "%s\n", names[k]);
  PetscCall(PetscStrNArrayDestroy(n, &names));
  PetscCall(ReadLines(comm, t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseTableDestroy(CaseTable *t)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(t->path));
  PetscCall(PetscFree(t->text));
  PetscCall(PetscFree(t->fields));
  PetscCall(PetscFree(t->name));
  PetscCall(PetscFree(t->value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- case columns ---------------------------------------------------------------------------- */

static const char *const of_run[] = {"-cases",   "-cases_ranks", "-cases_files", "-output",
                                     "-restart", "-overwrite",   "-walltime",    "-quiet"};

PetscBool case_option_is_of_run(const char name[])
{
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(of_run); k++)
    if (!strcasecmp(name, of_run[k])) return PETSC_TRUE;
  return petsc_option_is_of_program(name);
}

static PetscErrorCode CheckColumn(MPI_Comm comm, FsOptions manual, const CaseTable *t,
                                  const char name[])
{
  char nearest[256], dashed[256];

  PetscFunctionBeginUser;
  if (*name != '-') PetscFunctionReturn(PETSC_SUCCESS); /* a constant */
  PetscCheck(!case_option_is_of_run(name) && strncasecmp(name, "-checkpoint", 11) != 0, comm,
             PETSC_ERR_USER_INPUT,
             "-cases %s: %s is an option of the whole run, not of a case; remove the column",
             t->path, name);
  PetscCall(PetscSNPrintf(dashed, sizeof dashed, "%s", name));
  PetscCheck(OptionIsDocumented(manual, dashed, nearest, sizeof nearest), comm,
             PETSC_ERR_USER_INPUT, "-cases %s: unknown option %s in the header; %s%s%s", t->path,
             name, *nearest ? "did you mean " : "", *nearest ? nearest : "-help lists the options",
             *nearest ? "?" : "");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseColumnsCheck(MPI_Comm comm, const CaseTable *t)
{
  FsOptions manual;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsCreateForManual(&manual));
  PetscCall(CaseDocumentOptions(manual));
  for (PetscInt c = 0; c < t->ncolumns; c++) PetscCall(CheckColumn(comm, manual, t, t->name[c]));
  PetscCall(FsOptionsDestroy(&manual));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt case_columns_first_row(const CaseTable *t, PetscInt column)
{
  PetscInt k = 0;

  while (k < t->n && !*case_table_value(t, k, column)) k++;
  return k;
}

/* Returns whether the words before a name, and the name as a whole word, are in a message. */
static PetscBool says(const char message[], const char before[], const char name[])
{
  char        words[512];
  const char *found;

  snprintf(words, sizeof words, "%s%s", before, name);
  found = strstr(message, words);
  return (PetscBool)(found && strchr(";:, ", found[strlen(words)]));
}

PetscBool case_columns_unknown(const CaseTable *t, PetscInt k, const char message[])
{
  for (PetscInt c = 0; c < t->ncolumns; c++)
    if (case_columns_first_row(t, c) == k &&
        says(message, *t->name[c] == '-' ? "unknown option " : "-let ", t->name[c]))
      return PETSC_TRUE;
  return PETSC_FALSE;
}
