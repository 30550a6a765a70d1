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

/* Motion - A motion that is integrated. */
typedef struct {
  FsSystem        sys;
  FsMotionMonitor monitor; /* or NULL, with its context */
  void           *context;
  PetscReal       t_end, dt; /* end time, and size of the first step [s] */
  PetscInt        steps;     /* number of equal steps; 0: their sizes follow from control */
  /* how the sizes of steps are chosen; not read if the steps are equal */
  FsStepControlOptions control;
} Motion;

static PetscErrorCode See(const Motion *m, PetscInt step, const FsState *s)
{
  PetscFunctionBeginUser;
  if (m->monitor) PetscCall((*m->monitor)(m->sys, step, s, m->context));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TakeEqualSteps(const Motion *m, FsIntegrator in, FsState *s,
                                     FsStageInfo *info)
{
  const PetscReal start = s->t;

  PetscFunctionBeginUser;
  for (PetscInt k = 1; k <= m->steps; k++) {
    PetscCall(FsIntegratorTry(in, m->dt, s, info));
    if (!info->ok) break;
    PetscCall(FsIntegratorAccept(in, s));
    /* without the sum of round-off */
    s->t = k == m->steps ? m->t_end : start + (PetscReal)k * m->dt;
    PetscCall(See(m, k, s));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AdvanceToEnd(const Motion *m, FsStepControl control, FsState *s,
                                   FsStepInfo *info)
{
  FsStepInfo sum = {.accepted = 0};

  PetscFunctionBeginUser;
  PetscCall(FsStepControlSetUp(control, s));
  for (PetscInt k = 1; s->t < m->t_end; k++) {
    PetscCall(FsStepControlAdvance(control, m->t_end, s, info));
    sum.accepted += info->accepted;
    sum.rejected += info->rejected;
    sum.failed += info->failed;
    if (!info->solve.ok) break;
    PetscCall(See(m, k, s));
  }
  info->accepted = sum.accepted;
  info->rejected = sum.rejected;
  info->failed   = sum.failed;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TakeAdaptiveSteps(const Motion *m, FsIntegrator in, FsState *s,
                                        FsStepInfo *info)
{
  FsStepControl  control;
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  PetscCall(FsStepControlCreate(in, &m->control, &control));
  ierr = AdvanceToEnd(m, control, s, info);
  PetscCall(FsStepControlDestroy(&control)); /* also after the error of a function of the program */
  PetscCall(ierr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets up an integrator and takes the steps. */
static PetscErrorCode Start(const Motion *m, FsIntegrator in, FsStage stage, FsState *s,
                            FsStepInfo *info)
{
  PetscFunctionBeginUser;
  PetscCall(FsSystemAcceptInitialState(m->sys, s));
  PetscCall(CheckStart(m->sys, s));
  PetscCall(FsStageAcceleration(stage, s, &info->solve));
  if (!info->solve.ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsIntegratorSetUp(in, m->sys, stage, m->dt, s));
  PetscCall(See(m, 0, s));
  if (m->steps) PetscCall(TakeEqualSteps(m, in, s, &info->solve));
  else PetscCall(TakeAdaptiveSteps(m, in, s, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode IntegrateMotion(const Motion *m, const FsIntegratorOptions *options,
                                      FsState *s, FsStepInfo *info)
{
  FsStage        stage;
  FsIntegrator   in;
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  *info = (FsStepInfo){.accepted = 0};
  PetscCall(FsStageCreate(m->sys, &stage));
  PetscCall(FsIntegratorCreate(m->sys->comm, options, &in));
  ierr = Start(m, in, stage, s, info);
  PetscCall(FsIntegratorDestroy(&in)); /* also after the error of a function of the program */
  PetscCall(FsStageDestroy(&stage));
  PetscCall(ierr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsIntegrate(FsSystem sys, const FsIntegratorOptions *options, PetscReal t_end,
                           PetscInt steps, FsMotionMonitor monitor, void *context, FsState *s,
                           FsStageInfo *info)
{
  const Motion m = {.sys     = sys,
                    .monitor = monitor,
                    .context = context,
                    .t_end   = t_end,
                    .dt      = (t_end - s->t) / (PetscReal)steps,
                    .steps   = steps};
  FsStepInfo   all;

  PetscFunctionBeginUser;
  PetscCheck(steps >= 1 && t_end > s->t, sys->comm, PETSC_ERR_USER_INPUT,
             "FsIntegrate: %" PetscInt_FMT " steps from %g to %g s; take at least one step, to a "
             "later time",
             steps, (double)s->t, (double)t_end);
  PetscCall(IntegrateMotion(&m, options, s, &all));
  *info = all.solve;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsIntegrateAdaptive(FsSystem sys, const FsIntegratorOptions *options,
                                   const FsStepControlOptions *control, PetscReal t_end,
                                   PetscReal dt, FsMotionMonitor monitor, void *context, FsState *s,
                                   FsStepInfo *info)
{
  const Motion m = {
    .sys     = sys,
    .monitor = monitor,
    .context = context,
    .t_end   = t_end,
    .dt      = dt,
    .control = {.adapt  = PETSC_TRUE,
                .rtol   = control->rtol,
                .atol   = control->atol,
                .dt_min = control->dt_min,
                .dt_max = control->dt_max,
                .events = FS_EVENTS_IGNORE}
  };

  PetscFunctionBeginUser;
  PetscCheck(
    dt > 0 && t_end > s->t, sys->comm, PETSC_ERR_USER_INPUT,
    "FsIntegrateAdaptive: a first step of %.12g s, from %.12g to %.12g s; take a positive step, to "
    "a later time",
    (double)dt, (double)s->t, (double)t_end);
  PetscCheck(
    control->rtol >= 0 && control->atol >= 0 && control->rtol + control->atol > 0, sys->comm,
    PETSC_ERR_USER_INPUT,
    "FsIntegrateAdaptive: rtol %.12g and atol %.12g; neither may be negative, and one of them "
    "must be positive",
    (double)control->rtol, (double)control->atol);
  PetscCall(IntegrateMotion(&m, options, s, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}
