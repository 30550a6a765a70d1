/* shell_membrane.c: implements the membrane stiffness of shells.

   Green's strains of MITC4+ are linear in the products (Ko, Lee & Bathe, A new MITC4+ shell
   element, 2017). The stresses have the five parameters of Pian & Sumihara (1984). Both fields
   together have the exact bending of a rectangle in its plane, and warped elements do not lock. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/vector.h"
#include "shell_surface.h"

enum { NP = SHELL_PRODUCTS };

/* Solves A X = B for n columns, with a positive definite A[np][np]. B[np][n] is replaced by X. */
static void solve(int np, double A[NP][NP], double B[NP][NP])
{
  for (int k = 0; k < np; k++)
    for (int i = k + 1; i < np; i++) {
      const double factor = A[i][k] / A[k][k];

      for (int j = k; j < np; j++) A[i][j] -= factor * A[k][j];
      for (int j = 0; j < np; j++) B[i][j] -= factor * B[k][j];
    }
  for (int i = np - 1; i >= 0; i--)
    for (int j = 0; j < np; j++) {
      for (int k = i + 1; k < np; k++) B[i][j] -= A[i][k] * B[k][j];
      B[i][j] /= A[i][i];
    }
}

/* Computes dd[NP], the derivatives by the products of half the square of x_d = c_r x_r + c_s x_s,
   the mixed derivative of the position (Ko, Lee & Bathe). */
static void mixed_product(const double x[][3], double dd[NP])
{
  double r[3], s[3], d[3], cr, cs, scale;

  for (int c = 0; c < 3; c++) {
    r[c] = (-x[0][c] + x[1][c] + x[2][c] - x[3][c]) / 4;
    s[c] = (-x[0][c] - x[1][c] + x[2][c] + x[3][c]) / 4;
    d[c] = (x[0][c] - x[1][c] + x[2][c] - x[3][c]) / 4;
  }
  scale = dot(r, r) * dot(s, s) - dot(r, s) * dot(r, s);
  cr    = (dot(r, d) * dot(s, s) - dot(s, d) * dot(r, s)) / scale;
  cs    = (dot(s, d) * dot(r, r) - dot(r, d) * dot(r, s)) / scale;
  scale = 4 * (cr * cr + cs * cs - 1); /* negative in convex elements */
  dd[0] = cr * (cr + 1) / scale;
  dd[1] = cr * (cr - 1) / scale;
  dd[2] = cs * (cs + 1) / scale;
  dd[3] = cs * (cs - 1) / scale;
  dd[4] = 4 * cr * cs / scale;
}

/* Computes E[3][NP], the derivatives of Green's strains 11, 22 and 2 12 by the products. */
static void green_strains(int nn, const ShellPoint *p, const double dd[NP], double E[3][NP])
{
  const double r = p->r, s = p->s;
  const double(*i)[2] = p->inverse;

  for (int k = 0; k < NP; k++) {
    const double of_r = ((k == 1) - (k == 0)) / 4., of_s = ((k == 3) - (k == 2)) / 4.;
    double       rr = (k < 2) / 4. + s * of_r + (s * s - 1) * dd[k],
           ss       = (k == 2 || k == 3) / 4. + r * of_s + (r * r - 1) * dd[k],
           rs       = (k == 4) / 2. + (r * of_r + s * of_s) / 2 + r * s * dd[k];

    if (nn == 3) rr = (k == 0) / 2., ss = (k == 1) / 2., rs = ((k < 2) - (k == 2)) / 4.;
    for (int a = 0; a < 3; a++) {
      const int b = a == 1, c = a != 0; /* 11, 22, 12 */

      E[a][k] = (a == 2 ? 2 : 1) * (i[0][b] * i[0][c] * rr + i[1][b] * i[1][c] * ss +
                                    (i[0][b] * i[1][c] + i[1][b] * i[0][c]) * rs);
    }
  }
}

/* Computes P[3][NP], the stresses 11, 22, 12 by the parameters; mean is the mean of r and s. */
static void stress_modes(const ShellSurface *x, const ShellPoint *p, const double mean[2],
                         double P[3][NP])
{
  const double(*J)[2] = x->middle.J;

  for (int a = 0; a < 3; a++) {
    const int b = a == 1, c = a != 0;

    P[a][0] = J[b][0] * J[c][0];
    P[a][1] = J[b][1] * J[c][1];
    P[a][2] = J[b][0] * J[c][1] + J[b][1] * J[c][0];
    P[a][3] = (p->s - mean[1]) * P[a][0];
    P[a][4] = (p->r - mean[0]) * P[a][1];
  }
}

/* Computes the upper triangle of G^T F^-1 G, where F is the integral of P^T C P and G that of
   P^T E. A triangle has the first three products and parameters. */
void shell_set_membrane(const ElementReference *ref, const ShellSurface *x, ShellData *data)
{
  const int     nn = shape_nodes(ref->kernel->shape), np = shell_product_count(nn);
  const double *prop = ref->prop;
  const double  nu = prop[SHELL_POISSON], soft = 1 / (prop[SHELL_YOUNG] * prop[SHELL_THICKNESS]);
  double        dd[NP] = {0}, mean[2] = {0, 0}, G[NP][NP] = {{0}}, X[NP][NP], F[NP][NP] = {{0}};
  double        P[3][NP], *upper = data->membrane;

  if (nn == 4) mixed_product(ref->x, dd);
  for (int g = 0; g < x->n; g++) {
    mean[0] += x->point[g].area / x->middle.area * x->point[g].r;
    mean[1] += x->point[g].area / x->middle.area * x->point[g].s;
  }
  for (int g = 0; g < x->n; g++) {
    double E[3][NP];

    green_strains(nn, &x->point[g], dd, E);
    stress_modes(x, &x->point[g], mean, P);
    for (int i = 0; i < np; i++)
      for (int j = 0; j < np; j++) {
        G[i][j] += x->point[g].area * (P[0][i] * E[0][j] + P[1][i] * E[1][j] + P[2][i] * E[2][j]);
        F[i][j] += x->point[g].area * soft *
                   (P[0][i] * (P[0][j] - nu * P[1][j]) + P[1][i] * (P[1][j] - nu * P[0][j]) +
                    2 * (1 + nu) * P[2][i] * P[2][j]);
      }
  }
  memcpy(X, G, sizeof X);
  solve(np, F, X);
  for (int i = 0; i < NP; i++)
    for (int j = i; j < NP; j++, upper++)
      for (int k = 0; k < np && j < np; k++) *upper += G[k][i] * X[k][j];
  for (int a = 0; a < 3; a++)
    for (int j = 0; j < np; j++)
      for (int k = 0; k < 3; k++) data->force[a][j] += P[a][k] * X[k][j];
}
