/* beam_bow.h: how the axial force bends a beam with two nodes between them.

   Besides the constant curvature X and the linear one with the slope X', the line between the
   nodes has bubbles: curvatures in the form of Legendre polynomials of degree 2 to 7, which move
   and turn no node. They cost bending energy, and the axial force N and the load across the element
   do work on them. Their amplitudes are those that make the energy stationary. The even and the odd
   ones are independent. In each plane of bending this adds to the energy per length
     G = -L^4/(32 EI) [h . D(x) h - p . D(0) p] - L^4/(1440 EI) [t . O(x) t - r . O(0) r],
     h = N^ (X, 0, 0) + s p,   t = N^ (X', 0, 0) + s r,
     X' = -6 g/L,   s = 1 - N/GA,   N^ = N s,   x = -N^ L^2/(4 EI).
   p and r are the loads on the even and the odd bubbles (bow_load_means in bow_load.h); a uniform
   load has p = (load, 0, 0) and r = 0. The matrices D and O, of 3 rows, are inverses of matrices
   with three diagonals that are linear in x. With infinitely many bubbles and x = phi^2, their
   first entries would satisfy 1 - x/3 - x^2 D = phi cot phi,   1 - x/15 - x^2 O/15 = x/(3 (1 - phi
   cot phi)), which are the stability functions (Livesley & Chandler 1956). Beyond x = MOST, 2.8
   times Euler's load, quadratic functions of x continue the entries, because they have poles.
   docs/theory/beams.md has the reasons. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_FINITE_BEAM_BOW_H
#define FS_ELEMENT_BEAM_FINITE_BEAM_BOW_H

#include "element/beam/varying/beam_flexibility.h"

/* One plane of bending of an element. */
typedef struct {
  double flexibility, shear;              /* 1/EI, 1/GA */
  Lanes  length, X, slope, p[BOW_SHAPES]; /* slope: X'; p: the load on each bubble */
} BowPlane;

/* Bow - The energy per length G of bending between the nodes in one plane, and its derivatives by
   the axial force N, the curvature X, its slope X' (S) and the loads p. Derivatives by one even and
   one odd variable are 0. The members of loads are set for the shapes of the load. */
typedef struct {
  Lanes value, N, NN, X, XN, XX, S, SN, SS, p[BOW_SHAPES], pN[BOW_SHAPES];
  Lanes bend[BOW_SHAPES];          /* by an even load and X, or by an odd load and X' */
  Lanes pp[2][BOW_HALF][BOW_HALF]; /* of even loads, and of odd ones */
} Bow;

/* An entry of D(x) or O(x), and derivatives. */
typedef struct {
  Lanes value, first, second;
} BowFunction;

/* BowEntries - The entries of D or O as fractions of polynomials in x: factor * top / bottom. The
   entries are those of rows and columns 00, 01, 02, 11, 12, 22. */
typedef struct {
  double bottom[4], factor[6], top[6][3];
} BowEntries;

static const BowEntries bow_even = {
  {225225,     -30030,          770,         -4           },
  { 11. / 9,         13. / 15,           13. / 9,     13. / 5,    13. / 3, 1183. / 45},
  { {4095, -156, 1}, {0, -165, 2}, {0, 0, 1}, {3465, -372, 4}, {0, -21, 2}, {495, -60, 1}}
};
static const BowEntries bow_odd = {
  {1044225,    -73710,          1170,        -4             },
  { 39. / 11,        15. / 7,         255. / 77,     33. / 7,     51. / 7, 6885. / 539},
  { {8415, -220, 1}, {0, -221, 2}, {0, 0, 1}, {9945, -532, 4}, {0, -45, 2}, {5005, -308, 3}}
};

/* Computes f[3], the values and first and second derivatives of a polynomial of degree n. */
static ALWAYS_INLINE void bow_polynomial(int n, const double c[], Lanes x, Lanes f[3])
{
  f[0] = c[n] * x + c[n - 1];
  f[1] = lanes_fill(c[n]);
  f[2] = lanes_fill(0);
  for (int k = n - 2; k >= 0; k--) {
    f[2] = f[2] * x + 2 * f[1];
    f[1] = f[1] * x + f[0];
    f[0] = f[0] * x + c[k];
  }
}

/* Computes the first n rows and columns of D or O. */
static ALWAYS_INLINE void bow_functions(int n, const BowEntries *entries, Lanes x,
                                        BowFunction M[BOW_HALF][BOW_HALF])
{
  const Lanes most = lanes_fill(7), y = lanes_select(x < most, x, most), beyond = x - y;
  Lanes       bottom[3], inverse;
  int         k = 0;

  bow_polynomial(3, entries->bottom, y, bottom);
  inverse = 1 / bottom[0];
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++, k++) {
      BowFunction *f = &M[i][j];
      Lanes        top[3];

      bow_polynomial(2, entries->top[k], y, top);
      f->value  = top[0] * inverse;
      f->first  = (top[1] - f->value * bottom[1]) * inverse;
      f->second = (top[2] - 2 * f->first * bottom[1] - f->value * bottom[2]) * inverse;
      f->value += beyond * (f->first + beyond * f->second / 2);
      f->first += beyond * f->second;
      f->value *= entries->factor[k], f->first *= entries->factor[k];
      f->second *= entries->factor[k];
      M[j][i] = *f;
    }
}

/* BowHalf - One of the two parts of the energy G of a plane, -factor q . M(x) q with the load q
   across the line, and its derivatives by N and by q. */
typedef struct {
  Lanes value, N, NN, q[BOW_HALF], qN[BOW_HALF], qq[BOW_HALF][BOW_HALF];
} BowHalf;

/* Computes h = -factor q(N) . M(x(N)) q(N) and its derivatives by the axial force N. x[3] and
   q[n][3] have the value and the first and second derivative by N. */
static ALWAYS_INLINE void bow_half(int n, Lanes factor, BowFunction M[BOW_HALF][BOW_HALF],
                                   const Lanes x[3], Lanes q[BOW_HALF][3], BowHalf *h)
{
  h->value = h->N = h->NN = lanes_fill(0);
  for (int i = 0; i < n; i++) {
    h->q[i] = h->qN[i] = lanes_fill(0);
    for (int j = 0; j < n; j++) {
      const BowFunction *f     = &M[i][j];
      const Lanes        slope = f->first * x[1];
      const Lanes        curve = f->second * x[1] * x[1] + f->first * x[2];

      h->value -= factor * f->value * q[i][0] * q[j][0];
      h->N -= factor * q[i][0] * (slope * q[j][0] + 2 * f->value * q[j][1]);
      h->NN -= factor * (curve * q[i][0] * q[j][0] + 4 * slope * q[i][0] * q[j][1] +
                         2 * f->value * (q[i][1] * q[j][1] + q[i][0] * q[j][2]));
      h->q[i] -= 2 * factor * f->value * q[j][0];
      h->qN[i] -= 2 * factor * (slope * q[j][0] + f->value * q[j][1]);
      h->qq[i][j] = -2 * factor * f->value;
    }
  }
}

/* The axial force: s, N^ and x, each with its first and second derivative by N. */
typedef struct {
  Lanes s[3], force[3], x[3];
} BowForce;

/* Computes s = 1 + u and its derivatives by u. Far beyond the strains of real sections s returns to
   1, so that it stays positive and N^ grows with N: with v = 4 u^2, u has the factor
   (1 + v + v^2)/(1 + v + v^2 + v^3), which differs from 1 by 5e-8 at u = 0.03. */
static ALWAYS_INLINE void bow_factor(Lanes u, Lanes s[3])
{
  static const double c[4] = {1, 1, 1, 1};
  const Lanes         v    = 4 * u * u;
  Lanes               top[3], bottom[3], inverse, value, first, second;

  bow_polynomial(2, c, v, top);
  bow_polynomial(3, c, v, bottom);
  inverse = 1 / bottom[0];
  value   = top[0] * inverse;
  first   = (top[1] - value * bottom[1]) * inverse;
  second  = (top[2] - 2 * first * bottom[1] - value * bottom[2]) * inverse;
  s[0]    = 1 + u * value;
  s[1]    = value + 2 * v * first;
  s[2]    = 8 * u * (3 * first + 2 * v * second);
}

/* Adds one half of the energy of bending between the nodes to b: the even one, or the odd one if
   odd is 1. shapes is 1 for a uniform load. The derivatives by X or X', which is bent, are stored
   in by[3], with those by N and by itself. */
static ALWAYS_INLINE void add_bow_half(int shapes, int odd, Lanes factor, Lanes bent,
                                       const Lanes p[], const BowForce *f, Lanes *by[3], Bow *b)
{
  static const int  diagonal[BOW_HALF] = {0, 3, 5}; /* of D(0) and O(0), which have no others */
  const BowEntries *entries            = odd ? &bow_odd : &bow_even;
  const int         n = shapes == 1 ? 1 : BOW_HALF, loads = shapes == 1 && odd ? 0 : n;
  const int         first = odd * BOW_HALF;
  BowFunction       M[BOW_HALF][BOW_HALF];
  Lanes             q[BOW_HALF][3] = {
                {f->force[0] * bent, f->force[1] * bent, f->force[2] * bent}
  };
  BowHalf h;

  bow_functions(n, entries, f->x[0], M);
  for (int i = 0; i < loads; i++)
    for (int k = 0; k < 3; k++) q[i][k] += f->s[k] * p[first + i];
  bow_half(n, factor, M, f->x, q, &h);
  b->value += h.value;
  b->N += h.N;
  b->NN += h.NN;
  *by[0] = h.q[0] * f->force[0];
  *by[1] = h.qN[0] * f->force[0] + h.q[0] * f->force[1];
  *by[2] = h.qq[0][0] * f->force[0] * f->force[0];
  for (int i = 0; i < loads; i++) {
    const int    k       = diagonal[i];
    const double at_rest = entries->factor[k] * entries->top[k][0] / entries->bottom[0];

    b->p[first + i]    = h.q[i] * f->s[0];
    b->pN[first + i]   = h.qN[i] * f->s[0] + h.q[i] * f->s[1];
    b->bend[first + i] = h.qq[0][i] * f->force[0] * f->s[0];
    for (int j = 0; j < loads; j++) b->pp[odd][i][j] = h.qq[i][j] * f->s[0] * f->s[0];
    b->value += at_rest * factor * p[first + i] * p[first + i];
    b->p[first + i] += 2 * at_rest * factor * p[first + i];
    b->pp[odd][i][i] += 2 * at_rest * factor;
  }
}

/* beam_bow - Computes the energy G of bending between the nodes of beams in one plane at the axial
   force N, and its derivatives. shapes is 1 for a uniform load, otherwise BOW_SHAPES. */
static ALWAYS_INLINE void beam_bow(int shapes, const BowPlane *plane, Lanes N, Bow *b)
{
  const Lanes L2 = plane->length * plane->length, a = L2 * (plane->flexibility / 4);
  BowForce    f;

  bow_factor(-plane->shear * N, f.s);
  f.s[1] *= -plane->shear;
  f.s[2] *= plane->shear * plane->shear;
  f.force[0] = N * f.s[0];
  f.force[1] = f.s[0] + N * f.s[1];
  f.force[2] = 2 * f.s[1] + N * f.s[2];
  for (int k = 0; k < 3; k++) f.x[k] = -a * f.force[k];
  b->value = b->N = b->NN = lanes_fill(0);
  add_bow_half(shapes, 0, a * L2 / 8, plane->X, plane->p, &f, (Lanes *[]){&b->X, &b->XN, &b->XX},
               b);
  add_bow_half(shapes, 1, a * L2 / 360, plane->slope, plane->p, &f,
               (Lanes *[]){&b->S, &b->SN, &b->SS}, b);
}

/* Computes the energy of bending between the nodes of beams, and its derivatives, for both planes.
   N is the axial force. across is the load across the beams, with x->bows shapes, or NULL. */
static ALWAYS_INLINE void both_bows(const BeamFlexibility *x, Lanes length, const Lanes g[2],
                                    const BeamAcross *across, Lanes N, Bow bow[2])
{
  for (int c = 0; c < 2; c++) {
    BowPlane plane = {.flexibility = x->F[7 * (5 - c)],
                      .shear       = x->F[7 * (1 + c)],
                      .length      = length,
                      .X           = c ? -x->k[1] : x->k[2],
                      .slope       = g[c] * (-6 / length)};

    for (int k = 0; k < x->bows; k++) plane.p[k] = across ? across->load[k][1 + c] : lanes_fill(0);
    beam_bow(x->bows, &plane, N, &bow[c]);
  }
}

/* Adds the bows' part of the axial strain to s[0], so that the axial force N satisfies
     N = (P s)[0] + P[0] dG/dN(N),
   whose right-hand side decreases with N: Newton's method. Lanes that have converged stay as they
   are, so that no lane depends on the others. A lane that does not converge becomes NAN, which
   fails the evaluation of the element. */
static ALWAYS_INLINE void add_bows(const BeamFlexibility *x, Lanes length, const Lanes g[2],
                                   const BeamAcross *across, Lanes s[6])
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
    both_bows(x, length, g, across, N, b);
    step       = (f[0] - N + P * (b[0].N + b[1].N)) / (1 - P * (b[0].NN + b[1].NN));
    inaccurate = lanes_abs(step) * scale > accurate;
  }
  s[0] += lanes_select(inaccurate, lanes_fill(NAN), (N + step - f[0]) / P);
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

/* Returns 1 if the loads of all LANES elements across them are uniform, otherwise BOW_SHAPES. */
static ALWAYS_INLINE int bow_shapes(const ElementGroup *e)
{
  if (!e->lateral[0]) return 1;
  for (int lane = 0; lane < LANES; lane++)
    for (int k = 3; k < 3 * BOW_SHAPES; k++)
      if (e->lateral[lane][k] != 0) return BOW_SHAPES;
  return 1;
}

/* beam_across - Computes the load that bends beam elements between their nodes: their weight and
   the loads along them.

   Output:
     in_last  NULL, or the load of each shape in the section's axes at the last node
     across   the load */
static ALWAYS_INLINE void beam_across(const ElementGroup *e, const BeamInvariants *v,
                                      const BeamStrain *s, Lanes in_last[BOW_SHAPES][3],
                                      BeamAcross *across)
{
  across->shapes = bow_shapes(e);
  for (int k = 0; k < across->shapes; k++) {
    Lanes vector[3], turned[3];

    for (int c = 0; c < 3; c++) {
      vector[c] = lanes_fill(k ? 0 : e->prop[SECTION_MASS] * e->gravity[c]);
      if (e->lateral[0]) vector[c] += lanes_gather(e->lateral, 3 * k + c);
    }
    mat_t_vec(v->R_r, vector, turned);
    mat_t_vec(s->E, turned, across->load[k]);
    for (int c = 0; c < 3 && in_last; c++) in_last[k][c] = turned[c];
  }
}

#endif
