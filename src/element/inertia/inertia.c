/* inertia.c: implements the momentum and the inertia matrix of a mass that rotates with a node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element/kernels.h"
#include "math/vector.h"

enum { FORCE = 0, MOMENT = 3 }; /* positions among the six dofs of a node */

void inertia_momentum(const ElementState *e, int i, const double s[3], const double J[9],
                      double p[])
{
  const NodeState *node = e->node[i];
  const int        at   = 6 * i;
  double           Jw[3], ws[3], Rws[3], Rv[3], sv[3];

  mat_vec(J, node->w, Jw);
  cross(node->w, s, ws);
  mat_vec(node->R, ws, Rws);
  mat_t_vec(node->R, node->v, Rv);
  cross(s, Rv, sv);
  for (int c = 0; c < 3; c++) {
    p[at + FORCE + c] += Rws[c];
    p[at + MOMENT + c] += Jw[c] + sv[c];
  }
}

ElementTraits inertia_traits(const double s[3], const double J[9])
{
  const int eccentric = s[0] != 0 || s[1] != 0 || s[2] != 0;
  int       turns     = 0;

  for (int k = 0; k < 9; k++) turns |= J[k] != 0;
  return (ElementTraits){
    .velocity = turns || eccentric, .gyroscopic = turns || eccentric, .gravity_moments = eccentric};
}

void inertia_about_node(double mass, const double center[3], const double about_center[9],
                        double s[3], double J[9])
{
  for (int i = 0; i < 3; i++) {
    s[i] = mass * center[i];
    for (int j = 0; j < 3; j++)
      J[3 * i + j] =
        about_center[3 * i + j] + mass * ((i == j) * dot(center, center) - center[i] * center[j]);
  }
}

/* Returns whether the symmetric A has no negative eigenvalue, up to round-off. Then no principal
   minor is negative. The round-off is relative to the largest moment, and to its powers in minors.
   It is that of a tensor which a user turned or moved to another point, with four digits to spare.
   tests/relations/guards.py has bodies whose least moment is 5e-3 of the largest, with both signs.
 */
static int inertia_is_semidefinite(const double A[9])
{
  const double small = -1e-12, xx = A[0], yy = A[4], zz = A[8], xy = A[1], xz = A[2], yz = A[5];
  const double det = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  const double size = fmax(xx, fmax(yy, zz));

  return xx >= small * size && yy >= small * size && zz >= small * size &&
         xx * yy - xy * xy >= small * size * size && xx * zz - xz * xz >= small * size * size &&
         yy * zz - yz * yz >= small * size * size && det >= small * size * size * size;
}

const char *inertia_matrix(const double given[6], double J[9])
{
  J[0] = given[0], J[4] = given[1], J[8] = given[2];
  J[1] = J[3] = given[3], J[2] = J[6] = given[4], J[5] = J[7] = given[5];
  return inertia_is_semidefinite(J)
           ? 0
           : "its inertia is not that of a body: the matrix has a negative eigenvalue";
}
