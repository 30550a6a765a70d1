/* redundant_rows.c: chooses the redundant rows that are dropped, by pivots in the null vectors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/lapack.h"
#include "redundant_rows.h"
#include "solve/constraint_solver.h"
#include "solve/stage.h"
#include "solve/failure_report.h"

PetscErrorCode RedundantRowsGetOrder(ConstraintSolver s, Vec order)
{
  const FsSystemConstraints *ops = s->sys->constraints;
  PetscInt                   first, last;
  PetscScalar               *value;

  PetscFunctionBeginUser;
  if (ops->order) {
    PetscCall(ops->order(s->sys, order));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecGetOwnershipRange(order, &first, &last));
  PetscCall(VecGetArray(order, &value));
  for (PetscInt i = first; i < last; i++) value[i - first] = (PetscScalar)(i + 1);
  PetscCall(VecRestoreArray(order, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RedundantRowsNorms(PetscInt k, const Vec z[], Vec lengths)
{
  PetscScalar       *length;
  const PetscScalar *x;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(lengths));
  PetscCall(VecGetLocalSize(lengths, &n));
  PetscCall(VecGetArray(lengths, &length));
  for (PetscInt j = 0; j < k; j++) {
    PetscCall(VecGetArrayRead(z[j], &x));
    for (PetscInt i = 0; i < n; i++) length[i] += x[i] * x[i];
    PetscCall(VecRestoreArrayRead(z[j], &x));
  }
  for (PetscInt i = 0; i < n; i++) length[i] = PetscSqrtReal(length[i]);
  PetscCall(VecRestoreArray(lengths, &length));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RedundantRowsDeflate(PetscInt k, Vec z[], Vec x)
{
  PetscScalar along[REDUNDANT_ROWS_MAX];

  PetscFunctionBeginUser;
  if (!k) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecMDot(x, k, z, along));
  for (PetscInt j = 0; j < k; j++) along[j] = -along[j];
  PetscCall(VecMAXPY(x, k, along, z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copies the local rows of z to rows[n][k]. */
static PetscErrorCode GatherRows(PetscInt k, const Vec z[], PetscInt n, PetscScalar rows[])
{
  const PetscScalar *x;

  PetscFunctionBeginUser;
  for (PetscInt j = 0; j < k; j++) {
    PetscCall(VecGetArrayRead(z[j], &x));
    for (PetscInt i = 0; i < n; i++) rows[i * k + j] = x[i];
    PetscCall(VecRestoreArrayRead(z[j], &x));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal dot(PetscInt k, const PetscScalar a[], const PetscScalar b[])
{
  PetscReal sum = 0;

  for (PetscInt j = 0; j < k; j++) sum += a[j] * b[j];
  return sum;
}

/* Finds the next pivot: pivot[k] is its row, *here its local index, -1 on the other ranks. */
static PetscErrorCode NextPivot(MPI_Comm comm, PetscInt k, PetscInt n, const PetscScalar rows[],
                                const PetscScalar order[], PetscScalar pivot[], PetscInt *here)
{
  /* Relative difference of the norms of two rows that count as equal; the squares are compared, so
     that it is doubled. Rows of equal joints differ by the errors of the null vectors, which are
     not the same on other numbers of ranks. The row that is dropped must not depend on these
     errors. */
  const PetscReal equal = 1e-6;
  PetscReal       most = 0, last = -1, mine;

  PetscFunctionBeginUser;
  *here = -1;
  for (PetscInt i = 0; i < n; i++)
    if (order[i] > 0) most = PetscMax(most, dot(k, rows + i * k, rows + i * k));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &most, 1, MPIU_REAL, MPIU_MAX, comm));
  for (PetscInt i = 0; i < n; i++)
    if (order[i] > last && dot(k, rows + i * k, rows + i * k) >= (1 - 2 * equal) * most)
      last = order[ *here = i];
  mine = last;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &last, 1, MPIU_REAL, MPIU_MAX, comm));
  if (mine < last) *here = -1;
  for (PetscInt j = 0; j < k; j++) pivot[j] = *here < 0 ? 0 : rows[*here * k + j];
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, pivot, (PetscMPIInt)k, MPIU_SCALAR, MPI_SUM, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RedundantRowsChoose(ConstraintSolver s, PetscInt k, const Vec z[], Vec order,
                                   Vec dropped)
{
  const PetscScalar *place;
  PetscScalar        pivot[REDUNDANT_ROWS_MAX], *drop, *rows;
  PetscInt           n, here = -1;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(order, &n));
  PetscCall(PetscMalloc1((size_t)(n * k), &rows));
  PetscCall(GatherRows(k, z, n, rows));
  PetscCall(VecZeroEntries(dropped));
  PetscCall(VecGetArrayRead(order, &place));
  PetscCall(VecGetArray(dropped, &drop));
  for (PetscInt j = 0; j < k; j++) {
    PetscCall(NextPivot(s->sys->comm, k, n, rows, place, pivot, &here));
    for (PetscInt i = 0; i < n; i++) {
      const PetscReal along = dot(k, rows + i * k, pivot) / dot(k, pivot, pivot);

      for (PetscInt c = 0; c < k; c++)
        rows[i * k + c] = i == here ? 0 : rows[i * k + c] - along * pivot[c];
    }
    if (here >= 0) drop[here] = 1;
  }
  PetscCall(VecRestoreArray(dropped, &drop));
  PetscCall(VecRestoreArrayRead(order, &place));
  PetscCall(PetscFree(rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes A[k][k], the products of the columns of z with weights of the rows, and b[k], those with
   lambda. */
static PetscErrorCode WeightedProducts(ConstraintSolver s, PetscInt k, const Vec z[], Vec weights,
                                       Vec lambda, PetscScalar A[], PetscScalar b[])
{
  Vec part;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->sys->vec, &part));
  for (PetscInt j = 0; j <= k; j++) {
    if (j == k && !lambda) continue;
    PetscCall(VecPointwiseMult(part, weights, j < k ? z[j] : lambda));
    PetscCall(VecMDot(part, k, z, j < k ? A + k * j : b));
  }
  PetscCall(VecDestroy(&part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RedundantRowsMinSingularValue(ConstraintSolver s, PetscInt k, const Vec z[],
                                             Vec dropped, PetscReal *least)
{
  PetscScalar *A;
  PetscReal   *value;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2((size_t)(k * k), &A, k, &value));
  PetscCall(WeightedProducts(s, k, z, dropped, NULL, A, NULL));
  PetscCall(LapackEigen(k, A, value));
  *least = PetscSqrtReal(PetscMax(value[0], 0));
  PetscCall(PetscFree2(A, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RedundantRowsMinimize(ConstraintSolver s, PetscInt k, const Vec z[], Vec weights,
                                     Vec lambda)
{
  PetscScalar *A, *b;
  PetscBool    regular;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2((size_t)(k * k), &A, k, &b));
  PetscCall(WeightedProducts(s, k, z, weights, lambda, A, b));
  PetscCall(LapackSolve(k, 1, A, b, &regular));
  PetscCheck(regular, s->sys->comm, PETSC_ERR_LIB, "the null vectors depend on each other");
  for (PetscInt j = 0; j < k; j++) b[j] = -b[j];
  PetscCall(VecMAXPY(lambda, k, b, (Vec *)z));
  PetscCall(PetscFree2(A, b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RedundantRowsCheckDropped(ConstraintSolver s, const FsState *state,
                                         const FsLoading *loading, FsStageInfo *info)
{
  const PetscReal allowed = 1e-7;
  const FsState   at      = {.t = state->t, .q = state->q};
  PetscReal       error;
  Vec             rows;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &rows));
  PetscCall(
    FsSystemAllConstraints(s->sys)->rows(s->sys, FS_CONSTRAINT_POSITION, &at, loading, rows));
  PetscCall(ConstraintScaledMaxNorm(s, rows, &error));
  if (!(error <= allowed)) { /* also NaN */
    info->ok = PETSC_FALSE;
    info->reason =
      "joints that held the same motion in the initial state contradict each other here";
    PetscCall(ReportLargestEntry(s->sys, "it is worst at", rows, info));
  }
  PetscCall(WorkspaceRestore(s->work, &rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageDescribeRedundancy(FsStage stage, size_t size, char text[])
{
  const ConstraintSolver s = stage->constraints;
  PetscReal              rows;
  char                   names[512], *supports;
  Vec                    ones, all;

  PetscFunctionBeginUser;
  text[0] = 0;
  if (!FsSystemCountDroppedRows(s->sys) || s->branching) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(s->sys->vec, &ones));
  PetscCall(VecDuplicate(s->sys->vec, &all));
  PetscCall(VecSet(ones, 1));
  PetscCall(VecZeroEntries(all));
  PetscCall(s->sys->constraints->add_multipliers(s->sys, 1, ones, all));
  PetscCall(VecNorm(all, NORM_1, &rows));
  PetscCall(FsSystemGetDroppedRows(s->sys, all));
  PetscCall(s->sys->constraints->name_joints(s->sys, all, 0.5, names, sizeof names));
  supports = strchr(names, ';');
  if (supports) *supports = 0;
  PetscCall(PetscSNPrintf(
    text, size,
    "%" PetscInt_FMT
    " of %.0f rows of joints follow from the others (%s): reactions are those of least norm",
    FsSystemCountDroppedRows(s->sys), (double)rows, names));
  PetscCall(VecDestroy(&ones));
  PetscCall(VecDestroy(&all));
  PetscFunctionReturn(PETSC_SUCCESS);
}
