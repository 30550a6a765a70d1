/* many_cases.c: runs the cases of a table, several at once, into one file of results. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <unistd.h>
#include <petsctime.h>
#include "analysis/run/control/control.h"
#include "base/error.h"
#include "case_table.h"
#include "input/file_place.h"
#include "many_cases_impl.h"
#include "output/provenance.h"

/* ---- case queue ------------------------------------------------------------------------------ */

/* A counter on rank 0, which the groups read and increase by one-sided messages.

   No rank serves the others. A group sends one message for each case but its first. On one
   machine the counter is in shared memory. On several, MPI may answer only while rank 0 is in a
   call of MPI, as it is in each time step. */

PetscErrorCode CaseQueueCreate(MPI_Comm comm, PetscInt k, CaseQueue *q)
{
  PetscMPIInt rank, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCheck(size % k == 0, comm, PETSC_ERR_USER_INPUT,
             "-cases_ranks %" PetscInt_FMT
             ": %d rank%s cannot form groups of that many; start a multiple of it",
             k, size, size > 1 ? "s" : "");
  *q = (CaseQueue){.ngroups = size / k, .mine = rank / k};
  PetscCallMPI(MPI_Comm_split(comm, (int)q->mine, rank, &q->group));
  PetscCallMPI(MPI_Comm_rank(q->group, &q->rank));
  PetscCall(PetscCommDuplicate(q->group, &q->kept[0], NULL));
  PetscCall(PetscCommDuplicate(PETSC_COMM_SELF, &q->kept[1], NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fills the queue, from which groups of ranks take cases, with n cases.

   Input:
     comm  the communicator of CaseQueueCreate()
   Collective on comm. */
static PetscErrorCode CaseQueueStart(CaseQueue *q, MPI_Comm comm, PetscInt n)
{
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  q->n = n;
  if (q->ngroups == 1) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Win_allocate(rank ? 0 : sizeof *q->counter, sizeof *q->counter, MPI_INFO_NULL,
                                comm, &q->counter, &q->window));
  if (rank == 0) {
    PetscCallMPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, q->window));
    *q->counter = (int)q->ngroups; /* each group starts with a case of its own */
    PetscCallMPI(MPI_Win_unlock(0, q->window));
  }
  PetscCallMPI(MPI_Barrier(comm));
  PetscCallMPI(MPI_Win_lock_all(0, q->window));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the counter's value, and adds to it or replaces it. */
static PetscErrorCode Count(CaseQueue *q, MPI_Op op, int operand, int *value)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Fetch_and_op(&operand, value, MPI_INT, 0, 0, op, q->window));
  PetscCallMPI(MPI_Win_flush(0, q->window));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes the next case from the queue, for all ranks of this group.

   Input:
     stop  PETSC_TRUE if no group shall take another case; only the value on rank 0 of the group is
           used
   Output:
     k     number of the case; at least n if no case is left
   Collective on the group. */
static PetscErrorCode CaseQueueNext(CaseQueue *q, PetscBool stop, PetscInt *k)
{
  int next = (int)(q->taken ? q->taken : q->mine); /* right for one group, and the first time */

  PetscFunctionBeginUser;
  if (q->rank == 0 && q->ngroups > 1 && stop) PetscCall(Count(q, MPI_REPLACE, (int)q->n, &next));
  else if (q->rank == 0 && q->ngroups > 1 && q->taken) PetscCall(Count(q, MPI_SUM, 1, &next));
  if (q->rank == 0 && stop) next = (int)q->n;
  PetscCallMPI(MPI_Bcast(&next, 1, MPI_INT, 0, q->group));
  q->taken++;
  *k = next;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseQueueDestroy(CaseQueue *q)
{
  PetscFunctionBeginUser;
  if (q->ngroups > 1 && q->n) {
    PetscCallMPI(MPI_Win_unlock_all(q->window));
    PetscCallMPI(MPI_Win_free(&q->window));
  }
  for (int k = 0; k < 2; k++) PetscCall(PetscCommDestroy(&q->kept[k]));
  PetscCallMPI(MPI_Comm_free(&q->group));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

/* Input error: no file can be written at m->options.path. */
static PetscErrorCode CheckPath(const ManyCases *m)
{
  const ManyCasesOptions *x       = &m->options;
  const char             *problem = NULL;

  PetscFunctionBeginUser;
  if (m->rank == 0) {
    problem = path_problem(x->path, (PetscBool)(x->overwrite || x->restarts));
    if ((!x->restarts && x->path_is_read) || same_path(x->path, m->table.path))
      problem = "is a file that this run reads; give another name";
    if (strlen(x->path) > PETSC_MAX_PATH_LEN / 2)
      problem = "is too long a path; give a shorter one";
  }
  PetscCall(
    CheckAllRanks(m->comm, (PetscBool)(problem != NULL), "-output %s %s", x->path, problem));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp(FsOptions o, ManyCases *m)
{
  const ManyCasesOptions *x = &m->options;

  PetscFunctionBeginUser;
  if (!strcmp(x->table, "combinations")) PetscCall(CaseTableOfCombinations(o, m->comm, &m->table));
  else PetscCall(CaseTableRead(m->comm, m->supplied, x->table, &m->table));
  PetscCall(CaseColumnsCheck(m->comm, &m->table));
  PetscCall(CheckPath(m));
  PetscCall(CaseQueueCreate(m->comm, x->ranks, &m->queue));
  PetscCall(PetscSNPrintf(m->stop_file, sizeof m->stop_file, "%s.stop", x->path));
  m->file = (RowsFile){.path        = x->path,
                       .options     = x->record,
                       .table       = &m->table,
                       .groups      = m->queue.ngroups,
                       .group_ranks = x->ranks};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- which cases are missing ----------------------------------------------------------------- */

/* Reads the rows on rank 0. check raises an error on all ranks: before the run of input, after it
   of a file. */
static PetscErrorCode ReadRows(ManyCases *m,
                               PetscErrorCode (*check)(MPI_Comm, PetscBool, const char[], ...),
                               CaseRows *rows)
{
  const char *problem = NULL;

  PetscFunctionBeginUser;
  if (m->rank == 0) problem = RowJournalsRead(m->options.path, m->file.id, m->table.n, rows);
  PetscCall(check(m->comm, (PetscBool)(problem != NULL),
                  "-output %s: the files %s.rows.* cannot be read: %s", m->options.path,
                  m->options.path, problem));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lists the cases to run: all, or those that the earlier run has no rows of. */
static PetscErrorCode ListCases(ManyCases *m)
{
  PetscBool done = PETSC_FALSE;
  CaseRows  rows = {0};

  PetscFunctionBeginUser;
  if (m->options.restarts) PetscCall(RowsFileReadId(m->comm, &m->file, &done));
  else PetscCall(ChooseRunId(m->comm, &m->file.id));
  PetscCheck(!done, m->comm, PETSC_ERR_USER_INPUT,
             "-restart %s: this run is done, and no row is missing", m->options.path);
  PetscCall(PetscMalloc1(m->table.n, &m->todo));
  if (m->options.restarts) PetscCall(ReadRows(m, CheckAllRanks, &rows));
  for (PetscInt k = 0; k < m->table.n && m->rank == 0; k++)
    if (!m->options.restarts || rows.row[k].status == CASE_MISSING) m->todo[m->ntodo++] = k;
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
  problem = RowJournalsRead(m->options.path, m->file.id, m->table.n, &rows);
  PetscCall(CatchErrorsBegin(caught));
  if (!problem) (void)RowsFileWrite(&m->file, &rows, status);
  PetscCall(CatchErrorsEnd());
  if (problem) {
    caught->code = PETSC_ERR_FILE_WRITE;
    PetscCall(
      PetscSNPrintf(caught->text, sizeof caught->text, "-output %s: %s", m->options.path, problem));
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
    problem = RowJournalOpen(m->options.path, m->queue.mine, m->options.restarts, &m->journal);
  PetscCall(CheckAllRanks(m->comm, (PetscBool)(problem != NULL),
                          "-output %s: the file %s.rows.%" PetscInt_FMT " cannot be written: %s",
                          m->options.path, m->options.path, m->queue.mine, problem));
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
    if ((now - m->started) / 60 > m->options.walltime) stop = BY_WALLTIME;
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
  if (m->options.quiet || now < m->next_line) PetscFunctionReturn(PETSC_SUCCESS);
  m->next_line = now + 1;
  PetscCall(
    PetscPrintf(PETSC_COMM_SELF, "case %" PetscInt_FMT " of %" PetscInt_FMT "\n", k + 1, m->ntodo));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RunAll(ManyCases *m)
{
  PetscInt k = 0;

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
                             m->options.path, m->options.path, m->queue.mine, m->problem));
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
  PetscCall(ReadRows(m, CheckFileWritten, &rows));
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
  if (m->rank == 0 && !missing) RowJournalsRemove(m->options.path);
  PetscCall(PetscTime(&now));
  PetscCheck(!missing, m->comm, FS_ERR_STOPPED,
             "stopped by %s after %" PetscInt_FMT " of %" PetscInt_FMT
             " cases, of which %" PetscInt_FMT " failed; continue with -restart %s",
             stop_reason(m), n - missing, n, failed, m->options.path);
  PetscCheck(failed < n, m->comm, PETSC_ERR_NOT_CONVERGED,
             "all %" PetscInt_FMT " cases failed (/cases/message of %s); %s", n, m->options.path,
             m->message);
  if (!m->options.quiet)
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
  PetscCall(ManyCasesOptionsFree(&m->options));
  PetscCall(CaseTableDestroy(&m->table));
  PetscCall(CaseQueueDestroy(&m->queue));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ManyCasesRun(MPI_Comm comm, FsOptionList supplied)
{
  ManyCases m = {.comm = comm, .supplied = supplied};
  FsOptions o;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &m.rank));
  PetscCall(PetscTime(&m.started));
  PetscCall(FsOptionsCreateFromList(comm, supplied, &o));
  PetscCall(ManyCasesOptionsRead(o, comm, supplied, &m.options));
  PetscCall(SetUp(o, &m));
  PetscCall(FsOptionsDestroy(&o));
  PetscCall(ListCases(&m));
  if (!m.options.restarts) PetscCall(TryColumns(&m));
  InterruptRunManyCases();
  PetscCall(OpenFiles(&m));
  if (!m.options.quiet)
    PetscCall(PetscPrintf(comm, "%" PetscInt_FMT " cases, %" PetscInt_FMT " at a time\n", m.ntodo,
                          PetscMin(m.ntodo, m.queue.ngroups)));
  PetscCall(RunAll(&m));
  PetscCall(Conclude(&m));
  PetscCall(Destroy(&m));
  PetscFunctionReturn(PETSC_SUCCESS);
}
