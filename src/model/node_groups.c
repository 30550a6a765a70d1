/* node_groups.c: finds groups of connected nodes, and whether constraints form loops. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "node_groups.h"
#include "model/joints/joint_cell_iterator.h"

/* The number of steps is at most the number of ranks along a group. */
PetscErrorCode NodeGroupsLabel(Model model, PetscInt parent[], PetscInt label[])
{
  const PetscInt n       = model->mesh->g.nnodes;
  PetscBool      changed = PETSC_TRUE;

  PetscFunctionBeginUser;
  while (changed) {
    PetscInt ground = label[n];

    changed = PETSC_FALSE;
    for (PetscInt i = 0; i <= n; i++) {
      PetscInt *root = &label[node_groups_find(parent, i)];

      if (label[i] != *root) changed = PETSC_TRUE; /* of one of the two */
      *root = PetscMin(*root, label[i]);
    }
    for (PetscInt i = 0; i <= n; i++) label[i] = label[node_groups_find(parent, i)];
    PetscCall(MeshCombineNodes(model->mesh, MPIU_INT, label, MPI_MIN));
    ground = PetscMin(ground, label[n]);
    PetscCallMPI(MPIU_Allreduce(&ground, &label[n], 1, MPIU_INT, MPI_MIN, model->comm));
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &changed, 1, FS_MPI_BOOL, MPI_LOR, model->comm));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- loops ----------------------------------------------------------------------------------- */

/* Unites the nodes of each joint of this rank that has rows, and supported nodes with ground.
   Counts these edges. */
static void unite_constraints(Model model, PetscInt parent[], PetscInt *edges)
{
  const Geometry *g = &model->mesh->g;

  *edges = 0;
  for (PetscInt i = 0; i <= g->nnodes; i++) parent[i] = i;
  for (PetscInt i = 0; i < g->nnodes; i++) {
    if (!model->layout.supported[i]) continue;
    node_groups_unite(parent, g->nnodes, i);
    *edges += model->mesh->owned[i] ? 1 : 0;
  }
  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c)) {
    PetscInt node[2];

    if (!c.joint->nrows) continue;
    JointCellNodes(&c, node);
    node_groups_unite(parent, node[0] < 0 ? g->nnodes : node[0], node[1]);
    ++*edges;
  }
}

/* A forest has one edge for each node, except the node of each tree whose number is its label. */
PetscErrorCode ModelHasLoops(Model model, PetscBool *has_loops)
{
  const Geometry *g = &model->mesh->g;
  PetscInt       *parent, *label, surplus;

  PetscFunctionBeginUser;
  *has_loops = PETSC_TRUE;
  if (model->couplings || model->sliders) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc2(g->nnodes + 1, &parent, g->nnodes + 1, &label));
  unite_constraints(model, parent, &surplus);
  for (PetscInt i = 0; i < g->nnodes; i++) label[i] = (PetscInt)g->node_number[i];
  label[g->nnodes] = -1;
  PetscCall(NodeGroupsLabel(model, parent, label));
  for (PetscInt i = 0; i < g->nnodes; i++)
    if (model->mesh->owned[i] && label[i] != (PetscInt)g->node_number[i]) surplus--;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &surplus, 1, MPIU_INT, MPI_SUM, model->comm));
  *has_loops = (PetscBool)(surplus > 0);
  PetscCall(PetscFree2(parent, label));
  PetscFunctionReturn(PETSC_SUCCESS);
}
