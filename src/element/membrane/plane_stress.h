/* plane_stress.h: laws of plane stress for finite strain, at several points at once.

   A law is a function S(C), with C = F^T F [2][2] in an orthonormal basis of the surface, Young's
   modulus E and Poisson's ratio nu:
     stvk         S = E/(1 - nu^2) ((1 - nu) e + nu tr e), e = (C - 1)/2
     neo_hookean  W = mu/2 (tr C + C33 - 3) - mu ln J + lambda/2 (ln J)^2, J^2 = det C C33.
                  S33 = 0 means lambda ln J = -mu (C33 - 1). Hence S = mu (1 - C33 C^-1), and
                  z = ln C33 solves (1 - 2 nu)(exp(z) - 1) + nu (z + ln det C) = 0.
                  This equation is valid up to nu = 1/2. With nu < 0, lambda is negative and the
                  equation has two solutions or none; the larger one is that of small strains
   Bonet & Wood, Nonlinear Continuum Mechanics for Finite Element Analysis (2008), ch. 6. The
   functions are inlined, so that unused members of a Stress are not computed. The iteration for C33
   treats n points together, so that their logarithms, exponentials and quotients overlap. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_MEMBRANE_PLANE_STRESS_H
#define FS_ELEMENT_MEMBRANE_PLANE_STRESS_H

#include "math/lanes.h"

/* Stretches of the surface and of its thickness. */
typedef struct {
  Lanes C[3], det; /* components 11, 22, 12; det C */
  Lanes C33;       /* squared stretch of the thickness */
  Lanes log_J;     /* ln J, for neo_hookean */
} Stretch;

/* Stresses and energy of a law. The components are 11, 22, 12. */
typedef struct {
  Lanes e[3];    /* Green's strain */
  Lanes S[3];    /* second Piola-Kirchhoff stress [N/m2] */
  Lanes D[3][3]; /* derivatives of S by e11, e22, 2 e12 [N/m2] */
  Lanes W;       /* energy per reference volume [J/m3] */
} Stress;

/* stvk - Computes stresses S, their derivatives D and the energy W of the St. Venant-Kirchhoff law
   in plane stress from the strains s->e.

   Input:
     young  Young's modulus [N/m2]
     nu     Poisson's ratio */
static ALWAYS_INLINE void stvk(double young, double nu, Stress *s)
{
  const double m = young / (1 - nu * nu), shear = m * (1 - nu) / 2;

  s->S[0]    = m * (s->e[0] + nu * s->e[1]);
  s->S[1]    = m * (s->e[1] + nu * s->e[0]);
  s->S[2]    = 2 * shear * s->e[2];
  s->D[0][0] = s->D[1][1] = lanes_fill(m);
  s->D[0][1] = s->D[1][0] = lanes_fill(nu * m);
  s->D[2][2]              = lanes_fill(shear);
  s->D[0][2] = s->D[2][0] = s->D[1][2] = s->D[2][1] = lanes_fill(0);
  s->W = (s->S[0] * s->e[0] + s->S[1] * s->e[1]) / 2 + s->S[2] * s->e[2];
}

/* stvk_thickness - Computes C33, the squared stretch of the thickness in the St. Venant-Kirchhoff
   law, from the stretches C of the surface, at n times LANES points. nu is Poisson's ratio. */
static ALWAYS_INLINE void stvk_thickness(double nu, int n, Stretch at[])
{
  for (int g = 0; g < n; g++) at[g].C33 = 1 - nu / (1 - nu) * (at[g].C[0] + at[g].C[1] - 2);
}

/* Returns Newton's step for z = ln C33, the logarithm of the squared stretch of the thickness in
   the neo-Hookean law, whose equation is at the top of this file. */
static ALWAYS_INLINE Lanes thickness_step(double nu, Lanes log_det, Lanes z, Lanes C33)
{
  return ((1 - 2 * nu) * (C33 - 1) + nu * (z + log_det)) / ((1 - 2 * nu) * C33 + nu);
}

/* neo_hookean_thickness - Computes C33 and ln J = (z + ln det C)/2 from det C at n <= 4 times LANES
   points.

   The equation for z = ln C33 is at the top of this file. Its left side f is convex in z. With
   nu >= 0 it is increasing. With nu < 0 it is increasing above its minimum, where C33 is below 1/3,
   and the start is above the minimum. After the first iterate all iterates are above the root and
   decrease, so the iteration converges. With nu < 0 there is no root if the surface is compressed
   too far, to 0.45 of its area with nu = -0.5; C33 is NAN then. It starts from a series of z in
   powers of w = -nu/(1 - nu) ln det C, whose first terms suffice for small strains. A converged
   lane does not change, even if other lanes need more iterations. C33 is NAN in lanes that do not
   converge. */
static ALWAYS_INLINE void neo_hookean_thickness(double nu, int n, Stretch at[])
{
  enum { MAX_POINTS = 4 };
  const double small = 0.1, second = (1 - 2 * nu) / (2 * (1 - nu)),
               third = second * (2 * second - 1. / 3);
  /* The iteration for z = ln C33 ends when its last step, which is relative to C33, is below this.
     The error is of the order of this step squared, 1e-16. */
  const double done = 1e-8;
  Lanes        log_det[MAX_POINTS], z[MAX_POINTS], C33[MAX_POINTS], change[MAX_POINTS];
  LaneMask     active[MAX_POINTS], any_active = {0};

  for (int g = 0; g < n; g++) log_det[g] = lanes_log(at[g].det);
  for (int g = 0; g < n; g++) {
    const Lanes w = -nu / (1 - nu) * log_det[g];

    z[g] = lanes_select(lanes_abs(w) < small, w * (1 - w * (second - w * third)), w);
  }
  for (int g = 0; g < n; g++) C33[g] = lanes_exp(z[g]);
  for (int g = 0; g < n; g++) {
    change[g] = thickness_step(nu, log_det[g], z[g], C33[g]);
    z[g] -= change[g];
    active[g] = lanes_abs(change[g]) > done;
    any_active |= active[g];
  }
  for (int k = 0; k < 100 && lanes_any(any_active); k++) {
    any_active = (LaneMask){0};
    for (int g = 0; g < n; g++) {
      Lanes step;

      C33[g]    = lanes_select(active[g], lanes_exp(z[g]), C33[g]);
      step      = thickness_step(nu, log_det[g], z[g], C33[g]);
      change[g] = lanes_select(active[g], step, change[g]);
      z[g]      = lanes_select(active[g], z[g] - step, z[g]);
      active[g] &= lanes_abs(step) > done;
      any_active |= active[g];
    }
  }
  for (int g = 0; g < n; g++) {
    at[g].C33 =
      lanes_select(active[g], lanes_fill(NAN), C33[g] * (1 - change[g])); /* as exact as z */
    at[g].log_J = (z[g] + log_det[g]) / 2;
  }
}

/* neo_hookean - Computes stresses S, their derivatives D and the energy W of the neo-Hookean law in
   plane stress from all stretches, including C33 and log_J.

   Input:
     young  Young's modulus [N/m2]
     nu     Poisson's ratio */
static ALWAYS_INLINE void neo_hookean(double young, double nu, const Stretch *at, Stress *s)
{
  const double mu      = young / (2 * (1 + nu));
  const Lanes  inverse = 1 / at->det;
  const Lanes  V[3]    = {at->C[1] * inverse, at->C[0] * inverse,
                          -at->C[2] * inverse}; /* C^-1: 11, 22, 12 */
  Lanes        k, m;

  for (int a = 0; a < 3; a++) s->S[a] = mu * ((a < 2) - at->C33 * V[a]);
  s->W = mu / 2 *
         (at->C[0] + at->C[1] + at->C33 - 3 -
          (at->C33 + 1) * at->log_J); /* lambda ln J is replaced by -mu (C33 - 1) */

  /* Derivatives of S: dz = -k C^-1 : dC and d(C^-1) = -C^-1 dC C^-1 give dS = 2 mu C33 (k C^-1
     (C^-1 : de) + C^-1 de C^-1) */
  k          = nu / (nu + (1 - 2 * nu) * at->C33);
  m          = 2 * mu * at->C33;
  s->D[0][0] = m * (k + 1) * V[0] * V[0];
  s->D[1][1] = m * (k + 1) * V[1] * V[1];
  s->D[0][1] = s->D[1][0] = m * (k * V[0] * V[1] + V[2] * V[2]);
  s->D[0][2] = s->D[2][0] = m * (k + 1) * V[0] * V[2];
  s->D[1][2] = s->D[2][1] = m * (k + 1) * V[1] * V[2];
  s->D[2][2]              = m * (k * V[2] * V[2] + (V[0] * V[1] + V[2] * V[2]) / 2);
}

/* right_stretch - Computes the right stretch tensor U, whose square is C = 1 + 2 e, from Green's
   strain e and root = sqrt(det C): U = (C + root) / sqrt(tr C + 2 root). Tensors have the
   components 11, 22, 12. */
static inline void right_stretch(const Lanes e[3], Lanes root, Lanes U[3])
{
  const Lanes scale = 1 / lanes_sqrt(2 * (e[0] + e[1] + 1 + root));

  U[0] = scale * (2 * e[0] + 1 + root);
  U[1] = scale * (2 * e[1] + 1 + root);
  U[2] = scale * 2 * e[2];
}

/* push_forward - Computes the components 11, 22, 12 of U S U, the Cauchy stress times J in axes
   that turn with the material, from the right stretch U and the second Piola-Kirchhoff stress S. */
static inline void push_forward(const Lanes U[3], const Lanes S[3], Lanes USU[3])
{
  USU[0] = U[0] * U[0] * S[0] + U[2] * U[2] * S[1] + 2 * U[0] * U[2] * S[2];
  USU[1] = U[2] * U[2] * S[0] + U[1] * U[1] * S[1] + 2 * U[1] * U[2] * S[2];
  USU[2] = U[0] * U[2] * S[0] + U[1] * U[2] * S[1] + (U[0] * U[1] + U[2] * U[2]) * S[2];
}

#endif
