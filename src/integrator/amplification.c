/* amplification.c: measures amplification matrices of any scheme from its own steps.

   The system consists of n * COLUMNS independent oscillators. For each frequency there is one for
   each unit vector of the scheme's history, so one step gives all columns of all matrices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "dispersion.h"
#include <petscblaslapack.h> /* after PETSc itself */

enum {
  /* unit vectors per frequency, more than any scheme needs (lms4: 8, ss4: 10) */
  COLUMNS = 12
};

/* ---- the oscillators ------------------------------------------------------------------------- */

typedef struct {
  Vec       w; /* frequencies [rad/s] */
  PetscReal xi;
} Oscillators;

/* Computes y += c w^power x. */
static PetscErrorCode AddScaled(Oscillators *p, int power, PetscReal c, Vec x, Vec y)
{
  const PetscScalar *w, *u;
  PetscScalar       *z;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(y, &n));
  PetscCall(VecGetArrayRead(p->w, &w));
  PetscCall(VecGetArrayRead(x, &u));
  PetscCall(VecGetArray(y, &z));
  for (PetscInt i = 0; i < n; i++) z[i] += c * PetscPowRealInt(w[i], power) * u[i];
  PetscCall(VecRestoreArray(y, &z));
  PetscCall(VecRestoreArrayRead(x, &u));
  PetscCall(VecRestoreArrayRead(p->w, &w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Product_Oscillators(FsSystem sys, Vec q, Vec v, Vec a, Vec y)
{
  Oscillators *p = sys->data;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(y));
  if (a) PetscCall(AddScaled(p, 0, 1, a, y));
  if (v) PetscCall(AddScaled(p, 1, 2 * p->xi, v, y));
  if (q) PetscCall(AddScaled(p, 2, 1, q, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Load_Oscillators(FsSystem sys, PetscReal t, const FsLoading *loading, Vec f)
{
  PetscFunctionBeginUser;
  (void)sys, (void)t, (void)loading, (void)f;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Combine_Oscillators(FsSystem sys, FsShift shift, Mat A)
{
  const Oscillators *p = sys->data;
  const PetscScalar *w;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(p->w, &n));
  PetscCall(VecGetArrayRead(p->w, &w));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(MatSetValue(A, i, i, shift.cm + 2 * shift.cc * p->xi * w[i] + shift.ck * w[i] * w[i],
                          INSERT_VALUES));
  PetscCall(VecRestoreArrayRead(p->w, &w));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Oscillators(FsSystem sys)
{
  Oscillators *p = sys->data;

  PetscFunctionBeginUser;
  PetscCall(VecDestroy(&p->w));
  PetscCall(PetscFree(p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates a linear system of per_frequency oscillators for each of n frequencies. Those of one
   frequency are consecutive. The caller destroys *out. */
static PetscErrorCode CreateOscillators(PetscInt n, const PetscReal w[], PetscInt per_frequency,
                                        PetscReal xi, FsSystem *out)
{
  const PetscInt size = n * per_frequency;
  Oscillators   *p;
  FsSystem       sys;

  PetscFunctionBeginUser;
  PetscCall(FsSystemCreate(PETSC_COMM_SELF, &sys));
  PetscCall(PetscNew(&p));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, size, &sys->vec));
  PetscCall(VecDuplicate(sys->vec, &p->w));
  for (PetscInt i = 0; i < size; i++)
    PetscCall(VecSetValue(p->w, i, w[i / per_frequency], INSERT_VALUES));
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, size, size, 1, NULL, &sys->matrices.pattern));
  for (PetscInt i = 0; i < size; i++)
    PetscCall(MatSetValue(sys->matrices.pattern, i, i, 0, INSERT_VALUES));
  PetscCall(MatAssemblyBegin(sys->matrices.pattern, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(sys->matrices.pattern, MAT_FINAL_ASSEMBLY));
  p->xi                = xi;
  sys->traits.linear   = PETSC_TRUE;
  sys->traits.diagonal = PETSC_TRUE;
  sys->data            = p;
  sys->ops             = (FsSystemOps){.matrix.combine = Combine_Oscillators,
                                       .linear.product = Product_Oscillators,
                                       .linear.load    = Load_Oscillators,
                                       .destroy        = Destroy_Oscillators};
  *out                 = sys;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- runs of a scheme on them ---------------------------------------------------------------- */

typedef struct {
  FsSystem     sys;
  FsStage      stage;
  FsIntegrator in;
  FsState      s;
} OscillatorRun;

/* Prepares a scheme for its first step of 1 s from q = q0, v = v0 w. */
static PetscErrorCode OscillatorRunCreate(const FsIntegratorOptions *options, PetscInt n,
                                          const PetscReal w[], PetscInt per_frequency, PetscReal xi,
                                          PetscReal q0, PetscReal v0, OscillatorRun *b)
{
  FsStageInfo info;

  PetscFunctionBeginUser;
  PetscCall(CreateOscillators(n, w, per_frequency, xi, &b->sys));
  PetscCall(FsStageCreate(b->sys, &b->stage));
  PetscCall(FsSystemStateCreate(b->sys, &b->s));
  PetscCall(VecSet(b->s.q, q0));
  PetscCall(VecZeroEntries(b->s.v));
  for (PetscInt i = 0; i < n * per_frequency; i++)
    PetscCall(VecSetValue(b->s.v, i, v0 * w[i / per_frequency], INSERT_VALUES));
  PetscCall(FsStageAcceleration(b->stage, &b->s, &info));
  PetscCall(FsIntegratorCreate(PETSC_COMM_SELF, options, &b->in));
  PetscCall(FsIntegratorSetUp(b->in, b->sys, b->stage, 1, &b->s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode OscillatorRunStep(OscillatorRun *b)
{
  FsStageInfo info;

  PetscFunctionBeginUser;
  PetscCall(FsIntegratorTry(b->in, 1, &b->s, &info));
  PetscCall(FsIntegratorAccept(b->in, &b->s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode OscillatorRunDestroy(OscillatorRun *b)
{
  PetscFunctionBeginUser;
  PetscCall(FsIntegratorDestroy(&b->in));
  PetscCall(FsSystemStateDestroy(&b->s));
  PetscCall(FsStageDestroy(&b->stage));
  PetscCall(FsSystemDestroy(&b->sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode IntegratorFreeMotion(const FsIntegratorOptions *options, PetscInt n,
                                    const PetscReal x[], PetscReal xi, PetscReal q0, PetscReal v0,
                                    PetscInt steps, PetscReal q[], PetscReal v[])
{
  OscillatorRun b;

  PetscFunctionBeginUser;
  PetscCall(OscillatorRunCreate(options, n, x, 1, xi, q0, v0, &b));
  for (PetscInt k = 0; k <= steps; k++) {
    const PetscScalar *qk, *vk;

    if (k) PetscCall(OscillatorRunStep(&b));
    PetscCall(VecGetArrayRead(b.s.q, &qk));
    PetscCall(VecGetArrayRead(b.s.v, &vk));
    for (PetscInt i = 0; i < n; i++) {
      q[k * n + i] = qk[i];
      v[k * n + i] = vk[i] / x[i];
    }
    PetscCall(VecRestoreArrayRead(b.s.v, &vk));
    PetscCall(VecRestoreArrayRead(b.s.q, &qk));
  }
  PetscCall(OscillatorRunDestroy(&b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- amplification matrices ------------------------------------------------------------------ */

/* Lists all that determines the next step: states, the current one first, then vectors of the
   scheme. */
static PetscErrorCode ListHistory(OscillatorRun *b, SchemeHistory *history)
{
  PetscFunctionBeginUser;
  *history = (SchemeHistory){.nstates = 0};
  if (b->in->family->history) b->in->family->history(b->in, history);
  PetscCheck(2 + 2 * history->nstates + history->nvecs < COLUMNS, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "the scheme remembers more than %d columns", COLUMNS);
  for (PetscInt j = history->nstates; j > 0; j--) history->state[j] = history->state[j - 1];
  history->state[0] = b->s;
  history->nstates++;
  if (history->independent_acceleration) history->vec[history->nvecs++] = b->s.a;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets oscillator i * COLUMNS + j to the unit vector j: q or v/w of state j/2, or a vector. The
   equation of motion gives the accelerations of states. */
static PetscErrorCode SetUnitVectors(const SchemeHistory *history, PetscInt n, const PetscReal w[],
                                     PetscReal xi)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < history->nstates; k++) {
    PetscScalar *q, *v, *a;

    PetscCall(VecGetArrayWrite(history->state[k].q, &q));
    PetscCall(VecGetArrayWrite(history->state[k].v, &v));
    PetscCall(VecGetArrayWrite(history->state[k].a, &a));
    for (PetscInt i = 0; i < n * COLUMNS; i++) {
      const PetscReal wi = w[i / COLUMNS];

      q[i] = i % COLUMNS == 2 * k;
      v[i] = i % COLUMNS == 2 * k + 1 ? wi : 0;
      a[i] = -2 * xi * wi * v[i] - wi * wi * q[i];
    }
    PetscCall(VecRestoreArrayWrite(history->state[k].a, &a));
    PetscCall(VecRestoreArrayWrite(history->state[k].v, &v));
    PetscCall(VecRestoreArrayWrite(history->state[k].q, &q));
  }
  for (PetscInt k = 0; k < history->nvecs; k++) {
    PetscScalar *x;

    PetscCall(VecGetArrayWrite(history->vec[k], &x));
    for (PetscInt i = 0; i < n * COLUMNS; i++) x[i] = i % COLUMNS == 2 * history->nstates + k;
    PetscCall(VecRestoreArrayWrite(history->vec[k], &x));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads one row of each of the n matrices from a vector after the step, divided by w^power (1 for
   velocities). */
static PetscErrorCode ReadMatrixRow(Vec vec, PetscInt row, int power, PetscInt n,
                                    const PetscReal w[], PetscInt m, PetscReal A[])
{
  const PetscScalar *x;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(vec, &x));
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j < m; j++)
      A[(i * m + row) * m + j] = x[i * COLUMNS + j] / PetscPowRealInt(w[i], power);
  PetscCall(VecRestoreArrayRead(vec, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode IntegratorAmplification(const FsIntegratorOptions *options, PetscInt n,
                                       const PetscReal x[], PetscReal xi, PetscInt *m,
                                       PetscReal **A)
{
  const PetscInt startup_steps = 4; /* every scheme has then completed its start-up */
  SchemeHistory  history;
  OscillatorRun  b;

  PetscFunctionBeginUser;
  /* at rest */
  PetscCall(OscillatorRunCreate(options, n, x, COLUMNS, xi, 0, 0, &b));
  for (PetscInt k = 0; k < startup_steps; k++) PetscCall(OscillatorRunStep(&b));
  PetscCall(ListHistory(&b, &history));
  PetscCall(SetUnitVectors(&history, n, x, xi));
  PetscCall(OscillatorRunStep(&b));
  PetscCall(ListHistory(&b, &history));
  *m = 2 * history.nstates + history.nvecs;
  PetscCall(PetscMalloc1((size_t)(n * *m * *m), A));
  for (PetscInt k = 0; k < history.nstates; k++) {
    PetscCall(ReadMatrixRow(history.state[k].q, 2 * k, 0, n, x, *m, *A));
    PetscCall(ReadMatrixRow(history.state[k].v, 2 * k + 1, 1, n, x, *m, *A));
  }
  for (PetscInt k = 0; k < history.nvecs; k++)
    PetscCall(ReadMatrixRow(history.vec[k], 2 * history.nstates + k, 0, n, x, *m, *A));
  PetscCall(OscillatorRunDestroy(&b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int by_modulus(const void *a, const void *b)
{
  const PetscReal *x = a, *y = b, difference = hypot(y[0], y[1]) - hypot(x[0], x[1]);

  return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

static PetscBool all_finite(PetscInt n, const PetscReal x[])
{
  for (PetscInt i = 0; i < n; i++)
    if (PetscIsInfOrNanReal(x[i])) return PETSC_FALSE;
  return PETSC_TRUE;
}

PetscErrorCode AmplificationRoots(PetscInt n, PetscInt m, PetscReal A[], PetscReal roots[])
{
  PetscScalar  re[COLUMNS], im[COLUMNS], work[8 * COLUMNS], none;
  PetscBLASInt size, one = 1, lwork = 8 * COLUMNS, error;

  PetscFunctionBeginUser;
  PetscCall(PetscBLASIntCast(m, &size));
  /* LAPACK reads by columns, that is the transpose, which has the same eigenvalues */
  for (PetscInt i = 0; i < n; i++) {
    /* LAPACK would stop the program at infinite entries */
    if (!all_finite(m * m, A + i * m * m)) {
      for (PetscInt j = 0; j < 2 * m; j++) roots[2 * i * m + j] = PETSC_INFINITY;
      continue;
    }
    LAPACKgeev_("N", "N", &size, A + i * m * m, &size, re, im, &none, &one, &none, &one, work,
                &lwork, &error);
    PetscCheck(!error, PETSC_COMM_SELF, PETSC_ERR_LIB,
               "eigenvalues of an amplification matrix: LAPACK's error %d", (int)error);
    for (PetscInt j = 0; j < m; j++) {
      roots[2 * (i * m + j)]     = re[j];
      roots[2 * (i * m + j) + 1] = im[j];
    }
    qsort(roots + 2 * i * m, (size_t)m, 2 * sizeof *roots, by_modulus);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Narrows [*below, *above] around the first x with a modulus above 1. *below is 0 if that is the
   first point. If there is no such x, the interval stays. */
static PetscErrorCode NarrowStabilityLimit(const FsIntegratorOptions *options, PetscReal xi,
                                           PetscReal *below, PetscReal *above)
{
  enum { POINTS = 400 };
  /* Relative to the modulus 1: round-off splits double roots on the unit circle by the root of
     1e-16, and by more in products of matrices. A smaller tolerance would find schemes unstable
     that conserve the energy exactly. */
  const PetscReal tolerance = 1e-6;
  PetscReal       x[POINTS], *A, *roots;
  const PetscReal factor = PetscPowReal(*above / *below, 1. / (POINTS - 1));
  PetscInt        m      = 0;

  PetscFunctionBeginUser;
  x[0] = *below;
  for (PetscInt i = 1; i < POINTS; i++) x[i] = x[i - 1] * factor;
  PetscCall(IntegratorAmplification(options, POINTS, x, xi, &m, &A));
  PetscCall(PetscMalloc1(2 * POINTS * (size_t)m, &roots));
  PetscCall(AmplificationRoots(POINTS, m, A, roots));
  for (PetscInt i = 0; i < POINTS; i++)
    if (!(hypot(roots[2 * i * m], roots[2 * i * m + 1]) <= 1 + tolerance)) {
      *above = x[i];
      *below = i ? x[i - 1] : 0;
      break;
    }
  PetscCall(PetscFree(roots));
  PetscCall(PetscFree(A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode IntegratorStableStep(const FsIntegratorOptions *options, PetscReal xi,
                                    PetscReal *limit)
{
  enum { PASSES = 3 }; /* each narrows the interval 400 times, to a relative 1e-6 */
  /* of omega h, which has no unit: the search begins at lower, and a scheme that is stable up to
     upper has no limit for its user */
  const PetscReal lower = 1e-3, upper = 1e4, ratios[] = {0, xi};

  PetscFunctionBeginUser;
  *limit = upper;
  for (int k = 0; k < 2; k++) {
    PetscReal below = lower, above = upper;

    PetscCall(NarrowStabilityLimit(options, ratios[k], &below, &above));
    for (int pass = 1; pass < PASSES && above < upper && below > 0; pass++)
      PetscCall(NarrowStabilityLimit(options, ratios[k], &below, &above));
    *limit = PetscMin(*limit, above < upper ? below : upper);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
