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

SIMD_CLONES void beam_set_curve(const ElementGroup *e, int slopes, LoadedBeam *x)
{
  x->prop     = e->prop;
  x->length   = x->p.weight;
  x->p.weight = lanes_fill(1);
  beam_gather(e->data, BEAM_MEMBER(shear), 12, x->shear[0]);
  if (beam_varies(e->kernel))
    beam_gather(e->data, (int)(offsetof(BeamVarying, rest) / sizeof(double)), 36, x->rest[0]);
  beam_elastic_strain(&x->s, &x->p, x->elastic);
  set_chord(x);
  if (!slopes) return;
  memset(x->Y, 0, sizeof x->Y);
  beam_times_jacobian(&x->v, x->s.B, x->Y);
}

SIMD_CLONES void beam_curve(const ElementGroup *e, int slopes, LoadedBeam *x)
{
  beam_invariants(e, &x->v);
  beam_gather_point(e->data, 0, &x->p);
  beam_strain(&x->v, &x->p, &x->s);
  if (slopes) {
    beam_jacobian(&x->v);
    beam_strain_slopes(&x->v, &x->p, &x->s);
  }
  beam_set_curve(e, slopes, x);
}

/* Computes y[6] = F times a vector. */
static ALWAYS_INLINE void times_flexibility(const LoadedBeam *x, const Lanes vector[6], Lanes y[6])
{
  const double *F = x->prop + SECTION_F;

  for (int i = 0; i < 6; i++) {
    y[i] = F[6 * i] * vector[0];
    for (int a = 1; a < 6; a++) y[i] += F[6 * i + a] * vector[a];
  }
}

/* Returns the factor of strain c in force r of the section: S, except for shear forces. The shear
   strains of the element contain bending, and GA times these strains is no shear force. */
static ALWAYS_INLINE Lanes force_slope(const LoadedBeam *x, int r, int c)
{
  return r == 1 || r == 2 ? x->shear[r - 1][c] : lanes_fill(x->prop[SECTION_S + 6 * r + c]);
}

/* Computes the forces f of the section, to first order in the strains. */
static ALWAYS_INLINE void section_forces(const LoadedBeam *x, Lanes f[6])
{
  for (int r = 0; r < 6; r++) {
    f[r] = force_slope(x, r, 0) * x->elastic[0];
    for (int c = 1; c < 6; c++) f[r] += force_slope(x, r, c) * x->elastic[c];
  }
}

/* Computes (g', k') = F A f. */
static ALWAYS_INLINE void strain_gradient(const LoadedBeam *x, Lanes y[6])
{
  Lanes f[6], Af[6];

  section_forces(x, f);
  cross(f, x->s.kappa, Af);
  cross(f + 3, x->s.kappa, Af + 3);
  for (int c = 0; c < 6; c++) {
    Af[4] += x->shear[1][c] * x->chord[c];
    Af[5] -= x->shear[0][c] * x->chord[c];
  }
  times_flexibility(x, Af, y);
}

/* Adds the derivative of n . A f by the strains to g. */
static ALWAYS_INLINE void add_force_gradient(const LoadedBeam *x, const Lanes n[6], Lanes g[6])
{
  Lanes f[6], turned[6], by_k[6], by_chord[6];

  section_forces(x, f);
  cross(x->s.kappa, n, turned);
  cross(x->s.kappa, n + 3, turned + 3);
  cross(n, f, by_k);
  cross(n + 3, f + 3, by_k + 3);
  for (int c = 0; c < 6; c++) by_chord[c] = n[4] * x->shear[1][c] - n[5] * x->shear[0][c];
  for (int c = 0; c < 6; c++)
    for (int r = 0; r < 6; r++) g[c] += force_slope(x, r, c) * turned[r];
  for (int c = 0; c < 3; c++) g[3 + c] += by_k[c] + by_k[3 + c];
  beam_add_chord(x, by_chord, g);
}

/* Adds the second derivative of n . A f by the strains to H. */
static ALWAYS_INLINE void add_gradient_hessian(const LoadedBeam *x, const Lanes n[6], Lanes H[9][9])
{
  const Lanes half = x->length * x->length / 24;
  Lanes       w[3];

  for (int j = 0; j < 6; j++) {
    const Lanes N[3] = {force_slope(x, 0, j), force_slope(x, 1, j), force_slope(x, 2, j)};
    const Lanes M[3] = {force_slope(x, 3, j), force_slope(x, 4, j), force_slope(x, 5, j)};
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

/* Computes the factors n of A f in (k x Gamma + g') . m + k' . w. */
static ALWAYS_INLINE void gradient_factors(const LoadedBeam *x, const Lanes m[3], const Lanes w[3],
                                           Lanes n[6])
{
  const Lanes both[6] = {m[0], m[1], m[2], w[0], w[1], w[2]};

  times_flexibility(x, both, n);
}

/* Computes the vector whose cross product with k' is a part of the bulge: k' x arm. */
static ALWAYS_INLINE void bulge_arm(const BulgeFactors *w, Lanes arm[3])
{
  arm[0] = w->b1 + w->a[0];
  arm[1] = w->a[1];
  arm[2] = w->a[2];
}

/* Computes the factors n of A f in m . bulge. */
static ALWAYS_INLINE void bulge_factors(const LoadedBeam *x, const BulgeFactors *w,
                                        const Lanes m[3], Lanes n[6])
{
  const Lanes force[3] = {w->b0 * m[0], w->b0 * m[1], w->b0 * m[2]};
  Lanes       arm[3], turning[3];

  bulge_arm(w, arm);
  cross(arm, m, turning);
  gradient_factors(x, force, turning, n);
}

/* The curvatures q and k0 of c without its last term, q (a . q) - a q^2 + q (a . k0) - k0 (a . q).
   For the elastic q, k0 is that at rest. In the axes of the sections, k is in the place of q, and 0
   in that of k0. */
typedef struct {
  Lanes q[3], k0[3], aq, ak, qq;
} Curvatures;

static ALWAYS_INLINE void curvatures(const LoadedBeam *x, const BulgeFactors *w, Curvatures *c)
{
  for (int i = 0; i < 3; i++) {
    c->q[i]  = w->in_sections ? x->s.kappa[i] : x->elastic[3 + i];
    c->k0[i] = w->in_sections ? lanes_fill(0) : x->p.strain[3 + i];
  }
  c->aq = dot(w->a, c->q);
  c->ak = dot(w->a, c->k0);
  c->qq = dot(c->q, c->q);
}

SIMD_CLONES void beam_bulge(const LoadedBeam *x, const BulgeFactors *w, Lanes value[3])
{
  Lanes      y[6] = {{0}}, arm[3], turned[3], t[3];
  Curvatures c;

  if (!w->own) strain_gradient(x, y);
  cross(x->s.kappa, x->s.Gamma, t);
  bulge_arm(w, arm);
  cross(y + 3, arm, turned);
  curvatures(x, w, &c);
  for (int i = 0; i < 3; i++)
    value[i] =
      w->b0 * (t[i] + y[i]) + turned[i] + c.q[i] * (c.aq + c.ak) - w->a[i] * c.qq - c.k0[i] * c.aq;
  if (w->own) beam_add_varying_bulge(x, w, value);
}

SIMD_CLONES void beam_add_bulge_gradient(const LoadedBeam *x, const BulgeFactors *w,
                                         const Lanes m[3], Lanes g[6])
{
  const Lanes force[3] = {w->b0 * m[0], w->b0 * m[1], w->b0 * m[2]}, am = dot(w->a, m);
  Lanes       n[6], by_Gamma[3], by_k[3], relative;
  Curvatures  c;

  if (w->own) beam_add_varying_gradient(x, w, m, g);
  else {
    bulge_factors(x, w, m, n);
    add_force_gradient(x, n, g);
  }
  cross(force, x->s.kappa, by_Gamma); /* k x Gamma */
  cross(x->s.Gamma, force, by_k);
  curvatures(x, w, &c);
  relative = dot(m, c.q) - dot(m, c.k0);
  for (int i = 0; i < 3; i++) {
    g[i] += by_Gamma[i];
    g[3 + i] += by_k[i] + (c.aq + c.ak) * m[i] + relative * w->a[i] - 2 * am * c.q[i];
  }
}

SIMD_CLONES void beam_turning_slopes(const LoadedBeam *x, const BeamBulgeLanes *own,
                                     Lanes slope[3][6])
{
  const BulgeFactors w       = {.own = own};
  const Lanes        none[3] = {{0}};

  memset(slope, 0, 3 * sizeof *slope);
  for (int i = 0; i < 3; i++) {
    const Lanes unit[3] = {lanes_fill(i == 0), lanes_fill(i == 1), lanes_fill(i == 2)};
    Lanes       n[6];

    if (own) beam_add_varying_gradient(x, &w, unit, slope[i]);
    else {
      gradient_factors(x, none, unit, n);
      add_force_gradient(x, n, slope[i]);
    }
  }
}

SIMD_CLONES void beam_add_bulge_hessian(const LoadedBeam *x, const BulgeFactors *w,
                                        const Lanes m[3], Lanes H[9][9])
{
  const Lanes am = dot(w->a, m);
  Lanes       n[6];

  if (w->own) beam_add_varying_hessian(x, w, m, H);
  else {
    bulge_factors(x, w, m, n);
    add_gradient_hessian(x, n, H);
  }
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
  const Lanes none[3] = {{0}};
  Lanes       n[6];

  gradient_factors(x, none, w, n);
  add_gradient_hessian(x, n, H);
}
