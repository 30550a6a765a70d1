/* bare_points.c: finds points that only released lines hold, and keeps one line joined to each. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "member_joints.h"
#include "model/joints/joint_cell_iterator.h"
#include "model/supports/support.h"
#include "mesh/mesh.h"

/* Sets held[nnodes] for the nodes that something else than the cells of the set holds. */
static PetscErrorCode FindHeldNodes(Model model, unsigned char held[])
{
  const Geometry *g = &model->mesh->g;

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++) {
    held[i] = model->layout.components[i] != 0;
    for (PetscInt s = 0; s < model->nsupports; s++)
      if (geometry_node_in_set(g, i, (int)model->support[s].set)) held[i] = 1;
  }
  for (int c = 0; c < g->ncells; c++)
    for (int k = g->offset[c]; k < g->offset[c + 1] && is_added_cell(g, c); k++)
      held[g->conn[k]] = 1;
  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c)) {
    PetscInt node[2];

    JointCellNodes(&c, node);
    for (int k = 0; k < 2; k++)
      if (node[k] >= 0) held[node[k]] = 1;
  }
  PetscCall(MeshCombineNodes(model->mesh, MPI_UNSIGNED_CHAR, held, MPI_BOR));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Moves a cell from one set to another. */
static void move_cell(Geometry *g, int cell, int from, int to)
{
  const int *sets;
  int        list = 0;

  for (int s = 0; s < set_lists_get(&g->lists, g->cell_sets[cell], &sets); s++)
    if (sets[s] != from) list = set_lists_with_set(&g->lists, list, sets[s]);
  g->cell_sets[cell] = set_lists_with_set(&g->lists, list, to);
}

static int point_node(const Geometry *g, int cell) { return g->conn[g->offset[cell] + 1]; }

PetscErrorCode KeepFirstLines(Model model, PetscInt set, const char name[], PetscInt *kept)
{
  Geometry      *g = &model->mesh->g;
  unsigned char *held;
  int           *count, bare = 0;
  int64_t       *lowest;

  PetscFunctionBeginUser;
  *kept = -1;
  PetscCall(PetscCalloc3(g->nnodes + 1, &held, g->nnodes + 1, &count, g->nnodes + 1, &lowest));
  PetscCall(FindHeldNodes(model, held));
  for (int i = 0; i < g->nnodes; i++) lowest[i] = INT64_MAX;
  for (int c = 0; c < g->ncells; c++) {
    if (!geometry_cell_in_set(g, c, (int)set)) continue;
    count[point_node(g, c)]++;
    lowest[point_node(g, c)] = PetscMin(lowest[point_node(g, c)], g->cell_number[c]);
  }
  PetscCall(MeshCombineNodes(model->mesh, MPI_INT, count, MPI_SUM));
  PetscCall(MeshCombineNodes(model->mesh, MPI_INT64_T, lowest, MPI_MIN));
  for (int i = 0; i < g->nnodes; i++) bare |= !held[i] && count[i] > 1;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &bare, 1, MPI_INT, MPI_LOR, model->comm));
  if (bare) {
    *kept = geometry_add_set(g, name);
    for (int c = 0; c < g->ncells; c++)
      if (geometry_cell_in_set(g, c, (int)set) && !held[point_node(g, c)] &&
          count[point_node(g, c)] > 1 && lowest[point_node(g, c)] == g->cell_number[c])
        move_cell(g, c, (int)set, (int)*kept);
    PetscCheck(*kept >= 0 && !g->lists.failed, PETSC_COMM_SELF, PETSC_ERR_MEM, "sets");
  }
  PetscCall(PetscFree3(held, count, lowest));
  PetscFunctionReturn(PETSC_SUCCESS);
}
