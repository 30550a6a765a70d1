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
  FsStage          stage; /* argument of solve */
  StaticSolve      solve; /* solves for the deformation */
  const FsLoading *loading;
  Vec             *change, *spin; /* [N], the first n are set: see FreeMotionsAt */
  PetscReal        work[N];       /* [n] of the residual: minus that of unbalanced loads */
  PetscReal        size[N];       /* [n] sum of the sizes of the work of all loads */
  Vec              residual;      /* the residual whose work is in work */
} Balance;

/* ---- loads that do not balance --------------------------------------------------------------- */

static PetscErrorCode ResidualAt(FreeMotions f, const FsLoading *loading, const FsState *at, Vec r)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 0, 1};

  PetscFunctionBeginUser;
  PetscCall(FsSystemResidual(f->sys, at, loading, &rows, r));
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

/* Sets f->matrix->stiffness of a linear system; that of a nonlinear one is known before. Without
   it, loads that nothing carries would have to balance exactly. */
static PetscErrorCode MeasureLinearStiffness(FreeMotions f)
{
  Mat K;

  PetscFunctionBeginUser;
  if (!f->sys->traits.linear || f->matrix->stiffness > 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemCreateMatrix(f->sys, PETSC_TRUE, &K));
  PetscCall(f->sys->ops.matrix.combine(f->sys, (FsShift){.ck = 1}, K));
  PetscCall(FsSystemStiffnessNorm(f->sys, K, NORM_INFINITY, &f->matrix->stiffness));
  PetscCall(MatDestroy(&K));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the free motions and b->size at a state. In linear systems all states are like q = 0. */
static PetscErrorCode FindMotions(FreeMotions f, const FsState *state, Balance *b)
{
  const FsLoading none = FsLoadingOfEquilibrium(0);
  PetscReal       round_off; /* [N], see FsStageUnbalancedForces */
  Vec             load, r;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(f->work, &r));
  PetscCall(MeasureLinearStiffness(f));
  round_off =
    64 * PETSC_MACHINE_EPSILON * f->matrix->stiffness * FsSystemCharacteristicLength(f->sys);
  PetscCall(FreeMotionsAt(f, state, b->loading, b->change, b->spin));
  PetscCall(WorkspaceGet(f->work, &load));
  PetscCall(ResidualAt(f, &none, state, load));
  PetscCall(ResidualAt(f, b->loading, state, r));
  PetscCall(VecAXPY(load, -1, r));
  PetscCall(VecAbs(load));
  PetscCall(FsSystemForceUnits(f->sys, r));
  PetscCall(VecReciprocal(r)); /* lengths: round-off of moments */
  PetscCall(VecAXPY(load, round_off / ROUNDED, r));
  for (PetscInt m = 0; m < f->n; m++) {
    PetscCall(VecCopy(b->spin[m], r));
    PetscCall(VecAbs(r));
    PetscCall(VecDot(load, r, &b->size[m]));
  }
  PetscCall(WorkspaceRestore(f->work, &load));
  PetscCall(WorkspaceRestore(f->work, &r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets b->work and b->residual at a state. *part: the largest unbalanced load, relative to all. */
static PetscErrorCode FindWork(FreeMotions f, const FsState *state, Balance *b, PetscReal *part)
{
  PetscFunctionBeginUser;
  *part = 0;
  PetscCall(ResidualAt(f, b->loading, state, b->residual));
  PetscCall(VecMDot(b->residual, f->n, b->spin, b->work));
  for (PetscInt m = 0; m < f->n; m++) {
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
static PetscErrorCode DescribeResultant(FreeMotions f, const FsState *state, const Balance *b,
                                        char text[], size_t size)
{
  PetscScalar of[N];
  PetscReal   length = FsSystemCharacteristicLength(f->sys), at[3], most = 0;
  Vec        *motion, r, spin;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(f->work, &r));
  PetscCall(WorkspaceGet(f->work, &spin));
  PetscCall(VecDuplicateVecs(f->sys->vec, N, &motion));
  PetscCall(f->sys->ops.geometry.rigid_motions(f->sys, state, b->loading, motion));
  PetscCall(f->sys->ops.geometry.center(f->sys, state, b->loading, at));
  PetscCall(ResidualAt(f, b->loading, state, r));
  for (int k = 0; k < N && f->sys->rotations; k++) {
    PetscCall(f->sys->rotations->velocity(f->sys, state->q, motion[k], spin));
    PetscCall(VecCopy(spin, motion[k]));
  }
  PetscCall(VecMDot(r, N, motion, of));
  for (PetscInt m = 0; m < f->n; m++) most = PetscMax(most, b->size[m]);
  PetscCall(VecDestroyVecs(N, &motion));
  PetscCall(PetscSNPrintf(
    text, size,
    "their resultant is the force (%.6g, %.6g, %.6g) N and the moment (%.6g, "
    "%.6g, %.6g) N m about (%.6g, %.6g, %.6g)",
    drop_round_off(-of[0], most), drop_round_off(-of[1], most), drop_round_off(-of[2], most),
    drop_round_off(-of[3], most), drop_round_off(-of[4], most), drop_round_off(-of[5], most),
    drop_round_off(at[0], length), drop_round_off(at[1], length), drop_round_off(at[2], length)));
  PetscCall(WorkspaceRestore(f->work, &r));
  PetscCall(WorkspaceRestore(f->work, &spin));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes the force or moment in the free motion on which the loads do most work, if supports
   prevent other motions. */
static void describe_work(FreeMotions f, const Balance *b, size_t size, char text[])
{
  /* small: rotation times the characteristic length, relative to the displacement. A smaller
     rotation is that of a translation with rounded loads, whose axis would be far away. */
  const PetscReal small = 1e-6, length = FsSystemCharacteristicLength(f->sys);
  PetscReal       twist[N] = {0}, work = 0, turn, shift;

  for (PetscInt m = 0; m < f->n; m++) {
    work += PetscSqr(b->work[m]);
    for (int k = 0; k < N; k++) twist[k] -= b->work[m] * f->twist[m][k];
  }
  shift = norm(twist);
  turn  = norm(&twist[3]);
  if (turn * length > small * shift) {
    PetscReal at[3];

    cross(&twist[3], twist, at); /* the axis passes through w x v / w^2 from the center */
    for (int k = 0; k < 3; k++) at[k] = f->center[k] + at[k] / PetscSqr(turn);
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
static PetscErrorCode ReportUnbalanced(FreeMotions f, const FsState *state, const Balance *b,
                                       FsStageInfo *info)
{
  const char *remedy = f->hold == FS_HOLD_INERTIA
                         ? "nothing has mass in this direction: add mass, or a support"
                         : "add a support, or let accelerations balance them (-hold_rigid inertia)";
  char        what[300];

  PetscFunctionBeginUser;
  if (f->n == N) PetscCall(DescribeResultant(f, state, b, what, sizeof what));
  else describe_work(f, b, sizeof what, what);
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
static PetscErrorCode AddAccelerations(FreeMotions f, FsState *state, Balance *b)
{
  /* massless: of the largest inertia of a free motion. The inertia of a motion without mass is the
     round-off of the sums over all elements. Such a motion gets no acceleration. */
  const PetscInt  n        = f->n;
  const PetscReal massless = 1e-13;
  PetscScalar     inertia[N][N];
  PetscReal       x[N], part, most = 0;
  Vec             r, at_rest = state->a;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(f->work, &r));
  PetscCall(FindWork(f, state, b, &part));
  PetscCall(WorkspaceGet(f->work, &state->a));
  for (PetscInt m = 0; m < n; m++) {
    PetscCall(VecWAXPY(state->a, 1, b->spin[m], at_rest));
    PetscCall(ResidualAt(f, b->loading, state, r));
    PetscCall(VecAXPY(r, -1, b->residual));
    PetscCall(VecMDot(r, n, b->spin, inertia[m]));
    most = PetscMax(most, inertia[m][m]);
  }
  PetscCall(WorkspaceRestore(f->work, &state->a));
  state->a = at_rest;
  for (PetscInt m = 0; m < n; m++) x[m] = -b->work[m];
  PetscCall(SolveAbsolute(n, inertia, massless * most, x));
  PetscCall(VecMAXPY(state->a, n, x, b->spin));
  PetscCall(WorkspaceRestore(f->work, &r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- orientations ---------------------------------------------------------------------------- */

/* Computes the largest displacement of a motion [m]. A rotation of a node counts as the arc at its
   rotation length, because in mm or km radians and lengths differ by orders. */
static PetscErrorCode FarthestMove(FreeMotions f, Vec spin, PetscReal *largest)
{
  Vec r;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(f->work, &r));
  PetscCall(FsSystemForceUnits(f->sys, r));
  PetscCall(VecPointwiseDivide(r, spin, r));
  PetscCall(VecNorm(r, NORM_INFINITY, largest));
  PetscCall(WorkspaceRestore(f->work, &r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the derivative of b->work by the amplitudes of the free motions, by differences.
   Overwrites b->work. */
static PetscErrorCode FindStiffness(FreeMotions f, FsState *state, Balance *b, PetscScalar A[N][N])
{
  const PetscReal difference = 1e-6; /* of the model size */
  const PetscInt  n          = f->n;
  PetscReal       work[N], largest, part, h;
  Vec             q = state->q;

  PetscFunctionBeginUser;
  for (PetscInt m = 0; m < n; m++) work[m] = b->work[m];
  PetscCall(WorkspaceGet(f->work, &state->q));
  for (PetscInt m = 0; m < n; m++) {
    PetscCall(FarthestMove(f, b->spin[m], &largest));
    h = difference * FsSystemCharacteristicLength(f->sys) / largest;
    PetscCall(VecWAXPY(state->q, h, b->change[m], q));
    PetscCall(FindWork(f, state, b, &part));
    for (PetscInt k = 0; k < n; k++) A[m][k] = (b->work[k] - work[k]) / h;
  }
  PetscCall(WorkspaceRestore(f->work, &state->q));
  state->q = q;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Moves the model by a step of Newton's method for the amplitudes of the free motions.

   A short step goes to the nearest equilibrium, stable or not, as a support would allow it. A long
   one goes towards a stable equilibrium, by at most 0.2 rad or 0.2 of the model size. *moved:
   whether a direction has stiffness. Overwrites b->work. */
static PetscErrorCode TurnModel(FreeMotions f, FsState *state, Balance *b, PetscBool *moved)
{
  /* Amplitudes are relative to the characteristic length, and in rad. The limit flat is the
     stiffness of a motion against its loads, relative to the size of the loads over the length.
     Differences of 1e-6 leave errors that are smaller than that, and dead loads resist a rotation
     with about 1. The limit still is the round-off of q. A rod that loads turn, and a bar that they
     do not turn, are in tests/analysis/hold_rigid.py. */
  const PetscInt  n   = f->n;
  const PetscReal far = 0.2, flat = 1e-7, still = 1e-14,
                  length = FsSystemCharacteristicLength(f->sys);
  PetscScalar stiffness[N][N];
  PetscReal   x[N], work[N], largest[N], amplitude = 0, least = 0;

  PetscFunctionBeginUser;
  for (PetscInt m = 0; m < n; m++) {
    work[m] = b->work[m];
    PetscCall(FarthestMove(f, b->spin[m], &largest[m]));
    least = PetscMax(least, flat * b->size[m] * largest[m] / length);
  }
  PetscCall(FindStiffness(f, state, b, stiffness));
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
static PetscErrorCode PrepareSolve(FreeMotions f, FsState *state, Balance *b)
{
  PetscFunctionBeginUser;
  PetscCall(KeepMultipliers(f->sys, state->a));
  PetscCall(FindMotions(f, state, b));
  if (f->hold == FS_HOLD_INERTIA) PetscCall(AddAccelerations(f, state, b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SolveLinear(FreeMotions f, FsState *state, Balance *b, FsStageInfo *info)
{
  FsState   undeformed = *state;
  PetscReal part;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(state->q, &undeformed.q));
  PetscCall(VecZeroEntries(undeformed.q));
  PetscCall(PrepareSolve(f, &undeformed, b));
  PetscCall(FindWork(f, &undeformed, b, &part));
  if (part > ROUNDED) PetscCall(ReportUnbalanced(f, &undeformed, b, info));
  else PetscCall(b->solve(b->stage, b->loading, state, info));
  PetscCall(VecDestroy(&undeformed.q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SolveNonlinear(FreeMotions f, FsState *state, Balance *b, FsStageInfo *info)
{
  PetscReal part = 0, before = PETSC_MAX_REAL;
  PetscBool moved = PETSC_TRUE;

  PetscFunctionBeginUser;
  for (int turn = 0; moved; turn++) {
    PetscCall(PrepareSolve(f, state, b));
    PetscCall(FreeMotionsChooseDofs(f, b->change));
    info->ok = PETSC_TRUE;
    PetscCall(b->solve(b->stage, b->loading, state, info));
    if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
    info->stages--;
    PetscCall(FindMotions(f, state, b));
    PetscCall(FindWork(f, state, b, &part));
    if (part <= SMALL || (part <= ROUNDED && part > before / 2) || turn == MAX_TURNS) break;
    before = part;
    if (f->hold == FS_HOLD_DOFS) PetscCall(TurnModel(f, state, b, &moved));
  }
  info->stages++;
  if (part > ROUNDED) PetscCall(ReportUnbalanced(f, state, b, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RigidHoldSolve(FreeMotions f, FsStage stage, StaticSolve solve,
                              const FsLoading *loading, FsState *state, FsStageInfo *info)
{
  Balance b = {.loading = loading, .stage = stage, .solve = solve};

  PetscFunctionBeginUser;
  PetscCall(FreeMotionsFind(f, state->t));
  if (!f->n) {
    PetscCall(solve(stage, loading, state, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(WorkspaceGet(f->work, &b.residual));
  PetscCall(VecDuplicateVecs(f->sys->vec, N, &b.change));
  PetscCall(VecDuplicateVecs(f->sys->vec, N, &b.spin));
  if (f->sys->traits.linear) PetscCall(SolveLinear(f, state, &b, info));
  else PetscCall(SolveNonlinear(f, state, &b, info));
  PetscCall(VecDestroyVecs(N, &b.change));
  PetscCall(VecDestroyVecs(N, &b.spin));
  PetscCall(WorkspaceRestore(f->work, &b.residual));
  PetscFunctionReturn(PETSC_SUCCESS);
}
