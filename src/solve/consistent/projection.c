/* projection.c: projects states onto the constraints: the results of steps, and configurations.

   The stages obey only the constraints of accelerations (Hairer & Wanner, Solving ODEs II,
   VII.2). Corrections are the smallest in the norm of the mass matrix. One matrix [M G^T; G 0],
   factored once for each step, gives both. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "solve/constraint_solver.h"
#include "solve/failure_report.h"
#include "solve/stage.h"
#include "solve/consistent/redundancy/redundant_rows.h"
#include "start_coordinates.h"
#include "system/force_units.h"
#include "system/node_mass.h"

/* Sets x to the correction [dq; 0] of [M G^T; G 0] [dq; mu] = b; infinite if the matrix is
   singular, so that the step fails. */
static PetscErrorCode SolveCorrection(ConstraintSolver s, Vec b, Vec x)
{
  PetscBool solved;

  PetscFunctionBeginUser;
  PetscCall(BorderedMassApplyInverse(&s->inertia, b, x, &solved));
  if (!solved) PetscCall(VecSet(x, PETSC_INFINITY));
  PetscCall(s->sys->constraints->add_multipliers(s->sys, -1, x, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FailProjection(ConstraintSolver s, Vec b, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  info->ok     = PETSC_FALSE;
  info->reason = "the step is too far from the joints' constraints to be projected onto them";
  PetscCall(ReportLargestEntry(s->sys, largest_residual, b, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Projects a state. Overwrites b and x. */
static PetscErrorCode Project(ConstraintSolver s, FsState *state, Vec b, Vec x, FsStageInfo *info)
{
  enum { MAX_ITERATIONS = 10 };
  /* Errors of positions relative to the characteristic length, and in rad
     (ConstraintScaledMaxNorm); those of velocities relative to the largest speed and the first
     error. The limit exact is the round-off of coordinates. The limit acceptable leaves a factor of
     1000 for ill-conditioned joints, and is still far below the error of a time step. */
  const PetscReal exact = 1e-14, acceptable = 1e-11;
  PetscReal       error, first, speed, before = PETSC_MAX_REAL;
  Vec             spin;

  PetscFunctionBeginUser;
  PetscCall(BorderedMassPrepare(&s->inertia, state));
  PetscCall(ConstraintViolation(s, FS_CONSTRAINT_POSITION, state, b, &error));
  for (PetscInt k = 0; k < MAX_ITERATIONS && error > exact && error < before; k++) {
    before = error;
    PetscCall(SolveCorrection(s, b, x));
    if (s->sys->rotations) {
      PetscCall(WorkspaceGet(s->work, &spin));
      PetscCall(VecCopy(x, spin));
      /* the solution is a spin (body axes); q needs the change of the rotation vector */
      PetscCall(s->sys->rotations->rate(s->sys, state->q, spin, x));
      PetscCall(WorkspaceRestore(s->work, &spin));
    }
    PetscCall(VecAXPY(state->q, 1, x));
    PetscCall(ConstraintViolation(s, FS_CONSTRAINT_POSITION, state, b, &error));
  }
  if (!(error <= acceptable)) { /* also NaN */
    PetscCall(FailProjection(s, b, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ConstraintViolation(s, FS_CONSTRAINT_VELOCITY, state, b, &error));
  first  = error;
  before = PETSC_MAX_REAL;
  for (PetscInt k = 0; k < MAX_ITERATIONS && error > 0 && error < before / 2; k++) {
    before = error;
    PetscCall(SolveCorrection(s, b, x));
    PetscCall(VecAXPY(state->v, 1, x));
    PetscCall(ConstraintViolation(s, FS_CONSTRAINT_VELOCITY, state, b, &error));
  }
  PetscCall(ConstraintScaledMaxNorm(s, state->v, &speed));
  if (!(error <= acceptable * (first + speed))) PetscCall(FailProjection(s, b, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageProject(FsStage stage, FsState *state, FsStageInfo *info)
{
  const ConstraintSolver s = stage->constraints;
  Vec                    b, x;

  PetscFunctionBeginUser;
  if (!s->sys->constraints || s->sys->stabilization != FS_STABILIZED_PROJECTION)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WorkspaceGet(s->work, &b));
  PetscCall(WorkspaceGet(s->work, &x));
  PetscCall(Project(s, state, b, x, info));
  PetscCall(WorkspaceRestore(s->work, &b));
  PetscCall(WorkspaceRestore(s->work, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- nearest configuration ------------------------------------------------------------------- */

/* Finds the configuration on the constraints that is nearest to a given one.

   It minimizes d . M d / 2 of the motion d between them; M is the mass matrix at the start.
   Rotation vectors of d are in body axes, so that neither axes nor units matter. First, Newton's
   method solves the constraints alone, by the smallest steps in the norm of M. Then it solves
   for the constraints with the smallest motion (Lagrange), with a line search. Rotations stay in
   the chart at the start, so that q measures the motion. If constraints depend on each other, or
   will once they hold, steps are those of Levenberg and Marquardt: rows have a compliance that
   is small against the error. */

/* Errors of positions that are round-off, relative to the model size, and in rad; they have no
   unit. A smaller value would cost iterations that change nothing. tests/solve/start.py (positions
   are assembled to round-off, test_rounding_is_relative_to_the_model) and the rows "pins fit" and
   "rotations fit the pins" of tests/relations/guards.py show a larger one wrong. */
static const PetscReal EXACT = 1e-14;

typedef struct {
  ConstraintSolver  s;
  StartCoordinates *coordinates;      /* initial joint coordinates */
  FsState          *state;            /* its q changes */
  PetscReal         tolerance, error; /* arguments of NearestConfigurationFind */
  Vec               compliance; /* compliance of rows, see AddCompliance; NULL for stiff rows */
  Vec               substitute; /* masses that are added to those of the model, or NULL */
  Mat               M;          /* at the start, with these */
  Vec               start, q;   /* q at the start; before a step */
  /* multipliers of the smallest motion; a step, with spins as angular velocities */
  Vec        lambda, step;
  PetscReal *multiplier; /* [coordinates->n] multipliers of the coordinates */
  Vec        b;          /* right-hand side: minus the position errors of the rows */
  Vec        d, g, sum;  /* motion from the start; M d as force on the spins; work vector */
} NearestSearch;

PetscErrorCode StagePositionError(ConstraintSolver s, const FsState *state, Vec b, PetscReal *error)
{
  const FsLoading loading = FsLoadingOfMotion();
  const FsState   at      = {.t = state->t, .q = state->q};

  PetscFunctionBeginUser;
  PetscCall(s->sys->constraints->position_errors(s->sys, &at, &loading, b));
  PetscCall(VecScale(b, -1));
  PetscCall(ConstraintScaledMaxNorm(s, b, error));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes n->error and n->b. */
static PetscErrorCode UpdateError(NearestSearch *n)
{
  PetscReal coordinates, rows;

  PetscFunctionBeginUser;
  PetscCall(StartCoordinatesRead(n->coordinates, n->state, PETSC_FALSE, &coordinates));
  PetscCall(StagePositionError(n->s, n->state, n->b, &rows));
  n->error = rows < coordinates ? coordinates : rows; /* rows may be NaN */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds factor times the dofs of x, displacements and spins, to q. Overwrites x. */
static PetscErrorCode MoveBy(NearestSearch *n, PetscReal factor, Vec x, Vec q)
{
  const FsSystem sys = n->s->sys;

  PetscFunctionBeginUser;
  PetscCall(sys->constraints->add_multipliers(sys, -1, x, x));
  PetscCall(VecScale(x, factor));
  if (sys->rotations) {
    PetscCall(sys->rotations->compose(sys, q, x, n->sum));
    PetscCall(VecCopy(n->sum, q));
  } else PetscCall(VecAXPY(q, 1, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Limits a correction x of positions to a 2-norm of 0.2 of the characteristic length and 0.2 rad:
   far from the constraints their linearization is wrong. */
static PetscErrorCode LimitStep(ConstraintSolver s, Vec x)
{
  const PetscReal most = 0.2;
  PetscReal       square[FS_MEASURES], largest;

  PetscFunctionBeginUser;
  PetscCall(s->sys->ops.geometry.measure(s->sys, x, square));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, square, FS_MEASURES, MPIU_REAL, MPI_SUM, s->sys->comm));
  largest =
    PetscMax(PetscSqrtReal(square[FS_MEASURE_DISPLACEMENT]) / FsSystemCharacteristicLength(s->sys),
             PetscSqrtReal(square[FS_MEASURE_ROTATION]));
  if (largest > most) PetscCall(VecScale(x, most / largest));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the matrix of the mass at the state and the rows in s->inertia.B, without gradients. */
static PetscErrorCode BuildMass(NearestSearch *n)
{
  const FsConstraintRows none = {FS_CONSTRAINT_POSITION, 0, 0};

  PetscFunctionBeginUser;
  PetscCall(BorderedMassBuild(&n->s->inertia, n->state, &none));
  if (n->substitute) PetscCall(MatDiagonalSet(n->s->inertia.B, n->substitute, ADD_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates n->compliance, 0 outside the rows, as if all masses were as large as the largest one: G
   M^-1 G^T is of that size or larger. */
static PetscErrorCode CreateCompliance(NearestSearch *n)
{
  const FsSystemConstraints *ops = n->s->sys->constraints;
  PetscReal                  mass;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(n->start, &n->compliance));
  PetscCall(FsSystemWeights(n->s->sys, n->d));
  PetscCall(VecSet(n->g, 1));
  PetscCall(ops->add_multipliers(n->s->sys, 1, n->g, n->d));
  PetscCall(MatGetDiagonal(n->M, n->g));
  PetscCall(VecPointwiseDivide(n->g, n->g, n->d));
  PetscCall(VecMax(n->g, NULL, &mass));
  if (!(mass > 0)) mass = 1;
  PetscCall(ops->lengths(n->s->sys, n->d));
  PetscCall(VecScale(n->d, 1 - 1 / PetscSqr(FsSystemCharacteristicLength(n->s->sys))));
  PetscCall(VecShift(n->d, 1 / PetscSqr(FsSystemCharacteristicLength(n->s->sys))));
  PetscCall(VecZeroEntries(n->compliance));
  PetscCall(ops->add_multipliers(n->s->sys, 1 / mass, n->d, n->compliance));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a share of n->compliance to the rows of s->inertia.B, relative to the multipliers lambda
   (NULL for 0), at which n->b keeps its value. */
static PetscErrorCode AddCompliance(NearestSearch *n, PetscReal share, Vec lambda)
{
  PetscFunctionBeginUser;
  if (!n->compliance) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecCopy(n->compliance, n->sum));
  PetscCall(VecScale(n->sum, -share));
  PetscCall(MatDiagonalSet(n->s->inertia.B, n->sum, ADD_VALUES));
  if (!lambda) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecPointwiseMult(n->sum, n->sum, lambda));
  PetscCall(VecAXPY(n->b, 1, n->sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Newton's method for the constraints alone; n->error is the remaining error. */
static PetscErrorCode SolveConstraints(NearestSearch *n)
{
  enum { MAX_ITERATIONS = 200 };
  /* The compliance is the square of the error, which keeps convergence quadratic. It is relative to
     the compliance of the rows that AddCompliance scales, and the least one is their round-off.
     Rows that depend on each other, whose matrix is singular without it, are in
     tests/model/redundant.py and tests/model/bearings.py. */
  const PetscReal        least   = 1e-14;
  const ConstraintSolver s       = n->s;
  const FsLoading        loading = FsLoadingOfMotion();
  PetscReal              before  = PETSC_MAX_REAL;
  PetscBool              solved  = PETSC_TRUE;
  Vec                    x;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &x));
  PetscCall(UpdateError(n));
  for (PetscInt k = 0;
       k < MAX_ITERATIONS && n->error > EXACT && (n->error < before || n->error > n->tolerance);
       k++) {
    const FsState at = {.t = n->state->t, .q = n->state->q};

    before = n->error;
    PetscCall(BuildMass(n));
    PetscCall(s->sys->constraints->position_error_gradient(s->sys, &at, &loading, s->inertia.B));
    PetscCall(AddCompliance(n, PetscMax(PetscMin(n->error * n->error, 1), least), NULL));
    PetscCall(StartCoordinatesSolve(n->coordinates, n->b, x, &solved));
    if (!solved) break;
    PetscCall(LimitStep(s, x));
    PetscCall(MoveBy(n, 1, x, n->state->q));
    PetscCall(UpdateError(n));
  }
  PetscCall(WorkspaceRestore(s->work, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes *value = d . M d / 2 and n->g, its gradient by spins: T^-T M d, because T(-d) =
   T(d)^T. */
static PetscErrorCode MeasureDistance(NearestSearch *n, PetscReal *value)
{
  const FsSystem sys = n->s->sys;

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(n->d, -1, n->start, n->state->q));
  PetscCall(MatMult(n->M, n->d, n->g));
  PetscCall(VecDot(n->d, n->g, value));
  *value /= 2;
  if (sys->rotations) {
    PetscCall(VecScale(n->d, -1));
    PetscCall(sys->rotations->rate(sys, n->d, n->g, n->sum));
    PetscCall(VecCopy(n->sum, n->g));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes n->step with the curvature of the constraints under n->lambda, which becomes that at the
   end of the step. *size: its measure; *solved is false if there is no such step. */
static PetscErrorCode FindStep(NearestSearch *n, PetscReal *size, PetscBool *solved)
{
  /* Relative to the compliance of the rows that AddCompliance scales: regular enough to factor, and
     too small to change the step noticeably. test_the_least_motion of tests/solve/start.py knows
     the nearest configuration. */
  const PetscReal        share   = 1e-10;
  const ConstraintSolver s       = n->s;
  const FsSystem         sys     = s->sys;
  const FsLoading        loading = FsLoadingOfMotion();
  const FsShift          by_q    = {.ck = 1};
  const FsState          at      = {.t = n->state->t, .q = n->state->q};

  PetscFunctionBeginUser;
  PetscCall(UpdateError(n));
  PetscCall(VecAXPY(n->b, -1, n->g));
  PetscCall(BuildMass(n));
  PetscCall(sys->constraints->gradient(sys, &at, &loading, 1, s->inertia.B));
  PetscCall(VecZeroEntries(n->sum)); /* spins: the chart is at the state */
  PetscCall(sys->constraints->tangent(sys, &at, &loading, n->sum, n->lambda, 1,
                                      FS_CONSTRAINT_POSITION, 0, by_q, s->inertia.B));
  PetscCall(AddCompliance(n, share, n->lambda));
  if (n->coordinates->n)
    PetscCall(
      sys->constraints->curvature(sys, n->coordinates->kind, &at, n->multiplier, s->inertia.B));
  PetscCall(StartCoordinatesSolve(n->coordinates, n->b, n->step, solved));
  PetscCall(MatMult(n->M, n->step, n->sum));
  PetscCall(VecDot(n->sum, n->step, size)); /* M is 0 in the rows */
  *size /= 2;
  PetscCall(VecZeroEntries(n->lambda));
  PetscCall(sys->constraints->add_multipliers(sys, 1, n->step, n->lambda));
  PetscCall(PetscArraycpy(n->multiplier, n->coordinates->multiplier, n->coordinates->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes the step, or the part of it that makes the measure smaller, except for its round-off.
   If no part does, *accepted is false and q is unchanged. */
static PetscErrorCode TakeStep(NearestSearch *n, PetscReal value, PetscBool *accepted)
{
  enum { MAX_HALVINGS = 8 };
  /* Relative to the measure: the constraints hold up to n->tolerance only, and the measure of the
     same motion changes by this much when they are solved again. */
  const PetscReal round_off = 1e-12;
  PetscReal       now, factor = 1;

  PetscFunctionBeginUser;
  PetscCall(VecCopy(n->state->q, n->q));
  for (int k = 0; k < MAX_HALVINGS; k++, factor /= 2) {
    PetscCall(VecCopy(n->q, n->state->q));
    PetscCall(VecCopy(n->step, n->d));
    PetscCall(MoveBy(n, factor, n->d, n->state->q));
    PetscCall(SolveConstraints(n));
    PetscCall(MeasureDistance(n, &now));
    *accepted = (PetscBool)(now <= value * (1 + round_off) && n->error <= n->tolerance);
    if (*accepted) PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecCopy(n->q, n->state->q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Moves from a configuration on the constraints to the nearest one. If the curvature does not help
   (lambda is far off), a step without it goes downhill. */
static PetscErrorCode MinimizeDistance(NearestSearch *n)
{
  enum { MAX_ITERATIONS = 50 };
  const PetscReal small  = 1e-24; /* relative to the measure: d is right to 1e-12 */
  PetscBool       curved = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(n->lambda));
  PetscCall(PetscArrayzero(n->multiplier, n->coordinates->n));
  for (int k = 0; k < MAX_ITERATIONS; k++) {
    PetscReal value, size;
    PetscBool solved, accepted = PETSC_FALSE;

    PetscCall(MeasureDistance(n, &value));
    PetscCall(FindStep(n, &size, &solved));
    if (solved && size <= small * value) break;
    if (solved) PetscCall(TakeStep(n, value, &accepted));
    if (!accepted && !curved) break;
    if (!accepted) {
      PetscCall(VecZeroEntries(n->lambda));
      PetscCall(PetscArrayzero(n->multiplier, n->coordinates->n));
    }
    curved = accepted;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves the constraints; if that fails, once more with substitutes of masses that the model lacks,
   and then with a compliance. Chains of many joints must be solved without it, because their small
   singular values matter. */
static PetscErrorCode SolveConstraintsFirst(NearestSearch *n)
{
  PetscBool dependent, lacks;

  PetscFunctionBeginUser;
  PetscCall(StageIsDependent(n->s, n->state, &dependent));
  if (dependent) PetscCall(CreateCompliance(n));
  PetscCall(SolveConstraints(n));
  if (n->error <= n->tolerance) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(n->start, &n->substitute));
  PetscCall(NodeMassSubstitute(n->s->sys, n->M, n->g, n->substitute, &lacks));
  if (lacks) {
    PetscCall(MatDiagonalSet(n->M, n->substitute, ADD_VALUES));
    PetscCall(VecCopy(n->start, n->state->q));
    PetscCall(SolveConstraints(n));
  }
  if (n->error <= n->tolerance || dependent) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecCopy(n->start, n->state->q));
  PetscCall(CreateCompliance(n));
  PetscCall(SolveConstraints(n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NearestConfigurationFind(StartCoordinates *h, PetscReal tolerance, FsState *state,
                                        Vec b, PetscReal *error)
{
  const ConstraintSolver s = h->s;
  NearestSearch n     = {.s = s, .coordinates = h, .state = state, .tolerance = tolerance, .b = b};
  Vec *const    all[] = {&n.start, &n.q, &n.lambda, &n.step, &n.d, &n.g, &n.sum};
  PetscReal     first;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++)
    PetscCall(VecDuplicate(s->sys->vec, all[k]));
  PetscCall(PetscMalloc1(h->n, &n.multiplier));
  PetscCall(VecCopy(state->q, n.start));
  PetscCall(UpdateError(&n));
  first = n.error;
  if (first > EXACT) {
    PetscCall(BuildMass(&n));
    PetscCall(MatDuplicate(s->inertia.B, MAT_COPY_VALUES, &n.M));
    PetscCall(SolveConstraintsFirst(&n));
  }
  if (first > tolerance && n.error <= tolerance) PetscCall(MinimizeDistance(&n));
  PetscCall(UpdateError(&n));
  *error = n.error;
  PetscCall(MatDestroy(&n.M));
  PetscCall(VecDestroy(&n.compliance));
  PetscCall(VecDestroy(&n.substitute));
  PetscCall(PetscFree(n.multiplier));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) PetscCall(VecDestroy(all[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
