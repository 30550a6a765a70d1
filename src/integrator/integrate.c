/* integrate.c: integrates a system from a state to an end time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/integrate.h>

/* Input error: a row of the constraints of a level is violated at the initial state. A row y_k is
   compared with its largest derivative g_k times the largest entry of the values that it restricts,
   the positions or the velocities, so that units and the writing of a constraint do not matter. The
   first six digits must agree. */
static PetscErrorCode CheckRows(FsSystem sys, const FsState *s, FsConstraintLevel level, Vec values,
                                Vec largest)
{
  const FsLoading    motion = FsLoadingOfMotion();
  const PetscReal    digits = 1e-6;
  PetscScalar       *y;
  const PetscScalar *g;
  PetscReal          size, excess;
  PetscInt           n;
  Vec                error;
  char               place[FS_PLACE_SIZE];

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(sys->vec, &error));
  PetscCall(sys->constraints->rows(sys, level, s, &motion, error));
  PetscCall(VecNorm(values, NORM_INFINITY, &size));
  if (size == 0) size = 1;
  PetscCall(VecGetLocalSize(error, &n));
  PetscCall(VecGetArrayRead(largest, &g));
  PetscCall(VecGetArray(error, &y));
  for (PetscInt i = 0; i < n; i++)
    y[i] = PetscAbsScalar(y[i]) > digits * size * PetscRealPart(g[i]) ? PetscAbsScalar(y[i]) : 0;
  PetscCall(VecRestoreArray(error, &y));
  PetscCall(VecRestoreArrayRead(largest, &g));
  PetscCall(VecNorm(error, NORM_INFINITY, &excess));
  PetscCall(FsSystemDescribeLargestDof(sys, error, place, sizeof place));
  PetscCall(VecDestroy(&error));
  PetscCheck(excess == 0, sys->comm, PETSC_ERR_USER_INPUT,
             "FsIntegrate: the initial %s violate %s by %g; they must satisfy the constraints",
             level == FS_CONSTRAINT_POSITION ? "positions" : "velocities",
             *place ? place : "a constraint", (double)excess);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckStart(FsSystem sys, const FsState *s)
{
  const FsLoading motion = FsLoadingOfMotion();
  Mat             G;
  Vec             largest;

  PetscFunctionBeginUser;
  if (!sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemCreateMatrix(sys, PETSC_TRUE, &G));
  PetscCall(MatZeroEntries(G));
  PetscCall(sys->constraints->gradient(sys, s, &motion, 1, G));
  PetscCall(VecDuplicate(sys->vec, &largest));
  PetscCall(MatGetRowMaxAbs(G, largest, NULL));
  PetscCall(CheckRows(sys, s, FS_CONSTRAINT_POSITION, s->q, largest));
  PetscCall(CheckRows(sys, s, FS_CONSTRAINT_VELOCITY, s->v, largest));
  PetscCall(VecDestroy(&largest));
  PetscCall(MatDestroy(&G));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes the steps, with an integrator that is set up. */
static PetscErrorCode TakeSteps(FsIntegrator in, FsSystem sys, PetscReal t_end, PetscInt steps,
                                FsMotionMonitor monitor, void *context, FsState *s,
                                FsStageInfo *info)
{
  const PetscReal start = s->t, dt = (t_end - start) / (PetscReal)steps;

  PetscFunctionBeginUser;
  if (monitor) PetscCall((*monitor)(sys, 0, s, context));
  for (PetscInt k = 1; k <= steps; k++) {
    PetscCall(FsIntegratorTry(in, dt, s, info));
    if (!info->ok) break;
    PetscCall(FsIntegratorAccept(in, s));
    s->t = k == steps ? t_end : start + (PetscReal)k * dt; /* without the sum of round-off */
    if (monitor) PetscCall((*monitor)(sys, k, s, context));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets up an integrator and takes the steps. */
static PetscErrorCode Start(FsIntegrator in, FsStage stage, FsSystem sys, PetscReal t_end,
                            PetscInt steps, FsMotionMonitor monitor, void *context, FsState *s,
                            FsStageInfo *info)
{
  PetscFunctionBeginUser;
  PetscCall(FsSystemAcceptInitialState(sys, s));
  PetscCall(CheckStart(sys, s));
  PetscCall(FsStageAcceleration(stage, s, info));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsIntegratorSetUp(in, sys, stage, (t_end - s->t) / (PetscReal)steps, s));
  PetscCall(TakeSteps(in, sys, t_end, steps, monitor, context, s, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsIntegrate(FsSystem sys, const FsIntegratorOptions *options, PetscReal t_end,
                           PetscInt steps, FsMotionMonitor monitor, void *context, FsState *s,
                           FsStageInfo *info)
{
  FsStage        stage;
  FsIntegrator   in;
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  PetscCheck(steps >= 1 && t_end > s->t, sys->comm, PETSC_ERR_USER_INPUT,
             "FsIntegrate: %" PetscInt_FMT " steps from %g to %g s; take at least one step, to a "
             "later time",
             steps, (double)s->t, (double)t_end);
  PetscCall(FsStageCreate(sys, &stage));
  PetscCall(FsIntegratorCreate(sys->comm, options, &in));
  ierr = Start(in, stage, sys, t_end, steps, monitor, context, s, info);
  PetscCall(FsIntegratorDestroy(&in)); /* also after the error of a function of the program */
  PetscCall(FsStageDestroy(&stage));
  PetscCall(ierr);
  PetscFunctionReturn(PETSC_SUCCESS);
}
