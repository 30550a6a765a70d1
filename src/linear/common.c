/* common.c: see common.h. Gauss elimination with row scaling, by LAPACK; the same numbers on all ranks. */
#include "common.h"
#include <petscblaslapack.h>

struct _n_Common {
  MPI_Comm      comm;
  PetscInt      n;
  PetscScalar  *A;     /* [n][n] by columns; then its factors */
  PetscReal    *scale; /* [n] of rows */
  PetscBLASInt *pivot;
};

PetscErrorCode CommonCreate(MPI_Comm comm, PetscInt n, Common *out)
{
  Common c;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&c));
  c->comm = comm;
  c->n    = n;
  PetscCall(PetscCalloc3((size_t)(n * n), &c->A, n, &c->scale, n, &c->pivot));
  *out = c;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CommonDestroy(Common *c)
{
  PetscFunctionBeginUser;
  if (!*c) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree3((*c)->A, (*c)->scale, (*c)->pivot));
  PetscCall(PetscFree(*c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CommonClear(Common c)
{
  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(c->A, c->n * c->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CommonAdd(Common c, PetscInt rows, const PetscInt row[], PetscInt columns, const PetscInt column[],
                         const PetscScalar A[])
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < rows; i++)
    for (PetscInt j = 0; j < columns; j++) c->A[column[j] * c->n + row[i]] += A[i * columns + j];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Rows are divided by their largest entry. */
static void scale_rows(Common c)
{
  for (PetscInt i = 0; i < c->n; i++) {
    PetscReal most = 0;

    for (PetscInt j = 0; j < c->n; j++) most = PetscMax(most, PetscAbsScalar(c->A[j * c->n + i]));
    c->scale[i] = most > 0 ? 1 / most : 1;
    for (PetscInt j = 0; j < c->n; j++) c->A[j * c->n + i] *= c->scale[i];
  }
}

PetscErrorCode CommonFactor(Common c, PetscBool *singular)
{
  const PetscBLASInt n      = (PetscBLASInt)c->n;
  PetscBLASInt       info   = 0;
  PetscBool          finite = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, c->A, (PetscMPIInt)(c->n * c->n), MPIU_SCALAR, MPIU_SUM, c->comm));
  scale_rows(c);
  for (PetscInt k = 0; k < c->n * c->n; k++)
    if (PetscIsInfOrNanScalar(c->A[k])) finite = PETSC_FALSE;
  if (finite) LAPACKgetrf_(&n, &n, c->A, &n, c->pivot, &info);
  *singular = (PetscBool)(!finite || info > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CommonSolve(Common c, PetscScalar x[])
{
  const PetscBLASInt n = (PetscBLASInt)c->n, one = 1;
  PetscBLASInt       info;

  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, x, (PetscMPIInt)c->n, MPIU_SCALAR, MPIU_SUM, c->comm));
  for (PetscInt i = 0; i < c->n; i++) x[i] *= c->scale[i];
  LAPACKgetrs_("N", &n, &one, c->A, &n, c->pivot, x, &n, &info);
  PetscFunctionReturn(PETSC_SUCCESS);
}
