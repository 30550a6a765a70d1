/* beam_inertia.c: implements the inertia of a beam with two nodes and inner shapes.

   The kinetic energy T has five parts. v_i are the velocities of the nodes, R_i their orientations
   and w_i their angular velocities in their axes.
   - 1/2 m_ij v_i . v_j with linear shapes: the constant matrix of ElementType.matrices.
   - The rotary inertia and the first moment, lumped at the nodes (inertia_forces.c).
   - v_i . R_j (w_j x sigma_ij). The curve between the nodes is N_1 x_1 + N_2 x_2 +
     h0/L (R_2 e_2 - R_1 e_1) with the tangents e_j, and its mass centers are N_j R_j c_j beside it.
     The vectors sigma_ij have the mixed moments of these shapes, less those of the second part. The
     error of this curve is of fourth order in L. It is the large part of the inner shapes.
   - 1/2 V . M_b V with V = (R^T v_1, w_1, R^T v_2, w_2), R = (R_1 + R_2)/2. The constant matrix M_b
     is the exact mass matrix at rest (beam_mass.c) less that of the other parts. It is of fourth
     order in L, or acts on deformations by shear. M_b times equal velocities v_1 = v_2 is zero.
   - (v_1 + v_2)/2 . G', where G is the first moment of the mass that moves as shear and coupled
     sections deform (beam_center.c).
   T does not change if the beam is turned. If a constant velocity is added to all nodes, T changes
   by the rate of a function of the positions. Hence momentum and angular momentum are conserved,
   and the forces are the same in a frame that moves at a constant velocity.
   The nodes are not rotated at rest, so that all constants are in their axes.

   Lagrange's equations, with p = M_b V and its derivative p' = M_b V', the parts p_i of v_i and L_j
   of w_j, and vectors x in the axes of node j as x^j = R_j^T x:
     force on node i   sum R_j f_ij,  f_ij = (p_i' + w_j x p_i)/2 + w_j' x sigma_ij
                                             + w_j x (w_j x sigma_ij)
     moment on node j  L_j' + w_j x L_j + sum v_i^j x p_i/2 + sigma_ij x a_i^j. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "element/beam/beam.h"
#include "math/rotation_lanes.h"
#include <math.h>

enum { ND = 12 };

/* A 12 x 12 matrix in blocks of v_1, w_1, v_2, w_2. */
typedef Lanes Blocks[4][4][9];

/* The constants of the elements and the state of their nodes. */
typedef struct {
  Blocks mass;
  Lanes  sigma[2][2][3];
  Lanes  R[2][9], middle[9]; /* middle: R_1/2 + R_2/2 */
  Lanes  w[2][3], wd[2][3];
  Lanes  v[2][2][3], a[2][2][3]; /* v[i][j]: velocity of node i in the axes of node j */
  Lanes  V[ND], rate[ND], p[ND], force[ND];
} Motion;

static ALWAYS_INLINE void times_mass(const Motion *m, const Lanes x[ND], Lanes y[ND])
{
  for (int k = 0; k < 4; k++)
    for (int c = 0; c < 3; c++) {
      Lanes sum = lanes_fill(0);

      for (int l = 0; l < 4; l++) sum += dot(&m->mass[k][l][3 * c], x + 3 * l);
      y[3 * k + c] = sum;
    }
}

static ALWAYS_INLINE void gather_constants(const ElementGroup *e, Motion *m)
{
  beam_gather(e->data, BEAM_KINETIC_MEMBER(sigma), 12, m->sigma[0][0]);
  for (int i = 0, at = BEAM_KINETIC_MEMBER(mass); i < ND; i++)
    for (int j = i; j < ND; j++) {
      const Lanes value = lanes_gather(e->data, at++);

      m->mass[i / 3][j / 3][3 * (i % 3) + j % 3] = value;
      m->mass[j / 3][i / 3][3 * (j % 3) + i % 3] = value;
    }
}

/* Computes V, V', p and p'. */
static ALWAYS_INLINE void set_motion(const ElementGroup *e, Motion *m)
{
  Lanes v[3], a[3], turned[3];

  gather_constants(e, m);
  memset(m->V, 0, sizeof m->V);
  memset(m->rate, 0, sizeof m->rate);
  for (int j = 0; j < 2; j++) {
    node_gather(e->node[j], NODE_MEMBER(R), 9, m->R[j]);
    node_gather(e->node[j], NODE_MEMBER(w), 3, m->w[j]);
    node_gather(e->node[j], NODE_MEMBER(wd), 3, m->wd[j]);
  }
  for (int c = 0; c < 9; c++) m->middle[c] = (m->R[0][c] + m->R[1][c]) / 2;
  for (int i = 0; i < 2; i++) {
    node_gather(e->node[i], NODE_MEMBER(v), 3, v);
    node_gather(e->node[i], NODE_MEMBER(a), 3, a);
    for (int j = 0; j < 2; j++) {
      mat_t_vec(m->R[j], v, m->v[i][j]);
      mat_t_vec(m->R[j], a, m->a[i][j]);
      cross(m->w[j], m->v[i][j], turned);
      for (int c = 0; c < 3; c++) {
        m->V[6 * i + c] += m->v[i][j][c] / 2;
        m->rate[6 * i + c] += (m->a[i][j][c] - turned[c]) / 2;
      }
    }
    for (int c = 0; c < 3; c++) {
      m->V[6 * i + 3 + c]    = m->w[i][c];
      m->rate[6 * i + 3 + c] = m->wd[i][c];
    }
  }
  times_mass(m, m->V, m->p);
  times_mass(m, m->rate, m->force);
}

/* Computes f_ij. */
static ALWAYS_INLINE void force_in_axes(const Motion *m, int i, int j, Lanes f[3])
{
  Lanes gyro[3], own[3], once[3], twice[3];

  cross(m->w[j], m->p + 6 * i, gyro);
  cross(m->wd[j], m->sigma[i][j], own);
  cross(m->w[j], m->sigma[i][j], once);
  cross(m->w[j], once, twice);
  for (int c = 0; c < 3; c++) f[c] = (m->force[6 * i + c] + gyro[c]) / 2 + own[c] + twice[c];
}

static ALWAYS_INLINE void add_forces(const Motion *m, Lanes r[])
{
  for (int j = 0; j < 2; j++) {
    Lanes t[3], u[3];

    cross(m->w[j], m->p + 6 * j + 3, t);
    for (int c = 0; c < 3; c++) r[6 * j + 3 + c] += m->force[6 * j + 3 + c] + t[c];
    for (int i = 0; i < 2; i++) {
      force_in_axes(m, i, j, t);
      mat_vec(m->R[j], t, u);
      for (int c = 0; c < 3; c++) r[6 * i + c] += u[c];
      cross(m->v[i][j], m->p + 6 * i, t);
      cross(m->sigma[i][j], m->a[i][j], u);
      for (int c = 0; c < 3; c++) r[6 * j + 3 + c] += t[c] / 2 + u[c];
    }
  }
}

/* ---- tangent ---- */

/* Adds factor A B to C. */
static ALWAYS_INLINE void add_product(double factor, const Lanes A[9], const Lanes B[9], Lanes C[9])
{
  Lanes AB[9];

  mat_mat(A, B, AB);
  for (int c = 0; c < 9; c++) C[c] += factor * AB[c];
}

/* Adds A B to block (row, column) of K[ND][ND]. */
static ALWAYS_INLINE void add_to(Lanes K[], int row, int column, double factor, const Lanes A[9],
                                 const Lanes B[9])
{
  Lanes AB[9];

  mat_mat(A, B, AB);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) K[ND * (3 * row + i) + 3 * column + j] += factor * AB[3 * i + j];
}

/* The derivatives of V and V' by velocities and by spins have the blocks
     V by v_i: R^T        V' by v_i: E = -sum w_j^ R_j^T/2
     V' by w_j: v_i^j^/2  V by a spin of node j: v_i^j^/2
     V' by such a spin: (a_i^j^ - w_j^ v_i^j^)/2. */
typedef struct {
  Lanes middle[9], E[9]; /* R^T, E */
  Lanes W[2][9];         /* w_j^ */
  Lanes half[2][2][9];   /* v_i^j^/2 */
  Lanes turn[2][2][9];   /* (a_i^j^ - w_j^ v_i^j^)/2 */
  Lanes sigma[2][2][9];  /* sigma_ij^ */
} MotionSlopes;

static ALWAYS_INLINE void motion_slopes(const Motion *m, MotionSlopes *d)
{
  Lanes A[9], B[9];

  transpose(m->middle, d->middle);
  for (int c = 0; c < 9; c++) d->E[c] = lanes_fill(0);
  for (int j = 0; j < 2; j++) {
    skew(m->w[j], d->W[j]);
    transpose(m->R[j], A);
    add_product(-0.5, d->W[j], A, d->E);
    for (int i = 0; i < 2; i++) {
      skew(m->sigma[i][j], d->sigma[i][j]);
      skew(m->v[i][j], A);
      skew(m->a[i][j], B);
      for (int c = 0; c < 9; c++) {
        d->half[i][j][c] = A[c] / 2;
        d->turn[i][j][c] = B[c] / 2;
      }
      add_product(-1, d->W[j], d->half[i][j], d->turn[i][j]);
    }
  }
}

/* Adds G^T p' to the rows of the forces; p'[k] is block k of a column of derivatives. */
static ALWAYS_INLINE void add_rates(const MotionSlopes *d, Lanes rate[4][9], int column, Lanes K[])
{
  Lanes middle[9];

  transpose(d->middle, middle);
  for (int i = 0; i < 2; i++) {
    add_to(K, 2 * i, column, 1, middle, rate[2 * i]);
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++)
        K[ND * (6 * i + 3 + a) + 3 * column + b] += rate[2 * i + 1][3 * a + b];
  }
}

/* Adds what a column p[k] of derivatives of p does to the forces. */
static ALWAYS_INLINE void add_momenta(const MotionSlopes *d, Lanes p[4][9], int column, Lanes K[])
{
  Lanes E[9];

  transpose(d->E, E);
  for (int i = 0; i < 2; i++) {
    add_to(K, 2 * i, column, 1, E, p[2 * i]);
    add_to(K, 2 * i + 1, column, 1, d->W[i], p[2 * i + 1]);
    for (int j = 0; j < 2; j++) add_to(K, 2 * j + 1, column, 1, d->half[i][j], p[2 * i]);
  }
}

/* Adds the derivatives that follow from those of p and p'. */
static ALWAYS_INLINE void add_momentum_slopes(const Motion *m, const MotionSlopes *d, Lanes K[],
                                              Lanes C[], Lanes M[])
{
  for (int j = 0; j < 2; j++) {
    Lanes by_v[4][9], rate_by_v[4][9], by_w[4][9], by_spin[4][9], rate_by_spin[4][9];

    memset(rate_by_v, 0, sizeof rate_by_v);
    memset(by_spin, 0, sizeof by_spin);
    memset(rate_by_spin, 0, sizeof rate_by_spin);
    for (int k = 0; k < 4; k++) {
      mat_mat(m->mass[k][2 * j], d->middle, by_v[k]);
      mat_mat(m->mass[k][2 * j], d->E, rate_by_v[k]);
      memcpy(by_w[k], m->mass[k][2 * j + 1], sizeof by_w[k]);
      for (int i = 0; i < 2; i++) {
        add_product(1, m->mass[k][2 * i], d->half[i][j], by_spin[k]);
        add_product(1, m->mass[k][2 * i], d->turn[i][j], rate_by_spin[k]);
      }
    }
    add_rates(d, by_v, 2 * j, M);
    add_rates(d, by_w, 2 * j + 1, M);
    add_rates(d, rate_by_v, 2 * j, C);
    add_rates(d, by_spin, 2 * j + 1, C); /* V' by w_j is V by a spin of node j */
    add_momenta(d, by_v, 2 * j, C);
    add_momenta(d, by_w, 2 * j + 1, C);
    add_rates(d, rate_by_spin, 2 * j + 1, K);
    add_momenta(d, by_spin, 2 * j + 1, K);
  }
}

/* Adds the derivatives at fixed p and p'. */
static ALWAYS_INLINE void add_fixed_slopes(const Motion *m, const MotionSlopes *d, Lanes K[],
                                           Lanes C[], Lanes M[])
{
  static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  Lanes               one[9], Rt[9], A[9], B[9], f[3], t[3];

  for (int c = 0; c < 9; c++) one[c] = lanes_fill(identity[c]);
  for (int j = 0; j < 2; j++) {
    skew(m->p + 6 * j + 3, A);
    add_to(C, 2 * j + 1, 2 * j + 1, -1, one, A);
    transpose(m->R[j], Rt);
    for (int i = 0; i < 2; i++) {
      Lanes P[9], sum[9];

      skew(m->p + 6 * i, P);
      force_in_axes(m, i, j, f);
      skew(f, A);
      add_to(K, 2 * i, 2 * j + 1, -1, m->R[j], A);
      add_to(M, 2 * i, 2 * j + 1, -1, m->R[j], d->sigma[i][j]);
      add_to(M, 2 * j + 1, 2 * i, 1, d->sigma[i][j], Rt);
      cross(m->w[j], m->sigma[i][j], t);
      skew(t, sum);
      add_product(1, d->W[j], d->sigma[i][j], sum);
      for (int c = 0; c < 9; c++) sum[c] += P[c] / 2;
      add_to(C, 2 * i, 2 * j + 1, -1, m->R[j], sum);
      add_to(C, 2 * j + 1, 2 * i, -0.5, P, Rt);
      add_to(K, 2 * j + 1, 2 * j + 1, -1, P, d->half[i][j]);
      skew(m->a[i][j], B);
      add_to(K, 2 * j + 1, 2 * j + 1, 1, d->sigma[i][j], B);
    }
  }
}

SIMD_CLONES void beam_inner_inertia(const ElementGroup *e, Lanes r[], Lanes K[], Lanes C[],
                                    Lanes M[])
{
  Motion       m;
  MotionSlopes d;

  beam_center_inertia(e, r, K, C, M);
  set_motion(e, &m);
  add_forces(&m, r);
  if (!K) return;
  motion_slopes(&m, &d);
  add_momentum_slopes(&m, &d, K, C, M);
  add_fixed_slopes(&m, &d, K, C, M);
}

SIMD_CLONES void beam_inner_momentum(const ElementState *e, double p[])
{
  const ElementGroup all = element_group_of_one(e);
  Motion             m;

  beam_center_momentum(e, p);
  set_motion(&all, &m);
  for (int j = 0; j < 2; j++)
    for (int i = 0; i < 2; i++) {
      Lanes own[3], sum[3], turned[3], arm[3];

      cross(m.w[j], m.sigma[i][j], own);
      for (int c = 0; c < 3; c++) sum[c] = own[c] + m.p[6 * i + c] / 2;
      mat_vec(m.R[j], sum, turned);
      cross(m.sigma[i][j], m.v[i][j], arm);
      for (int c = 0; c < 3; c++) {
        p[6 * i + c] += turned[c][0];
        p[6 * j + 3 + c] += arm[c][0] + (i == j ? m.p[6 * j + 3 + c][0] : 0);
      }
    }
}

/* ---- beam center setup ----------------------------------------------------------------------- */

/* Implements the constants of the mass center of a beam that deforms.

   The rows of v_1 plus those of v_2 of M_b are the derivative D of the momentum of the mass center
   by the velocities, in blocks -B of v_1, D_1 of w_1, B of v_2, D_2 of w_2. The function G of
   beam_center.c has the same derivative at rest, with d = x_2 - x_1, if
     D_j - (B d^ - (B d)^)/2 = -s_j^ + S_j,   S_1 = A - tr A,   S_2 = -S_1.
   S_j is the symmetric part. With the unit vector e of d and its length L, that derivative B has
   the parts b I + c d . d/2 I and c L^2 e e^T of the factor b + c d . d/2 of d. The first is the
   mean of B across d, and the second the rest of it along d. R B R^T d has what is left. After 1/2
   (v_1 + v_2) . D (...) is subtracted, M_b does not change if a velocity is added to both nodes. */

/* ROUND_OFF: entries of B and A up to this fraction of the element's mass, and of its mass times
   its length, are sums of round-off and mean a straight line between the nodes. They become zero,
   which saves their terms in each residual. The error is as large as that of the other sums.
   tests/element/beam_inertia.c fails if it is 1e-4: forces change by a velocity of all nodes. */
static const double ROUND_OFF = 1e-13;

/* Computes (B d^ - (B d)^)/2. */
static void turned_shear(const double B[9], const double d[3], double to[9])
{
  double Bd[3];

  for (int r = 0; r < 3; r++) Bd[r] = B[3 * r] * d[0] + B[3 * r + 1] * d[1] + B[3 * r + 2] * d[2];
  for (int c = 0; c < 3; c++) {
    const int n = (c + 1) % 3, m = (c + 2) % 3;

    for (int r = 0; r < 3; r++) to[3 * r + c] = (B[3 * r + n] * d[m] - B[3 * r + m] * d[n]) / 2;
  }
  for (int c = 0; c < 3; c++) { /* column c of (B d)^ is B d x e_c */
    const int n = (c + 1) % 3, m = (c + 2) % 3;

    to[3 * n + c] -= Bd[m] / 2;
    to[3 * m + c] += Bd[n] / 2;
  }
}

/* Moves the skew part of E, a block of w_j in D, from M to sigma. Leaves the symmetric part in E.
 */
static void move_first_moment(int j, double E[9], double M[ND][ND], BeamKinetic *to)
{
  for (int c = 0; c < 3; c++) {
    const int    n = (c + 1) % 3, m = (c + 2) % 3;
    const double half = (E[3 * n + m] - E[3 * m + n]) / 4, mean = (E[3 * n + m] + E[3 * m + n]) / 2;

    for (int i = 0; i < 2; i++) {
      to->sigma[i][j][c] += half;
      M[6 * i + n][6 * j + 3 + m] -= half;
      M[6 * j + 3 + m][6 * i + n] -= half;
      M[6 * i + m][6 * j + 3 + n] += half;
      M[6 * j + 3 + n][6 * i + m] += half;
    }
    E[3 * n + m] = E[3 * m + n] = mean;
  }
}

/* Subtracts 1/2 (v_1 + v_2) . D (v_1, w_1, v_2, w_2) from M. */
static void subtract_center(double D[4][9], double M[ND][ND])
{
  for (int i = 0; i < 2; i++)
    for (int b = 0; b < 4; b++)
      for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
          M[6 * i + r][3 * b + c] -= D[b][3 * r + c] / 2;
          M[3 * b + c][6 * i + r] -= D[b][3 * r + c] / 2;
        }
}

static void clear_round_off(double x[9], double scale)
{
  for (int k = 0; k < 9; k++)
    if (fabs(x[k]) > ROUND_OFF * scale) return;
  memset(x, 0, 9 * sizeof *x);
}

/* Computes stretch[2], the numbers b and c of beam_center.c, and subtracts their part from B. */
static void split_stretch(const double d[3], double B[9], double stretch[2])
{
  const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  double       along  = 0, across;

  for (int c = 0; c < 9; c++) along += d[c / 3] * B[c] * d[c % 3] / square;
  across     = (B[0] + B[4] + B[8] - along) / 2;
  stretch[1] = (along - across) / square;
  stretch[0] = across - stretch[1] * square / 2;
  for (int c = 0; c < 9; c++) B[c] -= stretch[1] * d[c / 3] * d[c % 3] + (c % 4 ? 0 : across);
}

void beam_set_center(const double d[3], double mass, double M[ND][ND], BeamKinetic *to)
{
  const double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  double       B[9], left[9], D[4][9], turned[9], S[9], trace;

  for (int b = 0; b < 4; b++)
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++) D[b][3 * r + c] = M[r][3 * b + c] + M[6 + r][3 * b + c];
  memcpy(B, D[2], sizeof B);
  clear_round_off(B, mass);
  memcpy(left, B, sizeof B);
  split_stretch(d, left, to->stretch);
  clear_round_off(left, mass);
  turned_shear(left, d, turned);
  for (int j = 0; j < 2; j++) {
    for (int c = 0; c < 9; c++) D[2 * j + 1][c] -= turned[c];
    move_first_moment(j, D[2 * j + 1], M, to);
  }
  for (int c = 0; c < 9; c++) S[c] = (D[1][c] - D[3][c]) / 2;
  clear_round_off(S, mass * length);
  for (int c = 0; c < 9; c++) {
    D[0][c] = -B[c];
    D[2][c] = B[c];
    D[1][c] = turned[c] + S[c];
    D[3][c] = turned[c] - S[c];
  }
  subtract_center(D, M);
  trace = S[0] + S[4] + S[8];
  memcpy(to->shear, left, sizeof to->shear);
  for (int i = 0, at = 0; i < 3; i++)
    for (int j = i; j < 3; j++) to->turn[at++] = S[3 * i + j] - (i == j ? trace / 2 : 0);
}
