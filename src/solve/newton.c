/* newton.c: how Newton's method is set up, when it has arrived, and when it needs a new matrix. */
#include "newton.h"
#include "input/error.h"

PetscErrorCode NewtonCreate(FsSystem sys, const NewtonProblem *problem, Vec r, Mat A, void *context, SNES *out)
{
  SNESLineSearch search;
  CaughtError    caught;
  SNES           snes;
  KSP            ksp;

  PetscFunctionBeginUser;
  PetscCall(SNESCreate(sys->comm, &snes));
  PetscCall(SNESSetFunction(snes, r, problem->residual, context));
  PetscCall(SNESSetJacobian(snes, A, A, problem->tangent, context));
  PetscCall(SNESSetTolerances(snes, PETSC_DEFAULT, 0, 0, 25, PETSC_DEFAULT));
  PetscCall(
    SNESSetDivergenceTolerance(snes, 1e30)); /* bending stretches at first: residuals may grow a million times */
  PetscCall(SNESSetConvergenceTest(snes, problem->converged, context, NULL));
  PetscCall(SNESGetLineSearch(snes, &search)); /* full steps: near the solution a search fails on round-off */
  PetscCall(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(SolverSetDirect(ksp, A, sys->pivots));
  PetscCall(CatchBegin(&caught));
  (void)SNESSetFromOptions(snes);
  PetscCall(CatchEnd());
  PetscCall(CheckRefused(sys->comm, &caught));
  *out = snes;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Norms of the displacements, rotations and multipliers of vectors. */
static PetscErrorCode Measure(FsSystem sys, PetscInt n, const Vec x[], PetscReal norm[][FS_MEASURES])
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) PetscCall(sys->ops.measure(sys, x[i], norm[i]));
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, norm, (PetscMPIInt)(n * FS_MEASURES), MPIU_REAL, MPI_SUM, sys->comm));
  for (PetscInt i = 0; i < n; i++)
    for (int k = 0; k < FS_MEASURES; k++) norm[i][k] = PetscSqrtReal(norm[i][k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The step against what it is measured with: displacements against those of the model, up to its size (wherever it
   has flown to), rotations against those of the solve [rad]; 1e-5 of the size besides, so that 1e-10 of all this is
   not below round-off. Of what has no size: against the unknown. Multipliers follow: they enter linearly. moved: the
   norm of the step's displacements over the model's size; 0: not known. */
static PetscErrorCode RelativeStep(const NewtonTest *test, PetscBool sized, Vec start, Vec sum, Vec step,
                                   PetscReal *relative, PetscReal *moved)
{
  enum { STEP, SUM, START, NVECS };
  const PetscReal tiny = 1e-5, dofs = PetscSqrtReal((PetscReal)test->dofs), reach = test->sys->reach * dofs;
  const Vec       x[NVECS] = {step, sum, start};
  PetscReal       norm[NVECS][FS_MEASURES], turn;

  PetscFunctionBeginUser;
  *moved = 0;
  if (reach <= 0 || !sized) {
    for (int i = 0; i < NVECS; i++) PetscCall(VecNorm(x[i], NORM_2, &norm[i][0]));
    *relative = norm[STEP][0] > 0 ? norm[STEP][0] / (norm[START][0] + norm[SUM][0]) : 0;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(Measure(test->sys, NVECS, x, norm));
  *moved    = norm[STEP][FS_MEASURE_DISPLACEMENT] / reach;
  *relative = norm[STEP][FS_MEASURE_DISPLACEMENT] / (PetscMin(norm[START][FS_MEASURE_DISPLACEMENT], reach) +
                                                     PetscMin(norm[SUM][FS_MEASURE_DISPLACEMENT], reach) +
                                                     tiny * (reach + norm[START][FS_MEASURE_DISPLACEMENT]));
  turn =
    norm[STEP][FS_MEASURE_ROTATION] / (norm[SUM][FS_MEASURE_ROTATION] + norm[START][FS_MEASURE_ROTATION] + tiny * dofs);
  *relative = PetscMax(*relative, turn);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Newton's own steps shrink faster than by the ratio of the last two; those with a matrix that is kept just so, and go on for longer. */
static const PetscReal SMALL = 1e-10, SMALL_KEPT = 1e-15;

/* Newton steps after which the unknown changes no more; there is no test against the first residual, which tells more of
   the prediction than of the forces. What is left after a step is at most what the next ones would sum up to if they
   went on shrinking by the same factor. Stiff directions raise the round-off of soft ones: steps that are small and no longer
   shrink have reached it; with a kept matrix, if they shrank well before. A step of many times the model's size comes from a singular tangent. */
PetscErrorCode NewtonTestStep(NewtonTest *test, PetscInt iteration, PetscBool sized, Vec start, Vec sum, Vec step,
                              SNESConvergedReason *reason)
{
  const PetscReal settled = 1e-6, far = 1e6, well = 0.1;
  PetscReal       now = 0, moved = 0, left;

  PetscFunctionBeginUser;
  PetscCall(RelativeStep(test, sized, start, sum, step, &now, &moved));
  if (moved > far) {
    *reason = SNES_DIVERGED_LINEAR_SOLVE;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  test->ratio = iteration > 1 ? now / test->last : 1;
  if (iteration == 1) {
    test->best  = 1;
    test->first = now;
  }
  left = test->ratio < 0.5 ? now * test->ratio / (1 - test->ratio) : now;
  if (left <= (test->kept ? SMALL_KEPT : SMALL) ||
      (iteration > 2 && now <= settled && now > test->last / 2 && (!test->kept || test->best < well)))
    *reason = SNES_CONVERGED_SNORM_RELATIVE;
  test->best = PetscMin(test->best, test->ratio);
  if (iteration > 1 && (!test->kept || iteration == 2)) test->curvature = test->ratio / test->last;
  test->last = now;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Of a matrix, in iterations without a new one: 4.5 to 5.5 on chains of beams, elsewhere more. */
static const PetscReal MATRIX_COST = 5;

/* Whether steps of a size, shrinking by a rate each time, are small before they have cost as much as a matrix. */
static PetscBool arrives(PetscReal size, PetscReal rate)
{
  return (PetscBool)(rate > 0 && rate < 1 && MATRIX_COST * PetscLogReal(rate) <= PetscLogReal(SMALL_KEPT / size));
}

PetscBool NewtonBegins(const NewtonTest *test, PetscBool usable, NewtonMatrix *m)
{
  m->began = (PetscBool)(usable && !m->pause && m->last * m->solves <= MATRIX_COST + m->iterations &&
                         arrives(test->first, test->curvature * test->first));
  if (m->pause) m->pause--;
  return m->began;
}

PetscBool NewtonKeeps(const NewtonTest *test, PetscInt iteration, const NewtonMatrix *m)
{
  if (iteration == 1 && m->began) return PETSC_TRUE; /* at what rate is not known yet */
  return arrives(test->last, test->kept ? test->ratio : test->curvature * test->last);
}

void NewtonMade(NewtonMatrix *m, FsShift shift)
{
  enum { LONGEST = 64 };

  if (m->began) {
    m->wait  = PetscMin(LONGEST, PetscMax(1, 2 * m->wait));
    m->pause = m->wait;
  }
  m->made       = PETSC_TRUE;
  m->shift      = shift;
  m->solves     = 0;
  m->iterations = 0;
  m->last       = 0;
  m->began      = PETSC_FALSE;
}

void NewtonSolved(NewtonMatrix *m, PetscInt iterations, PetscBool converged)
{
  if (converged && m->began) m->wait = 0;
  if (!converged) m->made = PETSC_FALSE;
  m->solves++;
  m->last = iterations;
  m->iterations += iterations;
}

PetscErrorCode NewtonTestConstraints(const NewtonTest *test, PetscReal scale, Vec r, SNESConvergedReason *reason)
{
  const PetscReal rounding = 1e-9; /* of the model's size, or of a radian */
  PetscReal       norm[1][FS_MEASURES];

  PetscFunctionBeginUser;
  if (*reason <= 0 || !test->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Measure(test->sys, 1, &r, norm));
  if (!(norm[0][FS_MEASURE_MULTIPLIER] <=
        rounding * scale * PetscMax(1, FsSystemLength(test->sys)) * PetscSqrtReal((PetscReal)test->dofs)))
    *reason = SNES_CONVERGED_ITERATING;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *newton_reason(SNESConvergedReason reason)
{
  switch (reason) {
  case SNES_DIVERGED_MAX_IT:
    return "Newton's method did not converge in -snes_max_it iterations";
  case SNES_DIVERGED_LINEAR_SOLVE:
    return "the tangent matrix is singular, or its solver gave up";
  case SNES_DIVERGED_LINE_SEARCH:
    return "the line search found no way on";
  case SNES_DIVERGED_DTOL:
    return "Newton's method diverges";
  case SNES_DIVERGED_FNORM_NAN:
  case SNES_DIVERGED_FUNCTION_DOMAIN:
    return "an element has collapsed or turned too far, or numbers are infinite or undefined";
  default:
    return SNESConvergedReasons[reason];
  }
}
