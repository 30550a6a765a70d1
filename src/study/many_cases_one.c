/* many_cases_one.c: runs one of many cases, reduces its results to the values of a row, and
   appends this row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <petsctime.h>
#include "base/error.h"
#include "case_table.h"
#include "file/reader.h"
#include "many_cases_impl.h"
#include <math.h>
#include "rows_file.h"

/* ---- case row -------------------------------------------------------------------------------- */

enum { MOST = 10000 }; /* numbers of a table that a row takes */

static PetscBool begins(const char text[], const char start[])
{
  return (PetscBool)!strncmp(text, start, strlen(start));
}

/* Returns what follows the name in the path of a history, /history/<name>/..., from the slash on.
   The user chooses the name: a probe may be called shape, frames or real. Returns NULL if path is
   no history, or has no more components. */
static const char *after_name(const char path[])
{
  return begins(path, "/history/") ? strchr(path + strlen("/history/"), '/') : NULL;
}

/* Adds a name with room for its numbers, and returns the room. */
static PetscErrorCode Add(CaseValues *v, const char name[], int width, double **number)
{
  PetscFunctionBeginUser;
  if (v->n == v->capacity) {
    v->capacity = 2 * v->capacity + 64;
    PetscCall(PetscRealloc((size_t)v->capacity * sizeof *v->name, &v->name));
    PetscCall(PetscRealloc((size_t)v->capacity * sizeof *v->width, &v->width));
  }
  if (v->nnumbers + width > v->room) {
    v->room = 2 * (v->nnumbers + width) + 256;
    PetscCall(PetscRealloc((size_t)v->room * sizeof *v->number, &v->number));
  }
  PetscCall(PetscStrallocpy(name, &v->name[v->n]));
  v->width[v->n++] = width;
  *number          = v->number + v->nnumbers;
  v->nnumbers += width;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- its options ----------------------------------------------------------------------------- */

/* Gives a case the value of a column. Returns the error code. */
static PetscErrorCode set_column(FsCase c, const char name[], const char value[])
{
  char text[4096];

  if (!*value) return PETSC_SUCCESS;
  if (*name == '-') return FsCaseSetOption(c, name, value);
  if (snprintf(text, sizeof text, "%s=%s", name, value) >= (int)sizeof text)
    return PETSC_ERR_USER_INPUT;
  return FsCaseSetOption(c, "-let", text);
}

/* Writes the path of the file of case k to path[size]; "none" without -cases_files. */
static void case_path(const ManyCases *m, PetscInt k, char path[], size_t size)
{
  const char *const end = strrchr(m->options.path, '.');
  const size_t      length =
    end && !strcmp(end, ".h5") ? (size_t)(end - m->options.path) : strlen(m->options.path);

  if (!m->options.files) snprintf(path, size, "none");
  else snprintf(path, size, "%.*s_%06d.h5", (int)length, m->options.path, (int)k);
}

/* Gives the options of case k. Returns the error code of one that is rejected. */
static PetscErrorCode set_options(const ManyCases *m, FsCase c, PetscInt k)
{
  char           path[PETSC_MAX_PATH_LEN + 16];
  PetscErrorCode ierr = FsCaseSetOption(c, "-quiet", NULL);

  case_path(m, k, path, sizeof path);
  for (PetscInt i = 0; i < m->table.ncolumns && !ierr; i++)
    ierr = set_column(c, m->table.name[i], case_table_value(&m->table, k, i));
  if (!ierr) ierr = FsCaseSetOption(c, "-output", path);
  /* a row of the table has the extremes of all steps */
  if (!ierr) ierr = FsCaseSetOption(c, "-output_last_rows", "0");
  /* a restart replaces the files of cases that were under way */
  if (!ierr && m->options.files && (m->options.overwrite || m->options.restarts))
    ierr = FsCaseSetOption(c, "-overwrite", NULL);
  return ierr;
}

/* ---- its lines ------------------------------------------------------------------------------- */

/* Warnings - What a case has warned of. */
typedef struct {
  int  n;
  char first[1024];
} Warnings;

/* Keeps warnings, and drops other lines. */
static void TakeLine(void *context, PetscBool warning, const char text[])
{
  static const char start[] = "fsolve: warning: ";
  Warnings         *w       = context;

  if (!warning) return;
  if (!strncmp(text, start, strlen(start))) text += strlen(start);
  if (w->n++ == 0) snprintf(w->first, sizeof w->first, "%.*s", (int)strcspn(text, "\n"), text);
}

/* ---- its results ----------------------------------------------------------------------------- */

static PetscErrorCode FindInMemory(void *context, const char path[], FsResult *r, PetscBool *found)
{
  const FsCase c = context;

  PetscFunctionBeginUser;
  *found = PETSC_FALSE;
  for (PetscInt k = 0; FsCaseGetResultName(c, k) && !*found; k++)
    *found = (PetscBool)!strcmp(FsCaseGetResultName(c, k), path);
  if (*found) PetscCall(FsCaseGetResult(c, path, r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes the values of a case that has its results in memory. */
static PetscErrorCode ReadMemory(FsCase c, CaseValues *v)
{
  const CaseResults all = {c, FindInMemory};
  FsResult          r;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; FsCaseGetResultName(c, k); k++) {
    const char *const path = FsCaseGetResultName(c, k);

    if (!case_values_may_need(path)) continue;
    PetscCall(FsCaseGetResult(c, path, &r));
    PetscCall(CaseValuesAddResult(v, path, &r, &all));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* FoundInFile - The results that a row needs at a time, of a file. */
typedef struct {
  Reader     reader;
  PetscInt   n;
  PetscReal *data[3]; /* [n] owned */
} FoundInFile;

static PetscErrorCode FindInFile(void *context, const char path[], FsResult *r, PetscBool *found)
{
  FoundInFile *in = context;
  PetscInt     ndims, size[3] = {0, 0, 0};

  PetscFunctionBeginUser;
  PetscCall(ReaderGetReals(in->reader, path, &ndims, size, &in->data[in->n]));
  *found = (PetscBool)(in->data[in->n] != NULL);
  *r     = (FsResult){
        .type  = FS_RESULT_REAL,
        .ndims = ndims,
        .dims  = {size[0], size[1], size[2]},
        .n     = size[0],
        .data  = in->data[in->n]
  };
  if (*found) in->n++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes the values of a case from its file, on this rank. */
static PetscErrorCode ReadFile(const ManyCases *m, PetscInt k, CaseValues *v)
{
  FoundInFile       in  = {.n = 0};
  const CaseResults all = {&in, FindInFile};
  char              path[PETSC_MAX_PATH_LEN + 16], **name;
  FsResult          r;
  PetscBool         found;
  PetscInt          n;

  PetscFunctionBeginUser;
  case_path(m, k, path, sizeof path);
  PetscCall(ReaderOpen(PETSC_COMM_SELF, "-output", path, &in.reader));
  PetscCall(ReaderListDatasets(in.reader, "/", &n, &name));
  for (PetscInt i = 0; i < n; i++) {
    if (!case_values_may_need(name[i])) continue;
    PetscCall(FindInFile(&in, name[i], &r, &found));
    if (found) PetscCall(CaseValuesAddResult(v, name[i], &r, &all));
    for (; in.n; in.n--) PetscCall(PetscFree(in.data[in.n - 1]));
  }
  PetscCall(PetscStrNArrayDestroy(n, &name));
  PetscCall(ReaderClose(&in.reader));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the case -------------------------------------------------------------------------------- */

/* Creates case k. Returns the error code of an option that is rejected. */
static PetscErrorCode CreateCase(ManyCases *m, PetscInt k, Warnings *w, FsCase *c,
                                 PetscErrorCode *rejected)
{
  PetscFunctionBeginUser;
  PetscCall(CaseCreateInGroup(m->queue.group, m->supplied, case_option_is_of_run, c));
  PetscCall(FsCaseSetPrinter(*c, TakeLine, w));
  *rejected = set_options(m, *c, k);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ManyCasesTry(ManyCases *m, PetscInt k, PetscBool *unknown)
{
  Warnings       w    = {0};
  PetscErrorCode ierr = PETSC_SUCCESS;
  FsCase         c;

  PetscFunctionBeginUser;
  PetscCall(CreateCase(m, k, &w, &c, &ierr));
  if (!ierr) ierr = FsCaseSetUp(c);
  PetscCall(PetscSNPrintf(m->message, sizeof m->message, "%s", ierr ? FsCaseGetMessage(c) : ""));
  *unknown = (PetscBool)(ierr && case_columns_unknown(&m->table, k, m->message));
  PetscCheck(!ierr || !CaseMustAbort(c), PETSC_COMM_SELF, ierr, "case %" PetscInt_FMT ": %s", k,
             m->message);
  PetscCall(FsCaseDestroy(&c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Appends the row of case k, on rank 0 of the group. */
static PetscErrorCode Append(ManyCases *m, FsCase c, const CaseRow *row)
{
  CaseValues v = {.n = 0};

  PetscFunctionBeginUser;
  if (!row->status && !m->options.files) PetscCall(ReadMemory(c, &v));
  if (!row->status && m->options.files && m->queue.rank == 0)
    PetscCall(ReadFile(m, row->number, &v));
  if (m->queue.rank == 0) m->problem = RowJournalAppend(m->journal, m->file.id, row, &v);
  PetscCall(CaseValuesDestroy(&v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ManyCasesRunOne(ManyCases *m, PetscInt k)
{
  Warnings       w = {0};
  CaseRow        row;
  PetscErrorCode ierr = PETSC_SUCCESS;
  PetscLogDouble start, end;
  PetscBool      alone;
  FsCase         c;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&start));
  PetscCall(CreateCase(m, k, &w, &c, &ierr));
  if (!ierr) ierr = FsCaseRun(c);
  alone = (PetscBool)(ierr && CaseMustAbort(c));
  PetscCall(PetscSNPrintf(m->message, sizeof m->message, "%s", ierr ? FsCaseGetMessage(c) : ""));
  PetscCall(PetscTime(&end));
  row = (CaseRow){.number    = (int)k,
                  .status    = ErrorExitStatus(ierr),
                  .seconds   = end - start,
                  .nwarnings = w.n,
                  .message   = m->message,
                  .warning   = w.first};
  if (row.status != FS_EXIT_STOPPED) PetscCall(Append(m, c, &row));
  PetscCheck(!alone, PETSC_COMM_SELF, ierr, "case %" PetscInt_FMT ": %s", k, m->message);
  PetscCall(FsCaseDestroy(&c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- histories ------------------------------------------------------------------------------- */

/* Sets extreme[columns] to the largest value of each column of x[rows][columns], times sign. */
static void find_largest(PetscInt rows, int columns, const PetscReal x[], double sign,
                         double extreme[])
{
  for (int c = 0; c < columns; c++) {
    double largest = NAN;

    for (PetscInt k = 0; k < rows; k++) {
      const double value = sign * (double)x[k * columns + c];

      if (!(value <= largest)) largest = isnan(value) ? largest : value;
    }
    extreme[c] = sign * largest;
  }
}

static PetscErrorCode AddHistory(CaseValues *v, const char name[], PetscInt rows, int columns,
                                 const PetscReal x[])
{
  char    full[512];
  double *number;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(full, sizeof full, strcmp(name, "time") ? "%s/final" : "%s", name));
  PetscCall(Add(v, full, columns, &number));
  for (int c = 0; c < columns; c++) number[c] = (double)x[(rows - 1) * columns + c];
  if (!strcmp(name, "time")) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(full, sizeof full, "%s/largest", name));
  PetscCall(Add(v, full, columns, &number));
  find_largest(rows, columns, x, 1, number);
  PetscCall(PetscSNPrintf(full, sizeof full, "%s/least", name));
  PetscCall(Add(v, full, columns, &number));
  find_largest(rows, columns, x, -1, number);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- harmonic responses ---------------------------------------------------------------------- */

/* Adds the largest amplitude of the part /history/<name>/real/ of a response, and the frequency
 * where it is. */
static PetscErrorCode AddAmplitude(CaseValues *v, const char path[], PetscInt rows, int columns,
                                   const PetscReal re[], const CaseResults *all)
{
  const char *const part = after_name(path), *const quantity = part + strlen("/real/");
  const char *const name = path + strlen("/history/");
  FsResult          im, f;
  PetscBool         has_im, has_f;
  char              other[512], full[512];
  double           *largest, *at;

  PetscFunctionBeginUser;
  PetscCall(
    PetscSNPrintf(other, sizeof other, "%.*s/imaginary/%s", (int)(part - path), path, quantity));
  PetscCall(all->find(all->context, other, &im, &has_im));
  PetscCall(all->find(all->context, "/history/frequency", &f, &has_f));
  if (!has_im || !has_f || im.n != rows || f.n != rows) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(full, sizeof full, "%.*s/amplitude/%s/largest", (int)(part - name), name,
                          quantity));
  PetscCall(Add(v, full, columns, &largest));
  PetscCall(PetscSNPrintf(full, sizeof full, "%.*s/amplitude/%s/frequency", (int)(part - name),
                          name, quantity));
  PetscCall(Add(v, full, columns, &at));
  largest = at - columns; /* the numbers may have moved */
  for (int c = 0; c < columns; c++) {
    largest[c] = -1;
    for (PetscInt k = 0; k < rows; k++) {
      const double size =
        hypot((double)re[k * columns + c], (double)((const PetscReal *)im.data)[k * columns + c]);

      if (size <= largest[c]) continue;
      largest[c] = size;
      at[c]      = (double)((const PetscReal *)f.data)[k];
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all results ----------------------------------------------------------------------------- */

PetscBool case_values_may_need(const char path[])
{
  static const char *const others[] = {"/mesh/", "/snapshots/", "/envelopes/", "/history/solver/",
                                       "/options"};

  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(others); k++)
    if (begins(path, others[k])) return PETSC_FALSE;
  if (strchr(path, '@')) return PETSC_FALSE; /* an attribute */
  return (PetscBool)(begins(path, "/history/") ||
                     (!strstr(path, "/frames/") && !strstr(path, "/shape")));
}

PetscErrorCode CaseValuesAddResult(CaseValues *v, const char path[], const FsResult *r,
                                   const CaseResults *all)
{
  const PetscReal *const x       = r->data;
  const char *const      rest    = after_name(path);
  PetscInt               columns = 1;
  double                *number;

  PetscFunctionBeginUser;
  if (r->type != FS_RESULT_REAL || !r->ndims || !r->dims[0] || r->n != r->dims[r->axis])
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 1; k < r->ndims; k++) columns *= r->dims[k];
  if (!columns || columns > MOST) PetscFunctionReturn(PETSC_SUCCESS);
  if (rest && begins(rest, "/imaginary/")) PetscFunctionReturn(PETSC_SUCCESS);
  if (rest && begins(rest, "/real/"))
    PetscCall(AddAmplitude(v, path, r->dims[0], (int)columns, x, all));
  else if (begins(path, "/history/"))
    PetscCall(AddHistory(v, path + strlen("/history/"), r->dims[0], (int)columns, x));
  else if (r->dims[0] * columns <= MOST) {
    PetscCall(Add(v, path + 1, (int)(r->dims[0] * columns), &number));
    for (PetscInt k = 0; k < r->dims[0] * columns; k++) number[k] = (double)x[k];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseValuesDestroy(CaseValues *v)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < v->n; k++) PetscCall(PetscFree(v->name[k]));
  PetscCall(PetscFree(v->name));
  PetscCall(PetscFree(v->width));
  PetscCall(PetscFree(v->number));
  *v = (CaseValues){.n = 0};
  PetscFunctionReturn(PETSC_SUCCESS);
}
