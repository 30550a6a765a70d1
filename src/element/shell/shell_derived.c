/* shell_derived.c: implements results of shells that follow from forces and moments: stresses,
   failure of plies, and their extremes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "shell.h"
#include "element/shell/laminate/shell_section.h"

#define THICKNESS                                                                                  \
  {                                                                                                \
    "thickness", 1, "thickness [m]", RESULT_SCALAR                                                 \
  }

static const ElementResult section_results[] = {
  THICKNESS, {0, 0, 0, RESULT_SCALAR}
};
static const ElementResult derived_results[] = {
  {"stress_top",    3, "stress xx, yy, xy on the side of the normal [N/m2]",                RESULT_LOCAL },
  {"stress_bottom", 3, "stress xx, yy, xy on the other side [N/m2]",                        RESULT_LOCAL },
  {"von_mises",     1, "larger von Mises stress of both sides, without shear force [N/m2]",
   RESULT_SCALAR                                                                                         },
  {"stress_middle", 3, "stress xx, yy, xy in the middle of the section [N/m2]",             RESULT_LOCAL },
  {"stress_max",    1, "largest principal stress of both sides [N/m2]",                     RESULT_SCALAR},
  {"stress_min",    1, "smallest principal stress of both sides [N/m2]",                    RESULT_SCALAR},
  THICKNESS,
  {0,               0, 0,                                                                   RESULT_SCALAR}
};
enum { TOP, BOTTOM = 3, MISES = 6, MIDDLE, LARGEST = MIDDLE + 3, SMALLEST, ISOTROPIC_NUMBERS };

#define STRESSES_OF_PLIES                                                                          \
  {"stress_top", 3,                                                                                \
   "stress xx, yy, xy at the top of the last ply, in the axes of the element [N/m2]",              \
   RESULT_LOCAL},                                                                                  \
    {"stress_bottom", 3, "stress xx, yy, xy at the bottom of the first ply [N/m2]", RESULT_LOCAL}, \
    {"stress_middle", 3,                                                                           \
     "stress xx, yy, xy in the middle of the section, mean of plies that meet there [N/m2]",       \
     RESULT_LOCAL},                                                                                \
    {"von_mises", 1, "largest von Mises stress of all plies, without shear force [N/m2]",          \
     RESULT_SCALAR},                                                                               \
    {"stress_max", 1, "largest principal stress of all plies [N/m2]", RESULT_SCALAR},              \
  {                                                                                                \
    "stress_min", 1, "smallest principal stress of all plies [N/m2]", RESULT_SCALAR                \
  }
#define FAILURE(name, title)                                                                       \
  {name, 1, "largest " title " in the plies; 1 is failure", RESULT_SCALAR},                        \
    {name "_reserve", 1, "least factor of all stresses at which a ply fails by it",                \
     RESULT_SCALAR},                                                                               \
  {                                                                                                \
    name "_ply", 1, "number of the ply that fails first by it; 0 without stress", RESULT_SCALAR    \
  }
#define INDICES                                                                                    \
  FAILURE("tsai_hill", "index of Tsai and Hill"), FAILURE("tsai_wu", "index of Tsai and Wu"),      \
    FAILURE("failure_stress", "stress over the strength"),                                         \
    FAILURE("failure_strain", "strain over that at failure"), FAILURE("hashin", "index of Hashin")

/* Plies from the last one down, so that the results of n plies are the end of a table. */
#define PLY(k)                                                                                     \
  {"ply_" #k, 6, "stress 11, 22, 12 at the bottom, then at the top of a ply, in its axes [N/m2]",  \
   RESULT_LOCAL},                                                                                  \
  {                                                                                                \
    "ply_" #k "_shear", 6,                                                                         \
      "stress 13, 23 at the bottom, in the middle, at the top of a ply, in its axes [N/m2]",       \
      RESULT_LOCAL                                                                                 \
  }
#define PLIES                                                                                      \
  PLY(32), PLY(31), PLY(30), PLY(29), PLY(28), PLY(27), PLY(26), PLY(25), PLY(24), PLY(23),        \
    PLY(22), PLY(21), PLY(20), PLY(19), PLY(18), PLY(17), PLY(16), PLY(15), PLY(14), PLY(13),      \
    PLY(12), PLY(11), PLY(10), PLY(9), PLY(8), PLY(7), PLY(6), PLY(5), PLY(4), PLY(3), PLY(2),     \
    PLY(1)
static const ElementResult ply_results[] = {
  PLIES, STRESSES_OF_PLIES, THICKNESS, {0, 0, 0, RESULT_SCALAR}
};
static const ElementResult strength_results[] = {
  PLIES, STRESSES_OF_PLIES, INDICES, THICKNESS, {0, 0, 0, RESULT_SCALAR}
};

/* A section that is given by its stiffness has no stresses. */
const ElementResult *shell_derived(const double prop[])
{
  const int n = (int)prop[SHELL_PLIES], named = prop[SHELL_ALL_PLIES] != 0 ? n : 0;

  if (n < 0) return section_results;
  if (n == 0) return derived_results;
  return (shell_has_strengths(prop) ? strength_results : ply_results) +
         2 * (SHELL_MAX_PLIES - named);
}

static void write_extremes(const double extremes[3], double *von_mises, double *largest,
                           double *smallest)
{
  *von_mises = extremes[0];
  *largest   = extremes[1];
  *smallest  = -extremes[2];
}

static void derive_isotropic(const double prop[], const double values[], double more[])
{
  const double h           = prop[SHELL_THICKNESS];
  double       extremes[3] = {-INFINITY, -INFINITY, -INFINITY};

  for (int a = 0; a < 3; a++) {
    const double force  = values[MEMBRANE_FORCE + a],
                 moment = values[BENDING_MOMENT + a] - prop[SHELL_OFFSET] * force;

    more[MIDDLE + a] = force / h;
    more[TOP + a]    = force / h + 6 * moment / (h * h);
    more[BOTTOM + a] = force / h - 6 * moment / (h * h);
  }
  shell_raise_extremes(more + TOP, extremes);
  shell_raise_extremes(more + BOTTOM, extremes);
  write_extremes(extremes, &more[MISES], &more[LARGEST], &more[SMALLEST]);
  more[ISOTROPIC_NUMBERS] = h;
}

/* The largest principal strain of both sides. */
double shell_young_strain(const ElementKernel *kernel, const double prop[], const double values[])
{
  const double *strain = values + STRAIN, *curvature = strain + 3;
  double        largest = 0;

  (void)kernel;
  if (prop[SHELL_PLIES] != 0) return 0;
  for (int side = -1; side <= 1; side += 2) {
    const double z = prop[SHELL_OFFSET] + side * prop[SHELL_THICKNESS] / 2;
    double       e[3];

    for (int a = 0; a < 3; a++) e[a] = strain[a] + z * curvature[a];
    largest = fmax(largest, fabs(e[0] + e[1]) / 2 + hypot(e[0] - e[1], e[2]) / 2);
  }
  return largest;
}

/* Writes the stresses of each ply, from the last one down, and returns the end. */
static double *write_plies(const double prop[], const double values[], const PlyStresses *stress,
                           double *to)
{
  const int n = (int)prop[SHELL_PLIES];
  double    shear[SHELL_MAX_PLIES][6];

  laminate_shear_stresses(n, (const double(*)[PLY_NUMBERS])(prop + SHELL_PLY), prop[SHELL_OFFSET],
                          (const double(*)[SHELL_STRAINS])(prop + SHELL_STIFFNESS),
                          values + SHEAR_FORCE, shear);
  for (int k = n - 1; k >= 0; k--, to += 12) {
    memcpy(to, stress->own[k], sizeof stress->own[k]);
    memcpy(to + 6, shear[k], sizeof shear[k]);
  }
  return to;
}

static void derive_plies(const double prop[], const double values[], double more[])
{
  static const double cold[2] = {0, 0};
  const double       *warm    = prop[SHELL_EXPANDS] != 0 ? values + TEMPERATURES : cold;
  PlyStresses         stress;

  shell_ply_stresses(prop, values, warm, &stress);
  if (prop[SHELL_ALL_PLIES] != 0) more = write_plies(prop, values, &stress, more);
  memcpy(more, stress.top, sizeof stress.top);
  memcpy(more + 3, stress.bottom, sizeof stress.bottom);
  memcpy(more + 6, stress.middle, sizeof stress.middle);
  write_extremes(stress.extremes, &more[9], &more[10], &more[11]);
  more += 12;
  if (shell_has_strengths(prop)) {
    memcpy(more, stress.failure, sizeof stress.failure);
    more += 3 * CRITERIA;
  }
  *more = prop[SHELL_THICKNESS];
}

void shell_derive(const double prop[], const double values[], double more[])
{
  if (prop[SHELL_PLIES] < 0) *more = prop[SHELL_THICKNESS];
  else if (prop[SHELL_PLIES] == 0) derive_isotropic(prop, values, more);
  else derive_plies(prop, values, more);
}

/* ---- extremes at nodes ----------------------------------------------------------------------- */

const RecoveredResult shell_recovered[] = {
  {MEMBRANE_FORCE, 3, 1},
  {BENDING_MOMENT, 3, 2},
  {SHEAR_FORCE,    2, 1},
  {0,              0, 0}
};
const RecoveredResult shell_warm_recovered[] = {
  {MEMBRANE_FORCE,   3, 1},
  {BENDING_MOMENT,   3, 2},
  {SHEAR_FORCE,      2, 1},
  {TEMPERATURES,     1, 0},
  {TEMPERATURES + 1, 1, 0},
  {0,                0, 0}
};

double shell_thickness(const double prop[]) { return prop[SHELL_THICKNESS]; }

void shell_axes(const ElementKernel *kernel, const double x[][3], const double data[],
                double axes[2][3])
{
  (void)kernel, (void)x;
  memcpy(axes, ((const ShellData *)data)->axes, sizeof((const ShellData *)data)->axes);
}

void shell_raise(const double prop[], const double values[], double more[])
{
  const int  n     = (int)prop[SHELL_PLIES];
  const int  first = 9 + (prop[SHELL_ALL_PLIES] != 0 ? 12 * n : 0);
  double     at[ELEMENT_MAX_RESULTS];
  PlyFailure one[CRITERIA], all[CRITERIA];

  if (n < 0) return;
  shell_derive(prop, values, at);
  if (n == 0) {
    more[MISES]    = fmax(more[MISES], at[MISES]);
    more[LARGEST]  = fmax(more[LARGEST], at[LARGEST]);
    more[SMALLEST] = fmin(more[SMALLEST], at[SMALLEST]);
    return;
  }
  for (int k = 0; k < 3; k++)
    more[first + k] =
      k < 2 ? fmax(more[first + k], at[first + k]) : fmin(more[first + k], at[first + k]);
  if (!shell_has_strengths(prop)) return;
  memcpy(one, at + first + 3, sizeof one);
  memcpy(all, more + first + 3, sizeof all);
  for (int c = 0; c < CRITERIA; c++) shell_raise_failure(&one[c], &all[c]);
  memcpy(more + first + 3, all, sizeof all);
}
