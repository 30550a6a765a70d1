/* driven_state.c: solves for states of systems whose drivers prescribe all motion.

   Newton's method finds positions. Solves with [M G^T; G 0] then find velocities, accelerations and
   multipliers; G alone is regular. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/profile.h"
#include "linear/solver.h"
#include "solve/constraint_solver.h"
#include "solve/failure_report.h"
#include "solve/stage.h"
#include "solve/stage_matrix.h"
#include "solve/stage_state.h"
#include "start_coordinates.h"
#include "system/force_units.h"

static const FsConstraintRows bordered = {FS_CONSTRAINT_ACCELERATION, 1, 1};
/* Errors of positions relative to the characteristic length, and in rad (ConstraintScaledMaxNorm),
   so that they have no unit. EXACT is the round-off of coordinates. ACCEPTABLE allows for joints
   that are ill-conditioned near a dead center; a mechanism that cannot follow its driver
   (test_lockup of tests/analysis/kinematic.py) stays far above, and test_scissor_lift passes a dead
   center. The row "reactions of a driven crank" of tests/relations/guards_parts.py is the same in
   any units. */
static const PetscReal EXACT = 1e-14, ACCEPTABLE = 1e-11;
static const char      singular[] =
  "the mechanism is in a position where its joints lock or its motion branches";
static const char uncertain[] =
  "the mechanism is so near to a position where its joints lock or its motion branches that "
  "reactions cannot be computed, or friction blocks it";
static const char locked[] = "the joints do not let the mechanism follow its drivers from here";

/* Reports a failure where b is largest. */
static PetscErrorCode FailKinematic(ConstraintSolver s, Vec b, const char reason[],
                                    FsStageInfo *info)
{
  PetscFunctionBeginUser;
  info->ok     = PETSC_FALSE;
  info->reason = reason;
  PetscCall(ReportLargestEntry(s->sys, "it is farthest off at", b, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Newton's method; the total correction of q is limited, so that it stays on its branch.

   In this function and the next two, b and x are work vectors; b has what is reported if the solve
   fails. */
static PetscErrorCode SolvePositions(ConstraintSolver s, FsState *state, Vec b, Vec x,
                                     FsStageInfo *info)
{
  enum { MAX_ITERATIONS = 25 };
  const PetscReal far   = 0.1; /* relative to the characteristic length, and rad */
  const FsSystem  sys   = s->sys;
  PetscReal       moved = 0, before = PETSC_MAX_REAL, error, size;
  PetscBool       solved;
  Vec             q;

  PetscFunctionBeginUser;
  PetscCall(ConstraintViolation(s, FS_CONSTRAINT_POSITION, state, b, &error));
  for (PetscInt k = 0;
       k < MAX_ITERATIONS && error > EXACT && (error < before || error > ACCEPTABLE); k++) {
    before = error;
    info->newton++;
    PetscCall(BorderedMassBuild(&s->inertia, state, &bordered));
    PetscCall(BorderedMassFactorSolve(&s->inertia, b, x, &solved));
    PetscCall(sys->constraints->add_multipliers(sys, -1, x, x));
    PetscCall(ConstraintScaledMaxNorm(s, x, &size));
    moved += size;
    if (!solved || !(moved <= far)) {
      PetscCall(FailKinematic(s, b, solved ? locked : singular, info));
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    if (sys->rotations) {
      PetscCall(WorkspaceGet(s->work, &q));
      PetscCall(sys->rotations->compose(sys, state->q, x, q));
      PetscCall(VecCopy(q, state->q));
      PetscCall(WorkspaceRestore(s->work, &q));
    } else PetscCall(VecAXPY(state->q, 1, x));
    PetscCall(ConstraintViolation(s, FS_CONSTRAINT_POSITION, state, b, &error));
  }
  if (!(error <= ACCEPTABLE)) PetscCall(FailKinematic(s, b, locked, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SolveVelocities(ConstraintSolver s, FsState *state, Vec b, Vec x,
                                      FsStageInfo *info)
{
  enum { MAX_ITERATIONS = 5 };
  PetscReal error, before = PETSC_MAX_REAL;
  PetscBool solved = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(BorderedMassBuild(&s->inertia, state, &bordered));
  PetscCall(ConstraintViolation(s, FS_CONSTRAINT_VELOCITY, state, b, &error));
  for (PetscInt k = 0; k < MAX_ITERATIONS && error > 0 && error < before / 2; k++) {
    before = error;
    if (k) PetscCall(BorderedMassSolveFactored(&s->inertia, b, x, &solved));
    else PetscCall(BorderedMassFactorSolve(&s->inertia, b, x, &solved));
    if (!solved) {
      PetscCall(FailKinematic(s, b, singular, info));
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    PetscCall(s->sys->constraints->add_multipliers(s->sys, -1, x, x));
    PetscCall(VecAXPY(state->v, 1, x));
    PetscCall(ConstraintViolation(s, FS_CONSTRAINT_VELOCITY, state, b, &error));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the largest of the multipliers of x and of the inertial forces of its accelerations, all
   as forces [N]. The matrix is that of BorderedMassBuild. */
static PetscErrorCode MeasureForces(ConstraintSolver s, Vec x, PetscReal *size)
{
  Vec force, unit, marks;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &force));
  PetscCall(WorkspaceGet(s->work, &unit));
  PetscCall(WorkspaceGet(s->work, &marks));
  PetscCall(MatGetDiagonal(s->inertia.B, force)); /* 0 in the rows of multipliers */
  PetscCall(FsSystemForceUnits(s->sys, unit));
  PetscCall(MarkMultipliers(s->sys, marks));
  PetscCall(VecPointwiseMult(force, force, unit));
  PetscCall(VecPointwiseDivide(marks, marks, unit));
  PetscCall(VecAXPY(force, 1, marks));
  PetscCall(VecPointwiseMult(force, force, x));
  PetscCall(VecNorm(force, NORM_INFINITY, size));
  PetscCall(WorkspaceRestore(s->work, &marks));
  PetscCall(WorkspaceRestore(s->work, &unit));
  PetscCall(WorkspaceRestore(s->work, &force));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Forces may depend on the multipliers of the iteration before. */
static PetscErrorCode SolveAccelerations(ConstraintSolver s, FsState *state, Vec b, Vec x,
                                         FsStageInfo *info)
{
  enum { MAX_ITERATIONS = 50 };
  /* Size of a correction relative to the largest force (MeasureForces). The limit exact is
     round-off. The limit round_off is the error that ill-conditioned joints may leave, if
     corrections no longer fall. */
  const PetscReal exact = 1e-13, round_off = 1e-7;
  const FsLoading loading = FsLoadingOfMotion();
  PetscReal       size    = PETSC_MAX_REAL, before, all;
  PetscBool       solved;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(state->a));
  PetscCall(BorderedMassBuild(&s->inertia, state, &bordered));
  for (PetscInt k = 0; k < MAX_ITERATIONS; k++) {
    before = size;
    PetscCall(FsSystemResidual(s->sys, state, &loading, &bordered, b));
    PetscCall(VecScale(b, -1));
    if (k) PetscCall(BorderedMassSolveFactored(&s->inertia, b, x, &solved));
    else PetscCall(BorderedMassFactorSolve(&s->inertia, b, x, &solved));
    if (!solved) break;
    PetscCall(VecAXPY(state->a, 1, x));
    PetscCall(MeasureForces(s, x, &size));
    PetscCall(MeasureForces(s, state->a, &all));
    if (size <= exact * all || (k > 1 && size >= before && size <= round_off * all))
      PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(FailKinematic(s, b, solved ? uncertain : singular, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageSolveKinematic(FsStage stage, FsState *state, FsStageInfo *info)
{
  const ConstraintSolver s       = stage->constraints;
  const FsLoading        loading = FsLoadingOfMotion();
  const FsStageInfo      before  = *info;
  Vec                    b, x;

  PetscFunctionBeginUser;
  s->change_points.crossed = s->change_points.inside = PETSC_FALSE;
  PetscCall(EventBegin(EVENT_STAGE));
  PetscCall(WorkspaceGet(s->work, &b));
  PetscCall(WorkspaceGet(s->work, &x));
  PetscCall(SolvePositions(s, state, b, x, info));
  if (info->ok) PetscCall(ConstraintCheckFlippedJoints(s, state, &loading, info));
  if (info->ok) PetscCall(SolveVelocities(s, state, b, x, info));
  if (info->ok) PetscCall(SolveAccelerations(s, state, b, x, info));
  if (info->ok) PetscCall(StageWatchRank(s, s->last_accepted, state, &loading, info));
  PetscCall(WorkspaceRestore(s->work, &b));
  PetscCall(WorkspaceRestore(s->work, &x));
  PetscCall(StageFinish(&before, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- ways to move ---------------------------------------------------------------------------- */

PetscErrorCode FsStageGetMobility(FsStage stage, PetscInt *mobility)
{
  const ConstraintSolver s = stage->constraints;
  const PetscScalar     *w;
  PetscInt               n;
  Vec                    weights;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &weights));
  PetscCall(FsSystemWeights(s->sys, weights));
  PetscCall(VecGetLocalSize(weights, &n));
  PetscCall(VecGetArrayRead(weights, &w));
  *mobility = 0;
  for (PetscInt i = 0; i < n; i++) *mobility += w[i] == 0 ? -1 : 1;
  PetscCall(VecRestoreArrayRead(weights, &w));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, mobility, 1, MPIU_INT, MPI_SUM, s->sys->comm));
  *mobility += FsSystemCountDroppedRows(s->sys) - branching_start_rows(s->branching);
  PetscCall(WorkspaceRestore(s->work, &weights));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageSuggestDrivers(FsStage stage, const FsState *state, char names[], size_t size,
                                     PetscInt *n)
{
  const ConstraintSolver s   = stage->constraints;
  const FsSystem         sys = s->sys;
  StartCoordinates       h;
  PetscReal              error;
  PetscBool             *movable, solved;
  PetscInt               all = 0;
  char                   name[160];

  PetscFunctionBeginUser;
  names[0] = 0;
  *n       = 0;
  if (sys->constraints->coordinates)
    PetscCall(sys->constraints->coordinates(sys, FS_COORDINATES_FREE, NULL, &all, NULL, NULL));
  if (!all || all > START_COORDINATES_MAX) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StartCoordinatesCreate(s, FS_COORDINATES_FREE, &h));
  PetscCall(StartCoordinatesRead(&h, state, PETSC_TRUE, &error));
  PetscCall(PetscMalloc1(h.n, &movable));
  PetscCall(StartCoordinatesFindMovable(&h, state, movable, &solved));
  for (PetscInt k = 0; k < h.n && solved; k++) {
    if (!movable[k]) continue;
    sys->constraints->coordinate_name(sys, h.kind, k, name, sizeof name);
    if ((*n)++) PetscCall(PetscStrlcat(names, ", ", size));
    PetscCall(PetscStrlcat(names, name, size));
  }
  PetscCall(PetscFree(movable));
  PetscCall(StartCoordinatesDestroy(&h));
  PetscFunctionReturn(PETSC_SUCCESS);
}
