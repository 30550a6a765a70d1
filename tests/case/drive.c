/* drive.c: runs cases through fs/case.h, for tests/case/handle.py, which compares their files.

     drive run <file> <output>                     FsCaseRun
     drive steps <file> <output> <t>...            FsCaseStepTo each t, then FsCaseRun
     drive left <file> <output> <t>                FsCaseStepTo t, then FsCaseDestroy
     drive pair <file> <output> <file> <output> <n> <t> <t>   two cases in turn, in n parts to t
     drive halves <the same>                       the same, each on one half of the ranks
     drive host <file> <output>                    beside a solver of the program's own
     drive many <file> <n>                         n cases, and how much memory they leave
     drive given <n>                               n cases with arrays, functions, motions
     drive memory <n>                              a mesh that needs more than n MB, then another
   case drive wrong                                   wrong calls, and their messages */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "drive.h"
#include "own_solver.h"

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

static volatile sig_atomic_t pipes = 0;
static void                  count_pipe(int number) { pipes += number == SIGPIPE; }

static void keep_lines(void *context, PetscBool warning, const char text[])
{
  (void)warning;
  *(size_t *)context += strlen(text);
}

/* Options of the program's own solvers. A case that read them would fail, or have other results. */
static const char *const own_options[][2] = {
  {"-ksp_type",    "richardson" },
  {"-pc_type",     "jacobi"     },
  {"-ksp_max_it",  "77"         },
  {"-ksp_rtol",    "1e-3"       },
  {"-snes_type",   "nrichardson"},
  {"-snes_max_it", "1"          },
  {"-snes_rtol",   "0.5"        },
  {"-eps_type",    "power"      },
  {"-eps_max_it",  "1"          },
  {"-eps_tol",     "0.5"        },
  {"-st_type",     "shift"      },
  {"-st_ksp_type", "richardson" },
  {"-mat_type",    "dense"      }
};

static PetscErrorCode SetOwnOptions(void)
{
  PetscFunctionBeginUser;
  for (size_t k = 0; k < sizeof own_options / sizeof *own_options; k++)
    PetscCall(PetscOptionsSetValue(NULL, own_options[k][0], own_options[k][1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the options of the program as one text, which the caller frees, and how many of them no
   object has read. */
static char *list_own_options(int *unused)
{
  char    *text;
  PetscInt n;

  PetscCallAbort(PETSC_COMM_SELF, PetscOptionsGetAll(NULL, &text));
  PetscCallAbort(PETSC_COMM_SELF, PetscOptionsAllUsed(NULL, &n));
  *unused = (int)n;
  return text;
}

static int host(int argc, char *argv[])
{
  FsCase          c;
  char           *listed[2];
  int             unused[2];
  size_t          printed = 0;
  int             status, before, errors = 0, seen;
  volatile double tiny = 1e-310; /* denormal */

  (void)argc;
  PetscCall(SetOwnOptions());
  PetscCall(PetscPushErrorHandler(HandleNothing, &errors));
  signal(SIGPIPE, count_pipe);
  before    = own_iterations();
  listed[0] = list_own_options(&unused[0]);
  status    = create(MPI_COMM_WORLD, argv[0], argv[1], &c);
  if (!status) status = failed(c, FsCaseSetPrinter(c, keep_lines, &printed));
  if (!status) status = failed(c, FsCaseSetUp(c));
  if (before != own_iterations()) printf("the set-up has changed the program's solver\n");
  if (!status) status = failed(c, FsCaseRun(c));
  if (before != own_iterations()) printf("the run has changed the program's solver\n");
  status += failed(NULL, FsCaseDestroy(&c));
  if (before < 10 || before != own_iterations()) printf("the solver of the program: %d\n", before);
  listed[1] = list_own_options(&unused[1]);
  if (strcmp(listed[0], listed[1]) != 0) printf("the program's options are now: %s\n", listed[1]);
  if (unused[0] != unused[1]) printf("a case has read %d options\n", unused[0] - unused[1]);
  for (int k = 0; k < 2; k++) PetscCall(PetscFree(listed[k]));
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

/* A spring of 1e4 N/m in z. *context counts the calls. */
static int spring(void *context, PetscReal t, const PetscReal x[3], const PetscReal u[3],
                  const PetscReal v[3], PetscReal force[3], PetscReal by_u[9], PetscReal by_v[9])
{
  (void)t, (void)x, (void)v, (void)by_v;
  ++*(int *)context;
  force[2] = -1e4 * u[2];
  if (by_u) by_u[8] = -1e4;
  return 0;
}

/* A moment of 1 N m after t = 0. */
static int motor(void *context, const PetscReal x[], PetscReal *value, PetscReal derivative[])
{
  (void)context, (void)derivative;
  *value = x[0] > 0;
  return 0;
}

/* Runs a cantilever by arrays, on a support that the program moves, with a spring by a function. */
static int run_given(int *calls)
{
  const int64_t   node[] = {4, 2, 9}, conn[] = {4, 2, 2, 9}, root[] = {4}, tip[] = {9};
  const double    x[]    = {0, 0, 0, 1, 0, 0, 2, 0, 0};
  const int       type[] = {FS_CELL_LINE, FS_CELL_LINE};
  const FsMeshSet set[]  = {
     {"root", 0, 1, root},
     {"tip",  0, 1, tip }
  };
  const FsMeshArrays mesh = {3, node, x, 2, NULL, type, conn, 2, set};
  const char *const  text =
    "-parts rod\n-part_rod_set all\n-part_rod_element beam\n"
    "-part_rod_section circle\n-part_rod_radius 0.05\n-part_rod_young 2e11\n"
    "-part_rod_poisson 0.3\n-part_rod_density 7800\n-supports root\n"
    "-support_root_motion_z given\n-support_root_fix all\n-loads tip\n-dt 0.005\n"
    "-t_end 0.01\n-output none\n-quiet\n";
  int    rank;
  FsCase c;
  int    status = failed(NULL, FsCaseCreate(MPI_COMM_WORLD, &c));

  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!status) status = failed(c, FsCaseSetOptionsText(c, text));
  if (!status) status = failed(c, FsCaseSetMesh(c, rank == 0 ? &mesh : NULL));
  if (!status) status = failed(c, FsCaseSetLoadFunction(c, "tip", "z", spring, calls));
  if (!status) status = failed(c, FsCaseSetUp(c));
  if (!status) status = failed(c, FsCaseSetMotion(c, "root", 2, 1e-3, 0, 0));
  if (!status) status = failed(c, FsCaseRun(c));
  return status + failed(NULL, FsCaseDestroy(&c));
}

static int given(int argc, char *argv[])
{
  const int n      = atoi(argv[0]);
  long      start  = 0;
  int       status = 0, calls = 0;
  FsCase    c;

  (void)argc;
  for (int k = 0; k < n && !status; k++) {
    if (k == n / 5) start = resident_kilobytes();
    status = run_given(&calls);
  }
  printf("calls: %d\nkilobytes: %ld\n", calls, resident_kilobytes() - start);
  status += failed(NULL, FsCaseCreate(MPI_COMM_WORLD, &c));
  (void)failed(c, FsCaseSetLawFunction(c, "-part_rod_young", motor, NULL));
  (void)failed(c, FsCaseSetLoadFunction(c, "tip", "q", spring, NULL));
  status += failed(c, FsCaseSetLawFunction(c, "-joint_hinge_angle_motor", motor, NULL));
  return status + failed(NULL, FsCaseDestroy(&c)); /* it never had a set-up */
}

/* A mesh by arrays in little memory: the program goes on. */
static int memory(int argc, char *argv[])
{
  enum { N = 300000 };
  int64_t      *conn = calloc(2 * N, sizeof *conn);
  double       *x    = calloc(3 * (N + 1), sizeof *x);
  int          *type = calloc(N, sizeof *type);
  FsMeshArrays  mesh = {.nnodes = N + 1, .x = x, .ncells = N, .type = type, .conn = conn};
  FsCase        c;
  struct rlimit limit;
  long          pages;
  FILE         *file;
  int           status = failed(NULL, FsCaseCreate(MPI_COMM_WORLD, &c)), calls = 0;

  (void)argc;
  for (int k = 0; k <= N; k++) x[3 * k] = k * 1e-3;
  for (int k = 0; k < N; k++) {
    type[k]         = FS_CELL_LINE;
    conn[2 * k]     = k;
    conn[2 * k + 1] = k + 1;
  }
  if (!status)
    status = failed(c, FsCaseSetOptionsText(c, "-dt 1\n-t_end 1\n-output none\n-parts all\n"
                                               "-part_all_element bar -part_all_young 1\n"
                                               "-part_all_area 1 -part_all_density 1\n"));
  if (!status) status = failed(c, FsCaseSetMesh(c, &mesh));
  if (!(file = fopen("/proc/self/statm", "r")) || fscanf(file, "%ld", &pages) != 1) return 1;
  fclose(file);
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = (rlim_t)pages * 4096 + ((rlim_t)atoi(argv[0]) << 20);
  setrlimit(RLIMIT_AS, &limit);
  status         = status ? status : FsCaseGetStatus(FsCaseSetUp(c));
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_AS, &limit);
  printf("status %d: %s\n", status, FsCaseGetMessage(c));
  failed(c, FsCaseDestroy(&c));
  if (!run_given(&calls)) printf("another case runs\n");
  free(conn);
  free(x);
  free(type);
  return 0;
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
    {"left",   left,   3},
    {"pair",   pair,   7},
    {"halves", halves, 7},
    {"host",   host,   2},
    {"many",   many,   2},
    {"given",  given,  1},
    {"memory", memory, 1},
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
