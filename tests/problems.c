/* problems.c: small systems with known answers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "problems.h"

const Oscillator paper_oscillator = {0.1, 2 * PETSC_PI, 10, 15, 3, 1, 1, 3};

PetscErrorCode SystemCreateSmall(PetscInt n, FsSystem *sys)
{
  PetscFunctionBeginUser;
  PetscCall(FsSystemCreate(PETSC_COMM_SELF, sys));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, n, &(*sys)->vec));
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, n, NULL, &(*sys)->matrices.pattern));
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j < n; j++)
      PetscCall(MatSetValue((*sys)->matrices.pattern, i, j, 0, INSERT_VALUES));
  PetscCall(MatAssemblyBegin((*sys)->matrices.pattern, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd((*sys)->matrices.pattern, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Assembled(Mat A)
{
  PetscFunctionBeginUser;
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- linear oscillator
 * ------------------------------------------------------------------------------------------- */

static PetscErrorCode Product_Oscillator(FsSystem sys, Vec q, Vec v, Vec a, Vec y)
{
  const Oscillator *p = sys->data;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(y));
  if (a) PetscCall(VecAXPY(y, 1, a));
  if (v) PetscCall(VecAXPY(y, 2 * p->xi * p->omega, v));
  if (q) PetscCall(VecAXPY(y, p->omega * p->omega, q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Load_Oscillator(FsSystem sys, PetscReal t, const FsLoading *loading, Vec f)
{
  const Oscillator *p = sys->data;

  PetscFunctionBeginUser;
  (void)loading;
  PetscCall(VecShift(f, p->R1 * PetscSinReal(p->omega1 * t) + p->R2 * PetscCosReal(p->omega2 * t)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Combine_Oscillator(FsSystem sys, FsShift shift, Mat A)
{
  const Oscillator *p = sys->data;

  PetscFunctionBeginUser;
  PetscCall(MatSetValue(A, 0, 0,
                        shift.cm + shift.cc * 2 * p->xi * p->omega + shift.ck * p->omega * p->omega,
                        INSERT_VALUES));
  PetscCall(Assembled(A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemCreateOscillator(const Oscillator *p, FsSystem *sys)
{
  PetscFunctionBeginUser;
  PetscCall(SystemCreateSmall(1, sys));
  (*sys)->traits.linear = PETSC_TRUE;
  (*sys)->data          = (void *)p;
  (*sys)->ops           = (FsSystemOps){.matrix.combine = Combine_Oscillator,
                                        .linear.product = Product_Oscillator,
                                        .linear.load    = Load_Oscillator};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Amplitude and phase of the response to R e^{i w t}, then the free motion that meets the initial
 * conditions. */
void oscillator_exact(const Oscillator *p, PetscReal t, PetscReal qva[3])
{
  const PetscReal w = p->omega, damping = p->xi * w, wd = w * PetscSqrtReal(1 - p->xi * p->xi);
  const PetscReal forces[2] = {p->R1, p->R2}, frequencies[2] = {p->omega1, p->omega2};
  PetscReal       start[2] = {p->q0, p->v0}, e, A, B, f[3];

  qva[0] = qva[1] = qva[2] = 0;
  for (int k = 0; k < 2; k++) { /* q = S sin + C cos */
    const PetscReal u = frequencies[k], stiff = w * w - u * u, loss = 2 * damping * u,
                    size = forces[k] / (stiff * stiff + loss * loss);
    const PetscReal S    = k == 0 ? stiff * size : loss * size,
                    C    = k == 0 ? -loss * size : stiff * size;
    const PetscReal s = PetscSinReal(u * t), c = PetscCosReal(u * t);

    qva[0] += S * s + C * c;
    qva[1] += u * (S * c - C * s);
    qva[2] -= u * u * (S * s + C * c);
    start[0] -= C;
    start[1] -= u * S;
  }
  e    = PetscExpReal(-damping * t);
  A    = start[0];
  B    = (start[1] + damping * A) / wd;
  f[0] = e * (A * PetscCosReal(wd * t) + B * PetscSinReal(wd * t));
  f[1] = -damping * f[0] + e * wd * (B * PetscCosReal(wd * t) - A * PetscSinReal(wd * t));
  f[2] = -2 * damping * f[1] - w * w * f[0];
  for (int i = 0; i < 3; i++) qva[i] += f[i];
}

/* ---- nonlinear motions
 * ------------------------------------------------------------------------------------------- */

static const PetscReal LENGTH = 0.5, GRAVITY = 9.81;

static void spring_pendulum(PetscReal k, PetscReal t, const PetscReal q[], const PetscReal v[],
                            PetscReal f[])
{
  (void)t;
  f[0] = -k * q[0] + (LENGTH + q[0]) * v[1] * v[1] + GRAVITY * cos(q[1]);
  f[1] = -(2 * v[0] * v[1] + GRAVITY * sin(q[1])) / (LENGTH + q[0]);
}

static void spring_pendulum_slopes(PetscReal k, PetscReal t, const PetscReal q[],
                                   const PetscReal v[], PetscReal by_q[][2], PetscReal by_v[][2])
{
  const PetscReal L = LENGTH + q[0];

  (void)t;
  by_q[0][0] = -k + v[1] * v[1];
  by_q[0][1] = -GRAVITY * sin(q[1]);
  by_v[0][0] = 0;
  by_v[0][1] = 2 * L * v[1];
  by_q[1][0] = (2 * v[0] * v[1] + GRAVITY * sin(q[1])) / (L * L);
  by_q[1][1] = -GRAVITY * cos(q[1]) / L;
  by_v[1][0] = -2 * v[1] / L;
  by_v[1][1] = -2 * v[0] / L;
}

/* Duffing's spring and van der Pol's damper under a force that does not repeat with them. */
static void forced(PetscReal k, PetscReal t, const PetscReal q[], const PetscReal v[],
                   PetscReal f[])
{
  f[0] = -0.3 * (1 + q[0] * q[0]) * v[0] - k * q[0] - q[0] * q[0] * q[0] + 2 * cos(1.3 * t);
}

static void forced_slopes(PetscReal k, PetscReal t, const PetscReal q[], const PetscReal v[],
                          PetscReal by_q[][2], PetscReal by_v[][2])
{
  (void)t;
  by_q[0][0] = -0.6 * q[0] * v[0] - k - 3 * q[0] * q[0];
  by_v[0][0] = -0.3 * (1 + q[0] * q[0]);
}

static void pendulum(PetscReal k, PetscReal t, const PetscReal q[], const PetscReal v[],
                     PetscReal f[])
{
  (void)t, (void)v;
  f[0] = -k * cos(q[0]);
}

static void pendulum_slopes(PetscReal k, PetscReal t, const PetscReal q[], const PetscReal v[],
                            PetscReal by_q[][2], PetscReal by_v[][2])
{
  (void)t, (void)v;
  by_q[0][0] = k * sin(q[0]);
  by_v[0][0] = 0;
}

const Motion compliant_pendulum = {
  "spring pendulum",     2, 98.1, {0, 0.25 * PETSC_PI},
         {1, 0              },
         0.5, PETSC_FALSE, spring_pendulum,
  spring_pendulum_slopes
};
const Motion stiff_pendulum = {
  "stiff spring pendulum",
  2,
  98.1e6,
  {0, 0.25 * PETSC_PI},
  {1, 0              },
  0.5,
  PETSC_FALSE,
  spring_pendulum,
  spring_pendulum_slopes
};
const Motion forced_oscillator = {
  "forced oscillator", 1, 4, {0.8,  0},
     {-0.5, 0},
     2, PETSC_FALSE, forced, forced_slopes
};
const Motion simple_pendulum = {
  "pendulum", 1, 9.81, {0, 0},
     {0, 0},
     10, PETSC_TRUE, pendulum, pendulum_slopes
};

static PetscErrorCode Residual_Motion(FsSystem sys, const FsState *s, const FsLoading *loading,
                                      const FsConstraintRows *rows, Vec r)
{
  const Motion      *m = sys->data;
  const PetscScalar *x, *xd, *xdd = NULL;
  PetscScalar       *y;

  PetscFunctionBeginUser;
  (void)loading, (void)rows;
  PetscCall(VecGetArrayRead(s->q, &x));
  PetscCall(VecGetArrayRead(s->v, &xd));
  if (s->a) PetscCall(VecGetArrayRead(s->a, &xdd));
  PetscCall(VecGetArray(r, &y));
  m->acceleration(m->k, s->t, x, xd, y);
  for (PetscInt i = 0; i < m->n; i++) y[i] = (xdd ? xdd[i] : 0) - y[i];
  PetscCall(VecRestoreArray(r, &y));
  if (xdd) PetscCall(VecRestoreArrayRead(s->a, &xdd));
  PetscCall(VecRestoreArrayRead(s->v, &xd));
  PetscCall(VecRestoreArrayRead(s->q, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A = cm I - cc da/dv - ck da/dq */
static PetscErrorCode FillTangent(const Motion *m, FsShift shift, const PetscReal by_q[][2],
                                  const PetscReal by_v[][2], Mat A)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < m->n; i++)
    for (PetscInt j = 0; j < m->n; j++)
      PetscCall(MatSetValue(A, i, j,
                            (i == j) * shift.cm - shift.cc * by_v[i][j] - shift.ck * by_q[i][j],
                            INSERT_VALUES));
  PetscCall(Assembled(A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_Motion(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     const FsConstraintRows *rows, FsShift shift, Mat A)
{
  const Motion      *m = sys->data;
  const PetscScalar *x, *xd;
  PetscReal          by_q[2][2] = {{0}}, by_v[2][2] = {{0}};

  PetscFunctionBeginUser;
  (void)loading, (void)rows;
  PetscCall(VecGetArrayRead(s->q, &x));
  PetscCall(VecGetArrayRead(s->v, &xd));
  m->slopes(m->k, s->t, x, xd, by_q, by_v);
  PetscCall(VecRestoreArrayRead(s->v, &xd));
  PetscCall(VecRestoreArrayRead(s->q, &x));
  PetscCall(FillTangent(m, shift, (const PetscReal(*)[2])by_q, (const PetscReal(*)[2])by_v, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The mass matrix is what is constant. */
static PetscErrorCode Combine_Motion(FsSystem sys, FsShift shift, Mat A)
{
  const PetscReal zero[2][2] = {{0}};

  PetscFunctionBeginUser;
  PetscCall(FillTangent(sys->data, shift, zero, zero, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemCreateMotion(const Motion *m, FsSystem *sys)
{
  PetscFunctionBeginUser;
  PetscCall(SystemCreateSmall(m->n, sys));
  (*sys)->data                        = (void *)m;
  (*sys)->traits.velocity_independent = m->velocity_independent;
  (*sys)->ops                         = (FsSystemOps){.matrix.combine     = Combine_Motion,
                                                      .nonlinear.residual = Residual_Motion,
                                                      .nonlinear.tangent  = Tangent_Motion};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* y' of y = (q, v). */
static void first_order(const Motion *m, PetscReal t, const PetscReal y[4], PetscReal f[4])
{
  for (PetscInt i = 0; i < m->n; i++) f[i] = y[2 + i];
  m->acceleration(m->k, t, y, y + 2, f + 2);
}

/* Extrapolated modified midpoint rule (Gragg, Bulirsch & Stoer) over an interval that is short for
 * the motion. */
static void extrapolate(const Motion *m, PetscReal t0, PetscReal H, PetscReal y[4])
{
  enum { COLUMNS = 7 };
  PetscReal T[COLUMNS][COLUMNS][4];

  for (int row = 0; row < COLUMNS; row++) {
    const int       n = 2 * (row + 1);
    const PetscReal h = H / n;
    PetscReal       before[4], now[4], next[4], f[4] = {0};

    first_order(m, t0, y, f);
    for (int i = 0; i < 4; i++) {
      before[i] = y[i];
      now[i]    = y[i] + h * f[i];
    }
    for (int step = 1; step < n; step++) {
      first_order(m, t0 + step * h, now, f);
      for (int i = 0; i < 4; i++) {
        next[i]   = before[i] + 2 * h * f[i];
        before[i] = now[i];
        now[i]    = next[i];
      }
    }
    first_order(m, t0 + H, now, f);
    for (int i = 0; i < 4; i++) T[row][0][i] = (now[i] + before[i] + h * f[i]) / 2;
    for (int column = 1; column <= row; column++) {
      const PetscReal ratio = (row + 1.) / (row + 1 - column);

      for (int i = 0; i < 4; i++)
        T[row][column][i] =
          T[row][column - 1][i] +
          (T[row][column - 1][i] - T[row - 1][column - 1][i]) / (ratio * ratio - 1);
    }
  }
  for (int i = 0; i < 4; i++) y[i] = T[COLUMNS - 1][COLUMNS - 1][i];
}

void motion_start(const Motion *m, Exact *e)
{
  e->t = 0;
  for (int i = 0; i < 2; i++) {
    e->y[i]     = m->q0[i];
    e->y[2 + i] = m->v0[i];
    e->a[i]     = 0;
  }
  m->acceleration(m->k, 0, e->y, e->y + 2, e->a);
}

void motion_advance(const Motion *m, PetscReal t, Exact *e)
{
  const PetscReal most = 1. / 40, start = e->t, intervals = ceil((t - start) / most);

  for (PetscReal k = 0; k < intervals; k++) {
    const PetscReal H = (t - start) / intervals;

    extrapolate(m, start + k * H, H, e->y);
  }
  e->t = t;
  m->acceleration(m->k, t, e->y, e->y + 2, e->a);
}

void comparison_start(Comparison *c, const Motion *m)
{
  *c = (Comparison){.motion = m};
  motion_start(m, &c->exact);
}

void compare_motion(PetscInt step, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                    const PetscScalar a[], void *comparison)
{
  Comparison        *c      = comparison;
  const PetscScalar *got[]  = {q, v, a};
  const PetscReal   *want[] = {c->exact.y, c->exact.y + 2, c->exact.a};

  if (!step) return;
  motion_advance(c->motion, t, &c->exact);
  for (int field = 0; field < 3; field++)
    for (PetscInt i = 0; i < c->motion->n; i++) {
      c->error[field] += PetscSqr(got[field][i] - want[field][i]);
      c->size[field] += PetscSqr(want[field][i]);
    }
}
