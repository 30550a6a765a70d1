/* user_layout.c: where the unknowns and the multipliers of a program are in vectors and matrices of
   the system. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "user_system.h"

/* Copies the entries of a block between a global vector of the system and the vector of the
   program, to the global vector if to_global is set. */
static PetscErrorCode CopyBlock(UserSystem u, UserBlock block, PetscBool to_global, Vec global,
                                Vec own)
{
  const PetscInt     n     = u->layout[block]->n;
  const PetscInt     first = block == UNKNOWNS ? 0 : u->layout[UNKNOWNS]->n;
  PetscScalar       *to;
  const PetscScalar *from;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(to_global ? own : global, &from));
  PetscCall(VecGetArray(to_global ? global : own, &to));
  PetscCall(PetscArraycpy(to + (to_global ? first : 0), from + (to_global ? 0 : first), n));
  PetscCall(VecRestoreArray(to_global ? global : own, &to));
  PetscCall(VecRestoreArrayRead(to_global ? own : global, &from));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CopyUnknowns(UserSystem u, Vec global, Vec x)
{
  PetscFunctionBeginUser;
  if (global) PetscCall(CopyBlock(u, UNKNOWNS, PETSC_FALSE, global, x));
  else PetscCall(VecZeroEntries(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CopyMultipliers(UserSystem u, Vec global, Vec lambda)
{
  PetscFunctionBeginUser;
  if (global) PetscCall(CopyBlock(u, MULTIPLIERS, PETSC_FALSE, global, lambda));
  else PetscCall(VecZeroEntries(lambda));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PutUnknowns(UserSystem u, Vec x, Vec global)
{
  PetscFunctionBeginUser;
  PetscCall(CopyBlock(u, UNKNOWNS, PETSC_TRUE, global, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PutMultipliers(UserSystem u, Vec lambda, Vec global)
{
  PetscFunctionBeginUser;
  PetscCall(CopyBlock(u, MULTIPLIERS, PETSC_TRUE, global, lambda));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns in *global the number, in global vectors of the system, of unknown or multiplier k. The
   rank that owns k has before it the entries of lower ranks, and before its multipliers its own
   unknowns. */
static PetscErrorCode GlobalNumber(UserSystem u, UserBlock block, PetscInt k, PetscInt *global)
{
  const PetscLayout other   = u->layout[block == UNKNOWNS ? MULTIPLIERS : UNKNOWNS];
  const PetscMPIInt through = block == UNKNOWNS ? 0 : 1;
  PetscMPIInt       owner;

  PetscFunctionBeginUser;
  PetscCall(PetscLayoutFindOwner(u->layout[block], k, &owner));
  *global = k + (other ? other->range[owner + through] : 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AddUserBlock(UserSystem u, PetscReal factor, Mat B, PetscBool transpose,
                            UserBlock rows, UserBlock columns, Mat A)
{
  PetscInt first, last, most = 0, *to;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(B, &first, &last));
  for (PetscInt i = first; i < last; i++) {
    PetscInt n;

    PetscCall(MatGetRow(B, i, &n, NULL, NULL));
    most = PetscMax(most, n);
    PetscCall(MatRestoreRow(B, i, &n, NULL, NULL));
  }
  PetscCall(PetscMalloc1(most, &to));
  for (PetscInt i = first; i < last; i++) {
    const PetscInt    *column;
    const PetscScalar *value;
    PetscInt           n, row;

    PetscCall(GlobalNumber(u, rows, i, &row));
    PetscCall(MatGetRow(B, i, &n, &column, &value));
    for (PetscInt k = 0; k < n; k++) PetscCall(GlobalNumber(u, columns, column[k], &to[k]));
    for (PetscInt k = 0; k < n; k++)
      PetscCall(MatSetValue(A, transpose ? to[k] : row, transpose ? row : to[k], factor * value[k],
                            ADD_VALUES));
    PetscCall(MatRestoreRow(B, i, &n, &column, &value));
  }
  PetscCall(PetscFree(to));
  PetscFunctionReturn(PETSC_SUCCESS);
}
