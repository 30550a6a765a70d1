/* calls.c: states, matrices, modes and monitors of cases, for tests/case/handle.py.

     calls states <file> <output> <t>...  FsCaseStepTo each t, back to all states in several orders,
                                          then from the start FsCaseRun
     calls matrix <file>                  matrices that outlive their case
     calls watch <file> <output>          a monitor stops after step 3, on the last rank
     calls all <file> <n> <t>             all of these in n cases, and how much memory they leave
     calls ended <file> <end>             a state that outlives PETSc, which FsFinalize ends, or
   MPI, which the program ends itself (<end> mpi) */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "drive.h"

/* Steps to each time and saves the state there; states[0] is that of the start. */
static int visit(FsCase c, int n, char *times[], FsCaseState states[])
{
  int status = failed(c, FsCaseSaveState(c, &states[0]));

  for (int k = 0; k < n && !status; k++) {
    status = failed(c, FsCaseStepTo(c, atof(times[k])));
    if (!status) status = failed(c, FsCaseSaveState(c, &states[k + 1]));
  }
  return status;
}

static int states(int argc, char *argv[])
{
  enum { MOST = 8 };
  const int   n       = argc - 2 < MOST ? argc - 2 : MOST;
  FsCaseState saved[] = {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
  FsCase      c;
  int         status = create(MPI_COMM_WORLD, argv[0], argv[1], &c);

  if (!status) status = failed(c, FsCaseSetUp(c));
  if (!status) status = visit(c, n, argv + 2, saved);
  for (int k = n; k > 0 && !status; k--) { /* backward, then forward over a gap */
    status = failed(c, FsCaseRestoreState(c, saved[k]));
    if (!status && k < n) status = failed(c, FsCaseStepTo(c, atof(argv[2 + k])));
  }
  if (!status) status = failed(c, FsCaseRestoreState(c, saved[n]));
  if (!status) status = failed(c, FsCaseStateDestroy(&saved[n]));
  if (!status) status = failed(c, FsCaseRestoreState(c, saved[0]));
  if (!status) status = failed(c, FsCaseStepTo(c, atof(argv[2])));
  if (!status) status = failed(c, FsCaseSaveState(c, &saved[1])); /* replaces what is there */
  if (!status) status = failed(c, FsCaseStepTo(c, atof(argv[1 + n])));
  if (!status) status = failed(c, FsCaseRestoreState(c, saved[1]));
  if (!status) status = failed(c, FsCaseRun(c));
  status += failed(NULL, FsCaseStateDestroy(&saved[0])) + failed(NULL, FsCaseDestroy(&c));
  for (int k = 0; k <= MOST; k++) status += failed(NULL, FsCaseStateDestroy(&saved[k]));
  return status;
}

/* Compares the sum of squares of a matrix with that of its entries. */
static int compare_entries(FsCase c, char which, Mat A)
{
  FsMatrixEntries e;
  PetscReal       norm, sum = 0;
  PetscInt        rows, columns;
  int             status = failed(c, FsCaseGetMatrixEntries(c, which, &e));

  if (status) return status;
  PetscCall(MatNorm(A, NORM_FROBENIUS, &norm));
  PetscCall(MatGetSize(A, &rows, &columns));
  for (PetscInt k = 0; k < e.start[e.n]; k++) sum += e.value[k] * e.value[k];
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPIU_REAL, MPIU_SUM, MPI_COMM_WORLD);
  if (rows != e.total || columns != e.total) printf("%c has other rows\n", which);
  if (PetscAbsReal(sum - norm * norm) > 1e-12 * sum) printf("%c has other entries\n", which);
  if (which != 'G' && norm == 0) printf("%c is zero\n", which);
  return 0;
}

static int matrix(int argc, char *argv[])
{
  static const char letters[] = "KMCG";
  FsCase            c;
  FsRows            rows;
  Mat               A[4]   = {NULL};
  int               status = create(MPI_COMM_WORLD, argv[0], "none", &c);

  (void)argc;
  if (!status) status = failed(c, FsCaseSetUp(c));
  if (!status) status = failed(c, FsCaseGetRows(c, &rows));
  for (int k = 0; k < 4 && !status; k++) {
    status = failed(c, FsCaseGetMatrix(c, letters[k], &A[k]));
    if (!status) status = compare_entries(c, letters[k], A[k]);
  }
  status += failed(NULL, FsCaseDestroy(&c));
  for (int k = 0; k < 4; k++) {
    PetscReal norm;

    if (A[k]) PetscCall(MatNorm(A[k], NORM_INFINITY, &norm));
    PetscCall(MatDestroy(&A[k]));
  }
  return status;
}

typedef struct {
  int       calls, wrong;
  PetscReal last;
} Watched;

static int stop_at_three(void *context, FsCase c, PetscInt step, PetscReal t)
{
  Watched  *w = context;
  FsResult  field;
  PetscReal now;
  int       rank, size;

  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  w->calls++;
  w->wrong += step != w->calls || t <= w->last || FsCaseGetTime(c, &now) || now != t;
  w->wrong += FsCaseGetField(c, "displacement", NULL, &field) != 0;
  w->wrong += !FsCaseStepTo(c, t) || !FsCaseRun(c) || !FsCaseDestroy(&c); /* all are refused */
  w->last = t;
  return step == 3 && rank == size - 1;
}

static int watch(int argc, char *argv[])
{
  FsCase    c;
  Watched   w      = {.last = -1};
  PetscReal t      = 0;
  PetscBool taken  = PETSC_TRUE;
  int       status = create(MPI_COMM_WORLD, argv[0], argv[1], &c);

  (void)argc;
  if (!status) status = failed(c, FsCaseSetMonitor(c, stop_at_three, &w));
  if (!status) status = failed(c, FsCaseView(c, NULL));
  if (!status) status = failed(c, FsCaseRun(c)); /* to step 3 */
  if (!status) status = failed(c, FsCaseGetTime(c, &t));
  if (t != w.last || w.calls != 3) w.wrong++;
  if (!status) status = failed(c, FsCaseView(c, NULL));
  if (!status) status = failed(c, FsCaseStep(c, &taken));
  if (!taken || w.calls != 4) w.wrong++;
  if (!status) status = failed(c, FsCaseRun(c));
  if (w.calls < 5) w.wrong++;
  if (w.wrong) printf("wrong: %d\n", w.wrong);
  return status + failed(NULL, FsCaseDestroy(&c));
}

static int keep_going(void *context, FsCase c, PetscInt step, PetscReal t)
{
  (void)c, (void)t;
  *(int *)context += step > 0;
  return 0;
}

/* Does everything that a case can do in memory; state stays until the next case. */
static int do_all(const char file[], PetscReal t, FsCaseState *state)
{
  FsCase          c;
  FsMatrixEntries entries;
  FsRows          rows;
  Mat             A     = NULL;
  int             steps = 0, status = create(MPI_COMM_WORLD, file, "none", &c);

  if (!status) status = failed(c, FsCaseSetOption(c, "-quiet", NULL));
  if (!status) status = failed(c, FsCaseSetMonitor(c, keep_going, &steps));
  if (!status) status = failed(c, FsCaseSetUp(c));
  if (*state && FsCaseSaveState(c, state) != PETSC_ERR_USER_INPUT) status++; /* of another case */
  status += failed(c, FsCaseStateDestroy(state));
  for (int k = 0; k < 3 && !status; k++) {
    status = failed(c, FsCaseSaveState(c, state));
    if (!status) status = failed(c, FsCaseStepTo(c, t));
    if (!status) status = failed(c, FsCaseRestoreState(c, *state));
    if (!status) status = failed(c, FsCaseGetMatrixEntries(c, 'K', &entries));
    if (!status) status = failed(c, FsCaseGetRows(c, &rows));
    if (!status) status = failed(c, FsCaseGetMatrix(c, 'G', &A));
    PetscCall(MatDestroy(&A));
    if (!status) status = failed(c, FsCaseModes(c, 1));
  }
  if (!status) status = failed(c, FsCaseRun(c));
  if (steps < 4) printf("the monitor has seen %d steps\n", steps);
  return status + failed(NULL, FsCaseDestroy(&c));
}

static int all(int argc, char *argv[])
{
  const int   n      = atoi(argv[1]);
  FsCaseState state  = NULL;
  long        start  = 0;
  int         status = 0;

  (void)argc;
  for (int k = 0; k < n && !status; k++) {
    if (k == n / 5) start = resident_kilobytes();
    status = do_all(argv[0], atof(argv[2]), &state);
  }
  printf("kilobytes: %ld\n", resident_kilobytes() - start);
  return status + failed(NULL, FsCaseStateDestroy(&state));
}

static int ended(int argc, char *argv[])
{
  FsCaseState state = NULL;
  FsCase      c, kept;
  int         status = create(MPI_COMM_WORLD, argv[0], "none", &c);

  (void)argc;
  if (!status) status = failed(c, FsCaseSetUp(c));
  if (!status) status = failed(c, FsCaseSaveState(c, &state));
  kept = c;
  if (!strcmp(argv[1], "mpi")) { /* with a case that lives, and a state of it */
    MPI_Finalize();
    if (!FsCaseDestroy(&kept) || !FsCaseCreate(MPI_COMM_WORLD, &kept)) status++; /* refused */
    if (FsCaseAbandon(&c, NULL, NULL)) status++;
  } else status += failed(NULL, FsCaseDestroy(&c));
  if (FsFinalize() || FsCaseStateDestroy(&state) || state || c) status++;
  puts(status ? "wrong" : "no harm");
  exit(status);
}

int main(int argc, char *argv[])
{
  static const struct {
    const char *name;
    int (*call)(int, char *[]);
    int arguments;
  } modes[] = {
    {"states", states, 3},
    {"matrix", matrix, 1},
    {"watch",  watch,  2},
    {"all",    all,    3},
    {"ended",  ended,  2}
  };
  int    status = 64;
  FsCase c;

  if (argc < 2 || FsCaseCreate(MPI_COMM_WORLD, &c) || FsCaseDestroy(&c)) return status;
  for (size_t k = 0; k < sizeof modes / sizeof *modes; k++)
    if (!strcmp(argv[1], modes[k].name) && argc - 2 >= modes[k].arguments)
      status = modes[k].call(argc - 2, argv + 2);
  return FsFinalize() ? 64 : status;
}
