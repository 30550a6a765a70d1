/* components.c: decides which displacements and rotations each node has. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "model/model.h"
#include "model/parts/block.h"
#include "element/element.h"

const char *const component_names[COMPONENTS] = {
  "x", "y", "z", "rotation about x", "rotation about y", "rotation about z"};

/* Finds the displacements on which forces of the parts, except membranes, may act on any rank. */
static PetscErrorCode ActiveDirections(Model model, int *directions)
{
  int local = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];

    if (b->kernel->nc == 1) continue;
    for (PetscInt e = 0; e < b->ncells && local != DISPLACEMENTS; e++) {
      double                 x[ELEMENT_MAX_NODES][3];
      const ElementReference ref = {
        .kernel = b->kernel, .x = (const double(*)[3])x, .prop = b->prop, .turn = BlockTurn(b, e)};

      geometry_cell_coordinates(&model->mesh->g, (int)b->cells[e], x);
      local |= b->kernel->type->directions(&ref);
    }
  }
  PetscCallMPI(MPI_Allreduce(&local, directions, 1, MPI_INT, MPI_BOR, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the directions of the model, bits 1, 2, 4, from its parts. Without parts that act in some
   direction it is z if the model has membranes, and all directions otherwise. */
static PetscErrorCode FindDirections(Model model, int *directions)
{
  PetscBool membrane = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(ActiveDirections(model, directions));
  for (PetscInt k = 0; k < model->nparts; k++)
    if (model->block[k].kernel->nc == 1) membrane = PETSC_TRUE;
  if (!*directions) *directions = membrane ? 4 : DISPLACEMENTS;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the rotations of nodes with these displacements: all in space, one in a plane. */
static int rotations(int directions)
{
  return directions == DISPLACEMENTS                     ? ROTATIONS
         : __builtin_popcount((unsigned)directions) == 2 ? (DISPLACEMENTS & ~directions) << 3
                                                         : 0;
}

/* Sets layout.components and layout.rotates. */
static PetscErrorCode NodeComponents(Model model, int directions)
{
  const Geometry *g       = &model->mesh->g;
  int             rotates = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b   = &model->block[k];
    const int    all = b->kernel->nc == 1   ? 4
                       : b->kernel->nc == 3 ? directions
                                            : directions | rotations(directions);

    for (PetscInt e = 0; e < b->ncells; e++)
      for (int i = g->offset[b->cells[e]]; i < g->offset[b->cells[e] + 1]; i++)
        model->layout.components[g->conn[i]] |= (unsigned char)all;
  }
  PetscCall(MeshCombineNodes(model->mesh, MPI_UNSIGNED_CHAR, model->layout.components, MPI_BOR));
  for (int i = 0; i < g->nnodes; i++) rotates |= (model->layout.components[i] & ROTATIONS) != 0;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &rotates, 1, MPI_INT, MPI_LOR, model->comm));
  model->layout.rotates = (PetscBool)rotates;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ComponentsCreate(Model model, int directions)
{
  const PetscInt n = model->mesh->g.nnodes;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(n, &model->layout.components, n, &model->layout.supported));
  if (directions == DIRECTIONS_OF_PARTS) PetscCall(FindDirections(model, &directions));
  PetscCall(NodeComponents(model, directions));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelPlaneNormal(Model model, double normal[3], PetscBool *plane)
{
  int rotations_of_nodes = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    rotations_of_nodes |= model->layout.components[i] & ROTATIONS;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &rotations_of_nodes, 1, MPI_INT, MPI_BOR, model->comm));
  *plane = (PetscBool)(__builtin_popcount((unsigned)rotations_of_nodes) == 1);
  for (int c = 0; c < 3 && *plane; c++) normal[c] = rotations_of_nodes >> (3 + c) & 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelWarnMissingComponent(Model model, const char option[], PetscInt set,
                                         int component)
{
  const Geometry *g = &model->mesh->g;
  PetscInt n[2]     = {0, 0}, all[2]; /* nodes of the set with dofs, those without the component */
  int      first    = -1;

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++) {
    if (!model->mesh->owned[i] || !model->layout.components[i] ||
        !geometry_node_in_set(g, i, (int)set))
      continue;
    n[0]++;
    if (model->layout.components[i] >> component & 1) continue;
    n[1]++;
    if (first < 0) first = i;
  }
  PetscCallMPI(MPIU_Allreduce(n, all, 2, MPIU_INT, MPI_SUM, model->comm));
  PetscCall(WarnAllRanks(
    model->comm, (PetscBool)(first >= 0),
    "%s does not reach %" PetscInt_FMT " of the %" PetscInt_FMT
    " nodes of set '%s', the first at (%.6g, %.6g, %.6g): they have no %s; give a set without "
    "them if this is intended",
    option, all[1], all[0], g->set_name[set], first < 0 ? 0 : g->x[first][0],
    first < 0 ? 0 : g->x[first][1], first < 0 ? 0 : g->x[first][2], component_names[component]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
