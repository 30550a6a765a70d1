/* beam_invariants.c: from the nodes of a beam to the invariants u of their relative motion, and the derivatives of that
   map. With r the last node and R_i the section's axes at node i,
     d_i = R_r^T (x_i - x_r),   psi_i = log(R_r^T R_i)
   (Crisfield & Jelenic 1999), whose rates are, with angular velocities w_i in the axes of the sections,
     d_i' = R_r^T (v_i - v_r) + d_i x w_r,   psi_i' = T^-1(psi_i) w_i - T^-T(psi_i) w_r. */
#include <string.h>
#include "beam.h"
#include "math/rotation.h"
#include "math/vector.h"

/* Largest relative rotation of the nodes of one element [rad]. At pi the logarithm jumps to the other side; the limit
   is well below, so that a step cannot pass over pi unseen. */
static const double MOST_TURN = 2;

/* rows[row to row + 2][column to column + 2] += factor B[3][3]. */
static void put(double rows[][MAX_DOFS], int row, int column, double factor, const double B[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) rows[row + i][column + j] += factor * B[3 * i + j];
}

void beam_invariants(const ElementState *e, const BeamData *data, BeamInvariants *v)
{
  const int        r    = shape_nodes(e->kernel->shape) - 1;
  const NodeState *last = e->node[r];
  double           q_r[4];

  v->nn = r + 1;
  v->nu = 6 * r;
  v->nd = 6 * v->nn;
  rotation_compose(last->q, data->axes[r], q_r);
  rotation_matrix(q_r, v->R_r);
  for (int i = 0; i < v->nn; i++) {
    double axes[9];

    rotation_matrix(data->axes[i], axes);
    transpose(axes, v->R[i]);
  }
  for (int i = 0; i < r; i++) {
    const double dx[3] = {e->node[i]->x[0] - last->x[0], e->node[i]->x[1] - last->x[1], e->node[i]->x[2] - last->x[2]};
    double       q[4];

    mat_t_vec(v->R_r, dx, v->u + 6 * i);
    rotation_compose(e->node[i]->q, data->axes[i], q);
    rotation_relative(q_r, q, q);
    rotation_log(q, v->u + 6 * i + 3);
    if (norm(v->u + 6 * i + 3) > MOST_TURN) v->u[6 * i + 3] = NAN;
  }
}

void beam_jacobian(const ElementState *e, BeamInvariants *v)
{
  const int r = v->nn - 1;

  memset(v->J, 0, (size_t)v->nu * sizeof v->J[0]);
  for (int i = 0; i < r; i++) {
    double A[9], B[9], inverse[9], *d = v->u + 6 * i, *psi = d + 3;

    transpose(v->R_r, A);
    put(v->J, 6 * i, 6 * i, 1, A);
    put(v->J, 6 * i, 6 * r, -1, A);
    skew(d, A);
    mat_mat(A, v->R[r], B);
    put(v->J, 6 * i, 6 * r + 3, 1, B);
    rotation_tangent_inverse(psi, inverse);
    mat_mat(inverse, v->R[i], B);
    put(v->J, 6 * i + 3, 6 * i + 3, 1, B);
    mat_t_mat(inverse, v->R[r], B);
    put(v->J, 6 * i + 3, 6 * r + 3, -1, B);
  }
  for (int k = 0; k < v->nu; k++) {
    v->rate[k] = 0;
    for (int n = 0; n < v->nn; n++)
      v->rate[k] += dot(v->J[k] + 6 * n, e->node[n]->v) + dot(v->J[k] + 6 * n + 3, e->node[n]->w);
  }
}

void beam_add_nodal(const BeamInvariants *v, const double g[], double r[])
{
  const int last = v->nn - 1;

  for (int i = 0; i < last; i++) {
    const double *p = g + 6 * i, *n = p + 3, *d = v->u + 6 * i, *psi = d + 3;
    double        force[3], inverse[9], turned[3], moment[3], back[3], rest[3], arm[3];

    mat_vec(v->R_r, p, force);
    rotation_tangent_inverse(psi, inverse);
    mat_t_vec(inverse, n, turned);
    mat_t_vec(v->R[i], turned, moment);
    mat_vec(inverse, n, back);
    cross(p, d, arm);
    for (int c = 0; c < 3; c++) arm[c] -= back[c];
    mat_t_vec(v->R[last], arm, rest);
    for (int c = 0; c < 3; c++) {
      r[6 * i + c] += force[c];
      r[6 * i + 3 + c] += moment[c];
      r[6 * last + c] -= force[c];
      r[6 * last + 3 + c] += rest[c];
    }
  }
}

/* rows[at to at + 2] += B[3][3] times the rows J[row to row + 2]. */
static void add_product(double rows[][MAX_DOFS], const BeamInvariants *v, int at, const double B[9], int row)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < v->nd; j++)
      rows[at + i][j] += B[3 * i] * v->J[row][j] + B[3 * i + 1] * v->J[row + 1][j] + B[3 * i + 2] * v->J[row + 2][j];
}

void beam_add_geometric(const BeamInvariants *v, const double g[], double K[][MAX_DOFS])
{
  const int r = v->nn - 1;

  for (int i = 0; i < r; i++) {
    const double *p = g + 6 * i, *n = p + 3, *psi = v->u + 6 * i + 3, back[3] = {-psi[0], -psi[1], -psi[2]};
    double        A[9], B[9], D[9];

    skew(p, A);
    mat_mat(v->R_r, A, B);
    mat_mat(B, v->R[r], D); /* forces R_r p on node i, -R_r p on node r: R_r turns with node r */
    put(K, 6 * i, 6 * r + 3, -1, D);
    put(K, 6 * r, 6 * r + 3, 1, D);
    mat_t_mat(v->R[r], A, B); /* moment p x d on node r, in the section's axes */
    add_product(K, v, 6 * r + 3, B, 6 * i);
    rotation_tangent_inverse_slope(back, n, D); /* moments T^-T n on node i, -T^-1 n on node r */
    mat_t_mat(v->R[i], D, B);
    for (int k = 0; k < 9; k++) B[k] *= -1;
    add_product(K, v, 6 * i + 3, B, 6 * i + 3);
    rotation_tangent_inverse_slope(psi, n, D);
    mat_t_mat(v->R[r], D, B);
    for (int k = 0; k < 9; k++) B[k] *= -1;
    add_product(K, v, 6 * r + 3, B, 6 * i + 3);
  }
}

void beam_rate_slopes(const ElementState *e, const BeamInvariants *v, double rows[][MAX_DOFS])
{
  const int        r    = v->nn - 1;
  const NodeState *last = e->node[r];
  double           w_r[3];

  memset(rows, 0, sizeof(double[MAX_U][MAX_DOFS]));
  mat_vec(v->R[r], last->w, w_r);
  for (int i = 0; i < r; i++) {
    const double *psi = v->u + 6 * i + 3, back[3] = {-psi[0], -psi[1], -psi[2]};
    const double  dv[3] = {e->node[i]->v[0] - last->v[0], e->node[i]->v[1] - last->v[1], e->node[i]->v[2] - last->v[2]};
    double        turned[3], w[3], A[9], B[9], D[9];

    mat_t_vec(v->R_r, dv, turned);
    skew(turned, A);
    mat_mat(A, v->R[r], B);
    put(rows, 6 * i, 6 * r + 3, 1, B);
    skew(w_r, A);
    for (int k = 0; k < 9; k++) A[k] *= -1;
    add_product(rows, v, 6 * i, A, 6 * i);
    mat_vec(v->R[i], e->node[i]->w, w);
    rotation_tangent_inverse_slope(psi, w, A);
    rotation_tangent_inverse_slope(back, w_r, D);
    for (int k = 0; k < 9; k++) D[k] += A[k];
    add_product(rows, v, 6 * i + 3, D, 6 * i + 3);
  }
}
