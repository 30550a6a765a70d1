/* many_cases_one.c: runs one of many cases, and appends its row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <petsctime.h>
#include "base/error.h"
#include "case_table.h"
#include "file/reader.h"
#include "many_cases_impl.h"

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
