/* beam_center.c: implements the inertia of the mass center that moves as a beam deforms.

   It is a part of the inertia of beam_inertia.c. The mass center of an element with the mass m is
   displaced by G/m against (x_1 + x_2)/2, where
     G = R_1 s_1 + R_2 s_2 + (b + c d . d/2) d + R B R^T d + sum of (R_1 A e_k) x (R_2 e_k),
     R = (R_1 + R_2)/2,   d = x_2 - x_1.
   The vectors s_1 and s_2 are in sigma of BeamKinetic. The numbers b and c and the matrices B [kg]
   and A [kg m] are constant, and A is symmetric. They are not zero if shear or a coupled section
   bulges the line between the nodes, or if the section varies. The shapes of a beam whose section
   varies are not even, so that its b and c are large. Centrifugal forces do much work if the center
   moves along the line. Therefore a rotation of the line against the axes of the nodes must not
   move the center along the line, as R B R^T d alone would do. beam_mass.c computes the mass
   matrix at rest, from which all constants follow (beam_inertia.c). The kinetic energy
     T = v . G',   v = (v_1 + v_2)/2,
   changes by the time derivative of V . G if a constant velocity V is added. Therefore the forces
   do not change: they depend on the acceleration of the center and on relative velocities alone.

   With the derivative D of G by the nodes, and a = v', Lagrange's equations are
     force on each node  G''/2,   and in the direction of each dof  D^T a.
   The momenta are the same with G' and v in the place of G'' and a. Vectors with the index j are
   in the axes of node j, and W^p_j are the matrices of d^p R_j/dt^p = R_j W^p_j. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "beam_center_state.h"

/* ---- derivatives of G ------------------------------------------------------------------------ */

/* Returns derivative n of the factor b + c d . d/2 by the time. */
static ALWAYS_INLINE Lanes stretch_factor(const Center *m, int n)
{
  Lanes sum = n ? lanes_fill(0) : m->stretch[0];

  for (int q = 0; q <= n; q++)
    sum += m->stretch[1] * binomial[n][q] / 2 * dot(m->d[q], m->d[n - q]);
  return sum;
}

/* Computes derivative n of G by the time, without those of s_1 and s_2. */
static ALWAYS_INLINE void center_rate(const Center *m, int n, Lanes G[3])
{
  memset(G, 0, 3 * sizeof *G);
  for (int q = 0; q <= n; q++) {
    Lanes part[3], X[9], Y[9], A[9];

    mat_mat_vec(m->middle[q], m->B, m->u[n - q], part);
    for (int c = 0; c < 3; c++) part[c] += stretch_factor(m, q) * m->d[n - q][c];
    mat_mat(m->W[0][q], m->A, A);
    mat_mat(m->R[0], A, X);
    mat_mat(m->R[1], m->W[1][n - q], Y);
    for (int k = 0; k < 3; k++) {
      const Lanes a[3] = {X[k], X[3 + k], X[6 + k]}, b[3] = {Y[k], Y[3 + k], Y[6 + k]};
      Lanes       normal[3];

      cross(a, b, normal);
      add_scaled(1, 3, normal, part);
    }
    add_scaled(binomial[n][q], 3, part, G);
  }
}

/* Adds factor R times the derivative of the sum of (s x Q e_k) x Z e_k by s, Q Z^T - tr(Q Z^T), to
   S. */
static ALWAYS_INLINE void add_cross_slope(double factor, const Lanes R[9], const Lanes Q[9],
                                          const Lanes Z[9], Lanes S[9])
{
  Lanes slope[9];
  Lanes trace;

  mat_mat_t(Q, Z, slope);
  trace = slope[0] + slope[4] + slope[8];
  for (int c = 0; c < 9; c += 4) slope[c] -= trace;
  add_product(factor, R, slope, S);
}

/* Computes the derivative of rate n of G by a spin of node j, at constant w_j and w_j'. */
static ALWAYS_INLINE void spin_slope(const Center *m, int j, int n, Lanes S[9])
{
  memset(S, 0, 9 * sizeof *S);
  for (int q = 0; q <= n; q++) {
    const double factor = binomial[n][q];
    Lanes        MB[9], moved[3], X[9], Z[9];

    mat_mat_vec(m->W[j][q], m->B, m->u[n - q], moved);
    add_skew(-factor / 2, m->R[j], moved, S);
    mat_mat(m->middle[q], m->B, MB);
    for (int r = 0; r <= n - q; r++) { /* the derivative of u[n - q] */
      Lanes MBW[9], own[3];

      mat_mat_t(MB, m->W[j][r], MBW);
      mat_t_vec(m->R[j], m->d[n - q - r], own);
      add_skew(factor * binomial[n - q][r] / 2, MBW, own, S);
    }
    mat_mat(m->W[0][q], m->A, X);
    if (j == 0) {
      mat_mat(m->C, m->W[1][n - q], Z);
      add_cross_slope(factor, m->R[0], X, Z, S);
    } else {
      mat_t_mat(m->C, X, Z);
      add_cross_slope(-factor, m->R[1], m->W[1][n - q], Z, S);
    }
  }
}

/* Computes the derivative of rate n of G by rate k of d. */
static ALWAYS_INLINE void stretch_slope(const Center *m, int n, int k, Lanes S[9])
{
  memset(S, 0, 9 * sizeof *S);
  for (int q = 0; q <= n - k; q++) {
    Lanes MB[9], MBM[9];

    mat_mat(m->middle[q], m->B, MB);
    mat_mat_t(MB, m->middle[n - k - q], MBM);
    add_products(m->stretch[1], m->d[q], m->d[n - k - q], MBM);
    add_scaled(binomial[n][k] * binomial[n - k][q], 9, MBM, S);
  }
  for (int c = 0; c < 9; c += 4) S[c] += binomial[n][k] * stretch_factor(m, n - k);
}

/* ---- forces ---------------------------------------------------------------------------------- */

/* Adds rate n of G, half to each node, and D^T mean to r. */
static ALWAYS_INLINE void add_to_nodes(const Center *m, int n, const Lanes mean[3], Lanes r[])
{
  Lanes G[3], S[9], along[3];

  center_rate(m, n, G);
  stretch_slope(m, 0, 0, S);
  mat_t_vec(S, mean, along);
  for (int c = 0; c < 3; c++) {
    r[c] += G[c] / 2 - along[c];
    r[6 + c] += G[c] / 2 + along[c];
  }
  for (int j = 0; j < 2; j++) {
    spin_slope(m, j, 0, S);
    mat_t_vec(S, mean, along);
    add_scaled(1, 3, along, r + 6 * j + 3);
  }
}

/* ---- tangent --------------------------------------------------------------------------------- */

/* Adds half of the derivative S of a vector by d to the rows of both nodes. */
static ALWAYS_INLINE void add_stretch(const Lanes S[9], Lanes K[])
{
  for (int i = 0; i < 2; i++) {
    add_block(K, 2 * i, 2, 0.5, S);
    add_block(K, 2 * i, 0, -0.5, S);
  }
}

static ALWAYS_INLINE void add_mass(const Center *m, Lanes M[])
{
  Lanes S[9], St[9];

  stretch_slope(m, 0, 0, S);
  transpose(S, St);
  add_stretch(S, M);
  for (int i = 0; i < 2; i++) {
    add_block(M, 2, 2 * i, 0.5, St);
    add_block(M, 0, 2 * i, -0.5, St);
  }
  for (int j = 0; j < 2; j++) {
    spin_slope(m, j, 0, S);
    transpose(S, St);
    for (int i = 0; i < 2; i++) {
      add_block(M, 2 * i, 2 * j + 1, 0.5, S);
      add_block(M, 2 * j + 1, 2 * i, 0.5, St);
    }
  }
}

/* Adds the derivatives of G''/2. That by w_j is 2 S_1 + S_0 w_j^ with the derivatives S_n of rate n
   by a spin, because the rate of S_0 is S_1 + S_0 w_j^. */
static ALWAYS_INLINE void add_rate_slopes(const Center *m, Lanes K[], Lanes C[])
{
  Lanes S[9], by_w[9], own[9];

  stretch_slope(m, 2, 0, S);
  add_stretch(S, K);
  stretch_slope(m, 2, 1, S);
  add_stretch(S, C);
  for (int j = 0; j < 2; j++) {
    spin_slope(m, j, 2, S);
    spin_slope(m, j, 1, by_w);
    spin_slope(m, j, 0, own);
    add_scaled(1, 9, by_w, by_w);
    add_skew(1, own, m->w[j], by_w);
    for (int i = 0; i < 2; i++) {
      add_block(K, 2 * i, 2 * j + 1, 0.5, S);
      add_block(C, 2 * i, 2 * j + 1, 0.5, by_w);
    }
  }
}

/* a in several axes: own[j] = R_j^T a, turned[j] = R_j^T d, back = B^T R^T a, shift = B R^T d. */
typedef struct {
  Lanes own[2][3], turned[2][3], back[3], shift[3];
} CenterVectors;

static ALWAYS_INLINE void center_vectors(const Center *m, CenterVectors *x)
{
  Lanes z[3];

  for (int j = 0; j < 2; j++) {
    mat_t_vec(m->R[j], m->acceleration, x->own[j]);
    mat_t_vec(m->R[j], m->d[0], x->turned[j]);
  }
  mat_t_vec(m->middle[0], m->acceleration, z);
  mat_t_vec(m->B, z, x->back);
  mat_vec(m->B, m->u[0], x->shift);
}

/* Adds the derivatives of D^T a that follow from R B R^T d:
     row of d:  (R B^T a_i^ - R_i back^)/2 by a spin of node i
     row of w_j: (back^ d_j^ + shift^ a_j^)/2 if i = j, and -(a_j^ B d_i^ + d_j^ B^T a_i^)/4. */
static ALWAYS_INLINE void add_shear_slopes(const Center *m, const CenterVectors *x, Lanes K[])
{
  Lanes own[2][9], turned[2][9], back[9], shift[9], Bt[9], RBt[9];

  skew(x->back, back);
  skew(x->shift, shift);
  transpose(m->B, Bt);
  mat_mat_t(m->middle[0], m->B, RBt);
  for (int j = 0; j < 2; j++) {
    skew(x->own[j], own[j]);
    skew(x->turned[j], turned[j]);
  }
  for (int j = 0; j < 2; j++) {
    Lanes S[9] = {{0}}, St[9];

    add_product(0.5, RBt, own[j], S);
    add_product(-0.5, m->R[j], back, S);
    transpose(S, St);
    for (int side = -1; side <= 1; side += 2) {
      add_block(K, 1 + side, 2 * j + 1, side, S);
      add_block(K, 2 * j + 1, 1 + side, side, St);
    }
    for (int i = 0; i < 2; i++) {
      Lanes T[9] = {{0}}, aB[9], dB[9];

      mat_mat(own[j], m->B, aB);
      mat_mat(turned[j], Bt, dB);
      add_product(-0.25, aB, turned[i], T);
      add_product(-0.25, dB, own[i], T);
      if (i == j) {
        add_product(0.5, back, turned[j], T);
        add_product(0.5, shift, own[j], T);
      }
      add_block(K, 2 * j + 1, 2 * i + 1, 1, T);
    }
  }
}

/* Adds the derivatives of D^T a that follow from c d . d/2 d. */
static ALWAYS_INLINE void add_square_slopes(const Center *m, Lanes K[])
{
  const Lanes *a = m->acceleration, *d = m->d[0], c = m->stretch[1];
  Lanes        S[9] = {{0}};

  add_products(c, a, d, S);
  add_products(c, d, a, S);
  for (int i = 0; i < 9; i += 4) S[i] += c * dot(a, d);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) add_block(K, 2 * i, 2 * j, i == j ? 1 : -1, S);
}

/* Adds factor a h^T to S, where h . s is the trace of M s^. */
static ALWAYS_INLINE void add_trace_slope(double factor, const Lanes a[3], const Lanes M[9],
                                          Lanes S[9])
{
  const Lanes h[3] = {M[5] - M[7], M[6] - M[2], M[1] - M[3]};

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) S[3 * i + j] += factor * a[i] * h[j];
}

/* Adds the derivatives of D^T a that follow from the sum of cross products. Its rows are
     node 1: (C A - t) a_1   node 2: (t - C^T A) a_2,   t = tr(A C). */
static ALWAYS_INLINE void add_turn_slopes(const Center *m, const CenterVectors *x, Lanes K[])
{
  Lanes        CA[9], AC[9], one[9], S[2][2][9], moved[3], trace;
  const Lanes *a[2] = {x->own[0], x->own[1]};

  mat_mat(m->C, m->A, CA);
  mat_mat(m->A, m->C, AC);
  trace = AC[0] + AC[4] + AC[8];
  memset(S, 0, sizeof S);
  for (int c = 0; c < 9; c++) one[c] = lanes_fill(identity[c]);
  for (int j = 0; j < 2; j++) { /* derivatives of a_j and t */
    const double sign = j ? 1 : -1;
    Lanes        slope[9];

    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++)
        slope[3 * r + c] =
          sign * ((r == c ? trace : lanes_fill(0)) - (j ? AC[3 * c + r] : CA[3 * r + c]));
    add_skew(1, slope, a[j], S[j][j]);
    add_trace_slope(-sign, a[j], CA, S[j][0]);
    add_trace_slope(sign, a[j], AC, S[j][1]);
  }
  mat_vec(CA, a[0], moved);
  add_skew(1, one, moved, S[0][0]);
  mat_vec(m->A, a[0], moved);
  add_skew(-1, m->C, moved, S[0][1]);
  mat_t_vec(AC, a[1], moved);
  add_skew(-1, one, moved, S[1][1]);
  mat_vec(m->A, a[1], moved);
  transpose(m->C, CA);
  add_skew(1, CA, moved, S[1][0]);
  for (int j = 0; j < 2; j++)
    for (int i = 0; i < 2; i++) add_block(K, 2 * j + 1, 2 * i + 1, 1, S[j][i]);
}

SIMD_CLONES void beam_center_inertia(const ElementGroup *e, Lanes r[], Lanes K[], Lanes C[],
                                     Lanes M[])
{
  Center        m;
  CenterVectors x;

  if (!gather_constants(e, &m)) return;
  set_center(e, &m);
  add_to_nodes(&m, 2, m.acceleration, r);
  if (!K) return;
  add_mass(&m, M);
  add_rate_slopes(&m, K, C);
  center_vectors(&m, &x);
  add_square_slopes(&m, K);
  add_shear_slopes(&m, &x, K);
  add_turn_slopes(&m, &x, K);
}

SIMD_CLONES void beam_center_momentum(const ElementState *e, double p[])
{
  const ElementGroup all     = element_group_of_one(e);
  Lanes              own[ND] = {{0}};
  Center             m;

  if (!gather_constants(&all, &m)) return;
  set_center(&all, &m);
  add_to_nodes(&m, 1, m.velocity, own);
  for (int i = 0; i < ND; i++) p[i] += own[i][0];
}
