/* bushing.c: implements the forces, tangents and energy of bushings.

   The displacement is that of three rows of constraints. The rotation vector has the rate
   theta' = T(theta)^-1 w_2 - T(-theta)^-1 w_1 (rotation.h). bushing_swing.c has the rotations of
   bushings with a free axis. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "bushing.h"
#include "bushing_swing.h"
#include <string.h>
#include "math/rotation.h"
#include "math/vector.h"

enum { N = JOINT_DOFS, B = BUSHING_STRAINS, TURN1 = 3, TURN2 = 9 };

/* Displacements along the axes of the first node. */
static const JointRow displacement_rows[3] = {
  {.kind = ROW_POSITION, .driver = -1, .a = {1, 0, 0}},
  {.kind = ROW_POSITION, .driver = -1, .a = {0, 1, 0}},
  {.kind = ROW_POSITION, .driver = -1, .a = {0, 0, 1}}
};

static void negate(const double x[3], double y[3])
{
  for (int i = 0; i < 3; i++) y[i] = -x[i];
}

/* Computes theta, or its value at the last accepted step if before is 1. */
static void bushing_rotation(const JointState *s, int before, double theta[3])
{
  double q[2][4] = {
    {1, 0, 0, 0},
    {1, 0, 0, 0}
  };

  for (int n = 0; n < 2; n++) {
    double back[3], turn[4];

    if (!s->node[n]) continue;
    memcpy(q[n], s->node[n]->q, sizeof q[n]);
    if (!before) continue;
    negate(s->node[n]->turn, back);
    rotation_exp(back, turn);
    rotation_compose(q[n], turn, q[n]);
  }
  rotation_relative(q[0], q[1], q[0]);
  rotation_log(q[0], theta);
}

/* Computes theta; it is NAN if it has jumped from one end of its range to the other. */
static void continuous_rotation(const JointState *s, double theta[3])
{
  const double half = 3.14159265358979323846;
  double       before[3], change[3];

  bushing_rotation(s, 0, theta);
  if (norm(theta) < half / 2) return;
  bushing_rotation(s, 1, before);
  for (int i = 0; i < 3; i++) change[i] = theta[i] - before[i];
  for (int i = 0; i < 3 && !(norm(change) < half); i++) theta[i] = NAN;
}

static void rotation_gradient(const JointState *s, const double theta[3], double J[3][N])
{
  double T[9];

  memset(J, 0, 3 * N * sizeof **J);
  rotation_tangent_inverse(theta, T);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      J[i][TURN2 + k] = T[3 * i + k];
      if (s->node[0]) J[i][TURN1 + k] = -T[3 * k + i];
    }
}

/* Computes the rotations theta of a small motion, and their derivatives J. */
static void small_rotations(const JointState *s, double theta[3], double J[3][N])
{
  memset(J, 0, 3 * N * sizeof **J);
  for (int i = 0; i < 3; i++) {
    theta[i]        = s->node[1]->turn[i] - (s->node[0] ? s->node[0]->turn[i] : 0);
    J[i][TURN2 + i] = 1;
    J[i][TURN1 + i] = s->node[0] ? -1 : 0;
  }
}

/* Computes the rotations theta and their derivatives J. */
static void rotation_strains(const Bushing *b, const JointState *s, double theta[3], double J[3][N])
{
  BushingSwing swing;

  if (joint_has_small_motions(s)) {
    small_rotations(s, theta, J);
    return;
  }
  if (b->rotation == BUSHING_HELD) {
    continuous_rotation(s, theta);
    rotation_gradient(s, theta, J);
    return;
  }
  memset(theta, 0, 3 * sizeof *theta);
  memset(J, 0, 3 * N * sizeof **J);
  if (b->rotation == BUSHING_NO_ROTATION) return;
  bushing_swing(s, b->axis, &swing);
  for (int i = 0; i < 3; i++) theta[i] = swing.g[0] * swing.ea[i];
  bushing_swing_gradient(&swing, s, J);
}

/* Computes y, J and the rates y'. */
static void bushing_strains(const Bushing *b, const JointState *s, double y[B], double J[B][N],
                            double rate[B])
{
  joint_position(displacement_rows, 3, s, y);
  joint_gradient(displacement_rows, 3, s, J);
  rotation_strains(b, s, y + 3, J + 3);
  for (int i = 0; i < B; i++) {
    rate[i] = 0;
    for (int n = 0; n < 2; n++)
      if (s->node[n])
        rate[i] += dot(J[i] + 6 * n, s->node[n]->v) + dot(J[i] + 6 * n + 3, s->node[n]->w);
  }
}

static void matrix_times_strain(const double A[B * B], const double y[B], double f[B])
{
  for (int i = 0; i < B; i++) {
    f[i] = 0;
    for (int k = 0; k < B; k++) f[i] += A[B * i + k] * y[k];
  }
}

/* Adds sign A J to the rows at, at + 1, at + 2 of X. */
static void add_rotation_rows(int at, double sign, const double A[9], double J[3][N], double X[])
{
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < N; k++)
      X[N * (at + i) + k] +=
        sign * (A[3 * i] * J[0][k] + A[3 * i + 1] * J[1][k] + A[3 * i + 2] * J[2][k]);
}

/* Adds the derivative of J^T f at fixed f to K. */
static void add_geometric_stiffness(const Bushing *b, const JointState *s, const double y[B],
                                    double J[B][N], const double f[B], double K[])
{
  BushingSwing swing;
  double       A[9], back[3];

  if (joint_has_small_motions(s)) return;
  joint_stiffness(displacement_rows, 3, s, f, K);
  if (b->rotation == BUSHING_FREE) {
    bushing_swing(s, b->axis, &swing);
    bushing_swing_stiffness(&swing, s, f + 3, K);
  }
  if (b->rotation != BUSHING_HELD) return;
  negate(y + 3, back);
  rotation_tangent_inverse_slope(back, f + 3, A);
  add_rotation_rows(TURN2, -1, A, J + 3, K);
  rotation_tangent_inverse_slope(y + 3, f + 3, A);
  if (s->node[0]) add_rotation_rows(TURN1, -1, A, J + 3, K);
}

/* Computes D, the derivative of y' at fixed velocities. */
static void strain_rate_slope(const Bushing *b, const JointState *s, const double y[B],
                              double J[B][N], double D[B][N])
{
  BushingSwing swing;
  double       A[9], back[3];

  joint_velocity_slope(displacement_rows, 3, s, D);
  memset(D + 3, 0, 3 * N * sizeof **D);
  if (joint_has_small_motions(s)) return;
  if (b->rotation == BUSHING_FREE) {
    bushing_swing(s, b->axis, &swing);
    bushing_swing_rate_slope(&swing, s, D + 3);
  }
  if (b->rotation != BUSHING_HELD) return;
  rotation_tangent_inverse_slope(y + 3, s->node[1]->w, A);
  add_rotation_rows(3, 1, A, J + 3, (double *)D);
  if (!s->node[0]) return;
  negate(y + 3, back);
  rotation_tangent_inverse_slope(back, s->node[0]->w, A);
  add_rotation_rows(3, 1, A, J + 3, (double *)D);
}

/* Adds J^T A Y to X. */
static void add_congruence(const double A[B * B], double J[B][N], double Y[B][N], double X[])
{
  for (int k = 0; k < N; k++) {
    double y[B], f[B];

    for (int i = 0; i < B; i++) y[i] = Y[i][k];
    matrix_times_strain(A, y, f);
    for (int n = 0; n < N; n++)
      for (int i = 0; i < B; i++) X[N * n + k] += J[i][n] * f[i];
  }
}

void bushing_forces(const Bushing *b, const JointState *s, double r[], double K[], double C[])
{
  double y[B], J[B][N], rate[B], f[B], viscous[B], D[B][N];

  bushing_strains(b, s, y, J, rate);
  matrix_times_strain(b->stiffness, y, f);
  matrix_times_strain(b->damping, rate, viscous);
  for (int i = 0; i < B; i++) {
    f[i] += viscous[i];
    for (int n = 0; n < N; n++) r[n] += J[i][n] * f[i];
  }
  if (!K) return;
  add_geometric_stiffness(b, s, y, J, f, K);
  add_congruence(b->stiffness, J, J, K);
  strain_rate_slope(b, s, y, J, D);
  add_congruence(b->damping, J, D, K);
  add_congruence(b->damping, J, J, C);
}

void bushing_balance(const Bushing *b, const JointState *s, double *energy, double *power)
{
  double y[B], J[B][N], rate[B], f[B], viscous[B];

  bushing_strains(b, s, y, J, rate);
  matrix_times_strain(b->stiffness, y, f);
  matrix_times_strain(b->damping, rate, viscous);
  for (int i = 0; i < B; i++) {
    *energy += y[i] * f[i] / 2;
    *power += rate[i] * viscous[i];
  }
}

void bushing_gradient(const Bushing *b, const JointState *s, double J[BUSHING_STRAINS][JOINT_DOFS])
{
  double y[B], rate[B];

  bushing_strains(b, s, y, J, rate);
}
