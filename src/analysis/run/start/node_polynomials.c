/* node_polynomials.c: makes weights and polynomial fields from the positions of the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "node_polynomials.h"

PetscErrorCode NodeWeightsCreate(const Run *run, Vec *weights)
{
  const Layout   *l      = &run->model->layout;
  const PetscReal square = PetscSqr(FsSystemCharacteristicLength(run->sys));
  PetscScalar    *w;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(run->s.q, weights));
  PetscCall(VecZeroEntries(*weights));
  PetscCall(VecGetArray(*weights, &w));
  for (int i = 0; i < run->model->mesh->g.nnodes; i++)
    for (int c = 0; c < COMPONENTS && run->model->mesh->owned[i]; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c];

      if (dof >= 0 && l->global[dof] >= 0) w[l->global[dof] - l->first] = c < 3 ? 1 : square;
    }
  PetscCall(VecRestoreArray(*weights, &w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Powers of coordinates about the center of the mesh. A field has one of these products in one
   component. */
/* clang-format off */
static const int powers[][3] = {
  {0, 0, 0},
  {1, 0, 0}, {0, 1, 0}, {0, 0, 1},
  {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1},
  {3, 0, 0}, {0, 3, 0}, {0, 0, 3}, {2, 1, 0}, {2, 0, 1}, {1, 2, 0}, {0, 2, 1}, {1, 0, 2}, {0, 1, 2}, {1, 1, 1},
};
/* clang-format on */
enum { NPOWERS = (int)PETSC_STATIC_ARRAY_LENGTH(powers), FIELDS = COMPONENTS * (NPOWERS + 1) };

/* Returns a number that differs from node to node, between -1 and 1. */
static PetscReal irregular(const PetscReal x[3])
{
  const PetscReal value =
    43758.5453 * sin(12.9898 * (double)x[0] + 78.233 * (double)x[1] + 37.719 * (double)x[2] + 1);

  return 2 * (value - PetscFloorReal(value)) - 1;
}

/* Returns the value of a field at x, whose unit is the model size. */
static PetscReal field_value(int number, const PetscReal x[3])
{
  PetscReal product = 1;

  if (number / COMPONENTS == NPOWERS) return irregular(x);
  for (int k = 0; k < 3; k++)
    for (int p = 0; p < powers[number / COMPONENTS][k]; p++) product *= x[k];
  return product;
}

static PetscErrorCode MeshCenter(const Run *run, PetscReal center[3])
{
  const Geometry *g        = &run->model->mesh->g;
  PetscReal       bounds[] = {-PETSC_MAX_REAL, -PETSC_MAX_REAL, -PETSC_MAX_REAL,
                              -PETSC_MAX_REAL, -PETSC_MAX_REAL, -PETSC_MAX_REAL};

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    for (int k = 0; k < 3; k++) {
      bounds[k]     = PetscMax(bounds[k], g->x[i][k]);
      bounds[3 + k] = PetscMax(bounds[3 + k], -g->x[i][k]);
    }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, bounds, 6, MPIU_REAL, MPI_MAX, run->comm));
  for (int k = 0; k < 3; k++) center[k] = (bounds[k] - bounds[3 + k]) / 2;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FillPolynomial(const void *context, PetscInt number, Vec field)
{
  const Run      *run    = context;
  const Layout   *l      = &run->model->layout;
  const Geometry *g      = &run->model->mesh->g;
  const PetscReal length = FsSystemCharacteristicLength(run->sys);
  PetscReal       center[3], x[3];
  PetscScalar    *value;

  PetscFunctionBeginUser;
  PetscCall(MeshCenter(run, center));
  PetscCall(VecZeroEntries(field));
  PetscCall(VecGetArray(field, &value));
  for (int i = 0; i < g->nnodes; i++) {
    const PetscInt dof =
      run->model->mesh->owned[i] ? l->dof[COMPONENTS * i + number % COMPONENTS] : -1;

    if (dof < 0 || l->global[dof] < 0) continue;
    for (int k = 0; k < 3; k++) x[k] = (g->x[i][k] - center[k]) / length;
    value[l->global[dof] - l->first] = field_value((int)number, x);
  }
  PetscCall(VecRestoreArray(field, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

NodeFields NodePolynomials(const Run *run) { return (NodeFields){FIELDS, FillPolynomial, run}; }
