/* equilibrium.c: equilibrium paths by load steps with Newton's method: the next state is extrapolated from the
   last step; where Newton's method fails, also with a line search, the step is cut back; where it is fast, the
   next one is longer. */
#include "equilibrium.h"

/* Factors of the step after a failure and after an easy step; ROUND_OFF, relative to a step: an end as near as
   this is reached by the step. */
static const PetscReal CUT_BACK = 0.25, GROW = 1.5, ROUND_OFF = 1e-9;
/* Newton iterations up to which a step counts as easy */
enum { FAST = 6 };

PetscErrorCode PathSetUp(Path *path)
{
  PetscFunctionBeginUser;
  PetscCall(FsSystemStateCreate(path->sys, &path->trial));
  PetscCall(VecDuplicate(path->sys->vec, &path->last));
  PetscCall(FsStageSetUp(path->stage, fs_equilibrium_shift));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PathDestroy(Path *path)
{
  PetscFunctionBeginUser;
  PetscCall(FsSystemStateDestroy(&path->trial));
  PetscCall(VecDestroy(&path->last));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find equilibrium at a level, which is step beyond that of s: first with full Newton steps, then with a line
   search. s moves to it if info->ok, else it stays. */
static PetscErrorCode Equilibrium(Path *path, PetscReal level, PetscReal step, FsState *s, FsStageInfo *info)
{
  const FsLoading loading = FsLoadingOfEquilibrium(path->factor ? level : 1);
  FsState        *trial   = &path->trial;

  PetscFunctionBeginUser;
  trial->t = path->factor ? s->t : level;
  for (int search = 0; search < (path->sys->linear ? 1 : 2); search++) {
    PetscInt newton = search ? info->newton : 0, linear = search ? info->linear : 0;

    *info = (FsStageInfo){.ok = PETSC_TRUE, .newton = newton, .linear = linear};
    PetscCall(VecCopy(s->q, trial->q));
    if (path->last_step > 0) PetscCall(VecAXPY(trial->q, step / path->last_step, path->last));
    PetscCall(VecZeroEntries(trial->v));
    PetscCall(VecCopy(s->a, trial->a)); /* zero, but for the multipliers of joints */
    PetscCall(FsStageSolveStatic(path->stage, &loading, (PetscBool)search, trial, info));
    if (info->ok) PetscCall(FsStageCheckSides(path->stage, trial, &loading, info));
    if (info->ok) break;
  }
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecWAXPY(path->last, -1, s->q, trial->q));
  PetscCall(VecCopy(trial->q, s->q));
  PetscCall(VecCopy(trial->a, s->a));
  path->last_step = step;
  s->t            = trial->t;
  PetscCall(FsSystemStart(path->sys, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PathStep(Path *path, PetscReal *level, FsState *s, FsStepInfo *info)
{
  PetscReal start = *level;

  PetscFunctionBeginUser;
  *info = (FsStepInfo){.failed = 0};
  for (;;) {
    const PetscBool last = (PetscBool)(start + path->step * (1 + ROUND_OFF) >= path->end);

    *level   = last ? path->end : start + path->step;
    info->dt = *level - start;
    PetscCall(Equilibrium(path, *level, info->dt, s, &info->solve));
    if (info->solve.ok || path->step * CUT_BACK < path->step_min * (1 - ROUND_OFF)) break;
    path->step = CUT_BACK * info->dt;
    info->failed++;
  }
  info->accepted = info->solve.ok;
  if (!info->solve.ok) *level = start;
  else if (!info->failed && info->solve.newton <= FAST) path->step = PetscMin(GROW * path->step, path->step_max);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PathRaise(const Path *path, const char what[], PetscReal level, const FsStepInfo *info)
{
  const FsStageInfo *solve = &info->solve;

  PetscFunctionBeginUser;
  SETERRQ(path->sys->comm, PETSC_ERR_NOT_CONVERGED,
          "no equilibrium beyond %s %.6g with steps down to %.3g (-dt_min): %s%s%s; the structure may buckle there or "
          "be a mechanism (flat membranes and cables need a prestress)",
          what, (double)level, (double)path->step, solve->reason, solve->place[0] ? "; largest residual at " : "",
          solve->place);
}

PetscErrorCode EquilibriumStart(FsOptions o, FsSystem sys, FsState *s)
{
  Path       path   = {.sys = sys, .factor = PETSC_TRUE, .end = 1};
  PetscReal  level  = 0;
  PetscBool  wanted = PETSC_FALSE;
  FsStepInfo info;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsBool(o, "-initial_static", &wanted, NULL));
  if (!wanted) PetscFunctionReturn(PETSC_SUCCESS);
  path.step     = sys->linear ? 1 : 0.1;
  path.step_min = path.step / 1024;
  path.step_max = 1;
  PetscCall(FsStageCreate(sys, &path.stage));
  PetscCall(PathSetUp(&path));
  PetscCall(VecZeroEntries(s->a));
  while (level < 1) {
    PetscCall(PathStep(&path, &level, s, &info));
    if (!info.solve.ok) PetscCall(PathRaise(&path, "the load factor", level, &info));
  }
  PetscCall(PathDestroy(&path));
  PetscCall(FsStageDestroy(&path.stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}
