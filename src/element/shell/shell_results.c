/* shell_results.c: implements the results of shells: forces and moments of the section, stresses.

   The forces and moments are means over the element, in its axes in the reference, which turn with
   the nodes. They are linear functions of the strains of shell.c, and of their rates if there is
   damping. The strains and curvatures follow from the forces without damping, and are those that
   cause stress. The normal is the mean of the directors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/vector.h"
#include "shell.h"
#include "element/shell/laminate/shell_section.h"

#define MEANS                                                                                      \
  {"membrane_force", 3, "membrane force xx, yy, xy in the axes of the element [N/m]",              \
   RESULT_LOCAL},                                                                                  \
    {"bending_moment", 3,                                                                          \
     "moment xx, yy, xy per length; tension on the side of the normal is positive [N]",            \
     RESULT_LOCAL},                                                                                \
    {"shear_force", 2, "transverse shear force x, y per length [N/m]", RESULT_LOCAL},              \
    {"normal", 3, "unit normal of the surface", RESULT_GLOBAL},                                    \
    {"strain", 3, "strain xx, yy, xy of the surface of the nodes, without that of temperature",    \
     RESULT_LOCAL},                                                                                \
  {                                                                                                \
    "curvature", 3, "change of curvature xx, yy, xy, without that of temperature [1/m]",           \
      RESULT_LOCAL                                                                                 \
  }
const ElementResult shell_results[] = {
  MEANS, {0, 0, 0, RESULT_SCALAR}
};
const ElementResult shell_warm_results[] = {
  MEANS,
  {"temperature",          1, "mean of the element, above that without stress [K]", RESULT_SCALAR},
  {"temperature_gradient", 1, "its gradient along the normal [K/m]",                RESULT_SCALAR},
  {0,                      0, 0,                                                    RESULT_SCALAR}
};
enum { MEMBRANE_FORCE, BENDING_MOMENT = 3, SHEAR_FORCE = 6, NORMAL = 8, STRAIN = 11, WARM = 17 };

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
#define INDICES                                                                                    \
  {"tsai_hill", 1, "largest index of Tsai and Hill in the plies; 1 is failure", RESULT_SCALAR},    \
    {"tsai_wu", 1, "largest index of Tsai and Wu in the plies; 1 is failure", RESULT_SCALAR},      \
  {                                                                                                \
    "failure_strain", 1, "largest strain in the plies over that at failure", RESULT_SCALAR         \
  }

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

/* Computes forces[8], the forces and moments by changes of the strains. */
static void forces_of(const ElementGroup *e, const double s[SHELL_NSTRAIN], double forces[])
{
  const ShellData *data = (const ShellData *)e->data[0];
  const double    *bend = s + SHELL_STRAIN(bend), *lift = s + SHELL_STRAIN(lift);

  memset(forces, 0, SHELL_STRAINS * sizeof *forces);
  for (int a = 0; a < 3; a++) {
    for (int k = 0; k < SHELL_MEMBRANE; k++) forces[MEMBRANE_FORCE + a] += data->force[a][k] * s[k];
    for (int k = 0; k < SHELL_BENDS; k++)
      forces[BENDING_MOMENT + a] += data->moment[a][k] * bend[k];
  }
  for (int a = 0; a < 2; a++)
    for (int k = 0; k < SHELL_NODES; k++)
      forces[SHEAR_FORCE + a] += data->transverse[a][k] * lift[k];
  for (int a = 0; a < SHELL_STRAINS && e->kernel->coupled; a++)
    for (int k = 0; k < SHELL_NSTRAIN; k++) forces[a] += data->other[a][k] * s[k];
}

/* Computes the strains and curvatures xx, yy, xy of a section by its forces and moments. */
static void section_strains(const double prop[], const double forces[SHELL_STRAINS],
                            double strains[6])
{
  double all[SHELL_STRAINS];

  memcpy(all, forces, sizeof all);
  section_solve(prop + SHELL_STIFFNESS, all);
  for (int a = 0; a < 6; a++) strains[a] = a % 3 == 2 ? all[a] / 2 : all[a];
}

/* Computes the results from strains s, and from their rates with damping; else rate is NULL. */
static void results_of(const ElementGroup *e, const ShellStrains *s, const ShellStrains *rate,
                       double values[])
{
  const ShellData *data = (const ShellData *)e->data[0];
  double           change[SHELL_NSTRAIN], damping[SHELL_STRAINS];

  for (int k = 0; k < SHELL_NSTRAIN; k++)
    change[k] = ((const Lanes *)s)[k][0] - e->data[0][SHELL_MEMBER(rest) + k];
  forces_of(e, change, values);
  section_strains(e->prop, values, values + STRAIN);
  if (e->prop[SHELL_EXPANDS] != 0)
    memcpy(values + WARM, data->temperature, sizeof data->temperature);
  if (!rate) return;
  for (int k = 0; k < SHELL_NSTRAIN; k++)
    change[k] = e->prop[SHELL_DAMPING] * ((const Lanes *)rate)[k][0];
  forces_of(e, change, damping);
  for (int a = 0; a < SHELL_STRAINS; a++) values[a] += damping[a];
}

/* Computes b = b - a. */
static void subtract(const ShellStrains *a, ShellStrains *b)
{
  for (int k = 0; k < SHELL_NSTRAIN; k++) ((Lanes *)b)[k] -= ((const Lanes *)a)[k];
}

/* Sets the normal, the mean m of the directors. turn[6 nn] are small motions to add; or NULL. */
static void set_normal(const ElementState *e, const double turn[], double normal[3])
{
  const ShellData *data = (const ShellData *)e->data;
  double           m[3] = {0, 0, 0}, change[3] = {0, 0, 0}, size, along;

  for (int i = 0; i < shape_nodes(e->kernel->shape); i++) {
    double t[3], dt[3];

    mat_vec(e->node[i]->R, data->director[i], t);
    if (turn) cross(turn + 6 * i + 3, t, dt);
    for (int c = 0; c < 3; c++) m[c] += t[c];
    for (int c = 0; c < 3 && turn; c++) change[c] += dt[c];
  }
  size  = norm(m);
  along = dot(m, change) / size;
  for (int c = 0; c < 3; c++) normal[c] = m[c] / size + (change[c] - along * m[c] / size) / size;
}

void shell_result(const ElementState *e, double values[])
{
  const ElementGroup group  = element_group_of_one(e);
  const int          damped = e->prop[SHELL_DAMPING] > 0;
  ShellStrains       s, rate;

  shell_strains(&group, 0, &s);
  if (damped) {
    shell_strains(&group, 1, &rate);
    subtract(&s, &rate);
  }
  results_of(&group, &s, damped ? &rate : NULL, values);
  set_normal(e, NULL, values + NORMAL);
}

/* Computes the strains of small motions u: those at e, plus the rates of the velocities u times
   1 s. */
static void small_strains(const ElementState *e, const double u[], ShellStrains *s)
{
  ElementState moving = *e;
  NodeState    node[SHELL_NODES];
  ElementGroup group;

  for (int i = 0; i < shape_nodes(e->kernel->shape); i++) {
    node[i] = *e->node[i];
    for (int c = 0; c < 3; c++) {
      node[i].v[c] = u[6 * i + c];
      node[i].w[c] = u[6 * i + 3 + c];
    }
    moving.node[i] = &node[i];
  }
  group = element_group_of_one(&moving);
  shell_strains(&group, 1, s);
}

void shell_linear_result(const ElementState *e, const double u[], const double rate[],
                         double values[])
{
  const ElementGroup group  = element_group_of_one(e);
  const int          damped = e->prop[SHELL_DAMPING] > 0;
  ShellStrains       rest, s, moved;

  small_strains(e, u, &s);
  if (damped) {
    shell_strains(&group, 0, &rest);
    small_strains(e, rate, &moved);
    subtract(&rest, &moved);
  }
  results_of(&group, &s, damped ? &moved : NULL, values);
  set_normal(e, u, values + NORMAL);
}

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
  const double       *warm    = prop[SHELL_EXPANDS] != 0 ? values + WARM : cold;
  PlyStresses         stress;

  shell_ply_stresses(prop, values, warm, &stress);
  if (prop[SHELL_ALL_PLIES] != 0) more = write_plies(prop, values, &stress, more);
  memcpy(more, stress.top, sizeof stress.top);
  memcpy(more + 3, stress.bottom, sizeof stress.bottom);
  memcpy(more + 6, stress.middle, sizeof stress.middle);
  write_extremes(stress.extremes, &more[9], &more[10], &more[11]);
  more += 12;
  if (shell_has_strengths(prop)) {
    memcpy(more, stress.index, sizeof stress.index);
    more += 3;
  }
  *more = prop[SHELL_THICKNESS];
}

void shell_derive(const double prop[], const double values[], double more[])
{
  if (prop[SHELL_PLIES] < 0) *more = prop[SHELL_THICKNESS];
  else if (prop[SHELL_PLIES] == 0) derive_isotropic(prop, values, more);
  else derive_plies(prop, values, more);
}
