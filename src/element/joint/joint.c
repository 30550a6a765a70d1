/* joint.c: rows of constraints, their first and second derivatives. G[N] is the gradient of a row by displacements and
   spins. B[N][N] is its second derivative: along a motion w, and of that along a motion d, it is w . B d; B is not
   symmetric, because spins do not commute. B serves three purposes: lambda B is the stiffness from the multiplier, v B
   the derivative of the constraint of velocities, v . B v a term in the constraint of accelerations. */
#include "joint.h"
#include <string.h>
#include "math/vector.h"

static const double PI = 3.14159265358979323846;

enum {
  N     = JOINT_DOFS,
  X1    = 0,
  TURN1 = 3,
  X2    = 6,
  TURN2 = 9
}; /* where displacements and rotations begin in the dofs */

static void vector_copy(const double from[3], double to[3]) { memcpy(to, from, 3 * sizeof *to); }

/* ---- one row ----------------------------------------------------------------------------------------------------- */

/* What all rows of a joint need of the state. */
typedef struct {
  double R1[9], R2[9];
  double P[3];    /* from the first point to the second, global axes [m] */
  double P1[3];   /* R_1^T P */
  double R21[9];  /* R_1^T R_2 */
  double J[3][N]; /* derivative of P by displacements and spins */
} JointGeometry;

static void joint_geometry(const JointState *s, JointGeometry *p)
{
  static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const NodeState    *one = s->node[0], *two = s->node[1];
  double              arm[3], S[9], RS[9];

  memset(p, 0, sizeof *p);
  memcpy(p->R1, one ? one->R : identity, sizeof p->R1);
  memcpy(p->R2, two->R, sizeof p->R2);
  mat_vec(p->R2, s->offset[1], arm);
  for (int i = 0; i < 3; i++) {
    p->P[i]         = two->x[i] + arm[i];
    p->J[i][X2 + i] = 1;
  }
  skew(s->offset[1], S);
  mat_mat(p->R2, S, RS);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) p->J[i][TURN2 + j] = -RS[3 * i + j];
  mat_vec(p->R1, s->offset[0], arm);
  for (int i = 0; i < 3; i++) {
    p->P[i] -= (one ? one->x[i] : 0) + arm[i];
    if (one) p->J[i][X1 + i] = -1;
  }
  skew(s->offset[0], S);
  mat_mat(p->R1, S, RS);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3 && one; j++) p->J[i][TURN1 + j] = RS[3 * i + j];
  mat_t_vec(p->R1, p->P, p->P1);
  mat_t_mat(p->R1, p->R2, p->R21);
}

/* B[N][N] at (row, column) += factor A */
static void add_block(double B[], int row, int column, double factor, const double A[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) B[N * (row + i) + column + j] += factor * A[3 * i + j];
}

/* B += second derivative of d . P at fixed d[3]. P is linear in displacements; spins turn the offsets R_n s_n. */
static void add_offset_hessian(const JointState *s, const JointGeometry *p, const double d[3],
                               double B[])
{
  double S[9], D[9], A[9], part[3];

  mat_t_vec(p->R2, d, part);
  skew(s->offset[1], S);
  skew(part, D);
  mat_mat(S, D, A);
  add_block(B, TURN2, TURN2, 1, A);
  if (!s->node[0]) return;
  mat_t_vec(p->R1, d, part);
  skew(s->offset[0], S);
  skew(part, D);
  mat_mat(S, D, A);
  add_block(B, TURN1, TURN1, -1, A);
}

/* R_1 a . P, or a . P in global axes; G and, unless NULL, B +=, here and in the next two. */
static double position_row(const JointRow *row, const JointState *s, const JointGeometry *p,
                           double G[], double B[])
{
  const int moving = !row->global && s->node[0];
  double    d[3], turn[3];

  if (row->global) vector_copy(row->a, d);
  else mat_vec(p->R1, row->a, d);
  cross(row->a, p->P1, turn);
  for (int j = 0; j < N; j++) G[j] = d[0] * p->J[0][j] + d[1] * p->J[1][j] + d[2] * p->J[2][j];
  for (int i = 0; i < 3 && moving; i++) G[TURN1 + i] += turn[i];
  if (!B) return dot(d, p->P);
  add_offset_hessian(s, p, d, B);
  if (moving) {
    double S[9], D[9], A[9];

    skew(row->a, S);
    skew(p->P1, D);
    mat_mat(S, D, A);
    add_block(B, TURN1, TURN1, 1, A);
    mat_mat_t(S, p->R1, A); /* both d and P change: w_1 . (a x R_1^T J d), and its transpose */
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < N; j++) {
        const double value =
          A[3 * i] * p->J[0][j] + A[3 * i + 1] * p->J[1][j] + A[3 * i + 2] * p->J[2][j];

        B[N * (TURN1 + i) + j] += value;
        B[N * j + TURN1 + i] += value;
      }
  }
  return dot(d, p->P);
}

/* x = a x b of A = a b^T, and the like of sums of such matrices */
static void axial_vector(const double A[9], double x[3])
{
  x[0] = A[5] - A[7];
  x[1] = A[6] - A[2];
  x[2] = A[1] - A[3];
}

/* Sum of M_ij R_ij, R = R_1^T R_2. With A = M^T R and C = R M^T a spin w of the second node changes it by
   tr(A w~), one of the first by -tr(C w~); d~ w~ = w d^T - d.w 1 gives the second derivatives. */
static double angle_row(const double M[9], const JointState *s, const JointGeometry *p, double G[],
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

/* |P| - L */
static double distance_row(const JointState *s, const JointGeometry *p, double G[], double B[])
{
  const double length = norm(p->P);
  double       n[3], along[N];

  for (int i = 0; i < 3; i++) n[i] = length > 0 ? p->P[i] / length : NAN;
  for (int j = 0; j < N; j++)
    G[j] = along[j] = n[0] * p->J[0][j] + n[1] * p->J[1][j] + n[2] * p->J[2][j];
  if (!B) return length - s->length;
  add_offset_hessian(s, p, n, B);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = -along[i] * along[j];

      for (int c = 0; c < 3; c++) sum += p->J[c][i] * p->J[c][j];
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

/* The angle with the cosine R_1 a . R_2 b and the sine R_1 a2 . R_2 b2, both times a common factor where the joint's rows do
   not hold. Turns are counted from what it was before and what the nodes have turned since. slope may be NULL. */
static double unwrapped_angle(const JointRow *row, const JointState *s, const JointGeometry *p,
                              double before, double gradient[], double slope[])
{
  double M[9], Gc[N], Gs[N], Bc[N * N] = {0}, Bs[N * N] = {0}, c, d, size, near = before;

  outer(row->a, row->b, M);
  c = angle_row(M, s, p, Gc, slope ? Bc : 0);
  outer(row->a2, row->b2, M);
  d    = angle_row(M, s, p, Gs, slope ? Bs : 0);
  size = c * c + d * d > 0 ? c * c + d * d : NAN;
  for (int i = 0; i < N; i++) gradient[i] = (c * Gs[i] - d * Gc[i]) / size;
  for (int i = 0; i < N && slope; i++)
    for (int k = 0; k < N; k++)
      slope[N * i + k] = (c * Bs[N * i + k] - d * Bc[N * i + k] + Gc[k] * Gs[i] - Gs[k] * Gc[i] -
                          2 * gradient[i] * (c * Gc[k] + d * Gs[k])) /
                         size;
  for (int n = 0; n < 2; n++)
    if (s->node[n] && isfinite(gradient[TURN2]))
      near += dot(gradient + 6 * n + 3, s->node[n]->turn);
  return joint_unwrap_angle(atan2(d, c), near);
}

/* How far it has moved along, less what the pitch makes of the angle. */
static double screw_row(const JointRow *row, const JointState *s, const JointGeometry *p,
                        double G[], double B[])
{
  JointRow along = {.kind = ROW_POSITION, .driver = -1};
  double   turn[N], turns[N * N], moved, angle;

  vector_copy(row->along, along.a);
  moved = position_row(&along, s, p, G, B);
  angle = unwrapped_angle(row, s, p, s->before[JOINT_ANGLE], turn, B ? turns : 0);
  for (int i = 0; i < N; i++) G[i] -= s->pitch * turn[i];
  for (int i = 0; i < N * N && B; i++) B[i] -= s->pitch * turns[i];
  return moved - s->pitch * angle;
}

/* Phi of a row; sets its gradient G[N] and, unless NULL, its second derivative B[N][N]. */
static double row_value(const JointRow *row, const JointState *s, const JointGeometry *p,
                        double G[], double B[])
{
  const double f = row->driver < 0 ? 0 : s->driven[row->driver][0];
  double       M[9], value;

  if (B) memset(B, 0, N * N * sizeof *B);
  switch (row->kind) {
  case ROW_POSITION:
    value = position_row(row, s, p, G, B) - f;
    break;
  case ROW_DISTANCE:
    value = distance_row(s, p, G, B) - f;
    break;
  case ROW_SCREW:
    value = screw_row(row, s, p, G, B);
    break;
  default:
    joint_direction_matrix(row, f, 0, M);
    value = angle_row(M, s, p, G, B);
  }
  return value;
}

/* dPhi/df of a row, and its gradient G[N] by displacements and spins; 0 without driver. */
static double driver_slope(const JointRow *row, const JointState *s, const JointGeometry *p,
                           double G[])
{
  double M[9];

  memset(G, 0, N * sizeof *G);
  if (row->driver < 0) return 0;
  if (row->kind != ROW_ANGLE) return -1;
  joint_direction_matrix(row, s->driven[row->driver][0], 1, M);
  return angle_row(M, s, p, G, 0);
}

/* ---- all rows ---------------------------------------------------------------------------------------------------- */

/* v[N] = velocities and angular velocities of both nodes, or with accelerations = 1 their derivatives; 0 for ground. */
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
  for (int k = 0; k < n; k++) phi[k] = row_value(&rows[k], s, &p, G[k], 0);
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
    row_value(&rows[k], s, &p, G, 0);
    rate[k] = gradient_times_rates(G, v);
    if (rows[k].driver >= 0)
      rate[k] += s->driven[rows[k].driver][1] * driver_slope(&rows[k], s, &p, G);
  }
}

/* D[N] = derivative of G v + f' dPhi/df by displacements and spins: v B + f' d(dPhi/df). */
static void velocity_slope(const JointRow *row, const JointState *s, const JointGeometry *p,
                           const double v[N], double D[N])
{
  double G[N], B[N * N];

  row_value(row, s, p, G, B);
  driver_slope(row, s, p, G);
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

/* G a + v B v + 2 f' (dG/df) v + f'' dPhi/df + f'^2 d2Phi/df2, where d2Phi/df2 = -Phi for angles and 0 for
   other rows. */
void joint_acceleration(const JointRow rows[], int n, const JointState *s, double acceleration[])
{
  double        v[N], a[N];
  JointGeometry p;

  joint_geometry(s, &p);
  nodal_rates(s, 0, v);
  nodal_rates(s, 1, a);
  for (int k = 0; k < n; k++) {
    double       G[N], D[N];
    const double phi = row_value(&rows[k], s, &p, G, 0);

    acceleration[k] = gradient_times_rates(G, a);
    velocity_slope(&rows[k], s, &p, v, D);
    acceleration[k] += gradient_times_rates(D, v);
    if (rows[k].driver >= 0) {
      const double *f               = s->driven[rows[k].driver];
      const double  slope_of_driver = driver_slope(&rows[k], s, &p, G);

      acceleration[k] += f[1] * gradient_times_rates(G, v) + f[2] * slope_of_driver;
      if (rows[k].kind == ROW_ANGLE) acceleration[k] -= f[1] * f[1] * phi;
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

    row_value(&rows[k], s, &p, G, B);
    driver_slope(&rows[k], s, &p, G);
    for (int j = 0; j < N; j++) {
      D[k][j] = rows[k].driver >= 0 ? 2 * s->driven[rows[k].driver][1] * G[j] : 0;
      for (int i = 0; i < N; i++) D[k][j] += v[i] * (B[N * i + j] + B[N * j + i]);
    }
  }
}

/* Second derivatives of positions are linear in the axis, those of angles in M: rows of a kind are added up before. */
void joint_gradient_and_stiffness(const JointRow rows[], int n, const JointState *s,
                                  const double lambda[], double G[][JOINT_DOFS], double K[])
{
  JointRow      along[2] = {{.global = 0}, {.global = 1}};
  double        turn[9]  = {0}, of_sum[N];
  int           moves[2] = {0, 0}, turns = 0;
  JointGeometry p;

  joint_geometry(s, &p);
  for (int k = 0; k < n; k++) {
    const JointRow *row     = &rows[k];
    const int       special = row->kind == ROW_DISTANCE || row->kind == ROW_SCREW;
    double          B[N * N], M[9];

    row_value(row, s, &p, G[k], special ? B : 0);
    if (special) {
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
    if (moves[g]) position_row(&along[g], s, &p, of_sum, K);
  if (turns) angle_row(turn, s, &p, of_sum, K);
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
  return driver_slope(row, s, &p, G);
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
  joint_direction_matrix(row, row->driver < 0 ? 0 : s->driven[row->driver][0], 1, M);
  return angle_row(M, s, &p, G, 0);
}

/* ---- free coordinates -------------------------------------------------------------------------------------------- */

double joint_coordinate(const JointType *type, JointCoordinateKind kind, const double frame[3][3],
                        const double other[3][3], const JointState *s, double gradient[],
                        double slope[])
{
  JointRow      row = joint_driven_row(type, kind, frame, other);
  JointGeometry p;

  joint_geometry(s, &p);
  if (joint_is_angle(kind)) return unwrapped_angle(&row, s, &p, s->before[kind], gradient, slope);
  row.driver = -1;
  return row_value(&row, s, &p, gradient, slope);
}
