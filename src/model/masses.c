/* masses.c: computes mass, center and inertia of parts from their mass matrices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "math/vector.h"
#include "model/model.h"
#include "model/parts/element_iterator.h"

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
