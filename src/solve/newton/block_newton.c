/* block_newton.c: solves a problem of several unknown vectors by Newton's method.

   SNES has one long vector: on each rank the local parts of the n vectors are consecutive. Its
   matrix is a MATNEST converted to AIJ, so that a direct solver can factor it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "block_newton.h"
#include "base/profile.h"
#include "direct/multifrontal/pc_multifrontal.h"
#include "newton_loop.h"
#include "solve/failure_report.h"
#include "solve/stage_matrix.h"
#include "solve/stage_state.h"

enum { MAX_BLOCKS = 3 };

struct _n_BlockNewton {
  FsSystem     sys;
  PetscInt     n;
  BlockProblem problem;
  void        *context;
  /* x, r: the long vectors; start: displacements that steps are measured against, borrowed during a
     solve */
  Vec x, r, start;
  /* part[b]: block b of x; row[b]: block b of the residual, or of a Newton step in the convergence
     test */
  Vec        part[MAX_BLOCKS], row[MAX_BLOCKS];
  Mat        A, nest, block[MAX_BLOCKS * MAX_BLOCKS];
  SNES       snes;
  NewtonLoop loop;
  NewtonTest test;
};

/* Copies the long vector to the n vectors; JoinBlocks is the inverse. */
static PetscErrorCode SplitBlocks(Vec x, PetscInt n, const Vec part[])
{
  const PetscScalar *from;
  PetscScalar       *to;
  PetscInt           size;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(part[0], &size));
  PetscCall(VecGetArrayRead(x, &from));
  for (PetscInt b = 0; b < n; b++) {
    PetscCall(VecGetArray(part[b], &to));
    PetscCall(PetscArraycpy(to, from + b * size, size));
    PetscCall(VecRestoreArray(part[b], &to));
  }
  PetscCall(VecRestoreArrayRead(x, &from));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode JoinBlocks(PetscInt n, const Vec part[], Vec x)
{
  const PetscScalar *from;
  PetscScalar       *to;
  PetscInt           size;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(part[0], &size));
  PetscCall(VecGetArray(x, &to));
  for (PetscInt b = 0; b < n; b++) {
    PetscCall(VecGetArrayRead(part[b], &from));
    PetscCall(PetscArraycpy(to + b * size, from, size));
    PetscCall(VecRestoreArrayRead(part[b], &from));
  }
  PetscCall(VecRestoreArray(x, &to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode BlockResidual(SNES snes, Vec x, Vec r, void *context)
{
  BlockNewton c = context;

  PetscFunctionBeginUser;
  (void)snes;
  PetscCall(SplitBlocks(x, c->n, c->part));
  PetscCall(c->problem.residual(c->context, c->part, c->row));
  PetscCall(JoinBlocks(c->n, c->row, r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode BlockTangent(SNES snes, Vec x, Mat A, Mat P, void *context)
{
  BlockNewton c = context;

  PetscFunctionBeginUser;
  (void)snes, (void)P;
  PetscCall(SplitBlocks(x, c->n, c->part));
  PetscCall(c->problem.tangent(c->context, c->part, c->block));
  PetscCall(MatConvert(c->nest, MATAIJ, MAT_REUSE_MATRIX, &A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets part[0] to the sum of |part[b]|, entry by entry: one vector of displacements for
   NewtonTestStep. Overwrites part. */
static PetscErrorCode SumAbsolute(PetscInt n, const Vec part[])
{
  PetscFunctionBeginUser;
  for (PetscInt b = 0; b < n; b++) {
    PetscCall(VecAbs(part[b]));
    if (b) PetscCall(VecAXPY(part[0], 1, part[b]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode BlockConverged(SNES snes, PetscInt iteration, PetscReal xnorm, PetscReal step,
                                     PetscReal fnorm, SNESConvergedReason *reason, void *context)
{
  BlockNewton c = context;
  Vec         update, sum, r;

  PetscFunctionBeginUser;
  c->test.old_matrix = c->problem.inexact;
  PetscCall(NewtonTestUserTolerances(&c->test, snes, iteration, xnorm, step, fnorm, reason));
  if (!iteration) PetscCall(NewtonTestBalance(&c->test, snes, iteration, reason));
  if (*reason < 0 || !iteration) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(NewtonLoopGetStep(&c->loop, snes, &update));
  PetscCall(SNESGetSolution(snes, &sum));
  PetscCall(SplitBlocks(sum, c->n, c->part));
  PetscCall(SplitBlocks(update, c->n, c->row));
  PetscCall(SumAbsolute(c->n, c->part));
  PetscCall(SumAbsolute(c->n, c->row));
  PetscCall(
    NewtonTestStep(&c->test, iteration, PETSC_TRUE, c->start, c->part[0], c->row[0], reason));
  if (*reason > 0 && c->problem.rows >= 0) {
    PetscCall(SNESGetFunction(snes, &r, NULL, NULL));
    PetscCall(SplitBlocks(r, c->n, c->row));
    PetscCall(NewtonTestConstraints(&c->test, c->problem.scale(c->context), c->row[c->problem.rows],
                                    reason));
  }
  PetscCall(NewtonTestBalance(&c->test, snes, iteration, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Uses the multifrontal solver if it is faster. Overwrites c->part and c->x. */
static PetscErrorCode SetMultifrontal(BlockNewton c)
{
  KSP ksp;

  PetscFunctionBeginUser;
  if (!c->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt b = 0; b < c->n; b++) PetscCall(MarkMultipliers(c->sys, c->part[b]));
  PetscCall(JoinBlocks(c->n, c->part, c->x));
  PetscCall(SNESGetKSP(c->snes, &ksp));
  PetscCall(KSPSetMultifrontal(ksp, c->A, c->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlockNewtonCreate(FsSystem sys, PetscInt n, const BlockProblem *problem,
                                 void *context, BlockNewton *out)
{
  const NewtonProblem newton = {BlockResidual, BlockTangent, BlockConverged};
  PetscInt            size;
  BlockNewton         c;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&c));
  c->sys     = sys;
  c->n       = n;
  c->problem = *problem;
  c->context = context;
  PetscCall(VecGetLocalSize(sys->vec, &size));
  PetscCall(VecGetSize(sys->vec, &c->test.dofs));
  c->test.sys = sys;
  PetscCall(VecCreate(sys->comm, &c->x));
  PetscCall(VecSetSizes(c->x, n * size, PETSC_DETERMINE));
  PetscCall(VecSetType(c->x, VECSTANDARD));
  PetscCall(VecDuplicate(c->x, &c->r));
  for (PetscInt b = 0; b < n; b++) {
    PetscCall(VecDuplicate(sys->vec, &c->part[b]));
    PetscCall(VecDuplicate(sys->vec, &c->row[b]));
  }
  for (PetscInt b = 0; b < n * n; b++) {
    PetscCall(FsSystemCreateMatrix(sys, PETSC_TRUE, &c->block[b]));
    PetscCall(MatZeroEntries(c->block[b]));
  }
  PetscCall(MatCreateNest(sys->comm, n, NULL, n, NULL, c->block, &c->nest));
  PetscCall(MatConvert(c->nest, MATAIJ, MAT_INITIAL_MATRIX, &c->A));
  PetscCall(NewtonCreate(sys, &newton, c->r, c->A, c, &c->snes));
  PetscCall(NewtonLoopSetUp(&c->loop, c->snes, &newton, c));
  PetscCall(SetMultifrontal(c));
  *out = c;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlockNewtonDestroy(BlockNewton *out)
{
  BlockNewton c = *out;

  PetscFunctionBeginUser;
  if (!c) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SNESDestroy(&c->snes));
  PetscCall(NewtonLoopDestroy(&c->loop));
  PetscCall(NewtonTestDestroy(&c->test));
  PetscCall(MatDestroy(&c->A));
  PetscCall(MatDestroy(&c->nest));
  for (PetscInt b = 0; b < MAX_BLOCKS * MAX_BLOCKS; b++) PetscCall(MatDestroy(&c->block[b]));
  for (PetscInt b = 0; b < MAX_BLOCKS; b++) {
    PetscCall(VecDestroy(&c->part[b]));
    PetscCall(VecDestroy(&c->row[b]));
  }
  PetscCall(VecDestroy(&c->x));
  PetscCall(VecDestroy(&c->r));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Runs Newton's method from c->x, which becomes the result. linear: number of linear iterations. */
static PetscErrorCode IterateBlocks(BlockNewton c, FsStageInfo *info, PetscInt *linear,
                                    SNESConvergedReason *reason)
{
  PetscInt iterations;

  PetscFunctionBeginUser;
  PetscCall(NewtonLoopSolve(&c->loop, c->snes, c->x, &iterations, linear, reason));
  info->newton += iterations;
  info->linear += *linear;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets info->place to the largest residual at x, or to the largest motion of a mechanism, which is
   in c->r. */
static PetscErrorCode ReportBlockFailure(BlockNewton c, SNESConvergedReason reason, const Vec x[],
                                         FsStageInfo *info)
{
  PetscFunctionBeginUser;
  if (reason == NEWTON_MECHANISM) {
    PetscCall(SplitBlocks(c->r, c->n, c->row));
    PetscCall(SumAbsolute(c->n, c->row));
    PetscCall(ReportLargestEntry(c->sys, largest_motion, c->row[0], info));
  } else {
    PetscCall(c->problem.residual(c->context, x, c->row));
    PetscCall(ReportLargestEntry(c->sys, largest_residual, c->row[0], info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlockNewtonSolve(BlockNewton c, Vec start, const Vec x[], FsStageInfo *info)
{
  SNESConvergedReason reason;
  PetscInt            linear;
  KSP                 ksp;

  PetscFunctionBeginUser;
  c->start = start;
  PetscCall(JoinBlocks(c->n, x, c->x));
  PetscCall(IterateBlocks(c, info, &linear, &reason));
  if (reason < 0 && c->sys->traits.friction) {
    PetscCall(JoinBlocks(c->n, x, c->x));
    PetscCall(NewtonLoopSetLineSearch(&c->loop, c->snes, PETSC_TRUE));
    PetscCall(IterateBlocks(c, info, &linear, &reason));
    PetscCall(NewtonLoopSetLineSearch(&c->loop, c->snes, PETSC_FALSE));
  }
  PetscCall(NewtonTestFactors(&c->test, c->snes, linear, c->r, &reason));
  PetscCall(SplitBlocks(c->x, c->n, x));
  info->ok = (PetscBool)(reason > 0);
  if (!info->ok) {
    PetscCall(SNESGetKSP(c->snes, &ksp));
    /* after a failed factorization MUMPS cannot be used again */
    PetscCall(KSPReset(ksp));
    info->reason = newton_reason(reason);
    if (reason == NEWTON_UNSOLVED && c->test.check.by_user) info->diverged = PETSC_TRUE;
    PetscCall(ReportBlockFailure(c, reason, x, info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlockNewtonSolveStage(BlockNewton c, Vec start, const Vec x[], FsStageInfo *info)
{
  const FsStageInfo before = *info;

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_STAGE));
  PetscCall(BlockNewtonSolve(c, start, x, info));
  PetscCall(StageFinish(&before, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlockNewtonArchive(BlockNewton s, FsArchive a)
{
  return NewtonTestArchive(&s->test, a);
}
