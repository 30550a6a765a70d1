/* stage.c: the solves that schemes and equilibria ask for, each by the method that its system needs. */
#include "input/error.h"
#include "input/profile.h"
#include "stage.h"

const Shift equilibrium_shift = {.ck = 1};

PetscErrorCode StageCreate(System sys, Stage *out)
{
  Stage s;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  s->sys = sys;
  PetscCall(VecDuplicate(sys->vec, &s->b));
  PetscCall(VecDuplicate(sys->vec, &s->x));
  PetscCall(VecDuplicate(sys->vec, &s->r));
  PetscCall(SystemCreateMatrix(sys, PETSC_FALSE, &s->A));
  if (sys->linear) {
    PetscCall(KSPCreate(sys->comm, &s->ksp));
    PetscCall(KSPSetTolerances(s->ksp, 1e-8, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  } else {
    PetscCall(NonlinearCreate(s));
    PetscCall(SNESGetKSP(s->snes, &s->ksp));
    PetscCall(PetscObjectReference((PetscObject)s->ksp));
    if (sys->constraints && sys->stabilization == STABILIZED_VELOCITY) PetscCall(StabilizedCreate(s, &s->stabilized));
  }
  *out = s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageDestroy(Stage *stage)
{
  Stage s = *stage;

  PetscFunctionBeginUser;
  if (!s) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StabilizedDestroy(&s->stabilized));
  PetscCall(KSPDestroy(&s->ksp));
  PetscCall(SNESDestroy(&s->snes));
  PetscCall(KSPDestroy(&s->inertia));
  PetscCall(MatDestroy(&s->B));
  PetscCall(MatDestroy(&s->A));
  PetscCall(VecDestroy(&s->b));
  PetscCall(VecDestroy(&s->x));
  PetscCall(VecDestroy(&s->r));
  PetscCall(VecDestroy(&s->diagonal));
  for (int i = 0; i < 3; i++) PetscCall(VecDestroy(&s->iteration.start[i]));
  PetscCall(SystemStateDestroy(&s->iteration.now));
  PetscCall(PetscFree(*stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void        StageExpect(Stage stage, PetscReal solves) { stage->solves = solves; }
PetscInt    StageMatrixBuilds(Stage stage) { return stage->builds; }
StageForm   StageGetForm(Stage stage) { return stage->form; }
const char *StageSolverName(Stage stage) { return stage->solver; }

PetscErrorCode StageSetUp(Stage s, Shift shift)
{
  CaughtError caught;

  PetscFunctionBeginUser;
  if (s->sys->linear || (shift.ck == 0 && s->sys->velocity_free && !s->sys->constraints)) {
    PetscCall(LinearBuildMatrix(s, shift));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(CatchBegin(&caught));
  (void)SNESSetUp(s->snes);
  PetscCall(CatchEnd());
  PetscCall(CheckRefused(s->sys->comm, &caught));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve(Stage s, const Loading *loading, Shift shift, State *at, StageInfo *info)
{
  const StageInfo before = *info;

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_STAGE));
  if (shift.ck == 0 && (s->sys->linear || s->sys->velocity_free)) {
    PetscCall(LinearSolveMass(s, shift, loading, at, info));
  } else if (s->sys->linear) {
    PetscCall(LinearSolve(s, shift, loading, at, info));
  } else {
    const Vec start[3] = {at->q, at->v, at->a};

    PetscCall(NonlinearSolve(s, at->t, loading, shift, start, info));
    PetscCall(VecCopy(s->iteration.now.q, at->q));
    PetscCall(VecCopy(s->iteration.now.v, at->v));
    PetscCall(VecCopy(s->iteration.now.a, at->a));
  }
  PetscCall(StageEnd(&before, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolve(Stage s, Shift shift, State *at, StageInfo *info)
{
  const Loading loading = LoadingOfMotion();

  PetscFunctionBeginUser;
  PetscCall(Solve(s, &loading, shift, at, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveRates(Stage s, PetscReal h, State *at, StageInfo *info)
{
  const Loading   loading  = LoadingOfMotion();
  const Vec       start[3] = {at->q, at->qd, at->a};
  const StageInfo before   = *info;
  const State    *now      = &s->iteration.now;
  Shift           shift    = FirstOrderShift(h);

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_STAGE));
  shift.rates = PETSC_TRUE;
  if (s->stabilized) PetscCall(StabilizedSolve(s->stabilized, at->t, shift, start, info));
  else PetscCall(NonlinearSolve(s, at->t, &loading, shift, start, info));
  PetscCall(VecCopy(now->q, at->q));
  PetscCall(VecCopy(now->qd, at->qd));
  if (at->qd != at->v) PetscCall(VecCopy(now->v, at->v));
  PetscCall(VecCopy(now->a, at->a));
  PetscCall(StageEnd(&before, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveAcceleration(Stage s, PetscReal h, State *at, StageInfo *info)
{
  const Loading loading = LoadingOfMotion();

  PetscFunctionBeginUser;
  PetscCall(Solve(s, &loading, (Shift){1, h, 0, PETSC_FALSE}, at, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveStatic(Stage s, const Loading *loading, PetscBool search, State *at, StageInfo *info)
{
  PetscFunctionBeginUser;
  if (!s->sys->linear) PetscCall(NonlinearSetStatic(s, search));
  PetscCall(Solve(s, loading, equilibrium_shift, at, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}
