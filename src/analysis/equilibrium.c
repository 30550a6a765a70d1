/* equilibrium.c: finds equilibria by load steps with Newton's method.
   A step extrapolates from the last one in proportion to the growth of the forces. If Newton's
   method fails, also with a line search, the step is cut back. After easy steps the next step is
   longer. If the first step fails at all sizes, a regularised tangent is tried. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "equilibrium.h"
#include "solve/newton/first_increment.h"

/* Factors of the step size after a failure and after an easy step. ROUND_OFF, relative to a step:
   a step reaches an end that is nearer than this, up to the round-off of levels. */
static const PetscReal CUT_BACK = 0.25, GROW = 1.5, ROUND_OFF = 1e-9;
/* Newton iterations up to which a step is easy */
enum { EASY_ITERATIONS = 6 };

/* Counts the grid levels up to the end. */
static void count_grid_cells(LoadPath *path)
{
  path->cells =
    PetscMax(1, (PetscInt64)PetscCeilReal((path->end - path->start) / path->grid - ROUND_OFF));
}

void LoadPathSetEnd(LoadPath *path, PetscReal end)
{
  path->end  = end;
  path->cell = (PetscInt64)PetscFloorReal((path->level - path->start) / path->grid + ROUND_OFF);
  count_grid_cells(path);
}

PetscErrorCode LoadPathSetUp(LoadPath *path)
{
  PetscFunctionBeginUser;
  path->start = path->level;
  count_grid_cells(path);
  PetscCall(FsSystemStateCreate(path->sys, &path->trial));
  PetscCall(VecDuplicate(path->sys->vec, &path->last));
  if (!path->sys->traits.linear) {
    PetscCall(VecDuplicate(path->sys->vec, &path->force));
    PetscCall(VecDuplicate(path->sys->vec, &path->last_force));
    if (path->sys->strain) PetscCall(VecDuplicate(path->sys->strain, &path->strain));
  }
  PetscCall(FsStageSetUp(path->stage, fs_equilibrium_shift, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadPathDestroy(LoadPath *path)
{
  PetscFunctionBeginUser;
  PetscCall(FsSystemStateDestroy(&path->trial));
  PetscCall(VecDestroy(&path->last));
  PetscCall(VecDestroy(&path->strain));
  PetscCall(VecDestroy(&path->force));
  PetscCall(VecDestroy(&path->last_force));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one attempt ----------------------------------------------------------------------------- */

PetscErrorCode LoadPathResetTrial(LoadPath *path, const FsState *s)
{
  FsState *trial = &path->trial;

  PetscFunctionBeginUser;
  PetscCall(VecCopy(s->q, trial->q));
  PetscCall(VecZeroEntries(trial->v));
  PetscCall(VecCopy(s->a, trial->a)); /* zero, except for the multipliers of joints */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Chooses the factor of the last change of q that predicts the trial state.

   Also computes the unbalanced forces at the trial state. If they grow as in the last step (*same),
   the factor is the ratio of the level increments. Otherwise it is the projection of the forces on
   those of the last step: 0 under constant loads, as after a jump. */
static PetscErrorCode ChooseExtrapolation(LoadPath *path, const FsLoading *loading, PetscReal ratio,
                                          PetscReal *extrapolation, PetscBool *same)
{
  const PetscReal max_ratio = 2;
  PetscReal       rounding, product = 0, square = 0;

  PetscFunctionBeginUser;
  *extrapolation = ratio;
  *same          = PETSC_FALSE;
  if (path->sys->traits.linear) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsStageUnbalancedForces(path->stage, loading, &path->trial, path->force, &rounding));
  if (ratio == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDotNorm2(path->force, path->last_force, &product, &square));
  /* if elements collapse because supports move first, the forces are meaningless */
  if (PetscIsInfOrNanReal(product) || PetscIsInfOrNanReal(square))
    PetscFunctionReturn(PETSC_SUCCESS);
  *same = (PetscBool)(square > 0 && product * max_ratio >= ratio * square &&
                      product <= max_ratio * ratio * square);
  if (product * max_ratio < ratio * square) *extrapolation = PetscMax(-ratio, product / square);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Saves the strains of the last equilibrium for the first tangent of an attempt. The strains of the
   prediction have errors of second order in the step, which are large if beams hardly stretch. */
static PetscErrorCode SaveStrains(LoadPath *path, const FsState *s)
{
  const FsLoading loading = load_path_loading(path, path->level);
  const FsState   at      = {.t = s->t, .q = s->q};

  PetscFunctionBeginUser;
  if (path->strain) PetscCall(FsSystemStrains(path->sys, &at, &loading, path->strain));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves for trial, which contains the prediction. strain: strains of the first tangent; NULL:
   those of the prediction. */
static PetscErrorCode SolveTrial(LoadPath *path, const FsLoading *loading, FsStaticMethod method,
                                 Vec strain, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  *info = (FsStageInfo){.ok = PETSC_TRUE, .newton = info->newton, .linear = info->linear};
  path->trial.strain = strain;
  PetscCall(FsStageSolveStatic(path->stage, loading, method, &path->trial, info));
  path->trial.strain = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves from the last equilibrium with a regularised tangent, then with the exact one. */
static PetscErrorCode SolveRegularized(LoadPath *path, const FsLoading *loading, const FsState *s,
                                       FsStageInfo *info)
{
  PetscFunctionBeginUser;
  PetscCall(LoadPathResetTrial(path, s));
  PetscCall(SolveTrial(path, loading, FS_STATIC_REGULARIZED, NULL, info));
  if (info->ok) PetscCall(SolveTrial(path, loading, FS_STATIC_FULL, NULL, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks the constraints of trial. ratio: see SolveExtrapolated. Overwrites trial.v. */
static PetscErrorCode CheckConstraints(LoadPath *path, const FsLoading *loading, PetscReal ratio,
                                       const FsState *s, FsStageInfo *info)
{
  FsState from = *s;

  PetscFunctionBeginUser;
  from.v = ratio > 0 ? path->last : NULL;
  PetscCall(VecWAXPY(path->trial.v, -1, s->q, path->trial.q));
  if (ratio > 0) PetscCall(VecScale(path->trial.v, 1 / ratio));
  PetscCall(FsStageCheckFlippedJoints(path->stage, &path->trial, loading, info));
  if (info->ok) PetscCall(FsStageCheckRedundancy(path->stage, &from, &path->trial, loading, info));
  PetscCall(VecZeroEntries(path->trial.v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lets the next solve copy its first increment to path->last, if no step precedes it. path->last is
   0 if the solve has no increment. *keeps: whether it is copied. */
static PetscErrorCode KeepFirstIncrement(LoadPath *path, PetscReal ratio, PetscBool *keeps)
{
  PetscFunctionBeginUser;
  *keeps = (PetscBool)(ratio == 0 && !path->sys->traits.linear && !path->passed &&
                       StageKeepFirstIncrement(path->stage, path->last));
  if (*keeps) PetscCall(VecZeroEntries(path->last));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves from the extrapolated state, first with full Newton steps, then with a line search. */
static PetscErrorCode SolveExtrapolated(LoadPath *path, const FsLoading *loading, PetscReal step,
                                        const FsState *s, FsStageInfo *info)
{
  const FsStaticMethod last  = path->sys->traits.linear ? FS_STATIC_FULL : FS_STATIC_SEARCH;
  const PetscReal      ratio = path->last_step > 0 ? step / path->last_step : 0;
  PetscReal            extrapolation;
  PetscBool            same, first;

  PetscFunctionBeginUser;
  PetscCall(LoadPathResetTrial(path, s));
  PetscCall(ChooseExtrapolation(path, loading, ratio, &extrapolation, &same));
  PetscCall(SaveStrains(path, s));
  PetscCall(KeepFirstIncrement(path, ratio, &first));
  for (FsStaticMethod method = FS_STATIC_FULL; method <= last; method++) {
    PetscCall(LoadPathResetTrial(path, s));
    if (extrapolation != 0) PetscCall(VecAXPY(path->trial.q, extrapolation, path->last));
    PetscCall(SolveTrial(path, loading, method, path->strain, info));
    StageKeepFirstIncrement(path->stage, NULL);
    if (info->ok) PetscCall(CheckConstraints(path, loading, ratio, s, info));
    if (info->ok && first) {
      PetscCall(LoadPathCheckFirst(path, path->level + step, s, info));
      if (!info->ok) break;
    }
    if (info->ok && same) {
      PetscCall(LoadPathCheckJump(path, s, extrapolation, info));
      break;
    }
    if (info->ok || info->mechanism || info->unbalanced) break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves for trial at a level, which is one step beyond that of s. */
static PetscErrorCode SolveTrialAt(LoadPath *path, PetscReal level, const FsState *s,
                                   FsStageInfo *info)
{
  const FsLoading loading = load_path_loading(path, level);

  PetscFunctionBeginUser;
  path->trial.t = path->factor ? s->t : level;
  PetscCall(SolveExtrapolated(path, &loading, level - path->level, s, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether a level that cannot be solved may be a change point. The step to it must be short: the
   error of a bridge is of sixth order in the step. */
static PetscBool may_bridge(const LoadPath *path, PetscReal step, const FsStageInfo *info)
{
  const PetscReal exact = 1. / 16;

  if (!path->sys->constraints || info->unbalanced || info->mechanism) return PETSC_FALSE;
  return (PetscBool)(step <= exact * path->grid ||
                     step * CUT_BACK < path->step_min * (1 - ROUND_OFF));
}

/* Solves for equilibrium at a level, which is one step beyond that of s. Changes s only if
   info->ok. regularized: the initial state has no stiffness. */
static PetscErrorCode SolveLevel(LoadPath *path, PetscReal level, PetscReal step,
                                 PetscBool regularized, FsState *s, FsStageInfo *info)
{
  const FsLoading last    = load_path_loading(path, path->level),
                  loading = load_path_loading(path, level);
  FsState *trial          = &path->trial;
  Vec      force;

  PetscFunctionBeginUser;
  *info    = (FsStageInfo){.ok = PETSC_TRUE};
  trial->t = path->factor ? s->t : level;
  PetscCall(EquilibriumCheckTurn(path->sys, s->t, &last, trial->t, &loading, info));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  if (regularized) PetscCall(SolveRegularized(path, &loading, s, info));
  else {
    PetscCall(SolveTrialAt(path, level, s, info));
    if (!info->ok && !path->jumped && may_bridge(path, step, info))
      PetscCall(LoadPathBridge(path, SolveTrialAt, &loading, level, s, info));
  }
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  force = path->force;
  PetscCall(VecWAXPY(path->last, -1, s->q, trial->q));
  path->force      = path->last_force;
  path->last_force = force;
  PetscCall(VecCopy(trial->q, s->q));
  PetscCall(VecCopy(trial->a, s->a));
  path->last_step = regularized ? 0 : step;
  path->started   = PETSC_TRUE;
  if (regularized) path->regularized = PETSC_TRUE;
  s->t = trial->t;
  PetscCall(FsStageReselectRedundantRows(path->stage, s));
  PetscCall(FsSystemAcceptInitialState(path->sys, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Returns the level at the end of a step, and the number of grid levels up to it. */
static PetscReal next_level(const LoadPath *path, PetscInt64 *cell)
{
  const PetscReal here = path->start + (PetscReal)path->cell * path->grid,
                  left = (PetscReal)(path->cells - path->cell);
  PetscReal whole      = 1;

  if (path->level - here <= ROUND_OFF * path->grid)
    whole = PetscMin(left, PetscFloorReal(path->step / path->grid + ROUND_OFF));
  if (whole < 1 || here + path->grid - path->level > path->step * (1 + ROUND_OFF)) {
    *cell = path->cell;
    if (path->level + path->step * (1 + ROUND_OFF) < path->end) return path->level + path->step;
    whole = left;
  }
  *cell = path->cell + (PetscInt64)whole;
  return *cell == path->cells ? path->end : path->start + (PetscReal)*cell * path->grid;
}

/* Tries one step of size path->step. The level and s change only if it succeeds. */
static PetscErrorCode AttemptLoadStep(LoadPath *path, PetscBool regularized, FsState *s,
                                      FsStepInfo *info)
{
  PetscInt64 cell;
  PetscReal  level = next_level(path, &cell);

  PetscFunctionBeginUser;
  info->dt = level - path->level;
  PetscCall(SolveLevel(path, level, info->dt, regularized, s, &info->solve));
  info->accepted = info->solve.ok;
  if (!info->accepted) PetscFunctionReturn(PETSC_SUCCESS);
  path->level = level;
  path->cell  = cell;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lets path->rescue find the next equilibrium. If it fails, s is lost. */
static PetscErrorCode RescueStep(LoadPath *path, FsState *s, FsStepInfo *info)
{
  const FsStageInfo exact   = info->solve;
  const FsLoading   loading = load_path_loading(path, path->level);
  PetscInt64        cell;
  const PetscReal   level = next_level(path, &cell);
  PetscInt          nfree;

  PetscFunctionBeginUser;
  PetscCall(FsStageCountFreeMotions(path->stage, s->t, &nfree)); /* while s is known */
  info->solve = (FsStageInfo){.ok = PETSC_TRUE, .newton = exact.newton, .linear = exact.linear};
  info->dt    = level - path->level;
  s->t        = level;
  PetscCall(path->rescue->find(path->rescue->context, &loading, s, &info->solve));
  info->accepted = info->solve.ok;
  if (!info->accepted) info->solve = exact;
  if (!info->accepted) PetscFunctionReturn(PETSC_SUCCESS);
  path->level     = level;
  path->cell      = cell;
  path->last_step = 0;
  path->started   = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Determines whether no shorter step may be tried after a failed one. The caller cannot follow the
   path in another way before its first equilibrium, and at a mechanism. */
static int is_shortest(const LoadPath *path, const FsStepInfo *info)
{
  const PetscBool follows = (PetscBool)((path->started || path->jumped) && !info->solve.mechanism);
  const PetscReal other   = follows ? path->step_difficult : 0;

  return path->step * CUT_BACK < PetscMax(path->step_min, other) * (1 - ROUND_OFF);
}

/* Tries a step with the exact tangent, and shorter ones if it fails. */
static PetscErrorCode AttemptShorterSteps(LoadPath *path, FsState *s, FsStepInfo *info)
{
  PetscFunctionBeginUser;
  for (;;) {
    PetscCall(AttemptLoadStep(path, PETSC_FALSE, s, info));
    if (info->accepted || info->solve.unbalanced || is_shortest(path, info)) break;
    path->step = CUT_BACK * info->dt;
    info->failed++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadPathStep(LoadPath *path, FsState *s, FsStepInfo *info)
{
  const PetscReal initial_step = path->step;

  PetscFunctionBeginUser;
  *info        = (FsStepInfo){.failed = 0};
  path->jumped = PETSC_FALSE;
  PetscCall(AttemptShorterSteps(path, s, info));
  if (!info->accepted && !info->solve.unbalanced && !path->sys->traits.linear) {
    const FsStageInfo exact = info->solve;

    const PetscBool lost = (PetscBool)(!path->started && !path->jumped);

    path->step = initial_step;
    if (lost) PetscCall(AttemptLoadStep(path, PETSC_TRUE, s, info));
    else if (path->factor && !path->started) { /* a limit load below the shortest step */
      path->passed = PETSC_TRUE;
      PetscCall(AttemptShorterSteps(path, s, info));
    }
    if (!info->accepted) info->solve = exact;
    if (!info->accepted && path->rescue && (lost || path->rescue_all) && !exact.mechanism)
      PetscCall(RescueStep(path, s, info));
  }
  if (info->accepted && !info->failed && info->solve.newton <= EASY_ITERATIONS)
    path->step = PetscMin(GROW * path->step, path->step_max);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadPathArchive(LoadPath *path, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "path"));
  PetscCall(FsArchiveReals(a, "level", 1, &path->level));
  PetscCall(FsArchiveReals(a, "start", 1, &path->start));
  PetscCall(FsArchiveReals(a, "grid", 1, &path->grid));
  PetscCall(FsArchiveReals(a, "step", 1, &path->step));
  PetscCall(FsArchiveInt64(a, "cell", &path->cell));
  PetscCall(FsArchiveReals(a, "last_step", 1, &path->last_step));
  PetscCall(FsArchiveVec(a, "last", path->last));
  PetscCall(FsArchiveVec(a, "last_force", path->last_force));
  PetscCall(FsArchiveBool(a, "begun", &path->started));
  if (a->reading) { /* -t_end may be later now */
    LoadPathSetEnd(path, path->end);
    path->step = PetscMin(path->step, path->step_max);
  }
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
