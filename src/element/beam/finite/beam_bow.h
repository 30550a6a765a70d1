/* beam_bow.h: how the axial force bends a beam with two nodes between them.

   Besides the constant curvature X and the linear one with the slope X', the line between the
   nodes has bubbles: curvatures in the form of Legendre polynomials of degree 2 to 7, which move
   and turn no node. They cost bending energy, and the axial force N and the load across the element
   do work on them. Their amplitudes are those that make the energy stationary. The even and the odd
   ones are independent. With
     s = 1 + N/EA - N/GA,   N^ = N s,   x = -N^ L^2/(4 EI)
   this adds in each plane of bending the energy G per length. Its even part is
     -L^4/(32 EI) [h . D(x) h - (p + q) . D(0) (p + q)] + N^2 L^2/(24 EA) X^2,
     h = N^ (X, 0, 0) + s p + q,
   where p are the forces on the even bubbles (bow_load_means in bow_load.h) and q the moments,
   which act on the rotation of the section and not on the slope of the line; a uniform load has p =
   (load, 0, 0). The last term is the change of the length of an inclined line.

   In the odd part the linear curvature X' = -6 g/L is an unknown, too, because it depends on the
   axial force if the beam is flexible in shear. Let a = 1/GA, b = L^2/(12 EI), and let the shear
   strain of the chord be e = g (a + b)/b. Then the odd part is the stationary value of
     Q e - a Q^2/2 - s Q g + g^2/(2 b) + 0.6 N^ g^2 + f g - L^4/(1440 EI) t . O(x) t
   with respect to Q and g, with t = N^ (X', 0, 0) + r, less its value for N = 0 and less 0.6 N g^2,
   which the strains have. r are the loads s p + q on the odd bubbles, f that on the curvature X'.

   The matrices D and O, of 3 rows, are inverses of matrices with three diagonals that are linear in
   x. With infinitely many bubbles and x = phi^2, their first entries would satisfy 1 - x/3 - x^2 D
   = phi cot phi,   1 - x/15 - x^2 O/15 = x/(3 (1 - phi cot phi)), which are the stability functions
   (Livesley & Chandler 1956). Beyond x = 7, 2.8 times Euler's load, quadratic functions of x
   continue the entries, because they have poles. docs/theory/beams.md has the reasons. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_FINITE_BEAM_BOW_H
#define FS_ELEMENT_BEAM_FINITE_BEAM_BOW_H

#include "bow_functions.h"
#include "element/beam/varying/beam_flexibility.h"

/* One plane of bending of an element. */
typedef struct {
  double axial, shear, flexibility;    /* 1/EA, 1/GA, 1/EI */
  Lanes  length, X, slope;             /* slope: X' */
  Lanes  p[BOW_SHAPES], q[BOW_SHAPES]; /* the force and the moment on each shape */
} BowPlane;

/* Bow - The energy per length G of bending between the nodes in one plane, and its derivatives by
   the axial force N, the curvature X, its slope X' (S), the forces p and the moments q. Derivatives
   by one even and one odd variable are 0. The members of loads are set for the shapes of the load.
   bend are the derivatives by an even load and X, or by an odd load and X'. */
typedef struct {
  Lanes value, N, NN, X, XN, XX, S, SN, SS;
  Lanes p[BOW_SHAPES], pN[BOW_SHAPES], bend_p[BOW_SHAPES];
  Lanes q[BOW_SHAPES], qN[BOW_SHAPES], bend_q[BOW_SHAPES];
  Lanes pp[2][BOW_ODD][BOW_ODD], pq[2][BOW_ODD][BOW_ODD]; /* of even loads, and of odd ones */
} Bow;

/* BowForm - A part of the energy G, A X^2 + X B . l + l . C l, whose coefficients are functions of
   the axial force. X is a curvature or its slope, and l = s p + q are n loads. Its value for N = 0,
   which is no part of the energy, has the coefficients bend_rest and rest, the diagonal of C. */
typedef struct {
  int         n;
  BowFunction A, B[BOW_ODD], C[BOW_ODD][BOW_ODD];
  Lanes       bend_rest[BOW_ODD], rest[BOW_ODD];
} BowForm;

/* Computes the derivatives of b by the load i of a form. load = s p + q, by_load = dG/dl, and rest
   is their product with the coefficients at N = 0. */
static ALWAYS_INLINE void set_load_slopes(const BowForm *f, int odd, int i, BowFunction s,
                                          BowFunction by_load, Lanes rest, Bow *b)
{
  const int         k    = odd * BOW_EVEN + i;
  const BowFunction by_p = bow_times(s, by_load);

  b->p[k]      = by_p.value - rest;
  b->pN[k]     = by_p.first;
  b->bend_p[k] = s.value * f->B[i].value - f->bend_rest[i];
  for (int j = 0; j < f->n; j++) {
    const Lanes at_rest = i == j ? 2 * f->rest[i] : lanes_fill(0);

    b->pp[odd][i][j] = 2 * s.value * s.value * f->C[i][j].value - at_rest;
    if (f->n > 1) b->pq[odd][i][j] = 2 * s.value * f->C[i][j].value - at_rest;
  }
  if (f->n == 1) return;
  b->q[k]      = by_load.value - rest;
  b->qN[k]     = by_load.first;
  b->bend_q[k] = f->B[i].value - f->bend_rest[i];
}

/* Adds a part of the energy to b, that of even shapes or of odd ones. The derivatives by X are
   stored in by[3], with those by N and by itself. A single load is a force. */
static ALWAYS_INLINE void add_bow_form(const BowForm *f, int odd, const BowPlane *plane,
                                       BowFunction s, Lanes *by[3], Bow *b)
{
  const Lanes X = odd ? plane->slope : plane->X, *p = plane->p + odd * BOW_EVEN,
              *q = plane->q + odd * BOW_EVEN;
  BowFunction load[BOW_ODD];

  b->value += f->A.value * X * X;
  b->N += f->A.first * X * X;
  b->NN += f->A.second * X * X;
  *by[0] = 2 * f->A.value * X;
  *by[1] = 2 * f->A.first * X;
  *by[2] = 2 * f->A.value;
  for (int i = 0; i < f->n; i++) {
    load[i] = bow_scaled(p[i], s);
    if (f->n > 1) load[i].value += q[i];
  }
  for (int i = 0; i < f->n; i++) {
    const Lanes at_rest = f->n > 1 ? p[i] + q[i] : p[i], rest = f->rest[i] * at_rest;
    BowFunction bent = bow_times(f->B[i], load[i]), by_load = bow_scaled(X, f->B[i]), work;

    *by[0] += bent.value - f->bend_rest[i] * at_rest;
    *by[1] += bent.first;
    work = by_load;
    for (int j = 0; j < f->n; j++) work = bow_sum(work, bow_times(f->C[i][j], load[j]));
    by_load = bow_sum(work, bow_sum(work, bow_scaled(lanes_fill(-1), by_load)));
    work    = bow_times(load[i], work);
    b->value += work.value - at_rest * (X * f->bend_rest[i] + rest);
    b->N += work.first;
    b->NN += work.second;
    set_load_slopes(f, odd, i, s, by_load, X * f->bend_rest[i] + 2 * rest, b);
  }
}

/* The axial force N, and s and N^ as functions of N. */
typedef struct {
  BowFunction N, s, force;
} BowForce;

/* Computes the even part of the energy for the first n of the even loads. */
static ALWAYS_INLINE void even_form(int n, const BowPlane *plane, const BowForce *b, BowForm *f)
{
  static const int  diagonal[BOW_EVEN] = {0, 3, 5}; /* of D(0), which has no other entries */
  const Lanes       a                  = plane->length * plane->length * (plane->flexibility / 4);
  const Lanes       factor             = a * plane->length * plane->length / 8;
  const BowFunction x = bow_scaled(-a, b->force), half = bow_scaled(-factor, b->force);
  BowFunction       D[BOW_EVEN][BOW_EVEN];

  bow_matrix(n, &bow_even, x, D);
  f->n = n;
  f->A = bow_times(half, bow_times(b->force, D[0][0]));
  f->A = bow_sum(
    f->A, bow_scaled(plane->length * plane->length * (plane->axial / 24), bow_times(b->N, b->N)));
  for (int i = 0; i < n; i++) {
    const int k = diagonal[i];

    f->B[i] = bow_scaled(lanes_fill(2), bow_times(half, D[0][i]));
    for (int j = 0; j < n; j++) f->C[i][j] = bow_scaled(-factor, D[i][j]);
    f->bend_rest[i] = lanes_fill(0);
    f->rest[i]      = -factor * (bow_even.factor[k] * bow_even.top[k][0] / bow_even.bottom[0]);
  }
}

/* The compliances of the odd part as functions of the axial force: that of g without the shear
   force, b/(1 + b h), the stiffness 1/(a + s^2 free) of the chord's shear strain, and their
   product. */
typedef struct {
  BowFunction free, stiff, share;
} BowShear;

static ALWAYS_INLINE BowShear bow_shear(Lanes bent, double shear, const BowForce *b, BowFunction O)
{
  const BowFunction square = bow_times(b->s, b->s);
  const BowFunction work =
    bow_sum(bow_scaled(lanes_fill(1.2), b->force),
            bow_scaled(-0.6 * bent, bow_times(bow_times(b->force, b->force), O)));
  BowShear f;

  f.free  = bow_scaled(bent, bow_inverse(bow_shifted(bow_scaled(bent, work), lanes_fill(1))));
  f.stiff = bow_inverse(bow_shifted(bow_times(square, f.free), lanes_fill(shear)));
  f.share = bow_times(f.free, f.stiff);
  return f;
}

/* Computes the odd part of the energy for the first n of the odd loads, 0 or all. */
static ALWAYS_INLINE void odd_form(int n, const BowPlane *plane, const BowForce *b, BowForm *f)
{
  static const int diagonal[BOW_EVEN] = {0, 3, 5}; /* of O(0), which has no other entries */
  const Lanes      L = plane->length, bent = L * L * (plane->flexibility / 12);
  const Lanes      whole = bent + plane->shear, part = bent / whole, chord = L * whole / (6 * bent);
  const Lanes      factor = L * L * bent / 120;
  BowFunction      O[BOW_EVEN][BOW_EVEN], e[BOW_ODD] = {
                                            {L / 70, lanes_fill(0), lanes_fill(0)}
  };
  BowShear y;

  bow_matrix(n ? BOW_EVEN : 1, &bow_odd, bow_scaled(-3 * bent, b->force), O);
  y    = bow_shear(bent, plane->shear, b, O[0][0]);
  f->n = n;
  f->A = bow_scaled(chord * chord / 2, bow_shifted(y.stiff, -1 / whole));
  f->A = bow_sum(f->A, bow_scaled(L * L / -60, b->N));
  for (int i = 1; i < n; i++) e[i] = bow_scaled(L * bent / 10, bow_times(b->force, O[0][i - 1]));
  for (int i = 0; i < n; i++) {
    const BowFunction push = bow_times(y.share, e[i]);

    f->B[i] = bow_scaled(-chord, bow_times(b->s, push));
    for (int j = 0; j < n; j++) {
      f->C[i][j] = bow_scaled(lanes_fill(plane->shear / -2), bow_times(push, e[j]));
      if (i && j) f->C[i][j] = bow_sum(f->C[i][j], bow_scaled(-factor, O[i - 1][j - 1]));
    }
    f->bend_rest[i] = lanes_fill(0);
    if (i) {
      const int k = diagonal[i - 1];

      f->rest[i] = -factor * (bow_odd.factor[k] * bow_odd.top[k][0] / bow_odd.bottom[0]);
    } else {
      f->bend_rest[0] = -chord * part * e[0].value;
      f->rest[0]      = -plane->shear / 2 * part * e[0].value * e[0].value;
    }
  }
}

/* beam_bow - Computes the energy G of bending between the nodes of beams in one plane at the axial
   force N, and its derivatives. shapes is 1 for a uniform load, otherwise BOW_SHAPES. */
static ALWAYS_INLINE void beam_bow(int shapes, const BowPlane *plane, Lanes N, Bow *b)
{
  const Lanes rate = lanes_fill(plane->axial - plane->shear);
  BowForce    of   = {
         .N = {N, lanes_fill(1), lanes_fill(0)}
  };
  BowForm f;

  of.s     = bow_composed(bow_factor(rate * N), (BowFunction){rate * N, rate, lanes_fill(0)});
  of.force = bow_times(of.N, of.s);
  b->value = b->N = b->NN = lanes_fill(0);
  even_form(shapes == 1 ? 1 : BOW_EVEN, plane, &of, &f);
  add_bow_form(&f, 0, plane, of.s, (Lanes *[]){&b->X, &b->XN, &b->XX}, b);
  odd_form(shapes == 1 ? 0 : BOW_ODD, plane, &of, &f);
  add_bow_form(&f, 1, plane, of.s, (Lanes *[]){&b->S, &b->SN, &b->SS}, b);
}

/* Computes the energy of bending between the nodes of beams, and its derivatives, for both planes.
   N is the axial force. across is the load across the beams, with x->bows shapes, or NULL. */
static ALWAYS_INLINE void both_bows(const BeamFlexibility *x, Lanes length, const Lanes g[2],
                                    const BeamAcross *across, Lanes N, Bow bow[2])
{
  for (int c = 0; c < 2; c++) {
    BowPlane plane = {.axial       = x->F[0],
                      .shear       = x->F[7 * (1 + c)],
                      .flexibility = x->F[7 * (5 - c)],
                      .length      = length,
                      .X           = c ? -x->k[1] : x->k[2],
                      .slope       = g[c] * (-6 / length)};

    for (int k = 0; k < x->bows; k++) {
      plane.p[k] = across ? across->load[k][1 + c] : lanes_fill(0);
      plane.q[k] = across && across->moments ? across->moment[k][1 + c] : lanes_fill(0);
    }
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

#endif
