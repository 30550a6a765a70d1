/* critical_modes.c: see critical_modes.h. */
#include "critical_modes.h"
#include <petscblaslapack.h>

PetscErrorCode SoftestCreate(Continuation *c, PetscInt n, Softest *soft)
{
  PetscRandom random; /* one for all, lest all are the same */

  PetscFunctionBeginUser;
  *soft = (Softest){.n = PetscMin(n, c->count)};
  PetscCall(VecDuplicateVecs(c->tangent, MOST_SOFT, &soft->x));
  PetscCall(VecDuplicateVecs(c->tangent, MOST_SOFT, &soft->y));
  PetscCall(PetscRandomCreate(c->sys->comm, &random));
  for (PetscInt k = 0; k < soft->n; k++) PetscCall(VecSetRandom(soft->x[k], random));
  PetscCall(PetscRandomDestroy(&random));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SoftestDestroy(Softest *soft)
{
  PetscFunctionBeginUser;
  PetscCall(VecDestroyVecs(MOST_SOFT, &soft->x));
  PetscCall(VecDestroyVecs(MOST_SOFT, &soft->y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* products[n] = those of x with v[n], as WalkDot. */
static PetscErrorCode Products(const Continuation *c, Vec x, PetscInt n, const Vec v[], PetscReal products[])
{
  PetscFunctionBeginUser;
  PetscCall(VecPointwiseMult(c->b, c->weights, x));
  PetscCall(VecMDot(c->b, n, v, products));
  for (PetscInt i = 0; i < n; i++) products[i] /= PetscSqr(c->length);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* soft->x become orthonormal; those that depend on others leave. */
static PetscErrorCode Orthonormalize(const Continuation *c, Softest *soft)
{
  const PetscReal depends = 1e-12; /* the square of what is left of one */
  PetscReal       products[MOST_SOFT];

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < soft->n; k++) {
    const Vec x    = soft->x[k];
    PetscReal left = 1;

    for (int twice = 0; twice < 2; twice++) { /* a second time mends what round-off has left */
      PetscCall(Products(c, x, k + 1, soft->x, products));
      PetscCall(VecScale(x, 1 / PetscSqrtReal(products[k])));
      for (PetscInt i = 0; i < k; i++) products[i] /= -PetscSqrtReal(products[k]);
      PetscCall(VecMAXPY(x, k, products, soft->x));
      PetscCall(WalkDot(c, x, x, &left));
      if (!(left > depends)) break;
      PetscCall(VecScale(x, 1 / PetscSqrtReal(left)));
    }
    if (left > depends) continue;
    for (PetscInt i = k; i + 1 < soft->n; i++) {
      soft->x[i]  = soft->x[i + 1];
      soft->mu[i] = soft->mu[i + 1];
    }
    soft->x[--soft->n] = x;
    k--;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* x = the combinations of y = K^-1 W x for which x W K^-1 W x is diagonal; mu from there. */
static PetscErrorCode Turn(const Continuation *c, Softest *soft)
{
  PetscBLASInt n = (PetscBLASInt)soft->n, room = 34 * MOST_SOFT, info;
  PetscScalar  A[MOST_SOFT * MOST_SOFT], work[34 * MOST_SOFT];
  PetscReal    value[MOST_SOFT];
  PetscInt     low = 0, high = soft->n - 1;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < soft->n; k++) PetscCall(Products(c, soft->x[k], soft->n, soft->y, A + soft->n * k));
  LAPACKsyev_("V", "U", &n, A, &n, value, work, &room, &info);
  PetscCheck(!info, c->sys->comm, PETSC_ERR_LIB, "LAPACK's syev ends with %d", (int)info);
  for (PetscInt k = 0; k < soft->n; k++) { /* values ascend; the largest of either sign first */
    const PetscInt at = PetscAbsReal(value[low]) > PetscAbsReal(value[high]) ? low++ : high--;

    soft->mu[k] = 1 / value[at];
    PetscCall(VecZeroEntries(soft->x[k]));
    PetscCall(VecMAXPY(soft->x[k], soft->n, A + soft->n * at, soft->y));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SoftestFind(Continuation *c, PetscInt few, Softest *soft)
{
  const PetscReal settled = 1e-10;
  PetscReal       last[MOST_SOFT];
  PetscBool       all = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(Orthonormalize(c, soft));
  for (int k = 0; k < 100 && !all; k++) {
    for (PetscInt i = 0; i < soft->n; i++) {
      last[i] = soft->mu[i];
      PetscCall(VecPointwiseMult(c->b, c->weights, soft->x[i]));
      PetscCall(MatSolve(c->pencil->factors, c->b, soft->y[i]));
    }
    PetscCall(Turn(c, soft));
    PetscCall(Orthonormalize(c, soft));
    all = (PetscBool)(k > 1);
    for (PetscInt i = 0; i < PetscMin(few, soft->n); i++)
      all = (PetscBool)(all && PetscAbsReal(soft->mu[i] - last[i]) <= settled * PetscAbsReal(soft->mu[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
