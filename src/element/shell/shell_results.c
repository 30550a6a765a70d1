/* shell_results.c: implements the results of shells: forces and moments of the section, stresses.

   The forces and moments are means over the element, in its axes in the reference, which turn with
   the nodes. They are linear functions of the strains of shell.c, and of their rates if there is
   damping. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "shell.h"
#include "shell_failure.h"

#define FORCES                                                                                     \
  {"membrane_force", 3, "membrane force xx, yy, xy in the axes of the element [N/m]",              \
   RESULT_LOCAL},                                                                                  \
    {"bending_moment", 3,                                                                          \
     "moment xx, yy, xy per length; tension on the side of the normal is positive [N]",            \
     RESULT_LOCAL},                                                                                \
  {                                                                                                \
    "shear_force", 2, "transverse shear force x, y per length [N/m]", RESULT_LOCAL                 \
  }
const ElementResult shell_results[] = {
  FORCES, {0, 0, 0, RESULT_SCALAR}
};
const ElementResult shell_warm_results[] = {
  FORCES,
  {"temperature",          1, "mean of the element, above that without stress [K]", RESULT_SCALAR},
  {"temperature_gradient", 1, "its gradient along the normal [K/m]",                RESULT_SCALAR},
  {0,                      0, 0,                                                    RESULT_SCALAR}
};
enum { MEMBRANE_FORCE, BENDING_MOMENT = 3, SHEAR_FORCE = 6, WARM = 8 };

static const ElementResult derived_results[] = {
  {"stress_top",    3, "stress xx, yy, xy on the side of the normal [N/m2]",                RESULT_LOCAL },
  {"stress_bottom", 3, "stress xx, yy, xy on the other side [N/m2]",                        RESULT_LOCAL },
  {"von_mises",     1, "larger von Mises stress of both sides, without shear force [N/m2]",
   RESULT_SCALAR                                                                                         },
  {0,               0, 0,                                                                   RESULT_SCALAR}
};

#define STRESSES_OF_PLIES                                                                          \
  {"stress_top", 3,                                                                                \
   "stress xx, yy, xy at the top of the last ply, in the axes of the element [N/m2]",              \
   RESULT_LOCAL},                                                                                  \
  {                                                                                                \
    "stress_bottom", 3, "stress xx, yy, xy at the bottom of the first ply [N/m2]", RESULT_LOCAL    \
  }
static const ElementResult ply_results[] = {
  STRESSES_OF_PLIES, {0, 0, 0, RESULT_SCALAR}
};
static const ElementResult strength_results[] = {
  STRESSES_OF_PLIES,
  {"tsai_hill",      1, "largest index of Tsai and Hill in the plies; 1 is failure", RESULT_SCALAR},
  {"tsai_wu",        1, "largest index of Tsai and Wu in the plies; 1 is failure",   RESULT_SCALAR},
  {"failure_strain", 1, "largest strain in the plies over that at failure",          RESULT_SCALAR},
  {0,                0, 0,                                                           RESULT_SCALAR}
};

/* Computes the results from strains. */
static void results_of(const ElementGroup *e, const ShellStrains *s, double values[])
{
  const ShellData *data = (const ShellData *)e->data[0];

  for (int a = 0; a < 3; a++) {
    double force = 0, moment = 0;

    for (int k = 0; k < SHELL_PRODUCTS; k++)
      force += data->force[a][k] * (s->product[k][0] - data->product[k]);
    for (int k = 0; k < SHELL_BENDS; k++)
      moment += data->moment[a][k] * (s->bend[k][0] - data->bend[k]);
    values[MEMBRANE_FORCE + a] = force;
    values[BENDING_MOMENT + a] = moment;
  }
  for (int a = 0; a < 2; a++) {
    values[SHEAR_FORCE + a] = 0;
    for (int k = 0; k < SHELL_NODES; k++)
      values[SHEAR_FORCE + a] += data->transverse[a][k] * (s->lift[k][0] - data->lift[k]);
  }
  for (int a = 0; a < 8 && shell_is_coupled(e->kernel); a++)
    for (int k = 0; k < SHELL_ELASTIC; k++)
      values[a] +=
        data->other[a][k] * (((const Lanes *)s)[k][0] - e->data[0][SHELL_MEMBER(product) + k]);
  if (e->prop[SHELL_EXPANDS] != 0)
    memcpy(values + WARM, data->temperature, sizeof data->temperature);
}

/* Adds the rates of the strains s times the damping time. */
static void add_rates(const ElementGroup *e, ShellStrains *s)
{
  ShellStrains moved;

  shell_strains(e, 1, &moved);
  for (int k = 0; k < SHELL_NSTRAIN; k++)
    ((Lanes *)s)[k] += e->prop[SHELL_DAMPING] * (((Lanes *)&moved)[k] - ((Lanes *)s)[k]);
}

void shell_result(const ElementState *e, double values[])
{
  const ElementGroup group = element_group_of_one(e);
  ShellStrains       s;

  shell_strains(&group, 0, &s);
  if (e->prop[SHELL_DAMPING] > 0) add_rates(&group, &s);
  results_of(&group, &s, values);
}

void shell_linear_result(const ElementState *e, const double u[], const double rate[],
                         double values[])
{
  ElementState moving = *e;
  NodeState    node[SHELL_NODES];
  ElementGroup group;
  ShellStrains s;

  for (int i = 0; i < shape_nodes(e->kernel->shape); i++) {
    node[i] = *e->node[i];
    for (int c = 0; c < 3; c++) {
      node[i].v[c] = u[6 * i + c] + e->prop[SHELL_DAMPING] * rate[6 * i + c];
      node[i].w[c] = u[6 * i + 3 + c] + e->prop[SHELL_DAMPING] * rate[6 * i + 3 + c];
    }
    moving.node[i] = &node[i];
  }
  group = element_group_of_one(&moving);
  shell_strains(&group, 1, &s);
  results_of(&group, &s, values);
}

/* A section that is given by its stiffness has no stresses. */
const ElementResult *shell_derived(const double prop[])
{
  if (prop[SHELL_PLIES] < 0) return NULL;
  if (prop[SHELL_PLIES] == 0) return derived_results;
  return shell_has_strengths(prop) ? strength_results : ply_results;
}

static void derive_isotropic(const double prop[], const double values[], double more[])
{
  const double h = prop[SHELL_THICKNESS];

  more[6] = 0;
  for (int side = 0; side < 2; side++) {
    double *s = more + 3 * side;

    for (int a = 0; a < 3; a++) {
      const double force  = values[MEMBRANE_FORCE + a],
                   moment = values[BENDING_MOMENT + a] - prop[SHELL_OFFSET] * force;

      s[a] = force / h + (side ? -6 : 6) * moment / (h * h);
    }
    more[6] = fmax(more[6], sqrt(s[0] * s[0] - s[0] * s[1] + s[1] * s[1] + 3 * s[2] * s[2]));
  }
}

void shell_derive(const double prop[], const double values[], double more[])
{
  static const double cold[2] = {0, 0};
  double              index[3];

  if (prop[SHELL_PLIES] == 0) derive_isotropic(prop, values, more);
  if (prop[SHELL_PLIES] <= 0) return;
  shell_ply_stresses(prop, values, prop[SHELL_EXPANDS] != 0 ? values + WARM : cold, more, more + 3,
                     index);
  if (shell_has_strengths(prop)) memcpy(more + 6, index, sizeof index);
}
