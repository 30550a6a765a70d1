/* winch.c: implements the mass of trusses and cables whose unstrained length changes.

   The mass m is the mass per length times the unstrained length. Mass that a winch pays out enters
   with the velocity v1 of the first node, and mass that it takes in leaves with this velocity. With
   the mass matrix A of a unit mass, the nodal forces are the change of momentum less the momentum
   that enters,
     A (m a + dm/dt (v - v1)). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernels.h"

/* Returns entry ij of A. */
static double share(int lumped, int i, int j)
{
  if (lumped == MASS_LUMPED) return i == j ? 0.5 : 0;
  return i == j ? 1. / 3 : 1. / 6;
}

void winch_forces(const WinchMass *m, const ElementState *e, double r[], double K[], double C[],
                  double M[])
{
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      const double     A    = share(m->lumped, i, j);
      const NodeState *node = e->node[j], *first = e->node[0];

      for (int c = 0; c < 3; c++) {
        const int row = 6 * (3 * i + c);

        r[3 * i + c] +=
          A * (m->mass * (node->a[c] - e->gravity[c]) + m->rate * (node->v[c] - first->v[c]));
        if (!K) continue;
        M[row + 3 * j + c] += A * m->mass;
        C[row + 3 * j + c] += A * m->rate;
        C[row + c] -= A * m->rate;
      }
    }
}

void winch_momentum(const WinchMass *m, const ElementState *e, double p[])
{
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int c = 0; c < 3; c++)
        p[3 * i + c] += share(m->lumped, i, j) * m->mass * e->node[j]->v[c];
}
