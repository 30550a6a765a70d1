/* beam_energy.c: implements the strain energy of a beam with two nodes from its flexibility.

   No loads act between the nodes of an element. In the section's axes the force N and the moment M
   then change along the beam by f' = A f, with f = (N, M), A = -[k^, 0; e1^, k^], the curvature k
   and the matrix a^ of the cross product a x. To second order in the length L, an element has the
   flexibility of its middle section, F = S^-1, plus that of the linear part of f:
     F* = F + B,   B = L^2/12 A^T F A.
   For a straight element B is MacNeal's residual bending flexibility: 1/GA becomes 1/GA +
   L^2/(12 EI). The chord between the nodes is shorter than the arc, which the shear strain that
   bending adds makes longer still. With the strains e less their values at rest,
     e = (Gamma - L^2/24 (k x (k x e1)), k),   s = e + 0.6 |g|^2 e1.
   The vector g is the bending's share of the shear strains y and z of a straight element. It is
   G e = Q N, with the y and z block Q of B and the shear forces N. Per length, the energy is
     s . f / 2   with f = F*^-1 s, the force and moment of the middle section.
   The element has order 4 in space. docs/elements.md has the reasons.

   The derivatives by x = (Gamma, k) below use B_i = dB/dk_i, P = F*^-1 and w = f + l f_0 with
   l = 1.2 G^T g. With V_i = ds/dx_i - B_i f they are
     gradient  w . de/dx_i - f . B_i f / 2
     hessian   V_i . P V_j + w . d2e/dx_i dx_j + 1.2 f_0 dg/dx_i . dg/dx_j - f . B_ij f / 2. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "beam.h"
#include "math/rotation_lanes.h"

/* The factor of |g|^2. */
static const double BENDING_LENGTHENS = 0.6;

/* The flexibility of an element at its curvature, and its inverse by blocks:
   F* = [NN, NM; NM^T, MM],   W = NM MM^-1,   force = (NN - W NM^T)^-1. */
typedef struct {
  const double *F;        /* [6][6] flexibility of the section */
  int           diagonal; /* whether F is diagonal; then NM and W have no first row */
  Lanes         k[3];
  Lanes         factor;                       /* L^2/12 */
  Lanes         force[9], moment[9], W[3][3]; /* moment: MM^-1 */
  Lanes         G[2][6];                      /* only G[0][1] and G[1][2] if F is diagonal */
} Flexibility;

/* The forces of the middle section, which the energy and its derivatives share. */
typedef struct {
  Lanes f[6];    /* forces and moments */
  Lanes bent[6]; /* L^2/12 F A f */
  Lanes l[6], w[6];
} MiddleForces;

/* Computes w[6] = L^2/12 F v. The F of most sections is diagonal. */
static ALWAYS_INLINE void section_strains(const Flexibility *x, const Lanes v[6], Lanes w[6])
{
  for (int a = 0; a < 6; a++) {
    w[a] = x->F[7 * a] * v[a];
    for (int b = 0; b < 6 && !x->diagonal; b++)
      if (b != a) w[a] += x->F[6 * a + b] * v[b];
    w[a] *= x->factor;
  }
}

/* Computes w[6] = A f. */
static ALWAYS_INLINE void force_gradient(const Lanes k[3], const Lanes f[6], Lanes w[6])
{
  cross(f, k, w);
  cross(f + 3, k, w + 3);
  w[4] += f[2];
  w[5] -= f[1];
}

/* Computes f[6] = A^T w. */
static ALWAYS_INLINE void force_gradient_transpose(const Lanes k[3], const Lanes w[6], Lanes f[6])
{
  cross(k, w, f);
  cross(k, w + 3, f + 3);
  f[1] -= w[5];
  f[2] += w[4];
}

/* Replaces the symmetric, positive definite A by its inverse. It reads the upper triangle. */
static ALWAYS_INLINE void invert(Lanes A[9])
{
  const Lanes xx = A[4] * A[8] - A[5] * A[5], xy = A[2] * A[5] - A[1] * A[8],
              xz = A[1] * A[5] - A[2] * A[4], yy = A[0] * A[8] - A[2] * A[2],
              yz = A[1] * A[2] - A[0] * A[5], zz = A[0] * A[4] - A[1] * A[1];
  const Lanes inverse = 1 / (A[0] * xx + A[1] * xy + A[2] * xz);

  A[0] = inverse * xx;
  A[4] = inverse * yy;
  A[8] = inverse * zz;
  A[1] = A[3] = inverse * xy;
  A[2] = A[6] = inverse * xz;
  A[5] = A[7] = inverse * yz;
}

static int is_diagonal(const double F[])
{
  int others = 0;

  for (int a = 0; a < 6; a++)
    for (int b = a + 1; b < 6; b++) others |= F[6 * a + b] != 0;
  return !others;
}

/* Computes the upper triangle of A = k^T D k^ + F with diagonal D and F. */
static ALWAYS_INLINE void diagonal_block(const Lanes k[3], const Lanes D[3], const double F[3],
                                         Lanes A[9])
{
  const Lanes xx = k[0] * k[0], yy = k[1] * k[1], zz = k[2] * k[2];

  A[0] = F[0] + D[1] * zz + D[2] * yy;
  A[4] = F[1] + D[0] * zz + D[2] * xx;
  A[8] = F[2] + D[0] * yy + D[1] * xx;
  A[1] = -D[2] * (k[0] * k[1]);
  A[2] = -D[1] * (k[0] * k[2]);
  A[5] = -D[0] * (k[1] * k[2]);
}

/* Computes the blocks NN, NM and MM of F* for a diagonal F, and G. */
static ALWAYS_INLINE void diagonal_blocks(Flexibility *x, Lanes NM[3][3])
{
  const double own[6] = {x->F[0], x->F[7], x->F[14], x->F[21], x->F[28], x->F[35]};
  const Lanes *k      = x->k;
  Lanes        D[6];

  for (int a = 0; a < 6; a++) D[a] = x->factor * own[a];
  diagonal_block(k, D, own, x->force);
  diagonal_block(k, D + 3, own + 3, x->moment);
  for (int c = 1; c < 3; c++) {
    const Lanes *bending = &D[6 - c]; /* about z for forces along y */

    x->force[4 * c] += *bending;
    NM[c][0]       = -*bending * k[c];
    NM[c][c]       = *bending * k[0];
    NM[c][3 - c]   = lanes_fill(0);
    x->G[c - 1][c] = *bending / (own[c] + *bending);
  }
}

/* Computes the bending's share G = (I + Q S_yz)^-1 Q S, with the rows and the block S_yz of y and z
   of S = F^-1. */
static ALWAYS_INLINE void bending_share(const double S[], Flexibility *x)
{
  const double *F       = x->F;
  const double  Q[2][2] = {
     {F[35],  -F[34]},
     {-F[29], F[28] }
  };
  Lanes QS[2][6], xx, xy, yx, yy, inverse;

  for (int c = 0; c < 2; c++)
    for (int a = 0; a < 6; a++) QS[c][a] = x->factor * (Q[c][0] * S[6 + a] + Q[c][1] * S[12 + a]);
  xx = 1 + QS[0][1], xy = QS[0][2], yx = QS[1][1], yy = 1 + QS[1][2];
  inverse = 1 / (xx * yy - xy * yx);
  for (int a = 0; a < 6; a++) {
    x->G[0][a] = inverse * (yy * QS[0][a] - xy * QS[1][a]);
    x->G[1][a] = inverse * (xx * QS[1][a] - yx * QS[0][a]);
  }
}

/* Computes the blocks NN, NM and MM of F*. */
static ALWAYS_INLINE void general_blocks(Flexibility *x, Lanes NM[3][3])
{
  for (int j = 0; j < 6; j++) {
    Lanes unit[6], w[6], bent[6], column[6];

    for (int a = 0; a < 6; a++) unit[a] = lanes_fill(a == j);
    force_gradient(x->k, unit, w);
    section_strains(x, w, bent);
    force_gradient_transpose(x->k, bent, column);
    for (int a = 0; a < 6; a++) column[a] += x->F[6 * a + j];
    for (int a = 0; a < 3; a++) {
      if (j < 3) x->force[3 * a + j] = column[a];
      else {
        NM[a][j - 3]             = column[a];
        x->moment[3 * a + j - 3] = column[3 + a];
      }
    }
  }
}

/* Computes the flexibility of elements with this length and curvature k[3]. */
static ALWAYS_INLINE void flexibility(const double S[], const double F[], int diagonal,
                                      Lanes length, const Lanes k[3], Flexibility *x)
{
  Lanes NM[3][3];

  x->F        = F;
  x->diagonal = diagonal;
  x->factor   = length * length / 12;
  for (int c = 0; c < 3; c++) x->k[c] = k[c];
  if (diagonal) diagonal_blocks(x, NM);
  else {
    general_blocks(x, NM);
    bending_share(S, x);
  }
  invert(x->moment);
  for (int a = diagonal; a < 3; a++)
    for (int b = 0; b < 3; b++)
      x->W[a][b] =
        NM[a][0] * x->moment[b] + NM[a][1] * x->moment[3 + b] + NM[a][2] * x->moment[6 + b];
  for (int a = diagonal; a < 3; a++)
    for (int b = a; b < 3; b++) x->force[3 * a + b] -= dot(x->W[a], NM[b]);
  invert(x->force);
}

/* Computes f[6] = P s. */
static ALWAYS_INLINE void forces_of(const Flexibility *x, const Lanes s[6], Lanes f[6])
{
  Lanes rest[3] = {s[0], s[1], s[2]};

  for (int a = x->diagonal; a < 3; a++) rest[a] -= dot(x->W[a], s + 3);
  mat_vec(x->force, rest, f);
  mat_vec(x->moment, s + 3, f + 3);
  for (int a = x->diagonal; a < 3; a++)
    for (int c = 0; c < 3; c++) f[3 + c] -= x->W[a][c] * f[a];
}

/* Computes w[6] = the cross products of the unit vector e_i and both parts of v = (N, M). */
static ALWAYS_INLINE void turn(int i, const Lanes v[6], Lanes w[6])
{
  const int n = (i + 1) % 3, m = (i + 2) % 3;

  for (int part = 0; part < 6; part += 3) {
    w[part + i] = lanes_fill(0);
    w[part + n] = -v[part + m];
    w[part + m] = v[part + n];
  }
}

/* Computes sum[3], the sum of the cross products of both parts of f and w. */
static ALWAYS_INLINE void add_turned(const Lanes f[6], const Lanes w[6], Lanes sum[3])
{
  Lanes N[3], M[3];

  cross(f, w, N);
  cross(f + 3, w + 3, M);
  for (int c = 0; c < 3; c++) sum[c] = N[c] + M[c];
}

/* Computes c = k x (k x e1). */
static ALWAYS_INLINE void chord(const Lanes k[3], Lanes c[3])
{
  c[0] = -(k[1] * k[1] + k[2] * k[2]);
  c[1] = k[0] * k[1];
  c[2] = k[0] * k[2];
}

/* Computes columns[i] = de/dk_i. */
static ALWAYS_INLINE void chord_slopes(const Flexibility *x, Lanes columns[3][6])
{
  const Lanes *k = x->k, half = x->factor / 2;

  for (int i = 0; i < 3; i++)
    for (int a = 0; a < 6; a++) columns[i][a] = lanes_fill(a == 3 + i);
  for (int c = 1; c < 3; c++) {
    columns[0][c] = -half * k[c];
    columns[c][0] = 2 * half * k[c];
    columns[c][c] = -half * k[0];
  }
}

/* Computes m at the strains e, which become s. */
static ALWAYS_INLINE void middle_forces(const Flexibility *x, Lanes s[6], MiddleForces *m)
{
  Lanes g[2], gradient[6];

  if (x->diagonal)
    for (int c = 0; c < 2; c++) g[c] = x->G[c][1 + c] * s[1 + c];
  else
    for (int c = 0; c < 2; c++) {
      g[c] = x->G[c][0] * s[0];
      for (int a = 1; a < 6; a++) g[c] += x->G[c][a] * s[a];
    }
  s[0] += BENDING_LENGTHENS * (g[0] * g[0] + g[1] * g[1]);
  forces_of(x, s, m->f);
  for (int a = 0; a < 6; a++) m->w[a] = m->f[a];
  for (int a = x->diagonal ? 1 : 0; a < (x->diagonal ? 3 : 6); a++) {
    m->l[a] = x->diagonal ? x->G[a - 1][a] * g[a - 1] : x->G[0][a] * g[0] + x->G[1][a] * g[1];
    m->l[a] *= 2 * BENDING_LENGTHENS;
    m->w[a] += m->l[a] * m->f[0];
  }
  force_gradient(x->k, m->f, gradient);
  section_strains(x, gradient, m->bent);
}

/* Adds scale dg_c/dx_i dg_c/dx_j of component c = 0 or 1 of g to the upper triangle of H. */
static ALWAYS_INLINE void add_share_hessian(const Flexibility *x, Lanes scale, int c,
                                            Lanes by_k[3][6], Lanes H[6][6])
{
  Lanes by[6];

  if (x->diagonal) {
    const Lanes own = scale * x->G[c][1 + c] * x->G[c][1 + c], *twist = &by_k[0][1 + c],
                *bend = &by_k[1 + c][1 + c];

    H[1 + c][1 + c] += own;
    H[1 + c][3] += own * *twist;
    H[1 + c][4 + c] += own * *bend;
    H[3][3] += own * *twist * *twist;
    H[3][4 + c] += own * *twist * *bend;
    H[4 + c][4 + c] += own * *bend * *bend;
    return;
  }
  for (int j = 0; j < 6; j++) {
    by[j] = j < 3 ? x->G[c][j] : lanes_fill(0);
    for (int a = 0; a < 6 && j > 2; a++) by[j] += x->G[c][a] * by_k[j - 3][a];
  }
  for (int i = 0; i < 6; i++)
    for (int j = i; j < 6; j++) H[i][j] += scale * by[i] * by[j];
}

/* Computes V[i], and subtracts f . B_ij f / 2 from H[3 + i][3 + j], for the curvatures. The slopes
   B_i f are e_i x bent - A^T u, with u = L^2/12 F (e_i x f). */
static ALWAYS_INLINE void curvature_columns(const Flexibility *x, const MiddleForces *m,
                                            Lanes by_k[3][6], Lanes V[3][6], Lanes H[6][6])
{
  for (int i = 0; i < 3; i++) {
    Lanes turned[6], u[6], back[6], second[3], more = lanes_fill(0);

    turn(i, m->f, turned);
    section_strains(x, turned, u);
    force_gradient_transpose(x->k, u, back);
    turn(i, m->bent, turned);
    for (int a = 0; a < 6; a++) V[i][a] = by_k[i][a] + back[a] - turned[a];
    for (int a = x->diagonal ? 1 : 0; a < (x->diagonal ? 3 : 6); a++) more += m->l[a] * by_k[i][a];
    V[i][0] += more;
    add_turned(m->f, u, second);
    for (int j = 0; j <= i; j++) H[3 + j][3 + i] = -second[j];
  }
}

/* Computes the second derivatives H of the energy. */
static ALWAYS_INLINE void energy_hessian(const Flexibility *x, const MiddleForces *m, Lanes H[6][6])
{
  const Lanes *P = x->force, axial = 2 * BENDING_LENGTHENS * m->f[0], half = x->factor / 2;
  const int    first = x->diagonal; /* l[0] is 0 if F is diagonal */
  Lanes        by_k[3][6], V[3][6], PV[3][6];

  chord_slopes(x, by_k);
  curvature_columns(x, m, by_k, V, H);
  for (int i = 0; i < 3; i++) forces_of(x, V[i], PV[i]);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      if (j >= i) {
        H[i][j] = P[3 * i + j];
        if (j >= first) H[i][j] += P[3 * i] * m->l[j];
        if (i >= first) H[i][j] += m->l[i] * P[j];
        if (i >= first) H[i][j] += m->l[i] * m->l[j] * P[0];
        for (int a = 0; a < 6; a++) H[3 + i][3 + j] += V[i][a] * PV[j][a];
      }
      H[i][3 + j] = PV[j][i];
      if (i >= first) H[i][3 + j] += m->l[i] * PV[j][0];
    }
  for (int c = 1; c < 3; c++) {
    add_share_hessian(x, axial, c - 1, by_k, H);
    H[3 + c][3 + c] += 2 * half * m->w[0];
    H[3][3 + c] -= half * m->w[c];
  }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < i; j++) H[i][j] = H[j][i];
}

/* Computes the energy. A constant diagonal leaves out the other entries of F. */
static ALWAYS_INLINE void corrected_energy(const double S[], const double F[], int diagonal,
                                           const BeamGaussLanes *p, const Lanes strain[6],
                                           int hessian, BeamEnergy *energy)
{
  const Lanes *k0 = p->strain + 3, k[3] = {strain[3] + k0[0], strain[4] + k0[1], strain[5] + k0[2]};
  const Lanes *w;
  Lanes        s[6], at_rest[3], now[3], half;
  Flexibility  x;
  MiddleForces m;

  flexibility(S, F, diagonal, p->weight, k, &x);
  half = x.factor / 2;
  chord(k0, at_rest);
  chord(k, now);
  for (int a = 0; a < 6; a++) s[a] = strain[a];
  for (int c = 0; c < 3; c++) s[c] -= half * (now[c] - at_rest[c]);
  middle_forces(&x, s, &m);
  w               = m.w;
  energy->density = s[0] * m.f[0];
  for (int a = 1; a < 6; a++) energy->density += s[a] * m.f[a];
  energy->density /= 2;
  memcpy(energy->force, m.f, sizeof m.f);
  memcpy(energy->gradient, w, 3 * sizeof *w);
  add_turned(m.f, m.bent, energy->gradient + 3);
  for (int i = 0; i < 3; i++) energy->gradient[3 + i] += w[3 + i];
  energy->gradient[3] -= half * (k[1] * w[1] + k[2] * w[2]);
  for (int c = 1; c < 3; c++) energy->gradient[3 + c] += half * (2 * k[c] * w[0] - k[0] * w[c]);
  if (hessian) energy_hessian(&x, &m, energy->hessian);
}

SIMD_CLONES void beam_corrected_energy(const double S[], const double F[], const BeamGaussLanes *p,
                                       const Lanes strain[6], int hessian, BeamEnergy *energy)
{
  if (is_diagonal(F)) corrected_energy(S, F, 1, p, strain, hessian, energy);
  else corrected_energy(S, F, 0, p, strain, hessian, energy);
}

SIMD_CLONES void beam_corrected_at_rest(const double S[], const double F[], const BeamGaussLanes *p,
                                        BeamLinear *linear)
{
  Lanes       by_x[6][6], forces[6];
  Flexibility x;

  flexibility(S, F, is_diagonal(F), p->weight, p->strain + 3, &x);
  chord_slopes(&x, by_x + 3);
  for (int j = 0; j < 6; j++) {
    for (int a = 0; a < 6 && j < 3; a++) by_x[j][a] = lanes_fill(a == j);
    forces_of(&x, by_x[j], forces);
    for (int a = 0; a < 6; a++) linear->force[a][j] = forces[a];
  }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      linear->stiffness[i][j] = lanes_fill(0);
      for (int a = 0; a < 6; a++) linear->stiffness[i][j] += by_x[i][a] * linear->force[a][j];
    }
}
