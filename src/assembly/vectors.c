/* vectors.c: computes norms, weights and products of vectors by the kind of their entries. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "vectors.h"
#include "math/sums.h"
#include "term.h"

static const Chart *ChartOf(FsSystem sys)
{
  return ConfigurationChart(((Assembly)sys->data)->configuration);
}
static const Layout *LayoutOf(FsSystem sys) { return &((Assembly)sys->data)->model->layout; }

static PetscErrorCode Velocity_Model(FsSystem sys, Vec q, Vec qd, Vec v)
{
  return ChartVelocity(ChartOf(sys), q, qd, v);
}

static PetscErrorCode Rate_Model(FsSystem sys, Vec q, Vec v, Vec qd)
{
  return ChartRate(ChartOf(sys), q, v, qd);
}

static PetscErrorCode Compose_Model(FsSystem sys, Vec q, Vec dq, Vec sum)
{
  return ChartCompose(ChartOf(sys), q, dq, sum);
}

static PetscErrorCode CommutatorCorrection_Model(FsSystem sys, PetscReal h, Vec v, Vec a, Vec j,
                                                 Vec q)
{
  return ChartAddCommutator(ChartOf(sys), h, v, a, j, q);
}

static PetscErrorCode RotationIncrement_Model(FsSystem sys, Vec q, Vec other, PetscReal *most)
{
  return ChartMaxRotation(ChartOf(sys), q, other, most);
}

PetscErrorCode Measure_Assembly(FsSystem sys, Vec x, PetscReal square[FS_MEASURES])
{
  const Layout      *l   = LayoutOf(sys);
  PetscReal          all = 0;
  const PetscScalar *values;
  PetscInt           n;

  PetscFunctionBeginUser;
  for (int k = 0; k < FS_MEASURES; k++) square[k] = 0;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArrayRead(x, &values));
  for (PetscInt i = 0; i < n; i++) all += PetscSqr(values[i]);
  for (PetscInt k = 0; k < l->nlocal_multipliers; k++)
    square[FS_MEASURE_MULTIPLIER] += PetscSqr(values[l->multiplier[k]]);
  PetscCall(VecRestoreArrayRead(x, &values));
  PetscCall(ChartSumSquares(ChartOf(sys), x, &square[FS_MEASURE_ROTATION]));
  square[FS_MEASURE_DISPLACEMENT] =
    PetscMax(0, all - square[FS_MEASURE_ROTATION] - square[FS_MEASURE_MULTIPLIER]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintWeights(FsSystem sys, Vec w)
{
  const Model   model = ((Assembly)sys->data)->model;
  const Layout *l     = LayoutOf(sys);
  PetscScalar  *value;
  double       *length;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(model->mesh->g.nnodes, &length));
  PetscCall(ModelRotationLengths(model, length));
  PetscCall(VecSet(w, 1));
  PetscCall(VecGetArray(w, &value));
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    for (int c = 3; c < COMPONENTS && model->mesh->owned[i]; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c], at = dof < 0 ? -1 : l->global[dof];

      if (at >= 0)
        value[at - l->first] =
          PetscSqr(length[i] > 0 ? length[i] : FsSystemCharacteristicLength(sys));
    }
  for (PetscInt k = 0; k < l->nlocal_multipliers; k++) value[l->multiplier[k]] = 0;
  PetscCall(VecRestoreArray(w, &value));
  PetscCall(PetscFree(length));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AddMultipliers(FsSystem sys, PetscReal factor, Vec x, Vec y)
{
  const Layout      *l = LayoutOf(sys);
  const PetscScalar *from;
  PetscScalar       *to;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(y, &to));
  if (x == y) from = to;
  else PetscCall(VecGetArrayRead(x, &from));
  for (PetscInt k = 0; k < l->nlocal_multipliers; k++)
    to[l->multiplier[k]] += factor * from[l->multiplier[k]];
  if (x != y) PetscCall(VecRestoreArrayRead(x, &from));
  PetscCall(VecRestoreArray(y, &to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AddLocalToGlobal(Model model, Vec local, Vec global)
{
  const Layout      *l  = &model->layout;
  const DM           dm = model->mesh->dm;
  const PetscScalar *from;
  PetscScalar       *to;
  PetscMPIInt        size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(model->comm, &size));
  if (size > 1) {
    PetscCall(DMLocalToGlobalBegin(dm, local, ADD_VALUES, global));
    PetscCall(DMLocalToGlobalEnd(dm, local, ADD_VALUES, global));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecGetArrayRead(local, &from));
  PetscCall(VecGetArray(global, &to));
  for (PetscInt i = 0; i < l->nlocal; i++)
    if (l->global[i] >= 0) to[l->global[i]] += from[i];
  PetscCall(VecRestoreArray(global, &to));
  PetscCall(VecRestoreArrayRead(local, &from));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LocalDot(Vec x, Vec y, PetscReal *dot)
{
  const PetscScalar *a, *b;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArrayRead(x, &a));
  PetscCall(VecGetArrayRead(y, &b));
  *dot = array_dot(n, a, b);
  PetscCall(VecRestoreArrayRead(x, &a));
  PetscCall(VecRestoreArrayRead(y, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const FsSystemRotations model_rotations = {.velocity              = Velocity_Model,
                                           .rate                  = Rate_Model,
                                           .compose               = Compose_Model,
                                           .commutator_correction = CommutatorCorrection_Model,
                                           .rotation_increment    = RotationIncrement_Model};
