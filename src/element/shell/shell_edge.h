/* shell_edge.h: the motion of an edge between two nodes of a shell, and its derivatives.

   Let R_i, R_j be the rotations of the nodes, A = R_i^T R_j, and R half way between them. The edge
   has the invariants
     d = R^T (x_j - x_i),   psi = log A,
   which do not change in rigid motions. With the angular velocities w_i and w_j of the nodes,
     w    = M_i w_i + M_j w_j,   M_i = (1 - [t]) / 2,   M_j = (1 + [t]) / 2   that of R,
     d'   = R^T (v_j - v_i) + d x w,
     psi' = P w_j - P^T w_i,   P = T^-1(psi)   (rotation.h),
     t'   = Z w_j - Z^T w_i,   Z = ((1 - t.t) + 2 [t] + 2 t t^T) / 4,
   where t = tan(|psi|/4) psi/|psi|, and [a] is the matrix of the cross product. If the quaternion
   of A is (q0, q), then t = q / (1 + q0). Geradin & Cardona, Flexible Multibody Dynamics (2001),
   ch. 4. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_SHELL_EDGE_H
#define FS_ELEMENT_SHELL_SHELL_EDGE_H

#include "element/element_group.h"
#include "math/rotation_lanes.h"

/* An edge of LANES elements. */
typedef struct {
  Lanes d[3], psi[3];
  Lanes R[9], t[3];
  Lanes P[9];
  Lanes slope[2]; /* coefficient D of T^-1 and dD/dt (rotation_formulas.h) */
} ShellEdge;

/* shell_edge - Computes the edge from node i to node j.

   psi is NAN in lanes whose nodes have rotated by more than 2 rad against each other. */
static ALWAYS_INLINE void shell_edge(const ElementGroup *e, int i, int j, ShellEdge *edge)
{
  Lanes       x[2][3], q[2][4], relative[4], middle[4], sign, scale, size;
  Coefficient D;

  for (int n = 0; n < 2; n++) {
    node_gather(e->node[n ? j : i], NODE_MEMBER(x), 3, x[n]);
    node_gather(e->node[n ? j : i], NODE_MEMBER(q), 4, q[n]);
  }
  quaternion_product(-1, q[0], q[1], relative);
  rotation_log_polynomial(relative, edge->psi);
  sign  = lanes_select(relative[0] < 0, lanes_fill(-1), lanes_fill(1));
  scale = sign / (1 + sign * relative[0]);
  for (int c = 0; c < 3; c++) edge->t[c] = scale * relative[1 + c];
  size = 0 * sign;
  for (int c = 0; c < 4; c++) {
    middle[c] = q[0][c] + sign * q[1][c];
    size += middle[c] * middle[c];
  }
  size = lanes_sqrt(size);
  for (int c = 0; c < 4; c++) middle[c] /= size;
  quaternion_matrix(middle, edge->R);
  for (int c = 0; c < 3; c++) x[1][c] -= x[0][c];
  mat_t_vec(edge->R, x[1], edge->d);
  D = inverse_coefficient_series(dot(edge->psi, edge->psi));
  tangent_map(edge->psi, lanes_fill(0.5), D.value, edge->P);
  edge->slope[0] = D.value;
  edge->slope[1] = D.first;
}

/* shell_edge_rates - Computes d' and psi' from the velocities of the nodes. */
static ALWAYS_INLINE void shell_edge_rates(const ElementGroup *e, int i, int j,
                                           const ShellEdge *edge, Lanes d[3], Lanes psi[3])
{
  Lanes v[2][3], w[2][3], turned[3], middle[3], part[3];

  for (int n = 0; n < 2; n++) {
    node_gather(e->node[n ? j : i], NODE_MEMBER(v), 3, v[n]);
    node_gather(e->node[n ? j : i], NODE_MEMBER(w), 3, w[n]);
  }
  mat_vec(edge->P, w[1], psi);
  mat_t_vec(edge->P, w[0], part);
  for (int c = 0; c < 3; c++) {
    psi[c] -= part[c];
    v[1][c] -= v[0][c];
    part[c] = w[1][c] - w[0][c];
  }
  cross(edge->t, part, turned);
  for (int c = 0; c < 3; c++) middle[c] = (w[0][c] + w[1][c] + turned[c]) / 2;
  mat_t_vec(edge->R, v[1], d);
  cross(edge->d, middle, part);
  for (int c = 0; c < 3; c++) d[c] += part[c];
}

/* shell_edge_forces - Adds to r the forces on the nodes of q, conjugate to d, and of n, conjugate
   to psi.

   Output:
     r  [6 SHELL_NODES] */
static ALWAYS_INLINE void shell_edge_forces(const ShellEdge *edge, int i, int j, const Lanes q[3],
                                            const Lanes n[3], Lanes r[])
{
  Lanes force[3], a[3], ta[3], first[3], second[3];

  mat_vec(edge->R, q, force);
  cross(q, edge->d, a);
  cross(edge->t, a, ta);
  mat_vec(edge->P, n, first);
  mat_t_vec(edge->P, n, second);
  for (int c = 0; c < 3; c++) {
    r[6 * i + c] -= force[c];
    r[6 * j + c] += force[c];
    r[6 * i + 3 + c] += (a[c] + ta[c]) / 2 - first[c];
    r[6 * j + 3 + c] += (a[c] - ta[c]) / 2 + second[c];
  }
}

/* shell_edge_row - Adds the derivative of c . d by the nodes to row[6 SHELL_NODES]. */
static ALWAYS_INLINE void shell_edge_row(const ShellEdge *edge, int i, int j, const Lanes c[3],
                                         Lanes row[])
{
  const Lanes none[3] = {{0}};

  shell_edge_forces(edge, i, j, c, none, row);
}

/* Adds factor B to the block of A[nd][nd] at (row, column). */
static ALWAYS_INLINE void shell_add_block(Lanes A[], int nd, int row, int column, double factor,
                                          const Lanes B[9])
{
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) A[nd * (row + a) + column + b] += factor * B[3 * a + b];
}

/* Computes D, the derivative of T^-1(sign psi) n by sign psi, at fixed n. */
static ALWAYS_INLINE void shell_edge_slope(const ShellEdge *edge, double sign, const Lanes n[3],
                                           Lanes D[9])
{
  const Lanes       turned[3]   = {sign * edge->psi[0], sign * edge->psi[1], sign * edge->psi[2]};
  const Coefficient coefficient = {edge->slope[0], edge->slope[1], lanes_fill(0)};

  tangent_map_slope(turned, n, constant(0.5), coefficient, D);
}

/* Adds the derivatives of the moments of n at fixed n to K. */
static ALWAYS_INLINE void shell_edge_moment_slopes(const ShellEdge *edge, int i, int j,
                                                   const Lanes n[3], int nd, Lanes K[])
{
  for (int node = 0; node < 2; node++) {
    const int row = 6 * (node ? j : i) + 3;
    Lanes     D[9], X[9];

    shell_edge_slope(edge, node ? -1 : 1, n, D);
    mat_mat(D, edge->P, X);
    shell_add_block(K, nd, row, 6 * j + 3, -1, X);
    mat_mat_t(D, edge->P, X);
    shell_add_block(K, nd, row, 6 * i + 3, 1, X);
  }
}

/* Computes M[2] = M_i, M_j, and Z. */
static ALWAYS_INLINE void shell_edge_middle(const ShellEdge *edge, Lanes M[2][9], Lanes Z[9])
{
  const Lanes rest = 1 - dot(edge->t, edge->t);
  Lanes       T[9];

  skew(edge->t, T);
  for (int a = 0; a < 9; a++) {
    const int   diagonal = a % 4 == 0;
    const Lanes outer    = edge->t[a / 3] * edge->t[a % 3];

    M[0][a] = (diagonal - T[a]) / 2;
    M[1][a] = (diagonal + T[a]) / 2;
    Z[a]    = (diagonal * rest + 2 * T[a] + 2 * outer) / 4;
  }
}

/* shell_edge_geometric - Adds the derivatives of the forces of q and n, at fixed q and n, to
   K[nd][nd]. */
static ALWAYS_INLINE void shell_edge_geometric(const ShellEdge *edge, int i, int j,
                                               const Lanes q[3], const Lanes n[3], int nd,
                                               Lanes K[])
{
  const int at[2] = {i, j};
  Lanes     M[2][9], Z[9], A[9], B[9], Rq[9], S[9], a[3];

  shell_edge_middle(edge, M, Z);
  skew(q, A);
  mat_mat(edge->R, A, Rq);
  for (int k = 0; k < 2; k++) { /* the force R q turns with R, and the moment q x d with d */
    Lanes X[9], Y[9];

    mat_mat(Rq, M[k], X);
    transpose(X, Y);
    for (int l = 0; l < 2; l++) {
      shell_add_block(K, nd, 6 * at[l], 6 * at[k] + 3, l ? -1 : 1, X);
      shell_add_block(K, nd, 6 * at[k] + 3, 6 * at[l], l ? -1 : 1, Y);
    }
  }
  skew(edge->d, B);
  mat_mat(A, B, S);
  for (int k = 0; k < 2; k++)
    for (int l = 0; l < 2; l++) {
      Lanes X[9], Y[9];

      mat_t_mat(M[k], S, X);
      mat_mat(X, M[l], Y);
      shell_add_block(K, nd, 6 * at[k] + 3, 6 * at[l] + 3, 1, Y);
    }
  cross(q, edge->d, a);
  skew(a, A);
  for (int l = 0; l < 2; l++) { /* the moments (a + t x a) / 2 and (a - t x a) / 2 turn with t */
    Lanes X[9];

    if (l) mat_mat(A, Z, X);
    else mat_mat_t(A, Z, X);
    shell_add_block(K, nd, 6 * i + 3, 6 * at[l] + 3, l ? -0.5 : 0.5, X);
    shell_add_block(K, nd, 6 * j + 3, 6 * at[l] + 3, l ? 0.5 : -0.5, X);
  }
  shell_edge_moment_slopes(edge, i, j, n, nd, K);
}

#endif
