/* linear_stage.c: solves stages by one solve with the effective matrix.

   They are stages of linear systems, and of velocity-free systems with ck = 0. The solution is
   tested before it is used. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "effective_matrix.h"
#include "solve/failure_report.h"
#include "linear/solver.h"
#include "lumped_mass.h"
#include "math/wide.h"
#include "solve/stage_state.h"
#include "stencil/stencil.h"
#include "system/combine.h"

static const char unsolved[] =
  "the solver's result does not solve the equations: the matrix is singular, or nearly, -ksp_type, "
  "-pc_type name no solver (try -ksp_type cg), or -ksp_rtol, -ksp_atol are too large";

static const char *linear_reason(KSPConvergedReason reason)
{
  switch (reason) {
  case KSP_DIVERGED_ITS:
    return "the linear solver reached its iteration limit (-ksp_max_it, another -pc_type, or a "
           "smaller -dt)";
  case KSP_DIVERGED_PC_FAILED:
    return "the effective matrix is singular: a part has neither mass nor stiffness in some "
           "direction, or is not connected";
  case KSP_DIVERGED_INDEFINITE_MAT:
  case KSP_DIVERGED_INDEFINITE_PC:
    return "the effective matrix is not positive definite (-ksp_type gmres -pc_type lu)";
  case KSP_DIVERGED_NANORINF:
    return "infinite or undefined numbers";
  default:
    return "the linear solver failed";
  }
}

/* Reports the largest residual; constraint rows are those of positions. */
static PetscErrorCode ReportResidual(LinearStage s, const FsState *state, const FsLoading *loading,
                                     FsStageInfo *info)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 1, 1};

  PetscFunctionBeginUser;
  PetscCall(ReportLargestResidual(s->work, state, loading, &rows, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the reason and the place of a failed solve. */
static PetscErrorCode FailLinear(LinearStage s, KSPConvergedReason reason, const FsState *state,
                                 const FsLoading *loading, FsStageInfo *info)
{
  PetscReal norm;
  PetscInt  iterations, max_it;
  PetscBool direct;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)s->matrix->ksp, KSPPREONLY, &direct));
  PetscCall(KSPGetIterationNumber(s->matrix->ksp, &iterations));
  PetscCall(KSPGetTolerances(s->matrix->ksp, NULL, NULL, NULL, &max_it));
  if (reason == KSP_CONVERGED_ITS && !direct && iterations >= max_it)
    reason = KSP_DIVERGED_ITS; /* -ksp_converged_maxits */
  PetscCall(VecNorm(s->b, NORM_2, &norm));
  info->diverged = is_unbounded(norm);
  info->reason = info->diverged ? unbounded_motion : reason > 0 ? unsolved : linear_reason(reason);
  /* a shorter step would hide what the user's solver does, and give another result */
  if (reason > 0 && s->by_user) info->diverged = PETSC_TRUE;
  PetscCall(ReportResidual(s, state, loading, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Counts a solve, and reports it if it has failed. */
static PetscErrorCode FinishSolve(LinearStage s, KSPConvergedReason reason, PetscBool solved,
                                  const FsState *state, const FsLoading *loading, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  info->newton++;
  info->ok = (PetscBool)(reason > 0 && solved);
  if (!info->ok) PetscCall(FailLinear(s, reason, state, loading, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- solutions that are no increments -------------------------------------------------------- */

/* Terms of v = cc q - wv and a = cm q - wa that are known before the solve: coefficients of wv and
   wa. v and a of the state hold these vectors until q is known. The common part of the coefficients
   of a line is left out. An iterative solver finds q itself from a guess. */
typedef struct {
  PetscReal wv[MAX_VECS], wa[MAX_VECS];
} KnownTerms;

/* Returns a - b, and 0 if the difference is round-off. */
static PetscReal difference_beyond_rounding(PetscReal a, PetscReal b)
{
  return PetscAbsReal(a - b) <= 4 * PETSC_MACHINE_EPSILON * PetscAbsReal(a) ? 0 : a - b;
}

static void find_known_terms(const FsLine *line, FsShift shift, KnownTerms *known)
{
  for (PetscInt i = 0; i < line->n; i++) {
    known->wv[i] = difference_beyond_rounding(shift.cc * line->q[i], line->v[i]);
    known->wa[i] = difference_beyond_rounding(shift.cm * line->q[i], line->a[i]);
  }
}

/* Arrays: q += step p, v = cc q - v and a = cm q - a. */
SIMD_CLONES static void find_rates(PetscInt n, FsShift shift, PetscReal step,
                                   const PetscScalar *restrict p, PetscScalar *restrict q,
                                   PetscScalar *restrict v, PetscScalar *restrict a)
{
  if (step != 0) {
    for (PetscInt i = 0; i < n; i++) {
      q[i] += step * p[i];
      v[i] = shift.cc * q[i] - v[i];
      a[i] = shift.cm * q[i] - a[i];
    }
  } else {
    for (PetscInt i = 0; i < n; i++) {
      v[i] = shift.cc * q[i] - v[i];
      a[i] = shift.cm * q[i] - a[i];
    }
  }
}

/* Adds step times direction to q and computes v and a, which hold wv and wa on entry, in one
   pass. */
static PetscErrorCode FindRates(FsShift shift, Vec direction, PetscReal step, const FsState *state)
{
  const PetscScalar *p;
  PetscScalar       *q, *v, *a;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(state->q, &n));
  PetscCall(VecGetArrayRead(direction, &p));
  PetscCall(VecGetArray(state->q, &q));
  PetscCall(VecGetArray(state->v, &v));
  PetscCall(VecGetArray(state->a, &a));
  find_rates(n, shift, step, p, q, v, a);
  PetscCall(VecRestoreArray(state->a, &a));
  PetscCall(VecRestoreArray(state->v, &v));
  PetscCall(VecRestoreArray(state->q, &q));
  PetscCall(VecRestoreArrayRead(direction, &p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets s->b = loads + M wa + C wv. */
static PetscErrorCode FormRightHandSide(LinearStage s, const FsLoading *loading,
                                        const FsState *state)
{
  PetscFunctionBeginUser;
  PetscCall(s->sys->ops.linear.product(s->sys, NULL, state->v, state->a, s->b));
  PetscCall(s->sys->ops.linear.load(s->sys, state->t, loading, s->b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the sums, the right-hand side and the first residual in one pass, and solves. */
static PetscErrorCode SolveFused(LinearStage s, const FsLoading *loading, const FsLine *line,
                                 const KnownTerms *known, const FsState *state, Vec *direction,
                                 PetscReal *pending_step, KSPConvergedReason *reason,
                                 PetscInt *iterations)
{
  const StencilSums sums = {
    .n     = line->n,
    .vec   = line->vec,
    .c     = {known->wa, known->wv, line->q},
    .to    = {state->a,         state->v,           state->q},
    .of    = {s->inertial[0], s->inertial[1]},
    .loads = s->r
  };

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(s->r));
  PetscCall(s->sys->ops.linear.load(s->sys, state->t, loading, s->r));
  PetscCall(StencilSolveSums(s->matrix->ksp, s->matrix->A, &sums, direction, pending_step, reason,
                             iterations));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves LinearSolve with an iterative solver. */
static PetscErrorCode SolveForConfiguration(LinearStage s, FsShift shift, const FsLoading *loading,
                                            const FsLine *line, FsState *state, FsStageInfo *info)
{
  KSPConvergedReason reason;
  PetscInt           iterations;
  PetscReal          pending_step = 0;
  Vec                direction    = s->x;
  PetscBool          solved = PETSC_TRUE, trusted = PETSC_TRUE, due = PETSC_FALSE;
  KnownTerms         known;

  PetscFunctionBeginUser;
  find_known_terms(line, shift, &known);
  if (s->fused) {
    PetscCall(
      SolveFused(s, loading, line, &known, state, &direction, &pending_step, &reason, &iterations));
  } else {
    PetscCall(StageEvaluateLine(&(FsLine){line->n, line->vec, line->q, known.wv, known.wa}, state));
    PetscCall(FormRightHandSide(s, loading, state));
    PetscCall(EffectiveSolve(s, state->q, &reason, &iterations));
  }
  PetscCall(EffectiveIsTrusted(s->matrix->ksp, reason, &trusted));
  if (reason <= 0 || !trusted || shift.cm == 0) {
    PetscCall(VecAXPY(state->q, pending_step, direction));
    pending_step = 0;
    if (s->fused)
      PetscCall(FormRightHandSide(s, loading, state)); /* StencilSolve does not store it */
    if (reason > 0) PetscCall(EffectiveIsSolution(s, state->q, &solved));
  }
  PetscCall(FindRates(shift, direction, pending_step, state));
  if (reason > 0 && trusted && shift.cm > 0) {
    PetscCall(EffectiveIsCheckDue(s, &due));
    if (due) PetscCall(EffectiveIsBalanced(s, state, loading, &solved));
  }
  info->linear += iterations;
  PetscCall(FinishSolve(s, reason, solved, state, loading, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- increments ------------------------------------------------------------------------------ */

/* Arrays: q = x - q, v = cc x - v and a = cm x - a. */
SIMD_CLONES static void add_increment(PetscInt n, FsShift shift, const PetscScalar *restrict x,
                                      PetscScalar *restrict q, PetscScalar *restrict v,
                                      PetscScalar *restrict a)
{
  for (PetscInt i = 0; i < n; i++) {
    q[i] = x[i] - q[i];
    v[i] = shift.cc * x[i] - v[i];
    a[i] = shift.cm * x[i] - a[i];
  }
}

/* Adds the increment s->x to the point whose negative the state holds on entry, in one
   pass. */
static PetscErrorCode AddIncrement(LinearStage s, FsShift shift, const FsState *state)
{
  const PetscScalar *x;
  PetscScalar       *q, *v, *a;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(s->x, &n));
  PetscCall(VecGetArrayRead(s->x, &x));
  PetscCall(VecGetArray(state->q, &q));
  PetscCall(VecGetArray(state->v, &v));
  PetscCall(VecGetArray(state->a, &a));
  add_increment(n, shift, x, q, v, a);
  PetscCall(VecRestoreArray(state->a, &a));
  PetscCall(VecRestoreArray(state->v, &v));
  PetscCall(VecRestoreArray(state->q, &q));
  PetscCall(VecRestoreArrayRead(s->x, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the state to minus the point of the line; its residual is then the right-hand side. */
static PetscErrorCode EvaluateNegativeLine(const FsLine *line, FsState *state)
{
  PetscReal    q[MAX_VECS], v[MAX_VECS], a[MAX_VECS];
  const FsLine negative = {line->n, line->vec, q, v, a};

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < line->n; i++) {
    q[i] = -line->q[i];
    v[i] = -line->v[i];
    a[i] = -line->a[i];
  }
  PetscCall(StageEvaluateLine(&negative, state));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves LinearSolve with a direct solver, which finds the increment from the point of the line. */
static PetscErrorCode SolveForIncrement(LinearStage s, FsShift shift, const FsLoading *loading,
                                        const FsLine *line, FsState *state, FsStageInfo *info)
{
  KSPConvergedReason reason     = KSP_CONVERGED_ATOL;
  PetscInt           iterations = 0;
  PetscBool          solved = PETSC_TRUE, trusted = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(EvaluateNegativeLine(line, state));
  PetscCall(s->sys->ops.linear.product(s->sys, state->q, state->v, state->a, s->b));
  PetscCall(s->sys->ops.linear.load(s->sys, state->t, loading, s->b));
  if (s->diagonal) PetscCall(VecPointwiseDivide(s->x, s->b, s->diagonal));
  else PetscCall(EffectiveSolve(s, s->x, &reason, &iterations));
  if (!s->diagonal) PetscCall(EffectiveIsTrusted(s->matrix->ksp, reason, &trusted));
  if (reason > 0 && !s->diagonal && (!trusted || shift.cm == 0))
    PetscCall(EffectiveIsSolution(s, s->x, &solved));
  PetscCall(AddIncrement(s, shift, state));
  info->linear += iterations;
  PetscCall(FinishSolve(s, reason, solved, state, loading, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LinearSolve(LinearStage s, FsShift shift, const FsLoading *loading,
                           const FsLine *line, FsState *state, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  PetscCall(EffectiveBuildMatrix(s, shift));
  if (s->takes_guess && !s->diagonal)
    PetscCall(SolveForConfiguration(s, shift, loading, line, state, info));
  else PetscCall(SolveForIncrement(s, shift, loading, line, state, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LinearSolveMass(LinearStage s, FsShift shift, const FsLoading *loading,
                               const FsLine *line, FsState *state, FsStageInfo *info)
{
  PetscReal          norm;
  KSPConvergedReason reason = KSP_CONVERGED_ATOL;
  PetscInt           iterations;
  PetscBool          solved = PETSC_TRUE, trusted = PETSC_TRUE, due = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(EffectiveBuildMatrix(s, shift));
  if (s->diagonal) {
    PetscCall(LumpedMassSolve(s, shift.cc, loading, line, state, &norm));
  } else {
    if (line) PetscCall(StageEvaluateLine(line, state));
    PetscCall(VecAXPY(state->v, -shift.cc, state->a)); /* v where a = 0 */
    PetscCall(StageForces(s, state, loading));
    PetscCall(EffectiveSolve(s, state->a, &reason, &iterations));
    PetscCall(EffectiveIsTrusted(s->matrix->ksp, reason, &trusted));
    if (reason > 0 && trusted) PetscCall(EffectiveIsCheckDue(s, &due));
    if (reason > 0 && (!trusted || due)) {
      if (s->fused) PetscCall(StageForces(s, state, loading)); /* they were overwritten */
      PetscCall(EffectiveIsSolution(s, state->a, &solved));
    }
    info->linear += iterations;
    info->ok = (PetscBool)(reason > 0 && solved);
    if (!info->ok)
      info->reason = reason <= 0 ? linear_reason(reason)
                     : due       ? unsolved
                                 : "the mass matrix is singular";
    PetscCall(VecNorm(state->a, NORM_2, &norm));
    PetscCall(VecAXPY(state->v, shift.cc, state->a));
  }
  CheckAccelerationNorm(norm, info);
  info->newton++;
  if (!info->ok) PetscCall(ReportResidual(s, state, loading, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}
