/* rigid_hold.c: solves for equilibria of systems that can move as rigid bodies.

   Fixed dofs make the tangent regular (free_motions.h). The residual does not contain their forces,
   so that what is left of it after a solve are the loads that do not balance. In nonlinear models
   dead loads may balance in another orientation: a bent bar turns until both its ends are pulled
   along one line. Newton's method for the amplitudes of the free motions finds it, with a solve for
   the deformation in each iteration. With FS_HOLD_INERTIA rigid accelerations balance the loads
   (inertia relief). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/lapack.h"
#include "free_motions.h"
#include "math/vector.h"
#include "stage.h"
#include "system/force_units.h"
#include <petscblaslapack.h>
#include <stdio.h>

enum { N = FS_RIGID_MOTIONS, MAX_TURNS = 60 };

/* Unbalanced loads: their work on a free motion, relative to the sum of the sizes of the work of
   all loads on it. Solves continue to SMALL, which is the tolerance of Newton's method. The loads
   of the user, who rounds numbers to about six digits, must balance to ROUNDED. The row "loads
   balance" of tests/relations/guards.py tests both sides in any units. */
static const PetscReal SMALL = 1e-10, ROUNDED = 1e-6;

/* The free motions at a state, and the work of the forces on them. */
typedef struct {
  const FsLoading *loading;
  Vec             *change, *spin; /* [N], the first n are set: see FreeMotionsAt */
  PetscReal        work[N];       /* [n] of the residual: minus that of unbalanced loads */
  PetscReal        size[N];       /* [n] sum of the sizes of the work of all loads */
  Vec              residual;      /* the residual whose work is in work */
} Balance;

/* ---- loads that do not balance --------------------------------------------------------------- */

static PetscErrorCode ResidualAt(FsStage s, const FsLoading *loading, const FsState *at, Vec r)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 0, 1};

  PetscFunctionBeginUser;
  PetscCall(FsSystemResidual(s->sys, at, loading, &rows, r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Removes rigid accelerations from a, and keeps multipliers. */
static PetscErrorCode KeepMultipliers(FsSystem sys, Vec a)
{
  Vec lambda;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(a, &lambda));
  PetscCall(VecZeroEntries(lambda));
  if (sys->constraints) PetscCall(sys->constraints->add_multipliers(sys, 1, a, lambda));
  PetscCall(VecCopy(lambda, a));
  PetscCall(VecDestroy(&lambda));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets s->stiffness of a linear system; that of a nonlinear one is known before. Without
   it, loads that nothing carries would have to balance exactly. */
static PetscErrorCode MeasureLinearStiffness(FsStage s)
{
  Mat K;

  PetscFunctionBeginUser;
  if (!s->sys->traits.linear || s->stiffness > 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemCreateMatrix(s->sys, PETSC_TRUE, &K));
  PetscCall(s->sys->ops.matrix.combine(s->sys, (FsShift){.ck = 1}, K));
  PetscCall(FsSystemStiffnessNorm(s->sys, K, NORM_INFINITY, &s->stiffness));
  PetscCall(MatDestroy(&K));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the free motions and b->size at a state. In linear systems all states are like q = 0. */
static PetscErrorCode FindMotions(FsStage s, const FsState *state, Balance *b)
{
  const FsLoading none = FsLoadingOfEquilibrium(0);
  PetscReal       round_off; /* [N], see FsStageUnbalancedForces */
  Vec             load, r;

  PetscFunctionBeginUser;
  PetscCall(StageGetWork(s, &r));
  PetscCall(MeasureLinearStiffness(s));
  round_off = 64 * PETSC_MACHINE_EPSILON * s->stiffness * FsSystemCharacteristicLength(s->sys);
  PetscCall(FreeMotionsAt(s, state, b->loading, b->change, b->spin));
  PetscCall(StageGetWork(s, &load));
  PetscCall(ResidualAt(s, &none, state, load));
  PetscCall(ResidualAt(s, b->loading, state, r));
  PetscCall(VecAXPY(load, -1, r));
  PetscCall(VecAbs(load));
  PetscCall(FsSystemForceUnits(s->sys, r));
  PetscCall(VecReciprocal(r)); /* lengths: round-off of moments */
  PetscCall(VecAXPY(load, round_off / ROUNDED, r));
  for (PetscInt m = 0; m < s->free.n; m++) {
    PetscCall(VecCopy(b->spin[m], r));
    PetscCall(VecAbs(r));
    PetscCall(VecDot(load, r, &b->size[m]));
  }
  PetscCall(StageRestoreWork(s, &load));
  PetscCall(StageRestoreWork(s, &r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets b->work and b->residual at a state. *part: the largest unbalanced load, relative to all. */
static PetscErrorCode FindWork(FsStage s, const FsState *state, Balance *b, PetscReal *part)
{
  PetscFunctionBeginUser;
  *part = 0;
  PetscCall(ResidualAt(s, b->loading, state, b->residual));
  PetscCall(VecMDot(b->residual, s->free.n, b->spin, b->work));
  for (PetscInt m = 0; m < s->free.n; m++) {
    const PetscReal of = PetscAbsReal(b->work[m]);

    if (of > 0) *part = PetscMax(*part, b->size[m] > 0 ? of / b->size[m] : 1);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns a number for a message, or 0 if it is round-off of numbers of a size: below 1e-9 of them,
   which no printed digit would show. */
static double drop_round_off(PetscReal x, PetscReal size)
{
  return PetscAbsReal(x) > 1e-9 * size ? (double)x : 0;
}

/* Writes the resultant of the loads about the mean of the nodes, for models without support. */
static PetscErrorCode DescribeResultant(FsStage s, const FsState *state, const Balance *b,
                                        char text[], size_t size)
{
  PetscScalar of[N];
  PetscReal   length = FsSystemCharacteristicLength(s->sys), at[3], most = 0;
  Vec        *motion, r, spin;

  PetscFunctionBeginUser;
  PetscCall(StageGetWork(s, &r));
  PetscCall(StageGetWork(s, &spin));
  PetscCall(VecDuplicateVecs(s->sys->vec, N, &motion));
  PetscCall(s->sys->ops.geometry.rigid_motions(s->sys, state, b->loading, motion));
  PetscCall(s->sys->ops.geometry.center(s->sys, state, b->loading, at));
  PetscCall(ResidualAt(s, b->loading, state, r));
  for (int k = 0; k < N && s->sys->rotations; k++) {
    PetscCall(s->sys->rotations->velocity(s->sys, state->q, motion[k], spin));
    PetscCall(VecCopy(spin, motion[k]));
  }
  PetscCall(VecMDot(r, N, motion, of));
  for (PetscInt m = 0; m < s->free.n; m++) most = PetscMax(most, b->size[m]);
  PetscCall(VecDestroyVecs(N, &motion));
  PetscCall(PetscSNPrintf(
    text, size,
    "their resultant is the force (%.6g, %.6g, %.6g) N and the moment (%.6g, "
    "%.6g, %.6g) N m about (%.6g, %.6g, %.6g)",
    drop_round_off(-of[0], most), drop_round_off(-of[1], most), drop_round_off(-of[2], most),
    drop_round_off(-of[3], most), drop_round_off(-of[4], most), drop_round_off(-of[5], most),
    drop_round_off(at[0], length), drop_round_off(at[1], length), drop_round_off(at[2], length)));
  PetscCall(StageRestoreWork(s, &r));
  PetscCall(StageRestoreWork(s, &spin));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes the force or moment in the free motion on which the loads do most work, if supports
   prevent other motions. */
static void describe_work(FsStage s, const Balance *b, size_t size, char text[])
{
  /* small: rotation times the characteristic length, relative to the displacement. A smaller
     rotation is that of a translation with rounded loads, whose axis would be far away. */
  const PetscReal small = 1e-6, length = FsSystemCharacteristicLength(s->sys);
  PetscReal       twist[N] = {0}, work = 0, turn, shift;

  for (PetscInt m = 0; m < s->free.n; m++) {
    work += PetscSqr(b->work[m]);
    for (int k = 0; k < N; k++) twist[k] -= b->work[m] * s->free.twist[m][k];
  }
  shift = norm(twist);
  turn  = norm(&twist[3]);
  if (turn * length > small * shift) {
    PetscReal at[3];

    cross(&twist[3], twist, at); /* the axis passes through w x v / w^2 from the center */
    for (int k = 0; k < 3; k++) at[k] = s->free.center[k] + at[k] / PetscSqr(turn);
    snprintf(text, size,
             "their moment is %.6g N m about the free axis (%.6g, %.6g, %.6g) through (%.6g, %.6g, "
             "%.6g)",
             (double)(work / turn), drop_round_off(twist[3], turn) / (double)turn,
             drop_round_off(twist[4], turn) / (double)turn,
             drop_round_off(twist[5], turn) / (double)turn, drop_round_off(at[0], length),
             drop_round_off(at[1], length), drop_round_off(at[2], length));
  } else {
    snprintf(text, size, "their force is %.6g N along the free direction (%.6g, %.6g, %.6g)",
             (double)(work / shift), drop_round_off(twist[0], shift) / (double)shift,
             drop_round_off(twist[1], shift) / (double)shift,
             drop_round_off(twist[2], shift) / (double)shift);
  }
}

/* Records in info that the loads at a state do not balance. */
static PetscErrorCode ReportUnbalanced(FsStage s, const FsState *state, const Balance *b,
                                       FsStageInfo *info)
{
  const char *remedy = s->hold == FS_HOLD_INERTIA
                         ? "nothing has mass in this direction: add mass, or a support"
                         : "add a support, or let accelerations balance them (-hold_rigid inertia)";
  char        what[300];

  PetscFunctionBeginUser;
  if (s->free.n == N) PetscCall(DescribeResultant(s, state, b, what, sizeof what));
  else describe_work(s, b, sizeof what, what);
  info->ok         = PETSC_FALSE;
  info->unbalanced = PETSC_TRUE;
  info->reason     = "the loads do not balance in rigid motions that no support prevents";
  PetscCall(PetscSNPrintf(info->place, sizeof info->place, ": at t = %.6g %s; %s", (double)state->t,
                          what, remedy));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- small dense systems --------------------------------------------------------------------- */

/* Solves sum_m A[m][k] x[m] = b[k] for n unknowns; b becomes x. Directions in which A is below
   least are left out. */
static PetscErrorCode SolveGeneral(PetscInt n, PetscScalar A[N][N], PetscReal least, PetscReal b[])
{
  PetscBLASInt size = (PetscBLASInt)n, room = 34 * N, info;
  PetscScalar  M[N * N], left[N * N], right[N * N], work[34 * N];
  PetscReal    value[N], x[N] = {0};

  PetscFunctionBeginUser;
  for (PetscInt m = 0; m < n; m++)
    for (PetscInt k = 0; k < n; k++) M[m * n + k] = A[m][k];
  LAPACKgesvd_("A", "A", &size, &size, M, &size, value, left, &size, right, &size, work, &room,
               &info);
  PetscCheck(!info, PETSC_COMM_SELF, PETSC_ERR_LIB, "LAPACK's gesvd returns %d", (int)info);
  for (PetscInt j = 0; j < n; j++) {
    PetscReal along = 0;

    if (value[j] <= least) continue;
    for (PetscInt k = 0; k < n; k++) along += left[j * n + k] * b[k];
    for (PetscInt m = 0; m < n; m++) x[m] += right[m * n + j] * along / value[j];
  }
  for (PetscInt m = 0; m < n; m++) b[m] = x[m];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The same with the symmetric part of A, whose negative eigenvalues count as positive. */
static PetscErrorCode SolveAbsolute(PetscInt n, PetscScalar A[N][N], PetscReal least, PetscReal b[])
{
  PetscScalar M[N * N];
  PetscReal   value[N], x[N] = {0};

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j < n; j++) M[i * n + j] = (A[i][j] + A[j][i]) / 2;
  PetscCall(LapackEigen(n, M, value));
  for (PetscInt k = 0; k < n; k++) {
    PetscReal along = 0;

    if (PetscAbsReal(value[k]) <= least) continue;
    for (PetscInt i = 0; i < n; i++) along += M[k * n + i] * b[i];
    for (PetscInt i = 0; i < n; i++) x[i] += M[k * n + i] * along / PetscAbsReal(value[k]);
  }
  for (PetscInt i = 0; i < n; i++) b[i] = x[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- accelerations --------------------------------------------------------------------------- */

/* Adds rigid accelerations to state->a that balance the loads there. */
static PetscErrorCode AddAccelerations(FsStage s, FsState *state, Balance *b)
{
  /* massless: of the largest inertia of a free motion. The inertia of a motion without mass is the
     round-off of the sums over all elements. Such a motion gets no acceleration. */
  const PetscInt  n        = s->free.n;
  const PetscReal massless = 1e-13;
  PetscScalar     inertia[N][N];
  PetscReal       x[N], part, most = 0;
  Vec             r, at_rest = state->a;

  PetscFunctionBeginUser;
  PetscCall(StageGetWork(s, &r));
  PetscCall(FindWork(s, state, b, &part));
  PetscCall(StageGetWork(s, &state->a));
  for (PetscInt m = 0; m < n; m++) {
    PetscCall(VecWAXPY(state->a, 1, b->spin[m], at_rest));
    PetscCall(ResidualAt(s, b->loading, state, r));
    PetscCall(VecAXPY(r, -1, b->residual));
    PetscCall(VecMDot(r, n, b->spin, inertia[m]));
    most = PetscMax(most, inertia[m][m]);
  }
  PetscCall(StageRestoreWork(s, &state->a));
  state->a = at_rest;
  for (PetscInt m = 0; m < n; m++) x[m] = -b->work[m];
  PetscCall(SolveAbsolute(n, inertia, massless * most, x));
  PetscCall(VecMAXPY(state->a, n, x, b->spin));
  PetscCall(StageRestoreWork(s, &r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- orientations ---------------------------------------------------------------------------- */

/* Computes the largest displacement of a motion [m]. A rotation of a node counts as the arc at its
   rotation length, because in mm or km radians and lengths differ by orders. */
static PetscErrorCode FarthestMove(FsStage s, Vec spin, PetscReal *largest)
{
  Vec r;

  PetscFunctionBeginUser;
  PetscCall(StageGetWork(s, &r));
  PetscCall(FsSystemForceUnits(s->sys, r));
  PetscCall(VecPointwiseDivide(r, spin, r));
  PetscCall(VecNorm(r, NORM_INFINITY, largest));
  PetscCall(StageRestoreWork(s, &r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the derivative of b->work by the amplitudes of the free motions, by differences.
   Overwrites b->work. */
static PetscErrorCode FindStiffness(FsStage s, FsState *state, Balance *b, PetscScalar A[N][N])
{
  const PetscReal difference = 1e-6; /* of the model size */
  const PetscInt  n          = s->free.n;
  PetscReal       work[N], largest, part, h;
  Vec             q = state->q;

  PetscFunctionBeginUser;
  for (PetscInt m = 0; m < n; m++) work[m] = b->work[m];
  PetscCall(StageGetWork(s, &state->q));
  for (PetscInt m = 0; m < n; m++) {
    PetscCall(FarthestMove(s, b->spin[m], &largest));
    h = difference * FsSystemCharacteristicLength(s->sys) / largest;
    PetscCall(VecWAXPY(state->q, h, b->change[m], q));
    PetscCall(FindWork(s, state, b, &part));
    for (PetscInt k = 0; k < n; k++) A[m][k] = (b->work[k] - work[k]) / h;
  }
  PetscCall(StageRestoreWork(s, &state->q));
  state->q = q;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Moves the model by a step of Newton's method for the amplitudes of the free motions.

   A short step goes to the nearest equilibrium, stable or not, as a support would allow it. A long
   one goes towards a stable equilibrium, by at most 0.2 rad or 0.2 of the model size. *moved:
   whether a direction has stiffness. Overwrites b->work. */
static PetscErrorCode TurnModel(FsStage s, FsState *state, Balance *b, PetscBool *moved)
{
  /* Amplitudes are relative to the characteristic length, and in rad. The limit flat is the
     stiffness of a motion against its loads, relative to the size of the loads over the length.
     Differences of 1e-6 leave errors that are smaller than that, and dead loads resist a rotation
     with about 1. The limit still is the round-off of q. A rod that loads turn, and a bar that they
     do not turn, are in tests/analysis/hold_rigid.py. */
  const PetscInt  n   = s->free.n;
  const PetscReal far = 0.2, flat = 1e-7, still = 1e-14,
                  length = FsSystemCharacteristicLength(s->sys);
  PetscScalar stiffness[N][N];
  PetscReal   x[N], work[N], largest[N], amplitude = 0, least = 0;

  PetscFunctionBeginUser;
  for (PetscInt m = 0; m < n; m++) {
    work[m] = b->work[m];
    PetscCall(FarthestMove(s, b->spin[m], &largest[m]));
    least = PetscMax(least, flat * b->size[m] * largest[m] / length);
  }
  PetscCall(FindStiffness(s, state, b, stiffness));
  for (int absolute = 0; absolute < 2 && (!absolute || amplitude > far); absolute++) {
    for (PetscInt m = 0; m < n; m++) x[m] = -work[m];
    if (absolute) PetscCall(SolveAbsolute(n, stiffness, least, x));
    else PetscCall(SolveGeneral(n, stiffness, least, x));
    for (PetscInt m = 0, first = 1; m < n; m++, first = 0)
      amplitude = PetscMax(first ? 0 : amplitude, PetscAbsReal(x[m]) * largest[m] / length);
  }
  *moved = (PetscBool)(amplitude > still);
  for (PetscInt m = 0; m < n; m++)
    PetscCall(VecAXPY(state->q, x[m] * PetscMin(1, far / PetscMax(amplitude, far)), b->change[m]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the solve ------------------------------------------------------------------------------- */

/* Fixes dofs at the state, and balances the loads by accelerations with FS_HOLD_INERTIA. */
static PetscErrorCode PrepareSolve(FsStage s, FsState *state, Balance *b)
{
  PetscFunctionBeginUser;
  PetscCall(KeepMultipliers(s->sys, state->a));
  PetscCall(FindMotions(s, state, b));
  if (s->hold == FS_HOLD_INERTIA) PetscCall(AddAccelerations(s, state, b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SolveLinear(FsStage s, StaticSolve solve, FsState *state, Balance *b,
                                  FsStageInfo *info)
{
  FsState   undeformed = *state;
  PetscReal part;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(state->q, &undeformed.q));
  PetscCall(VecZeroEntries(undeformed.q));
  PetscCall(PrepareSolve(s, &undeformed, b));
  PetscCall(FindWork(s, &undeformed, b, &part));
  if (part > ROUNDED) PetscCall(ReportUnbalanced(s, &undeformed, b, info));
  else PetscCall(solve(s, b->loading, state, info));
  PetscCall(VecDestroy(&undeformed.q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SolveNonlinear(FsStage s, StaticSolve solve, FsState *state, Balance *b,
                                     FsStageInfo *info)
{
  PetscReal part = 0, before = PETSC_MAX_REAL;
  PetscBool moved = PETSC_TRUE;

  PetscFunctionBeginUser;
  for (int turn = 0; moved; turn++) {
    PetscCall(PrepareSolve(s, state, b));
    PetscCall(FreeMotionsChooseDofs(s, b->change));
    info->ok = PETSC_TRUE;
    PetscCall(solve(s, b->loading, state, info));
    if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
    info->stages--;
    PetscCall(FindMotions(s, state, b));
    PetscCall(FindWork(s, state, b, &part));
    if (part <= SMALL || (part <= ROUNDED && part > before / 2) || turn == MAX_TURNS) break;
    before = part;
    if (s->hold == FS_HOLD_DOFS) PetscCall(TurnModel(s, state, b, &moved));
  }
  info->stages++;
  if (part > ROUNDED) PetscCall(ReportUnbalanced(s, state, b, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RigidHoldSolve(FsStage s, StaticSolve solve, const FsLoading *loading,
                              FsState *state, FsStageInfo *info)
{
  Balance b = {.loading = loading};

  PetscFunctionBeginUser;
  PetscCall(FreeMotionsFind(s, state->t));
  if (!s->free.n) {
    PetscCall(solve(s, loading, state, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(StageGetWork(s, &b.residual));
  PetscCall(VecDuplicateVecs(s->sys->vec, N, &b.change));
  PetscCall(VecDuplicateVecs(s->sys->vec, N, &b.spin));
  if (s->sys->traits.linear) PetscCall(SolveLinear(s, solve, state, &b, info));
  else PetscCall(SolveNonlinear(s, solve, state, &b, info));
  PetscCall(VecDestroyVecs(N, &b.change));
  PetscCall(VecDestroyVecs(N, &b.spin));
  PetscCall(StageRestoreWork(s, &b.residual));
  PetscFunctionReturn(PETSC_SUCCESS);
}
