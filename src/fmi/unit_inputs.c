/* unit_inputs.c: gives the inputs of a unit to its case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "unit.h"

/* Returns whether both are inputs of one force, or of one motion. */
static int go_together(const UnitVariable *v, const UnitVariable *w)
{
  return v->kind == w->kind && !strcmp(v->name, w->name) &&
         (v->kind == UNIT_FORCE || v->component == w->component);
}

/* Returns whether no variable before k goes together with it. */
static int is_first(const Unit *u, int k)
{
  for (int j = 0; j < k; j++)
    if (go_together(&u->variable[j], &u->variable[k])) return 0;
  return 1;
}

/* Gives the forces at the end of a step of a size h of the load of variable first. */
static PetscErrorCode give_force(Unit *u, int first, double h)
{
  const UnitVariable *const load     = &u->variable[first];
  double                    total[3] = {0, 0, 0}, *values;
  PetscErrorCode            ierr;

  for (int k = first; k < u->n; k++) {
    const UnitVariable *const v = &u->variable[k];

    if (go_together(load, v)) total[v->component] = v->value + h * v->rate;
  }
  values = malloc(3 * (size_t)load->nodes * sizeof *values);
  if (!values) return PETSC_ERR_MEM;
  for (int k = 0; k < 3 * load->nodes; k++) values[k] = total[k % 3] / load->nodes;
  ierr = FsCaseSetNodalForce(u->c, load->name, load->nodes, values);
  free(values);
  return ierr;
}

/* Gives the motion of variable first at the end of a step. */
static PetscErrorCode give_motion(Unit *u, int first)
{
  const UnitVariable *const motion = &u->variable[first];
  double                    qva[3] = {0, 0, 0};

  for (int k = first; k < u->n; k++)
    if (go_together(motion, &u->variable[k])) qva[u->variable[k].derivative] = u->variable[k].value;
  return FsCaseSetMotion(u->c, motion->name, motion->component, qva[0], qva[1], qva[2]);
}

PetscErrorCode unit_give_inputs(Unit *u, double h)
{
  PetscErrorCode ierr = PETSC_SUCCESS;

  for (int k = 0; k < u->n && !ierr; k++) {
    UnitVariable *const v = &u->variable[k];

    if (v->kind == UNIT_FORCE && is_first(u, k)) ierr = give_force(u, k, h);
    if (v->kind == UNIT_MOTION && is_first(u, k)) ierr = give_motion(u, k);
    if (v->kind == UNIT_MOTOR) {
      v->from = v->to;
      v->to   = v->value + h * v->rate;
    }
  }
  return ierr;
}
