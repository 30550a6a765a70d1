/* lumped_mass.c: finds the accelerations of explicit stages if each dof or node has its own
   inertia.

   If the mass is diagonal, forces are divided by it. On stencil operators (src/stencil) a stage is
   one pass through memory: the sums of the line, the product with K, the division and the new
   velocities. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "effective_matrix.h"
#include "solve/failure_report.h"
#include "math/wide.h"
#include "solve/stage_state.h"
#include "stencil/stencil.h"

PetscBool linear_has_lumped_mass(LinearStage s)
{
  return (PetscBool)(s->lumped_mass.nodal || (s->diagonal && s->sys->traits.velocity_independent));
}

PetscErrorCode StageForces(LinearStage s, const FsState *state, const FsLoading *loading)
{
  PetscFunctionBeginUser;
  if (s->sys->traits.linear) {
    PetscCall(s->sys->ops.linear.product(s->sys, state->q, state->v, NULL, s->b));
    PetscCall(VecScale(s->b, -1));
    PetscCall(s->sys->ops.linear.load(s->sys, state->t, loading, s->b));
  } else {
    const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 1, 1};
    const FsState          rest = {.t = state->t, .q = state->q, .v = state->v, .qd = state->qd};

    PetscCall(FsSystemResidual(s->sys, &rest, loading, &rows, s->b));
    PetscCall(VecScale(s->b, -1));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Arrays: a = b / mass, v += cc a; returns the sum of squares of a. */
SIMD_CLONES static PetscReal divide_by_mass(PetscInt n, PetscReal cc, const PetscScalar b[],
                                            const PetscScalar mass[], PetscScalar *restrict v,
                                            PetscScalar *restrict a)
{
  enum { LANES = 4 }; /* independent sums */
  PetscReal sum[LANES] = {0};

  for (PetscInt i = 0; i < n; i += LANES)
    for (PetscInt k = 0; k < PetscMin(LANES, n - i); k++) {
      a[i + k] = b[i + k] / mass[i + k];
      v[i + k] += cc * a[i + k];
      sum[k] += a[i + k] * a[i + k];
    }
  return sum[0] + sum[1] + sum[2] + sum[3];
}

/* Computes a = s->b over the mass, and v += cc a, in one pass through memory. */
static PetscErrorCode DivideByMass(LinearStage s, PetscReal cc, Vec v, Vec a, PetscReal *square)
{
  const PetscScalar *b, *mass;
  PetscScalar       *xd, *xdd;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(a, &n));
  PetscCall(VecGetArrayRead(s->b, &b));
  PetscCall(VecGetArrayRead(s->diagonal, &mass));
  PetscCall(VecGetArray(v, &xd));
  PetscCall(VecGetArray(a, &xdd));
  *square = divide_by_mass(n, cc, b, mass, xd, xdd);
  PetscCall(VecRestoreArray(a, &xdd));
  PetscCall(VecRestoreArray(v, &xd));
  PetscCall(VecRestoreArrayRead(s->diagonal, &mass));
  PetscCall(VecRestoreArrayRead(s->b, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- in one pass ----------------------------------------------------------------------------- */

PetscErrorCode LumpedMassSetUp(LinearStage s)
{
  PetscBool is_stencil;

  PetscFunctionBeginUser;
  PetscCall(MatIsStencil(s->matrix->A, &is_stencil));
  if (!is_stencil || !linear_has_lumped_mass(s) || s->lumped_mass.K)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemCreateMatrix(s->sys, PETSC_FALSE, &s->lumped_mass.K));
  PetscCall(s->sys->ops.matrix.combine(s->sys, (FsShift){.ck = 1}, s->lumped_mass.K));
  if (s->sys->ops.linear.load_rows)
    PetscCall(s->sys->ops.linear.load_rows(s->sys, &s->lumped_mass.load_rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets s->b to the loads, only in rows[n], where they may act. If n < 0, this is done in
   all rows. */
static PetscErrorCode SetLoads(LinearStage s, PetscReal t, const FsLoading *loading, PetscInt n,
                               const PetscInt rows[])
{
  PetscScalar *b;

  PetscFunctionBeginUser;
  if (n >= 0) {
    PetscCall(VecGetArray(s->b, &b));
    for (PetscInt k = 0; k < n; k++) b[rows[k]] = 0;
    PetscCall(VecRestoreArray(s->b, &b));
  } else {
    PetscCall(VecZeroEntries(s->b));
  }
  PetscCall(s->sys->ops.linear.load(s->sys, t, loading, s->b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AccelerateFused(LinearStage s, PetscReal cc, const FsLoading *loading,
                                      const FsLine *line, const FsState *state, PetscReal *square)
{
  const IS            load_rows = s->lumped_mass.load_rows;
  StencilExplicitStep step      = {
         .n         = line->n,
         .vec       = line->vec,
         .c         = {line->q,  line->v },
         .to        = {state->q, state->v},
         .a         = state->a,
         .loads     = s->b,
         .mass      = s->matrix->A,
         .stiffness = s->lumped_mass.K,
         .h         = cc,
         .nrows     = -1
  };

  PetscFunctionBeginUser;
  if (load_rows) PetscCall(ISGetLocalSize(load_rows, &step.nrows));
  if (load_rows) PetscCall(ISGetIndices(load_rows, &step.rows));
  PetscCall(SetLoads(s, state->t, loading, step.nrows, step.rows));
  PetscCall(StencilSolveAcceleration(&step, square));
  if (load_rows) PetscCall(ISRestoreIndices(load_rows, &step.rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LumpedMassSolve(LinearStage s, PetscReal cc, const FsLoading *loading,
                               const FsLine *line, FsState *state, PetscReal *norm)
{
  PetscReal square;

  PetscFunctionBeginUser;
  if (s->lumped_mass.K && line) {
    PetscCall(AccelerateFused(s, cc, loading, line, state, &square));
  } else {
    if (line) PetscCall(StageEvaluateLine(line, state));
    if (!linear_has_lumped_mass(s)) PetscCall(VecAXPY(state->v, -cc, state->a)); /* v where a = 0 */
    PetscCall(StageForces(s, state, loading));
    PetscCall(DivideByMass(s, cc, state->v, state->a, &square));
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &square, 1, MPIU_REAL, MPI_SUM, s->sys->comm));
  *norm = PetscSqrtReal(square);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LumpedMassDestroy(LumpedMass *d)
{
  PetscFunctionBeginUser;
  PetscCall(MatDestroy(&d->K));
  PetscCall(ISDestroy(&d->load_rows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- inertia of each node -------------------------------------------------------------------- */

PetscErrorCode SystemHasNodalInertia(FsSystem sys, PetscBool *nodal)
{
  PetscFunctionBeginUser;
  *nodal = PETSC_FALSE;
  if (sys->ops.nodal.applies) PetscCall(sys->ops.nodal.applies(sys, nodal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSetUpNodal(LinearStage s)
{
  PetscFunctionBeginUser;
  s->lumped_mass.nodal = PETSC_TRUE;
  PetscCall(PetscStrncpy(s->matrix->name,
                         s->sys->traits.velocity_independent ? "no solver (diagonal mass)"
                                                             : "no solver (inertia of each node)",
                         sizeof s->matrix->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveNodal(Workspace work, PetscReal h, const FsLoading *loading,
                               FsState *state, FsStageInfo *info)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 1, 1};
  PetscReal              norm;
  Vec                    scratch;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(work, &scratch));
  PetscCall(work->sys->ops.nodal.acceleration(work->sys, h, loading, state, scratch, &norm));
  CheckAccelerationNorm(norm, info);
  if (!info->ok) PetscCall(ReportLargestResidual(work, state, loading, &rows, info));
  PetscCall(WorkspaceRestore(work, &scratch));
  PetscFunctionReturn(PETSC_SUCCESS);
}
