/* joint.c: implements all rows of a joint and its free coordinates at a state of its two nodes.

   The second derivative B of a row has three purposes (joint_row.h). lambda B is the stiffness
   from the multiplier, v B is the derivative of the constraint of velocities, and v . B v is a
   term of the constraint of accelerations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_row.h"
#include "math/vector.h"
#include "joint.h"
#include <string.h>

enum { N = JOINT_DOFS };

/* Computes v[N], the velocities and angular velocities of both nodes, or their time derivatives if
   accelerations is 1. They are 0 for ground. */
static void nodal_rates(const JointState *s, int accelerations, double v[N])
{
  memset(v, 0, N * sizeof *v);
  for (int n = 0; n < 2; n++) {
    if (!s->node[n]) continue;
    vector_copy(accelerations ? s->node[n]->a : s->node[n]->v, v + 6 * n);
    vector_copy(accelerations ? s->node[n]->wd : s->node[n]->w, v + 6 * n + 3);
  }
}

static double gradient_times_rates(const double G[N], const double v[N])
{
  double sum = 0;

  for (int j = 0; j < N; j++) sum += G[j] * v[j];
  return sum;
}

void joint_position_and_gradient(const JointRow rows[], int n, const JointState *s, double phi[],
                                 double G[][JOINT_DOFS])
{
  JointGeometry p;

  joint_geometry(s, &p);
  for (int k = 0; k < n; k++) phi[k] = joint_row_value(&rows[k], s, &p, G[k], 0);
}

void joint_position(const JointRow rows[], int n, const JointState *s, double phi[])
{
  double G[JOINT_ROWS][N];

  joint_position_and_gradient(rows, n, s, phi, G);
}

void joint_gradient(const JointRow rows[], int n, const JointState *s, double G[][JOINT_DOFS])
{
  double phi[JOINT_ROWS];

  joint_position_and_gradient(rows, n, s, phi, G);
}

void joint_velocity(const JointRow rows[], int n, const JointState *s, double rate[])
{
  double        G[N], v[N];
  JointGeometry p;

  joint_geometry(s, &p);
  nodal_rates(s, 0, v);
  for (int k = 0; k < n; k++) {
    joint_row_value(&rows[k], s, &p, G, 0);
    rate[k] = gradient_times_rates(G, v);
    if (rows[k].driver >= 0)
      rate[k] += s->driven[rows[k].driver][1] * joint_row_driver_slope(&rows[k], s, &p, G);
  }
}

/* Computes D[N], the derivative of G v + f' dPhi/df by displacements and spins: v B + f'
   d(dPhi/df). */
static void velocity_slope(const JointRow *row, const JointState *s, const JointGeometry *p,
                           const double v[N], double D[N])
{
  double G[N], B[N * N];

  joint_row_value(row, s, p, G, B);
  joint_row_driver_slope(row, s, p, G);
  for (int j = 0; j < N; j++) {
    D[j] = row->driver >= 0 ? s->driven[row->driver][1] * G[j] : 0;
    for (int i = 0; i < N; i++) D[j] += v[i] * B[N * i + j];
  }
}

void joint_velocity_slope(const JointRow rows[], int n, const JointState *s, double D[][JOINT_DOFS])
{
  double        v[N];
  JointGeometry p;

  joint_geometry(s, &p);
  nodal_rates(s, 0, v);
  for (int k = 0; k < n; k++) velocity_slope(&rows[k], s, &p, v, D[k]);
}

/* The acceleration is G a + v B v + 2 f' (dG/df) v + f'' dPhi/df + f'^2 d2Phi/df2. d2Phi/df2 is
   -Phi for angles and 0 for other rows. */
void joint_acceleration(const JointRow rows[], int n, const JointState *s, double acceleration[])
{
  double        v[N], a[N];
  JointGeometry p;

  joint_geometry(s, &p);
  nodal_rates(s, 0, v);
  nodal_rates(s, 1, a);
  for (int k = 0; k < n; k++) {
    double       G[N], D[N];
    const double phi = joint_row_value(&rows[k], s, &p, G, 0);

    acceleration[k] = gradient_times_rates(G, a);
    velocity_slope(&rows[k], s, &p, v, D);
    acceleration[k] += gradient_times_rates(D, v);
    if (rows[k].driver >= 0) {
      const double *f               = s->driven[rows[k].driver];
      const double  slope_of_driver = joint_row_driver_slope(&rows[k], s, &p, G);

      acceleration[k] += f[1] * gradient_times_rates(G, v) + f[2] * slope_of_driver;
      if (rows[k].kind == ROW_ANGLE && !joint_has_small_motions(s))
        acceleration[k] -= f[1] * f[1] * phi;
    }
  }
}

void joint_acceleration_slope(const JointRow rows[], int n, const JointState *s,
                              double D[][JOINT_DOFS])
{
  double        v[N];
  JointGeometry p;

  joint_geometry(s, &p);
  nodal_rates(s, 0, v);
  for (int k = 0; k < n; k++) {
    double G[N], B[N * N];

    joint_row_value(&rows[k], s, &p, G, B);
    joint_row_driver_slope(&rows[k], s, &p, G);
    for (int j = 0; j < N; j++) {
      D[k][j] = rows[k].driver >= 0 ? 2 * s->driven[rows[k].driver][1] * G[j] : 0;
      for (int i = 0; i < N; i++) D[k][j] += v[i] * (B[N * i + j] + B[N * j + i]);
    }
  }
}

/* Second derivatives of positions are linear in the axis, and those of angles in M. Therefore rows
   of one kind are summed first. */
void joint_gradient_and_stiffness(const JointRow rows[], int n, const JointState *s,
                                  const double lambda[], double G[][JOINT_DOFS], double K[])
{
  JointRow      along[2] = {{.global = 0}, {.global = 1}};
  double        turn[9]  = {0}, of_sum[N];
  int           moves[2] = {0, 0}, turns = 0;
  JointGeometry p;

  joint_geometry(s, &p);
  if (joint_has_small_motions(s)) {
    for (int k = 0; k < n; k++) joint_row_value(&rows[k], s, &p, G[k], 0);
    return;
  }
  for (int k = 0; k < n; k++) {
    const JointRow *row    = &rows[k];
    const int       summed = joint_row_traits[row->kind].summed;
    double          B[N * N], M[9];

    joint_row_value(row, s, &p, G[k], summed ? 0 : B);
    if (!summed) {
      for (int i = 0; i < N * N; i++) K[i] += lambda[k] * B[i];
    } else if (row->kind == ROW_POSITION) {
      for (int c = 0; c < 3; c++) along[!!row->global].a[c] += lambda[k] * row->a[c];
      moves[!!row->global] = 1;
    } else {
      joint_direction_matrix(row, row->driver < 0 ? 0 : s->driven[row->driver][0], 0, M);
      for (int i = 0; i < 9; i++) turn[i] += lambda[k] * M[i];
      turns = 1;
    }
  }
  for (int g = 0; g < 2; g++)
    if (moves[g]) joint_position_row(&along[g], s, &p, of_sum, K);
  if (turns) joint_angle_row(turn, s, &p, of_sum, K);
}

void joint_stiffness(const JointRow rows[], int n, const JointState *s, const double lambda[],
                     double K[])
{
  double G[JOINT_ROWS][N];

  joint_gradient_and_stiffness(rows, n, s, lambda, G, K);
}

double joint_driver_slope(const JointRow *row, const JointState *s)
{
  double        G[N];
  JointGeometry p;

  joint_geometry(s, &p);
  return joint_row_driver_slope(row, s, &p, G);
}

double joint_side(const JointRow *row, const JointState *s, double G[])
{
  double        M[9];
  JointGeometry p;

  memset(G, 0, N * sizeof *G);
  if (!joint_row_is_directional(row) ||
      (row->kind == ROW_ANGLE && row->driver < 0 && norm(row->side) == 0))
    return 1;
  joint_geometry(s, &p);
  joint_direction_matrix(
    row, row->driver < 0 || joint_has_small_motions(s) ? 0 : s->driven[row->driver][0], 1, M);
  return joint_angle_row(M, s, &p, G, 0);
}

double joint_coordinate(const JointType *type, JointCoordinateKind kind, const double frame[3][3],
                        const double other[3][3], const JointState *s, double gradient[],
                        double slope[])
{
  JointRow      row = joint_driven_row(type, kind, frame, other);
  JointGeometry p;

  joint_geometry(s, &p);
  if (joint_is_angle(kind)) {
    const double angle = joint_unwrapped_angle(&row, s, &p, s->before[kind], gradient, slope);

    if (!joint_has_small_motions(s)) return angle;
    if (slope) memset(slope, 0, N * N * sizeof *slope);
    return angle + joint_small_change(s, gradient);
  }
  row.driver = -1;
  return joint_row_value(&row, s, &p, gradient, slope);
}

/* ---- coupling -------------------------------------------------------------------------------- */

/* Implements the share of one joint in a coupling of free coordinates.

   With g the gradient of the coordinate x and S its slope, x' = g . v, and x'' = g . a + v . S
   v. */

void coupling_motion(const JointState *s, double v[], double a[])
{
  memset(v, 0, N * sizeof *v);
  memset(a, 0, N * sizeof *a);
  for (int n = 0; n < 2; n++)
    for (int c = 0; c < 3 && s->node[n]; c++) {
      v[6 * n + c]     = s->node[n]->v[c];
      v[6 * n + 3 + c] = s->node[n]->w[c];
      a[6 * n + c]     = s->node[n]->a[c];
      a[6 * n + 3 + c] = s->node[n]->wd[c];
    }
}

static double dot_dofs(const double x[N], const double y[N])
{
  double sum = 0;

  for (int i = 0; i < N; i++) sum += x[i] * y[i];
  return sum;
}

/* Computes D = v . S, the derivative of x' by displacements and spins. */
static void coordinate_rate_slope(const CouplingShareState *s, double D[N])
{
  for (int j = 0; j < N; j++) {
    D[j] = 0;
    for (int i = 0; i < N; i++) D[j] += s->v[i] * s->slope[N * i + j];
  }
}

void coupling_gradient(const CouplingShareState *s, double G[])
{
  for (int i = 0; i < N; i++) G[i] = s->f[1] * s->gradient[i];
}

double coupling_velocity(const CouplingShareState *s)
{
  return s->f[1] * dot_dofs(s->gradient, s->v);
}

void coupling_velocity_slope(const CouplingShareState *s, double D[])
{
  const double rate = dot_dofs(s->gradient, s->v);

  coordinate_rate_slope(s, D);
  for (int j = 0; j < N; j++) D[j] = s->f[1] * D[j] + s->f[2] * rate * s->gradient[j];
}

double coupling_acceleration(const CouplingShareState *s)
{
  const double rate = dot_dofs(s->gradient, s->v);
  double       D[N];

  coordinate_rate_slope(s, D);
  return s->f[1] * (dot_dofs(s->gradient, s->a) + dot_dofs(D, s->v)) + s->f[2] * rate * rate;
}

void coupling_acceleration_slope(const CouplingShareState *s, double D[])
{
  const double rate = dot_dofs(s->gradient, s->v);

  coordinate_rate_slope(s, D);
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) D[i] += s->v[j] * s->slope[N * i + j];
    D[i] = s->f[1] * D[i] + 2 * s->f[2] * rate * s->gradient[i];
  }
}

void coupling_stiffness(const CouplingShareState *s, double lambda, double K[])
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      K[N * i + j] +=
        lambda * (s->f[1] * s->slope[N * i + j] + s->f[2] * s->gradient[i] * s->gradient[j]);
}
