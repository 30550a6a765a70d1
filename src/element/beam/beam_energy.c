/* beam_energy.c: implements the strain energy of a beam with two nodes from its flexibility.

   No loads act between the nodes of an element. In the section's axes the force N and the moment M
   then change along the beam by f' = A f, with f = (N, M), A = -[k^, 0; e1^, k^], the curvature k
   and the matrix a^ of the cross product a x. To second order in the length L, an element has the
   flexibility of its middle section, F = S^-1, plus that of the linear part of f:
     F* = F + B,   B = L^2/12 A^T F A.
   For a straight element B is MacNeal's residual bending flexibility: 1/GA becomes 1/GA +
   L^2/(12 EI). The chord between the nodes is shorter than the arc, and the shear strain that
   bending adds makes it longer:
     s = (Gamma - L^2/24 (k x (k x e1)) + 0.6 |g|^2 e1, k),   g = the y and z parts of B f0,
   less the same at rest, and f0 = F*^-1 s without the term of g. Per length, the energy is
     s . f / 2   with f = F*^-1 s, the force and moment of the middle section.
   The element has order 4 in space. docs/elements.md has the reasons.

   The derivatives by x = (Gamma, k) below use B_i = dB/dk_i, P = F*^-1 and h = P F g. g is that
   part of s - F f0. The derivative of 0.6 |g|^2 is
     1.2 ((g - h) . ds/dx + h . B_i f0). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "beam.h"
#include "math/rotation_lanes.h"

/* The factor of |g|^2. */
static const double BENDING_LENGTHENS = 0.6;

/* The flexibility of an element at its curvature. */
typedef struct {
  const double *F;        /* [6][6] flexibility of the section */
  int           diagonal; /* whether F is diagonal */
  Lanes         k[3];
  Lanes         factor;  /* L^2/12 */
  Lanes         P[6][6]; /* inverse of F + B */
} Flexibility;

/* The forces of the middle section, which the energy and its derivatives share. */
typedef struct {
  Lanes f0[6], f[6]; /* forces and moments without the term of g, and with it */
  Lanes g[6], h[6];
} MiddleForces;

/* Computes w[6] = F v. The F of most sections is diagonal. */
static ALWAYS_INLINE void section_strains(const Flexibility *x, const Lanes v[6], Lanes w[6])
{
  for (int a = 0; a < 6; a++) w[a] = x->F[7 * a] * v[a];
  if (x->diagonal) return;
  for (int a = 0; a < 6; a++)
    for (int b = 0; b < 6; b++)
      if (b != a) w[a] += x->F[6 * a + b] * v[b];
}

/* Computes w[6] = A f. */
static ALWAYS_INLINE void force_gradient(const Lanes k[3], const Lanes f[6], Lanes w[6])
{
  const Lanes back[3] = {-k[0], -k[1], -k[2]};

  cross(back, f, w);
  cross(back, f + 3, w + 3);
  w[4] += f[2];
  w[5] -= f[1];
}

/* Computes f[6] = factor A^T w. */
static ALWAYS_INLINE void force_gradient_transpose(Lanes factor, const Lanes k[3], const Lanes w[6],
                                                   Lanes f[6])
{
  cross(k, w, f);
  cross(k, w + 3, f + 3);
  f[1] -= w[5];
  f[2] += w[4];
  for (int a = 0; a < 6; a++) f[a] *= factor;
}

/* Replaces the symmetric, positive definite A by its inverse, by sweeps (Goodnight, Am. Stat. 33,
   1979). It reads the upper triangle. */
static ALWAYS_INLINE void invert(Lanes A[6][6])
{
  for (int p = 0; p < 6; p++) {
    const Lanes inverse = 1 / A[p][p];
    Lanes       row[6], scaled[6];

    for (int j = 0; j < 6; j++) {
      row[j]    = j < p ? A[j][p] : A[p][j];
      scaled[j] = inverse * row[j];
    }
    for (int i = 0; i < 6; i++)
      for (int j = i; j < 6; j++) {
        if (i == p || j == p) A[i][j] = i == j ? -inverse : scaled[i == p ? j : i];
        else A[i][j] -= row[i] * scaled[j];
      }
  }
  for (int i = 0; i < 6; i++)
    for (int j = i; j < 6; j++) A[j][i] = A[i][j] = -A[i][j];
}

/* Computes w[6] = A e_j for a unit vector e_j. */
static ALWAYS_INLINE void force_gradient_column(const Lanes k[3], int j, Lanes w[6])
{
  const int part = j - j % 3, n = (j + 1) % 3, m = (j + 2) % 3;

  for (int a = 0; a < 6; a++) w[a] = lanes_fill(0);
  w[part + n] = -k[m];
  w[part + m] = k[n];
  if (j == 1) w[5] = lanes_fill(-1);
  if (j == 2) w[4] = lanes_fill(1);
}

static int is_diagonal(const double F[])
{
  for (int i = 0; i < 36; i++)
    if (i % 7 && F[i] != 0) return 0;
  return 1;
}

/* Computes the flexibility of elements with this length and curvature k[3]. */
static ALWAYS_INLINE void flexibility(const double F[], int diagonal, Lanes length,
                                      const Lanes k[3], Flexibility *x)
{
  x->F        = F;
  x->diagonal = diagonal;
  x->factor   = length * length / 12;
  for (int c = 0; c < 3; c++) x->k[c] = k[c];
  for (int j = 0; j < 6; j++) {
    Lanes w[6], bent[6], column[6];

    force_gradient_column(k, j, w);
    section_strains(x, w, bent);
    force_gradient_transpose(x->factor, k, bent, column);
    for (int a = 0; a <= j; a++) x->P[a][j] = column[a] + F[6 * a + j];
  }
  invert(x->P);
}

/* Computes f[6] = P s. */
static ALWAYS_INLINE void forces_of(const Flexibility *x, const Lanes s[6], Lanes f[6])
{
  for (int a = 0; a < 6; a++) {
    f[a] = x->P[a][0] * s[0];
    for (int b = 1; b < 6; b++) f[a] += x->P[a][b] * s[b];
  }
}

/* Computes w[6] = E_i v, the cross products of the unit vector e_i and both parts of v = (N, M). */
static ALWAYS_INLINE void turn(int i, const Lanes v[6], Lanes w[6])
{
  const int n = (i + 1) % 3, m = (i + 2) % 3;

  for (int part = 0; part < 6; part += 3) {
    w[part + i] = lanes_fill(0);
    w[part + n] = -v[part + m];
    w[part + m] = v[part + n];
  }
}

/* Computes columns[i] = B_i f = L^2/12 (E_i F A f - A^T F E_i f). */
static ALWAYS_INLINE void flexibility_slopes(const Flexibility *x, const Lanes f[6],
                                             Lanes columns[3][6])
{
  Lanes w[6], bent[6];

  force_gradient(x->k, f, w);
  section_strains(x, w, bent);
  for (int i = 0; i < 3; i++) {
    Lanes turned[6], strain[6], back[6];

    turn(i, f, turned);
    section_strains(x, turned, strain);
    force_gradient_transpose(x->factor, x->k, strain, back);
    turn(i, bent, columns[i]);
    for (int a = 0; a < 6; a++) columns[i][a] = x->factor * columns[i][a] - back[a];
  }
}

/* Adds scale a . B_i b to sum[i]. */
static ALWAYS_INLINE void add_slope_products(const Flexibility *x, Lanes scale, const Lanes a[6],
                                             const Lanes b[6], Lanes sum[3])
{
  const Lanes *const side[2] = {a, b};

  scale *= x->factor;
  for (int k = 0; k < 2; k++) {
    Lanes w[6], bent[6], N[3], M[3];

    force_gradient(x->k, side[k], w);
    section_strains(x, w, bent);
    cross(side[!k], bent, N);
    cross(side[!k] + 3, bent + 3, M);
    for (int i = 0; i < 3; i++) sum[i] -= scale * (N[i] + M[i]);
  }
}

/* Adds scale a . B_ij b to the upper triangle of H[3 + i][3 + j], with the second derivatives B_ij
 * of B by k. */
static ALWAYS_INLINE void add_second_slopes(const Flexibility *x, Lanes scale, const Lanes a[6],
                                            const Lanes b[6], Lanes H[6][6])
{
  Lanes by_a[3][6], by_b[3][6];

  for (int i = 0; i < 3; i++) {
    Lanes turned[6];

    turn(i, a, by_a[i]);
    turn(i, b, turned);
    section_strains(x, turned, by_b[i]);
  }
  scale *= x->factor;
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++)
      for (int c = 0; c < 6; c++)
        H[3 + i][3 + j] += scale * (by_a[i][c] * by_b[j][c] + by_a[j][c] * by_b[i][c]);
}

/* Computes c = k x (k x e1). */
static ALWAYS_INLINE void chord(const Lanes k[3], Lanes c[3])
{
  c[0] = -(k[1] * k[1] + k[2] * k[2]);
  c[1] = k[0] * k[1];
  c[2] = k[0] * k[2];
}

/* Computes columns[i] = ds/dk_i without the term of g. */
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

/* Adds w . d2s/dx2 without the term of g to the upper triangle of H. */
static ALWAYS_INLINE void add_chord_hessian(const Flexibility *x, const Lanes w[6], Lanes H[6][6])
{
  const Lanes half = x->factor / 2;

  for (int c = 1; c < 3; c++) {
    H[3 + c][3 + c] += 2 * half * w[0];
    H[3][3 + c] -= half * w[c];
  }
}

/* Computes f0, f, g, h and the density of energy at the strains s without the term of g. */
static ALWAYS_INLINE Lanes middle_forces(const Flexibility *x, Lanes s[6], MiddleForces *m)
{
  Lanes strain[6], more, sum = lanes_fill(0);

  forces_of(x, s, m->f0);
  section_strains(x, m->f0, strain);
  for (int a = 0; a < 6; a++) m->g[a] = a == 1 || a == 2 ? s[a] - strain[a] : lanes_fill(0);
  more = BENDING_LENGTHENS * lanes_dot(m->g, m->g);
  for (int a = 0; a < 6; a++) m->f[a] = m->f0[a] + more * x->P[a][0];
  s[0] += more;
  for (int a = 0; a < 6; a++) sum += s[a] * m->f[a] / 2;
  section_strains(x, m->g, strain);
  forces_of(x, strain, m->h);
  return sum;
}

/* Derivatives of f0, of the y and z parts of g, and of 0.6 |g|^2, by x. */
typedef struct {
  Lanes f0[6][6], g[2][6], lengthening[6];
} MiddleSlopes;

/* Computes A = P B for three columns. */
static ALWAYS_INLINE void forces_of_columns(const Flexibility *x, Lanes B[3][6], Lanes A[3][6])
{
  for (int i = 0; i < 3; i++) forces_of(x, B[i], A[i]);
}

/* Computes columns[i] = dv/dk_i - B_i f, with v = s without the term of g. */
static ALWAYS_INLINE void curvature_columns(const Flexibility *x, const Lanes f[6],
                                            Lanes columns[3][6])
{
  Lanes by_k[3][6];

  flexibility_slopes(x, f, columns);
  chord_slopes(x, by_k);
  for (int i = 0; i < 3; i++)
    for (int a = 0; a < 6; a++) columns[i][a] = by_k[i][a] - columns[i][a];
}

static ALWAYS_INLINE void middle_slopes(const Flexibility *x, const MiddleForces *m,
                                        MiddleSlopes *d)
{
  Lanes columns[3][6], forces[3][6], by_k[3][6];

  curvature_columns(x, m->f0, columns);
  forces_of_columns(x, columns, forces);
  chord_slopes(x, by_k);
  for (int a = 0; a < 6; a++)
    for (int j = 0; j < 6; j++) d->f0[a][j] = j < 3 ? x->P[a][j] : forces[j - 3][a];
  for (int j = 0; j < 6; j++) {
    Lanes column[6], strain[6];

    for (int a = 0; a < 6; a++) column[a] = d->f0[a][j];
    section_strains(x, column, strain);
    for (int c = 0; c < 2; c++)
      d->g[c][j] = (j < 3 ? lanes_fill(j == 1 + c) : by_k[j - 3][1 + c]) - strain[1 + c];
    d->lengthening[j] = 2 * BENDING_LENGTHENS * (m->g[1] * d->g[0][j] + m->g[2] * d->g[1][j]);
  }
}

/* Adds V^T P V to the upper triangle of H, with V = ds/dx - [0, B_i f]. */
static ALWAYS_INLINE void add_elastic_hessian(const Flexibility *x, const MiddleForces *m,
                                              const Lanes lengthening[6], Lanes H[6][6])
{
  Lanes V[3][6], PV[3][6];

  curvature_columns(x, m->f, V);
  for (int i = 0; i < 3; i++) V[i][0] += lengthening[3 + i];
  forces_of_columns(x, V, PV);
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) {
      H[i][j] += x->P[i][j] + x->P[i][0] * lengthening[j] +
                 lengthening[i] * (x->P[0][j] + x->P[0][0] * lengthening[j]);
      for (int a = 0; a < 6; a++) H[3 + i][3 + j] += V[i][a] * PV[j][a];
    }
    for (int j = 0; j < 3; j++) H[i][3 + j] += PV[j][i] + lengthening[i] * PV[j][0];
  }
}

/* Computes the second derivatives H of the energy,
     V^T P V + w . d2s/dx2 + 2 (0.6) N (dg^T dg + h . B_ij f0 + 2 sym(h . B_i df0)) - f . B_ij f / 2
   with w = f + 1.2 N (g - h), the axial force N, and d2s/dx2 without the term of g. */
static ALWAYS_INLINE void energy_hessian(const Flexibility *x, const MiddleForces *m,
                                         const Lanes w[6], Lanes H[6][6])
{
  const Lanes  axial = 2 * BENDING_LENGTHENS * m->f[0];
  Lanes        slopes[3][6];
  MiddleSlopes d;

  middle_slopes(x, m, &d);
  for (int i = 0; i < 6; i++)
    for (int j = i; j < 6; j++) H[i][j] = axial * (d.g[0][i] * d.g[0][j] + d.g[1][i] * d.g[1][j]);
  add_elastic_hessian(x, m, d.lengthening, H);
  flexibility_slopes(x, m->h, slopes);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 6; j++) {
      Lanes sum = slopes[i][0] * d.f0[0][j];

      for (int a = 1; a < 6; a++) sum += slopes[i][a] * d.f0[a][j];
      sum *= j == 3 + i ? 2 * axial : axial;
      if (j < 3 + i) H[j][3 + i] += sum;
      else H[3 + i][j] += sum;
    }
  add_chord_hessian(x, w, H);
  add_second_slopes(x, axial, m->h, m->f0, H);
  add_second_slopes(x, lanes_fill(-0.5), m->f, m->f, H);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < i; j++) H[i][j] = H[j][i];
}

/* Computes the energy. A constant diagonal leaves out the other entries of F. */
static ALWAYS_INLINE void corrected_energy(const double F[], int diagonal, const BeamGaussLanes *p,
                                           const Lanes strain[6], int hessian, BeamEnergy *energy)
{
  const Lanes *k0 = p->strain + 3, k[3] = {strain[3] + k0[0], strain[4] + k0[1], strain[5] + k0[2]};
  Lanes        s[6], w[6], at_rest[3], now[3], axial;
  Flexibility  x;
  MiddleForces m;

  flexibility(F, diagonal, p->weight, k, &x);
  chord(k0, at_rest);
  chord(k, now);
  for (int a = 0; a < 6; a++) s[a] = strain[a];
  for (int c = 0; c < 3; c++) s[c] -= x.factor / 2 * (now[c] - at_rest[c]);
  energy->density = middle_forces(&x, s, &m);
  axial           = 2 * BENDING_LENGTHENS * m.f[0];
  for (int a = 0; a < 6; a++) {
    energy->force[a]    = m.f[a];
    energy->gradient[a] = w[a] = m.f[a] + axial * (m.g[a] - m.h[a]);
  }
  energy->gradient[3] -= x.factor / 2 * (k[1] * w[1] + k[2] * w[2]);
  for (int c = 1; c < 3; c++)
    energy->gradient[3 + c] += x.factor / 2 * (2 * k[c] * w[0] - k[0] * w[c]);
  add_slope_products(&x, axial, m.h, m.f0, energy->gradient + 3);
  add_slope_products(&x, lanes_fill(-0.5), m.f, m.f, energy->gradient + 3);
  if (hessian) energy_hessian(&x, &m, w, energy->hessian);
}

SIMD_CLONES void beam_corrected_energy(const double F[], const BeamGaussLanes *p,
                                       const Lanes strain[6], int hessian, BeamEnergy *energy)
{
  if (is_diagonal(F)) corrected_energy(F, 1, p, strain, hessian, energy);
  else corrected_energy(F, 0, p, strain, hessian, energy);
}

SIMD_CLONES void beam_corrected_at_rest(const double F[], const BeamGaussLanes *p,
                                        BeamLinear *linear)
{
  Lanes       by_k[3][6], forces[3][6];
  Flexibility x;

  flexibility(F, is_diagonal(F), p->weight, p->strain + 3, &x);
  chord_slopes(&x, by_k);
  forces_of_columns(&x, by_k, forces);
  for (int i = 0; i < 3; i++)
    for (int a = 0; a < 6; a++) {
      linear->force[a][i]     = x.P[a][i];
      linear->force[a][3 + i] = forces[i][a];
    }
  for (int j = 0; j < 6; j++)
    for (int i = 0; i < 3; i++) {
      linear->stiffness[i][j]     = linear->force[i][j];
      linear->stiffness[3 + i][j] = lanes_fill(0);
      for (int a = 0; a < 6; a++) linear->stiffness[3 + i][j] += by_k[i][a] * linear->force[a][j];
    }
}
