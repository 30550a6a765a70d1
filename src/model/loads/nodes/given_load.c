/* given_load.c: keeps forces that the program gives that runs the case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "model/model.h"
#include "model/loads/nodes/given_load.h"
#include "model/loads/laws/law.h"

static PetscErrorCode AllocateValues(GivenLoad *load)
{
  const size_t n = (size_t)(load->columns * load->n);

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc3(n, &load->from, n, &load->to, n, &load->next));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GivenLoadAdd(Model model, const char name[], PetscInt set, PetscBool moments)
{
  const Geometry *g = &model->mesh->g;
  GivenLoad      *load;
  int             components = 0;
  PetscBool       fixed      = PETSC_FALSE; /* whether a node has no rotation */

  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(model->loads.ngiven + 1) * sizeof *load, &model->loads.given));
  load  = &model->loads.given[model->loads.ngiven++];
  *load = (GivenLoad){.columns = moments ? COMPONENTS : 3};
  PetscCall(PetscStrallocpy(name, &load->name));
  PetscCall(PetscMalloc1(g->nnodes, &load->node));
  for (int i = 0; i < g->nnodes; i++)
    if (model->mesh->owned[i] && geometry_node_in_set(g, i, (int)set)) {
      load->node[load->n++] = i;
      components |= model->layout.components[i];
      if (!(model->layout.components[i] & ROTATIONS)) fixed = PETSC_TRUE;
    }
  PetscCall(AllocateValues(load));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &components, 1, MPI_INT, MPI_BOR, model->comm));
  PetscCheck(components & DISPLACEMENTS, model->comm, PETSC_ERR_USER_INPUT,
             "-load_%s_given: no node of set '%s' has a displacement", name, g->set_name[set]);
  PetscCall(CheckAllRanks(model->comm, (PetscBool)(moments && fixed),
                          "-load_%s_given_moments: set '%s' has nodes that do not rotate, and "
                          "moments need nodes that do, of beams, shells or bodies",
                          name, g->set_name[set]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GivenLoadAddLaw(Model model, const Law *law)
{
  GivenLoad *load;

  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(model->loads.ngiven + 1) * sizeof *load, &model->loads.given));
  load  = &model->loads.given[model->loads.ngiven++];
  *load = (GivenLoad){.n = law->n, .columns = 3};
  PetscCall(PetscNew(&load->law));
  *load->law = *law;
  PetscCall(PetscStrallocpy(law->name, &load->name));
  PetscCall(PetscMalloc1(law->n, &load->node));
  PetscCall(PetscArraycpy(load->node, law->node, law->n));
  PetscCall(PetscMalloc1(law->n, &load->law_x));
  PetscCall(AllocateValues(load));
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
    PetscCall(PetscFree(load->law_x));
    if (load->law) PetscCall(LawDestroy(load->law));
    PetscCall(PetscFree(load->law));
  }
  PetscCall(PetscFree(model->loads.given));
  PetscFunctionReturn(PETSC_SUCCESS);
}

GivenLoad *given_load_find(Model model, const char name[])
{
  for (PetscInt i = 0; i < model->loads.ngiven; i++)
    if (!model->loads.given[i].law && !strcmp(model->loads.given[i].name, name))
      return &model->loads.given[i];
  return NULL;
}

void given_load_force(const GivenLoad *load, PetscReal t, PetscInt k, PetscReal f[COMPONENTS])
{
  const PetscReal span = load->t_to - load->t_from,
                  part = span > 0 ? PetscMax(0, PetscMin(1, (t - load->t_from) / span)) : 1;

  memset(f, 0, COMPONENTS * sizeof *f);
  for (PetscInt c = 0; c < load->columns; c++)
    f[c] = (1 - part) * load->from[load->columns * k + c] + part * load->to[load->columns * k + c];
}

PetscBool given_load_orients(const struct _n_Model *model, const GivenLoad *load)
{
  return (PetscBool)(load->columns == COMPONENTS && !model->linearize);
}

void given_loads_start(Model model, PetscReal t_from, PetscReal t_to)
{
  for (PetscInt i = 0; i < model->loads.ngiven; i++) {
    GivenLoad *load = &model->loads.given[i];

    if (load->law) continue;
    for (PetscInt k = 0; k < load->n; k++) {
      const PetscInt at   = load->columns * k;
      const size_t   size = (size_t)load->columns * sizeof *load->from;
      PetscReal      f[COMPONENTS];

      given_load_force(load, t_from, k, f);
      memcpy(load->from + at, f, size);
      memcpy(load->to + at, load->waits ? load->next + at : f, size);
    }
    load->t_from = t_from;
    load->t_to   = t_to;
  }
}

/* ---- functions that are called once a step --------------------------------------------------- */

const char *given_load_function(const struct _n_Model *model)
{
  for (PetscInt i = 0; i < model->loads.ngiven; i++)
    if (model->loads.given[i].law) return model->loads.given[i].name;
  return NULL;
}

const char *given_loads_wait(const struct _n_Model *model)
{
  for (PetscInt i = 0; i < model->loads.ngiven; i++)
    if (!model->loads.given[i].law) return model->loads.given[i].name;
  return NULL;
}

/* Computes the forces of a load, except on nodes whose variables are those of the last call. If
   text is empty, writes which force is not finite. */
static void evaluate_load(Model model, GivenLoad *load, PetscReal t, const PetscScalar q[],
                          const PetscScalar v[], char text[], size_t size)
{
  const Law *law = load->law;

  for (PetscInt k = 0; k < load->n; k++) {
    PetscReal x[LAW_VARIABLES];

    law_variables_at(law, k, t, q, v, x);
    if (load->evaluated && !memcmp(load->law_x[k], x, sizeof x)) continue;
    memcpy(load->law_x[k], x, sizeof x);
    for (int c = 0; c < 3; c++) {
      const PetscReal f =
        law->formula[c] ? law->weight[k] * ExpressionValue(law->formula[c], x) : 0;

      load->from[3 * k + c] = load->to[3 * k + c] = f;
      if (!isfinite(f) && !text[0]) law_non_finite_text(model, law, k, c, x, text, size);
    }
  }
  load->evaluated = PETSC_TRUE;
}

PetscErrorCode GivenLoadsEvaluate(Model model, PetscReal t, Vec at_q, Vec at_v)
{
  const PetscScalar *q, *v;
  char               text[512] = "";

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(at_q, &q));
  PetscCall(VecGetArrayRead(at_v, &v));
  for (PetscInt i = 0; i < model->loads.ngiven; i++) {
    GivenLoad *load = &model->loads.given[i];

    if (load->law) evaluate_load(model, load, t, q, v, text, sizeof text);
  }
  PetscCall(VecRestoreArrayRead(at_v, &v));
  PetscCall(VecRestoreArrayRead(at_q, &q));
  PetscCall(CheckAllRanks(model->comm, (PetscBool)(text[0] != 0), "%s", text));
  PetscFunctionReturn(PETSC_SUCCESS);
}
