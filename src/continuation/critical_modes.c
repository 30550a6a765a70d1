/* critical_modes.c: implements inverse iteration: of a block of vectors of a path's tangent, and
   from fields of the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/lapack.h"
#include "critical_search.h"
#include "descent.h"
#include "system/force_units.h"

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

PetscErrorCode CriticalModesFind(Continuation *c, PetscInt nsettled, CriticalModes *modes)
{
  /* Changes of the eigenvalue nearest to 0, and of others, whose round-off is larger beside it,
     each relative to itself. */
  const PetscReal settled = 1e-10, others = 1e-6;
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

/* ---- softest direction ----------------------------------------------------------------------- */

PetscErrorCode SoftestDot(Vec weights, Vec x, Vec y, PetscReal *dot)
{
  const PetscScalar *w, *u, *v;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArrayRead(weights, &w));
  PetscCall(VecGetArrayRead(x, &u));
  PetscCall(VecGetArrayRead(y, &v));
  *dot = 0;
  for (PetscInt i = 0; i < n; i++)
    if (w[i] > 0) *dot += u[i] * v[i];
  PetscCall(VecRestoreArrayRead(y, &v));
  PetscCall(VecRestoreArrayRead(x, &u));
  PetscCall(VecRestoreArrayRead(weights, &w));
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, dot, 1, MPIU_REAL, MPI_SUM, PetscObjectComm((PetscObject)x)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SoftestNorm(Vec weights, Vec x, Vec scratch, PetscReal *norm)
{
  PetscFunctionBeginUser;
  PetscCall(VecPointwiseMult(scratch, weights, x));
  PetscCall(SoftestDot(weights, scratch, x, norm));
  *norm = PetscSqrtReal(*norm);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SoftestCount(Vec weights, PetscInt *n)
{
  const PetscScalar *w;
  PetscInt           size;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(weights, &size));
  PetscCall(VecGetArrayRead(weights, &w));
  *n = 0;
  for (PetscInt i = 0; i < size; i++) *n += w[i] > 0;
  PetscCall(VecRestoreArrayRead(weights, &w));
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, n, 1, MPIU_INT, MPI_SUM, PetscObjectComm((PetscObject)weights)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds *bound, just below the lowest eigenvalue, and leaves the factors of K - bound W. *found:
   there is a negative one. */
static PetscErrorCode BoundLowest(Pencil p, Vec weights, PetscReal *bound, PetscBool *found)
{
  enum { HALVINGS = 5, DECADES = 40 };
  const PetscReal first = 1e-14; /* of the norm of K, with moments as forces at lengths [N/m] */
  PetscReal       size, low = 0, high;
  PetscInt        below, k;

  PetscFunctionBeginUser;
  PetscCall(FsSystemStiffnessNorm(p->sys, p->K, NORM_INFINITY, &size));
  high = first * size;
  for (k = 0; k < DECADES; k++) {
    PetscCall(PencilFactorWeighted(p, -high, weights, &below));
    if (below == 0) break;
    low = high;
    high *= 10;
  }
  *found = (PetscBool)(k > 0 && k < DECADES);
  for (k = 0; k < HALVINGS && *found; k++) {
    const PetscReal middle = PetscSqrtReal(low * high);

    PetscCall(PencilFactorWeighted(p, -middle, weights, &below));
    if (below == 0) high = middle;
    else low = middle;
  }
  if (*found) PetscCall(PencilFactorWeighted(p, -high, weights, &below));
  *found = (PetscBool)(*found && below == 0);
  *bound = -high;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Replaces x by (K - bound W)^-1 W x of norm 1. */
static PetscErrorCode InverseIteration(Pencil p, Vec weights, Vec scratch, Vec x)
{
  PetscReal norm;

  PetscFunctionBeginUser;
  PetscCall(VecPointwiseMult(scratch, weights, x));
  PetscCall(MatSolve(p->factors, scratch, x));
  PetscCall(SoftestNorm(weights, x, scratch, &norm));
  if (norm > 0) PetscCall(VecScale(x, 1 / norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Iterates from a field. *aligned: the result has a negative stiffness and a part along the
   field. */
static PetscErrorCode IterateFromField(Pencil p, Vec weights, Vec field, Vec scratch, Vec x,
                                       PetscBool *aligned)
{
  enum { MAX_ITERATIONS = 60 };
  /* settled: change of the stiffness, relative to it; the direction is then right to about 1e-2,
     enough for a first step. The cosine is the part of the result along the field, whose force
     would otherwise decide nothing. Both are in the metric of the weights. */
  const PetscReal settled = 1e-4, min_cosine = 1e-3;
  PetscReal       of_field, stiffness        = 0, last, cosine;

  PetscFunctionBeginUser;
  *aligned = PETSC_FALSE;
  PetscCall(SoftestNorm(weights, field, scratch, &of_field));
  if (!(of_field > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecCopy(field, x));
  for (int k = 0; k < MAX_ITERATIONS; k++) {
    last = stiffness;
    PetscCall(InverseIteration(p, weights, scratch, x));
    PetscCall(MatMult(p->K, x, scratch));
    PetscCall(SoftestDot(weights, scratch, x, &stiffness));
    if (k && PetscAbsReal(stiffness - last) <= settled * PetscAbsReal(stiffness)) break;
  }
  PetscCall(VecPointwiseMult(scratch, weights, field));
  PetscCall(SoftestDot(weights, scratch, x, &cosine));
  *aligned = (PetscBool)(stiffness < 0 && PetscAbsReal(cosine) > min_cosine * of_field);
  if (cosine < 0) PetscCall(VecScale(x, -1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a small part of the sum of all fields, smoothed. */
static PetscErrorCode AddAllFields(Pencil p, Vec weights, const NodeFields *fields, Vec field,
                                   Vec scratch, Vec x)
{
  const PetscReal part   = 0.01;
  PetscReal       factor = 1;
  Vec             sum;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(x, &sum));
  PetscCall(VecZeroEntries(sum));
  for (PetscInt k = 0; k < fields->n; k++, factor *= -0.97) {
    PetscCall(fields->fill(fields->context, k, field));
    PetscCall(VecAXPY(sum, factor, field));
  }
  PetscCall(InverseIteration(p, weights, scratch, sum));
  PetscCall(VecAXPY(x, part, sum));
  PetscCall(VecDestroy(&sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SoftestDirection(Pencil p, Vec weights, const NodeFields *fields, Vec x,
                                PetscReal *lowest, PetscBool *found)
{
  Vec       field, scratch;
  PetscBool aligned = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(x, &field));
  PetscCall(VecDuplicate(x, &scratch));
  PetscCall(BoundLowest(p, weights, lowest, found));
  for (PetscInt k = 0; k < fields->n && *found && !aligned; k++) {
    PetscCall(fields->fill(fields->context, k, field));
    PetscCall(IterateFromField(p, weights, field, scratch, x, &aligned));
  }
  *found = (PetscBool)(*found && aligned);
  if (*found) PetscCall(AddAllFields(p, weights, fields, field, scratch, x));
  PetscCall(VecDestroy(&scratch));
  PetscCall(VecDestroy(&field));
  PetscFunctionReturn(PETSC_SUCCESS);
}
