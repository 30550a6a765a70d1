/* joint_row.c: implements one row of a joint: its value and its first and second derivative.

   G[N] is the gradient by displacements and spins, B[N][N] the second derivative. Geradin &
   Cardona, Flexible Multibody Dynamics, 2001, ch. 7. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_row.h"
#include "math/vector.h"

static const double PI = 3.14159265358979323846;

enum { N = JOINT_DOFS };

void joint_geometry(const JointState *s, JointGeometry *p)
{
  static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const NodeState    *one = s->node[0], *two = s->node[1];
  const double       *x2 = s->origin[1] ? s->origin[1] : two->x;
  const double       *x1 = one && s->origin[0] ? s->origin[0] : one ? one->x : 0;
  double              arm1[3], arm2[3];

  p->R1 = one ? one->R : identity;
  p->R2 = two->R;
  mat_vec(p->R1, s->offset[0], arm1);
  mat_vec(p->R2, s->offset[1], arm2);
  for (int i = 0; i < 3; i++) {
    p->P[i] = x2[i] + arm2[i] - ((x1 ? x1[i] : 0) + arm1[i]);
    cross(p->R1 + 3 * i, s->offset[0], p->RS1 + 3 * i); /* row i of R times skew(offset) */
    cross(p->R2 + 3 * i, s->offset[1], p->RS2 + 3 * i);
  }
  mat_t_vec(p->R1, p->P, p->P1);
  mat_t_mat(p->R1, p->R2, p->R21);
}

/* Computes y[N], the derivative of d . P at fixed d[3]. */
static void point_gradient(const JointState *s, const JointGeometry *p, const double d[3],
                           double y[N])
{
  double turn[3];

  mat_t_vec(p->RS2, d, turn);
  for (int i = 0; i < 3; i++) {
    y[X2 + i]    = d[i];
    y[TURN2 + i] = -turn[i];
  }
  if (!s->node[0]) {
    memset(y, 0, N / 2 * sizeof *y);
    return;
  }
  mat_t_vec(p->RS1, d, turn);
  for (int i = 0; i < 3; i++) {
    y[X1 + i]    = -d[i];
    y[TURN1 + i] = turn[i];
  }
}

double joint_small_change(const JointState *s, const double G[])
{
  double sum = 0;

  for (int n = 0; n < 2; n++)
    for (int c = 0; c < 3 && s->node[n]; c++)
      sum += G[6 * n + c] * (s->node[n]->x[c] - s->origin[n][c]) +
             G[6 * n + 3 + c] * s->node[n]->turn[c];
  return sum;
}

/* Adds factor A to B[N][N] at (row, column). */
static void add_block(double B[], int row, int column, double factor, const double A[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) B[N * (row + i) + column + j] += factor * A[3 * i + j];
}

/* Computes A = skew(a) skew(b) = b a^T - a.b 1. */
static void skew_skew(const double a[3], const double b[3], double A[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) A[3 * i + j] = b[i] * a[j];
  A[0] = -a[2] * b[2] - a[1] * b[1];
  A[4] = -a[2] * b[2] - a[0] * b[0];
  A[8] = -a[1] * b[1] - a[0] * b[0];
}

/* Adds the second derivative of d . P at fixed d[3] to B. P is linear in displacements. Spins
   rotate the offsets R_n s_n. */
static void add_offset_hessian(const JointState *s, const JointGeometry *p, const double d[3],
                               double B[])
{
  double A[9], part[3];

  mat_t_vec(p->R2, d, part);
  skew_skew(s->offset[1], part, A);
  add_block(B, TURN2, TURN2, 1, A);
  if (!s->node[0]) return;
  mat_t_vec(p->R1, d, part);
  skew_skew(s->offset[0], part, A);
  add_block(B, TURN1, TURN1, -1, A);
}

double joint_position_row(const JointRow *row, const JointState *s, const JointGeometry *p,
                          double G[], double B[])
{
  const int moving = !row->global && s->node[0];
  double    d[3], turn[3];

  if (row->global) vector_copy(row->a, d);
  else mat_vec(p->R1, row->a, d);
  cross(row->a, p->P1, turn);
  point_gradient(s, p, d, G);
  for (int i = 0; i < 3 && moving; i++) G[TURN1 + i] += turn[i];
  if (!B) return dot(d, p->P);
  add_offset_hessian(s, p, d, B);
  if (moving) {
    double A[9];

    skew_skew(row->a, p->P1, A);
    add_block(B, TURN1, TURN1, 1, A);
    /* both d and P change: w_1 . (a x R_1^T J d) with J = dP/dq, and its transpose */
    for (int j = 0; j < 3; j++) {
      double column[3];

      cross(row->a, p->R1 + 3 * j, column);
      for (int i = 0; i < 3; i++) A[3 * i + j] = column[i];
    }
    for (int i = 0; i < 3; i++) {
      double value[N];

      point_gradient(s, p, A + 3 * i, value);
      for (int j = 0; j < N; j++) {
        B[N * (TURN1 + i) + j] += value[j];
        B[N * j + TURN1 + i] += value[j];
      }
    }
  }
  return dot(d, p->P);
}

/* Computes x, which is a x b if A = a b^T; x is linear in A. */
static void axial_vector(const double A[9], double x[3])
{
  x[0] = A[5] - A[7];
  x[1] = A[6] - A[2];
  x[2] = A[1] - A[3];
}

/* Let A = M^T R and C = R M^T. A spin w of the second node changes the sum by tr(A w~), and a spin
   of the first node by -tr(C w~). The second derivatives follow from d~ w~ = w d^T - d.w 1. */
double joint_angle_row(const double M[9], const JointState *s, const JointGeometry *p, double G[],
                       double B[])
{
  double A[9], C[9], X[9], turn[3], value;

  mat_t_mat(M, p->R21, A);
  mat_mat_t(p->R21, M, C);
  value = A[0] + A[4] + A[8];
  memset(G, 0, N * sizeof *G);
  axial_vector(A, G + TURN2);
  axial_vector(C, turn);
  for (int i = 0; i < 3 && s->node[0]; i++) G[TURN1 + i] = -turn[i];
  if (!B) return value;
  transpose(A, X);
  add_block(B, TURN2, TURN2, 1, X);
  for (int i = 0; i < 3; i++) B[N * (TURN2 + i) + TURN2 + i] -= value;
  if (!s->node[0]) return value;
  add_block(B, TURN1, TURN1, 1, C);
  for (int i = 0; i < 3; i++) B[N * (TURN1 + i) + TURN1 + i] -= value;
  mat_mat(C, p->R21, X);
  for (int i = 0; i < 9; i++) X[i] = value * p->R21[i] - X[i];
  add_block(B, TURN1, TURN2, 1, X);
  transpose(X, C);
  add_block(B, TURN2, TURN1, 1, C);
  return value;
}

/* Returns |P| - L, with its derivatives as in joint_position_row. */
static double distance_row(const JointState *s, const JointGeometry *p, double G[], double B[])
{
  const double length = norm(p->P);
  double       n[3], J[3][N];

  for (int i = 0; i < 3; i++) n[i] = length > 0 ? p->P[i] / length : NAN;
  point_gradient(s, p, n, G);
  if (!B) return length - s->length;
  add_offset_hessian(s, p, n, B);
  for (int c = 0; c < 3; c++) point_gradient(s, p, (double[3]){c == 0, c == 1, c == 2}, J[c]);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = -G[i] * G[j];

      for (int c = 0; c < 3; c++) sum += J[c][i] * J[c][j];
      B[N * i + j] += sum / length;
    }
  return length - s->length;
}

static void outer(const double a[3], const double b[3], double M[9])
{
  for (int i = 0; i < 9; i++) M[i] = a[i / 3] * b[i % 3];
}

double joint_unwrap_angle(double angle, double near)
{
  return angle + 2 * PI * round((near - angle) / (2 * PI));
}

double joint_unwrapped_angle(const JointRow *row, const JointState *s, const JointGeometry *p,
                             double before, double gradient[], double slope[])
{
  double M[9], Gc[N], Gs[N], Bc[N * N], Bs[N * N], c, d, size, near = before;

  if (slope) {
    memset(Bc, 0, sizeof Bc);
    memset(Bs, 0, sizeof Bs);
  }
  outer(row->a, row->b, M);
  c = joint_angle_row(M, s, p, Gc, slope ? Bc : 0);
  outer(row->a2, row->b2, M);
  d    = joint_angle_row(M, s, p, Gs, slope ? Bs : 0);
  size = c * c + d * d > 0 ? c * c + d * d : NAN;
  for (int i = 0; i < N; i++) gradient[i] = (c * Gs[i] - d * Gc[i]) / size;
  for (int i = 0; i < N && slope; i++)
    for (int k = 0; k < N; k++)
      slope[N * i + k] = (c * Bs[N * i + k] - d * Bc[N * i + k] + Gc[k] * Gs[i] - Gs[k] * Gc[i] -
                          2 * gradient[i] * (c * Gc[k] + d * Gs[k])) /
                         size;
  if (joint_has_small_motions(s)) return atan2(d, c);
  for (int n = 0; n < 2; n++)
    if (s->node[n] && isfinite(gradient[TURN2]))
      near += dot(gradient + 6 * n + 3, s->node[n]->turn);
  return joint_unwrap_angle(atan2(d, c), near);
}

/* Returns the displacement along the axis minus the pitch times the angle. */
static double screw_row(const JointRow *row, const JointState *s, const JointGeometry *p,
                        double G[], double B[])
{
  JointRow along = {.kind = ROW_POSITION, .driver = -1};
  double   turn[N], turns[N * N], moved, angle;

  vector_copy(row->along, along.a);
  moved = joint_position_row(&along, s, p, G, B);
  angle = joint_unwrapped_angle(row, s, p, s->before[JOINT_ANGLE], turn, B ? turns : 0);
  for (int i = 0; i < N; i++) G[i] -= s->pitch * turn[i];
  for (int i = 0; i < N * N && B; i++) B[i] -= s->pitch * turns[i];
  return moved - s->pitch * angle;
}

/* Computes Phi of any motion, or of a small one in the reference configuration. */
static double finite_value(const JointRow *row, const JointState *s, const JointGeometry *p,
                           double f, double G[], double B[])
{
  double M[9], value;

  if (B) memset(B, 0, N * N * sizeof *B);
  switch (row->kind) {
  case ROW_POSITION:
    value = joint_position_row(row, s, p, G, B) - f - (row->displaced ? s->length : 0);
    break;
  case ROW_DISTANCE:
    value = distance_row(s, p, G, B) - f;
    break;
  case ROW_SCREW:
    value = screw_row(row, s, p, G, B);
    break;
  default:
    joint_direction_matrix(row, f, 0, M);
    value = joint_angle_row(M, s, p, G, B);
  }
  return value;
}

double joint_row_value(const JointRow *row, const JointState *s, const JointGeometry *p, double G[],
                       double B[])
{
  const double f = row->driver < 0 ? 0 : s->driven[row->driver][0];
  double       value, slope[N];

  if (!joint_has_small_motions(s)) return finite_value(row, s, p, f, G, B);
  value = finite_value(row, s, p, 0, G, 0) + joint_row_driver_slope(row, s, p, slope) * f;
  if (B) memset(B, 0, N * N * sizeof *B);
  return value + joint_small_change(s, G);
}

double joint_row_driver_slope(const JointRow *row, const JointState *s, const JointGeometry *p,
                              double G[])
{
  const int small = joint_has_small_motions(s);
  double    M[9], slope;

  memset(G, 0, N * sizeof *G);
  if (row->driver < 0) return 0;
  if (row->kind != ROW_ANGLE) return -1;
  joint_direction_matrix(row, small ? 0 : s->driven[row->driver][0], 1, M);
  slope = joint_angle_row(M, s, p, G, 0);
  if (small) memset(G, 0, N * sizeof *G);
  return slope;
}
