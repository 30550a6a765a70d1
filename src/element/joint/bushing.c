/* bushing.c: implements the forces, tangents and energy of bushings.

   The displacement is that of three rows of constraints. The rotation vector has the rate
   theta' = T(theta)^-1 w_2 - T(-theta)^-1 w_1 (rotation.h). BushingSwing has the rotations of
   bushings with a free axis. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <math.h>
#include "bushing.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "joint.h"

/* ---- the swing of an axis -------------------------------------------------------------------- */

enum { N = JOINT_DOFS, B = BUSHING_STRAINS, TURN1 = 3, TURN2 = 9 };

/* BushingSwing - The rotation at a state, in the axes of the first node. */
typedef struct {
  double R[9], e[3], a[3];
  double ea[3];     /* e x a */
  double c;         /* e . a */
  double g[3];      /* the swing is g[0] ea; g[1], g[2] are derivatives of g[0] by c */
  double turned[3]; /* R w_2 */
  double w[3];      /* R w_2 - w_1 */
} BushingSwing;

/* Computes alpha / sin(alpha) with c = cos(alpha), and its first two derivatives by c. Near c = 1
   by the series sum n!/(2n + 1)!! (1 - c)^n. */
static void swing_factor(double c, double g[3])
{
  const double x = 1 - c, near = 0.1, s2 = (1 - c) * (1 + c);
  double       term = 1, power = 1;

  if (x >= near) {
    g[0] = acos(c < -1 ? -1 : c) / sqrt(s2);
    g[1] = (c * g[0] - 1) / s2;
    g[2] = (g[0] + 3 * c * g[1]) / s2;
    return;
  }
  memset(g, 0, 3 * sizeof *g);
  for (int n = 0; n < 16; n++) { /* term: the coefficient; power: x^n */
    if (n) term *= n / (2. * n + 1);
    g[0] += term * power;
    if (n + 1 < 16) g[1] -= (n + 1) * term * (n + 1) / (2. * n + 3) * power;
    if (n + 2 < 16)
      g[2] += (n + 2.) * (n + 1.) * term * (n + 1) / (2. * n + 3) * (n + 2) / (2. * n + 5) * power;
    power *= x;
  }
}

/* Computes the rotation of a bushing with the free axis e. */
static void bushing_swing(const JointState *s, const double e[3], BushingSwing *b)
{
  double q[2][4] = {
    {1, 0, 0, 0},
    {1, 0, 0, 0}
  };

  for (int n = 0; n < 2; n++)
    if (s->node[n]) memcpy(q[n], s->node[n]->q, sizeof q[n]);
  rotation_relative(q[0], q[1], q[0]);
  rotation_matrix(q[0], b->R);
  memcpy(b->e, e, sizeof b->e);
  mat_vec(b->R, e, b->a);
  cross(e, b->a, b->ea);
  b->c = dot(e, b->a);
  swing_factor(b->c, b->g);
  mat_vec(b->R, s->node[1]->w, b->turned);
  for (int i = 0; i < 3; i++) b->w[i] = b->turned[i] - (s->node[0] ? s->node[0]->w[i] : 0);
}

/* Computes the rate of the swing, plus e times that of the twist, for the relative spin w. */
static void strain_rate(const BushingSwing *b, const double w[3], double rate[3])
{
  double ad[3], ead[3], twist = 0;

  cross(w, b->a, ad);
  cross(b->e, ad, ead);
  for (int i = 0; i < 3; i++) twist += (b->e[i] + b->a[i]) * w[i] / (1 + b->c);
  for (int i = 0; i < 3; i++)
    rate[i] = b->g[1] * dot(b->e, ad) * b->ea[i] + b->g[0] * ead[i] + twist * b->e[i];
}

/* Computes the relative spin of column k of node n: R e_k, or -e_k. */
static void relative_spin(const BushingSwing *b, int n, int k, double spin[3])
{
  for (int i = 0; i < 3; i++) spin[i] = n ? b->R[3 * i + k] : -(double)(i == k);
}

/* Computes J, the derivatives of the swing, plus e times those of the
   twist. */
static void bushing_swing_gradient(const BushingSwing *b, const JointState *s, double J[3][N])
{
  memset(J, 0, 3 * N * sizeof **J);
  for (int n = 0; n < 2; n++)
    for (int k = 0; k < 3 && s->node[n]; k++) {
      double spin[3], rate[3];

      relative_spin(b, n, k, spin);
      strain_rate(b, spin, rate);
      for (int i = 0; i < 3; i++) J[i][(n ? TURN2 : TURN1) + k] = rate[i];
    }
}

/* Computes the moment m of f on the second node, and its change for a relative spin. */
static void moment_change(const BushingSwing *b, const double f[3], const double spin[3],
                          double m[3], double dm[3])
{
  const double along = dot(f, b->e), half = 1 / (1 + b->c);
  double       p[3], q[3], dq[3], da[3], aq[3], daq[3], adq[3];

  cross(f, b->e, p);
  cross(spin, b->a, da);
  for (int i = 0; i < 3; i++) {
    q[i]  = b->g[1] * dot(p, b->a) * b->e[i] + b->g[0] * p[i];
    dq[i] = (b->g[2] * dot(b->e, da) * dot(p, b->a) + b->g[1] * dot(p, da)) * b->e[i] +
            b->g[1] * dot(b->e, da) * p[i];
  }
  cross(b->a, q, aq);
  cross(da, q, daq);
  cross(b->a, dq, adq);
  for (int i = 0; i < 3; i++) {
    m[i]  = aq[i] + along * half * (b->e[i] + b->a[i]);
    dm[i] = daq[i] + adq[i] + along * half * (da[i] - half * dot(b->e, da) * (b->e[i] + b->a[i]));
  }
}

/* Adds the derivative of J^T f at fixed f to K[JOINT_DOFS][JOINT_DOFS].
 */
static void bushing_swing_stiffness(const BushingSwing *b, const JointState *s, const double f[3],
                                    double K[])
{
  for (int n = 0; n < 2; n++)
    for (int k = 0; k < 3 && s->node[n]; k++) {
      const int column = (n ? TURN2 : TURN1) + k;
      double    spin[3], m[3], dm[3], turned[3];

      relative_spin(b, n, k, spin);
      moment_change(b, f, spin, m, dm);
      cross(spin, m, turned);
      for (int i = 0; i < 3; i++) {
        if (s->node[0]) K[N * (TURN1 + i) + column] -= dm[i];
        for (int l = 0; l < 3; l++)
          K[N * (TURN2 + i) + column] += b->R[3 * l + i] * (dm[l] - turned[l]);
      }
    }
}

/* Computes the change of strain_rate at fixed velocities of the nodes, for a relative spin. */
static void strain_rate_change(const BushingSwing *b, const double spin[3], double change[3])
{
  const double half = 1 / (1 + b->c);
  double       da[3], dw[3], ad[3], dwa[3], wda[3], dad[3], eda[3], ead[3], edad[3], twist = 0;

  cross(spin, b->a, da);
  cross(spin, b->turned, dw);
  cross(b->w, b->a, ad);
  cross(dw, b->a, dwa);
  cross(b->w, da, wda);
  for (int i = 0; i < 3; i++) dad[i] = dwa[i] + wda[i];
  cross(b->e, da, eda);
  cross(b->e, ad, ead);
  cross(b->e, dad, edad);
  for (int i = 0; i < 3; i++)
    twist += half * (da[i] * b->w[i] + (b->e[i] + b->a[i]) * dw[i] -
                     half * dot(b->e, da) * (b->e[i] + b->a[i]) * b->w[i]);
  for (int i = 0; i < 3; i++)
    change[i] = (b->g[2] * dot(b->e, da) * dot(b->e, ad) + b->g[1] * dot(b->e, dad)) * b->ea[i] +
                b->g[1] * (dot(b->e, ad) * eda[i] + dot(b->e, da) * ead[i]) + b->g[0] * edad[i] +
                twist * b->e[i];
}

/* Computes D, the derivative of J v at fixed velocities v. */
static void bushing_swing_rate_slope(const BushingSwing *b, const JointState *s, double D[3][N])
{
  memset(D, 0, 3 * N * sizeof **D);
  for (int n = 0; n < 2; n++)
    for (int k = 0; k < 3 && s->node[n]; k++) {
      double spin[3], change[3];

      relative_spin(b, n, k, spin);
      strain_rate_change(b, spin, change);
      for (int i = 0; i < 3; i++) D[i][(n ? TURN2 : TURN1) + k] = change[i];
    }
}

/* ---- bushings -------------------------------------------------------------------------------- */

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
