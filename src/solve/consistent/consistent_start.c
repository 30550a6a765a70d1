/* consistent_start.c: makes initial positions and velocities satisfy the constraints, or rejects
   them.

   It also drops redundant constraints (constraint_rank.c). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/solve.h>
#include "change_points.h"
#include "solve/consistent/redundancy/redundant_rows.h"
#include "solve/constraint_solver.h"
#include "solve/failure_report.h"
#include "solve/stage.h"
#include "start_coordinates.h"

/* ---- positions ------------------------------------------------------------------------------- */

/* Moves initial positions onto the constraints and initial coordinates to
   targets.

   It proceeds in steps (start_coordinates.h, projection.c). */

/* Input error: the coordinates reach only a part of their targets. */
static PetscErrorCode FailStuck(StartCoordinates *h, const PetscReal from[], const PetscReal to[],
                                PetscReal part)
{
  const FsSystem sys     = h->s->sys;
  PetscInt       longest = 0;
  char           name[160];

  PetscFunctionBeginUser;
  for (PetscInt k = 1; k < h->n; k++)
    if (PetscAbsReal(to[k] - from[k]) / start_coordinate_unit(h, k) >
        PetscAbsReal(to[longest] - from[longest]) / start_coordinate_unit(h, longest))
      longest = k;
  sys->constraints->coordinate_name(sys, h->kind, longest, name, sizeof name);
  SETERRQ(sys->comm, PETSC_ERR_USER_INPUT,
          "the model cannot be assembled with %s %.6g: from %.6g it reaches %.6g; there the joints "
          "block it",
          name, (double)to[longest], (double)from[longest],
          (double)(from[longest] + part * (to[longest] - from[longest])));
}

/* Moves state->q onto the constraints.

   Initial joint coordinates move to their targets in steps. Each step finds the nearest
   configuration (NearestConfigurationFind), and FsSystemAcceptInitialState accepts it.
   Input:
     tolerance  largest acceptable error, see StagePositionError
     state      initial state; its rotation vectors are 0
   Output:
     state      q on the constraints
     b, error   minus the remaining errors of the rows, and the largest error (StagePositionError)
   Collective. Input error: initial coordinates cannot be reached.
   Steps are short enough that a mechanism stays on its branch. */
static PetscErrorCode StageMoveOntoConstraints(ConstraintSolver s, PetscReal tolerance,
                                               FsState *state, Vec b, PetscReal *error)
{
  /* long_step: [rad], or relative to the characteristic length; shortest: relative to the planned
     step */
  const PetscReal  long_step = 0.1, shortest = 1. / 64;
  PetscReal       *from, *to, fraction = 0, step, planned;
  PetscBool        dependent;
  Vec              before;
  StartCoordinates h;

  PetscFunctionBeginUser;
  PetscCall(StartCoordinatesCreate(s, FS_COORDINATES_INITIAL_VALUE, &h));
  PetscCall(StartCoordinatesRead(&h, state, PETSC_TRUE, error));
  if (h.n) PetscCall(StageIsDependent(s, state, &dependent));
  if (h.n && !dependent) PetscCall(StartCoordinatesCheck(&h, state));
  PetscCall(PetscMalloc2(h.n, &from, h.n, &to));
  for (PetscInt k = 0; k < h.n; k++) {
    from[k] = h.c[k].current;
    to[k]   = h.c[k].target;
  }
  PetscCall(VecDuplicate(state->q, &before));
  planned = step = 1 / PetscMax(1, PetscCeilReal(*error / long_step));
  while (fraction < 1) {
    const PetscReal next = fraction + step < 1 - shortest * planned ? fraction + step : 1;

    PetscCall(VecCopy(state->q, before));
    for (PetscInt k = 0; k < h.n; k++)
      h.c[k].target = next < 1 ? from[k] + next * (to[k] - from[k]) : to[k];
    PetscCall(NearestConfigurationFind(&h, tolerance, state, b, error));
    if (*error <= tolerance) {
      fraction = next;
      if (fraction < 1) PetscCall(FsSystemAcceptInitialState(s->sys, state));
    } else {
      step /= 2;
      if (!h.n || (fraction == 0 && step < shortest * planned)) break;
      if (step < shortest * planned) PetscCall(FailStuck(&h, from, to, fraction));
      PetscCall(VecCopy(before, state->q));
    }
  }
  PetscCall(VecDestroy(&before));
  PetscCall(PetscFree2(from, to));
  PetscCall(StartCoordinatesDestroy(&h));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the consistent start -------------------------------------------------------------------- */

/* Violations up to this are rounding of the input and are corrected without being asked. Positions:
   relative to the characteristic length, and rad; velocities: relative to the largest one that is
   given, or prescribed until the end of the run. Input with six digits has such errors. Both sides
   are tested in test_rounding_is_relative_to_the_model of tests/solve/start.py, and in any units by
   the row "pins fit" of tests/relations/guards.py. */
static const PetscReal ROUNDING = 1e-6;

/* ---- positions and velocities ---------------------------------------------------------------- */

PetscErrorCode ConstraintCheckFlippedJoints(ConstraintSolver s, const FsState *state,
                                            const FsLoading *loading, FsStageInfo *info)
{
  const FsState at = {.t = state->t, .q = state->q};
  PetscReal     most;
  Vec           flips;

  PetscFunctionBeginUser;
  if (!s->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WorkspaceGet(s->work, &flips));
  PetscCall(s->sys->constraints->flip_indicator(s->sys, &at, loading, flips));
  PetscCall(VecMax(flips, NULL, &most));
  if (!(most < 1)) { /* also NaN */
    info->ok     = PETSC_FALSE;
    info->reason = "a joint has turned over by half a turn";
    PetscCall(ReportLargestEntry(s->sys, largest_residual, flips, info));
  }
  PetscCall(WorkspaceRestore(s->work, &flips));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageCheckFlippedJoints(FsStage s, const FsState *state, const FsLoading *loading,
                                         FsStageInfo *info)
{
  return ConstraintCheckFlippedJoints(s->constraints, state, loading, info);
}

/* Describes the row of errors with the largest one: its place, and the amount ("0.1 m", "3.14
   rad/s"). */
static PetscErrorCode DescribeLargestError(ConstraintSolver s, Vec errors, const char rate[],
                                           char place[], size_t place_size, char amount[],
                                           size_t amount_size)
{
  enum { OFF, LENGTH, NUMBERS };
  PetscReal          entry[NUMBERS] = {0, 0}, most;
  const PetscScalar *b, *length;
  PetscInt           at, first, last;
  Vec                scaled;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &scaled));
  PetscCall(ConstraintScale(s, errors, scaled));
  PetscCall(FsSystemDescribeLargestDof(s->sys, scaled, place, place_size));
  PetscCall(VecAbs(scaled));
  PetscCall(VecMax(scaled, &at, &most));
  PetscCall(s->sys->constraints->lengths(s->sys, scaled));
  PetscCall(VecGetOwnershipRange(errors, &first, &last));
  PetscCall(VecGetArrayRead(errors, &b));
  PetscCall(VecGetArrayRead(scaled, &length));
  if (at >= first && at < last) {
    entry[OFF]    = PetscAbsScalar(b[at - first]);
    entry[LENGTH] = length[at - first];
  }
  PetscCall(VecRestoreArrayRead(scaled, &length));
  PetscCall(VecRestoreArrayRead(errors, &b));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, entry, NUMBERS, MPIU_REAL, MPI_SUM, s->sys->comm));
  PetscCall(PetscSNPrintf(amount, amount_size, "%.3g %s%s", (double)entry[OFF],
                          entry[LENGTH] > 0 ? "m" : "rad", rate));
  PetscCall(WorkspaceRestore(s->work, &scaled));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: the row with the largest of the errors. what: "positions" or "velocities". */
static PetscErrorCode RejectStart(ConstraintSolver s, Vec errors, const char what[],
                                  const char rate[])
{
  char place[160], amount[64];

  PetscFunctionBeginUser;
  PetscCall(DescribeLargestError(s, errors, rate, place, sizeof place, amount, sizeof amount));
  SETERRQ(s->sys->comm, PETSC_ERR_USER_INPUT,
          "the initial %s do not fit the joints: %s is off by %s; correct them, or let -assemble "
          "%s do it",
          what, place, amount, what);
}

PetscErrorCode FsStageAssemblePositions(FsStage stage, PetscBool correct, FsState *state)
{
  const ConstraintSolver s = stage->constraints;
  PetscReal              error;
  char                   place[160], amount[64];
  Vec                    errors;

  PetscFunctionBeginUser;
  if (!s->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WorkspaceGet(s->work, &errors));
  PetscCall(StagePositionError(s, state, errors, &error));
  if (!correct && !(error <= ROUNDING)) PetscCall(RejectStart(s, errors, "positions", ""));
  PetscCall(StageMoveOntoConstraints(s, ROUNDING, state, errors, &error));
  if (!(error <= ROUNDING)) {
    PetscCall(DescribeLargestError(s, errors, "", place, sizeof place, amount, sizeof amount));
    SETERRQ(s->sys->comm, PETSC_ERR_USER_INPUT,
            "the model cannot be assembled: %s stays off by %s; check the joints' points and axes",
            place, amount);
  }
  PetscCall(FsSystemResetHistory(s->sys, NULL));
  PetscCall(FsSystemAcceptInitialState(s->sys, state));
  PetscCall(StageDropRedundant(s, state));
  PetscCall(WorkspaceRestore(s->work, &errors));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the velocity errors [rad/s, and lengths over the characteristic length] that are
   rounding: of given velocities, of those that drivers and supports prescribe until t_end, and of
   the time of these. A motion that starts from rest is compared with its later speeds. */
static PetscErrorCode AllowedVelocityError(ConstraintSolver s, const FsState *state,
                                           PetscReal t_end, PetscReal *allowed)
{
  enum { SAMPLES = 16 };
  FsState   rest = {.t = state->t, .q = state->q};
  PetscReal initial, prescribed = 0, prescribed_acceleration;
  Vec       b;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &b));
  PetscCall(ConstraintScaledMaxNorm(s, state->v, &initial));
  PetscCall(ConstraintViolation(s, FS_CONSTRAINT_ACCELERATION, &rest, b, &prescribed_acceleration));
  for (int k = 0; k < SAMPLES; k++) {
    PetscReal speed;

    rest.t = state->t + (t_end - state->t) * k / SAMPLES;
    PetscCall(ConstraintViolation(s, FS_CONSTRAINT_VELOCITY, &rest, b, &speed));
    prescribed = PetscMax(prescribed, speed);
  }
  *allowed = ROUNDING * (initial + prescribed) +
             PETSC_MACHINE_EPSILON * 4 * PetscAbsReal(state->t) * prescribed_acceleration;
  PetscCall(WorkspaceRestore(s->work, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Corrects the velocities of a state, or rejects them. Overwrites b and x. */
static PetscErrorCode SatisfyVelocities(ConstraintSolver s, PetscBool correct, PetscReal t_end,
                                        FsState *state, Vec b, Vec x)
{
  PetscReal        error, wanted, allowed = 0;
  PetscBool        solved;
  StartCoordinates rates;

  PetscFunctionBeginUser;
  PetscCall(ConstraintViolation(s, FS_CONSTRAINT_VELOCITY, state, b, &error));
  PetscCall(StartCoordinatesCreate(s, FS_COORDINATES_INITIAL_RATE, &rates));
  if (error == 0 && !rates.n) PetscFunctionReturn(PETSC_SUCCESS);
  if (!correct && !rates.n) PetscCall(AllowedVelocityError(s, state, t_end, &allowed));
  if (!correct && !rates.n && !(error <= allowed)) PetscCall(RejectStart(s, b, "velocities", "/s"));
  PetscCall(StartCoordinatesRead(&rates, state, PETSC_TRUE, &wanted));
  PetscCall(StartCoordinatesCheck(&rates, state));
  /* the correction that is smallest in the norm of M */
  PetscCall(BorderedMassSolve(&s->inertia, state, b, x, &solved));
  PetscCall(StartCoordinatesCorrect(&rates, x, &solved));
  PetscCall(StartCoordinatesDestroy(&rates));
  PetscCheck(solved, s->sys->comm, PETSC_ERR_USER_INPUT,
             "the mass matrix is singular: no velocities can be found that fit the joints; give "
             "mass to what moves");
  /* the multipliers of this problem are not those of the motion */
  PetscCall(s->sys->constraints->add_multipliers(s->sys, -1, x, x));
  PetscCall(VecAXPY(state->v, 1, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageAssembleVelocities(FsStage stage, PetscBool correct, PetscReal t_end,
                                         FsState *state)
{
  const ConstraintSolver s = stage->constraints;
  Vec                    b, x;

  PetscFunctionBeginUser;
  if (!s->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WorkspaceGet(s->work, &b));
  PetscCall(WorkspaceGet(s->work, &x));
  PetscCall(SatisfyVelocities(s, correct, t_end, state, b, x));
  PetscCall(BranchingStartDecide(s, state));
  PetscCall(WorkspaceRestore(s->work, &b));
  PetscCall(WorkspaceRestore(s->work, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- friction -------------------------------------------------------------------------------- */

/* The functions below find the friction of joints in the first state, and where it reverses.
   Otherwise, a part at rest would fall until its bristles are bent. This is too fast for a step,
   and the scheme may take it for slip. When a sliding joint reverses, its bristles would give back
   their energy. Released bristles instead yield until they balance the other forces, or reach
   their limit in the new direction. Trials of a step decide which of the two. */

/* Bends the released bristles by trials of an implicit step of dt/100 [s] from s. Each trial leaves
   a part of the load to inertia: very little, because released bristles yield to small motions. The
   trials are short, so that the load is that at s: a bristle with another bend would swing. */
static PetscErrorCode BendByTrials(FsSystem sys, PetscReal dt, const FsState *s)
{
  enum { MAX_TRIALS = 4 };
  const PetscReal h      = 0.01 * dt;
  const FsShift   shift  = FsFirstOrderShift(h);
  const Vec       from[] = {s->q, s->v};
  const PetscReal q[] = {1, h}, v[] = {0, 1}, a[] = {0, 0};
  const FsLine    line = {2, from, q, v, a};
  FsState         trial, still;
  FsStageInfo     info;
  FsStage         stage;

  PetscFunctionBeginUser;
  PetscCall(FsStageCreate(sys, &stage));
  PetscCall(FsStageSetUp(stage, shift, s));
  PetscCall(FsSystemStateCreate(sys, &trial));
  still = *s;
  PetscCall(VecDuplicate(s->a, &still.a));
  for (int k = 0; k < MAX_TRIALS; k++) {
    PetscCall(FsStageAcceleration(stage, &still, &info));
    if (!info.ok) break;
    trial.t = s->t + h;
    FsStageSetPreviousState(stage, &still);
    PetscCall(FsStageSolve(stage, shift, &line, &trial, &info));
    if (!info.ok) break;
    PetscCall(FsSystemResetHistory(sys, &trial));
  }
  PetscCall(VecDestroy(&still.a));
  PetscCall(FsSystemStateDestroy(&trial));
  PetscCall(FsStageDestroy(&stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemInitializeFriction(FsSystem sys, PetscReal h, const FsState *s)
{
  PetscInt n;

  PetscFunctionBeginUser;
  if (!sys->traits.friction) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemAccept(sys, s, 0, NULL));
  PetscCall(sys->ops.history.set_friction(sys, FS_FRICTION_RELEASE_ALL, &n));
  PetscCall(BendByTrials(sys, h, s));
  PetscCall(sys->ops.history.set_friction(sys, FS_FRICTION_FREE, &n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemReverseFriction(FsSystem sys, PetscReal h, const FsState *s)
{
  PetscInt n;

  PetscFunctionBeginUser;
  if (!sys->traits.friction) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(sys->ops.history.set_friction(sys, FS_FRICTION_RELEASE_REVERSED, &n));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &n, 1, MPIU_INT, MPI_SUM, sys->comm));
  if (n) PetscCall(BendByTrials(sys, h, s));
  PetscCall(sys->ops.history.set_friction(sys, FS_FRICTION_FREE, &n));
  PetscFunctionReturn(PETSC_SUCCESS);
}
