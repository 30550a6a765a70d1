/* rotation_lengths.c: computes lengths by which rotations of nodes count as displacements. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/joints/joint_cell_iterator.h"
#include "model/model.h"
#include "math/vector.h"
#include "model/parts/element_iterator.h"

/* Adds the mass m and tr J of a body, with J about its node, to sums[2] of the node. */
static PetscErrorCode AddInertia(Model model, const Block *b, PetscInt e, double sums[])
{
  enum { N = ELEMENT_MAX_DOFS };
  double M[N * N], C[N * N], K[N * N];

  PetscFunctionBeginUser;
  PetscCall(ElementMatrices(model, b, e, M, C, K));
  for (int c = 0; c < 3; c++) {
    sums[0] += M[(b->nd + 1) * c] / 3;
    sums[1] += M[(b->nd + 1) * (3 + c)];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Uses the radius of gyration sqrt(tr J / 2 m) of all bodies of a node together. It is 0 without
   mass. */
static PetscErrorCode BodyLengths(Model model, double length[])
{
  const PetscInt n = model->mesh->g.nnodes;
  MPI_Datatype   pair;
  double        *sums;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(2 * (size_t)n, &sums));
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    if (it.block->kernel->nc == COMPONENTS && shape_nodes(it.block->kernel->shape) == 1)
      PetscCall(AddInertia(model, it.block, it.element, sums + 2 * it.node[0]));
  PetscCallMPI(MPI_Type_contiguous(2, MPI_DOUBLE, &pair));
  PetscCallMPI(MPI_Type_commit(&pair));
  PetscCall(MeshCombineNodes(model->mesh, pair, sums, MPI_SUM));
  PetscCallMPI(MPI_Type_free(&pair));
  for (PetscInt i = 0; i < n; i++)
    if (sums[2 * i] > 0) length[i] = fmax(length[i], sqrt(sums[2 * i + 1] / (2 * sums[2 * i])));
  PetscCall(PetscFree(sums));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Uses half the distance of the nodes of an element. */
static void element_lengths(Model model, double length[])
{
  const Geometry *g = &model->mesh->g;

  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const int *node = it.node, n = shape_nodes(it.block->kernel->shape);
    double     size = 0;

    if (it.block->kernel->nc != COMPONENTS) continue;
    for (int i = 1; i < n; i++)
      size = fmax(size, distance_between(g->x[node[0]], g->x[node[i]]) / 2);
    for (int i = 0; i < n; i++) length[node[i]] = fmax(length[node[i]], size);
  }
}

/* Uses the longer of the two arms from the nodes of a joint to its points, for both nodes. */
static void joint_lengths(Model model, double length[])
{
  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c)) {
    PetscInt node[2];
    double   arm = 0;

    JointCellNodes(&c, node);
    for (int k = 0; k < 2; k++)
      if (node[k] >= 0) arm = fmax(arm, norm(c.joint->offset[c.e][k]));
    for (int k = 0; k < 2; k++)
      if (node[k] >= 0) length[node[k]] = fmax(length[node[k]], arm);
  }
}

PetscErrorCode ModelRotationLengths(Model model, double length[])
{
  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(length, model->mesh->g.nnodes));
  PetscCall(BodyLengths(model, length));
  element_lengths(model, length);
  joint_lengths(model, length);
  PetscCall(MeshCombineNodes(model->mesh, MPI_DOUBLE, length, MPI_MAX));
  PetscFunctionReturn(PETSC_SUCCESS);
}
