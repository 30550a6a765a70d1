/* callbacks.c: functions that a case calls, and wrong calls, for tests/case/callbacks.py.

     callbacks plain <output>   a case with a function, a law, a monitor and a printer
     callbacks host <output>    the same; each function finds what the program has of the process
     callbacks seconds          CPU time of a case with many calls of a function
     callbacks wrong <output>   wrong calls, and their messages
     callbacks ended            calls after the end of PETSc */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* feenableexcept */
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "drive.h"
#include "own_solver.h"

static const char cantilever[] =
  "-mesh line\n-mesh_n 4\n-mesh_upper 2\n-parts rod\n-part_rod_set all\n-part_rod_element beam\n"
  "-part_rod_section circle\n-part_rod_radius 0.05\n-part_rod_young 2e11\n-part_rod_poisson 0.3\n"
  "-part_rod_density 7800\n-joints hinge\n-joint_hinge_type revolute\n-joint_hinge_set start\n"
  "-joint_hinge_axis 0,1,0\n-loads end\n-dt 0.005\n-t_end 0.05\n-probes end\n";

/* ---- what the program has -------------------------------------------------------------------- */

static PetscBool checks;
static int       wrong_finds, errors, printed, called, callers[4];
static locale_t  own_locale;
static PetscErrorCode (*own_printing)(FILE *, const char[], va_list);

static PetscErrorCode PrintOwn(FILE *file, const char format[], va_list words)
{
  (void)file, (void)format, (void)words;
  printed++;
  return 0;
}

static void count_pipe(int number) { (void)number; }

static void find(PetscBool right, const char what[], int caller)
{
  static const char *const names[] = {"load", "law", "monitor", "printer"};

  if (right) return;
  if (wrong_finds++ < 8) printf("%s: not the program's own %s\n", names[caller], what);
}

/* Compares what a function of the program finds with what the program has set. */
static void look(int caller)
{
  volatile double  tiny = 1e-310; /* denormal */
  struct sigaction pipe;
  const int        errors_before = errors, printed_before = printed;

  callers[caller]++;
  if (!checks) return;
  find(fegetround() == FE_UPWARD, "rounding", caller);
  find(fegetexcept() == FE_OVERFLOW, "traps", caller);
  find(tiny * 0.5 != 0, "denormal numbers", caller);
  find(uselocale((locale_t)0) == own_locale, "locale", caller);
  sigaction(SIGPIPE, NULL, &pipe);
  if (caller > 1) find(pipe.sa_handler == count_pipe, "handler of SIGPIPE", caller);
  (void)PetscPrintf(PETSC_COMM_SELF, "a line");
  find(printed == printed_before + 1, "printing", caller);
  (void)PetscError(PETSC_COMM_SELF, 1, "look", "callbacks.c", 1, PETSC_ERROR_INITIAL, "an error");
  find(errors == errors_before + 1, "handler of errors", caller);
  if (callers[caller] < 20) find(own_iterations() == 77, "options of PETSc", caller);
}

static void set_own(void)
{
  PetscCallAbort(PETSC_COMM_SELF, PetscOptionsSetValue(NULL, "-ksp_type", "richardson"));
  PetscCallAbort(PETSC_COMM_SELF, PetscOptionsSetValue(NULL, "-pc_type", "jacobi"));
  PetscCallAbort(PETSC_COMM_SELF, PetscOptionsSetValue(NULL, "-ksp_max_it", "77"));
  PetscCallAbort(PETSC_COMM_SELF, PetscOptionsSetValue(NULL, "-snes_rtol", "0.5"));
  PetscCallAbort(PETSC_COMM_SELF, PetscOptionsSetValue(NULL, "-snes_max_it", "1"));
  PetscCallAbort(PETSC_COMM_SELF, PetscPushErrorHandler(HandleNothing, &errors));
  own_printing  = PetscVFPrintf;
  PetscVFPrintf = PrintOwn;
  signal(SIGPIPE, count_pipe);
  own_locale = newlocale(LC_ALL_MASK, "C", newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0));
  uselocale(own_locale);
  fesetround(FE_UPWARD);
  feenableexcept(FE_OVERFLOW);
}

static void check_own(void)
{
  for (int k = 0; k < 4; k++) look(k);
  fesetenv(FE_DFL_ENV);
  PetscVFPrintf = own_printing;
  PetscCallAbort(PETSC_COMM_SELF, PetscPopErrorHandler());
}

/* ---- functions of the program ---------------------------------------------------------------- */

static int spring(void *context, PetscReal t, const PetscReal x[3], const PetscReal u[3],
                  const PetscReal v[3], PetscReal force[3], PetscReal by_u[9], PetscReal by_v[9])
{
  (void)context, (void)x, (void)v, (void)by_v;
  look(0);
  fesetround(FE_TONEAREST);
  force[2] = 100 * t - 1e4 * u[2] * u[2] * u[2];
  if (by_u) by_u[8] = -3e4 * u[2] * u[2];
  if (checks) fesetround(FE_UPWARD);
  return 0;
}

static int motor(void *context, const PetscReal x[], PetscReal *value, PetscReal derivative[])
{
  (void)context;
  look(1);
  fesetround(FE_TONEAREST);
  *value = x[0] - 10 * x[2];
  if (checks) fesetround(FE_UPWARD);
  if (derivative) derivative[0] = 1, derivative[1] = 0, derivative[2] = -10;
  return 0;
}

static int watch(void *context, FsCase c, PetscInt step, PetscReal t)
{
  FsResult field;

  (void)context, (void)step;
  look(2);
  if (FsCaseGetField(c, "displacement", NULL, &field) || FsCaseGetTime(c, &t))
    printf("monitor: %s\n", FsCaseGetMessage(c));
  if (!FsCaseGetField(c, "no such field", NULL, &field)) printf("monitor: found no such field\n");
  look(2);
  return 0;
}

static void take_line(void *context, PetscBool warning, const char text[])
{
  (void)context, (void)warning, (void)text;
  look(3);
}

static int create_cantilever(const char output[], FsCase *c)
{
  PetscErrorCode ierr = FsCaseCreate(MPI_COMM_WORLD, c);

  if (!ierr) ierr = FsCaseSetOptionsText(*c, cantilever);
  if (!ierr) ierr = FsCaseSetOption(*c, "-output", output);
  if (!ierr) ierr = FsCaseSetOption(*c, "-overwrite", NULL);
  if (!ierr) ierr = FsCaseSetLoadFunction(*c, "end", "z", spring, NULL);
  if (!ierr) ierr = FsCaseSetPrinter(*c, take_line, NULL);
  return failed(*c, ierr);
}

static int run(const char output[])
{
  FsCase c;
  int    all[4], status = create_cantilever(output, &c);

  if (!status) status = failed(c, FsCaseSetLawFunction(c, "-joint_hinge_angle_motor", motor, NULL));
  if (!status) status = failed(c, FsCaseSetMonitor(c, watch, NULL));
  if (!status) status = failed(c, FsCaseSetUp(c));
  if (!status) status = failed(c, FsCaseView(c, NULL));
  if (!status) status = failed(c, FsCaseRun(c));
  MPI_Allreduce(callers, all, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  for (int k = 0; k < 4; k++)
    if (!all[k]) printf("function %d was not called\n", k);
  return status + failed(NULL, FsCaseDestroy(&c));
}

static int plain(char *argv[]) { return run(argv[0]); }

static int host(char *argv[])
{
  int status;

  checks = PETSC_TRUE;
  set_own();
  status = run(argv[0]);
  check_own();
  return status;
}

static int seconds(char *argv[])
{
  const clock_t start = clock();
  FsCase        c;
  int           status = create_cantilever("none", &c);

  (void)argv;
  if (!status) status = failed(c, FsCaseSetOption(c, "-mesh_n", "200"));
  if (!status) status = failed(c, FsCaseSetOption(c, "-load_end_set", "all"));
  if (!status) status = failed(c, FsCaseRun(c));
  printf("calls: %d, seconds: %g\n", callers[0], (double)(clock() - start) / CLOCKS_PER_SEC);
  return status + failed(NULL, FsCaseDestroy(&c));
}

/* ---- wrong calls ----------------------------------------------------------------------------- */

/* Prints the message of a call that must fail with an input error. */
static void refused(const char what[], FsCase c, PetscErrorCode ierr)
{
  printf("%s: %s\n", what, ierr ? FsCaseGetMessage(c) : "NOT REFUSED");
  if (ierr && FsCaseGetStatus(ierr) != 2) printf("%s: STATUS %d\n", what, FsCaseGetStatus(ierr));
}

static FsCase inner; /* of the functions below */

static int call_the_case(void *context, PetscReal t, const PetscReal x[3], const PetscReal u[3],
                         const PetscReal v[3], PetscReal force[3], PetscReal by_u[9],
                         PetscReal by_v[9])
{
  FsCase   copy = inner;
  FsResult field;

  if (called++) return spring(context, t, x, u, v, force, by_u, by_v);
  refused("run in a function", inner, FsCaseRun(inner));
  refused("step in a function", inner, FsCaseStepTo(inner, t));
  refused("field in a function", inner, FsCaseGetField(inner, "place", NULL, &field));
  refused("option in a function", inner, FsCaseSetOption(inner, "-dt", "1"));
  refused("destroy in a function", inner, FsCaseDestroy(&copy));
  refused("end in a function", inner, FsFinalize());
  return spring(context, t, x, u, v, force, by_u, by_v);
}

static void call_in_line(void *context, PetscBool warning, const char text[])
{
  FsCase copy = inner;

  (void)context, (void)warning, (void)text;
  if (called++) return;
  refused("destroy in a line", inner, FsCaseDestroy(&copy));
  refused("view in a line", inner, FsCaseView(inner, NULL));
}

static int call_in_monitor(void *context, FsCase c, PetscInt step, PetscReal t)
{
  FsCase other = NULL, copy = c;

  (void)context;
  if (step != 2) return 0;
  refused("run in a monitor", c, FsCaseRun(c));
  refused("destroy in a monitor", c, FsCaseDestroy(&copy));
  refused("set-up in a monitor", c, FsCaseSetUp(c));
  refused("end in a monitor", c, FsFinalize());
  called = 1; /* a whole case with its own functions in the monitor of another */
  if (create_cantilever("none", &other) || failed(other, FsCaseRun(other)))
    printf("a case in a monitor fails\n");
  failed(other, FsCaseDestroy(&other));
  if (FsCaseGetTime(c, &t)) printf("the outer case is lost: %s\n", FsCaseGetMessage(c));
  return 0;
}

static void call_inside(const char output[])
{
  called = 0;
  if (create_cantilever(output, &inner)) return;
  if (FsCaseSetLoadFunction(inner, "end", "z", call_the_case, NULL)) printf("no function\n");
  if (FsCaseSetMonitor(inner, call_in_monitor, NULL)) printf("no monitor\n");
  failed(inner, FsCaseRun(inner));
  failed(inner, FsCaseDestroy(&inner));
  called = 0;
  if (create_cantilever("none", &inner)) return;
  if (FsCaseSetPrinter(inner, call_in_line, NULL)) printf("no printer\n");
  failed(inner, FsCaseRun(inner));
  failed(inner, FsCaseDestroy(&inner));
}

static void *call_from_thread(void *context)
{
  FsCase other = NULL, copy = inner;

  (void)context;
  refused("another thread", inner, FsCaseStepTo(inner, 1));
  refused("create in another thread", other, FsCaseCreate(MPI_COMM_SELF, &other));
  refused("destroy in another thread", copy, FsCaseDestroy(&copy));
  return NULL;
}

static int start_thread(void *context, FsCase c, PetscInt step, PetscReal t)
{
  pthread_t thread;

  (void)context, (void)c, (void)t;
  if (step != 1 || pthread_create(&thread, NULL, call_from_thread, NULL)) return 0;
  pthread_join(thread, NULL);
  return 0;
}

/* A child of fork must not write into the files of its parent. */
static void fork_process(FsCase c)
{
  int         status = 0;
  const pid_t child  = fork();

  if (!child) {
    FsCase copy = c, other = NULL;

    refused("fork", c, FsCaseStepTo(c, 0.02));
    refused("create after fork", other, FsCaseCreate(MPI_COMM_SELF, &other));
    if (FsCaseDestroy(&copy) || copy) printf("the child cannot forget its case\n");
    if (FsFinalize()) printf("the child cannot end\n");
    fflush(stdout);
    _exit(0);
  }
  if (waitpid(child, &status, 0) != child || status) printf("the child fails\n");
}

static void share_process(const char output[])
{
  if (create_cantilever(output, &inner)) return;
  failed(inner, FsCaseSetMonitor(inner, start_thread, NULL));
  failed(inner, FsCaseStepTo(inner, 0.01)); /* before the set-up */
  failed(inner, FsCaseSetUp(inner));
  failed(inner, FsCaseStepTo(inner, 0.01));
  fflush(stdout);
  fork_process(inner);
  failed(inner, FsCaseRun(inner));
  failed(inner, FsCaseDestroy(&inner));
}

static void give_null(void)
{
  FsCase      c, stale;
  FsCaseState state = NULL, stale_state;
  FsResult    r;
  PetscBool   ok;

  refused("create NULL", NULL, FsCaseCreate(MPI_COMM_WORLD, NULL));
  refused("create nowhere", NULL, FsCaseCreate(MPI_COMM_NULL, &c));
  if (create_cantilever("none", &c)) return;
  refused("file NULL", c, FsCaseSetOptionsFile(c, NULL));
  refused("option NULL", c, FsCaseSetOption(c, NULL, NULL));
  refused("step too early", c, FsCaseStep(c, &ok));
  refused("state too early", c, FsCaseSaveState(c, &state));
  failed(c, FsCaseSetUp(c));
  refused("set-up twice", c, FsCaseSetUp(c));
  refused("function too late", c, FsCaseSetLoadFunction(c, "end", "z", spring, NULL));
  refused("step function too late", c, FsCaseSetLoadFunctionPerStep(c, "end", "z", spring, NULL));
  refused("motor too late", c,
          FsCaseSetLawFunctionPerStep(c, "-joint_hinge_angle_motor", motor, NULL));
  refused("time NULL", c, FsCaseGetTime(c, NULL));
  refused("step NULL", c, FsCaseStep(c, NULL));
  refused("try NULL", c, FsCaseTry(c, 0.1, NULL));
  refused("try nan", c, FsCaseTry(c, NAN, &ok));
  refused("try nothing", c, FsCaseTry(c, 0, &ok));
  refused("step to nan", c, FsCaseStepTo(c, NAN));
  refused("step back", c, FsCaseStepTo(c, -1));
  refused("field NULL", c, FsCaseGetField(c, NULL, NULL, &r));
  refused("field into NULL", c, FsCaseGetField(c, "place", NULL, NULL));
  refused("field of no set", c, FsCaseGetField(c, "place", "nowhere", &r));
  refused("result NULL", c, FsCaseGetResult(c, NULL, &r));
  refused("matrix NULL", c, FsCaseGetMatrix(c, 'K', NULL));
  refused("rows NULL", c, FsCaseGetRows(c, NULL));
  refused("entries NULL", c, FsCaseGetMatrixEntries(c, 'K', NULL));
  refused("no matrix", c, FsCaseGetMatrixEntries(c, 'X', &(FsMatrixEntries){0}));
  refused("force NULL", c, FsCaseSetNodalForce(c, NULL, 0, NULL));
  refused("force on no load", c, FsCaseSetNodalForce(c, "end", 1, NULL));
  refused("motion NULL", c, FsCaseSetMotion(c, NULL, 0, 0, 0, 0));
  refused("accept nothing", c, FsCaseAccept(c));
  refused("restore NULL", c, FsCaseRestoreState(c, NULL));
  failed(c, FsCaseSaveState(c, &state));
  stale_state = state;
  failed(c, FsCaseStateDestroy(&state));
  refused("stale state", c, FsCaseRestoreState(c, stale_state));
  refused("replace a stale state", c, FsCaseSaveState(c, &stale_state));
  stale = c;
  failed(c, FsCaseRun(c));
  refused("run after the end", c, FsCaseRun(c));
  refused("step beyond the end", c, FsCaseStepTo(c, 1e3));
  failed(c, FsCaseDestroy(&c));
  refused("stale handle", stale, FsCaseRun(stale));
  refused("destroyed twice", stale, FsCaseDestroy(&stale));
  refused("no handle", (FsCase)&c, FsCaseRun((FsCase)&c));
  refused("reject NULL", NULL, FsCaseReject(NULL));
  if (FsCaseGetResultName(NULL, 0) || FsCaseGetResultName(stale, 0)) printf("a name of nothing\n");
  if (FsCaseDestroy(NULL) || FsCaseStateDestroy(NULL)) printf("NULL cannot be destroyed\n");
}

/* A case whose set-up has failed, and two cases that write one file. */
static void fail_in_setup(const char output[])
{
  FsCase   c, other;
  FsResult r;

  if (create_cantilever("none", &c)) return;
  failed(c, FsCaseSetOption(c, "-part_rod_young", "-1"));
  refused("bad option", c, FsCaseSetUp(c));
  refused("set-up after a failure", c, FsCaseSetUp(c));
  refused("run after a failure", c, FsCaseRun(c));
  refused("field after a failure", c, FsCaseGetField(c, "place", NULL, &r));
  refused("modes after a failure", c, FsCaseModes(c, 1));
  if (FsCaseView(c, NULL) || FsCaseReject(c)) printf("%s\n", FsCaseGetMessage(c));
  failed(c, FsCaseDestroy(&c));
  if (create_cantilever(output, &c) || create_cantilever(output, &other)) return;
  failed(c, FsCaseStepTo(c, 0));
  failed(c, FsCaseSetUp(c));
  failed(c, FsCaseStepTo(c, 0.01));
  refused("two cases, one file", other, FsCaseRun(other));
  failed(other, FsCaseDestroy(&other));
  failed(c, FsCaseRun(c));
  failed(c, FsCaseDestroy(&c));
}

static int wrong(char *argv[])
{
  give_null();
  fail_in_setup(argv[0]);
  call_inside(argv[0]);
  share_process(argv[0]);
  return 0;
}

static int ended(char *argv[])
{
  FsCase c, stale;

  (void)argv;
  if (create_cantilever("none", &c) || failed(c, FsCaseRun(c))) return 1;
  if (FsFinalize()) return 1;
  stale = c;
  refused("run after the end of PETSc", c, FsCaseRun(c));
  refused("destroy after the end of PETSc", c, FsCaseDestroy(&c));
  refused("create after the end of MPI", stale, FsCaseCreate(MPI_COMM_WORLD, &stale));
  exit(0);
}

int main(int argc, char *argv[])
{
  static const struct {
    const char *name;
    int (*call)(char *[]);
    int arguments;
  } modes[] = {
    {"plain",   plain,   1},
    {"host",    host,    1},
    {"seconds", seconds, 0},
    {"wrong",   wrong,   1},
    {"ended",   ended,   0}
  };
  int    status = 64;
  FsCase c;

  if (argc < 2 || FsCaseCreate(MPI_COMM_WORLD, &c) || FsCaseDestroy(&c)) return status;
  for (size_t k = 0; k < sizeof modes / sizeof *modes; k++)
    if (!strcmp(argv[1], modes[k].name) && argc - 2 >= modes[k].arguments)
      status = modes[k].call(argv + 2);
  return FsFinalize() ? 64 : status;
}
