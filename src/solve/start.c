/* start.c: initial states are moved onto the constraints (positions: nearest.c), or refused, and constraints that depend
   on each other are refused. Begin with FsStageAssemblePositions. */
#include "solver.h"
#include "stage.h"

/* Violations up to this are rounding of input, mended without being asked. Positions: of the model's size, and rad;
   velocities: relative to the largest given or prescribed one. */
static const PetscReal ROUNDING = 1e-6;

/* ---- rank of the constraints ------------------------------------------------------------------------------------- */

/* x = numbers in [-1, 1] without a pattern in the rows of constraints (weights 0), 0 elsewhere; the same in every
   run with the same numbering of dofs. */
static PetscErrorCode FillWithNoise(Vec weights, Vec x)
{
  const PetscScalar *w;
  PetscScalar       *value;
  PetscInt           first, last;

  PetscFunctionBeginUser;
  PetscCall(VecGetOwnershipRange(x, &first, &last));
  PetscCall(VecGetArrayRead(weights, &w));
  PetscCall(VecGetArray(x, &value));
  for (PetscInt i = 0; i < last - first; i++) {
    const PetscReal noise = 43758.5453 * PetscSinReal(78.233 * (PetscReal)(first + i) + 1);

    value[i] = w[i] == 0 ? 2 * (noise - PetscFloorReal(noise)) - 1 : 0;
  }
  PetscCall(VecRestoreArray(x, &value));
  PetscCall(VecRestoreArrayRead(weights, &w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Scale A = [0 G^T; G 0] in place: columns of dofs by 1/sqrt(weight), then rows of constraints to length 1. */
static PetscErrorCode Equilibrate(Mat A, Vec weights)
{
  const PetscScalar *w;
  PetscScalar       *d;
  PetscInt           first, last;
  Vec                scale;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(weights, &scale));
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  PetscCall(VecGetArrayRead(weights, &w));
  for (int pass = 0; pass < 2; pass++) { /* columns of dofs, then rows of constraints */
    PetscCall(VecGetArray(scale, &d));
    for (PetscInt row = first; row < last; row++) {
      PetscReal          square = 0;
      PetscInt           n;
      const PetscScalar *values;

      PetscCall(MatGetRow(A, row, &n, NULL, &values));
      for (PetscInt k = 0; k < n && pass; k++) square += values[k] * values[k];
      PetscCall(MatRestoreRow(A, row, &n, NULL, &values));
      if ((w[row - first] == 0) != pass) d[row - first] = 1;
      else d[row - first] = 1 / PetscSqrtReal(pass ? (square > 0 ? square : 1) : w[row - first]);
    }
    PetscCall(VecRestoreArray(scale, &d));
    PetscCall(MatDiagonalScale(A, scale, scale));
  }
  PetscCall(VecRestoreArrayRead(weights, &w));
  PetscCall(VecDestroy(&scale));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* x = the solution of [I G^T; G -tiny] x = s->b, G scaled by Equilibrate. Raises PETSC_ERR_NOT_CONVERGED if it
   cannot be factored. */
static PetscErrorCode SolveRegularized(FsStage s, const FsState *state, Vec weights, PetscReal tiny, Vec x)
{
  const FsLoading    loading = FsLoadingOfMotion();
  const PetscScalar *w;
  PetscScalar       *d;
  PetscInt           n;
  Vec                diagonal;
  Mat                A;
  KSP                ksp;
  PetscBool          solved;

  PetscFunctionBeginUser;
  PetscCall(MatDuplicate(s->A, MAT_DO_NOT_COPY_VALUES, &A));
  PetscCall(MatZeroEntries(A));
  PetscCall(s->sys->constraints->gradient(s->sys, state, &loading, 1, A));
  PetscCall(Equilibrate(A, weights));
  PetscCall(VecDuplicate(weights, &diagonal));
  PetscCall(VecGetLocalSize(weights, &n));
  PetscCall(VecGetArrayRead(weights, &w));
  PetscCall(VecGetArray(diagonal, &d));
  for (PetscInt i = 0; i < n; i++) d[i] = w[i] > 0 ? 1 : -tiny;
  PetscCall(VecRestoreArray(diagonal, &d));
  PetscCall(VecRestoreArrayRead(weights, &w));
  PetscCall(MatDiagonalSet(A, diagonal, ADD_VALUES));
  PetscCall(KSPCreate(s->sys->comm, &ksp));
  PetscCall(KSPSetOperators(ksp, A, A));
  PetscCall(SolverSetDirect(ksp, A, PETSC_TRUE));
  PetscCall(SolverSolve(ksp, s->b, x, &solved));
  PetscCheck(solved, s->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "the start: the constraints cannot be checked, their matrix cannot be factored (more workspace: "
             "-mat_mumps_icntl_14; another solver: -pc_factor_mat_solver_type)");
  PetscCall(KSPDestroy(&ksp));
  PetscCall(MatDestroy(&A));
  PetscCall(VecDestroy(&diagonal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Rank check of G at the initial state. With a random right-hand side b the multipliers are -(G G^T + tiny)^-1 b:
   its component along a left null vector of G comes back times 1/tiny, so multipliers of 1e-3/tiny or more show
   redundant constraints, and the joints with multipliers of 5 % of the largest are named. tiny is that small
   because chains of n joints, which are regular, have singular values that fall like 1/n^2. Input error. */
static PetscErrorCode CheckIndependence(FsStage s, const FsState *state)
{
  const PetscReal tiny = 1e-13, independent = 1e-3, share = 0.05;
  PetscReal       most;
  char            names[512] = "", place[160] = "";
  Vec             weights;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->b, &weights));
  PetscCall(s->sys->constraints->weights(s->sys, weights));
  PetscCall(FillWithNoise(weights, s->b));
  PetscCall(SolveRegularized(s, state, weights, tiny, s->x));
  PetscCall(VecDestroy(&weights));
  PetscCall(VecNorm(s->x, NORM_INFINITY, &most));
  if (tiny * most < independent) PetscFunctionReturn(PETSC_SUCCESS); /* NaN counts as dependent */
  PetscCall(s->sys->constraints->culprits(s->sys, s->x, share * most, names, sizeof names));
  PetscCall(FsSystemWorstPlace(s->sys, s->x, place, sizeof place));
  SETERRQ(s->sys->comm, PETSC_ERR_USER_INPUT,
          "joints and supports hold the same motion more than once, or one that cannot be moved from here: %s (most of "
          "all %s); take a joint that leaves more free, or a plane model (-directions)",
          names, place);
}

/* ---- positions and velocities ------------------------------------------------------------------------------------ */

PetscErrorCode FsStageCheckSides(FsStage s, const FsState *state, const FsLoading *loading, FsStageInfo *info)
{
  const FsState at = {.t = state->t, .q = state->q};
  PetscReal     most;

  PetscFunctionBeginUser;
  if (!s->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(s->sys->constraints->sides(s->sys, &at, loading, s->b));
  PetscCall(VecMax(s->b, NULL, &most));
  if (most < 1) PetscFunctionReturn(PETSC_SUCCESS);
  info->ok     = PETSC_FALSE;
  info->reason = "a joint has turned over by half a turn";
  PetscCall(PlaceFailure(s->sys, largest_residual, s->b, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The row of s->b that is off most: where, and by how much ("0.1 m", "3.14 rad/s"). s->r as StageSize leaves it. */
static PetscErrorCode DescribeWorst(FsStage s, const char rate[], char place[], size_t place_size, char amount[],
                                    size_t amount_size)
{
  enum { OFF, LENGTH, NUMBERS };
  PetscReal          found[NUMBERS] = {0, 0}, most;
  const PetscScalar *b, *length;
  PetscInt           at, first, last;

  PetscFunctionBeginUser;
  PetscCall(FsSystemWorstPlace(s->sys, s->r, place, place_size));
  PetscCall(VecAbs(s->r));
  PetscCall(VecMax(s->r, &at, &most));
  PetscCall(s->sys->constraints->lengths(s->sys, s->r));
  PetscCall(VecGetOwnershipRange(s->b, &first, &last));
  PetscCall(VecGetArrayRead(s->b, &b));
  PetscCall(VecGetArrayRead(s->r, &length));
  if (at >= first && at < last) {
    found[OFF]    = PetscAbsScalar(b[at - first]);
    found[LENGTH] = length[at - first];
  }
  PetscCall(VecRestoreArrayRead(s->r, &length));
  PetscCall(VecRestoreArrayRead(s->b, &b));
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, found, NUMBERS, MPIU_REAL, MPI_SUM, s->sys->comm));
  PetscCall(PetscSNPrintf(amount, amount_size, "%.3g %s%s", (double)found[OFF], found[LENGTH] > 0 ? "m" : "rad", rate));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: the row of s->b that is off most. what: "positions" or "velocities". */
static PetscErrorCode Refuse(FsStage s, const char what[], const char rate[])
{
  char place[160], amount[64];

  PetscFunctionBeginUser;
  PetscCall(DescribeWorst(s, rate, place, sizeof place, amount, sizeof amount));
  SETERRQ(s->sys->comm, PETSC_ERR_USER_INPUT,
          "the initial %s do not fit the joints: %s is off by %s; mend them, or let -assemble %s do it", what, place,
          amount, what);
}

PetscErrorCode FsStageAssemblePositions(FsStage s, PetscBool correct, FsState *state)
{
  PetscReal off;
  char      place[160], amount[64];

  PetscFunctionBeginUser;
  if (!s->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StageMisfit(s, state, &off));
  if (!correct && !(off <= ROUNDING)) PetscCall(Refuse(s, "positions", ""));
  PetscCall(StageNearest(s, ROUNDING, state, &off));
  if (!(off <= ROUNDING)) {
    PetscCall(DescribeWorst(s, "", place, sizeof place, amount, sizeof amount));
    SETERRQ(s->sys->comm, PETSC_ERR_USER_INPUT,
            "the model cannot be assembled: %s stays off by %s; check the joints' points and axes", place, amount);
  }
  PetscCall(FsSystemStart(s->sys, state));
  PetscCall(CheckIndependence(s, state));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *allowed = misfits of the velocities [rad/s, and lengths over the model's] that are rounding: of the velocities that
   are given and of those that drivers and supports prescribe, and of the time at which these are asked for. */
static PetscErrorCode AllowedRates(FsStage s, const FsState *state, PetscReal *allowed)
{
  const FsState rest = {.t = state->t, .q = state->q};
  PetscReal     given, prescribed, curved;

  PetscFunctionBeginUser;
  PetscCall(StageSize(s, state->v, &given));
  PetscCall(StageViolation(s, FS_CONSTRAINT_VELOCITY, &rest, &prescribed));
  PetscCall(StageViolation(s, FS_CONSTRAINT_ACCELERATION, &rest, &curved));
  *allowed = ROUNDING * (given + prescribed) + 4 * PETSC_MACHINE_EPSILON * PetscAbsReal(state->t) * curved;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageAssembleVelocities(FsStage s, PetscBool correct, FsState *state)
{
  PetscReal off, allowed = 0;
  PetscBool solved;

  PetscFunctionBeginUser;
  if (!s->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(AllowedRates(s, state, &allowed));
  PetscCall(StageViolation(s, FS_CONSTRAINT_VELOCITY, state, &off));
  if (off == 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (!correct && !(off <= allowed)) PetscCall(Refuse(s, "velocities", "/s"));
  PetscCall(StageSolveInertia(s, state, s->x, &solved)); /* the correction that is smallest in the norm of M */
  PetscCheck(solved, s->sys->comm, PETSC_ERR_USER_INPUT,
             "the mass matrix is singular: no velocities can be found that fit the joints; give mass to what moves");
  /* the multipliers of this problem are not those of the motion */
  PetscCall(s->sys->constraints->add_multipliers(s->sys, -1, s->x, s->x));
  PetscCall(VecAXPY(state->v, 1, s->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}
