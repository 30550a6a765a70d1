/* beam_curve.c: implements the curve between the nodes of a beam, as a function of its strains.

   beam_load.c explains it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "beam_curve.h"
#include "math/rotation_lanes.h"

/* Sets x->chord. */
static ALWAYS_INLINE void set_chord(LoadedBeam *x)
{
  const Lanes *k0 = x->p.strain + 3, *k = x->s.kappa, half = x->length * x->length / 24;

  for (int a = 0; a < 6; a++) x->chord[a] = x->elastic[a];
  x->chord[0] += half * (k[1] * k[1] + k[2] * k[2] - k0[1] * k0[1] - k0[2] * k0[2]);
  for (int c = 1; c < 3; c++) x->chord[c] -= half * (k[0] * k[c] - k0[0] * k0[c]);
}

SIMD_CLONES void beam_curve(const ElementGroup *e, int slopes, LoadedBeam *x)
{
  x->prop = e->prop;
  beam_invariants(e, &x->v);
  beam_gather_point(e->data, 0, &x->p);
  x->length   = x->p.weight;
  x->p.weight = lanes_fill(1);
  beam_gather(e->data, BEAM_MEMBER(shear), 12, x->shear[0]);
  if (beam_varies(e->kernel))
    beam_gather(e->data, (int)(offsetof(BeamVarying, rest) / sizeof(double)), 36, x->rest[0]);
  beam_strain(&x->v, &x->p, &x->s);
  beam_elastic_strain(&x->s, &x->p, x->elastic);
  set_chord(x);
  if (!slopes) return;
  beam_jacobian(&x->v);
  beam_strain_slopes(&x->v, &x->p, &x->s);
  memset(x->Y, 0, sizeof x->Y);
  beam_times_jacobian(&x->v, x->s.B, x->Y);
}

SIMD_CLONES void beam_curve_slopes(const LoadedBeam *x, StrainSlopes *d)
{
  const double *F = x->prop + SECTION_F, *S = x->prop + SECTION_S;
  const Lanes  *k = x->s.kappa, none = {0};
  Lanes         f[6], t[6], *column[7];

  for (int j = 0; j < 7; j++) column[j] = d->gradient[j];
  memset(d, 0, sizeof *d);
  beam_section_forces(S, x->elastic, f);
  for (int j = 0; j < 6; j++) {
    const Lanes unit[3] = {lanes_fill(j == 3), lanes_fill(j == 4), lanes_fill(j == 5)};
    Lanes       by_strain[6];

    for (int a = 0; a < 6; a++) by_strain[a] = lanes_fill(S[6 * a + j]);
    cross(by_strain, k, column[j]);
    cross(by_strain + 3, k, column[j] + 3);
    cross(f, unit, t);
    cross(f + 3, unit, t + 3);
    for (int a = 0; a < 6; a++) column[j][a] += t[a];
    for (int c = 0; c < 6; c++) {
      column[j][4] += x->shear[1][c] * beam_chord_slope(x, c, j);
      column[j][5] -= x->shear[0][c] * beam_chord_slope(x, c, j);
    }
  }
  cross(f, k, column[6]);
  cross(f + 3, k, column[6] + 3);
  for (int c = 0; c < 6; c++) {
    column[6][4] += x->shear[1][c] * x->chord[c];
    column[6][5] -= x->shear[0][c] * x->chord[c];
  }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 7; j++) {
      Lanes sum = none;

      for (int a = 0; a < 6; a++) sum += F[6 * i + a] * column[j][a];
      if (j < 6) d->slope[i][j] = sum;
      else d->value[i] = sum;
    }
}

/* Adds the second derivative of n . A f by the strains to H. */
static ALWAYS_INLINE void add_gradient_hessian(const LoadedBeam *x, const Lanes n[6], Lanes H[9][9])
{
  const double *S    = x->prop + SECTION_S;
  const Lanes   half = x->length * x->length / 24;
  Lanes         w[3];

  for (int j = 0; j < 6; j++) {
    const Lanes N[3] = {lanes_fill(S[j]), lanes_fill(S[6 + j]), lanes_fill(S[12 + j])};
    const Lanes M[3] = {lanes_fill(S[18 + j]), lanes_fill(S[24 + j]), lanes_fill(S[30 + j])};
    Lanes       t[3], u[3];

    cross(n, N, t);
    cross(n + 3, M, u);
    for (int i = 0; i < 3; i++) {
      H[3 + i][j] += t[i] + u[i];
      H[j][3 + i] += t[i] + u[i];
    }
  }
  for (int c = 0; c < 3; c++) w[c] = half * (n[5] * x->shear[0][c] - n[4] * x->shear[1][c]);
  for (int c = 1; c < 3; c++) {
    H[3 + c][3 + c] -= 2 * w[0];
    H[3][3 + c] += w[c];
    H[3 + c][3] += w[c];
  }
}

/* Computes the factors n of A f in b0 (k x Gamma + g') . m + k' . w. */
static ALWAYS_INLINE void gradient_factors(const LoadedBeam *x, Lanes b0, const Lanes m[3],
                                           const Lanes w[3], Lanes n[6])
{
  const double *F = x->prop + SECTION_F;

  for (int a = 0; a < 6; a++) {
    n[a] = lanes_fill(0);
    for (int i = 0; i < 3; i++) n[a] += F[6 * i + a] * b0 * m[i] + F[6 * (3 + i) + a] * w[i];
  }
}

/* Adds k' x a and its slope to b. */
static ALWAYS_INLINE void add_turn(const StrainSlopes *d, const Lanes a[3], Bulge *b)
{
  Lanes t[3];

  cross(d->value + 3, a, t);
  for (int i = 0; i < 3; i++) b->value[i] += t[i];
  for (int j = 0; j < 6; j++) {
    const Lanes column[3] = {d->slope[3][j], d->slope[4][j], d->slope[5][j]};

    cross(column, a, t);
    for (int i = 0; i < 3; i++) b->slope[i][j] += t[i];
  }
}

/* Adds factor (k x Gamma + g') and its slope to b. */
static ALWAYS_INLINE void add_b0(const LoadedBeam *x, const StrainSlopes *d, Lanes factor, Bulge *b)
{
  const Lanes *k = x->s.kappa, *Gamma = x->s.Gamma;
  Lanes        t[3];

  cross(k, Gamma, t);
  for (int i = 0; i < 3; i++) b->value[i] += factor * (t[i] + d->value[i]);
  for (int j = 0; j < 6; j++) {
    const Lanes unit[3] = {lanes_fill(j % 3 == 0), lanes_fill(j % 3 == 1), lanes_fill(j % 3 == 2)};

    if (j < 3) cross(k, unit, t);
    else cross(unit, Gamma, t);
    for (int i = 0; i < 3; i++) b->slope[i][j] += factor * (t[i] + d->slope[i][j]);
  }
}

/* Adds c and its slope to b. With the elastic q it is
     q (a . q) - a q^2 + q (a . k0) - k0 (a . q) + k' x a.
   In the axes of the sections, k is in the place of q, and 0 in that of k0. */
static ALWAYS_INLINE void add_c(const LoadedBeam *x, const StrainSlopes *d, const BulgeFactors *w,
                                Bulge *b)
{
  const Lanes  none[3] = {{0}}, *a = w->a;
  const Lanes *q  = w->in_sections ? x->s.kappa : x->elastic + 3;
  const Lanes *k0 = w->in_sections ? none : x->p.strain + 3;
  const Lanes  aq = dot(a, q), qq = dot(q, q), ak = dot(a, k0);

  for (int i = 0; i < 3; i++) {
    b->value[i] += q[i] * (aq + ak) - a[i] * qq - k0[i] * aq;
    b->slope[i][3 + i] += aq + ak;
    for (int j = 0; j < 3; j++) b->slope[i][3 + j] += (q[i] - k0[i]) * a[j] - 2 * a[i] * q[j];
  }
  add_turn(d, a, b);
}

SIMD_CLONES void beam_bulge(const LoadedBeam *x, const BulgeFactors *w, Bulge *b)
{
  const Lanes  along[3] = {w->b1, lanes_fill(0), lanes_fill(0)};
  StrainSlopes d;

  memset(b, 0, sizeof *b);
  if (w->own) {
    memset(&d, 0, sizeof d);
    beam_add_varying_bulge(x, w, b);
  } else beam_curve_slopes(x, &d);
  add_b0(x, &d, w->b0, b);
  add_turn(&d, along, b);
  add_c(x, &d, w, b);
}

SIMD_CLONES void beam_add_bulge_hessian(const LoadedBeam *x, const BulgeFactors *w,
                                        const Lanes m[3], Lanes H[9][9])
{
  const Lanes am = dot(w->a, m), arm[3] = {w->b1 + w->a[0], w->a[1], w->a[2]};
  Lanes       n[6], turning[3];

  cross(arm, m, turning);
  gradient_factors(x, w->b0, m, turning, n);
  if (w->own) beam_add_varying_hessian(x, w, m, H);
  else add_gradient_hessian(x, n, H);
  for (int j = 0; j < 3; j++) { /* k x Gamma */
    const Lanes unit[3] = {lanes_fill(j == 0), lanes_fill(j == 1), lanes_fill(j == 2)};
    Lanes       t[3];

    cross(unit, m, t);
    for (int i = 0; i < 3; i++) {
      H[3 + i][j] += w->b0 * t[i];
      H[j][3 + i] += w->b0 * t[i];
    }
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      H[3 + i][3 + j] += w->a[i] * m[j] + m[i] * w->a[j] - (i == j ? 2 * am : lanes_fill(0));
}

SIMD_CLONES void beam_add_turning_hessian(const LoadedBeam *x, const Lanes w[3], Lanes H[9][9])
{
  Lanes n[6];

  gradient_factors(x, lanes_fill(0), w, w, n);
  add_gradient_hessian(x, n, H);
}
