/* element_group.c: implements groups whose lanes are all the same element. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element_group.h"
#include <string.h>

ElementGroup element_group_of_one(const ElementState *e)
{
  ElementGroup g = {.kernel = e->kernel, .prop = e->prop};

  memcpy(g.gravity, e->gravity, sizeof g.gravity);
  for (int k = 0; k < LANES; k++) {
    g.data[k]    = e->data;
    g.strain[k]  = e->strain;
    g.lateral[k] = e->lateral;
    for (int i = 0; i < shape_nodes(e->kernel->shape); i++) g.node[i][k] = e->node[i];
  }
  return g;
}

int element_group_forces(const ElementState *e, double r[], double K[], double C[], double M[])
{
  const ElementGroup g  = element_group_of_one(e);
  const int          nd = 6 * shape_nodes(e->kernel->shape), n2 = nd * nd;
  Lanes              rs[ELEMENT_MAX_DOFS], matrix[3][ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS];

  e->kernel->type->group_forces(&g, rs, K ? matrix[0] : NULL, matrix[1], matrix[2]);
  for (int i = 0; i < nd; i++)
    if (!isfinite(rs[i][0])) return 1;
  for (int i = 0; i < nd; i++) r[i] += rs[i][0];
  for (int i = 0; i < n2 && K; i++) {
    K[i] += matrix[0][i][0];
    C[i] += matrix[1][i][0];
    M[i] += matrix[2][i][0];
  }
  return 0;
}
