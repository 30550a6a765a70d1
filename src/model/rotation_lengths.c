/* rotation_lengths.c: computes lengths by which rotations of nodes count as displacements. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/joints/joint_cell_iterator.h"
#include "model/model.h"
#include "math/vector.h"
#include "model/element_iterator.h"

/* Computes the radius of gyration of a body about its node, sqrt(tr J / 2 m); 0 without mass. */
static PetscErrorCode GyrationRadius(Model model, const Block *b, PetscInt e, double *radius)
{
  enum { N = ELEMENT_MAX_DOFS };
  double M[N * N], C[N * N], K[N * N], mass = 0, inertia = 0;

  PetscFunctionBeginUser;
  PetscCall(ElementMatrices(model, b, e, M, C, K));
  for (int c = 0; c < 3; c++) {
    mass += M[(b->nd + 1) * c] / 3;
    inertia += M[(b->nd + 1) * (3 + c)];
  }
  *radius = mass > 0 ? sqrt(inertia / (2 * mass)) : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Uses half the distance of the nodes of an element, and the radius of gyration of a body. */
static PetscErrorCode ElementLengths(Model model, double length[])
{
  const Geometry *g = &model->mesh->g;

  PetscFunctionBeginUser;
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const int *node = it.node, n = shape_nodes(it.block->kernel->shape);
    double     size = 0;

    if (it.block->kernel->nc != COMPONENTS) continue;
    if (n == 1) PetscCall(GyrationRadius(model, it.block, it.element, &size));
    for (int i = 1; i < n; i++)
      size = fmax(size, distance_between(g->x[node[0]], g->x[node[i]]) / 2);
    for (int i = 0; i < n; i++) length[node[i]] = fmax(length[node[i]], size);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
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
  PetscCall(ElementLengths(model, length));
  joint_lengths(model, length);
  PetscCall(MeshCombineNodes(model->mesh, MPI_DOUBLE, length, MPI_MAX));
  PetscFunctionReturn(PETSC_SUCCESS);
}
