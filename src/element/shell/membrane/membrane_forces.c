/* membrane_forces.c: the force fields of the membrane of shells, and their work on its sides. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "membrane_parts.h"

/* Felippa's alpha (shell_membrane.c). */
static const double TRIANGLE_SIDE = 1.5;

enum { NODES = SHELL_NODES, DOFS = MEMBRANE_DOFS, NF = SHELL_FORCES };

void membrane_fields(const double x[2], double P[3][NF])
{
  const double fields[3][NF] = {
    {1, 0, 0, x[1], 0,    x[0],  0    },
    {0, 1, 0, 0,    x[0], 0,     x[1] },
    {0, 0, 1, 0,    0,    -x[1], -x[0]}
  };

  memcpy(P, fields, sizeof fields);
}

void membrane_place(int nn, const ShellMembrane *m, const ShellPoint *p, double x[2])
{
  const double r = p->r, s = p->s;
  const double N[2][NODES] = {
    {1 - r - s,             r,                     s,                     0                    },
    {(1 - r) * (1 - s) / 4, (1 + r) * (1 - s) / 4, (1 + r) * (1 + s) / 4, (1 - r) * (1 + s) / 4}
  };

  for (int c = 0; c < 2; c++) {
    x[c] = 0;
    for (int i = 0; i < nn; i++) x[c] += N[nn == 4][i] * m->place[i][c];
  }
}

void shell_membrane_forces(int nn, const ShellMembrane *m, const ShellPoint *p, double P[3][NF])
{
  double x[2], own[3][NF];

  membrane_place(nn, m, p, x);
  membrane_fields(x, own);
  for (int a = 0; a < 3; a++)
    for (int k = 0; k < NF; k++) {
      P[a][k] = 0;
      for (int b = 0; b < 3; b++) P[a][k] += m->turn[a][b] * own[b][k];
    }
}

double shell_membrane_bow(int nn, int straight, int side)
{
  if (nn == 3) return TRIANGLE_SIDE;
  return straight >> side & 1 ? 0 : 1;
}

void membrane_side_work(int nn, const double place[][2], int straight, double F[DOFS][NF])
{
  static const double gauss[2] = {0.21132486540518711775, 0.78867513459481288225};

  memset(F, 0, sizeof(double[DOFS][NF]));
  for (int i = 0; i < nn; i++) {
    const int     j = (i + 1) % nn;
    const double *a = place[i], *b = place[j], d[2] = {b[0] - a[0], b[1] - a[1]},
                 L = hypot(d[0], d[1]), n[2] = {d[1] / L, -d[0] / L},
                 alpha = shell_membrane_bow(nn, straight, i);

    for (int g = 0; g < 2; g++) {
      const double s = gauss[g], x[2] = {a[0] + s * d[0], a[1] + s * d[1]};
      double       P[3][NF];

      membrane_fields(x, P);
      for (int k = 0; k < NF; k++) {
        const double t[2]   = {P[0][k] * n[0] + P[2][k] * n[1], P[2][k] * n[0] + P[1][k] * n[1]};
        const double moment = alpha * L / 2 * s * (1 - s) * (n[0] * t[0] + n[1] * t[1]);

        for (int c = 0; c < 2; c++) {
          F[3 * i + c][k] += L / 2 * (1 - s) * t[c];
          F[3 * j + c][k] += L / 2 * s * t[c];
        }
        F[3 * i + 2][k] -= L / 2 * moment;
        F[3 * j + 2][k] += L / 2 * moment;
      }
    }
  }
}
