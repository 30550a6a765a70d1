/* membrane_quadrilateral.c: the drilling rotations of quadrilateral shells.

   The displacements of the force fields, which are in equilibrium, are ten modes: rigid motions,
   and polynomials of second degree. Other deformations are measured against the modes that are
   closest to them by least squares. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "math/small_dense.h"
#include "membrane_parts.h"

/* Factors of the drilling stiffness of a quadrilateral, for the mean over its nodes and for
   differences from the mean. A moment about the normal then turns a node four times as far as a
   rigid disc of half a cell. With ten times both it is 2.3 times, but Cook's membrane of 2 x 2
   cells becomes 3.5 % stiffer; with a tenth of both the turn grows with refinement.
   tools/trials/drilling.py has the table. */
static const double MEAN = 1, DIFFERENCE = 0.1;

enum {
  NODES  = SHELL_NODES,
  DOFS   = MEMBRANE_DOFS,
  NM     = SHELL_MEMBRANE,
  NF     = SHELL_FORCES,
  MODES  = 10,
  LINEAR = 4
};

/* Computes the displacements u, v and the rotation of the mode k at x: rigid motions, and the
   displacements of the seven force fields. */
static void mode_at(const double soft[3][3], int k, const double x[2], double value[3])
{
  static const double origin[2] =
    {
      0, 0
  },
                      unit[2][2] = {{1, 0}, {0, 1}};
  const double rigid[3][3]       = {
          {1,     0,    0},
          {0,     1,    0},
          {-x[1], x[0], 1}
  };
  double P[3][NF], e[3][3]; /* strains at the origin, and their derivatives */

  if (k < 3) {
    memcpy(value, rigid[k], 3 * sizeof *value);
    return;
  }
  for (int d = 0; d < 3; d++) {
    membrane_fields(d ? unit[d - 1] : origin, P);
    for (int a = 0; a < 3; a++) {
      e[d][a] = 0;
      for (int b = 0; b < 3; b++) e[d][a] += soft[a][b] * P[b][k - 3];
      if (d) e[d][a] -= e[0][a];
    }
  }
  const double uxx = e[1][0], uxy = e[2][0], uyy = e[2][2] - e[1][1], vxx = e[1][2] - e[2][0],
               vxy = e[1][1], vyy = e[2][1], X = x[0], Y = x[1];

  value[0] = e[0][0] * X + e[0][2] / 2 * Y + uxx * X * X / 2 + uxy * X * Y + uyy * Y * Y / 2;
  value[1] = e[0][2] / 2 * X + e[0][1] * Y + vxx * X * X / 2 + vxy * X * Y + vyy * Y * Y / 2;
  value[2] = ((vxx - uxy) * X + (vxy - uyy) * Y) / 2;
}

/* Computes V[DOFS][MODES], the dofs of a quadrilateral in the modes. */
static void mode_dofs(const double place[][2], const double soft[3][3], double V[DOFS][MODES])
{
  for (int i = 0; i < NODES; i++)
    for (int k = 0; k < MODES; k++) {
      double value[3];

      mode_at(soft, k, place[i], value);
      for (int c = 0; c < 3; c++) V[3 * i + c][k] = value[c];
    }
}

/* The modes of a quadrilateral. */
typedef struct {
  double soft[3][3]; /* flexibility over its mean, so that all modes are of one size */
  double dofs[DOFS][MODES];
  double fit[MODES][DOFS]; /* the modes that are closest to given dofs */
} Modes;

static void set_modes(const ShellMembrane *m, const double soft[3][3], Modes *x)
{
  double normal[MODES][MODES] = {{0}};

  for (int a = 0; a < 9; a++)
    x->soft[a / 3][a % 3] = 3 * soft[a / 3][a % 3] / (soft[0][0] + soft[1][1] + soft[2][2]);
  mode_dofs((const double(*)[2])m->place, (const double(*)[3])x->soft, x->dofs);
  for (int k = 0; k < MODES; k++)
    for (int i = 0; i < DOFS; i++) {
      x->fit[k][i] = x->dofs[i][k];
      for (int l = 0; l < MODES; l++) normal[k][l] += x->dofs[i][k] * x->dofs[i][l];
    }
  small_solve(MODES, MODES, normal[0], DOFS, x->fit[0]);
}

/* Computes miss[LINEAR][LINEAR], the work of the linear force fields (columns) on the displacements
   of the linear modes (rows) along the sides of a parallelogram, which the parabolas of the sides
   miss: that over the area less that of membrane_side_work(). The parallelogram has the mean edges
   of the quadrilateral. */
static void missed_work(const ShellMembrane *m, const double soft[3][3], int straight,
                        double miss[LINEAR][LINEAR])
{
  static const double sign[2][NODES] = {
    {-1, 1,  1, -1},
    {-1, -1, 1, 1 }
  };
  double edge[2][2] = {{0}}, place[NODES][2], V[DOFS][MODES], F[DOFS][NF], area;

  for (int a = 0; a < 4; a++)
    for (int i = 0; i < NODES; i++) edge[a / 2][a % 2] += sign[a / 2][i] * m->place[i][a % 2] / 4;
  for (int i = 0; i < 2 * NODES; i++)
    place[i / 2][i % 2] = sign[0][i / 2] * edge[0][i % 2] + sign[1][i / 2] * edge[1][i % 2];
  area = 4 * (edge[0][0] * edge[1][1] - edge[0][1] * edge[1][0]);
  mode_dofs((const double(*)[2])place, soft, V);
  membrane_side_work(NODES, (const double(*)[2])place, straight, F);
  for (int l = 0; l < LINEAR; l++)
    for (int k = 0; k < LINEAR; k++) {
      miss[l][k] = 0;
      for (int i = 0; i < DOFS; i++) miss[l][k] -= V[i][MODES - LINEAR + l] * F[i][3 + k];
    }
  for (int g = 0; g < NODES; g++) { /* Gauss points are the corners over root 3 */
    const double at[2] = {place[g][0] / sqrt(3), place[g][1] / sqrt(3)};
    double       P[3][NF];

    membrane_fields(at, P);
    for (int k = 0; k < LINEAR * LINEAR; k++)
      for (int a = 0; a < 9; a++)
        miss[k / LINEAR][k % LINEAR] +=
          area / 4 * P[a / 3][3 + k / LINEAR] * soft[a / 3][a % 3] * P[a % 3][3 + k % LINEAR];
  }
}

/* Adds the missed work of the linear fields to F. */
static void add_missed_work(const ShellMembrane *m, const Modes *x, int straight,
                            double F[DOFS][NF])
{
  double miss[LINEAR][LINEAR];

  missed_work(m, (const double(*)[3])x->soft, straight, miss);
  for (int i = 0; i < DOFS; i++)
    for (int k = 0; k < LINEAR; k++)
      for (int l = 0; l < LINEAR; l++) F[i][3 + k] += x->fit[MODES - LINEAR + l][i] * miss[l][k];
}

/* Sets the stiffness of the drilling rotations that the force fields do not resist: those less the
   ones of the closest modes. */
static void set_rest(const Modes *x, double drilling, const double V[DOFS][NM], ShellMembrane *m)
{
  double rest[NODES][NM] = {{0}}, mean[NM] = {0};

  for (int k = 0; k < NM; k++) {
    for (int l = 0; l < MODES; l++) {
      double amplitude = 0;

      for (int j = 0; j < DOFS; j++) amplitude += x->fit[l][j] * V[j][k];
      for (int i = 0; i < NODES; i++) rest[i][k] -= x->dofs[3 * i + 2][l] * amplitude;
    }
    for (int i = 0; i < NODES; i++) {
      rest[i][k] += V[3 * i + 2][k];
      mean[k] += rest[i][k] / NODES;
    }
    for (int i = 0; i < NODES; i++) rest[i][k] -= mean[k];
  }
  for (int k = 0; k < NM; k++)
    for (int l = 0; l < NM; l++) {
      double sum = MEAN * mean[k] * mean[l];

      for (int i = 0; i < NODES; i++) sum += DIFFERENCE / NODES * rest[i][k] * rest[i][l];
      m->extra[k][l] = drilling * sum;
    }
}

void membrane_quadrilateral(const double soft[3][3], int straight, double drilling,
                            const double V[DOFS][NM], double F[DOFS][NF], ShellMembrane *m)
{
  Modes modes;

  set_modes(m, soft, &modes);
  add_missed_work(m, &modes, straight, F);
  set_rest(&modes, drilling, V, m);
}
