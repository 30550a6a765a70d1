/* many_cases.c: runs the cases of a table, several at once, into one file of results. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <petsctime.h>
#include "analysis/run/interrupt.h"
#include "base/error.h"
#include "case_columns.h"
#include "input/file_place.h"
#include "input/output_file_check.h"
#include "many_cases_impl.h"
#include "output/provenance.h"

/* ---- options --------------------------------------------------------------------------------- */

/* Input error: an option is given that only a single case can have. */
static PetscErrorCode CheckForbidden(const ManyCases *m)
{
  static const char *const names[] = {"-checkpoint", "-checkpoint_every",
                                      "-checkpoint_every_minutes"};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(names); k++)
    PetscCheck(
      !FsOptionListHas(m->supplied, names[k]), m->comm, PETSC_ERR_USER_INPUT,
      "%s has no effect with -cases, whose rows are kept as soon as they are there; remove "
      "it",
      names[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: no file can be written at m->path. */
static PetscErrorCode CheckPath(const ManyCases *m, FsOptions o)
{
  const char *problem = NULL;

  PetscFunctionBeginUser;
  if (m->rank == 0) {
    problem = path_problem(m->path, (PetscBool)(m->overwrite || m->restarts));
    if ((!m->restarts && FsOptionsReadsFile(o, m->path)) || same_path(m->path, m->table.path))
      problem = "is a file that this run reads; give another name";
    if (strlen(m->path) > PETSC_MAX_PATH_LEN / 2)
      problem = "is too long a path; give a shorter one";
  }
  PetscCall(
    CheckAllRanks(m->comm, (PetscBool)(problem != NULL), "-output %s %s", m->path, problem));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads -output and -restart. */
static PetscErrorCode ReadPaths(ManyCases *m, FsOptions o)
{
  const char *output = "fsolve.h5", *restart = NULL;
  PetscBool   given;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, "-output", &output, &given));
  PetscCall(FsOptionsText(o, "-restart", &restart, &m->restarts));
  PetscCheck(strcmp(output, "none") != 0, m->comm, PETSC_ERR_USER_INPUT,
             "-cases needs a file for its rows; give it with -output");
  if (m->restarts && !given) output = restart;
  PetscCheck(!m->restarts || same_path(output, restart), m->comm, PETSC_ERR_USER_INPUT,
             "-restart %s: the rows that are missing are added to this file; give it as -output "
             "too, or no -output",
             restart);
  PetscCall(PetscStrncpy(m->path, output, sizeof m->path));
  PetscCall(CheckPath(m, o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Records the options that all cases have. */
static PetscErrorCode RecordOptions(ManyCases *m)
{
  OptionListBuilder       builder = {.message = m->message, .size = sizeof m->message};
  struct _n_FsOptionList *list    = NULL;
  size_t                  size;
  int                     bad;

  PetscFunctionBeginUser;
  list = calloc(1, sizeof *list);
  bad  = !list || OptionListAddList(&builder, m->supplied, case_option_is_of_run);
  if (!bad) {
    list->bytes = builder.bytes;
    bad         = OptionListSet(list, builder.nbytes);
  }
  PetscCheck(!bad, PETSC_COMM_SELF, PETSC_ERR_MEM, "memory is missing for the options");
  size = OptionListWrite(list, NULL, 0) + 1;
  PetscCall(PetscCalloc1(size, &m->options));
  OptionListWrite(list, m->options, size);
  FsOptionListDestroy(&list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadOptions(ManyCases *m)
{
  const char *name  = NULL;
  PetscInt    ranks = 1;
  FsOptions   o;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsCreateFromList(m->comm, m->supplied, &o));
  PetscCall(FsOptionsText(o, "-cases", &name, NULL));
  PetscCall(FsOptionsInt(o, "-cases_ranks", 1, &ranks, NULL));
  PetscCall(FsOptionsBool(o, "-cases_files", &m->files, NULL));
  PetscCall(FsOptionsBool(o, "-overwrite", &m->overwrite, NULL));
  PetscCall(FsOptionsBool(o, "-quiet", &m->quiet, NULL));
  m->walltime = PETSC_MAX_REAL;
  PetscCall(FsOptionsPositive(o, "-walltime", &m->walltime, NULL));
  PetscCall(CheckForbidden(m));
  PetscCall(CaseTableRead(m->comm, m->supplied, name, &m->table));
  PetscCall(CaseColumnsCheck(m->comm, &m->table));
  PetscCall(ReadPaths(m, o));
  PetscCall(CaseQueueCreate(m->comm, ranks, &m->queue));
  PetscCall(RecordOptions(m));
  m->file = (RowsFile){.path        = m->path,
                       .options     = m->options,
                       .table       = &m->table,
                       .groups      = m->queue.ngroups,
                       .group_ranks = ranks};
  PetscCall(FsOptionsDestroy(&o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- which cases are missing ----------------------------------------------------------------- */

/* Reads the rows on rank 0. Raises an error on all ranks. */
static PetscErrorCode ReadRows(ManyCases *m, CaseRows *rows)
{
  const char *problem = NULL;

  PetscFunctionBeginUser;
  if (m->rank == 0) problem = RowJournalsRead(m->path, (uint32_t)m->file.id, m->table.n, rows);
  PetscCall(CheckFileWritten(m->comm, (PetscBool)(problem != NULL),
                             "-output %s: the files %s.rows.* cannot be read: %s", m->path, m->path,
                             problem));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lists the cases to run: all, or those that the earlier run has no rows of. */
static PetscErrorCode ListCases(ManyCases *m)
{
  PetscBool done = PETSC_FALSE;
  CaseRows  rows = {0};

  PetscFunctionBeginUser;
  if (m->restarts) PetscCall(RowsFileReadId(m->comm, &m->file, &done));
  else PetscCall(ChooseRunId(m->comm, &m->file.id));
  PetscCheck(!done, m->comm, PETSC_ERR_USER_INPUT,
             "-restart %s: this run is done, and no row is missing", m->path);
  PetscCall(PetscMalloc1(m->table.n, &m->todo));
  if (m->restarts) PetscCall(ReadRows(m, &rows));
  for (PetscInt k = 0; k < m->table.n && m->rank == 0; k++)
    if (!m->restarts || rows.row[k].status == CASE_MISSING) m->todo[m->ntodo++] = k;
  CaseRowsDestroy(&rows);
  PetscCallMPI(MPI_Bcast(&m->ntodo, 1, MPIU_INT, 0, m->comm));
  PetscCallMPI(MPI_Bcast(m->todo, (int)m->ntodo, MPIU_INT, 0, m->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Writes the results on rank 0, from the journals. Raises no error: *caught has it. */
static PetscErrorCode WriteFile(ManyCases *m, const char status[], CaughtError *caught)
{
  PetscLogDouble start, end;
  CaseRows       rows;
  const char    *problem;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&start));
  problem = RowJournalsRead(m->path, (uint32_t)m->file.id, m->table.n, &rows);
  PetscCall(CatchErrorsBegin(caught));
  if (!problem) (void)RowsFileWrite(&m->file, &rows, status);
  PetscCall(CatchErrorsEnd());
  if (problem) {
    caught->code = PETSC_ERR_FILE_WRITE;
    PetscCall(PetscSNPrintf(caught->text, sizeof caught->text, "-output %s: %s", m->path, problem));
  }
  CaseRowsDestroy(&rows);
  PetscCall(PetscTime(&end));
  m->next_write = end + PetscMax(10, 50 * (end - start));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes the results, and raises an error on all ranks. */
static PetscErrorCode WriteFileOnAllRanks(ManyCases *m, const char status[])
{
  CaughtError caught = {0};

  PetscFunctionBeginUser;
  if (m->rank == 0) PetscCall(WriteFile(m, status, &caught));
  PetscCall(CheckFileWritten(m->comm, (PetscBool)(caught.code != 0), "%s", caught.text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Opens the journals of the groups, and writes the file without rows, or with those of before. */
static PetscErrorCode OpenFiles(ManyCases *m)
{
  const char *problem = NULL;

  PetscFunctionBeginUser;
  m->journal = -1;
  if (m->queue.rank == 0)
    problem = RowJournalOpen(m->path, m->queue.mine, m->restarts, &m->journal);
  PetscCall(CheckAllRanks(m->comm, (PetscBool)(problem != NULL),
                          "-output %s: the file %s.rows.%" PetscInt_FMT " cannot be written: %s",
                          m->path, m->path, m->queue.mine, problem));
  PetscCall(WriteFileOnAllRanks(m, "running"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the run --------------------------------------------------------------------------------- */

/* Raises an input error if the first row of a column says that the column is unknown. Group 0 sets
   up one case, or a few if that row has no values of some columns. */
static PetscErrorCode TryColumns(ManyCases *m)
{
  const CaseTable *t       = &m->table;
  PetscBool        unknown = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (PetscInt c = 0; c < t->ncolumns && m->queue.mine == 0 && !unknown; c++) {
    const PetscInt k    = case_columns_first_row(t, c);
    PetscBool      seen = (PetscBool)(k == t->n);

    for (PetscInt d = 0; d < c && !seen; d++) seen = (PetscBool)(case_columns_first_row(t, d) == k);
    if (!seen) PetscCall(ManyCasesTry(m, k, &unknown));
  }
  PetscCall(CheckAllRanks(m->comm, (PetscBool)(unknown && m->rank == 0), "-cases %s: %s", t->path,
                          m->message));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reasons to stop, in the order in which they count. */
enum { GOES_ON, BY_FILE, BY_WALLTIME, BY_SIGNAL };

/* Sets m->stop on all ranks of the group. */
static PetscErrorCode PollStop(ManyCases *m)
{
  PetscLogDouble now;
  int            stop = InterruptSignal() ? BY_SIGNAL : GOES_ON;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&now));
  if (m->queue.rank == 0 && !stop) {
    if ((now - m->started) / 60 > m->walltime) stop = BY_WALLTIME;
    else if (!access(m->stop_file, F_OK)) stop = BY_FILE;
  }
  PetscCallMPI(MPI_Allreduce(&stop, &m->stop, 1, MPI_INT, MPI_MAX, m->queue.group));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prints how far the run is, at most once a second, and brings the file up to date. */
static PetscErrorCode Progress(ManyCases *m, PetscInt k)
{
  PetscLogDouble now;
  CaughtError    caught = {0};

  PetscFunctionBeginUser;
  if (m->rank != 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscTime(&now));
  if (now > m->next_write)
    PetscCall(WriteFile(m, "running", &caught)); /* the last one must succeed */
  if (m->quiet || now < m->next_line) PetscFunctionReturn(PETSC_SUCCESS);
  m->next_line = now + 1;
  PetscCall(
    PetscPrintf(PETSC_COMM_SELF, "case %" PetscInt_FMT " of %" PetscInt_FMT "\n", k + 1, m->ntodo));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RunAll(ManyCases *m)
{
  PetscInt k;

  PetscFunctionBeginUser;
  PetscCall(CaseQueueStart(&m->queue, m->comm, m->ntodo));
  for (;;) {
    PetscCall(PollStop(m));
    PetscCall(CaseQueueNext(&m->queue, (PetscBool)(m->stop || m->problem), &k));
    if (k >= m->ntodo) break;
    PetscCall(Progress(m, k));
    PetscCall(ManyCasesRunOne(m, m->todo[k]));
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &m->stop, 1, MPI_INT, MPI_MAX, m->comm));
  PetscCall(CheckFileWritten(m->comm, (PetscBool)(m->problem != NULL),
                             "-output %s: the file %s.rows.%" PetscInt_FMT
                             " cannot be written (%s); the rows before are kept",
                             m->path, m->path, m->queue.mine, m->problem));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the end --------------------------------------------------------------------------------- */

static const char *stop_reason(const ManyCases *m)
{
  static const char *const reasons[] = {"", "the file beside the output", "-walltime", "a signal"};

  return m->stop == BY_SIGNAL && InterruptSignal() ? InterruptSignal() : reasons[m->stop];
}

/* Counts the rows, and takes the message of the first case that failed. */
static PetscErrorCode CountRows(ManyCases *m, PetscInt *missing, PetscInt *failed)
{
  PetscInt count[2] = {0, 0};
  CaseRows rows     = {0};

  PetscFunctionBeginUser;
  PetscCall(ReadRows(m, &rows));
  for (PetscInt k = rows.n - 1; k >= 0; k--) {
    const CaseRow *row = &rows.row[k];

    count[0] += row->status == CASE_MISSING;
    count[1] += row->status > 0;
    if (row->status > 0)
      PetscCall(PetscSNPrintf(m->message, sizeof m->message, "case %" PetscInt_FMT ": %s", k,
                              row->message));
  }
  CaseRowsDestroy(&rows);
  PetscCallMPI(MPI_Bcast(count, 2, MPIU_INT, 0, m->comm));
  PetscCallMPI(MPI_Bcast(m->message, sizeof m->message, MPI_CHAR, 0, m->comm));
  *missing = count[0];
  *failed  = count[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude(ManyCases *m)
{
  const PetscInt n       = m->table.n;
  PetscInt       missing = 0, failed = 0;
  char           status[96] = "done";
  PetscLogDouble now;

  PetscFunctionBeginUser;
  PetscCall(CountRows(m, &missing, &failed));
  if (missing) snprintf(status, sizeof status, "stopped by %s", stop_reason(m));
  PetscCall(WriteFileOnAllRanks(m, status));
  if (m->rank == 0 && m->stop == BY_FILE) unlink(m->stop_file);
  if (m->rank == 0 && !missing) RowJournalsRemove(m->path);
  PetscCall(PetscTime(&now));
  PetscCheck(!missing, m->comm, FS_ERR_STOPPED,
             "stopped by %s after %" PetscInt_FMT " of %" PetscInt_FMT
             " cases, of which %" PetscInt_FMT " failed; continue with -restart %s",
             stop_reason(m), n - missing, n, failed, m->path);
  PetscCheck(failed < n, m->comm, PETSC_ERR_NOT_CONVERGED,
             "all %" PetscInt_FMT " cases failed (/cases/message of %s); %s", n, m->path,
             m->message);
  if (!m->quiet)
    PetscCall(PetscPrintf(
      m->comm, "done: %" PetscInt_FMT " cases in %.3g s, of which %" PetscInt_FMT " failed%s%s\n",
      n, now - m->started, failed, failed ? "; " : "", failed ? m->message : ""));
  else if (failed)
    PetscCall(WarnAllRanks(m->comm, (PetscBool)(m->rank == 0),
                           "%" PetscInt_FMT " of %" PetscInt_FMT " cases failed; %s", failed, n,
                           m->message));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all ------------------------------------------------------------------------------------- */

static PetscErrorCode Destroy(ManyCases *m)
{
  PetscFunctionBeginUser;
  if (m->journal >= 0) close(m->journal);
  PetscCall(PetscFree(m->todo));
  PetscCall(PetscFree(m->options));
  PetscCall(CaseTableDestroy(&m->table));
  PetscCall(CaseQueueDestroy(&m->queue));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ManyCasesRun(MPI_Comm comm, FsOptionList supplied)
{
  ManyCases m = {.comm = comm, .supplied = supplied};

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &m.rank));
  PetscCall(PetscTime(&m.started));
  PetscCall(ReadOptions(&m));
  PetscCall(PetscSNPrintf(m.stop_file, sizeof m.stop_file, "%s.stop", m.path));
  PetscCall(ListCases(&m));
  if (!m.restarts) PetscCall(TryColumns(&m));
  InterruptRunManyCases();
  PetscCall(OpenFiles(&m));
  if (!m.quiet)
    PetscCall(PetscPrintf(comm, "%" PetscInt_FMT " cases, %" PetscInt_FMT " at a time\n", m.ntodo,
                          PetscMin(m.ntodo, m.queue.ngroups)));
  PetscCall(RunAll(&m));
  PetscCall(Conclude(&m));
  PetscCall(Destroy(&m));
  PetscFunctionReturn(PETSC_SUCCESS);
}
