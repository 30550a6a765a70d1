/* resultants.c: computes the resultants of loads in the reference configuration. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/vector.h"
#include "model/model.h"
#include "model/parts/block.h"
#include "model/loads/moving_load.h"
#include "element/element.h"

/* Adds a force and a moment on a node to sum, with the moment of the force about the origin. */
static void add_nodal_force(const Geometry *g, PetscInt node, const double f[COMPONENTS],
                            PetscReal sum[COMPONENTS])
{
  double moment[3];

  cross(g->x[node], f, moment);
  for (int c = 0; c < 3; c++) {
    sum[c] += f[c];
    sum[3 + c] += moment[c] + f[3 + c];
  }
}

/* Adds the forces in a global vector, and those on supported dofs, supported[nlocal]. */
static PetscErrorCode AddDofForces(Model model, Vec global, const PetscScalar supported[],
                                   PetscReal sum[COMPONENTS])
{
  const Layout      *l = &model->layout;
  const PetscScalar *free;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(global, &free));
  for (PetscInt i = 0; i < model->mesh->g.nnodes; i++) {
    double f[COMPONENTS] = {0};

    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c];

      if (dof < 0) continue;
      if (l->global[dof] < 0) f[c] = supported[dof];
      else if (model->mesh->owned[i]) f[c] = free[l->global[dof] - l->first];
    }
    add_nodal_force(&model->mesh->g, i, f, sum);
  }
  PetscCall(VecRestoreArrayRead(global, &free));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode LoadResultant(Model model, const Load *load, Vec global,
                                    PetscScalar supported[], PetscReal sum[])
{
  PetscScalar *free;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(global, &free));
  for (PetscInt i = 0; i < load->n; i++) free[load->at[i]] = load->force[i];
  PetscCall(VecRestoreArray(global, &free));
  for (PetscInt i = 0; i < load->nsupport_dofs; i++)
    supported[load->support_dof[i]] = load->support_force[i];
  PetscCall(AddDofForces(model, global, supported, sum));
  for (PetscInt i = 0; i < load->nlevers; i++) {
    const NodeState rest          = node_at_rest(model->mesh->g.x[load->lever_node[i]]);
    double          f[COMPONENTS] = {0};

    lever_moment(load->lever[i], rest.R, f + 3, NULL);
    add_nodal_force(&model->mesh->g, load->lever_node[i], f, sum);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void follower_load_resultant(Model model, const FollowerLoad *load, PetscReal sum[])
{
  for (PetscInt i = 0; i < load->n; i++) {
    double f[COMPONENTS] = {0};

    for (int c = 0; c < 3; c++) f[(load->moment ? 3 : 0) + c] = load->weight[i] * load->vector[c];
    add_nodal_force(&model->mesh->g, load->node[i], f, sum);
  }
}

/* Adds the resultant of a pressure, from its kernel at rest. */
static void block_resultant(Model model, const Block *b, const NodeState rest[], PetscReal sum[])
{
  const Geometry *g       = &model->mesh->g;
  const double    none[3] = {0, 0, 0};

  for (PetscInt e = 0; e < b->ncells; e++) {
    double       r[ELEMENT_MAX_DOFS] = {0};
    ElementState s;

    BlockGather(model, b, e, rest, 0, 1, none, &s);
    (void)b->kernel->type->forces(&s, r, NULL, NULL, NULL);
    for (PetscInt n = 0; n < b->nd / b->kernel->nc; n++) {
      double f[COMPONENTS] = {0};

      for (int c = 0; c < b->kernel->nc; c++) f[c] = -r[n * b->kernel->nc + c];
      add_nodal_force(g, g->conn[g->offset[b->cells[e]] + n], f, sum);
    }
  }
}

/* Adds one resultant for each pressure. Its blocks of different shapes are consecutive. */
static PetscErrorCode BlockResultants(Model model, Resultant **at)
{
  const Geometry *g = &model->mesh->g;
  NodeState      *rest;

  PetscFunctionBeginUser;
  if (model->nblocks == model->nparts) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(g->nnodes, &rest));
  for (int i = 0; i < g->nnodes; i++) rest[i] = node_at_rest(g->x[i]);
  for (PetscInt k = model->nparts; k < model->nblocks; k++) {
    (*at)->name = model->block[k].part;
    block_resultant(model, &model->block[k], rest, (*at)->sum);
    if (k + 1 == model->nblocks || strcmp(model->block[k + 1].part, model->block[k].part)) (*at)++;
  }
  PetscCall(PetscFree(rest));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the number of dead loads but the part of gravity on arcs, the last one, whose resultant
   is 0. */
static PetscInt dead_load_count(const Loads *l)
{
  return l->nconstant - (l->nconstant && l->constant[l->nconstant - 1].weight);
}

PetscErrorCode ModelResultants(Model model, PetscReal t, PetscInt *n, Resultant **result)
{
  const PetscInt ndead = dead_load_count(&model->loads);
  PetscScalar   *supported;
  Resultant     *at;
  Vec            global;

  PetscFunctionBeginUser;
  *n = ndead + model->loads.nfollower + model->loads.nmoving + model->nblocks - model->nparts;
  PetscCall(PetscCalloc1(*n, result));
  PetscCall(DMGetGlobalVector(model->mesh->dm, &global));
  at = *result;
  for (PetscInt k = 0; k < ndead + model->loads.nmoving; k++, at++) {
    PetscCall(PetscCalloc1(model->layout.nlocal, &supported));
    PetscCall(VecZeroEntries(global));
    if (k < ndead) {
      at->name = model->loads.constant[k].name;
      PetscCall(LoadResultant(model, &model->loads.constant[k], global, supported, at->sum));
    } else {
      const MovingLoad *load = &model->loads.moving[k - ndead];

      at->name = ExpressionOption(load->field);
      PetscCall(MovingLoadAddForces(model, load, t, 1, global));
      MovingLoadSupportForces(model, load, t, 1, supported);
      PetscCall(AddDofForces(model, global, supported, at->sum));
    }
    PetscCall(PetscFree(supported));
  }
  PetscCall(DMRestoreGlobalVector(model->mesh->dm, &global));
  for (PetscInt k = 0; k < model->loads.nfollower; k++, at++) {
    at->name = model->loads.follower[k].name;
    follower_load_resultant(model, &model->loads.follower[k], at->sum);
  }
  PetscCall(BlockResultants(model, &at));
  *n = (PetscInt)(at - *result);
  for (PetscInt k = 0; k < *n; k++)
    PetscCallMPI(
      MPIU_Allreduce(MPI_IN_PLACE, (*result)[k].sum, COMPONENTS, MPIU_REAL, MPIU_SUM, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
