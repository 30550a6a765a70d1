/* direct.c: factors the tangent of a model by each direct solver in turn, for scripts/bench.

   The solvers are fsolve's own and those of the libraries that PETSc has.

     peer_direct <rounds> <steps> <solvers> [-option [value]] ...

   <solvers> is "all", or the first letters of some, such as "fronts,MUMPS".

   The tangent is that of a step of -dt, [K + 4/dt^2 M, G^T; G, 0] with rows of joints scaled as in
   steps, at the state after some steps. A negative number of steps stands for K alone. A round
   times several factorizations of new values and several solves of each solver. The output has the
   medians of CPU times of the busiest rank, the solution's error, and the largest residual of a
   row, relative to the largest entry of the row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/error.h"
#include "case/case_impl.h"
#include "direct/multifrontal/pc_multifrontal.h"
#include "direct/tridiagonal.h"
#include "solve/stage_matrix.h"

enum { MAX_ROUNDS = 99 };
static const double ROUND_SECONDS = 0.03; /* at least, of what is timed in a round */

typedef enum { FRONTS, CHAIN, LIBRARY } Kind;

/* A solver; ordering: NULL is that of the library. */
typedef struct {
  const char *name;
  Kind        kind;
  const char *type, *library, *ordering;
  PetscBool   parallel, symmetric; /* runs on several ranks; needs a symmetric matrix */
} Solver;

/* clang-format off */
static const Solver solvers[] = {
  {"fronts",            FRONTS,  NULL,       NULL,                  NULL,           PETSC_TRUE,  PETSC_FALSE},
  {"chain",             CHAIN,   NULL,       NULL,                  NULL,           PETSC_FALSE, PETSC_TRUE},
  {"PETSc LU nd",       LIBRARY, PCLU,       MATSOLVERPETSC,        MATORDERINGND,  PETSC_FALSE, PETSC_FALSE},
  {"PETSc LU rcm",      LIBRARY, PCLU,       MATSOLVERPETSC,        MATORDERINGRCM, PETSC_FALSE, PETSC_FALSE},
  {"PETSc Cholesky nd", LIBRARY, PCCHOLESKY, MATSOLVERPETSC,        MATORDERINGND,  PETSC_FALSE, PETSC_TRUE},
  {"KLU",               LIBRARY, PCLU,       MATSOLVERKLU,          NULL,           PETSC_FALSE, PETSC_FALSE},
  {"UMFPACK",           LIBRARY, PCLU,       MATSOLVERUMFPACK,      NULL,           PETSC_FALSE, PETSC_FALSE},
  {"CHOLMOD",           LIBRARY, PCCHOLESKY, MATSOLVERCHOLMOD,      NULL,           PETSC_FALSE, PETSC_TRUE},
  {"MUMPS LU",          LIBRARY, PCLU,       MATSOLVERMUMPS,        NULL,           PETSC_TRUE,  PETSC_FALSE},
  {"MUMPS LDL^T",       LIBRARY, PCCHOLESKY, MATSOLVERMUMPS,        NULL,           PETSC_TRUE,  PETSC_TRUE},
  {"SuperLU_DIST",      LIBRARY, PCLU,       MATSOLVERSUPERLU_DIST, NULL,           PETSC_TRUE,  PETSC_FALSE}
};
/* clang-format on */
enum { NSOLVERS = sizeof solvers / sizeof *solvers };

/* What is measured of a solver: seconds, errors; pc is NULL if it does not solve. */
typedef struct {
  PC     pc;
  double setup, factor[MAX_ROUNDS], solve[MAX_ROUNDS], error, residual;
  char   why[120]; /* it does not solve */
} Measured;

/* The system of equations: A x = b with a known x. */
typedef struct {
  MPI_Comm  comm;
  Mat       A;
  Vec       multipliers, x, b, y, r; /* multipliers: NULL without joints */
  PetscBool parallel, symmetric;
} Equations;

static double cpu_seconds(void)
{
  struct timespec t;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Returns the largest number of any rank. */
static double largest(MPI_Comm comm, double value)
{
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, comm);
  return value;
}

/* ---- the equations --------------------------------------------------------------------------- */

static PetscErrorCode CreateTangent(const Run *run, PetscReal dt, Mat *A)
{
  const PetscReal        cm     = dt > 0 ? 4 / PetscSqr(dt) : 0;
  const FsShift          shift  = {.cm = cm, .cc = dt > 0 ? 2 / dt : 0, .ck = 1};
  const FsSystem         sys    = run->sys;
  PetscReal              column = cm;
  const FsConstraintRows none   = {FS_CONSTRAINT_POSITION, 0, 0};

  PetscFunctionBeginUser;
  PetscCall(FsSystemCreateMatrix(sys, PETSC_TRUE, A));
  if (sys->traits.linear) {
    PetscCall(sys->ops.matrix.combine(sys, shift, *A));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (cm == 0) {
    PetscCall(FsSystemTangent(sys, &run->s, &run->kind.loading, &none, shift, *A));
    PetscCall(MatNorm(*A, NORM_INFINITY, &column));
  }
  PetscCall(FsSystemTangent(sys, &run->s, &run->kind.loading,
                            &(FsConstraintRows){FS_CONSTRAINT_POSITION, column, column}, shift,
                            *A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode IsSymmetric(Mat A, PetscBool *symmetric)
{
  PetscReal norm, difference;
  Mat       T;

  PetscFunctionBeginUser;
  PetscCall(MatNorm(A, NORM_INFINITY, &norm));
  PetscCall(MatTranspose(A, MAT_INITIAL_MATRIX, &T));
  PetscCall(MatAXPY(T, -1, A, DIFFERENT_NONZERO_PATTERN));
  PetscCall(MatNorm(T, NORM_INFINITY, &difference));
  PetscCall(MatDestroy(&T));
  *symmetric = (PetscBool)(difference <= 1e-12 * norm);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode EquationsCreate(const Run *run, PetscReal dt, Equations *e)
{
  PetscMPIInt ranks;

  PetscFunctionBeginUser;
  *e = (Equations){.comm = run->comm};
  PetscCallMPI(MPI_Comm_size(e->comm, &ranks));
  e->parallel = (PetscBool)(ranks > 1);
  PetscCall(CreateTangent(run, dt, &e->A));
  PetscCall(MatSetOption(e->A, MAT_NO_OFF_PROC_ENTRIES, PETSC_TRUE));
  PetscCall(IsSymmetric(e->A, &e->symmetric));
  PetscCall(MatCreateVecs(e->A, &e->x, &e->b));
  PetscCall(VecDuplicate(e->x, &e->y));
  PetscCall(VecDuplicate(e->x, &e->r));
  if (run->sys->constraints) {
    PetscCall(VecDuplicate(e->x, &e->multipliers));
    PetscCall(MarkMultipliers(run->sys, e->multipliers));
  }
  PetscCall(VecSetRandom(e->x, NULL));
  PetscCall(MatMult(e->A, e->x, e->b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode EquationsDestroy(Equations *e)
{
  PetscFunctionBeginUser;
  PetscCall(MatDestroy(&e->A));
  PetscCall(VecDestroy(&e->multipliers));
  PetscCall(VecDestroy(&e->x));
  PetscCall(VecDestroy(&e->b));
  PetscCall(VecDestroy(&e->y));
  PetscCall(VecDestroy(&e->r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Measures e->y as the solution. Entries of x are between 0 and 1. */
static PetscErrorCode MeasureErrors(const Equations *e, Measured *m)
{
  PetscReal norm;
  Vec       size;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(e->x, &size));
  PetscCall(MatGetRowMaxAbs(e->A, size, NULL));
  PetscCall(MatMult(e->A, e->y, e->r));
  PetscCall(VecAXPY(e->r, -1, e->b));
  PetscCall(VecPointwiseDivide(e->r, e->r, size));
  PetscCall(VecNorm(e->r, NORM_INFINITY, &m->residual));
  PetscCall(VecNorm(e->x, NORM_2, &norm));
  PetscCall(VecAXPY(e->y, -1, e->x));
  PetscCall(VecNorm(e->y, NORM_2, &m->error));
  m->error /= norm;
  PetscCall(VecDestroy(&size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the solvers ----------------------------------------------------------------------------- */

static PetscErrorCode SetLibrary(const Solver *s, const Equations *e, PC pc)
{
  enum { WORKSPACE = 14 }; /* of MUMPS's parameters ICNTL: more in percent, for pivots put off */
  Mat factors;

  PetscFunctionBeginUser;
  PetscCall(PCSetType(pc, s->type));
  PetscCall(PCFactorSetMatSolverType(pc, s->library));
  if (s->ordering) PetscCall(PCFactorSetMatOrderingType(pc, s->ordering));
  if (e->multipliers && s->ordering && !strcmp(s->type, PCLU))
    PetscCall(PCFactorReorderForNonzeroDiagonal(pc, 1e-10));
  if (strcmp(s->library, MATSOLVERMUMPS)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PCFactorSetUpMatSolverType(pc));
  PetscCall(PCFactorGetMatrix(pc, &factors));
  PetscCall(MatMumpsSetIcntl(factors, WORKSPACE, 200));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *exists: the solver suits the equations. */
static PetscErrorCode SetSolver(const Solver *s, const Equations *e, PC pc, PetscBool *exists)
{
  PCMultifrontal fronts;
  Tridiagonal    chain;

  PetscFunctionBeginUser;
  *exists = PETSC_TRUE;
  PetscCall(PCSetOperators(pc, e->A, e->A));
  switch (s->kind) {
  case FRONTS:
    PetscCall(PCMultifrontalCreate(e->A, e->multipliers, &fronts));
    PetscCall(PCSetMultifrontal(pc, fronts));
    break;
  case CHAIN:
    PetscCall(TridiagonalCreate(e->A, &chain));
    *exists = (PetscBool)(chain != NULL);
    if (chain) PetscCall(PCSetTridiagonal(pc, chain));
    break;
  default:
    PetscCall(SetLibrary(s, e, pc));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors and solves once. */
static PetscErrorCode SolveOnce(const Solver *s, const Equations *e, Measured *m)
{
  const double   start = cpu_seconds();
  PetscBool      exists;
  PCFailedReason failure;

  PetscFunctionBeginUser;
  PetscCall(SetSolver(s, e, m->pc, &exists));
  PetscCheck(exists, e->comm, PETSC_ERR_SUP, "does not suit this matrix");
  PetscCall(PCSetUp(m->pc));
  m->setup = largest(e->comm, cpu_seconds() - start);
  PetscCall(PCGetFailedReason(m->pc, &failure));
  PetscCheck(!failure, e->comm, PETSC_ERR_CONV_FAILED, "%s", PCFailedReasons[failure]);
  PetscCall(PCApply(m->pc, e->b, e->y));
  PetscCall(MeasureErrors(e, m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether a list of first letters has those of a name. */
static int is_in(const char *list, const char *name)
{
  if (!strcmp(list, "all")) return 1;
  for (; *list; list += strcspn(list, ","), list += *list == ',')
    if (!strncmp(list, name, strcspn(list, ","))) return 1;
  return 0;
}

static PetscErrorCode Start(const Solver *s, int is_chosen, const Equations *e, Measured *m)
{
  CaughtError caught;

  PetscFunctionBeginUser;
  *m = (Measured){0};
  if (!is_chosen || (e->parallel && !s->parallel) || (s->symmetric && !e->symmetric))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PCCreate(e->comm, &m->pc));
  PetscCall(CatchErrorsBegin(&caught));
  (void)SolveOnce(s, e, m);
  PetscCall(CatchErrorsEnd());
  if (!caught.code) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscStrncpy(m->why, caught.text, sizeof m->why));
  (void)PCDestroy(&m->pc);
  m->pc = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Factor(const Equations *e, PC pc)
{
  PetscInt        first, column;
  const PetscInt *columns;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(e->A, &first, NULL));
  PetscCall(MatGetRow(e->A, first, NULL, &columns, NULL));
  column = *columns;
  PetscCall(MatRestoreRow(e->A, first, NULL, &columns, NULL));
  PetscCall(MatSetValue(e->A, first, column, 0, ADD_VALUES));
  PetscCall(MatAssemblyBegin(e->A, MAT_FINAL_ASSEMBLY)); /* marks the values as new */
  PetscCall(MatAssemblyEnd(e->A, MAT_FINAL_ASSEMBLY));
  PetscCall(PCSetUp(pc));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve(const Equations *e, PC pc)
{
  PetscFunctionBeginUser;
  PetscCall(PCApply(pc, e->b, e->y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *seconds: CPU time of the busiest rank for one call. */
static PetscErrorCode Time(PetscErrorCode (*call)(const Equations *, PC), const Equations *e, PC pc,
                           double *seconds)
{
  double start = cpu_seconds(), once;
  int    n;

  PetscFunctionBeginUser;
  PetscCall(call(e, pc));
  once  = largest(e->comm, cpu_seconds() - start);
  n     = (int)PetscMax(1, PetscMin(1000, ROUND_SECONDS / once));
  start = cpu_seconds();
  for (int k = 0; k < n; k++) PetscCall(call(e, pc));
  *seconds = largest(e->comm, cpu_seconds() - start) / n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the program ----------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

static double median(int n, double value[])
{
  qsort(value, (size_t)n, sizeof *value, compare);
  return n % 2 ? value[n / 2] : (value[n / 2 - 1] + value[n / 2]) / 2;
}

static PetscErrorCode Describe(const Run *run, const Equations *e)
{
  PetscReal multipliers = 0;
  PetscInt  n;
  MatInfo   info;

  PetscFunctionBeginUser;
  PetscCall(MatGetSize(e->A, &n, NULL));
  PetscCall(MatGetInfo(e->A, MAT_GLOBAL_SUM, &info));
  if (e->multipliers) PetscCall(VecNorm(e->multipliers, NORM_1, &multipliers));
  PetscCall(
    PetscPrintf(e->comm, "matrix: %" PetscInt_FMT " rows, %g of joints, %g entries, %s; %s\n", n,
                (double)multipliers, info.nz_used, e->symmetric ? "symmetric" : "not symmetric",
                FsStageSolverName(run->stage)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Report(const Equations *e, int rounds, Measured m[])
{
  PetscFunctionBeginUser;
  for (int k = 0; k < NSOLVERS; k++) {
    if (m[k].pc)
      PetscCall(PetscPrintf(e->comm,
                            "%-18s: setup %.3e factor %.3e solve %.3e error %.1e residual %.1e\n",
                            solvers[k].name, m[k].setup, median(rounds, m[k].factor),
                            median(rounds, m[k].solve), m[k].error, m[k].residual));
    else if (*m[k].why) PetscCall(PetscPrintf(e->comm, "%-18s: %s\n", solvers[k].name, m[k].why));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MeasureAll(const Run *run, PetscReal dt, int rounds, const char *list)
{
  Equations e;
  Measured  m[NSOLVERS];

  PetscFunctionBeginUser;
  PetscCall(EquationsCreate(run, dt, &e));
  PetscCall(Describe(run, &e));
  for (int k = 0; k < NSOLVERS; k++)
    PetscCall(Start(&solvers[k], is_in(list, solvers[k].name), &e, &m[k]));
  for (int round = 0; round < rounds; round++)
    for (int k = 0; k < NSOLVERS; k++) {
      if (!m[k].pc) continue;
      PetscCall(Time(Factor, &e, m[k].pc, &m[k].factor[round]));
      PetscCall(Time(Solve, &e, m[k].pc, &m[k].solve[round]));
    }
  PetscCall(Report(&e, rounds, m));
  for (int k = 0; k < NSOLVERS; k++) PetscCall(PCDestroy(&m[k].pc));
  PetscCall(EquationsDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the error of a call of fs/case.h, whose message main prints. */
#define TRY(call)                                                                                  \
  do {                                                                                             \
    PetscErrorCode ierr_ = (call);                                                                 \
    if (ierr_) return ierr_;                                                                       \
  } while (0)

static PetscErrorCode SetOptions(FsCase c, int n, char *word[])
{
  for (int k = 0; k < n; k++) {
    const int has_value =
      k + 1 < n && !(word[k + 1][0] == '-' && strchr("0123456789.", word[k + 1][1]) == NULL);

    if (!strcmp(word[k], "-options_file") && has_value) TRY(FsCaseSetOptionsFile(c, word[k + 1]));
    else TRY(FsCaseSetOption(c, word[k], has_value ? word[k + 1] : NULL));
    k += has_value;
  }
  return 0;
}

static PetscErrorCode Compare(FsCase c, int argc, char *argv[])
{
  const int rounds = PetscMin(MAX_ROUNDS, atoi(argv[1])), steps = atoi(argv[2]);
  PetscBool taken;
  Run      *run;

  TRY(SetOptions(c, argc - 4, argv + 4));
  TRY(FsCaseSetOption(c, "-output", "none"));
  TRY(FsCaseSetOption(c, "-quiet", NULL));
  TRY(FsCaseSetUp(c));
  for (int k = 0; k < steps; k++) TRY(FsCaseStep(c, &taken));
  TRY(CaseRunOf(c, "peer_direct", &run));
  TRY(MeasureAll(run, steps < 0 ? 0 : run->kind.dt, rounds, argv[3]));
  return 0;
}

int main(int argc, char *argv[])
{
  FsCase c;
  int    status;

  if (argc < 4 || atoi(argv[1]) < 1) return 64;
  if (FsCaseCreate(MPI_COMM_WORLD, &c)) return 1;
  status = FsCaseGetStatus(Compare(c, argc, argv));
  if (status) fprintf(stderr, "%s\n", FsCaseGetMessage(c));
  FsCaseDestroy(&c);
  FsFinalize();
  return status;
}
