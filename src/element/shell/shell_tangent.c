/* shell_tangent.c: implements the second derivatives of the strains of a shell times stresses.

   Let E = sigma . strains at fixed sigma, as a function of the positions x_p, of the directors t_q,
   and of the rotations of the nodes. A spin w of node q turns t_q by A_q w, A_q = -R_q [T_q]. C is
   the derivative of c by d. H is the second derivative of F . c by d, at a fixed force F on c. Both
   are symmetric. The second derivatives of E have these blocks:

     x_p, x_q   multiples of 1, from the products
     x_p, w_q   G A_q, where G is a sum of multiples of C of the edges at q and of 1. The drilling
                rotations add multiples of -R_q [w], with the vectors w of node q
     w_p, w_q   A_p^T (+-H) A_q of edges. If p = q, spins do not commute. The force F_t on the
                director adds [T] [R^T F_t], and the drilling rotations add [w] [R^T Y]. An edge Y
                with the director at its other node adds [w] R_p^T A_q and its transpose */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "shell_tangent.h"
#include "shell_motion.h"

/* Adds B, or its transpose if transposed is not 0, to the block of A[nd][nd] at (row, column). */
static ALWAYS_INLINE void add_block(Lanes A[], int nd, int row, int column, int transposed,
                                    const Lanes B[9])
{
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      A[nd * (row + a) + column + b] += transposed ? B[3 * b + a] : B[3 * a + b];
}

/* Returns -1, 1 or 0 if node p is the first or second one of edge k, or none. */
static ALWAYS_INLINE int sign_of(int nn, int k, int p)
{
  const int *node = shell_edges(nn)[k];

  return node[0] == p ? -1 : node[1] == p ? 1 : 0;
}

/* Adds the blocks of positions alone. */
static ALWAYS_INLINE void add_positions(int nn, const ShellStrains *sigma, Lanes K[])
{
  const double s2 = shell_edge_scale(nn) * shell_edge_scale(nn);
  const int    nd = 6 * nn;

  for (int p = 0; p < nn; p++)
    for (int q = 0; q < nn; q++) {
      Lanes sum = lanes_fill(0);

      for (int k = 0; k < nn; k++)
        sum += 2 * s2 * sign_of(nn, k, p) * sign_of(nn, k, q) * sigma->product[k];
      for (int k = 0; k < nn && nn == 4; k++)
        for (int l = k < 2 ? 2 : 0; l < (k < 2 ? 4 : 2); l++)
          sum += s2 / 4 * sign_of(nn, k, p) * sign_of(nn, l, q) * sigma->product[4];
      for (int c = 0; c < 3; c++) K[nd * (6 * p + c) + 6 * q + c] += sum;
    }
}

/* Computes the symmetric C of edge k. */
static ALWAYS_INLINE void change_matrix(int nn, const ShellMotion *m, int k, Lanes C[9])
{
  const double s = shell_edge_scale(nn);

  for (int a = 0; a < 9; a++)
    C[a] = s * ((a % 4 == 0) * m->f[k][0] + m->f[k][1] / 2 * m->d[k][a / 3] * m->d[k][a % 3]);
}

/* Computes the symmetric H of edge k for the force F. */
static ALWAYS_INLINE void change_hessian(int nn, const ShellMotion *m, int k, const Lanes F[3],
                                         Lanes H[9])
{
  const double s = shell_edge_scale(nn);
  const Lanes *d = m->d[k], along = dot(F, d);

  for (int a = 0; a < 9; a++) {
    const int i = a / 3, j = a % 3;

    H[a] = s * (m->f[k][1] / 2 * (F[i] * d[j] + d[i] * F[j] + (i == j) * along) +
                m->f[k][2] / 4 * along * d[i] * d[j]);
  }
}

/* Computes the stress of the pair of edges a, b: the coefficient of X_a . c_b. */
static ALWAYS_INLINE Lanes pair_stress(int nn, const ShellStrains *sigma, int a, int b)
{
  const int(*pair)[2] = shell_bends();

  for (int k = 0; k < shell_bend_count(nn); k++)
    if ((pair[k][0] == a && pair[k][1] == b) || (pair[k][0] == b && pair[k][1] == a))
      return sigma->bend[k];
  return lanes_fill(0);
}

/* Adds the blocks of positions x_p and the spin of node q, and their transposes. */
static ALWAYS_INLINE void add_positions_spin(int nn, const ElementGroup *e, const ShellMotion *m,
                                             const ShellStrains *sigma, const Lanes C[][9],
                                             const Lanes A[9], int q, Lanes K[])
{
  const double s        = shell_edge_scale(nn);
  const int(*corner)[2] = shell_corners(nn);
  Lanes turned[2][9]; /* R [w] of the two edges */

  for (int side = 0; side < 2; side++) {
    Lanes force[3], W[9];

    shell_corner_force(nn, e, sigma, q, side, force);
    skew(force, W);
    mat_mat(m->R[q], W, turned[side]);
  }
  for (int p = 0; p < nn; p++) {
    Lanes G[9] = {{0}}, X[9];

    for (int b = 0; b < nn; b++) {
      Lanes factor = lanes_fill(0);

      if (!sign_of(nn, b, q)) continue;
      for (int a = 0; a < nn; a++)
        if (sign_of(nn, a, p)) factor += s * sign_of(nn, a, p) * pair_stress(nn, sigma, a, b);
      factor *= sign_of(nn, b, q);
      for (int k = 0; k < 9; k++) G[k] += factor * C[b][k];
      for (int k = 0; k < 9; k += 4) G[k] += s / 2 * sign_of(nn, b, p) * sigma->lift[b];
    }
    mat_mat(G, A, X);
    for (int side = 0; side < 2; side++)
      for (int k = 0; k < 9; k++) X[k] -= s * sign_of(nn, corner[q][side], p) * turned[side][k];
    add_block(K, 6 * nn, 6 * p, 6 * q + 3, 0, X);
    add_block(K, 6 * nn, 6 * q + 3, 6 * p, 1, X);
  }
}

/* Adds the blocks of the spins of the two nodes of edge k. */
static ALWAYS_INLINE void add_spins(int nn, const ShellMotion *m, int k, const Lanes F[3],
                                    const Lanes A[][9], Lanes K[])
{
  const int *node = shell_edges(nn)[k];
  Lanes      H[9];

  change_hessian(nn, m, k, F, H);
  for (int p = 0; p < 2; p++) {
    Lanes X[9], Y[9];

    mat_t_mat(A[node[p]], H, X);
    for (int q = 0; q < 2; q++) {
      mat_mat(X, A[node[q]], Y);
      for (int c = 0; c < 9; c++) Y[c] *= p == q ? 1 : -1;
      add_block(K, 6 * nn, 6 * node[p] + 3, 6 * node[q] + 3, 0, Y);
    }
  }
}

/* Adds factor [a] [R_i^T v] to the block of the spin of node i. */
static ALWAYS_INLINE void add_turned_vector(int nn, const ShellMotion *m, int i, const Lanes a[3],
                                            const Lanes v[3], Lanes K[])
{
  Lanes local[3], S[9], V[9], X[9];

  mat_t_vec(m->R[i], v, local);
  skew(a, S);
  skew(local, V);
  mat_mat(S, V, X);
  add_block(K, 6 * nn, 6 * i + 3, 6 * i + 3, 0, X);
}

/* Adds the blocks of the spins by the stresses that bend edges and drill at node i. */
static ALWAYS_INLINE void add_drilling(int nn, const ElementGroup *e, const ShellMotion *m, int i,
                                       const ShellStrains *sigma, const Lanes A[][9], Lanes K[])
{
  for (int side = 0; side < 2; side++) {
    Lanes     force[3], global[3], W[9], RA[9], X[9], Y[3], lever;
    const int j = shell_drill_edge(nn, e, m, i, side, Y, &lever);

    shell_corner_force(nn, e, sigma, i, side, force);
    add_turned_vector(nn, m, i, force, Y, K);
    if (j < 0) continue;
    for (int c = 0; c < 3; c++) force[c] *= lever;
    mat_vec(m->R[i], force, global);
    add_turned_vector(nn, m, j, m->T[j], global, K);
    skew(force, W);
    mat_t_mat(m->R[i], A[j], RA);
    mat_mat(W, RA, X);
    add_block(K, 6 * nn, 6 * i + 3, 6 * j + 3, 0, X);
    add_block(K, 6 * nn, 6 * j + 3, 6 * i + 3, 1, X);
  }
}

static ALWAYS_INLINE void add_geometric(int nn, const ElementGroup *e, const ShellMotion *m,
                                        const ShellStrains *sigma, Lanes K[])
{
  Lanes by_X[SHELL_NODES][3], by_c[SHELL_NODES][3], A[SHELL_NODES][9], C[SHELL_NODES][9], S[9];

  add_positions(nn, sigma, K);
  shell_edge_forces(nn, m, sigma, by_X, by_c);
  for (int i = 0; i < nn; i++) {
    const Lanes back[3] = {-m->T[i][0], -m->T[i][1], -m->T[i][2]};

    skew(back, S);
    mat_mat(m->R[i], S, A[i]);
    change_matrix(nn, m, i, C[i]);
  }
  for (int i = 0; i < nn; i++) {
    Lanes by_t[3];

    add_positions_spin(nn, e, m, sigma, (const Lanes(*)[9])C, A[i], i, K);
    add_spins(nn, m, i, by_c[i], (const Lanes(*)[9])A, K);
    shell_director_force(nn, m, i, sigma, by_t);
    for (int k = 0; k < nn; k++) {
      Lanes w[3];

      if (!sign_of(nn, k, i)) continue;
      shell_change_slope(nn, m, k, by_c[k], w);
      for (int c = 0; c < 3; c++) by_t[c] += sign_of(nn, k, i) * w[c];
    }
    add_turned_vector(nn, m, i, m->T[i], by_t, K);
    add_drilling(nn, e, m, i, sigma, (const Lanes(*)[9])A, K);
  }
}

SIMD_CLONES void shell_add_geometric(const ElementGroup *e, const ShellMotion *m,
                                     const ShellStrains *sigma, Lanes K[])
{
  if (e->kernel->shape == SHAPE_TRIANGLE) add_geometric(3, e, m, sigma, K);
  else add_geometric(4, e, m, sigma, K);
}

/* ---- shell strain ---------------------------------------------------------------------------- */

/* Implements the strains of shells at states of their nodes. */

/* Adds the rates of the strains times 1 s. */
static ALWAYS_INLINE void add_rates(int nn, const ElementGroup *e, const ShellMotion *m,
                                    ShellStrains *s)
{
  Lanes B[SHELL_NSTRAIN][SHELL_DOFS], v[SHELL_DOFS];

  shell_strain_rows(nn, e, m, B);
  for (int i = 0; i < nn; i++) {
    node_gather(e->node[i], NODE_MEMBER(v), 3, v + 6 * i);
    node_gather(e->node[i], NODE_MEMBER(w), 3, v + 6 * i + 3);
  }
  for (int k = 0; k < SHELL_NSTRAIN; k++)
    for (int i = 0; i < 6 * nn; i++) ((Lanes *)s)[k] += B[k][i] * v[i];
}

static ALWAYS_INLINE void write_strains(int nn, const ElementGroup *e, int rates, ShellStrains *s)
{
  ShellMotion m;

  shell_motion(nn, e, 0, &m);
  shell_strains_of(nn, e, &m, s);
  if (rates) add_rates(nn, e, &m, s);
}

SIMD_CLONES void shell_strains(const ElementGroup *e, int rates, ShellStrains *s)
{
  if (e->kernel->shape == SHAPE_TRIANGLE) write_strains(3, e, rates, s);
  else write_strains(4, e, rates, s);
}
