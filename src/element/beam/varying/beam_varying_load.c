/* beam_varying_load.c: implements the line between the nodes of beams whose section varies, under
   loads. beam_varying.c explains it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "element/beam/finite/beam_curve.h"
#include "beam_flexibility.h"

enum { POLYNOMIALS = BEAM_MOMENTS + 3 };

/* The integrals over the element of w and w', each times P_n(2 x/L). */
typedef struct {
  int   n; /* number of moments of F that are used */
  Lanes w[BEAM_MOMENTS + 1], slope[BEAM_MOMENTS + 1];
} LoadMoments;

/* Adds the load force [N] at r, from -1 to 1, to q->w. */
static ALWAYS_INLINE void add_load(Lanes r, Lanes force, Lanes length, LoadMoments *q)
{
  Lanes P[POLYNOMIALS] = {lanes_fill(1), r};

  for (int j = 1; j + 1 < q->n + 3; j++)
    P[j + 1] = ((2. * j + 1) * r * P[j] - (double)j * P[j - 1]) / (j + 1.);
  for (int j = 0; j <= q->n; j++) { /* P_j is the second derivative of K_j by r */
    const double n = 2 * j + 1;
    Lanes        K = (P[j + 2] - P[j]) / (n * (n + 2));

    if (j >= 2) K -= (P[j] - P[j - 2]) / (n * (n - 2));
    q->w[j] += force * (length * length * (K / 4));
  }
}

/* Computes q->slope: w is 0 at the nodes. */
static ALWAYS_INLINE void slope_moments(Lanes length, LoadMoments *q)
{
  const Lanes rate = 2 / length;

  q->slope[0] = lanes_fill(0);
  for (int j = 1; j <= q->n; j++) {
    Lanes sum = lanes_fill(0); /* the derivative of P_j is the sum of (2 i + 1) P_i */

    for (int i = j - 1; i >= 0; i -= 2) sum += (2. * i + 1) * q->w[i];
    q->slope[j] = -rate * sum;
  }
}

/* Returns the integral of x^n w F, with the first `moments` moments F[] of one entry of the
   flexibility. */
static ALWAYS_INLINE Lanes integral(int moments, const Lanes F[], const Lanes w[], int n,
                                    Lanes length)
{
  Lanes sum = lanes_fill(0);

  for (int j = 0; j < moments; j++)
    if (!n) sum += (2. * j + 1) * F[j] * w[j];
    else {
      sum += F[j] * (length / 2 * (j + 1.)) * w[j + 1];
      if (j) sum += F[j] * (length / 2 * (double)j) * w[j - 1];
    }
  return sum;
}

/* Computes q of the load times a factor. */
static ALWAYS_INLINE void load_moments(const ElementLineLoad *load, FieldFactor factor,
                                       Lanes length, LoadMoments *q)
{
  LoadPoint point[SHAPE_MAX_CELL_POINTS];
  const int n = beam_load_points(load, length, point);

  memset(q, 0, sizeof *q);
  q->n = load->at[0] ? BEAM_MOMENTS : SMOOTH_MOMENTS;
  for (int k = 0; k < n; k++) {
    const Lanes r     = 2 * point[k].t;
    Lanes       field = point[k].field;

    if (factor < TIMES_H0) field *= point[k].N[factor];
    if (factor == TIMES_H0) field *= length * length * ((r * r - 1) / 8);
    add_load(r, field * point[k].size, length, q);
  }
  slope_moments(length, q);
}

SIMD_CLONES void beam_varying_bulge(const ElementGroup *e, const Lanes *own_length,
                                    const ElementLineLoad *load, FieldFactor factor, int turns,
                                    BeamBulgeLanes *bulge)
{
  const int   first  = (int)(offsetof(BeamVarying, moment) / sizeof(double));
  const Lanes length = *own_length;
  LoadMoments q;

  load_moments(load, factor, length, &q);
  for (int j = 0; j < 6; j++) {
    Lanes F[6][BEAM_MOMENTS];

    for (int a = 0; a < 6; a++)
      for (int m = 0; m < q.n; m++)
        F[a][m] = lanes_gather(e->data, first + m * BEAM_SYMMETRIC + beam_symmetric(a, j));
    for (int p = 0; p < 2; p++) {
      for (int c = 0; c < 3; c++)
        bulge->D[p][c][j] = -integral(q.n, F[turns ? 3 + c : c], q.slope, p, length);
      for (int c = 1; c < 3 && !turns; c++) {
        const double sign = c == 1 ? 1 : -1;
        const Lanes *own = F[6 - c], mean = own[p] * (p ? length / 2 : lanes_fill(1));

        bulge->D[p][c][j] += sign * (integral(q.n, own, q.w, p, length) - q.w[0] * mean);
      }
    }
  }
}

SIMD_CLONES void beam_varying_turn(const ElementGroup *e, const Lanes *length, const Lanes a[3],
                                   BeamBulgeLanes *bulge)
{
  const int first = (int)(offsetof(BeamVarying, moment) / sizeof(double));

  for (int j = 0; j < 6; j++) {
    Lanes slope[2][3], turned[3];

    for (int c = 0; c < 3; c++) {
      const int i = first + beam_symmetric(3 + c, j);

      slope[0][c] = 6 / *length * lanes_gather(e->data, i + BEAM_SYMMETRIC);
      slope[1][c] = 2 * lanes_gather(e->data, i + 2 * BEAM_SYMMETRIC) + lanes_gather(e->data, i);
    }
    for (int p = 0; p < 2; p++) {
      cross(slope[p], a, turned);
      for (int c = 0; c < 3; c++) bulge->D[p][c][j] = turned[c];
    }
  }
}

/* ---- the forces of the middle section ---- */

/* The force f of the middle section, and the shear strains g of the chord, which do not turn the
   line between the nodes. */
typedef struct {
  Lanes f[6], g[3];
} MiddleForce;

static ALWAYS_INLINE void middle_force(const LoadedBeam *x, MiddleForce *m)
{
  for (int a = 0; a < 6; a++) {
    m->f[a] = lanes_fill(0);
    for (int c = 0; c < 6; c++) m->f[a] += x->rest[a][c] * x->chord[c];
  }
  for (int a = 0; a < 3; a++) m->g[a] = a ? x->elastic[a] : lanes_fill(0);
}

SIMD_CLONES void beam_add_varying_bulge(const LoadedBeam *x, const BulgeFactors *w, Lanes value[3])
{
  Lanes       A[6], turned[3];
  MiddleForce m;

  middle_force(x, &m);
  beam_force_gradient(x->s.kappa, m.f, A);
  cross(m.g, x->s.kappa, turned);
  for (int c = 0; c < 3; c++) {
    value[c] += w->b0 * turned[c];
    for (int a = 0; a < 6; a++) value[c] += w->own->D[0][c][a] * m.f[a] + w->own->D[1][c][a] * A[a];
  }
}

/* Computes u = D[1]^T n, and z, the derivative of n times the bulge by the strains of the chord. */
static ALWAYS_INLINE void chord_derivatives(const LoadedBeam *x, const BulgeFactors *w,
                                            const Lanes n[3], Lanes u[6], Lanes z[6])
{
  Lanes by_force[6], turned[6];

  for (int a = 0; a < 6; a++) {
    u[a] = by_force[a] = lanes_fill(0);
    for (int c = 0; c < 3; c++) {
      u[a] += n[c] * w->own->D[1][c][a];
      by_force[a] += n[c] * w->own->D[0][c][a];
    }
  }
  beam_force_gradient_transpose(x->s.kappa, u, turned);
  for (int c = 0; c < 6; c++) {
    z[c] = lanes_fill(0);
    for (int a = 0; a < 6; a++) z[c] += x->rest[a][c] * (by_force[a] + turned[a]);
  }
}

SIMD_CLONES void beam_add_varying_gradient(const LoadedBeam *x, const BulgeFactors *w,
                                           const Lanes n[3], Lanes g[6])
{
  Lanes       u[6], z[6], t[9], by_g[3];
  MiddleForce m;

  middle_force(x, &m);
  chord_derivatives(x, w, n, u, z);
  beam_add_chord(x, z, g);
  cross(u, m.f, t);
  cross(u + 3, m.f + 3, t + 3);
  cross(n, m.g, t + 6);
  cross(x->s.kappa, n, by_g);
  for (int i = 0; i < 3; i++) {
    g[3 + i] += t[i] + t[3 + i] + w->b0 * t[6 + i];
    if (i) g[i] += w->b0 * by_g[i];
  }
}

SIMD_CLONES void beam_add_varying_hessian(const LoadedBeam *x, const BulgeFactors *w,
                                          const Lanes n[3], Lanes H[9][9])
{
  const Lanes half = x->length * x->length / 24;
  Lanes       u[6], z[6];

  chord_derivatives(x, w, n, u, z);
  for (int c = 1; c < 3; c++) { /* times the second derivatives of the chord's strains */
    H[3 + c][3 + c] += 2 * half * z[0];
    H[3][3 + c] -= half * z[c];
    H[3 + c][3] -= half * z[c];
  }
  for (int l = 0; l < 6; l++) {
    const Lanes unit[3] = {lanes_fill(0), lanes_fill(l == 1), lanes_fill(l == 2)};
    Lanes       by[6]   = {{0}}, t[3], more[3], turned[3];

    for (int c = 0; c < 6; c++) {
      const Lanes slope = beam_chord_slope(x, c, l);

      for (int a = 0; a < 6; a++) by[a] += x->rest[a][c] * slope;
    }
    cross(u, by, t);
    cross(u + 3, by + 3, more);
    cross(n, unit, turned);
    for (int i = 0; i < 3; i++) {
      const Lanes sum = t[i] + more[i] + w->b0 * turned[i];

      H[3 + i][l] += sum;
      H[l][3 + i] += sum;
    }
  }
}
