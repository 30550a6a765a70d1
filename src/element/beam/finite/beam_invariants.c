/* beam_invariants.c: implements the invariants u of a beam's nodes and their derivatives.

   With r the last node and R_i the section's axes at node i,
     d_i = R_r^T (x_i - x_r),   psi_i = log(R_r^T R_i)
   (Crisfield & Jelenic 1999). With angular velocities w_i in the axes of the sections their rates
   are
     d_i' = R_r^T (v_i - v_r) + d_i x w_r,   psi_i' = T^-1(psi_i) w_i - T^-T(psi_i) w_r. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "element/beam/beam.h"
#include "math/rotation_lanes.h"

/* Computes x_i - x_r, or the same difference of velocities. */
static ALWAYS_INLINE void relative_motion(const ElementGroup *e, int i, int r, int member,
                                          Lanes d[3])
{
  Lanes last[3];

  node_gather(e->node[i], member, 3, d);
  node_gather(e->node[r], member, 3, last);
  for (int c = 0; c < 3; c++) d[c] -= last[c];
}

/* The relative rotation of the nodes of one element is at most 2 rad. The logarithm jumps at pi,
   and the limit is well below, so that a step cannot pass pi unnoticed. */
SIMD_CLONES void beam_invariants(const ElementGroup *e, BeamInvariants *v)
{
  const int r = shape_nodes(e->kernel->shape) - 1;
  Lanes     axes[MAX_NODES][4], q_r[4], q[4], relative[4], turned[9];

  v->nn = r + 1;
  v->nu = 6 * r;
  v->nd = 6 * v->nn;
  for (int i = 0; i < v->nn; i++) {
    beam_gather(e->data, BEAM_NODE_MEMBER(i, axes), 4, axes[i]);
    quaternion_matrix(axes[i], turned);
    transpose(turned, v->R[i]);
  }
  node_gather(e->node[r], NODE_MEMBER(q), 4, q);
  quaternion_product(1, q, axes[r], q_r);
  quaternion_matrix(q_r, v->R_r);
  for (int i = 0; i < r; i++) {
    Lanes      *psi = v->u + 6 * i + 3, dx[3];
    Coefficient D;

    relative_motion(e, i, r, NODE_MEMBER(x), dx);
    mat_t_vec(v->R_r, dx, v->u + 6 * i);
    node_gather(e->node[i], NODE_MEMBER(q), 4, q);
    quaternion_product(1, q, axes[i], relative);
    quaternion_product(-1, q_r, relative, q);
    rotation_log_polynomial(q, psi);
    D = inverse_coefficient_series(dot(psi, psi));
    tangent_map(psi, lanes_fill(0.5), D.value, v->inverse[i]);
    v->slope[i][0] = D.value;
    v->slope[i][1] = D.first;
  }
}

SIMD_CLONES void beam_jacobian(BeamInvariants *v)
{
  const int r = v->nn - 1;

  for (int i = 0; i < r; i++) {
    Lanes A[9];

    skew(v->u + 6 * i, A);
    mat_mat(A, v->R[r], v->S[i]);
    mat_mat(v->inverse[i], v->R[i], v->P[i]);
    mat_t_mat(v->inverse[i], v->R[r], v->Q[i]);
  }
}

SIMD_CLONES void beam_rates_of(const BeamInvariants *v, const Lanes velocity[], Lanes rate[])
{
  const int    r    = v->nn - 1;
  const Lanes *last = velocity + 6 * r;

  for (int i = 0; i < r; i++) {
    const Lanes *own  = velocity + 6 * i,
                dv[3] = {own[0] - last[0], own[1] - last[1], own[2] - last[2]};
    Lanes part[3];

    mat_t_vec(v->R_r, dv, rate + 6 * i);
    mat_vec(v->S[i], last + 3, part);
    for (int c = 0; c < 3; c++) rate[6 * i + c] += part[c];
    mat_vec(v->P[i], own + 3, rate + 6 * i + 3);
    mat_vec(v->Q[i], last + 3, part);
    for (int c = 0; c < 3; c++) rate[6 * i + 3 + c] -= part[c];
  }
}

SIMD_CLONES void beam_rates(const ElementGroup *e, const BeamInvariants *v, Lanes rate[])
{
  Lanes velocity[MAX_DOFS];

  for (int n = 0; n < v->nn; n++) {
    node_gather(e->node[n], NODE_MEMBER(v), 3, velocity + 6 * n);
    node_gather(e->node[n], NODE_MEMBER(w), 3, velocity + 6 * n + 3);
  }
  beam_rates_of(v, velocity, rate);
}

SIMD_CLONES void beam_add_nodal_moments(const BeamInvariants *v, int i, const Lanes d[3],
                                        const Lanes g[6], Lanes r[])
{
  const int last = v->nn - 1;
  Lanes     turned[3], moment[3], back[3], rest[3], arm[3];

  mat_t_vec(v->inverse[i], g + 3, turned);
  mat_t_vec(v->R[i], turned, moment);
  mat_vec(v->inverse[i], g + 3, back);
  cross(g, d, arm);
  for (int c = 0; c < 3; c++) arm[c] -= back[c];
  mat_t_vec(v->R[last], arm, rest);
  for (int c = 0; c < 3; c++) {
    r[6 * i + 3 + c] += moment[c];
    r[6 * last + 3 + c] += rest[c];
  }
}

SIMD_CLONES void beam_add_nodal_forces(const BeamInvariants *v, const Lanes g[], Lanes r[])
{
  const int last = v->nn - 1;

  for (int i = 0; i < last; i++) {
    Lanes force[3];

    mat_vec(v->R_r, g + 6 * i, force);
    for (int c = 0; c < 3; c++) {
      r[6 * i + c] += force[c];
      r[6 * last + c] -= force[c];
    }
    beam_add_nodal_moments(v, i, v->u + 6 * i, g + 6 * i, r);
  }
}

SIMD_CLONES void beam_times_jacobian(const BeamInvariants *v, Lanes H[][MAX_U], Lanes X[][MAX_DOFS])
{
  const int r = v->nn - 1;

  for (int k = 0; k < v->nu; k++)
    for (int i = 0; i < r; i++) {
      const Lanes *by_d = H[k] + 6 * i, *by_psi = by_d + 3;
      Lanes        d[3], own[3], arm[3], rest[3];

      mat_vec(v->R_r, by_d, d);
      mat_t_vec(v->P[i], by_psi, own);
      mat_t_vec(v->S[i], by_d, arm);
      mat_t_vec(v->Q[i], by_psi, rest);
      for (int c = 0; c < 3; c++) {
        X[k][6 * i + c] += d[c];
        X[k][6 * i + 3 + c] += own[c];
        X[k][6 * r + c] -= d[c];
        X[k][6 * r + 3 + c] += arm[c] - rest[c];
      }
    }
}

SIMD_CLONES void beam_add_jacobian_transpose(const BeamInvariants *v, Lanes X[][MAX_DOFS],
                                             Lanes K[])
{
  const int r = v->nn - 1, nd = v->nd;

  for (int i = 0; i < r; i++)
    for (int j = 0; j < nd; j++) {
      const Lanes d[3]   = {X[6 * i][j], X[6 * i + 1][j], X[6 * i + 2][j]};
      const Lanes psi[3] = {X[6 * i + 3][j], X[6 * i + 4][j], X[6 * i + 5][j]};
      Lanes       force[3], moment[3], arm[3], rest[3];

      mat_vec(v->R_r, d, force);
      mat_t_vec(v->P[i], psi, moment);
      mat_t_vec(v->S[i], d, arm);
      mat_t_vec(v->Q[i], psi, rest);
      for (int c = 0; c < 3; c++) {
        K[nd * (6 * i + c) + j] += force[c];
        K[nd * (6 * i + 3 + c) + j] += moment[c];
        K[nd * (6 * r + c) + j] -= force[c];
        K[nd * (6 * r + 3 + c) + j] += arm[c] - rest[c];
      }
    }
}

/* Adds factor B to A[stride] at (row, column). */
static ALWAYS_INLINE void add_scaled_block(Lanes A[], int stride, int row, int column,
                                           double factor, const Lanes B[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) A[stride * (row + i) + column + j] += factor * B[3 * i + j];
}

/* Add factor B times the rows of J of d_i, or of psi_i, to the rows row to row + 2 of A[stride]. */
static ALWAYS_INLINE void add_d_rows(const BeamInvariants *v, int i, const Lanes B[9], int stride,
                                     int row, double factor, Lanes A[])
{
  const int last = 6 * (v->nn - 1);
  Lanes     X[9];

  mat_mat_t(B, v->R_r, X);
  add_scaled_block(A, stride, row, 6 * i, factor, X);
  add_scaled_block(A, stride, row, last, -factor, X);
  mat_mat(B, v->S[i], X);
  add_scaled_block(A, stride, row, last + 3, factor, X);
}

static ALWAYS_INLINE void add_psi_rows(const BeamInvariants *v, int i, const Lanes B[9], int stride,
                                       int row, double factor, Lanes A[])
{
  Lanes X[9];

  mat_mat(B, v->P[i], X);
  add_scaled_block(A, stride, row, 6 * i + 3, factor, X);
  mat_mat(B, v->Q[i], X);
  add_scaled_block(A, stride, row, 6 * (v->nn - 1) + 3, -factor, X);
}

/* Computes D, the derivative of T^-1(sign psi_i) n by sign psi_i, at fixed n. */
static ALWAYS_INLINE void inverse_slope(const BeamInvariants *v, int i, double sign,
                                        const Lanes n[3], Lanes D[9])
{
  const Lanes *psi = v->u + 6 * i + 3, turned[3] = {sign * psi[0], sign * psi[1], sign * psi[2]};
  const Coefficient coefficient = {v->slope[i][0], v->slope[i][1], lanes_fill(0)};

  tangent_map_slope(turned, n, constant(0.5), coefficient, D);
}

SIMD_CLONES void beam_add_geometric(const BeamInvariants *v, const Lanes g[], Lanes K[])
{
  const int r = v->nn - 1, nd = v->nd;

  for (int i = 0; i < r; i++) {
    const Lanes *p = g + 6 * i, *n = p + 3;
    Lanes        A[9], B[9], D[9];

    skew(p, A);
    mat_mat(v->R_r, A, B);
    mat_mat(B, v->R[r], D); /* forces R_r p on node i, -R_r p on node r; R_r rotates with node r */
    add_scaled_block(K, nd, 6 * i, 6 * r + 3, -1, D);
    add_scaled_block(K, nd, 6 * r, 6 * r + 3, 1, D);
    mat_t_mat(v->R[r], A, B); /* moment p x d on node r, in the section's axes */
    add_d_rows(v, i, B, nd, 6 * r + 3, 1, K);
    inverse_slope(v, i, -1, n, D); /* moments T^-T n on node i, -T^-1 n on node r */
    mat_t_mat(v->R[i], D, B);
    add_psi_rows(v, i, B, nd, 6 * i + 3, -1, K);
    inverse_slope(v, i, 1, n, D);
    mat_t_mat(v->R[r], D, B);
    add_psi_rows(v, i, B, nd, 6 * r + 3, -1, K);
  }
}

SIMD_CLONES void beam_rate_slopes(const ElementGroup *e, const BeamInvariants *v,
                                  Lanes rows[][MAX_DOFS])
{
  const int r = v->nn - 1;
  Lanes     w[3], w_r[3];

  memset(rows, 0, sizeof(Lanes[MAX_U][MAX_DOFS]));
  node_gather(e->node[r], NODE_MEMBER(w), 3, w);
  mat_vec(v->R[r], w, w_r);
  for (int i = 0; i < r; i++) {
    Lanes dv[3], turned[3], own[3], A[9], B[9], D[9];

    relative_motion(e, i, r, NODE_MEMBER(v), dv);
    mat_t_vec(v->R_r, dv, turned);
    skew(turned, A);
    mat_mat(A, v->R[r], B);
    add_scaled_block(rows[0], MAX_DOFS, 6 * i, 6 * r + 3, 1, B);
    skew(w_r, A);
    add_d_rows(v, i, A, MAX_DOFS, 6 * i, -1, rows[0]);
    node_gather(e->node[i], NODE_MEMBER(w), 3, w);
    mat_vec(v->R[i], w, own);
    inverse_slope(v, i, 1, own, A);
    inverse_slope(v, i, -1, w_r, D);
    for (int k = 0; k < 9; k++) D[k] += A[k];
    add_psi_rows(v, i, D, MAX_DOFS, 6 * i + 3, 1, rows[0]);
  }
}
