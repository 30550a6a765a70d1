/* critical_modes.c: computes the softest modes of an equilibrium of a path by inverse iteration of
   a block of vectors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/lapack.h"
#include "critical_search.h"

PetscErrorCode CriticalModesCreate(Continuation *c, PetscInt n, CriticalModes *modes)
{
  PetscRandom random; /* one for all vectors, so that they differ */

  PetscFunctionBeginUser;
  *modes = (CriticalModes){.n = PetscMin(n, c->count)};
  PetscCall(VecDuplicateVecs(c->tangent, MAX_CRITICAL_MODES, &modes->x));
  PetscCall(VecDuplicateVecs(c->tangent, MAX_CRITICAL_MODES, &modes->y));
  PetscCall(PetscRandomCreate(c->sys->comm, &random));
  for (PetscInt k = 0; k < modes->n; k++) PetscCall(VecSetRandom(modes->x[k], random));
  PetscCall(PetscRandomDestroy(&random));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalModesDestroy(CriticalModes *modes)
{
  PetscFunctionBeginUser;
  PetscCall(VecDestroyVecs(MAX_CRITICAL_MODES, &modes->x));
  PetscCall(VecDestroyVecs(MAX_CRITICAL_MODES, &modes->y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the products of x with v[n], see ContinuationDot. */
static PetscErrorCode WeightedProducts(const Continuation *c, Vec x, PetscInt n, const Vec v[],
                                       PetscReal products[])
{
  PetscFunctionBeginUser;
  PetscCall(VecPointwiseMult(c->b, c->weights, x));
  PetscCall(VecMDot(c->b, n, v, products));
  for (PetscInt i = 0; i < n; i++) products[i] /= PetscSqr(c->length);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes modes->x orthonormal and drops vectors that depend on others. */
static PetscErrorCode OrthonormalizeModes(const Continuation *c, CriticalModes *modes)
{
  /* Square of the remainder of a dependent vector of length 1, in the metric of the path: 1e-6 of
     the vector, above the errors of two products. */
  const PetscReal depends = 1e-12;
  PetscReal       products[MAX_CRITICAL_MODES];

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < modes->n; k++) {
    const Vec x    = modes->x[k];
    PetscReal left = 1;

    for (int twice = 0; twice < 2; twice++) { /* the second pass removes round-off */
      PetscCall(WeightedProducts(c, x, k + 1, modes->x, products));
      PetscCall(VecScale(x, 1 / PetscSqrtReal(products[k])));
      for (PetscInt i = 0; i < k; i++) products[i] /= -PetscSqrtReal(products[k]);
      PetscCall(VecMAXPY(x, k, products, modes->x));
      PetscCall(ContinuationDot(c, x, x, &left));
      if (!(left > depends)) break;
      PetscCall(VecScale(x, 1 / PetscSqrtReal(left)));
    }
    if (left > depends) continue;
    for (PetscInt i = k; i + 1 < modes->n; i++) {
      modes->x[i]  = modes->x[i + 1];
      modes->mu[i] = modes->mu[i + 1];
    }
    modes->x[--modes->n] = x;
    k--;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes x, the combinations of y = K^-1 W x for which x W K^-1 W x is diagonal, and mu. */
static PetscErrorCode RotateToRitz(const Continuation *c, CriticalModes *modes)
{
  PetscScalar A[MAX_CRITICAL_MODES * MAX_CRITICAL_MODES];
  PetscReal   value[MAX_CRITICAL_MODES];
  PetscInt    low = 0, high = modes->n - 1;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < modes->n; k++)
    PetscCall(WeightedProducts(c, modes->x[k], modes->n, modes->y, A + modes->n * k));
  PetscCall(LapackEigen(modes->n, A, value));
  /* values ascend; the largest of either sign comes first */
  for (PetscInt k = 0; k < modes->n; k++) {
    const PetscInt at = PetscAbsReal(value[low]) > PetscAbsReal(value[high]) ? low++ : high--;

    modes->mu[k] = 1 / value[at];
    PetscCall(VecZeroEntries(modes->x[k]));
    PetscCall(VecMAXPY(modes->x[k], modes->n, A + modes->n * at, modes->y));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CriticalModesFind(Continuation *c, PetscInt nsettled, PetscReal settled,
                                 CriticalModes *modes)
{
  /* the change of other eigenvalues, whose round-off is larger beside that nearest to 0 */
  const PetscReal others = PetscMax(1e-6, settled);
  PetscReal       last[MAX_CRITICAL_MODES];
  PetscBool       all = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(OrthonormalizeModes(c, modes));
  for (int k = 0; k < 100 && !all; k++) {
    for (PetscInt i = 0; i < modes->n; i++) {
      last[i] = modes->mu[i];
      PetscCall(VecPointwiseMult(c->b, c->weights, modes->x[i]));
      PetscCall(MatSolve(c->pencil->factors, c->b, modes->y[i]));
    }
    PetscCall(RotateToRitz(c, modes));
    PetscCall(OrthonormalizeModes(c, modes));
    all = (PetscBool)(k > 1);
    for (PetscInt i = 0; i < PetscMin(nsettled, modes->n); i++)
      all = (PetscBool)(all && PetscAbsReal(modes->mu[i] - last[i]) <=
                                 (i ? others : settled) * PetscAbsReal(modes->mu[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
