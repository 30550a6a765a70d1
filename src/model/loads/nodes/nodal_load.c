/* nodal_load.c: forces and moments on each node of a set, and a doubt whether they are meant so. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "model/loads/nodes/nodal_load.h"

void nodal_load_add(Model model, const PlacedLoad *placed, int first, PetscScalar f[], int *loaded)
{
  const Geometry *g = &model->mesh->g;

  for (int i = 0; i < g->nnodes; i++) {
    if (!model->mesh->owned[i] || !geometry_node_in_set(g, i, (int)placed->set)) continue;
    for (int c = 0; c < 3; c++) {
      const PetscInt dof = model->layout.dof[COMPONENTS * i + first + c];

      if (placed->options->value[c] == 0 || dof < 0) continue;
      f[dof] += placed->options->value[c] * placed_load_factor(placed, g->x[i]);
      *loaded |= 1 << c;
    }
  }
}

/* Returns whether the options describe a load on nodes that a set of the mesh selects alone. */
static PetscBool acts_on_nodes_of_set(const LoadOptions *options)
{
  const MeshSelection *nodes = &options->nodes;

  for (int r = 0; r < REGIONS; r++)
    if (nodes->in_region[r]) return PETSC_FALSE;
  if (nodes->where || nodes->nearest || options->place) return PETSC_FALSE;
  if (options->kind == LOAD_LAW) return (PetscBool)!options->law_per;
  return (PetscBool)((options->kind == LOAD_FORCE || options->kind == LOAD_MOMENT) &&
                     !options->cells);
}

/* Counts the nodes of a set and finds the largest dimension of its cells, on all ranks. */
static PetscErrorCode CountNodesOfSet(Model model, PetscInt set, PetscInt *nodes,
                                      PetscInt *dimension)
{
  const Geometry *g = &model->mesh->g;

  PetscFunctionBeginUser;
  *nodes = *dimension = 0;
  for (int i = 0; i < g->nnodes; i++)
    *nodes += model->mesh->owned[i] && geometry_node_in_set(g, i, (int)set);
  for (int c = 0; c < g->ncells; c++)
    if (geometry_cell_in_set(g, c, (int)set))
      *dimension = PetscMax(*dimension, shape_dimension((Shape)g->shape[c]));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, nodes, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, dimension, 1, MPIU_INT, MPI_MAX, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodalLoadDoubt(Model model, const LoadOptions *options, PetscInt set)
{
  const char *const name   = options->name;
  const char *const sets   = options->nodes.sets ? options->nodes.sets : name;
  const char       *moment = options->kind == LOAD_MOMENT ? "moment" : "force";
  PetscInt          nodes, dimension;
  char              option[256], instead[256];

  PetscFunctionBeginUser;
  if (!acts_on_nodes_of_set(options)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CountNodesOfSet(model, set, &nodes, &dimension));
  if (!dimension || nodes < 2) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof option, "-load_%s_%s", name,
                          options->kind == LOAD_LAW ? "law_..." : moment));
  PetscCall(PetscSNPrintf(instead, sizeof instead,
                          options->kind == LOAD_FORCE ? "-load_%s_traction" : "-load_%s_%s_per %s",
                          name, options->kind == LOAD_LAW ? "law" : moment,
                          dimension > 1 ? "area" : "length"));
  PetscCall(WarnAllRanks(
    model->comm, PETSC_TRUE,
    "%s acts on each of the %" PetscInt_FMT " nodes of set '%s', which has %s, so that the sum "
    "depends on the mesh. For a %s per %s give %s; for one %s at a place -load_%s_point x,y,z; if "
    "you mean each node, say so with -load_%s_set %s -load_%s_where 1",
    option, nodes, sets, dimension > 1 ? "surfaces" : "lines", moment,
    dimension > 1 ? "area" : "length", instead, moment, name, name, sets, name));
  PetscFunctionReturn(PETSC_SUCCESS);
}
