/* beam_bow.h: how the axial force bends a beam with two nodes between them.

   Besides the constant curvature X and the linear one with the slope X', the line between the
   nodes has bubbles: curvatures in the form of Legendre polynomials of degree 2 and more, which
   move and turn no node. They cost bending energy, and the axial force N and a load p across the
   element do work on them. Their amplitudes are those that make the energy stationary. In each
   plane of bending this adds to the energy per length
     G = -L^4/(32 EI) [D(x) (N^ X + s p)^2 - D(0) p^2] - L^4/(1440 EI) O(x) (N^ X')^2,
     X' = 6 g/L,   s = 1 - N/GA,   N^ = N s,   x = -N^ L^2/(4 EI).
   The first bracket is the load across a bent line. In the exact functions, with x = phi^2,
     1 - x/3 - x^2 D = phi cot phi,   1 - x/15 - x^2 O/15 = x/(3 (1 - phi cot phi)),
   which are those of the stability functions (Livesley & Chandler 1956). D and O here are
   convergents of their continued fraction: those of the bubbles up to degree 7. Beyond x = MOST,
   2.8 times Euler's load, a quadratic function of x continues them, because they have poles.
   docs/theory/beams.md has the reasons. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_FINITE_BEAM_BOW_H
#define FS_ELEMENT_BEAM_FINITE_BEAM_BOW_H

#include "element/beam/varying/beam_flexibility.h"

/* One plane of bending of an element. */
typedef struct {
  double flexibility, shear;  /* 1/EI, 1/GA */
  Lanes  length, X, slope, p; /* slope: X' */
} BowPlane;

/* Bow - The energy per length G of bending between the nodes in one plane, and its derivatives by
   the axial force N, the curvature X, its slope X' (S) and the load p. Those by X' and p, X' and X
   are 0. */
typedef struct {
  Lanes value, N, NN, X, XN, XX, S, SN, SS, p, pN, pp, Xp;
} Bow;

/* D(x) or O(x), and derivatives. */
typedef struct {
  Lanes value, first, second;
} BowFunction;

/* Returns a/b, whose derivatives are given. */
static ALWAYS_INLINE BowFunction bow_ratio(const Lanes a[3], const Lanes b[3])
{
  const Lanes inverse = 1 / b[0];
  BowFunction f;

  f.value  = a[0] * inverse;
  f.first  = (a[1] - f.value * b[1]) * inverse;
  f.second = (a[2] - 2 * f.first * b[1] - f.value * b[2]) * inverse;
  return f;
}

/* Continues f, a quadratic function, from its place to the one that lies d beyond it. */
static ALWAYS_INLINE void bow_continue(Lanes d, BowFunction *f)
{
  f->value += d * (f->first + d * f->second / 2);
  f->first += d * f->second;
}

/* Computes D and O. */
static ALWAYS_INLINE void bow_functions(Lanes x, BowFunction *D, BowFunction *O)
{
  const Lanes most = lanes_fill(7), y = lanes_select(x < most, x, most), beyond = x - y;
  const Lanes top[3]    = {9009 - y * (297 - y), 2 * y - 297, lanes_fill(2)};
  const Lanes bottom[3] = {405405 - y * (51975 - y * (1134 - 3 * y)), y * (2268 - 9 * y) - 51975,
                           2268 - 18 * y};
  const Lanes odd[3]    = {1287 - 22 * y, lanes_fill(-22), lanes_fill(0)};
  const Lanes below[3]  = {45045 - y * (2772 - 27 * y), 54 * y - 2772, lanes_fill(54)};

  *D = bow_ratio(top, bottom);
  *O = bow_ratio(odd, below);
  bow_continue(beyond, D);
  bow_continue(beyond, O);
}

/* BowHalf - One of the two parts of the energy G of a plane, -factor f(x) q^2 with the load q
   across the line, and its derivatives by N and by q. */
typedef struct {
  Lanes value, N, NN, q, qN, qq;
} BowHalf;

/* Computes -factor f(x(N)) q(N)^2 and its derivatives by the axial force N. x[3] and q[3] have the
   value and the first and second derivative by N. */
static ALWAYS_INLINE BowHalf bow_half(Lanes factor, const BowFunction *f, const Lanes x[3],
                                      const Lanes q[3])
{
  const Lanes slope = f->first * x[1], curve = f->second * x[1] * x[1] + f->first * x[2];
  BowHalf     h;

  h.value = -factor * f->value * q[0] * q[0];
  h.N     = -factor * q[0] * (slope * q[0] + 2 * f->value * q[1]);
  h.NN    = -factor * (curve * q[0] * q[0] + 4 * slope * q[0] * q[1] +
                    2 * f->value * (q[1] * q[1] + q[0] * q[2]));
  h.q     = -2 * factor * f->value * q[0];
  h.qN    = -2 * factor * (slope * q[0] + f->value * q[1]);
  h.qq    = -2 * factor * f->value;
  return h;
}

/* beam_bow - Computes the energy G of bending between the nodes of beams in one plane at the axial
   force N, and its derivatives. */
static ALWAYS_INLINE Bow beam_bow(const BowPlane *plane, Lanes N)
{
  /* largest |N/GA|, far beyond that of real sections, up to which N^ = N (1 - N/GA) */
  const double   limit   = 0.2;
  const Lanes    sheared = plane->shear * N, L2 = plane->length * plane->length;
  const LaneMask inside = lanes_abs(sheared) < limit;
  const Lanes    by_N   = lanes_select(inside, lanes_fill(-plane->shear), lanes_fill(0));
  const Lanes    most   = lanes_select(sheared < 0, lanes_fill(-limit), lanes_fill(limit));
  const Lanes    a = L2 * (plane->flexibility / 4), even = a * L2 / 8, odd = a * L2 / 360;
  const Lanes    s[2]     = {1 - lanes_select(inside, sheared, most), by_N};
  const Lanes    force[3] = {N * s[0], s[0] + N * by_N, 2 * by_N};
  const Lanes    x[3]     = {-a * force[0], -a * force[1], -a * force[2]};
  const Lanes    X = plane->X, S = plane->slope, p = plane->p;
  const Lanes    q[3] = {force[0] * X + s[0] * p, force[1] * X + s[1] * p, force[2] * X},
              t[3]    = {force[0] * S, force[1] * S, force[2] * S};
  BowFunction D, O;
  BowHalf     h, o;
  Bow         b;

  bow_functions(x[0], &D, &O);
  h       = bow_half(even, &D, x, q);
  o       = bow_half(odd, &O, x, t);
  b.value = h.value + o.value + even * p * p / 45;
  b.N     = h.N + o.N;
  b.NN    = h.NN + o.NN;
  b.X     = h.q * force[0];
  b.XN    = h.qN * force[0] + h.q * force[1];
  b.XX    = h.qq * force[0] * force[0];
  b.p     = h.q * s[0] + 2 * even * p / 45;
  b.pN    = h.qN * s[0] + h.q * s[1];
  b.pp    = h.qq * s[0] * s[0] + 2 * even / 45;
  b.Xp    = h.qq * force[0] * s[0];
  b.S     = o.q * force[0];
  b.SN    = o.qN * force[0] + o.q * force[1];
  b.SS    = o.qq * force[0] * force[0];
  return b;
}

/* Computes the energy of bending between the nodes of beams, and its derivatives, for both planes.
   N is the axial force. lateral is NULL, or the load per length in the middle section's axes. */
static ALWAYS_INLINE void both_bows(const BeamFlexibility *x, Lanes length, const Lanes g[2],
                                    const Lanes lateral[3], Lanes N, Bow bow[2])
{
  for (int c = 0; c < 2; c++) {
    const BowPlane plane = {.flexibility = x->F[7 * (5 - c)],
                            .shear       = x->F[7 * (1 + c)],
                            .length      = length,
                            .X           = c ? -x->k[1] : x->k[2],
                            .slope       = g[c] * 6 / length,
                            .p           = lateral ? lateral[1 + c] : lanes_fill(0)};

    bow[c] = beam_bow(&plane, N);
  }
}

/* Adds the bows' part of the axial strain to s[0], so that the axial force N satisfies
     N = (P s)[0] + P[0] dG/dN(N),
   whose right-hand side decreases with N: Newton's method. Lanes that have converged stay as they
   are, so that no lane depends on the others. */
static ALWAYS_INLINE void add_bows(const BeamFlexibility *x, Lanes length, const Lanes g[2],
                                   const Lanes lateral[3], Lanes s[6])
{
  enum { MOST_STEPS = 60 };
  const double accurate = 1e-9; /* of the force EI/L^2; the error is about its square */
  const Lanes  P = x->force[0], scale = length * length * (x->F[28] + x->F[35]);
  Lanes        f[6], N, step = lanes_fill(0);
  LaneMask     inaccurate = step == 0;

  beam_flexibility_forces(x, s, f);
  N = f[0];
  for (int k = 0; k < MOST_STEPS && lanes_any(inaccurate); k++) {
    Bow b[2];

    N += lanes_select(inaccurate, step, lanes_fill(0));
    both_bows(x, length, g, lateral, N, b);
    step       = (f[0] - N + P * (b[0].N + b[1].N)) / (1 - P * (b[0].NN + b[1].NN));
    inaccurate = lanes_abs(step) * scale > accurate;
  }
  s[0] += (N + step - f[0]) / P;
}

/* Subtracts from v the change of F* f, the strains of section forces f of beams, that a change dk
   of the curvatures causes. F* is the flexibility of the element. */
static ALWAYS_INLINE void subtract_change(const BeamFlexibility *x, const Lanes f[6],
                                          const Lanes dk[3], Lanes v[6])
{
  Lanes gradient[6], bent[6], turned[6], u[6], back[6], second[6];

  beam_force_gradient(x->k, f, gradient);
  beam_flexibility_strains(x, gradient, bent);
  cross(f, dk, turned);
  cross(f + 3, dk, turned + 3);
  beam_flexibility_strains(x, turned, u);
  beam_force_gradient_transpose(x->k, u, back);
  cross(dk, bent, second);
  cross(dk, bent + 3, second + 3);
  for (int a = 0; a < 6; a++) v[a] -= back[a] + second[a];
}

/* Subtracts from the section forces of beams at rest the part that bending between the nodes (bows)
   takes from them. */
static ALWAYS_INLINE void subtract_bows_at_rest(const BeamFlexibility *x, Lanes length,
                                                Lanes forces[6])
{
  const Lanes unit[6] = {lanes_fill(1)}, none[2] = {{0}};
  Lanes       axial[6], NN, factor;
  Bow         b[2];

  both_bows(x, length, none, NULL, lanes_fill(0), b);
  beam_flexibility_forces(x, unit, axial);
  NN     = b[0].NN + b[1].NN;
  factor = NN / (1 - axial[0] * NN) * forces[0];
  for (int a = 0; a < 6; a++) forces[a] += factor * axial[a];
}

/* beam_across - Computes the load per length that bends beam elements between their nodes: their
   weight and the loads along them.

   Output:
     in_last  NULL, or [3] the load in the section's axes at the last node
     load     in the axes of the middle section [N/m] */
static ALWAYS_INLINE void beam_across(const ElementGroup *e, const BeamInvariants *v,
                                      const BeamStrain *s, Lanes in_last[3], Lanes load[3])
{
  Lanes vector[3], turned[3];

  for (int c = 0; c < 3; c++) {
    vector[c] = lanes_fill(e->prop[SECTION_MASS] * e->gravity[c]);
    if (e->lateral[0]) vector[c] += lanes_gather(e->lateral, c);
  }
  mat_t_vec(v->R_r, vector, turned);
  mat_t_vec(s->E, turned, load);
  for (int c = 0; c < 3 && in_last; c++) in_last[c] = turned[c];
}

#endif
