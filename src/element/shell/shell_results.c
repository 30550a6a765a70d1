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
    memcpy(values + TEMPERATURES, data->temperature, sizeof data->temperature);
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
