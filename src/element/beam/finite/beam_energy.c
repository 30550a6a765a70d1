/* beam_energy.c: implements the strain energy of a beam with two nodes from its flexibility.

   No loads act between the nodes of an element. In the section's axes the force N and the moment M
   then change along the beam by f' = A f, with f = (N, M), A = -[k^, 0; e1^, k^], the curvature k
   and the matrix a^ of the cross product a x. To second order in the length L, an element has the
   flexibility of its middle section, F = S^-1, plus that of the linear part of f:
     F* = F + B,   B = L^2/12 A^T F A.
   For a straight element B is MacNeal's residual bending flexibility: 1/GA becomes 1/GA +
   L^2/(12 EI). If the section varies along the element, with x from its middle,
     F* = F0 + A^T F1 + F1 A + A^T F2 A,   Fn = 1/L times the integral of x^n F(x);
   B is the sum of the last three terms. The chord between the nodes is shorter than the arc, which
   the shear strain that bending adds makes longer still. With the strains e less their values at
   rest, e = (Gamma - L^2/24 (k x (k x e1)), k),   s = e + 0.6 |g|^2 e1. The vector g is the
   bending's share of the shear strains y and z of a straight element. It is G e = Q N, with the y
   and z block Q of B and the shear forces N. Per length, the energy is s . f / 2   with f = F*^-1
   s, the force and moment of the middle section. The element has order 4 in space.
   docs/theory/beams.md has the reasons.

   The derivatives by x = (Gamma, k) below use B_i = dB/dk_i, P = F*^-1 and w = f + l f_0 with
   l = 1.2 G^T g. With V_i = ds/dx_i - B_i f they are
     gradient  w . de/dx_i - f . B_i f / 2
     hessian   V_i . P V_j + w . d2e/dx_i dx_j + 1.2 f_0 dg/dx_i . dg/dx_j - f . B_ij f / 2.
   If Newton's method predicts forces p (solve/newton/mixed_newton.c), f = p except in V, where f is
   the mean of p and the forces at x. A step that leads to p from the forces c at x then makes no
   error in f . B_i f: with the mean m, c . B_i c / 2 + m . B_i (p - c) = p . B_i p / 2. The forces
   at x may be thousands of times p, because the last step stretched the element. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "beam_bow.h"
#include "element/beam/varying/beam_flexibility.h"

/* The factor of |g|^2. */
static const double BENDING_LENGTHENS = 0.6;

/* The forces of the middle section, which the energy and its derivatives share. */
typedef struct {
  Lanes f[6];                  /* forces and moments, predicted ones if there are any */
  Lanes bent[6];               /* F2 A f + F1 f */
  Lanes mean[6], mean_bent[6]; /* the same of the mean of f and the forces at the strains */
  Lanes l[6], w[6];            /* derivative of s[0] at fixed f by e less e1; that of f . s */
  Bow   bow[2];                /* in the planes xy and xz; only with x->bows */
} MiddleForces;

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
static ALWAYS_INLINE void chord_slopes(const BeamFlexibility *x, Lanes columns[3][6])
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

/* Computes e[6] at elastic strains. */
static ALWAYS_INLINE void chord_strains(const BeamFlexibility *x, const BeamGaussLanes *p,
                                        const Lanes strain[6], Lanes e[6])
{
  Lanes at_rest[3], now[3];

  chord(p->strain + 3, at_rest);
  chord(x->k, now);
  for (int a = 0; a < 6; a++) e[a] = strain[a];
  for (int c = 0; c < 3; c++) e[c] -= x->factor / 2 * (now[c] - at_rest[c]);
}

/* Computes g = G e. */
static ALWAYS_INLINE void bending_strain(const BeamFlexibility *x, const Lanes e[6], Lanes g[2])
{
  for (int c = 0; c < 2; c++) {
    g[c] = x->G[c][1 + c] * e[1 + c];
    for (int a = 0; a < 6 && !x->diagonal; a++)
      if (a != 1 + c) g[c] += x->G[c][a] * e[a];
  }
}

/* Computes F2 A f + F1 f. */
static ALWAYS_INLINE void bent_strains(const BeamFlexibility *x, const Lanes f[6], Lanes bent[6])
{
  Lanes gradient[6];

  beam_force_gradient(x->k, f, gradient);
  beam_flexibility_strains(x, gradient, bent);
  beam_add_first(x, f, bent);
}

/* Computes m at the strains e, which become s. */
static ALWAYS_INLINE void middle_forces(const BeamFlexibility *x, Lanes length, Lanes s[6],
                                        const Lanes predicted[6], const BeamAcross *across,
                                        MiddleForces *m)
{
  const Lanes slope = -6 / length;
  Lanes       g[2];

  bending_strain(x, s, g);
  s[0] += BENDING_LENGTHENS * (g[0] * g[0] + g[1] * g[1]);
  if (x->bows) add_bows(x, length, g, across, s);
  beam_flexibility_forces(x, predicted ? predicted : s, m->f);
  if (x->bows) both_bows(x, length, g, across, m->f[0], m->bow);
  for (int a = 0; a < 6; a++) m->w[a] = m->f[a];
  for (int a = x->diagonal ? 1 : 0; a < (x->diagonal ? 3 : 6); a++) {
    m->l[a] = x->diagonal ? x->G[a - 1][a] * g[a - 1] : x->G[0][a] * g[0] + x->G[1][a] * g[1];
    m->l[a] *= 2 * BENDING_LENGTHENS;
    m->w[a] += m->l[a] * m->f[0];
    if (!x->bows) continue;
    m->w[a] += x->G[a - 1][a] * slope * m->bow[a - 1].S;
    m->l[a] += x->G[a - 1][a] * slope * m->bow[a - 1].SN;
  }
  bent_strains(x, m->f, m->bent);
}

/* Computes the mean forces of m at the strains s. */
static ALWAYS_INLINE void mean_forces(const BeamFlexibility *x, const Lanes s[6],
                                      const Lanes predicted[6], MiddleForces *m)
{
  Lanes at_strains[6];

  if (!predicted) {
    memcpy(m->mean, m->f, sizeof m->f);
    memcpy(m->mean_bent, m->bent, sizeof m->bent);
    return;
  }
  beam_flexibility_forces(x, s, at_strains);
  for (int a = 0; a < 6; a++) m->mean[a] = (m->f[a] + at_strains[a]) / 2;
  bent_strains(x, m->mean, m->mean_bent);
}

/* Adds scale dg_c/dx_i dg_c/dx_j of component c = 0 or 1 of g to the upper triangle of H. */
static ALWAYS_INLINE void add_share_hessian(const BeamFlexibility *x, Lanes scale, int c,
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
   B_i f are e_i x bent - A^T u - F1 (e_i x f), with u = F2 (e_i x f). */
static ALWAYS_INLINE void curvature_columns(const BeamFlexibility *x, const MiddleForces *m,
                                            Lanes by_k[3][6], Lanes V[3][6], Lanes H[6][6])
{
  for (int i = 0; i < 3; i++) {
    Lanes turned[6], u[6], back[6], second[3], more = lanes_fill(0);

    turn(i, m->mean, turned);
    beam_flexibility_strains(x, turned, u);
    beam_force_gradient_transpose(x->k, u, back);
    beam_add_first(x, turned, back);
    turn(i, m->mean_bent, turned);
    for (int a = 0; a < 6; a++) V[i][a] = by_k[i][a] + back[a] - turned[a];
    for (int a = x->diagonal ? 1 : 0; a < (x->diagonal ? 3 : 6); a++) more += m->l[a] * by_k[i][a];
    V[i][0] += more;
    if (x->bows && i) V[i][0] += i == 1 ? -m->bow[1].XN : m->bow[0].XN;
    turn(i, m->f, turned);
    beam_flexibility_strains(x, turned, u);
    add_turned(m->f, u, second);
    for (int j = 0; j <= i; j++) H[3 + j][3 + i] = -second[j];
  }
}

/* Adds what the bows do to the upper triangle of the hessian. NN: sum of b[c].NN of both planes,
   softer: 1/(1 - P NN), by_axial[6]: derivatives of the axial force without the bows. */
static ALWAYS_INLINE void add_bow_hessian(const Bow b[2], Lanes NN, Lanes softer,
                                          const Lanes by_axial[6], BeamEnergy *energy)
{
  for (int i = 0; i < 6; i++)
    for (int j = i; j < 6; j++) energy->hessian[i][j] += NN * softer * by_axial[i] * by_axial[j];
  energy->hessian[5][5] += b[0].XX;
  energy->hessian[4][4] += b[1].XX;
}

/* Factors of the derivatives by loads: numbers of add_bow_hessian(), and slopes by the strains. */
typedef struct {
  Lanes softer, by_axial[6], by_slope[2][6]; /* by_slope: of X' in both planes */
} LoadSlopes;

/* Computes row[6], the gradient's derivatives by load k; byN, bend: those of Bow with N, X, X'. */
static ALWAYS_INLINE void strain_row(const LoadSlopes *s, int k, int c, Lanes byN, Lanes bend,
                                     Lanes row[6])
{
  for (int j = 0; j < 6; j++) row[j] = s->softer * byN * s->by_axial[j];
  if (k < BOW_EVEN) row[5 - c] += c ? -bend : bend;
  for (int j = 0; j < 6 && k >= BOW_EVEN; j++) row[j] += bend * s->by_slope[c][j];
}

/* Computes energy->by_strains and by_load, and the derivatives by the moments. */
static ALWAYS_INLINE void load_slopes(const BeamFlexibility *x, const Bow b[2], int moments,
                                      const LoadSlopes *s, BeamEnergy *energy)
{
  const Lanes axial = s->softer * x->force[0];

  for (int k = 0; k < x->bows; k++)
    for (int c = 0; c < 2; c++) {
      const int half = k >= BOW_EVEN, first = half * BOW_EVEN;

      strain_row(s, k, c, b[c].pN[k], b[c].bend_p[k], energy->by_strains[k][c]);
      if (moments) strain_row(s, k, c, b[c].qN[k], b[c].bend_q[k], energy->by_moment[k][c]);
      for (int l = 0; l < x->bows; l++)
        for (int d = 0; d < 2; d++) {
          const int own = c == d && (l >= BOW_EVEN) == half;

          energy->by_load[k][c][l][d] = axial * b[c].pN[k] * b[d].pN[l];
          if (own) energy->by_load[k][c][l][d] += b[c].pp[half][k - first][l - first];
          if (!moments) continue;
          energy->turning_by_moment[k][c][l][d] = axial * b[c].pN[k] * b[d].qN[l];
          if (own) energy->turning_by_moment[k][c][l][d] += b[c].pq[half][k - first][l - first];
        }
    }
}

/* Adds the second derivatives of the bows to the upper triangle of the hessian, and computes those
   by the loads. */
static ALWAYS_INLINE void bow_hessian(const BeamFlexibility *x, Lanes length, const MiddleForces *m,
                                      int moments, Lanes by_k[3][6], Lanes PV[3][6],
                                      BeamEnergy *energy)
{
  const Lanes *P = x->force, NN = m->bow[0].NN + m->bow[1].NN;
  LoadSlopes   s = {
      1 / (1 - P[0] * NN),
      {P[0],                   P[1] + m->l[1] * P[0], P[2] + m->l[2] * P[0], PV[0][0], PV[1][0], PV[2][0]},
      {{{0}}}
  };

  for (int c = 0; c < 2; c++) {
    const Lanes slope = x->G[c][1 + c] * (-6 / length);

    s.by_slope[c][1 + c] = slope;
    for (int i = 0; i < 3; i++) s.by_slope[c][3 + i] = slope * by_k[i][1 + c];
  }
  add_bow_hessian(m->bow, NN, s.softer, s.by_axial, energy);
  load_slopes(x, m->bow, moments, &s, energy);
}

/* Computes the second derivatives of the energy. moments says whether the loads of bows have
   moments. */
static ALWAYS_INLINE void energy_hessian(const BeamFlexibility *x, Lanes length,
                                         const MiddleForces *m, int moments, BeamEnergy *energy)
{
  Lanes(*const H)[6] = energy->hessian;
  const Lanes *P = x->force, axial = 2 * BENDING_LENGTHENS * m->f[0], half = x->factor / 2;
  const int    first = x->diagonal; /* l[0] is 0 if F is diagonal */
  Lanes        by_k[3][6], V[3][6], PV[3][6];

  chord_slopes(x, by_k);
  curvature_columns(x, m, by_k, V, H);
  for (int i = 0; i < 3; i++) beam_flexibility_forces(x, V[i], PV[i]);
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
    add_share_hessian(x, x->bows ? axial + 36 / (length * length) * m->bow[c - 1].SS : axial, c - 1,
                      by_k, H);
    H[3 + c][3 + c] += 2 * half * m->w[0];
    H[3][3 + c] -= half * m->w[c];
  }
  if (x->bows) bow_hessian(x, length, m, moments, by_k, PV, energy);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < i; j++) H[i][j] = H[j][i];
}

/* Computes the energy. A constant diagonal leaves out the other entries of F, and constant bows,
   the number of shapes of the load across the elements, leave out what 0 and 1 do not need. Bows
   need a diagonal F. */
static ALWAYS_INLINE void corrected_energy(const double S[], const double F[],
                                           const BeamOwnFlexibility *own, int diagonal, int bows,
                                           const BeamGaussLanes *p, const Lanes strain[6],
                                           const Lanes predicted[6], const BeamAcross *across,
                                           int hessian, BeamEnergy *energy)
{
  Lanes           k[3], s[6], half;
  BeamFlexibility x;
  MiddleForces    m;
  const Lanes    *w = m.w;

  for (int c = 0; c < 3; c++) k[c] = strain[3 + c] + p->strain[3 + c];
  beam_flexibility(S, F, own, diagonal, p->weight, k, &x);
  x.bows = bows;
  half   = x.factor / 2;
  chord_strains(&x, p, strain, s);
  middle_forces(&x, p->weight, s, predicted, across, &m);
  energy->density = s[0] * m.f[0] / 2;
  for (int a = 1; a < 6; a++) energy->density += s[a] * m.f[a] / 2;
  for (int c = 0; c < 2 && bows; c++) {
    energy->density += m.bow[c].value - m.f[0] * m.bow[c].N;
    for (int n = 0; n < bows; n++) {
      energy->turning[n][c] = m.bow[c].p[n];
      energy->density -= across->load[n][1 + c] * m.bow[c].p[n];
      if (bows == 1 || !across->moments) continue;
      energy->by_own_moment[n][c] = m.bow[c].q[n];
      energy->density -= across->moment[n][1 + c] * m.bow[c].q[n];
    }
  }
  memcpy(energy->force, m.f, sizeof m.f);
  memcpy(energy->gradient, w, 3 * sizeof *w);
  add_turned(m.f, m.bent, energy->gradient + 3);
  for (int i = 0; i < 3; i++) energy->gradient[3 + i] += w[3 + i];
  energy->gradient[3] -= half * (k[1] * w[1] + k[2] * w[2]);
  for (int c = 1; c < 3; c++) energy->gradient[3 + c] += half * (2 * k[c] * w[0] - k[0] * w[c]);
  if (bows) {
    energy->gradient[5] += m.bow[0].X;
    energy->gradient[4] -= m.bow[1].X;
  }
  if (!hessian) return;
  mean_forces(&x, s, predicted, &m);
  energy_hessian(&x, p->weight, &m, bows > 1 && across->moments, energy);
}

SIMD_CLONES void beam_corrected_energy(const double S[], const double F[], const BeamGaussLanes *p,
                                       const Lanes strain[6], const Lanes predicted[6],
                                       const BeamAcross *across, int hessian, BeamEnergy *energy)
{
  if (p->own) corrected_energy(S, F, p->own, 0, 0, p, strain, predicted, NULL, hessian, energy);
  else if (across && across->shapes == 1)
    corrected_energy(S, F, NULL, 1, 1, p, strain, predicted, across, hessian, energy);
  else if (across)
    corrected_energy(S, F, NULL, 1, BOW_SHAPES, p, strain, predicted, across, hessian, energy);
  else if (beam_is_diagonal(F))
    corrected_energy(S, F, NULL, 1, 0, p, strain, predicted, NULL, hessian, energy);
  else corrected_energy(S, F, NULL, 0, 0, p, strain, predicted, NULL, hessian, energy);
}

/* Adds the axial strain of the bows at the strains e, and its change, to predicted[0]. step[6] and
   dg are the changes of the strains and of g. */
static ALWAYS_INLINE void add_predicted_bows(const BeamFlexibility *x, Lanes length,
                                             const Lanes g[2], const Lanes dg[2],
                                             const BeamAcross *across, const Lanes e[6],
                                             const Lanes step[6], Lanes predicted[6])
{
  Bow   b[2];
  Lanes s[6], change[6], f[6], axial, NN;

  for (int a = 0; a < 6; a++) s[a] = e[a];
  s[0] += BENDING_LENGTHENS * (g[0] * g[0] + g[1] * g[1]);
  for (int a = 0; a < 6; a++) change[a] = predicted[a] - s[a];
  add_bows(x, length, g, across, s);
  beam_flexibility_forces(x, s, f);
  both_bows(x, length, g, across, f[0], b);
  NN = b[0].NN + b[1].NN;
  change[0] +=
    (b[0].SN * dg[0] + b[1].SN * dg[1]) * (-6 / length) + b[0].XN * step[5] - b[1].XN * step[4];
  axial = change[0];
  subtract_change(x, f, step + 3, change);
  beam_flexibility_forces(x, change, f);
  predicted[0] = s[0] + (axial + NN * f[0] / (1 - x->force[0] * NN));
}

SIMD_CLONES void beam_predicted_strains(const double S[], const double F[], const BeamGaussLanes *p,
                                        const Lanes strain[6], const Lanes step[6],
                                        const BeamAcross *across, Lanes predicted[6])
{
  Lanes           k[3], by_k[3][6], e[6], de[6], g[2], dg[2];
  BeamFlexibility x;

  for (int c = 0; c < 3; c++) k[c] = strain[3 + c] + p->strain[3 + c];
  beam_flexibility(S, F, p->own, !p->own && beam_is_diagonal(F), p->weight, k, &x);
  chord_strains(&x, p, strain, e);
  chord_slopes(&x, by_k);
  for (int a = 0; a < 6; a++) {
    de[a] = a < 3 ? step[a] : lanes_fill(0);
    for (int i = 0; i < 3; i++) de[a] += by_k[i][a] * step[3 + i];
  }
  bending_strain(&x, e, g);
  bending_strain(&x, de, dg);
  for (int a = 0; a < 6; a++) predicted[a] = e[a] + de[a];
  predicted[0] += BENDING_LENGTHENS * (g[0] * (g[0] + 2 * dg[0]) + g[1] * (g[1] + 2 * dg[1]));
  if (!across) return;
  x.bows = across->shapes;
  add_predicted_bows(&x, p->weight, g, dg, across, e, step, predicted);
}

SIMD_CLONES void beam_corrected_at_rest(const double S[], const double F[], const BeamGaussLanes *p,
                                        int bows, BeamLinear *linear)
{
  Lanes           by_x[6][6], forces[6];
  BeamFlexibility x;

  beam_flexibility(S, F, p->own, !p->own && beam_is_diagonal(F), p->weight, p->strain + 3, &x);
  x.bows = 1;
  chord_slopes(&x, by_x + 3);
  for (int j = 0; j < 6; j++) {
    for (int a = 0; a < 6 && j < 3; a++) by_x[j][a] = lanes_fill(a == j);
    beam_flexibility_forces(&x, by_x[j], forces);
    if (bows) subtract_bows_at_rest(&x, p->weight, forces);
    for (int a = 0; a < 6; a++) linear->force[a][j] = forces[a];
  }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      linear->stiffness[i][j] = lanes_fill(0);
      for (int a = 0; a < 6; a++) linear->stiffness[i][j] += by_x[i][a] * linear->force[a][j];
    }
}
