/* shell_failure.c: implements stresses and failure indices of plies.

   Strains are linear over the thickness, and the stresses of a ply are extreme at its bottom or its
   top. With the stresses s1, s2, s12 in the axes of the ply, and the strengths X, Y of the sign of
   the stress, and S:

     Tsai-Hill       (s1/X)^2 - s1 s2/X^2 + (s2/Y)^2 + (s12/S)^2
     Tsai-Wu         F1 s1 + F2 s2 + F11 s1^2 + F22 s2^2 - sqrt(F11 F22) s1 s2 + (s12/S)^2,
                     F1 = 1/Xt - 1/Xc, F11 = 1/(Xt Xc), and F2, F22 in the same way
     largest strain  e1 E1/X, e2 E2/Y, e12 G12/S, the largest amount

   Jones, Mechanics of Composite Materials (1999), ch. 2. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "element/shell/shell.h"
#include "shell_section.h"

/* Computes the stresses of a ply in the axes of the shell, at a height above the surface. The
   temperature there is warm[0] + z warm[1]. */
static void stress_at(const double ply[PLY_NUMBERS], const double total[SHELL_STRAINS],
                      const double warm[2], double z, double stress[3])
{
  double Q[3][3], G[2][2], free[3] = {0}, strain[3];

  ply_stiffness(ply, Q, G);
  if (!isnan(ply[PLY_EXPANSION_1])) ply_expansion(ply, free);
  for (int a = 0; a < 3; a++)
    strain[a] = total[a] + z * total[3 + a] - free[a] * (warm[0] + z * warm[1]);
  for (int a = 0; a < 3; a++) {
    stress[a] = 0;
    for (int b = 0; b < 3; b++) stress[a] += Q[a][b] * strain[b];
  }
}

/* Computes the stress in the middle of the thickness by the strains of the surface. It is that of
   the ply there. If plies meet there, up to round-off of their thicknesses, it is their mean. */
static void set_middle(const double prop[], const double total[SHELL_STRAINS], const double warm[2],
                       double middle[3])
{
  const double(*ply)[PLY_NUMBERS] = (const double(*)[PLY_NUMBERS])(prop + SHELL_PLY);
  /* small: relative to half of the thickness; the borders of plies are sums of thicknesses, with a
     round-off of 1e-16 a ply. A ply that is thinner is no ply. */
  const double half = prop[SHELL_THICKNESS] / 2, small = 1e-9 * half;
  double       bottom = -half;
  int          nmet   = 0;

  memset(middle, 0, 3 * sizeof *middle);
  for (int k = 0; k < (int)prop[SHELL_PLIES]; k++) {
    const double top = bottom + ply[k][PLY_THICKNESS];

    if (bottom <= small && top >= -small) {
      double stress[3];

      stress_at(ply[k], total, warm, prop[SHELL_OFFSET], stress);
      for (int a = 0; a < 3; a++) middle[a] += stress[a];
      nmet++;
    }
    bottom = top;
  }
  for (int a = 0; a < 3; a++) middle[a] /= nmet;
}

static double of_sign(double stress, double tension, double compression)
{
  return stress < 0 ? compression : tension;
}

/* Turns a stress in the axes of the shell into those of a ply. */
static void turn_stress(const double p[PLY_NUMBERS], const double stress[3], double own[3])
{
  const double c = cos(p[PLY_ANGLE]), s = sin(p[PLY_ANGLE]);

  own[0] = c * c * stress[0] + s * s * stress[1] + 2 * c * s * stress[2];
  own[1] = s * s * stress[0] + c * c * stress[1] - 2 * c * s * stress[2];
  own[2] = c * s * (stress[1] - stress[0]) + (c * c - s * s) * stress[2];
}

/* Computes the index of Tsai and Wu, which is linear + square, at a stress in the axes of the ply,
   and the factor of the stress at which it is 1. */
static void tsai_wu(const double p[PLY_NUMBERS], const double s[3], double *index, double *reserve)
{
  const double F11    = 1 / (p[PLY_TENSION_1] * p[PLY_COMPRESSION_1]),
               F22    = 1 / (p[PLY_TENSION_2] * p[PLY_COMPRESSION_2]),
               F1     = 1 / p[PLY_TENSION_1] - 1 / p[PLY_COMPRESSION_1],
               F2     = 1 / p[PLY_TENSION_2] - 1 / p[PLY_COMPRESSION_2];
  const double linear = F1 * s[0] + F2 * s[1], shear = s[2] / p[PLY_STRENGTH_12],
               square = F11 * s[0] * s[0] + F22 * s[1] * s[1] - sqrt(F11 * F22) * s[0] * s[1] +
                        shear * shear,
               root = sqrt(linear * linear + 4 * square);

  *index   = linear + square;
  *reserve = linear < 0 ? (root - linear) / (2 * square) : 2 / (linear + root);
}

/* Computes the larger of the two sums of squares of Hashin (J. Appl. Mech. 47 (1980)), for failure
   of fibers and between fibers, with a transverse shear strength of half the compressive one. */
static double hashin(const double p[PLY_NUMBERS], const double s[3])
{
  const double shear  = s[2] / p[PLY_STRENGTH_12],
               fibers = s[0] / of_sign(s[0], p[PLY_TENSION_1], p[PLY_COMPRESSION_1]),
               matrix = s[1] / of_sign(s[1], p[PLY_TENSION_2], p[PLY_COMPRESSION_2]);

  return fmax(fibers * fibers + (s[0] > 0 ? shear * shear : 0), matrix * matrix + shear * shear);
}

/* Computes the failure of a ply at a stress in its axes. The indices of Tsai-Hill and Hashin grow
   with the square of the stress, and those of the largest stress and strain with the stress. */
static void ply_failure(const double p[PLY_NUMBERS], const double s[3], PlyFailure f[CRITERIA])
{
  const double X     = of_sign(s[0], p[PLY_TENSION_1], p[PLY_COMPRESSION_1]),
               Y     = of_sign(s[1], p[PLY_TENSION_2], p[PLY_COMPRESSION_2]);
  const double e1    = s[0] - p[PLY_POISSON_12] * s[1],
               e2    = s[1] - p[PLY_POISSON_12] * p[PLY_YOUNG_2] / p[PLY_YOUNG_1] * s[0];
  const double shear = fabs(s[2]) / p[PLY_STRENGTH_12];

  f[TSAI_HILL].index =
    s[0] * s[0] / (X * X) - s[0] * s[1] / (X * X) + s[1] * s[1] / (Y * Y) + shear * shear;
  f[FAILURE_STRESS].index = fmax(fmax(fabs(s[0]) / X, fabs(s[1]) / Y), shear);
  f[FAILURE_STRAIN].index =
    fmax(fmax(fabs(e1) / of_sign(e1, p[PLY_TENSION_1], p[PLY_COMPRESSION_1]),
              fabs(e2) / of_sign(e2, p[PLY_TENSION_2], p[PLY_COMPRESSION_2])),
         shear);
  f[HASHIN].index = hashin(p, s);
  tsai_wu(p, s, &f[TSAI_WU].index, &f[TSAI_WU].reserve);
  for (int c = 0; c < CRITERIA; c++) {
    const double index = fmax(f[c].index, 0);

    f[c].ply = p[PLY_NUMBER];
    if (c == TSAI_WU) continue;
    f[c].reserve = 1 / (c == FAILURE_STRESS || c == FAILURE_STRAIN ? index : sqrt(index));
  }
}

/* Round-off must not choose between plies that are alike: the first of them fails. */
void shell_raise_failure(const PlyFailure *others, PlyFailure *failure)
{
  const double alike = 1e-9;

  failure->index = fmax(failure->index, others->index);
  if (!(others->reserve < (1 - alike) * failure->reserve)) return;
  failure->reserve = others->reserve;
  failure->ply     = others->ply;
}

int shell_has_strengths(const double prop[])
{
  const double *ply = prop + SHELL_PLY;

  for (int k = 0; k < (int)prop[SHELL_PLIES]; k++)
    if (!isnan(ply[k * PLY_NUMBERS + PLY_TENSION_1])) return 1;
  return 0;
}

void shell_raise_extremes(const double s[3], double extremes[3])
{
  const double mean = (s[0] + s[1]) / 2, radius = hypot((s[0] - s[1]) / 2, s[2]);

  extremes[0] = fmax(extremes[0], sqrt(mean * mean + 3 * radius * radius));
  extremes[1] = fmax(extremes[1], mean + radius);
  extremes[2] = fmax(extremes[2], radius - mean);
}

void shell_ply_stresses(const double prop[], const double forces[SHELL_STRAINS],
                        const double warm[2], PlyStresses *out)
{
  const double(*ply)[PLY_NUMBERS] = (const double(*)[PLY_NUMBERS])(prop + SHELL_PLY);
  const int n                     = (int)prop[SHELL_PLIES];
  double    z = prop[SHELL_OFFSET] - prop[SHELL_THICKNESS] / 2, strain[SHELL_STRAINS];

  memcpy(strain, forces, sizeof strain);
  section_solve(prop + SHELL_STIFFNESS, strain);
  for (int i = 0; i < 12; i++) strain[i % 6] += warm[i / 6] * prop[SHELL_FREE + i];
  set_middle(prop, strain, warm, out->middle);
  for (int i = 0; i < 3; i++) out->extremes[i] = -INFINITY;
  for (int c = 0; c < CRITERIA; c++) out->failure[c] = (PlyFailure){-INFINITY, INFINITY, 0};
  for (int k = 0; k < n; k++)
    for (int end = 0; end < 2; end++) {
      double     stress[3], *own = out->own[k] + 3 * end;
      PlyFailure one[CRITERIA];

      if (end) z += ply[k][PLY_THICKNESS];
      stress_at(ply[k], strain, warm, z, stress);
      if (k == 0 && !end) memcpy(out->bottom, stress, sizeof stress);
      if (k == n - 1 && end) memcpy(out->top, stress, sizeof stress);
      shell_raise_extremes(stress, out->extremes);
      turn_stress(ply[k], stress, own);
      if (isnan(ply[k][PLY_TENSION_1])) continue;
      ply_failure(ply[k], own, one);
      for (int c = 0; c < CRITERIA; c++) shell_raise_failure(&one[c], &out->failure[c]);
    }
}
