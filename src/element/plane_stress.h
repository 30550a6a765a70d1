/* plane_stress.h: laws of plane stress for finite strain, S(C) with C = F^T F [2][2] in an orthonormal basis of the surface,
   at several points at once (math/lanes.h):
     stvk         S = E/(1 - nu^2) ((1 - nu) e + nu tr e), e = (C - 1)/2
     neo_hookean  W = mu/2 (tr C + C33 - 3) - mu ln J + lambda/2 (ln J)^2, J^2 = det C C33.
                  S33 = 0 is lambda ln J = -mu (C33 - 1); hence S = mu (1 - C33 C^-1), and with C33 = e^z
                  (1 - 2 nu)(e^z - 1) + nu (z + ln det C) = 0, which holds up to nu = 1/2.
   Bonet & Wood, Nonlinear Continuum Mechanics for Finite Element Analysis (2008), ch. 6. Functions are inlined: what of
   a Stress is not read need not be computed. */
#ifndef PLANE_STRESS_H
#define PLANE_STRESS_H

#include "math/lanes.h"

/* The law at strains. Components 11, 22, 12. */
typedef struct {
  Lanes e[3];          /* Green's strain */
  Lanes S[3], D[3][3]; /* second Piola-Kirchhoff stress [N/m2]; its derivatives by e11, e22, 2 e12 */
  Lanes det, C33, W;   /* det C; squared stretch of the thickness; energy per reference volume [J/m3] */
} Stress;

/* young [N/m2], nu: Poisson's ratio; s has e and det. */
static INSIDE void stvk(double young, double nu, const Lanes C[3], Stress *s)
{
  const double m = young / (1 - nu * nu), shear = m * (1 - nu) / 2;

  s->S[0]    = m * (s->e[0] + nu * s->e[1]);
  s->S[1]    = m * (s->e[1] + nu * s->e[0]);
  s->S[2]    = 2 * shear * s->e[2];
  s->D[0][0] = s->D[1][1] = lanes_of(m);
  s->D[0][1] = s->D[1][0] = lanes_of(nu * m);
  s->D[2][2]              = lanes_of(shear);
  s->D[0][2] = s->D[2][0] = s->D[1][2] = s->D[2][1] = lanes_of(0);
  s->C33                                            = 1 - nu / (1 - nu) * (C[0] + C[1] - 2);
  s->W                                              = (s->S[0] * s->e[0] + s->S[1] * s->e[1]) / 2 + s->S[2] * s->e[2];
}

/* z = ln C33 and C33, by Newton's method for the last equation of neo_hookean above. Its left side is convex and increasing in
   z: from the first iterate on all are above the root and decrease, so that the iteration converges. It begins at the first
   terms of the series of z by w = -nu/(1 - nu) ln det C, of which small strains need no more. A lane that is done stays as it
   is, whatever the others need. */
static INSIDE Lanes thickness_stretch(double nu, Lanes log_det, Lanes *C33)
{
  const double small = 0.1, second = (1 - 2 * nu) / (2 * (1 - nu)), third = second * (2 * second - 1. / 3);
  const Lanes  w = -nu / (1 - nu) * log_det;
  Lanes        z = lanes_select(lanes_abs(w) < small, w * (1 - w * (second - w * third)), w), change = lanes_of(0);
  Which        goes = change == 0;

  *C33 = lanes_exp(z);
  for (int k = 0; k < 100; k++) {
    const Lanes step = ((1 - 2 * nu) * (*C33 - 1) + nu * (z + log_det)) / ((1 - 2 * nu) * *C33 + nu);

    change = lanes_select(goes, step, change);
    z      = lanes_select(goes, z - step, z);
    goes &= lanes_abs(step) > 1e-8; /* the error is of the order of the last step squared */
    if (!lanes_any(goes)) break;
    *C33 = lanes_select(goes, lanes_exp(z), *C33);
  }
  *C33 = lanes_select(goes, lanes_of(NAN), *C33 * (1 - change)); /* as exact as z */
  return z;
}

/* The same. */
static INSIDE void neo_hookean(double young, double nu, const Lanes C[3], Stress *s)
{
  const double mu      = young / (2 * (1 + nu));
  const Lanes  log_det = lanes_log(s->det), z = thickness_stretch(nu, log_det, &s->C33), log_J = (z + log_det) / 2;
  const Lanes  inverse = 1 / s->det, V[3] = {C[1] * inverse, C[0] * inverse, -C[2] * inverse}; /* C^-1: 11, 22, 12 */
  Lanes        k, m;

  for (int a = 0; a < 3; a++) s->S[a] = mu * ((a < 2) - s->C33 * V[a]);
  s->W = mu / 2 * (C[0] + C[1] + s->C33 - 3 - (s->C33 + 1) * log_J); /* lambda ln J replaced by -mu (C33 - 1) */

  /* dz = -k C^-1 : dC and d(C^-1) = -C^-1 dC C^-1: dS = 2 mu C33 (k C^-1 (C^-1 : de) + C^-1 de C^-1) */
  k          = nu / (nu + (1 - 2 * nu) * s->C33);
  m          = 2 * mu * s->C33;
  s->D[0][0] = m * (k + 1) * V[0] * V[0];
  s->D[1][1] = m * (k + 1) * V[1] * V[1];
  s->D[0][1] = s->D[1][0] = m * (k * V[0] * V[1] + V[2] * V[2]);
  s->D[0][2] = s->D[2][0] = m * (k + 1) * V[0] * V[2];
  s->D[1][2] = s->D[2][1] = m * (k + 1) * V[1] * V[2];
  s->D[2][2]              = m * (k * V[2] * V[2] + (V[0] * V[1] + V[2] * V[2]) / 2);
}

#endif
