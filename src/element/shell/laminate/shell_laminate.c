/* shell_laminate.c: implements the stiffness and the mass of laminates.

   The plies lie from bottom to top. With Q of a ply and its heights z, A, B and D are the integrals
   of Q, z Q and z^2 Q. In cylindrical bending without membrane forces the stresses are
   Q (z - A^-1 B) D*^-1 M with D* = D - B A^-1 B. Equilibrium gives the shear stresses tau = f(z) S
   by the shear forces S, with

     F(z) = (a A^-1 B - b) D*^-1,   f = [F11, F32; F31, F22]

   and the integrals a, b of Q, z Q from the bottom to z. Curvature 11 changes along axis 1, and 22
   along axis 2. The shear stiffness is the inverse of the integral of f^T G^-1 f (Rolfes & Rohwer,
   IJNME 40 (1997)). One material has 5/6 G h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "math/small_dense.h"
#include "shell_section.h"

const char *const ply_columns[PLY_NUMBERS + 1] = {
  "ply",        "thickness",     "angle",       "density",     "young_1",     "young_2",
  "poisson_12", "shear_12",      "shear_13",    "shear_23",    "tension_1",   "compression_1",
  "tension_2",  "compression_2", "strength_12", "expansion_1", "expansion_2", 0};

enum { STRAINS = SHELL_STRAINS };

void ply_stiffness(const double p[PLY_NUMBERS], double Q[3][3], double G[2][2])
{
  const double c = cos(p[PLY_ANGLE]), s = sin(p[PLY_ANGLE]);
  const double scale =
    1 / (1 - p[PLY_POISSON_12] * p[PLY_POISSON_12] * p[PLY_YOUNG_2] / p[PLY_YOUNG_1]);
  const double q[3][3] = {
    {scale * p[PLY_YOUNG_1],                     scale * p[PLY_POISSON_12] * p[PLY_YOUNG_2], 0              },
    {scale * p[PLY_POISSON_12] * p[PLY_YOUNG_2], scale * p[PLY_YOUNG_2],                     0              },
    {0,                                          0,                                          p[PLY_SHEAR_12]}
  };
  /* strains of the ply by those of the shell */
  const double T[3][3] = {
    {c * c,      s * s,     c * s        },
    {s * s,      c * c,     -c * s       },
    {-2 * c * s, 2 * c * s, c * c - s * s}
  };

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      Q[i][j] = 0;
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) Q[i][j] += T[k][i] * q[k][l] * T[l][j];
    }
  G[0][0] = c * c * p[PLY_SHEAR_13] + s * s * p[PLY_SHEAR_23];
  G[1][1] = s * s * p[PLY_SHEAR_13] + c * c * p[PLY_SHEAR_23];
  G[0][1] = G[1][0] = c * s * (p[PLY_SHEAR_13] - p[PLY_SHEAR_23]);
}

void ply_expansion(const double p[PLY_NUMBERS], double strain[3])
{
  const double c = cos(p[PLY_ANGLE]), s = sin(p[PLY_ANGLE]), e1 = p[PLY_EXPANSION_1],
               e2 = p[PLY_EXPANSION_2];

  strain[0] = c * c * e1 + s * s * e2;
  strain[1] = s * s * e1 + c * c * e2;
  strain[2] = 2 * c * s * (e1 - e2);
}

double laminate_thickness(int n, const double plies[][PLY_NUMBERS])
{
  double h = 0;

  for (int k = 0; k < n; k++) h += plies[k][PLY_THICKNESS];
  return h;
}

void section_condense(const double D[STRAINS][STRAINS], double inverse[3][3], double ratio[3][5],
                      double rest[5][5])
{
  double A[3][3] = {
    {D[0][0], D[0][1], D[0][2]},
    {D[1][0], D[1][1], D[1][2]},
    {D[2][0], D[2][1], D[2][2]}
  };

  small_inverse(3, A[0], inverse[0]);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 5; j++) {
      ratio[i][j] = 0;
      for (int k = 0; k < 3; k++) ratio[i][j] += inverse[i][k] * D[k][3 + j];
    }
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++) {
      rest[i][j] = D[3 + i][3 + j];
      for (int k = 0; k < 3; k++) rest[i][j] -= D[3 + i][k] * ratio[k][j];
    }
}

double section_shear_modulus(int n, const double S[])
{
  return (S[0] + S[n + 1] - 2 * S[1] + 4 * S[2 * n + 2]) / 8;
}

/* Adds the integral of Q z^power from z[0] to z[1] to the block of D at (row, column). */
static void add_moment(const double Q[3][3], const double z[2], int power, int row, int column,
                       double D[STRAINS][STRAINS])
{
  const double part = (pow(z[1], power + 1) - pow(z[0], power + 1)) / (power + 1);

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) D[row + i][column + j] += part * Q[i][j];
}

/* The way from the bottom of a laminate to its top, for the shear stresses in equilibrium. */
typedef struct {
  double ratio[3][5], soft[3][3]; /* A^-1 B, and the inverse of D* */
  double a[3][3], b[3][3];        /* integrals up to the bottom of a ply */
  double bottom;                  /* height of that [m] */
} ShearWay;

/* Starts at a height of the bottom, with the stiffness D about the height 0. */
static void start_way(const double D[STRAINS][STRAINS], double bottom, ShearWay *w)
{
  double inverse[3][3], rest[5][5];

  memset(w, 0, sizeof *w);
  w->bottom = bottom;
  section_condense(D, inverse, w->ratio, rest);
  for (int i = 0; i < 9; i++) inverse[i / 3][i % 3] = rest[i / 3][i % 3];
  small_inverse(3, inverse[0], w->soft[0]);
}

/* Computes the integrals a, b at a height above the bottom of a ply. */
static void integrals_at(const ShearWay *w, const double Q[3][3], double up, double a[3][3],
                         double b[3][3])
{
  const double z = w->bottom + up / 2;

  for (int i = 0; i < 9; i++) {
    a[i / 3][i % 3] = w->a[i / 3][i % 3] + up * Q[i / 3][i % 3];
    b[i / 3][i % 3] = w->b[i / 3][i % 3] + up * z * Q[i / 3][i % 3];
  }
}

/* Goes through a ply. */
static void pass_ply(ShearWay *w, const double Q[3][3], double thickness)
{
  double a[3][3], b[3][3];

  integrals_at(w, Q, thickness, a, b);
  memcpy(w->a, a, sizeof a);
  memcpy(w->b, b, sizeof b);
  w->bottom += thickness;
}

/* Computes f at a height above the bottom of a ply. */
static void shear_shape(const ShearWay *w, const double Q[3][3], double up, double f[2][2])
{
  double a[3][3], b[3][3], inner[3][3], F[3][3];

  integrals_at(w, Q, up, a, b);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      inner[i][j] = -b[i][j];
      for (int k = 0; k < 3; k++) inner[i][j] += a[i][k] * w->ratio[k][j];
    }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      F[i][j] = 0;
      for (int k = 0; k < 3; k++) F[i][j] += inner[i][k] * w->soft[k][j];
    }
  f[0][0] = F[0][0], f[0][1] = F[2][1], f[1][0] = F[2][0], f[1][1] = F[1][1];
}

/* Sets the transverse shear stiffness of D, whose other entries are set. */
static void set_shear(int n, const double plies[][PLY_NUMBERS], double D[STRAINS][STRAINS])
{
  const double at[3] = {-sqrt(0.6), 0, sqrt(0.6)}, weight[3] = {5. / 18, 8. / 18, 5. / 18};
  double       flexibility[2][2] = {{0}}, S[2][2];
  ShearWay     w;

  start_way((const double(*)[STRAINS])D, -laminate_thickness(n, plies) / 2, &w);
  for (int k = 0; k < n; k++) {
    const double t = plies[k][PLY_THICKNESS];
    double       Q[3][3], G[2][2], g[2][2], f[2][2];

    ply_stiffness(plies[k], Q, G);
    small_inverse(2, G[0], g[0]);
    for (int p = 0; p < 3; p++) { /* Gauss points */
      shear_shape(&w, (const double(*)[3])Q, t / 2 * (1 + at[p]), f);
      for (int i = 0; i < 4; i++)
        for (int c = 0; c < 4; c++)
          flexibility[i / 2][i % 2] +=
            weight[p] * t * f[c / 2][i / 2] * g[c / 2][c % 2] * f[c % 2][i % 2];
    }
    pass_ply(&w, (const double(*)[3])Q, t);
  }
  small_inverse(2, flexibility[0], S[0]);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) D[6 + i][6 + j] = (S[i][j] + S[j][i]) / 2;
}

void laminate_shear_stresses(int n, const double plies[][PLY_NUMBERS], double offset,
                             const double D[STRAINS][STRAINS], const double force[2],
                             double stress[][6])
{
  ShearWay w;

  start_way(D, offset - laminate_thickness(n, plies) / 2, &w);
  for (int k = 0; k < n; k++) {
    const double c = cos(plies[k][PLY_ANGLE]), s = sin(plies[k][PLY_ANGLE]);
    double       Q[3][3], G[2][2], f[2][2];

    ply_stiffness(plies[k], Q, G);
    for (int p = 0; p < 3; p++) {
      double shell[2];

      shear_shape(&w, (const double(*)[3])Q, plies[k][PLY_THICKNESS] * p / 2, f);
      for (int i = 0; i < 2; i++) shell[i] = f[i][0] * force[0] + f[i][1] * force[1];
      stress[k][2 * p]     = c * shell[0] + s * shell[1];
      stress[k][2 * p + 1] = c * shell[1] - s * shell[0];
    }
    pass_ply(&w, (const double(*)[3])Q, plies[k][PLY_THICKNESS]);
  }
}

void laminate(int n, const double plies[][PLY_NUMBERS], double D[STRAINS][STRAINS], ShellMass *mass)
{
  double z[2] = {-laminate_thickness(n, plies) / 2, 0};

  memset(D, 0, STRAINS * sizeof *D);
  *mass = (ShellMass){0};
  for (int k = 0; k < n; k++) {
    const double density = plies[k][PLY_DENSITY];
    double       Q[3][3], G[2][2];

    z[1] = z[0] + plies[k][PLY_THICKNESS];
    ply_stiffness(plies[k], Q, G);
    add_moment((const double(*)[3])Q, z, 0, 0, 0, D);
    add_moment((const double(*)[3])Q, z, 1, 0, 3, D);
    add_moment((const double(*)[3])Q, z, 2, 3, 3, D);
    mass->mass += density * (z[1] - z[0]);
    mass->first += density * (z[1] * z[1] - z[0] * z[0]) / 2;
    mass->second += density * (z[1] * z[1] * z[1] - z[0] * z[0] * z[0]) / 3;
    z[0] = z[1];
  }
  /* Round-off of symmetric laminates, relative to the geometric mean of the stretching and the
     bending stiffness, or of the mass and the rotary inertia. It is some 50 units in the last
     place, for sums over many plies. Without it a symmetric laminate would seem coupled. The test
     tests/element/shell_sections.py has symmetric and unsymmetric laminates. */
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (fabs(D[i][3 + j]) <= 1e-14 * sqrt(D[0][0] + D[1][1]) * sqrt(D[3][3] + D[4][4]))
        D[i][3 + j] = 0;
  if (fabs(mass->first) <= 1e-14 * sqrt(mass->mass * mass->second)) mass->first = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) D[3 + j][i] = D[i][3 + j];
  set_shear(n, plies, D);
}

/* Elimination: D is positive definite. */
void section_solve(const double D[], double b[STRAINS])
{
  double A[STRAINS][STRAINS];

  memcpy(A, D, sizeof A);
  for (int k = 0; k < STRAINS; k++)
    for (int i = k + 1; i < STRAINS; i++) {
      const double factor = A[i][k] / A[k][k];

      for (int j = k; j < STRAINS; j++) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  for (int i = STRAINS - 1; i >= 0; i--) {
    for (int k = i + 1; k < STRAINS; k++) b[i] -= A[i][k] * b[k];
    b[i] /= A[i][i];
  }
}

/* The forces of the clamped laminate are the integrals of Q a (1, z), and of Q a z (1, z) with the
   gradient. */
void laminate_expansion(int n, const double plies[][PLY_NUMBERS], double offset,
                        const double D[STRAINS][STRAINS], double free[2][6])
{
  double z[2] = {offset - laminate_thickness(n, plies) / 2, 0}, forces[2][STRAINS] = {{0}};

  for (int k = 0; k < n; k++) {
    double Q[3][3], G[2][2], strain[3];

    z[1] = z[0] + plies[k][PLY_THICKNESS];
    ply_stiffness(plies[k], Q, G);
    ply_expansion(plies[k], strain);
    for (int power = 0; power < 3; power++) {
      const double part = (pow(z[1], power + 1) - pow(z[0], power + 1)) / (power + 1);

      for (int a = 0; a < 9; a++) {
        const double stress = part * Q[a / 3][a % 3] * strain[a % 3];

        if (power < 2) forces[power][a / 3] += stress;
        if (power > 0) forces[power - 1][3 + a / 3] += stress;
      }
    }
    z[0] = z[1];
  }
  for (int i = 0; i < 2; i++) {
    section_solve(D[0], forces[i]);
    memcpy(free[i], forces[i], sizeof free[i]);
  }
}

void section_offset(double offset, double D[STRAINS][STRAINS], ShellMass *mass)
{
  for (int i = 0; i < STRAINS; i++)
    for (int j = 0; j < 3; j++) D[i][3 + j] += offset * D[i][j];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < STRAINS; j++) D[3 + i][j] += offset * D[i][j];
  mass->second += 2 * offset * mass->first + offset * offset * mass->mass;
  mass->first += offset * mass->mass;
}
