/* start_coordinates.c: prescribes initial joint coordinates as temporary constraints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/lapack.h"
#include "start_coordinates.h"
#include "solve/constraint_solver.h"

PetscErrorCode StartCoordinatesCreate(ConstraintSolver s, FsCoordinateSet kind, StartCoordinates *h)
{
  const FsSystem sys = s->sys;

  PetscFunctionBeginUser;
  *h = (StartCoordinates){.s = s, .kind = kind};
  if (!sys->constraints || !sys->constraints->coordinates) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(sys->constraints->coordinates(sys, kind, NULL, &h->n, NULL, NULL));
  PetscCheck(h->n <= START_COORDINATES_MAX, sys->comm, PETSC_ERR_USER_INPUT,
             "%" PetscInt_FMT
             " coordinates of joints are given at the start, one a cell: at most %d can be",
             h->n, (int)START_COORDINATES_MAX);
  if (!h->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(
    PetscCalloc3(h->n, &h->c, h->n, &h->multiplier, (size_t)h->n * (size_t)h->n, &h->matrix));
  PetscCall(VecDuplicateVecs(s->sys->vec, h->n, &h->gradient));
  PetscCall(VecDuplicateVecs(s->sys->vec, h->n, &h->response));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StartCoordinatesDestroy(StartCoordinates *h)
{
  PetscFunctionBeginUser;
  if (!h->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDestroyVecs(h->n, &h->gradient));
  PetscCall(VecDestroyVecs(h->n, &h->response));
  PetscCall(PetscFree3(h->c, h->multiplier, h->matrix));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscReal start_coordinate_unit(const StartCoordinates *h, PetscInt k)
{
  return h->c[k].length ? FsSystemCharacteristicLength(h->s->sys) : 1;
}

PetscErrorCode StartCoordinatesRead(StartCoordinates *h, const FsState *state, PetscBool first,
                                    PetscReal *error)
{
  const FsState at = {.t = state->t, .q = state->q, .v = state->v};
  PetscReal    *target;

  PetscFunctionBeginUser;
  *error = 0;
  if (!h->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(h->n, &target));
  for (PetscInt k = 0; k < h->n; k++) target[k] = h->c[k].target;
  PetscCall(h->s->sys->constraints->coordinates(h->s->sys, h->kind, &at, &h->n, h->c, h->gradient));
  for (PetscInt k = 0; k < h->n; k++) {
    if (!first) h->c[k].target = target[k];
    *error = PetscMax(*error,
                      PetscAbsReal(h->c[k].target - h->c[k].current) / start_coordinate_unit(h, k));
  }
  PetscCall(PetscFree(target));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes h->response and h->matrix with the matrix s->inertia.B that was factored last. */
static PetscErrorCode ComputeResponses(StartCoordinates *h, PetscBool *solved)
{
  Vec b;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(h->s->work, &b));
  for (PetscInt k = 0; k < h->n && *solved; k++) {
    PetscCall(VecCopy(h->gradient[k], b));
    PetscCall(BorderedMassSolveFactored(&h->s->inertia, b, h->response[k], solved));
  }
  for (PetscInt k = 0; k < h->n && *solved; k++)
    PetscCall(VecMDot(h->response[k], h->n, h->gradient, h->matrix + k * h->n));
  PetscCall(WorkspaceRestore(h->s->work, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StartCoordinatesCorrect(StartCoordinates *h, Vec x, PetscBool *solved)
{
  PetscReal *factors;

  PetscFunctionBeginUser;
  if (!h->n || !*solved) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ComputeResponses(h, solved));
  if (!*solved) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1((size_t)h->n * (size_t)h->n, &factors));
  PetscCall(PetscArraycpy(factors, h->matrix, h->n * h->n));
  PetscCall(VecMDot(x, h->n, h->gradient, h->multiplier));
  for (PetscInt k = 0; k < h->n; k++) h->multiplier[k] -= h->c[k].target - h->c[k].current;
  PetscCall(LapackSolve(h->n, 1, factors, h->multiplier, solved));
  for (PetscInt k = 0; k < h->n && *solved; k++)
    PetscCall(VecAXPY(x, -h->multiplier[k], h->response[k]));
  PetscCall(PetscFree(factors));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StartCoordinatesSolve(StartCoordinates *h, Vec b, Vec x, PetscBool *solved)
{
  PetscFunctionBeginUser;
  PetscCall(BorderedMassFactorSolve(&h->s->inertia, b, x, solved));
  PetscCall(StartCoordinatesCorrect(h, x, solved));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- what leaves no way ---------------------------------------------------------------------- */

/* Computes compliance[n] = c M^-1 c^T of each coordinate alone, without joints, with diagonal M:
   its scale in h->matrix. Dofs without mass do not count. */
static PetscErrorCode UnconstrainedCompliance(StartCoordinates *h, PetscReal compliance[])
{
  const PetscScalar *m, *c;
  PetscInt           n;
  Vec                diagonal;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(h->s->sys->vec, &diagonal));
  PetscCall(MatGetDiagonal(h->s->inertia.B, diagonal));
  PetscCall(VecGetLocalSize(diagonal, &n));
  PetscCall(VecGetArrayRead(diagonal, &m));
  for (PetscInt k = 0; k < h->n; k++) {
    compliance[k] = 0;
    PetscCall(VecGetArrayRead(h->gradient[k], &c));
    for (PetscInt i = 0; i < n; i++)
      if (m[i] > 0) compliance[k] += c[i] * c[i] / m[i];
    PetscCall(VecRestoreArrayRead(h->gradient[k], &c));
  }
  PetscCall(VecRestoreArrayRead(diagonal, &m));
  PetscCall(VecDestroy(&diagonal));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, compliance, (PetscMPIInt)h->n, MPIU_REAL, MPI_SUM,
                              h->s->sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes Cholesky factors of a symmetric matrix A[n][n] in place. movable[k]: row k does not
   depend on earlier rows; its pivot is larger than round-off relative to scale[n]. Dependent rows
   are left out. */
static void find_independent(PetscInt n, PetscReal A[], const PetscReal scale[],
                             PetscBool movable[])
{
  /* Relative to the larger of scale[k], the response of coordinate k to a force on itself without
     constraints, and its response with them. The round-off of the factors is far below this part,
     and the response of a coordinate that can move is far above. */
  const PetscReal round_off = 1e-9;

  for (PetscInt k = 0; k < n; k++) {
    const PetscReal size = PetscMax(scale[k], A[k * n + k]);

    for (PetscInt j = 0; j <= k; j++) {
      PetscReal sum = A[k * n + j];

      for (PetscInt i = 0; i < j; i++) sum -= A[k * n + i] * A[j * n + i];
      if (j < k) A[k * n + j] = movable[j] ? sum / A[j * n + j] : 0;
      else {
        movable[k]   = (PetscBool)(sum > round_off * size);
        A[k * n + k] = movable[k] ? PetscSqrtReal(sum) : 0;
      }
    }
  }
}

PetscErrorCode StartCoordinatesFindMovable(StartCoordinates *h, const FsState *state,
                                           PetscBool movable[], PetscBool *solved)
{
  const FsConstraintRows bordered = {FS_CONSTRAINT_ACCELERATION, 1, 1};
  PetscReal             *scale;
  Vec                    b, x;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(h->s->work, &b));
  PetscCall(WorkspaceGet(h->s->work, &x));
  PetscCall(PetscMalloc1(h->n, &scale));
  PetscCall(VecZeroEntries(b));
  PetscCall(BorderedMassBuild(&h->s->inertia, state, &bordered));
  PetscCall(UnconstrainedCompliance(h, scale));
  PetscCall(BorderedMassFactorSolve(&h->s->inertia, b, x, solved));
  PetscCall(ComputeResponses(h, solved));
  if (*solved) find_independent(h->n, h->matrix, scale, movable);
  PetscCall(PetscFree(scale));
  PetscCall(WorkspaceRestore(h->s->work, &b));
  PetscCall(WorkspaceRestore(h->s->work, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StartCoordinatesCheck(StartCoordinates *h, const FsState *state)
{
  const FsSystem sys = h->s->sys;
  PetscBool     *movable, solved;
  char           name[160] = "";

  PetscFunctionBeginUser;
  if (!h->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(h->n, &movable));
  PetscCall(StartCoordinatesFindMovable(h, state, movable, &solved));
  for (PetscInt k = h->n - 1; k >= 0 && solved; k--)
    if (!movable[k]) sys->constraints->coordinate_name(sys, h->kind, k, name, sizeof name);
  PetscCall(PetscFree(movable));
  PetscCheck(
    !name[0], sys->comm, PETSC_ERR_USER_INPUT,
    "%s: joints, drivers, supports and other initial coordinates block this coordinate; give fewer",
    name);
  PetscFunctionReturn(PETSC_SUCCESS);
}
