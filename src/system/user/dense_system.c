/* dense_system.c: a small system from functions that read and write arrays. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/dense_system.h>
#include <fs/system.h>

/* Raises an error if a function of the program has failed. */
static PetscErrorCode Expect(int failed, const char name[])
{
  PetscFunctionBeginUser;
  PetscCheck(!failed, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED,
             "the function %s of the program has failed", name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual(FsSystem sys, PetscReal t, Vec q, Vec v, Vec a, Vec r, void *context)
{
  const FsDenseFunctions *f = (const FsDenseFunctions *)context;
  const PetscScalar      *at[3];
  PetscScalar            *y;
  int                     failed;

  PetscFunctionBeginUser;
  (void)sys;
  PetscCall(VecGetArrayRead(q, &at[0]));
  PetscCall(VecGetArrayRead(v, &at[1]));
  PetscCall(VecGetArrayRead(a, &at[2]));
  PetscCall(VecGetArray(r, &y));
  failed = f->residual(f->context, t, at[0], at[1], at[2], y);
  PetscCall(VecRestoreArray(r, &y));
  PetscCall(VecRestoreArrayRead(a, &at[2]));
  PetscCall(VecRestoreArrayRead(v, &at[1]));
  PetscCall(VecRestoreArrayRead(q, &at[0]));
  PetscCall(Expect(failed, "residual"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets all entries of a matrix to values[rows columns]. */
static PetscErrorCode SetMatrix(Mat A, const PetscScalar values[])
{
  PetscInt rows, columns;

  PetscFunctionBeginUser;
  PetscCall(MatGetSize(A, &rows, &columns));
  for (PetscInt i = 0; i < rows; i++)
    for (PetscInt j = 0; j < columns; j++)
      PetscCall(MatSetValue(A, i, j, values[i * columns + j], INSERT_VALUES));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent(FsSystem sys, PetscReal t, Vec q, Vec v, Vec a, FsShift shift, Mat J,
                              void *context)
{
  const FsDenseFunctions *f         = (const FsDenseFunctions *)context;
  const PetscReal         factors[] = {shift.ck, shift.cc, shift.cm};
  const PetscScalar      *at[3];
  PetscScalar            *values;
  int                     failed;

  PetscFunctionBeginUser;
  (void)sys;
  PetscCall(PetscCalloc1((size_t)(f->n * f->n), &values));
  PetscCall(VecGetArrayRead(q, &at[0]));
  PetscCall(VecGetArrayRead(v, &at[1]));
  PetscCall(VecGetArrayRead(a, &at[2]));
  failed = f->tangent(f->context, t, at[0], at[1], at[2], factors, values);
  PetscCall(VecRestoreArrayRead(a, &at[2]));
  PetscCall(VecRestoreArrayRead(v, &at[1]));
  PetscCall(VecRestoreArrayRead(q, &at[0]));
  if (!failed) PetscCall(SetMatrix(J, values));
  PetscCall(PetscFree(values));
  PetscCall(Expect(failed, "tangent"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Phi(FsSystem sys, PetscReal t, Vec q, Vec phi, void *context)
{
  const FsDenseFunctions *f = (const FsDenseFunctions *)context;
  const PetscScalar      *at;
  PetscScalar            *y;
  int                     failed;

  PetscFunctionBeginUser;
  (void)sys;
  PetscCall(VecGetArrayRead(q, &at));
  PetscCall(VecGetArray(phi, &y));
  failed = f->phi(f->context, t, at, y);
  PetscCall(VecRestoreArray(phi, &y));
  PetscCall(VecRestoreArrayRead(q, &at));
  PetscCall(Expect(failed, "phi"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Gradient(FsSystem sys, PetscReal t, Vec q, Mat G, void *context)
{
  const FsDenseFunctions *f = (const FsDenseFunctions *)context;
  const PetscScalar      *at;
  PetscScalar            *values;
  int                     failed;

  PetscFunctionBeginUser;
  (void)sys;
  PetscCall(PetscCalloc1((size_t)(f->m * f->n), &values));
  PetscCall(VecGetArrayRead(q, &at));
  failed = f->gradient(f->context, t, at, values);
  PetscCall(VecRestoreArrayRead(q, &at));
  if (!failed) PetscCall(SetMatrix(G, values));
  PetscCall(PetscFree(values));
  PetscCall(Expect(failed, "gradient"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sums the second derivatives C[m n n] over an unknown, to D_kj, or over the constraints, to H_ij.
 */
static PetscErrorCode SumCurvature(const FsDenseFunctions *f, const PetscScalar C[], Vec x,
                                   PetscBool over_constraints, Mat sum)
{
  const PetscInt     n = f->n, size = over_constraints ? n * n : f->m * n;
  const PetscScalar *factor;
  PetscScalar       *values;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(size, &values));
  PetscCall(VecGetArrayRead(x, &factor));
  for (PetscInt k = 0; k < f->m; k++)
    for (PetscInt i = 0; i < n; i++)
      for (PetscInt j = 0; j < n; j++)
        values[(over_constraints ? i : k) * n + j] +=
          factor[over_constraints ? k : i] * C[(k * n + i) * n + j];
  PetscCall(VecRestoreArrayRead(x, &factor));
  PetscCall(SetMatrix(sum, values));
  PetscCall(PetscFree(values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Curvature(FsSystem sys, PetscReal t, Vec q, Vec x, Vec lambda, Mat D, Mat H,
                                void *context)
{
  const FsDenseFunctions *f = (const FsDenseFunctions *)context;
  const PetscScalar      *at;
  PetscScalar            *C;
  int                     failed;

  PetscFunctionBeginUser;
  (void)sys;
  PetscCall(PetscCalloc1((size_t)(f->m * f->n * f->n), &C));
  PetscCall(VecGetArrayRead(q, &at));
  failed = f->curvature(f->context, t, at, C);
  PetscCall(VecRestoreArrayRead(q, &at));
  if (D && !failed) PetscCall(SumCurvature(f, C, x, PETSC_FALSE, D));
  if (H && !failed) PetscCall(SumCurvature(f, C, lambda, PETSC_TRUE, H));
  PetscCall(PetscFree(C));
  PetscCall(Expect(failed, "curvature"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Rates(FsSystem sys, PetscReal t, Vec q, Vec rate, Vec second, Mat Gt,
                            void *context)
{
  const FsDenseFunctions *f = (const FsDenseFunctions *)context;
  const PetscScalar      *at;
  PetscScalar            *y[2], *values;
  int                     failed;

  PetscFunctionBeginUser;
  (void)sys;
  PetscCall(PetscCalloc1((size_t)(f->m * f->n), &values));
  PetscCall(VecGetArrayRead(q, &at));
  PetscCall(VecGetArray(rate, &y[0]));
  PetscCall(VecGetArray(second, &y[1]));
  failed = f->rates(f->context, t, at, y[0], y[1], values);
  PetscCall(VecRestoreArray(second, &y[1]));
  PetscCall(VecRestoreArray(rate, &y[0]));
  PetscCall(VecRestoreArrayRead(q, &at));
  if (!failed) PetscCall(SetMatrix(Gt, values));
  PetscCall(PetscFree(values));
  PetscCall(Expect(failed, "rates"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates a matrix in which all entries are stored. */
static PetscErrorCode CreateFull(PetscInt rows, PetscInt columns, Mat *A)
{
  PetscScalar *zeros;

  PetscFunctionBeginUser;
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, rows, columns, columns, NULL, A));
  PetscCall(PetscCalloc1((size_t)(rows * columns), &zeros));
  PetscCall(SetMatrix(*A, zeros));
  PetscCall(PetscFree(zeros));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemCreateDense(const FsDenseFunctions *f, FsSystem *sys)
{
  void *const context = (void *)f; /* the functions above do not change it */
  Vec         q;
  Mat         J, G;

  PetscFunctionBeginUser;
  PetscCheck(f->n >= 1 && f->m >= 0, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "FsSystemCreateDense: %" PetscInt_FMT " unknowns and %" PetscInt_FMT
             " constraints; there must be at least one unknown",
             f->n, f->m);
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, f->n, &q));
  PetscCall(CreateFull(f->n, f->n, &J));
  PetscCall(FsSystemCreate(PETSC_COMM_SELF, sys));
  PetscCall(FsSystemSetResidual(*sys, q, Residual, context));
  PetscCall(FsSystemSetTangent(*sys, J, Tangent, context));
  if (f->m) {
    PetscCall(CreateFull(f->m, f->n, &G));
    PetscCall(
      FsSystemSetConstraints(*sys, G, Phi, Gradient, f->curvature ? Curvature : NULL, context));
    if (f->rates) PetscCall(FsSystemSetConstraintRates(*sys, Rates));
    PetscCall(MatDestroy(&G));
  }
  PetscCall(MatDestroy(&J));
  PetscCall(VecDestroy(&q));
  PetscFunctionReturn(PETSC_SUCCESS);
}
