/* bushing_swing.c: computes swing and twist of a bushing that turns freely about one axis. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "bushing_swing.h"
#include <math.h>
#include <string.h>
#include "math/rotation.h"
#include "math/vector.h"

enum { N = JOINT_DOFS, TURN1 = 3, TURN2 = 9 };

/* Computes alpha / sin(alpha) with c = cos(alpha), and its first two derivatives by c. Near c = 1
   by the series sum n!/(2n + 1)!! (1 - c)^n. */
static void swing_factor(double c, double g[3])
{
  const double x = 1 - c, near = 0.1, s2 = (1 - c) * (1 + c);
  double       term = 1, power = 1;

  if (x >= near) {
    g[0] = acos(c < -1 ? -1 : c) / sqrt(s2);
    g[1] = (c * g[0] - 1) / s2;
    g[2] = (g[0] + 3 * c * g[1]) / s2;
    return;
  }
  memset(g, 0, 3 * sizeof *g);
  for (int n = 0; n < 16; n++) { /* term: the coefficient; power: x^n */
    if (n) term *= n / (2. * n + 1);
    g[0] += term * power;
    if (n + 1 < 16) g[1] -= (n + 1) * term * (n + 1) / (2. * n + 3) * power;
    if (n + 2 < 16)
      g[2] += (n + 2.) * (n + 1.) * term * (n + 1) / (2. * n + 3) * (n + 2) / (2. * n + 5) * power;
    power *= x;
  }
}

void bushing_swing(const JointState *s, const double e[3], BushingSwing *b)
{
  double q[2][4] = {
    {1, 0, 0, 0},
    {1, 0, 0, 0}
  };

  for (int n = 0; n < 2; n++)
    if (s->node[n]) memcpy(q[n], s->node[n]->q, sizeof q[n]);
  rotation_relative(q[0], q[1], q[0]);
  rotation_matrix(q[0], b->R);
  memcpy(b->e, e, sizeof b->e);
  mat_vec(b->R, e, b->a);
  cross(e, b->a, b->ea);
  b->c = dot(e, b->a);
  swing_factor(b->c, b->g);
  mat_vec(b->R, s->node[1]->w, b->turned);
  for (int i = 0; i < 3; i++) b->w[i] = b->turned[i] - (s->node[0] ? s->node[0]->w[i] : 0);
}

/* Computes the rate of the swing, plus e times that of the twist, for the relative spin w. */
static void strain_rate(const BushingSwing *b, const double w[3], double rate[3])
{
  double ad[3], ead[3], twist = 0;

  cross(w, b->a, ad);
  cross(b->e, ad, ead);
  for (int i = 0; i < 3; i++) twist += (b->e[i] + b->a[i]) * w[i] / (1 + b->c);
  for (int i = 0; i < 3; i++)
    rate[i] = b->g[1] * dot(b->e, ad) * b->ea[i] + b->g[0] * ead[i] + twist * b->e[i];
}

/* Computes the relative spin of column k of node n: R e_k, or -e_k. */
static void relative_spin(const BushingSwing *b, int n, int k, double spin[3])
{
  for (int i = 0; i < 3; i++) spin[i] = n ? b->R[3 * i + k] : -(double)(i == k);
}

void bushing_swing_gradient(const BushingSwing *b, const JointState *s, double J[3][N])
{
  memset(J, 0, 3 * N * sizeof **J);
  for (int n = 0; n < 2; n++)
    for (int k = 0; k < 3 && s->node[n]; k++) {
      double spin[3], rate[3];

      relative_spin(b, n, k, spin);
      strain_rate(b, spin, rate);
      for (int i = 0; i < 3; i++) J[i][(n ? TURN2 : TURN1) + k] = rate[i];
    }
}

/* Computes the moment m of f on the second node, and its change for a relative spin. */
static void moment_change(const BushingSwing *b, const double f[3], const double spin[3],
                          double m[3], double dm[3])
{
  const double along = dot(f, b->e), half = 1 / (1 + b->c);
  double       p[3], q[3], dq[3], da[3], aq[3], daq[3], adq[3];

  cross(f, b->e, p);
  cross(spin, b->a, da);
  for (int i = 0; i < 3; i++) {
    q[i]  = b->g[1] * dot(p, b->a) * b->e[i] + b->g[0] * p[i];
    dq[i] = (b->g[2] * dot(b->e, da) * dot(p, b->a) + b->g[1] * dot(p, da)) * b->e[i] +
            b->g[1] * dot(b->e, da) * p[i];
  }
  cross(b->a, q, aq);
  cross(da, q, daq);
  cross(b->a, dq, adq);
  for (int i = 0; i < 3; i++) {
    m[i]  = aq[i] + along * half * (b->e[i] + b->a[i]);
    dm[i] = daq[i] + adq[i] + along * half * (da[i] - half * dot(b->e, da) * (b->e[i] + b->a[i]));
  }
}

void bushing_swing_stiffness(const BushingSwing *b, const JointState *s, const double f[3],
                             double K[])
{
  for (int n = 0; n < 2; n++)
    for (int k = 0; k < 3 && s->node[n]; k++) {
      const int column = (n ? TURN2 : TURN1) + k;
      double    spin[3], m[3], dm[3], turned[3];

      relative_spin(b, n, k, spin);
      moment_change(b, f, spin, m, dm);
      cross(spin, m, turned);
      for (int i = 0; i < 3; i++) {
        if (s->node[0]) K[N * (TURN1 + i) + column] -= dm[i];
        for (int l = 0; l < 3; l++)
          K[N * (TURN2 + i) + column] += b->R[3 * l + i] * (dm[l] - turned[l]);
      }
    }
}

/* Computes the change of strain_rate at fixed velocities of the nodes, for a relative spin. */
static void strain_rate_change(const BushingSwing *b, const double spin[3], double change[3])
{
  const double half = 1 / (1 + b->c);
  double       da[3], dw[3], ad[3], dwa[3], wda[3], dad[3], eda[3], ead[3], edad[3], twist = 0;

  cross(spin, b->a, da);
  cross(spin, b->turned, dw);
  cross(b->w, b->a, ad);
  cross(dw, b->a, dwa);
  cross(b->w, da, wda);
  for (int i = 0; i < 3; i++) dad[i] = dwa[i] + wda[i];
  cross(b->e, da, eda);
  cross(b->e, ad, ead);
  cross(b->e, dad, edad);
  for (int i = 0; i < 3; i++)
    twist += half * (da[i] * b->w[i] + (b->e[i] + b->a[i]) * dw[i] -
                     half * dot(b->e, da) * (b->e[i] + b->a[i]) * b->w[i]);
  for (int i = 0; i < 3; i++)
    change[i] = (b->g[2] * dot(b->e, da) * dot(b->e, ad) + b->g[1] * dot(b->e, dad)) * b->ea[i] +
                b->g[1] * (dot(b->e, ad) * eda[i] + dot(b->e, da) * ead[i]) + b->g[0] * edad[i] +
                twist * b->e[i];
}

void bushing_swing_rate_slope(const BushingSwing *b, const JointState *s, double D[3][N])
{
  memset(D, 0, 3 * N * sizeof **D);
  for (int n = 0; n < 2; n++)
    for (int k = 0; k < 3 && s->node[n]; k++) {
      double spin[3], change[3];

      relative_spin(b, n, k, spin);
      strain_rate_change(b, spin, change);
      for (int i = 0; i < 3; i++) D[i][(n ? TURN2 : TURN1) + k] = change[i];
    }
}
