/* joint_nodes.c: gives dofs to nodes that belong to no part, and that joints hold. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joints.h"
#include "base/error.h"
#include "joint_cell_iterator.h"
#include "math/vector.h"
#include "mesh/mesh.h"
#include "model/supports/support.h"

/* Sets *all to the components that nodes of the model have; rotations also if none has them. */
static PetscErrorCode ComponentsOfModel(Model model, int *all)
{
  int displacements;

  PetscFunctionBeginUser;
  *all = 0;
  for (int i = 0; i < model->mesh->g.nnodes; i++) *all |= model->layout.components[i];
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, all, 1, MPI_INT, MPI_BOR, model->comm));
  displacements = *all & DISPLACEMENTS;
  if (displacements == DISPLACEMENTS) *all |= ROTATIONS;
  else if (__builtin_popcount((unsigned)displacements) == 2)
    *all |= (DISPLACEMENTS & ~displacements) << 3;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool joint_holds_rotations(const Joint *j, int components)
{
  JointRow  row[JOINT_ROWS];
  const int n = joint_type_rows(j->type, (const double(*)[3])j->first.frame,
                                (const double(*)[3])j->first.other, row);

  for (int k = 0; k < n; k++)
    if (joint_row_traits[row[k].kind].rotations &&
        (!j->own_type || joint_row_is_effective(&row[k], components)))
      return PETSC_TRUE;
  return (PetscBool)joint_is_bushing(j->type);
}

/* Counts the lines of ties at each node with a joint. The joint is the reason why the node has
   dofs: a tie alone is no use of a node without elements. */
static PetscErrorCode CountTies(Model model, PetscInt count[])
{
  const Geometry *g = &model->mesh->g;
  PetscInt       *ties;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(g->nnodes, &ties));
  for (int c = 0; c < g->ncells; c++)
    for (int k = g->offset[c]; k < g->offset[c + 1] && is_added_cell(g, c); k++) ties[g->conn[k]]++;
  PetscCall(MeshCombineNodes(model->mesh, MPIU_INT, ties, MPI_SUM));
  for (int i = 0; i < g->nnodes; i++)
    if (count[i]) count[i] += ties[i];
  PetscCall(PetscFree(ties));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Counts the joints and supports at each node. rotates[i] counts the joints that hold rotations,
   ends[i] those at ends of members, and supports[i] the supports. */
static PetscErrorCode CountHolders(Model model, int all, PetscInt count[], PetscInt rotates[],
                                   PetscInt ends[], PetscInt supports[])
{
  const Geometry *g = &model->mesh->g;

  PetscFunctionBeginUser;
  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c)) {
    const PetscBool turns = joint_holds_rotations(c.joint, all);
    PetscInt        node[2];

    JointCellNodes(&c, node);
    for (int k = 0; k < 2; k++) {
      if (node[k] < 0) continue;
      count[node[k]]++;
      ends[node[k]] += c.joint->own_type ? 1 : 0;
      rotates[node[k]] += turns || norm(c.joint->offset[c.e][k]) > 0 ? 1 : 0;
    }
  }
  for (int i = 0; i < g->nnodes; i++)
    for (PetscInt s = 0; s < model->nsupports && model->mesh->owned[i]; s++)
      supports[i] += geometry_node_in_set(g, i, (int)model->support[s].set);
  for (int i = 0; i < g->nnodes; i++) count[i] += supports[i];
  PetscCall(MeshCombineNodes(model->mesh, MPIU_INT, supports, MPI_SUM));
  PetscCall(MeshCombineNodes(model->mesh, MPIU_INT, count, MPI_SUM));
  PetscCall(MeshCombineNodes(model->mesh, MPIU_INT, rotates, MPI_SUM));
  PetscCall(MeshCombineNodes(model->mesh, MPIU_INT, ends, MPI_SUM));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointNodesSetComponents(Model model)
{
  const PetscInt n    = model->mesh->g.nnodes;
  const double(*x)[3] = (const double(*)[3])model->mesh->g.x;
  PetscInt *count, *rotates, *ends, *supports, massless = -1;
  int       all, bare = 0, turns = model->layout.rotates;

  PetscFunctionBeginUser;
  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c)) {
    PetscInt node[2];

    JointCellNodes(&c, node);
    for (int k = 0; k < 2; k++) bare |= node[k] >= 0 && !model->layout.components[node[k]];
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &bare, 1, MPI_INT, MPI_LOR, model->comm));
  if (!bare) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ComponentsOfModel(model, &all));
  PetscCall(PetscCalloc4(n, &count, n, &rotates, n, &ends, n, &supports));
  PetscCall(CountHolders(model, all, count, rotates, ends, supports));
  PetscCall(CountTies(model, count));
  for (PetscInt i = 0; i < n; i++) {
    if (model->layout.components[i] || count[i] < 2) continue;
    model->layout.components[i] = (unsigned char)(rotates[i] ? all : all & DISPLACEMENTS);
    turns |= rotates[i] > 0;
    if (!ends[i] && !supports[i]) massless = i;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &turns, 1, MPI_INT, MPI_LOR, model->comm));
  model->layout.rotates = (PetscBool)turns;
  PetscCall(WarnAllRanks(
    model->comm, (PetscBool)(massless >= 0),
    "joints alone hold the node at (%.6g, %.6g, %.6g), which belongs to no part and has no mass; "
    "make it a body if it has one",
    massless < 0 ? 0 : x[massless][0], massless < 0 ? 0 : x[massless][1],
    massless < 0 ? 0 : x[massless][2]));
  PetscCall(PetscFree4(count, rotates, ends, supports));
  PetscFunctionReturn(PETSC_SUCCESS);
}
