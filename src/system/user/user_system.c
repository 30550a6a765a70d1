/* user_system.c: the operations of a system from functions of a program, and its set-up. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "user_system.h"

/* ---- the operations of the system ---- */

/* Copies q, v and a of a state to the arguments of the functions of the program. */
static PetscErrorCode CopyState(UserSystem u, const FsState *s)
{
  PetscFunctionBeginUser;
  PetscCall(CopyUnknowns(u, s->q, u->q));
  PetscCall(CopyUnknowns(u, s->v, u->v));
  PetscCall(CopyUnknowns(u, s->a, u->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode UserResidual(FsSystem sys, const FsState *s, const FsLoading *loading,
                                   const FsConstraintRows *rows, Vec r)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  (void)loading;
  PetscCall(CopyState(u, s));
  PetscCall((*u->residual)(sys, s->t, u->q, u->v, u->a, u->r, u->residual_context));
  if (u->G) {
    PetscCall(UserConstraintRows(sys, rows->level, s));
    PetscCall(VecScale(u->errors, rows->scale));
    PetscCall(PutMultipliers(u, u->errors, r));
    PetscCall(CopyMultipliers(u, s->a, u->lambda));
    PetscCall(MatMultTransposeAdd(u->G, u->lambda, u->r, u->r));
  }
  PetscCall(PutUnknowns(u, u->r, r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode UserTangent(FsSystem sys, const FsState *s, const FsLoading *loading,
                                  const FsConstraintRows *rows, FsShift shift, Mat A)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  (void)loading;
  PetscCall(CopyState(u, s));
  PetscCall((*u->tangent)(sys, s->t, u->q, u->v, u->a, shift, u->J, u->tangent_context));
  PetscCall(MatZeroEntries(A));
  PetscCall(AddUserBlock(u, 1, u->J, PETSC_FALSE, UNKNOWNS, UNKNOWNS, A));
  if (u->G) PetscCall(UserConstraintTangent(sys, s, s->a, 1, rows, shift, A));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Measure(FsSystem sys, Vec x, PetscReal square[FS_MEASURES])
{
  const PetscInt     n = UserSystemOf(sys)->layout[UNKNOWNS]->n;
  PetscInt           all;
  const PetscScalar *value;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(x, &all));
  PetscCall(VecGetArrayRead(x, &value));
  for (int k = 0; k < FS_MEASURES; k++) square[k] = 0;
  for (PetscInt i = 0; i < all; i++)
    square[i < n ? FS_MEASURE_DISPLACEMENT : FS_MEASURE_MULTIPLIER] +=
      PetscSqr(PetscRealPart(value[i]));
  PetscCall(VecRestoreArrayRead(x, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* All unknowns count as displacements. */
static PetscErrorCode Weights(FsSystem sys, Vec w)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(w));
  PetscCall(VecSet(u->r, 1));
  PetscCall(PutUnknowns(u, u->r, w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Describes a dof of this rank by the number that the program knows, counted from 0. */
static PetscErrorCode Describe(FsSystem sys, PetscInt dof, char text[], size_t size)
{
  UserSystem     u = UserSystemOf(sys);
  const PetscInt n = u->layout[UNKNOWNS]->n;
  PetscInt       first;

  PetscFunctionBeginUser;
  PetscCall(VecGetOwnershipRange(sys->vec, &first, NULL));
  if (dof - first < n)
    PetscCall(PetscSNPrintf(text, size, "unknown %" PetscInt_FMT,
                            u->layout[UNKNOWNS]->rstart + dof - first));
  else
    PetscCall(PetscSNPrintf(text, size, "constraint %" PetscInt_FMT,
                            u->layout[MULTIPLIERS]->rstart + dof - first - n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- set-up ---- */

/* Adds to A all entries that a tangent can have, with the value 0 in numbers that exist once. */
static PetscErrorCode AddPattern(FsSystem sys, Mat A)
{
  UserSystem u = UserSystemOf(sys);
  PetscInt   first, last;

  PetscFunctionBeginUser;
  PetscCall(VecGetOwnershipRange(sys->vec, &first, &last));
  for (PetscInt i = first; i < last; i++) PetscCall(MatSetValue(A, i, i, 0, ADD_VALUES));
  PetscCall(AddUserBlock(u, 0, u->J, PETSC_FALSE, UNKNOWNS, UNKNOWNS, A));
  if (u->H) PetscCall(AddUserBlock(u, 0, u->H, PETSC_FALSE, UNKNOWNS, UNKNOWNS, A));
  if (u->G) {
    PetscCall(AddUserBlock(u, 0, u->G, PETSC_FALSE, MULTIPLIERS, UNKNOWNS, A));
    PetscCall(AddUserBlock(u, 0, u->G, PETSC_TRUE, MULTIPLIERS, UNKNOWNS, A));
  }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreatePattern(FsSystem sys, PetscInt n, Mat *A)
{
  Mat counts;

  PetscFunctionBeginUser;
  PetscCall(MatCreate(sys->comm, &counts));
  PetscCall(MatSetSizes(counts, n, n, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(counts, MATPREALLOCATOR));
  PetscCall(MatSetUp(counts));
  PetscCall(AddPattern(sys, counts));
  PetscCall(MatCreate(sys->comm, A));
  PetscCall(MatSetSizes(*A, n, n, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(*A, MATAIJ));
  PetscCall(MatPreallocatorPreallocate(counts, PETSC_TRUE, *A));
  PetscCall(MatDestroy(&counts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckSizes(FsSystem sys)
{
  UserSystem u = UserSystemOf(sys);
  PetscInt   n, rows, columns;

  PetscFunctionBeginUser;
  PetscCheck(u->J, sys->comm, PETSC_ERR_USER_INPUT,
             "a system with a residual needs a tangent: call FsSystemSetTangent");
  PetscCall(VecGetSize(u->q, &n));
  PetscCall(MatGetSize(u->J, &rows, &columns));
  PetscCheck(rows == n && columns == n, sys->comm, PETSC_ERR_USER_INPUT,
             "FsSystemSetTangent: the matrix has %" PetscInt_FMT " rows and %" PetscInt_FMT
             " columns; there are %" PetscInt_FMT " unknowns",
             rows, columns, n);
  if (!u->G) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatGetSize(u->G, &rows, &columns));
  PetscCheck(columns == n, sys->comm, PETSC_ERR_USER_INPUT,
             "FsSystemSetConstraints: the matrix has %" PetscInt_FMT
             " columns; there are %" PetscInt_FMT " unknowns",
             columns, n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode UserSystemSetUp(FsSystem sys)
{
  UserSystem u = UserSystemOf(sys);
  PetscInt   n;

  PetscFunctionBeginUser;
  PetscCall(CheckSizes(sys));
  n = u->layout[UNKNOWNS]->n + (u->G ? u->layout[MULTIPLIERS]->n : 0);
  PetscCall(VecCreateMPI(sys->comm, n, PETSC_DETERMINE, &sys->vec));
  PetscCall(CreatePattern(sys, n, &sys->matrices.pattern));
  sys->traits.indefinite      = PETSC_TRUE; /* nothing is known of the program's tangents */
  sys->ops.nonlinear.residual = UserResidual;
  sys->ops.nonlinear.tangent  = UserTangent;
  sys->ops.geometry.measure   = Measure;
  sys->ops.geometry.weights   = Weights;
  sys->ops.describe.dof       = Describe;
  if (u->G) sys->constraints = &user_constraints;
  PetscFunctionReturn(PETSC_SUCCESS);
}
