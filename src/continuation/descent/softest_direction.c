/* softest_direction.c: finds the softest direction of an unstable equilibrium by inverse iteration,
   which starts from fields of the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "descent.h"
#include "system/force_units.h"

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
