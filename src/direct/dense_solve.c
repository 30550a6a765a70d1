/* dense_solve.c: implements Gaussian elimination of a small sparse matrix, stored as one front. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "dense_solve.h"
#include "math/wide.h"
#include "direct/multifrontal/dense_front.h"
#include "direct/multifrontal/pc_multifrontal.h"
#include <string.h>

enum { WIDTH = DENSE_SIMD_WIDTH };

PetscErrorCode DenseSolveServes(KSP ksp, Mat A, PetscBool *serves)
{
  PetscBool is_aij, direct, lu, fronts;
  PetscInt  n;
  PC        pc;

  PetscFunctionBeginUser;
  *serves = PETSC_FALSE;
  PetscCall(MatGetSize(A, &n, NULL));
  if (n > DENSE_SOLVE_MOST) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATSEQAIJ, &is_aij));
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPPREONLY, &direct));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCLU, &lu));
  PetscCall(PCIsMultifrontal(pc, &fronts));
  *serves = (PetscBool)(is_aij && direct && (lu || fronts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Loads the rows of the matrix and their right-hand sides, each row scaled by its largest entry.
   A row of zeros stays. The front has one more row, of zeros, because it is square. */
SIMD_CLONES static void load_scaled(PetscInt n, PetscInt stride, const PetscInt start[],
                                    const PetscInt column[], const PetscScalar value[],
                                    const PetscScalar b[], PetscScalar a[])
{
  memset(a + n * stride, 0, (size_t)stride * sizeof *a);
  for (PetscInt i = 0; i < n; i++) {
    PetscScalar *row  = a + i * stride;
    PetscReal    most = 0;

    memset(row, 0, (size_t)stride * sizeof *row);
    for (PetscInt k = start[i]; k < start[i + 1]; k++)
      most = PetscMax(most, PetscAbsScalar(value[k]));
    most = most > 0 ? 1 / most : 1;
    for (PetscInt k = start[i]; k < start[i + 1]; k++) row[column[k]] = most * value[k];
    row[n] = most * b[i];
  }
}

/* Solves U x = c, where c is column n of the factored front. x[stride] becomes (x, -1, 0), which
   the rows of (U, c) are orthogonal to. Returns 0 if a number is not finite. */
SIMD_CLONES static int substitute_back(PetscInt n, PetscInt stride, const PetscScalar a[],
                                       PetscScalar x[])
{
  PetscReal size = 0;

  memset(x, 0, (size_t)stride * sizeof *x);
  x[n] = -1;
  for (PetscInt i = n - 1; i >= 0; i--) {
    const PetscScalar *row        = a + i * stride;
    PetscScalar        sum[WIDTH] = {0};

    for (PetscInt j = i / WIDTH * WIDTH; j < stride; j += WIDTH)
      for (int c = 0; c < WIDTH; c++) sum[c] += row[j + c] * x[j + c];
    x[i] = -((sum[0] + sum[1]) + (sum[2] + sum[3])) / row[i];
    size += PetscAbsScalar(x[i]);
  }
  return !PetscIsInfOrNanReal(size);
}

PetscErrorCode DenseSolve(Mat A, Vec b, Vec x, PetscBool *solved)
{
  enum { SIZE = DENSE_SOLVE_MOST + 1, STRIDE = (SIZE + WIDTH - 1) / WIDTH * WIDTH };
  const PetscInt    *start, *column;
  const PetscScalar *from;
  PetscScalar       *value, *to, front[SIZE * STRIDE], solution[STRIDE];
  PetscInt           n, stride, row_number[SIZE], column_number[SIZE];
  PetscMemType       memory;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(b, &n));
  stride = dense_front_stride(n + 1);
  PetscCall(MatSeqAIJGetCSRAndMemType(A, &start, &column, &value, &memory));
  PetscCall(VecGetArrayRead(b, &from));
  load_scaled(n, stride, start, column, value, from, front);
  PetscCall(VecRestoreArrayRead(b, &from));
  *solved = (PetscBool)(DenseFrontEliminate(n + 1, n, 0, front, row_number, column_number) == n);
  if (!*solved) PetscFunctionReturn(PETSC_SUCCESS);
  *solved = (PetscBool)substitute_back(n, stride, front, solution);
  PetscCall(VecGetArray(x, &to));
  PetscCall(PetscArraycpy(to, solution, n));
  PetscCall(VecRestoreArray(x, &to));
  PetscFunctionReturn(PETSC_SUCCESS);
}
