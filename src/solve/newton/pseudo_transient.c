/* pseudo_transient.c: finds equilibria from states without stiffness by pseudo-transient
   continuation.

   The implicit Euler method solves W x' = -r in growing steps of pseudo-time (Kelley & Keyes 1998),
   each by Newton's method. One iteration a step is not enough for slack cables: a motion across
   them tightens them by its square, and the next step undoes it. The energy falls along the way, so
   that the result is stable. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "nonlinear.h"
#include "solve/stage_state.h"
#include "system/force_units.h"

PetscErrorCode StageAddDiagonal(NonlinearStage s, PetscReal sigma, Mat A)
{
  const PetscScalar *w = NULL;
  PetscInt           first, last;
  Vec                weights;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &weights));
  PetscCall(FsSystemWeights(s->sys, weights)); /* 0: the rows of multipliers */
  PetscCall(VecGetOwnershipRange(weights, &first, &last));
  PetscCall(VecGetArrayRead(weights, &w));
  for (PetscInt i = first; i < last; i++)
    if (w[i - first] != 0) PetscCall(MatSetValue(A, i, i, sigma * w[i - first], ADD_VALUES));
  PetscCall(VecRestoreArrayRead(weights, &w));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscCall(WorkspaceRestore(s->work, &weights));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A step of pseudo-time 1/sigma from x = start. */
typedef struct {
  NonlinearStage s;
  PetscReal      sigma;
  Vec            weights, start, r, step, scratch;
} PseudoTransient;

/* Computes c->r = r at s->x plus the term of the step, sigma W (x - start), and its norm. */
static PetscErrorCode PseudoTimeResidual(const PseudoTransient *c, PetscReal *norm)
{
  const Iteration *it = &c->s->iteration;

  PetscFunctionBeginUser;
  PetscCall(StageUpdateState(c->s, c->s->x));
  PetscCall(FsSystemResidual(c->s->sys, &it->state, &it->loading, &it->rows, c->r));
  PetscCall(VecWAXPY(c->scratch, -1, c->start, c->s->x));
  PetscCall(VecPointwiseMult(c->scratch, c->scratch, c->weights));
  PetscCall(VecAXPY(c->r, c->sigma, c->scratch));
  PetscCall(VecNorm(c->r, NORM_2, norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets s->x to the end of the step. *done: Newton's method has reduced the unbalanced forces
   to a part of start_norm, their size at the start of the step. */
static PetscErrorCode PseudoTimeStep(const PseudoTransient *c, PetscReal start_norm,
                                     FsStageInfo *info, PetscBool *done)
{
  enum { MAX_ITERATIONS = 10 };
  const PetscReal      part = 0.03;
  const NonlinearStage s    = c->s;
  const Iteration     *it   = &s->iteration;
  PetscReal            norm;
  PetscBool            solved = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(PseudoTimeResidual(c, &norm));
  for (PetscInt k = 0; k < MAX_ITERATIONS && norm > part * start_norm && solved; k++) {
    PetscCall(
      FsSystemTangent(s->sys, &it->state, &it->loading, &it->rows, it->shift, s->matrix->A));
    PetscCall(StageAddDiagonal(s, c->sigma, s->matrix->A));
    PetscCall(KSPSetOperators(s->matrix->ksp, s->matrix->A, s->matrix->A));
    PetscCall(SolverSetZeroPivot(s->matrix->ksp, s->matrix->A));
    PetscCall(SolverSolve(s->matrix->ksp, c->r, c->step, &solved));
    if (!solved) break;
    PetscCall(VecAXPY(s->x, -1, c->step));
    PetscCall(PseudoTimeResidual(c, &norm));
    s->matrix->builds++;
    info->newton++;
    info->linear++;
  }
  if (!solved) PetscCall(KSPReset(s->matrix->ksp));
  *done = (PetscBool)(solved && norm <= part * start_norm);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode IteratePseudoTime(PseudoTransient *c, FsStageInfo *info,
                                        PetscBool *close_enough)
{
  enum { MAX_STEPS = 300 };
  /* The first step is PACE of the characteristic length. A step that fails is repeated with sigma
     times SHORTER; others let the next one grow by LONGER. CLOSE: part of the first forces below
     which Newton's method takes over. */
  const PetscReal      PACE = 0.02, SHORTER = 8, LONGER = 2, CLOSE = 1e-6;
  const NonlinearStage s     = c->s;
  const PetscReal MAX_MOTION = 1e3; /* times the characteristic length: the model moves freely */
  PetscReal       first_norm, norm, moved = 0;
  PetscInt        n;

  PetscFunctionBeginUser;
  PetscCall(VecGetSize(s->x, &n));
  PetscCall(VecZeroEntries(s->x));
  PetscCall(VecZeroEntries(c->start));
  PetscCall(PseudoTimeResidual(c, &first_norm));
  norm     = first_norm;
  c->sigma = first_norm / (PACE * FsSystemCharacteristicLength(s->sys));
  for (PetscInt k = 0; k < MAX_STEPS && norm > CLOSE * first_norm; k++) {
    PetscReal sigma = c->sigma;
    PetscBool done  = PETSC_FALSE;

    PetscCall(PseudoTimeStep(c, norm, info, &done));
    if (!done) {
      c->sigma = sigma * SHORTER;
      PetscCall(VecCopy(c->start, s->x));
      continue;
    }
    PetscCall(VecCopy(s->x, c->start));
    PetscCall(PseudoTimeResidual(c, &norm));
    c->sigma = sigma / LONGER;
    PetscCall(FsSystemNorm(s->sys, s->x, &moved));
    if (!(moved < MAX_MOTION * FsSystemCharacteristicLength(s->sys) * PetscSqrtReal((PetscReal)n)))
      break;
  }
  *close_enough = (PetscBool)(norm <= CLOSE * first_norm);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolvePseudoTransient(NonlinearStage s, FsStageInfo *info,
                                         PetscBool *close_enough)
{
  PseudoTransient c     = {.s = s};
  Vec *const      all[] = {&c.weights, &c.start, &c.r, &c.step, &c.scratch};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++)
    PetscCall(VecDuplicate(s->sys->vec, all[k]));
  PetscCall(VecSet(c.weights, 1));
  PetscCall(IteratePseudoTime(&c, info, close_enough));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) PetscCall(VecDestroy(all[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
