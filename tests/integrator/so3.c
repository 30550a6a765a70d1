/* so3.c: every registered scheme reaches its order on SO(3), in rotation, angular velocity and its
   derivative: a rigid body turned by a torque in global axes so that its rotation vector is (t^2,
   0, t/5) or (t + sin t, 0, cos t), Zupan & Zupan section V.A. The torque acts on the orientation
   that the scheme has found: errors of rotation act back. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "kinematics/chart.h"
#include "petsc_test.h"
#include "problems.h"
#include "math/rotation.h"
#include "math/vector.h"
#include <string.h>

static const double J[3] = {5, 5, 1};

/* Rotation vector of the exact motion and its first two derivatives. */
typedef void (*Path)(double t, double x[3][3]);

static void quadratic(double t, double x[3][3])
{
  const double p[3][3] = {
    {t * t, 0, t / 5},
    {2 * t, 0, 0.2  },
    {2,     0, 0    }
  };

  memcpy(x, p, sizeof p);
}

static void harmonic(double t, double x[3][3])
{
  const double p[3][3] = {
    {t + sin(t), 0, cos(t) },
    {1 + cos(t), 0, -sin(t)},
    {-sin(t),    0, -cos(t)}
  };

  memcpy(x, p, sizeof p);
}

/* Orientation, body angular velocity, its derivative: w' = T theta'' + (dT theta') theta'. */
static void exact(Path path, double t, double q[4], double w[3], double wd[3])
{
  double x[3][3], T[9], slope[9], part[3];

  path(t, x);
  rotation_exp(x[0], q);
  rotation_tangent(x[0], T);
  rotation_tangent_slope(x[0], x[1], slope);
  mat_vec(T, x[1], w);
  mat_vec(T, x[2], wd);
  mat_vec(slope, x[1], part);
  for (int i = 0; i < 3; i++) wd[i] += part[i];
}

/* J w' + w x J w */
static void inertial(const double w[3], const double wd[3], double m[3])
{
  const double Jw[3] = {J[0] * w[0], J[1] * w[1], J[2] * w[2]};

  cross(w, Jw, m);
  for (int i = 0; i < 3; i++) m[i] += J[i] * wd[i];
}

/* ---- the system
 * --------------------------------------------------------------------------------------------------
 */

typedef struct {
  Path     path;
  Chart    chart;
  PetscInt at[1][3];
  double   ref[4];
} Body;

/* The torque at t in the axes of a body whose orientation is theta in the chart. */
static void torque(const Body *b, double t, const double theta[3], double m[3])
{
  double q[4], w[3], wd[3], R[9], body[3], global[3];

  exact(b->path, t, q, w, wd);
  inertial(w, wd, body);
  rotation_matrix(q, R);
  mat_vec(R, body, global);
  rotation_exp(theta, q);
  rotation_compose(b->ref, q, q);
  rotation_matrix(q, R);
  mat_t_vec(R, global, m);
}

static PetscErrorCode Read(Vec x, double y[3])
{
  static const PetscInt at[3] = {0, 1, 2};

  PetscFunctionBeginUser;
  PetscCall(VecGetValues(x, 3, at, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_Body(FsSystem sys, const FsState *s, const FsLoading *loading,
                                    const FsConstraintRows *rows, Vec r)
{
  const Body  *b = sys->data;
  double       theta[3], w[3], wd[3], m[3], applied[3];
  PetscScalar *y;

  PetscFunctionBeginUser;
  (void)loading, (void)rows;
  PetscCall(Read(s->q, theta));
  PetscCall(Read(s->v, w));
  PetscCall(Read(s->a, wd));
  inertial(w, wd, m);
  torque(b, s->t, theta, applied);
  PetscCall(VecGetArray(r, &y));
  for (int i = 0; i < 3; i++) y[i] = m[i] - applied[i];
  PetscCall(VecRestoreArray(r, &y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_Body(FsSystem sys, const FsState *s, const FsLoading *loading,
                                   const FsConstraintRows *rows, FsShift shift, Mat A)
{
  const Body *b = sys->data;
  double      theta[3], w[3], rate[3], Jw[3], m[3], K[9], C[9],
    M[9] = {J[0], 0, 0, 0, J[1], 0, 0, 0, J[2]}, S[9];
  ChartColumns c;

  PetscFunctionBeginUser;
  (void)loading, (void)rows;
  PetscCall(Read(s->q, theta));
  PetscCall(Read(s->v, w));
  if (shift.rates) PetscCall(Read(s->qd, rate));
  chart_columns(theta, shift.rates ? rate : NULL, shift, &c);
  torque(b, s->t, theta, m);
  skew(m, K); /* of -R^T torque by the spin, negative */
  mat_vec(M, w, Jw);
  skew(w, S);
  mat_mat(S, M, C);
  skew(Jw, S);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double sum = 0;

      for (int k = 0; k < 3; k++)
        sum += -K[3 * i + k] * c.spin[3 * k + j] +
               (C[3 * i + k] - S[3 * i + k]) * c.velocity[3 * k + j] +
               M[3 * i + k] * c.acceleration[3 * k + j];
      PetscCall(MatSetValue(A, i, j, sum, INSERT_VALUES));
    }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Velocity_Body(FsSystem sys, Vec q, Vec qd, Vec v)
{
  PetscFunctionBeginUser;
  PetscCall(ChartVelocity(&((Body *)sys->data)->chart, q, qd, v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_Body(FsSystem sys, const FsState *at, PetscInt n,
                                  FsState *const states[])
{
  Body  *b = sys->data;
  double theta[3], q[4];

  PetscFunctionBeginUser;
  PetscCall(Read(at->q, theta));
  rotation_exp(theta, q);
  rotation_compose(b->ref, q, b->ref);
  PetscCall(ChartMoveOrigin(&b->chart, at, PETSC_FALSE, n, states));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Commute_Body(FsSystem sys, PetscReal h, Vec v, Vec a, Vec j, Vec q)
{
  PetscFunctionBeginUser;
  PetscCall(ChartAddCommutator(&((Body *)sys->data)->chart, h, v, a, j, q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Turn_Body(FsSystem sys, Vec q, Vec other, PetscReal *most)
{
  PetscFunctionBeginUser;
  PetscCall(ChartMaxRotation(&((Body *)sys->data)->chart, q, other, most));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const FsSystemRotations body_rotations = {.velocity              = Velocity_Body,
                                                 .commutator_correction = Commute_Body,
                                                 .rotation_increment    = Turn_Body};

/* ---- errors
 * ------------------------------------------------------------------------------------------------------
 */

typedef struct {
  Body  *body;
  double error[3],
    size[3]; /* sums of squares, of rotation vectors, angular velocities, their derivatives */
} Errors;

static void compare(PetscInt step, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                    const PetscScalar a[], void *context)
{
  Errors *e = context;
  double  rotation_increment[4], found[4], w[3], wd[3], off[3], theta[3];

  if (!step) return;
  exact(e->body->path, t, rotation_increment, w, wd);
  rotation_exp(q, found);
  rotation_compose(e->body->ref, found, found);
  rotation_relative(rotation_increment, found, found);
  rotation_log(found, off);
  rotation_log(rotation_increment, theta);
  for (int i = 0; i < 3; i++) {
    e->error[0] += off[i] * off[i];
    e->error[1] += (v[i] - w[i]) * (v[i] - w[i]);
    e->error[2] += (a[i] - wd[i]) * (a[i] - wd[i]);
    e->size[0] += theta[i] * theta[i];
    e->size[1] += w[i] * w[i];
    e->size[2] += wd[i] * wd[i];
  }
}

static PetscErrorCode BodyErrors(Path path, const FsScheme *s, PetscReal rho, PetscReal t_end,
                                 PetscInt nsteps, double error[3])
{
  const PetscReal zero[3] = {0, 0, 0};
  Body            body    = {
                  .path = path, .chart = {1, NULL},
                       .at = {{0, 1, 2}}
  };
  Errors   e = {.body = &body};
  double   w[3], wd[3];
  FsSystem sys;

  PetscFunctionBeginUser;
  body.chart.at = body.at;
  exact(path, 0, body.ref, w, wd);
  PetscCall(FsSystemCreate(PETSC_COMM_SELF, &sys));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, 3, &sys->vec));
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, 3, 3, NULL, &sys->matrices.pattern));
  sys->rotations = &body_rotations;
  sys->data      = &body;
  sys->ops       = (FsSystemOps){.nonlinear.residual = Residual_Body,
                                 .nonlinear.tangent  = Tangent_Body,
                                 .history.accept     = Accept_Body};
  PetscCall(Integrate(sys, s->name, rho, t_end / (PetscReal)nsteps, nsteps, zero, w, compare, &e));
  for (int i = 0; i < 3; i++) error[i] = sqrt(e.error[i] / e.size[i]);
  PetscCall(FsSystemDestroy(&sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The slope between n and 2 n steps; n doubles until it settles, while errors are above round-off:
 * slopes of fifth order are still 0.1 away then. */
static PetscErrorCode CheckOrder(const char name[], Path path, const FsScheme *s, PetscReal rho)
{
  enum { LEVELS = 5 };
  static const PetscInt first[]   = {0, 0, 200, 100, 40, 14};
  const double          round_off = 1e-13, within = 0.12, h[2] = {2, 1};
  PetscInt              n = first[s->order];
  double                error[2][3], order[3] = {0};
  PetscBool             settled = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (int level = 0; level < LEVELS && !settled; level++, n *= 2) {
    for (int i = 0; i < 3; i++) error[0][i] = error[1][i];
    PetscCall(BodyErrors(path, s, rho, 2, n, error[1]));
    settled = (PetscBool)(level > 0);
    for (int i = 0; i < 3 && level; i++) {
      const double pair[] = {error[0][i], error[1][i]};

      order[i] = slope(2, h, pair);
      settled =
        (PetscBool)(settled && fabs(order[i] - (double)s->order) <= within && pair[1] > round_off);
    }
  }
  CHECK(settled,
        "%s, %s, rho_inf %g: orders of R, w, w' are %.3f, %.3f, %.3f, expected %d (errors %.2e, "
        "%.2e, %.2e)",
        name, s->name, (double)rho, order[0], order[1], order[2], (int)s->order, error[1][0],
        error[1][1], error[1][2]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  const PetscReal        rhos[] = {0, 0.6, 1};
  const FsScheme *const *all    = FsIntegratorSchemes();

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsSetValue(NULL, "-snes_atol", "1e-13"));
  for (; *all; all++)
    for (size_t r = 0; serves_programs((*all)->name) &&
                       r < ((*all)->tunable ? PETSC_STATIC_ARRAY_LENGTH(rhos) : 1);
         r++) {
      const PetscReal rho = (*all)->tunable ? PetscMax(rhos[r], (*all)->rho_min) : (*all)->rho_inf;

      PetscCall(CheckOrder("quadratic", quadratic, *all, rho));
      PetscCall(CheckOrder("harmonic", harmonic, *all, rho));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
