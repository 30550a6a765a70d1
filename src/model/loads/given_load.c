/* given_load.c: keeps forces that the program gives that runs the case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "model/model.h"

PetscErrorCode GivenLoadAdd(FsOptions o, Model model, const char name[], PetscInt set,
                            PetscBool *found)
{
  const Geometry *g = &model->mesh->g;
  GivenLoad      *load;
  int             components = 0;

  PetscFunctionBeginUser;
  *found = PETSC_FALSE;
  PetscCall(FsOptionsBool(o, FsOptionName(o, "-load_%s_given", name), found, NULL));
  if (!*found) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscRealloc((size_t)(model->loads.ngiven + 1) * sizeof *load, &model->loads.given));
  load  = &model->loads.given[model->loads.ngiven++];
  *load = (GivenLoad){.n = 0};
  PetscCall(PetscStrallocpy(name, &load->name));
  PetscCall(PetscMalloc1(g->nnodes, &load->node));
  for (int i = 0; i < g->nnodes; i++)
    if (model->mesh->owned[i] && geometry_node_in_set(g, i, (int)set)) {
      load->node[load->n++] = i;
      components |= model->layout.components[i];
    }
  PetscCall(PetscCalloc3((size_t)(3 * load->n), &load->from, (size_t)(3 * load->n), &load->to,
                         (size_t)(3 * load->n), &load->next));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &components, 1, MPI_INT, MPI_BOR, model->comm));
  PetscCheck(components & DISPLACEMENTS, model->comm, PETSC_ERR_USER_INPUT,
             "-load_%s_given: no node of set '%s' has a displacement", name, g->set_name[set]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GivenLoadsDestroy(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->loads.ngiven; i++) {
    GivenLoad *load = &model->loads.given[i];

    PetscCall(PetscFree(load->name));
    PetscCall(PetscFree(load->node));
    PetscCall(PetscFree3(load->from, load->to, load->next));
  }
  PetscCall(PetscFree(model->loads.given));
  PetscFunctionReturn(PETSC_SUCCESS);
}

GivenLoad *given_load_find(Model model, const char name[])
{
  for (PetscInt i = 0; i < model->loads.ngiven; i++)
    if (!strcmp(model->loads.given[i].name, name)) return &model->loads.given[i];
  return NULL;
}

void given_load_force(const GivenLoad *load, PetscReal t, PetscInt k, PetscReal f[3])
{
  const PetscReal span = load->t_to - load->t_from,
                  part = span > 0 ? PetscMax(0, PetscMin(1, (t - load->t_from) / span)) : 1;

  for (int c = 0; c < 3; c++)
    f[c] = (1 - part) * load->from[3 * k + c] + part * load->to[3 * k + c];
}

void given_loads_start(Model model, PetscReal t_from, PetscReal t_to)
{
  for (PetscInt i = 0; i < model->loads.ngiven; i++) {
    GivenLoad *load = &model->loads.given[i];

    for (PetscInt k = 0; k < load->n; k++) {
      PetscReal f[3];

      given_load_force(load, t_from, k, f);
      memcpy(load->from + 3 * k, f, sizeof f);
      memcpy(load->to + 3 * k, load->waits ? load->next + 3 * k : f, sizeof f);
    }
    load->t_from = t_from;
    load->t_to   = t_to;
  }
}
