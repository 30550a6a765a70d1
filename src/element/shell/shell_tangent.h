/* shell_tangent.h: forces that are conjugate to edges and directors, and their derivatives. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_SHELL_TANGENT_H
#define FS_ELEMENT_SHELL_SHELL_TANGENT_H

#include "shell_motion.h"

/* shell_edge_forces - Computes the derivatives of sigma . strains of shell elements by the edge
   vectors X and the changes c of directors along the edges. X in the lifts and in the drilling
   rotations is left out. */
static ALWAYS_INLINE void shell_edge_forces(int nn, const ShellMotion *m, const ShellStrains *sigma,
                                            Lanes by_X[][3], Lanes by_c[][3])
{
  const int(*pair)[2] = shell_bends();

  for (int k = 0; k < nn; k++)
    for (int c = 0; c < 3; c++) {
      by_X[k][c] = 2 * sigma->product[k] * m->X[k][c];
      by_c[k][c] = lanes_fill(0);
      if (nn == 4)
        by_X[k][c] +=
          sigma->product[4] * (k < 2 ? m->X[2][c] + m->X[3][c] : m->X[0][c] + m->X[1][c]) / 4;
    }
  for (int k = 0; k < shell_bend_count(nn); k++)
    for (int side = 0; side < (pair[k][0] == pair[k][1] ? 1 : 2); side++) {
      const int a = pair[k][side], b = pair[k][1 - side];

      for (int c = 0; c < 3; c++) {
        by_X[a][c] += sigma->bend[k] * m->c[b][c];
        by_c[b][c] += sigma->bend[k] * m->X[a][c];
      }
    }
}

/* shell_director_force - Computes by_t[3], the derivative of the lifts (transverse shear strains of
   edges) times their stresses sigma by the director t_i of node i of shell elements. */
static ALWAYS_INLINE void shell_director_force(int nn, const ShellMotion *m, int i,
                                               const ShellStrains *sigma, Lanes by_t[3])
{
  const int(*node)[2] = shell_edges(nn);

  for (int c = 0; c < 3; c++) by_t[c] = lanes_fill(0);
  for (int k = 0; k < nn; k++)
    for (int c = 0; c < 3 && (node[k][0] == i || node[k][1] == i); c++)
      by_t[c] += sigma->lift[k] * m->X[k][c] / 2;
}

/* shell_add_geometric - Adds the geometric stiffness of LANES shell elements, the second
   derivatives of the strains times the stresses sigma, to K[6 nn][6 nn]. */
void shell_add_geometric(const ElementGroup *e, const ShellMotion *m, const ShellStrains *sigma,
                         Lanes K[]);

/* ---- shell damping --------------------------------------------------------------------------- */

/* shell_add_damping - Adds the stresses of stiffness-proportional damping of shell elements to
   sigma, and its tangents to K and C.

   The stresses are beta S ds/dt, with the property beta [s] of the shell. K[6 nn][6 nn] gets beta
   B^T S times the derivative of ds/dt by the nodes, at fixed velocities. C gets beta B^T S B. K and
   C may be NULL. */
void shell_add_damping(const ElementGroup *e, const ShellMotion *m, ShellStrains *sigma, Lanes K[],
                       Lanes C[]);

/* shell_power - Is the member power of ElementType. */
double shell_power(const ElementState *e);

#endif
