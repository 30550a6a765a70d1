/* node_mass.c: finds the directions of each node in which a mass matrix has no mass. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "force_units.h"
#include "node_mass.h"

PetscErrorCode NodeBlock(Mat A, PetscInt row, PetscInt n, PetscReal block[])
{
  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(block, n * n));
  for (PetscInt i = 0; i < n; i++) {
    const PetscInt    *column;
    const PetscScalar *value;
    PetscInt           entries;

    PetscCall(MatGetRow(A, row + i, &entries, &column, &value));
    for (PetscInt k = 0; k < entries; k++)
      if (column[k] >= row && column[k] < row + n)
        block[i * n + column[k] - row] = PetscRealPart(value[k]);
    PetscCall(MatRestoreRow(A, row + i, &entries, &column, &value));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets x to the numbers of the dofs (FsSystemGeometryOps). Without positions each dof is the first
   component of a node of its own. */
static PetscErrorCode NumberDofs(FsSystem sys, Vec x)
{
  PetscInt     first, last;
  PetscScalar *number;

  PetscFunctionBeginUser;
  if (sys->ops.geometry.numbers) {
    PetscCall(sys->ops.geometry.numbers(sys, x));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecGetOwnershipRange(x, &first, &last));
  PetscCall(VecGetArray(x, &number));
  for (PetscInt i = first; i < last; i++) number[i - first] = MASS_AXES * (PetscReal)i;
  PetscCall(VecRestoreArray(x, &number));
  if (!sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  { /* multipliers get the number -1 */
    Vec ones;

    PetscCall(VecDuplicate(x, &ones));
    PetscCall(VecSet(ones, -1));
    PetscCall(sys->constraints->add_multipliers(sys, -1, x, x));
    PetscCall(sys->constraints->add_multipliers(sys, 1, ones, x));
    PetscCall(VecDestroy(&ones));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns how many of the dofs from the first one on belong to one node, and their components. */
static PetscInt node_size(PetscInt left, const PetscScalar number[], int component[MASS_AXES])
{
  const PetscReal node = PetscFloorReal(PetscRealPart(number[0]) / MASS_AXES);
  PetscInt        n    = 0;

  while (n < PetscMin(left, MASS_AXES) &&
         PetscFloorReal(PetscRealPart(number[n]) / MASS_AXES) == node) {
    component[n] = (int)(PetscRealPart(number[n]) - MASS_AXES * node);
    n++;
  }
  return n;
}

PetscErrorCode NodeMassVisit(FsSystem sys, Mat M, Vec scratch, NodeMassVisitor visit, void *context)
{
  const PetscScalar *number;
  PetscInt           first, last;

  PetscFunctionBeginUser;
  PetscCall(NumberDofs(sys, scratch));
  PetscCall(VecGetOwnershipRange(scratch, &first, &last));
  PetscCall(VecGetArrayRead(scratch, &number));
  for (PetscInt row = first, n; row < last; row += n) {
    PetscReal block[MASS_AXES * MASS_AXES];
    int       component[MASS_AXES];
    MassAxes  axes;

    n = 1;
    if (PetscRealPart(number[row - first]) < 0) continue;
    n = node_size(last - row, number + (row - first), component);
    PetscCall(NodeBlock(M, row, n, block));
    if (mass_is_everywhere((int)n, component, block)) axes = (MassAxes){.n = (int)n};
    else mass_axes((int)n, component, block, &axes);
    PetscCall(visit(row, &axes, context));
  }
  PetscCall(VecRestoreArrayRead(scratch, &number));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- substitutes ----------------------------------------------------------------------------- */

static PetscErrorCode NoteMassless(PetscInt row, const MassAxes *axes, void *context)
{
  PetscBool *lacks = context;

  PetscFunctionBeginUser;
  (void)row;
  if (axes->massless) *lacks = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodeMassSubstitute(FsSystem sys, Mat M, Vec scratch, Vec substitute,
                                  PetscBool *lacks)
{
  const PetscReal  small   = 1e-3; /* the other masses decide how the model moves */
  PetscReal        largest = 0;
  const PetscReal *mass, *weight;
  PetscInt         n;

  PetscFunctionBeginUser;
  *lacks = PETSC_FALSE;
  PetscCall(VecZeroEntries(substitute));
  PetscCall(NodeMassVisit(sys, M, scratch, NoteMassless, lacks));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, lacks, 1, MPIU_BOOL, MPI_LOR, sys->comm));
  if (!*lacks) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemWeights(sys, substitute));
  PetscCall(MatGetDiagonal(M, scratch));
  PetscCall(VecGetLocalSize(scratch, &n));
  PetscCall(VecGetArrayRead(scratch, &mass));
  PetscCall(VecGetArrayRead(substitute, &weight));
  for (PetscInt k = 0; k < n; k++)
    if (weight[k] > 0) largest = PetscMax(largest, mass[k] / weight[k]);
  PetscCall(VecRestoreArrayRead(substitute, &weight));
  PetscCall(VecRestoreArrayRead(scratch, &mass));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &largest, 1, MPIU_REAL, MPIU_MAX, sys->comm));
  PetscCall(VecScale(substitute, largest > 0 ? small * largest : 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}
