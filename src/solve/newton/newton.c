/* newton.c: tests convergence of Newton's method, and decides about new matrices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "newton.h"
#include "direct/multifrontal/pc_multifrontal.h"
#include "linear/pc_elimination.h"
#include "system/force_units.h"

/* norm[i][]: 2-norms of the displacements, rotations and multipliers (FS_MEASURE_...) of x[i], i <
   n. Collective. */
static PetscErrorCode ComponentNorms(FsSystem sys, PetscInt n, const Vec x[],
                                     PetscReal norm[][FS_MEASURES])
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) PetscCall(sys->ops.geometry.measure(sys, x[i], norm[i]));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, norm, (PetscMPIInt)(n * FS_MEASURES), MPIU_REAL,
                              MPI_SUM, sys->comm));
  for (PetscInt i = 0; i < n; i++)
    for (int k = 0; k < FS_MEASURES; k++) norm[i][k] = PetscSqrtReal(norm[i][k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the relative size of a step. With L the model size (sys->model_size) times the square
   root of the number of unknowns, it is the larger of

     displacements  |step| / (min(|start|, L) + min(|sum|, L) + 1e-5 (L + |start|))
     rotations      |step| / (|sum| + |start| + 1e-5 sqrt(unknowns))

   The minima prevent that a displacement that went astray makes its step look small. The terms with
   1e-5 keep the tolerance of 1e-10 above round-off if hardly anything moves. Multipliers are left
   out: r is linear in them, so they are right as soon as the other unknowns are. Without a model
   size (L = 0), or if is_displacement is false, the size is |step| / (|start| + |sum|) over all
   entries. moved: |step| of the displacements over L; 0 without a model size. */
static PetscErrorCode RelativeStep(const NewtonTest *test, PetscBool is_displacement, Vec start,
                                   Vec sum, Vec step, PetscReal *relative, PetscReal *moved)
{
  enum { STEP, SUM, START, NVECS };
  const PetscReal tiny = 1e-5, dofs = PetscSqrtReal((PetscReal)test->dofs),
                  model_size = test->sys->scales.model_size * dofs;
  const Vec x[NVECS]         = {step, sum, start};
  PetscReal norm[NVECS][FS_MEASURES], turn;

  PetscFunctionBeginUser;
  *moved = 0;
  if (model_size <= 0 || !is_displacement) {
    for (int i = 0; i < NVECS; i++) PetscCall(VecNorm(x[i], NORM_2, &norm[i][0]));
    *relative = norm[STEP][0] > 0 ? norm[STEP][0] / (norm[START][0] + norm[SUM][0]) : 0;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ComponentNorms(test->sys, NVECS, x, norm));
  *moved    = norm[STEP][FS_MEASURE_DISPLACEMENT] / model_size;
  *relative = norm[STEP][FS_MEASURE_DISPLACEMENT] /
              (PetscMin(norm[START][FS_MEASURE_DISPLACEMENT], model_size) +
               PetscMin(norm[SUM][FS_MEASURE_DISPLACEMENT], model_size) +
               tiny * (model_size + norm[START][FS_MEASURE_DISPLACEMENT]));
  turn = norm[STEP][FS_MEASURE_ROTATION] /
         (norm[SUM][FS_MEASURE_ROTATION] + norm[START][FS_MEASURE_ROTATION] + tiny * dofs);
  *relative = PetscMax(*relative, turn);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether the step is so small that no friction changes by it (FsSystemScales.friction_scale). */
static PetscErrorCode IsFrictionSettled(const NewtonTest *test, PetscBool is_displacement, Vec step,
                                        PetscBool *settled)
{
  /* Sizes of the step over the characteristic length, and in rad. The limit part is relative to the
     motion over which friction changes from one direction to the other, so that it changes by 1e-3
     of itself. The limit round_off prevents that a tiny scale asks for more digits than q has. */
  const PetscReal part = 1e-3, round_off = 1e-12,
                  limit = PetscMax(round_off, part * test->sys->scales.friction_scale);
  PetscReal norm[1][FS_MEASURES];

  PetscFunctionBeginUser;
  *settled = PETSC_TRUE;
  if (!test->sys->traits.friction || !is_displacement) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ComponentNorms(test->sys, 1, &step, norm));
  *settled =
    (PetscBool)(PetscMax(norm[0][FS_MEASURE_DISPLACEMENT] / FsSystemCharacteristicLength(test->sys),
                         norm[0][FS_MEASURE_ROTATION]) <= limit);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether -ksp_atol made the linear solver do nothing. Its step of size 0 would look like
   convergence. */
static PetscErrorCode IsSolveSkipped(SNES snes, PetscBool *skipped)
{
  KSPConvergedReason reason;
  PetscInt           iterations;
  KSP                ksp;

  PetscFunctionBeginUser;
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(KSPGetConvergedReason(ksp, &reason));
  PetscCall(KSPGetIterationNumber(ksp, &iterations));
  *skipped = (PetscBool)(reason == KSP_CONVERGED_ATOL && !iterations);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether the linear solver has reached -ksp_max_it without its tolerance. GCR reports this as
   convergence. The user may want it: -ksp_converged_maxits, -ksp_norm_type none. */
static PetscErrorCode IsSolveUnfinished(SNES snes, PetscBool *unfinished)
{
  KSPConvergedReason reason;
  PetscInt           iterations, most;
  PetscBool          direct, wanted = PETSC_FALSE;
  KSPNormType        norm;
  KSP                ksp;

  PetscFunctionBeginUser;
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(KSPGetConvergedReason(ksp, &reason));
  PetscCall(KSPGetIterationNumber(ksp, &iterations));
  PetscCall(KSPGetTolerances(ksp, NULL, NULL, NULL, &most));
  PetscCall(KSPGetNormType(ksp, &norm));
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPPREONLY, &direct));
  *unfinished = (PetscBool)(reason == KSP_CONVERGED_ITS && iterations >= most && !direct &&
                            norm != KSP_NORM_NONE);
  if (*unfinished)
    PetscCall(PetscOptionsGetBool(NULL, NULL, "-ksp_converged_maxits", &wanted, NULL));
  if (wanted) *unfinished = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonTestUserTolerances(NewtonTest *test, SNES snes, PetscInt iteration,
                                        PetscReal xnorm, PetscReal step, PetscReal fnorm,
                                        SNESConvergedReason *reason)
{
  PetscBool skipped = PETSC_FALSE, unfinished = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(SNESConvergedDefault(snes, iteration, xnorm, step, fnorm, reason, NULL));
  if (iteration) {
    PetscCall(IsSolveSkipped(snes, &skipped));
    PetscCall(IsSolveUnfinished(snes, &unfinished));
    if (unfinished || (skipped && fnorm > SOLVER_MAX_RESIDUAL * test->residual))
      *reason = SNES_DIVERGED_LINEAR_SOLVE;
  } else {
    test->residual = PetscMax(test->residual, fnorm);
    if (*reason > 0) *reason = SNES_CONVERGED_ITERATING;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Size of the remaining error at which the iteration has converged, relative as in RelativeStep,
   which has no unit. SMALL serves exact tangents, whose steps shrink faster than the estimate below
   assumes. SMALL_OLD_MATRIX serves old matrices, whose steps shrink as assumed. SMALL_ITERATED
   serves steps of an iterative solver, whose error is SAFETY_FACTOR times its tolerance, because
   that is a norm of residuals. */
static const PetscReal SMALL = 1e-10, SMALL_OLD_MATRIX = 1e-15, SMALL_ITERATED = 1e-11,
                       SAFETY_FACTOR = 10;

static PetscReal small_error(const NewtonTest *test)
{
  return test->tolerance > 0 ? SMALL_ITERATED : test->old_matrix ? SMALL_OLD_MATRIX : SMALL;
}

PetscReal NewtonTolerance(const NewtonTest *test, PetscInt iteration)
{
  const PetscReal part = 0.1, room = 0.5;
  /* size: of the next step; newton: factor by which its tangent reduces the error */
  PetscReal size = 1, newton = 0, tolerance;

  if (iteration) {
    newton = test->old_matrix ? test->rate : test->quadratic * test->size;
    size   = test->size * PetscMin(1, PetscMax(newton, SAFETY_FACTOR * test->tolerance));
  } else if (test->first_size > 0) {
    size = test->first_size;
  }
  newton = test->old_matrix ? newton : test->quadratic * size;
  /* for this step and the next one, which then converges */
  tolerance = room / SAFETY_FACTOR * PetscSqrtReal(SMALL_ITERATED / size);
  if (iteration && size * size <= SMALL_ITERATED * test->size)
    tolerance = SMALL_ITERATED / (SAFETY_FACTOR * size);
  return PetscMax(
    SOLVER_NEWTON_MIN_RTOL,
    PetscMin(SOLVER_NEWTON_MAX_RTOL, PetscMax(tolerance, part * PetscMin(1, newton))));
}

/* Reports convergence if the estimated remaining error is small: if steps continue to shrink by the
   last rate, they add up to size * rate / (1 - rate).

   It also does if round-off is reached: steps below 1e-6 no longer halve, as in ill-conditioned
   models. An old matrix converges slowly by itself. Then some step must have shrunk to a tenth, and
   the last one to SMALL: of errors of two kinds it may correct one at a time. Friction must have
   settled in both cases, because steps from one side of it to the other do not halve, either.

   The first residual is not a reference, because it measures the prediction and not the forces. A
   step of 1e6 times the model size comes from a singular tangent. */
PetscErrorCode NewtonTestStep(NewtonTest *test, PetscInt iteration, PetscBool is_displacement,
                              Vec start, Vec sum, Vec step, SNESConvergedReason *reason)
{
  const PetscReal           far = 1e6, well = 0.1, settled = 1e-6;
  const SNESConvergedReason user = *reason;
  PetscReal                 size = 0, moved = 0, remaining, rate;
  PetscBool                 friction_settled;

  PetscFunctionBeginUser;
  PetscCall(RelativeStep(test, is_displacement, start, sum, step, &size, &moved));
  PetscCall(IsFrictionSettled(test, is_displacement, step, &friction_settled));
  if (moved > far) {
    *reason = SNES_DIVERGED_LINEAR_SOLVE;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  test->rate = iteration > 1 ? size / test->size : 1;
  if (iteration == 1) {
    test->best_rate  = 1;
    test->first_size = size;
  }
  rate      = PetscMax(test->rate, SAFETY_FACTOR * test->tolerance);
  remaining = rate < 0.5 ? size * rate / (1 - rate) : size;
  if (friction_settled && (remaining <= small_error(test) ||
                           (iteration > 2 && size <= settled && size > test->size / 2 &&
                            (!test->old_matrix || (test->best_rate < well && size <= SMALL)))))
    *reason = SNES_CONVERGED_SNORM_RELATIVE;
  else if (user > 0 && size > SOLVER_MAX_RESIDUAL) *reason = SNES_CONVERGED_ITERATING;
  test->best_rate = PetscMin(test->best_rate, test->rate);
  /* later steps with an old matrix or an iterative solver do not show the error of the tangent */
  if (iteration == 2 || (iteration > 2 && !test->old_matrix && !(test->tolerance > 0)))
    test->quadratic = test->rate / test->size;
  test->size = size;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonTestBalance(NewtonTest *test, SNES snes, PetscInt iteration,
                                 SNESConvergedReason *reason)
{
  const PetscInt most   = 3;
  PetscBool      passed = PETSC_TRUE;

  PetscFunctionBeginUser;
  if (*reason > 0) {
    PetscCall(
      StepCheckApply(&test->check, test->sys, snes, (PetscBool)(test->tolerance > 0), &passed));
    if (!passed) *reason = test->check.failed < most ? SNES_CONVERGED_ITERATING : NEWTON_UNSOLVED;
  }
  if (*reason == SNES_CONVERGED_ITERATING)
    PetscCall(StepCheckRecord(&test->check, test->sys, snes, iteration));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonTestDestroy(NewtonTest *test)
{
  PetscFunctionBeginUser;
  PetscCall(VecDestroy(&test->unit));
  PetscCall(StepCheckDestroy(&test->check));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Cost of a new tangent with its factorization, in iterations with an old one; measured 4.5 to 5.5
   on chains of beams, more elsewhere. */
static const PetscReal MATRIX_COST = 5;

static PetscReal matrix_cost(const NewtonTest *test)
{
  return test->cost > 0 ? test->cost : MATRIX_COST;
}

/* Whether steps that start at this size and shrink by this rate are negligible within the cost of a
   matrix. */
static PetscBool converges_within_cost(const NewtonTest *test, PetscReal size, PetscReal rate)
{
  const PetscReal small = test->tolerance > 0 ? SMALL_ITERATED : SMALL_OLD_MATRIX;

  return (PetscBool)(rate > 0 && rate < 1 &&
                     matrix_cost(test) * PetscLogReal(rate) <= PetscLogReal(small / size));
}

PetscBool NewtonMatrixReuseFirst(const NewtonTest *test, PetscBool usable, NewtonMatrix *m)
{
  m->reused =
    (PetscBool)(usable && !m->pause &&
                (PetscReal)m->last_iterations * (PetscReal)m->solves <=
                  matrix_cost(test) + (PetscReal)m->iterations &&
                converges_within_cost(test, test->first_size, test->quadratic * test->first_size));
  if (m->pause) m->pause--;
  return m->reused;
}

PetscBool NewtonMatrixReuseNext(const NewtonTest *test, PetscInt iteration, const NewtonMatrix *m)
{
  /* its rate of convergence is known after this iteration */
  if (iteration == 1 && m->reused) return PETSC_TRUE;
  return converges_within_cost(test, test->size,
                               test->old_matrix ? test->rate : test->quadratic * test->size);
}

void NewtonMatrixBuilt(NewtonMatrix *m, FsShift shift)
{
  enum { LONGEST = 64 };

  if (m->reused) {
    m->last_pause = PetscMin(LONGEST, PetscMax(1, 2 * m->last_pause));
    m->pause      = m->last_pause;
  }
  m->exists          = PETSC_TRUE;
  m->shift           = shift;
  m->solves          = 0;
  m->iterations      = 0;
  m->last_iterations = 0;
  m->reused          = PETSC_FALSE;
}

void NewtonMatrixSolved(NewtonMatrix *m, PetscInt iterations, PetscBool converged)
{
  if (converged && m->reused) m->last_pause = 0;
  if (!converged) m->exists = PETSC_FALSE;
  m->solves++;
  m->last_iterations = iterations;
  m->iterations += iterations;
}

/* Whether the KSP of a SNES has applied factors of its present matrix. */
static PetscErrorCode HasFactors(SNES snes, PetscInt solves, PetscBool *has)
{
  PetscBool direct, factors;
  KSP       ksp;
  PC        pc;

  PetscFunctionBeginUser;
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPPREONLY, &direct));
  PetscCall(PCGetReduced(&pc));
  PetscCall(PetscObjectTypeCompareAny((PetscObject)pc, &factors, PCLU, PCCHOLESKY, ""));
  if (!factors) PetscCall(PCIsMultifrontal(pc, &factors));
  *has = (PetscBool)(direct && factors && solves > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonTestFactors(NewtonTest *test, SNES snes, PetscInt linear, Vec mode,
                                 SNESConvergedReason *reason)
{
  PetscBool     has = PETSC_FALSE, misses;
  KSP           ksp;
  Mat           P;
  Vec           weights;
  Equilibration e;

  PetscFunctionBeginUser;
  if (*reason <= 0 || test->nonsingular) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(HasFactors(snes, linear, &has));
  if (!has) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(KSPGetOperators(ksp, NULL, &P));
  PetscCall(EquilibrationCreate(test->sys, P, &e));
  PetscCall(FactorCheckNonsingular(ksp, P, &e, mode, &test->nonsingular));
  PetscCall(EquilibrationDestroy(&e));
  if (test->nonsingular) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(mode, &weights));
  PetscCall(FsSystemWeights(test->sys, weights));
  PetscCall(FactorMissesAsymmetry(ksp, P, weights, &misses));
  PetscCall(VecDestroy(&weights));
  *reason = misses ? NEWTON_UNSOLVED : NEWTON_MECHANISM;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *newton_reason(SNESConvergedReason reason)
{
  switch (reason) {
  case SNES_DIVERGED_MAX_IT:
    return "Newton's method did not converge in -snes_max_it iterations";
  case SNES_DIVERGED_LINEAR_SOLVE:
    return "the tangent matrix is singular, or its solver gave up";
  case NEWTON_MECHANISM:
    return "the tangent matrix is singular: something can move freely";
  case NEWTON_UNSOLVED:
    return "the steps became small, but the forces are not balanced: the linear solver or the line "
           "search does not solve (remove -ksp_..., -pc_..., -snes_linesearch_...)";
  case SNES_DIVERGED_LINE_SEARCH:
    return "the line search found no shorter step that helps";
  case SNES_DIVERGED_DTOL:
    return "Newton's method diverges";
  case SNES_DIVERGED_FUNCTION_NANORINF:
  case SNES_DIVERGED_FUNCTION_DOMAIN:
    return "an element has collapsed or turned too far, or numbers are infinite or undefined";
  default:
    return SNESConvergedReasons[reason];
  }
}

PetscErrorCode NewtonTestArchive(NewtonTest *test, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "newton"));
  PetscCall(FsArchiveReals(a, "size", 1, &test->size));
  PetscCall(FsArchiveReals(a, "rate", 1, &test->rate));
  PetscCall(FsArchiveReals(a, "best_rate", 1, &test->best_rate));
  PetscCall(FsArchiveReals(a, "residual", 1, &test->residual));
  PetscCall(FsArchiveReals(a, "first_size", 1, &test->first_size));
  PetscCall(FsArchiveReals(a, "quadratic", 1, &test->quadratic));
  PetscCall(FsArchiveBool(a, "regular", &test->nonsingular));
  PetscCall(FsArchiveBool(a, "old_matrix", &test->old_matrix));
  PetscCall(FsArchiveReals(a, "tolerance", 1, &test->tolerance));
  PetscCall(FsArchiveReals(a, "cost", 1, &test->cost));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonMatrixArchive(NewtonMatrix *matrix, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "matrix"));
  PetscCall(FsArchiveBool(a, "exists", &matrix->exists));
  PetscCall(FsArchiveShift(a, "shift", &matrix->shift));
  PetscCall(FsArchiveInt(a, "solves", &matrix->solves));
  PetscCall(FsArchiveInt(a, "iterations", &matrix->iterations));
  PetscCall(FsArchiveInt(a, "last_iterations", &matrix->last_iterations));
  PetscCall(FsArchiveBool(a, "reused", &matrix->reused));
  PetscCall(FsArchiveInt(a, "pause", &matrix->pause));
  PetscCall(FsArchiveInt(a, "last_pause", &matrix->last_pause));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
