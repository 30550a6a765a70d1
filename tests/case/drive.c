/* drive.c: runs cases through fs/case.h, for tests/case/handle.py, which compares their files.

     drive run <file> <output>                     FsCaseRun
     drive steps <file> <output> <t>...            FsCaseStepTo each t, then FsCaseRun
     drive states <file> <output> <t>...           FsCaseStepTo each t, back to all states in
                                                   several orders, then from the start FsCaseRun
     drive matrix <file>                           matrices that outlive their case
     drive left <file> <output> <t>                FsCaseStepTo t, then FsCaseDestroy
     drive pair <file> <output> <file> <output> <n> <t> <t>   two cases in turn, in n parts to t
     drive halves <the same>                       the same, each on one half of the ranks
     drive host <file> <output>                    beside a solver of the program's own
     drive many <file> <n>                         n cases, and how much memory they leave
     drive wrong                                   wrong calls, and their messages */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/case.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* Prints the message of a call that failed, and returns the status. */
static int failed(FsCase c, PetscErrorCode ierr)
{
  int rank;

  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (ierr && rank == 0) printf("failed: %s\n", FsCaseGetMessage(c));
  return FsCaseGetStatus(ierr);
}

static int create(MPI_Comm comm, const char file[], const char output[], FsCase *c)
{
  PetscErrorCode ierr = FsCaseCreate(comm, c);

  if (!ierr) ierr = FsCaseSetOptionsFile(*c, file);
  if (!ierr && output) ierr = FsCaseSetOption(*c, "-output", output);
  return failed(*c, ierr);
}

static int run(int argc, char *argv[])
{
  FsCase c;
  int    status = create(MPI_COMM_WORLD, argv[0], argv[1], &c);

  (void)argc;
  if (!status) status = failed(c, FsCaseRun(c));
  return status + failed(NULL, FsCaseDestroy(&c));
}

static int steps(int argc, char *argv[])
{
  FsCase    c;
  int       status = create(MPI_COMM_WORLD, argv[0], argv[1], &c);
  PetscReal t;

  if (!status) status = failed(c, FsCaseSetUp(c));
  for (int k = 2; k < argc && !status; k++) {
    status = failed(c, FsCaseStepTo(c, atof(argv[k])));
    if (!status) status = failed(c, FsCaseGetTime(c, &t));
    if (!status && t != atof(argv[k])) printf("at %.17g instead of %s\n", t, argv[k]);
  }
  if (!status) status = failed(c, FsCaseRun(c));
  return status + failed(NULL, FsCaseDestroy(&c));
}

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

static int left(int argc, char *argv[])
{
  FsCase c;
  int    status = create(MPI_COMM_WORLD, argv[0], argv[1], &c);

  (void)argc;
  if (!status) status = failed(c, FsCaseSetUp(c));
  if (!status) status = failed(c, FsCaseStepTo(c, atof(argv[2])));
  return status + failed(NULL, FsCaseDestroy(&c));
}

/* Takes part k of n of a case, whose end is at t_end. */
static int part(FsCase c, int k, int n, PetscReal t_end)
{
  return failed(c, FsCaseStepTo(c, k == n ? t_end : t_end * k / n));
}

static int pair(int argc, char *argv[])
{
  FsCase    c[2];
  int       status = 0, n = atoi(argv[4]);
  PetscReal t_end[] = {atof(argv[5]), atof(argv[6])};

  (void)argc;
  for (int i = 0; i < 2; i++) status += create(MPI_COMM_WORLD, argv[2 * i], argv[2 * i + 1], &c[i]);
  for (int i = 0; i < 2 && !status; i++) status = failed(c[i], FsCaseSetUp(c[i]));
  for (int k = 1; k <= n && !status; k++)
    for (int i = 0; i < 2 && !status; i++) status = part(c[i], k, n, t_end[i]);
  for (int i = 1; i >= 0 && !status; i--) status = failed(c[i], FsCaseRun(c[i]));
  for (int i = 0; i < 2; i++) status += failed(NULL, FsCaseDestroy(&c[i]));
  return status;
}

static int halves(int argc, char *argv[])
{
  FsCase    c;
  MPI_Comm  comm;
  int       status, n = atoi(argv[4]), size, rank, half;
  PetscReal t_end;

  (void)argc;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  half  = rank >= size / 2;
  t_end = atof(argv[5 + half]);
  MPI_Comm_split(MPI_COMM_WORLD, half, rank, &comm);
  status = create(comm, argv[2 * half], argv[2 * half + 1], &c);
  if (!status) status = failed(c, FsCaseSetUp(c));
  for (int k = 1; k <= n && !status; k++) {
    status = part(c, k, n, t_end);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (!status) status = failed(c, FsCaseRun(c));
  status += failed(NULL, FsCaseDestroy(&c));
  MPI_Comm_free(&comm);
  return status;
}

/* Solves a system of the program's own with the options of the process; returns the number of
   iterations, or -1. */
static int own_iterations(void)
{
  const PetscInt n = 40;
  PetscInt       iterations, first, last;
  Mat            A;
  Vec            b, x;
  KSP            ksp;

  PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, n, n, 3, NULL, 2, NULL, &A));
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  for (PetscInt i = first; i < last; i++) {
    PetscCall(MatSetValue(A, i, i, 2.1, INSERT_VALUES));
    if (i > 0) PetscCall(MatSetValue(A, i, i - 1, -1, INSERT_VALUES));
    if (i + 1 < n) PetscCall(MatSetValue(A, i, i + 1, -1, INSERT_VALUES));
  }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatCreateVecs(A, &x, &b));
  PetscCall(VecSet(b, 1));
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
  PetscCall(KSPSetOperators(ksp, A, A));
  PetscCall(KSPSetFromOptions(ksp));
  PetscCall(KSPSolve(ksp, b, x));
  PetscCall(KSPGetIterationNumber(ksp, &iterations));
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&x));
  PetscCall(MatDestroy(&A));
  return (int)iterations;
}

static volatile sig_atomic_t pipes = 0;
static void                  count_pipe(int number) { pipes += number == SIGPIPE; }

static PetscErrorCode HandleNothing(MPI_Comm comm, int line, const char *function, const char *file,
                                    PetscErrorCode ierr, PetscErrorType type, const char *message,
                                    void *context)
{
  (void)comm, (void)line, (void)function, (void)file, (void)type, (void)message;
  ++*(int *)context;
  return ierr;
}

static void keep_lines(void *context, PetscBool warning, const char text[])
{
  (void)warning;
  *(size_t *)context += strlen(text);
}

static int host(int argc, char *argv[])
{
  FsCase          c;
  size_t          printed = 0;
  int             status, before, errors = 0, seen;
  volatile double tiny = 1e-310; /* denormal */

  (void)argc;
  PetscCall(PetscOptionsSetValue(NULL, "-ksp_type", "richardson"));
  PetscCall(PetscOptionsSetValue(NULL, "-pc_type", "jacobi"));
  PetscCall(PetscOptionsSetValue(NULL, "-ksp_max_it", "77"));
  PetscCall(PetscPushErrorHandler(HandleNothing, &errors));
  signal(SIGPIPE, count_pipe);
  before = own_iterations();
  status = create(MPI_COMM_WORLD, argv[0], argv[1], &c);
  if (!status) status = failed(c, FsCaseSetPrinter(c, keep_lines, &printed));
  if (!status) status = failed(c, FsCaseSetUp(c));
  if (before != own_iterations()) printf("the set-up has changed the program's solver\n");
  if (!status) status = failed(c, FsCaseRun(c));
  if (before != own_iterations()) printf("the run has changed the program's solver\n");
  status += failed(NULL, FsCaseDestroy(&c));
  if (before != 77 || before != own_iterations()) printf("the solver of the program: %d\n", before);
  raise(SIGPIPE);
  if (pipes != 1) printf("the program's handler of SIGPIPE is lost\n");
  if (tiny * 0.5 == 0) printf("denormal numbers are zero in the program\n");
  seen = errors;
  (void)PetscError(PETSC_COMM_SELF, 1, "host", "drive.c", 1, PETSC_ERROR_INITIAL, "an error");
  if (errors != seen + 1) printf("the program's handler of errors is lost\n");
  PetscCall(PetscPopErrorHandler());
  if (!printed) printf("no line was given to the printer\n");
  return status;
}

static long resident_kilobytes(void)
{
  struct rusage use;

  getrusage(RUSAGE_SELF, &use);
  return use.ru_maxrss;
}

static int many(int argc, char *argv[])
{
  const int n      = atoi(argv[1]);
  long      start  = 0;
  int       status = 0;

  (void)argc;
  for (int k = 0; k < n && !status; k++) {
    FsCase c;

    if (k == n / 5) start = resident_kilobytes();
    status = create(MPI_COMM_WORLD, argv[0], NULL, &c);
    if (!status) status = failed(c, FsCaseSetOption(c, "-quiet", NULL));
    if (!status) status = failed(c, FsCaseSetOption(c, "-overwrite", NULL));
    if (!status) status = failed(c, FsCaseRun(c));
    status += failed(NULL, FsCaseDestroy(&c));
  }
  printf("kilobytes: %ld\n", resident_kilobytes() - start);
  return status;
}

static int wrong(int argc, char *argv[])
{
  FsCase      c     = NULL;
  FsCaseState state = NULL;
  Mat         A;
  PetscReal   t;

  (void)argc, (void)argv;
  failed(c, FsCaseRun(c));
  if (FsCaseCreate(MPI_COMM_WORLD, &c)) return 1;
  failed(c, FsCaseSetOption(c, "dt", "1"));
  failed(c, FsCaseSetOptionsFile(c, "no such file.opts"));
  failed(c, FsCaseSetOptionsText(c, "-dt 1\nand more"));
  failed(c, FsCaseStepTo(c, 1));
  failed(c, FsCaseGetTime(c, &t));
  failed(c, FsCaseSaveState(c, &state));
  failed(c, FsCaseRestoreState(c, NULL));
  failed(c, FsCaseCheckpoint(c, "a"));
  failed(c, FsCaseGetMatrix(c, 'K', &A));
  if (state || A) printf("a call that failed has made something\n");
  failed(c, FsCaseSetUp(c)); /* no mesh */
  failed(c, FsCaseSetUp(c));
  failed(c, FsCaseSetOption(c, "-dt", "1"));
  failed(c, FsCaseRun(c));
  failed(c, FsCaseDestroy(&c));
  if (c) printf("the handle is not cleared\n");
  failed(c, FsCaseDestroy(&c));
  return 0;
}

int main(int argc, char *argv[])
{
  static const struct {
    const char *name;
    int (*drive)(int, char *[]);
    int arguments;
  } modes[] = {
    {"run",    run,    2},
    {"steps",  steps,  2},
    {"states", states, 3},
    {"matrix", matrix, 1},
    {"left",   left,   3},
    {"pair",   pair,   7},
    {"halves", halves, 7},
    {"host",   host,   2},
    {"many",   many,   2},
    {"wrong",  wrong,  0}
  };
  int    status = 64;
  FsCase c;

  if (argc < 2) return status;
  if (!strcmp(argv[1], "host") || !strcmp(argv[1], "halves")) {
    if (PetscInitialize(NULL, NULL, NULL, NULL)) return status;
  } else if (FsCaseCreate(MPI_COMM_WORLD, &c) || FsCaseDestroy(&c)) return status;
  for (size_t k = 0; k < sizeof modes / sizeof *modes; k++)
    if (!strcmp(argv[1], modes[k].name) && argc - 2 >= modes[k].arguments)
      status = modes[k].drive(argc - 2, argv + 2);
  if (FsFinalize()) return 64;
  if (!strcmp(argv[1], "host") || !strcmp(argv[1], "halves")) PetscFinalize();
  return status;
}
