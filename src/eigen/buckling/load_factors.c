/* load_factors.c: computes load factors of linear buckling of a small pencil by LAPACK.

   The unknown is the inverse t of a factor: M x = t K x. If K is positive, this is a symmetric
   problem. Otherwise t is an eigenvalue of K^-1 M, and its vectors come from inverse iteration
   of a block, because the vectors of equal eigenvalues may be parallel in LAPACK's result. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "load_factors.h"
#include <petscblaslapack.h>
#include <stdlib.h>

/* Matrices are stored column by column. */
typedef struct {
  PetscBLASInt n;
  PetscScalar *K, *M;   /* [n n]; M becomes K^-1 M, or the vectors if K is positive */
  PetscReal   *inverse; /* [n] real eigenvalues t, the largest first */
  PetscInt    *column;  /* [n] column of M with the vector of inverse[k], if K is positive */
  PetscInt     nreal;
  PetscBool    symmetric; /* K and M are */
  PetscReal    largest;   /* entry of M, if K has unit diagonal entries */
} Dense;

/* Eigenvalues t below this, relative to the largest, are round-off. Equal ones differ by less
   than SAME. A pair of real eigenvalues may split into complex ones whose imaginary part is below
   REAL: the root of the error 1e-11 of K' splits a double one, by 3e-6. SAME and REAL are relative
   to the eigenvalue. Columns that flutter, whose eigenvalues must not count as real, and two equal
   factors of a universal joint are in tests/analysis/buckling_rods.py. */
static const PetscReal ROUND_OFF = 1e-14, SAME = 1e-6, REAL = 1e-5;

/* Copies a matrix into an array on every rank. */
static PetscErrorCode Gather(Mat A, PetscInt n, PetscScalar *array)
{
  PetscMPIInt size;
  Mat         own;

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(array, (size_t)n * (size_t)n));
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)A), &size));
  PetscCall(MatCreateRedundantMatrix(A, size, MPI_COMM_NULL, MAT_INITIAL_MATRIX, &own));
  for (PetscInt i = 0; i < n; i++) {
    const PetscInt    *column;
    const PetscScalar *value;
    PetscInt           ncolumns;

    PetscCall(MatGetRow(own, i, &ncolumns, &column, &value));
    for (PetscInt k = 0; k < ncolumns; k++) array[i + n * column[k]] = value[k];
    PetscCall(MatRestoreRow(own, i, &ncolumns, &column, &value));
  }
  PetscCall(MatDestroy(&own));
  PetscFunctionReturn(PETSC_SUCCESS);
}

typedef struct {
  PetscReal value;
  PetscInt  column;
} Eigenvalue;

static int compare_sizes(const void *a, const void *b)
{
  const PetscReal x = PetscAbsReal(((const Eigenvalue *)a)->value),
                  y = PetscAbsReal(((const Eigenvalue *)b)->value);

  return (x < y) - (x > y);
}

/* Keeps the real ones of n eigenvalues, by descending size, without those that are round-off. */
static PetscErrorCode SortEigenvalues(Dense *d, const PetscReal real[], const PetscReal imaginary[])
{
  Eigenvalue *all;
  PetscReal   largest = d->largest;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(d->n, &all));
  for (PetscInt i = 0; i < d->n; i++)
    largest = PetscMax(largest, hypot(real[i], imaginary ? imaginary[i] : 0));
  for (PetscInt i = 0; i < d->n; i++) {
    if (imaginary && PetscAbsReal(imaginary[i]) > REAL * PetscAbsReal(real[i])) continue;
    if (!d->symmetric && may_be_split_zero(real[i], largest)) continue;
    all[d->nreal++] = (Eigenvalue){real[i], i};
  }
  qsort(all, (size_t)d->nreal, sizeof *all, compare_sizes);
  while (d->nreal > 0 &&
         PetscAbsReal(all[d->nreal - 1].value) <= ROUND_OFF * PetscAbsReal(all[0].value))
    d->nreal--;
  for (PetscInt i = 0; i < d->nreal; i++) {
    d->inverse[i] = all[i].value;
    d->column[i]  = all[i].column;
  }
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes d->largest from K and M. */
static PetscErrorCode MeasureLargest(Dense *d)
{
  PetscReal *size;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(d->n, &size));
  for (PetscInt i = 0; i < d->n; i++)
    for (PetscInt j = 0; j < d->n; j++)
      size[i] = PetscMax(size[i], PetscAbsScalar(d->K[i + d->n * j]));
  for (PetscInt i = 0; i < d->n; i++)
    for (PetscInt j = 0; j < d->n; j++)
      d->largest =
        PetscMax(d->largest, PetscAbsScalar(d->M[i + d->n * j]) / PetscSqrtReal(size[i] * size[j]));
  PetscCall(PetscFree(size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves M x = t K x with a positive K. The vectors replace M. */
static PetscErrorCode SolveDefinite(Dense *d)
{
  const PetscBLASInt kind = 1, nwork = 8 * d->n + 8;
  PetscBLASInt       info;
  PetscScalar       *work;
  PetscReal         *value;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(nwork, &work, d->n, &value));
  PetscCallBLAS("LAPACKsygv", LAPACKsygv_(&kind, "V", "L", &d->n, d->M, &d->n, d->K, &d->n, value,
                                          work, &nwork, &info));
  PetscCheck(!info, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED, "LAPACK sygv: info = %d", (int)info);
  PetscCall(SortEigenvalues(d, value, NULL));
  PetscCall(PetscFree2(work, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Replaces M by K^-1 M and computes its eigenvalues. */
static PetscErrorCode SolveGeneral(Dense *d)
{
  const PetscBLASInt one = 1, nwork = 8 * d->n + 8;
  PetscBLASInt       info, *pivot;
  PetscScalar       *work, *copy, none;
  PetscReal         *real, *imaginary;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc5(nwork, &work, d->n, &pivot, (size_t)d->n * (size_t)d->n, &copy, d->n,
                         &real, d->n, &imaginary));
  PetscCallBLAS("LAPACKgesv", LAPACKgesv_(&d->n, &d->n, d->K, &d->n, pivot, d->M, &d->n, &info));
  PetscCheck(!info, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED, "LAPACK gesv: info = %d", (int)info);
  PetscCall(PetscArraycpy(copy, d->M, (size_t)d->n * (size_t)d->n));
  PetscCallBLAS("LAPACKgeev", LAPACKgeev_("N", "N", &d->n, copy, &d->n, real, imaginary, &none,
                                          &one, &none, &one, work, &nwork, &info));
  PetscCheck(!info, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED, "LAPACK geev: info = %d", (int)info);
  PetscCall(SortEigenvalues(d, real, imaginary));
  PetscCall(PetscFree5(work, pivot, copy, real, imaginary));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes the columns of x[n m] orthonormal. */
static PetscErrorCode Orthonormalize(PetscBLASInt n, PetscBLASInt m, PetscScalar x[])
{
  const PetscBLASInt nwork = 64 * m;
  PetscBLASInt       info;
  PetscScalar       *work, *tau;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(nwork, &work, m, &tau));
  PetscCallBLAS("LAPACKgeqrf", LAPACKgeqrf_(&n, &m, x, &n, tau, work, &nwork, &info));
  PetscCallBLAS("LAPACKorgqr", LAPACKorgqr_(&n, &m, &m, x, &n, tau, work, &nwork, &info));
  PetscCall(PetscFree2(work, tau));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes m vectors x[n m] of K^-1 M whose eigenvalues are near t, by inverse iteration. */
static PetscErrorCode IterateVectors(const Dense *d, PetscReal t, PetscBLASInt m, PetscScalar x[])
{
  const PetscReal beside = 1e-9; /* relative distance of the shift from t */
  PetscBLASInt    info, *pivot;
  PetscScalar    *A;
  unsigned        random = 1;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2((size_t)d->n * (size_t)d->n, &A, d->n, &pivot));
  PetscCall(PetscArraycpy(A, d->M, (size_t)d->n * (size_t)d->n));
  for (PetscInt i = 0; i < d->n; i++) A[i + d->n * i] -= t * (1 + beside);
  PetscCallBLAS("LAPACKgetrf", LAPACKgetrf_(&d->n, &d->n, A, &d->n, pivot, &info));
  for (PetscInt i = 0; i < d->n * m; i++) {
    random = random * 1664525u + 1013904223u;
    x[i]   = (PetscReal)random / 4294967296.0 - 0.5;
  }
  for (int k = 0; k < 3; k++) {
    PetscCall(Orthonormalize(d->n, m, x));
    PetscCallBLAS("LAPACKgetrs", LAPACKgetrs_("N", &d->n, &m, A, &d->n, pivot, x, &d->n, &info));
  }
  PetscCall(Orthonormalize(d->n, m, x));
  PetscCall(PetscFree2(A, pivot));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateVector(Pencil p, const PetscScalar x[], Vec *vector)
{
  PetscInt     first, end;
  PetscScalar *own;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(p->sys->vec, vector));
  PetscCall(VecGetOwnershipRange(*vector, &first, &end));
  PetscCall(VecGetArray(*vector, &own));
  PetscCall(PetscArraycpy(own, x + first, (size_t)(end - first)));
  PetscCall(VecRestoreArray(*vector, &own));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the end of the group of equal eigenvalues that starts at k. */
static PetscInt group_end(const Dense *d, PetscInt k)
{
  PetscInt end = k + 1;

  while (end < d->nreal &&
         PetscAbsReal(PetscAbsReal(d->inverse[end]) - PetscAbsReal(d->inverse[end - 1])) <=
           SAME * PetscAbsReal(d->inverse[k]))
    end++;
  return end;
}

/* Creates the vectors of inverse[k], ..., inverse[end - 1], whose sizes are equal. */
static PetscErrorCode CreateVectors(Pencil p, const Dense *d, PetscBool definite, PetscInt k,
                                    PetscInt end, Vec x[])
{
  PetscScalar *block;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)d->n * (size_t)(end - k), &block));
  for (PetscInt sign = 1; sign >= -1; sign -= 2) { /* t and -t are not equal */
    PetscInt  m    = 0;
    PetscReal mean = 0;

    for (PetscInt i = k; i < end; i++)
      if (d->inverse[i] * (PetscReal)sign > 0) {
        if (definite)
          PetscCall(PetscArraycpy(block + d->n * m, d->M + d->n * d->column[i], (size_t)d->n));
        mean += d->inverse[i];
        m++;
      }
    if (m && !definite) PetscCall(IterateVectors(d, mean / (PetscReal)m, (PetscBLASInt)m, block));
    for (PetscInt i = k, j = 0; i < end; i++)
      if (d->inverse[i] * (PetscReal)sign > 0)
        PetscCall(CreateVector(p, block + d->n * j++, &x[i]));
  }
  PetscCall(PetscFree(block));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DenseFactorsFind(Pencil p, PetscBool definite, PetscInt wanted, PetscInt *n,
                                PetscReal **factor, Vec **x)
{
  Dense    d = {.symmetric = p->symmetric};
  PetscInt size;

  PetscFunctionBeginUser;
  PetscCall(VecGetSize(p->sys->vec, &size));
  PetscCall(PetscBLASIntCast(size, &d.n));
  PetscCall(PetscMalloc4((size_t)size * (size_t)size, &d.K, (size_t)size * (size_t)size, &d.M, size,
                         &d.inverse, size, &d.column));
  PetscCall(Gather(p->K, size, d.K));
  PetscCall(Gather(p->M, size, d.M));
  PetscCall(MeasureLargest(&d));
  if (definite) PetscCall(SolveDefinite(&d));
  else PetscCall(SolveGeneral(&d));
  PetscCall(PetscMalloc1(PetscMax(1, d.nreal), factor));
  PetscCall(PetscMalloc1(PetscMax(1, d.nreal), x));
  for (*n = 0; *n < PetscMin(wanted, d.nreal);) {
    const PetscInt end = group_end(&d, *n);

    PetscCall(CreateVectors(p, &d, definite, *n, end, *x));
    for (; *n < end; (*n)++) (*factor)[*n] = 1 / d.inverse[*n];
  }
  PetscCall(PetscFree4(d.K, d.M, d.inverse, d.column));
  PetscFunctionReturn(PETSC_SUCCESS);
}
