/* model_size.c: measures a model: its size, the masses of its parts, and the lengths by which
   rotations count. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/joints/joint_cell_iterator.h"
#include "math/vector.h"
#include "model.h"
#include "model/parts/element_iterator.h"

/* The diameter of a sphere does not depend on the axes, unlike that of a box. */
PetscErrorCode ModelSize(Model model, PetscReal *model_size)
{
  const Geometry *g          = &model->mesh->g;
  PetscReal       sum[4]     = {0, 0, 0, 0};
  PetscReal       largest[2] = {0, 0}; /* distance from the center, and from the origin */

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++) {
    if (!model->mesh->owned[i]) continue;
    for (int c = 0; c < 3; c++) sum[c] += g->x[i][c];
    sum[3]++;
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sum, 4, MPIU_REAL, MPI_SUM, model->comm));
  for (int c = 0; c < 3; c++) sum[c] /= sum[3];
  for (int i = 0; i < g->nnodes; i++) {
    largest[0] = PetscMax(largest[0], point_distance(g->x[i], sum));
    largest[1] = PetscMax(largest[1], norm(g->x[i]));
  }
  for (JointCell j = FirstJointCell(model); j.joint; NextJointCell(&j)) {
    PetscInt node[2];

    JointCellNodes(&j, node);
    for (int n = 0; n < 2; n++) {
      double x[3];

      for (int c = 0; c < 3; c++)
        x[c] = (node[n] < 0 ? 0 : g->x[node[n]][c]) + j.joint->offset[j.e][n][c];
      largest[0] = PetscMax(largest[0], point_distance(x, sum));
    }
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, largest, 2, MPIU_REAL, MPIU_MAX, model->comm));
  /* The mean of coordinates, and with it each distance from the mean, has a round-off of a few
     units in the last place of the largest distance from the origin. A radius below 16 of these
     units is therefore no size: all nodes are at one place. */
  *model_size = largest[0] > 16 * PETSC_MACHINE_EPSILON * largest[1] ? 2 * largest[0] : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- masses ---------------------------------------------------------------------------------- */

enum { N = ELEMENT_MAX_DOFS };

/* Sets motion[nd], the dofs of an element in the unit rigid motion number m about the origin. */
static void rigid_motion(const Block *b, const double x[][3], int m, double motion[])
{
  const int nc      = b->kernel->nc;
  double    axis[3] = {0, 0, 0};

  axis[m % 3] = 1;
  for (PetscInt n = 0; n < b->nd / nc; n++) {
    double u[COMPONENTS] = {axis[0], axis[1], axis[2], 0, 0, 0};

    if (m >= 3) {
      cross(axis, x[n], u);
      for (int c = 0; c < 3; c++) u[3 + c] = axis[c];
    }
    for (int c = 0; c < nc; c++) motion[n * nc + c] = u[BlockComponent(b, c)];
  }
}

/* Adds the inertia of an element. */
static PetscErrorCode AddElementInertia(Model model, const Block *b, PetscInt e,
                                        PetscReal inertia[COMPONENTS][COMPONENTS])
{
  double M[N * N], C[N * N], K[N * N], x[ELEMENT_MAX_NODES][3], motion[COMPONENTS][N];

  PetscFunctionBeginUser;
  PetscCall(ElementMatrices(model, b, e, M, C, K));
  geometry_cell_coordinates(&model->mesh->g, (int)b->cells[e], x);
  for (int m = 0; m < COMPONENTS; m++) rigid_motion(b, (const double(*)[3])x, m, motion[m]);
  for (int m = 0; m < COMPONENTS; m++)
    for (PetscInt i = 0; i < b->nd; i++) {
      PetscReal force = 0;

      for (PetscInt j = 0; j < b->nd; j++) force += M[i * b->nd + j] * motion[m][j];
      for (int k = 0; k < COMPONENTS; k++) inertia[k][m] += motion[k][i] * force;
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds mass, center and inertia of a part from its inertia about the origin. A part that moves
   only in z, such as a linear membrane, gets its center from the moments about x and y. */
static void find_center(const PetscReal about_origin[COMPONENTS][COMPONENTS], PartMass *p)
{
  double          arm[3][3]; /* displacement of the center in a unit rotation */
  const PetscReal mx = about_origin[0][0], my = about_origin[1][1], mz = about_origin[2][2];

  p->mass      = PetscMax(mx, PetscMax(my, mz));
  p->center[0] = mz > 0 ? -about_origin[2][4] / mz : my > 0 ? about_origin[1][5] / my : 0;
  p->center[1] = mz > 0 ? about_origin[2][3] / mz : mx > 0 ? -about_origin[0][5] / mx : 0;
  p->center[2] = mx > 0 ? about_origin[0][4] / mx : my > 0 ? -about_origin[1][3] / my : 0;
  for (int i = 0; i < 3; i++) {
    const double axis[3] = {i == 0, i == 1, i == 2};

    cross(axis, p->center, arm[i]);
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      p->inertia[i][j] = about_origin[3 + i][3 + j];
      for (int k = 0; k < 3; k++) p->inertia[i][j] -= about_origin[k][k] * arm[i][k] * arm[j][k];
    }
}

PetscErrorCode ModelMasses(Model model, PartMass part[])
{
  const PetscInt n = model->nparts + 1;
  PetscReal(*inertia)[COMPONENTS][COMPONENTS];

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(n, &inertia));
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    PetscCall(AddElementInertia(model, it.block, it.element, inertia[it.block_index]));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, inertia, (PetscMPIInt)(n * COMPONENTS * COMPONENTS),
                              MPIU_REAL, MPIU_SUM, model->comm));
  for (PetscInt k = 0; k < model->nparts; k++)
    for (int i = 0; i < COMPONENTS; i++)
      for (int j = 0; j < COMPONENTS; j++) inertia[model->nparts][i][j] += inertia[k][i][j];
  for (PetscInt k = 0; k < n; k++)
    find_center((const PetscReal(*)[COMPONENTS])inertia[k], &part[k]);
  PetscCall(PetscFree(inertia));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rotation lengths ------------------------------------------------------------------------ */

/* Adds the mass m and tr J of a body, with J about its node, to sums[2] of the node. */
static PetscErrorCode AddInertia(Model model, const Block *b, PetscInt e, double sums[])
{
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
