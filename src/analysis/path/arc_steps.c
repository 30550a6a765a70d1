/* arc_steps.c: continues a static analysis by arc-length steps where load steps fail. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "arc_steps.h"
#include "analysis/run/start/large_move.h"
#include "analysis/run/start/node_polynomials.h"
#include "base/error.h"
#include "base/memory_check.h"
#include "diagnosis/mechanism_report.h"
#include "linear/factor_cost.h"
#include <fs/exit_status.h>

/* Largest number of steps without a new highest load factor. Von Mises' truss under 1.4 times its
   limit load needs 90 of them to snap, and two such trusses side by side, which snap forth and
   back, 370 (tests/analysis/arc_steps.py). */
enum { MAX_STEPS = 500 };
/* LONGEST: longest step, root mean square of displacements over the size of the model; PART: the
   largest change of the load factor in a step, relative to the interval of the run. Both are the
   defaults of -analysis path. NEAR: a passage ends below the end of the load steps at this
   distance, relative to the largest change of the load factor. The last load step then needs an
   iteration or two. STEEP: load steps continue where a step changes the load factor by this part of
   -dt. */
static const PetscReal LONGEST = 0.05, PART = 0.1, NEAR = 1e-4, STEEP = 0.5;
/* A passage ends where the load factor has fallen so far below the start of the run, relative to
   its interval. The shallow arch of tests/analysis/arc_steps.py falls by 2.3 and comes back. */
static const PetscReal LOOP = 20;

/* ---- start and end of a passage -------------------------------------------------------------- */

static PetscErrorCode CreatePath(ArcSteps *x, Run *run, const char **obstacle)
{
  ContinuationMeasure measure = {.level_step = x->largest,
                                 .max_size   = LONGEST,
                                 .moved      = ModelMovesSupports(run->model),
                                 .first      = run->t_start,
                                 .last       = run->t_end,
                                 .bounded    = PETSC_TRUE};

  PetscFunctionBeginUser;
  PetscCall(NodeWeightsCreate(run, &measure.weights));
  PetscCall(ContinuationCreate(run->sys, &run->s, &measure, &x->c, obstacle));
  x->active = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DestroyPath(ArcSteps *x)
{
  PetscFunctionBeginUser;
  if (x->active) PetscCall(ContinuationDestroy(&x->c));
  x->active = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Determines whether the factors of the stiffness fit into memory. They do if load steps use such
   factors, too. */
static PetscErrorCode FactorsFit(const Run *run, PetscBool *fit)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 1, 1};
  FactorCost             cost;
  Mat                    K;

  PetscFunctionBeginUser;
  *fit = PETSC_TRUE;
  if (!FsStageIsIterative(run->stage)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemCreateMatrix(run->sys, PETSC_TRUE, &K));
  PetscCall(FsSystemTangent(run->sys, &run->s, &run->kind.loading, &rows, (FsShift){.ck = 1}, K));
  PetscCall(FactorCostEstimate(K, &cost));
  PetscCall(MemoryFits(run->comm, cost.bytes, fit));
  PetscCall(MatDestroy(&K));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool ArcStepsMayStart(const ArcSteps *x, const Run *run)
{
  const FsSystemTraits *traits = &run->sys->traits;

  return (PetscBool)(x->allowed && !traits->linear && !traits->friction &&
                     !traits->multiplier_dependent && !ModelRemembers(run->model) &&
                     run->hold == FS_HOLD_NONE);
}

PetscErrorCode ArcStepsStart(ArcSteps *x, Run *run, PetscReal step, PetscBool *started)
{
  const char *obstacle = NULL;
  Mechanism   mechanism;

  PetscFunctionBeginUser;
  *started = ArcStepsMayStart(x, run);
  if (*started) {
    PetscCall(MechanismFind(run->sys, &run->s, &run->kind.loading, &mechanism));
    *started = (PetscBool)!mechanism.found;
  }
  if (*started) PetscCall(FactorsFit(run, started));
  if (!*started) PetscFunctionReturn(PETSC_SUCCESS);
  x->largest = PART * (run->t_end - run->t_start);
  x->highest = run->s.t;
  x->lowest  = run->t_start - LOOP * (run->t_end - run->t_start);
  x->steps   = 0;
  x->said    = PETSC_FALSE;
  PetscCall(CreatePath(x, run, &obstacle));
  if (obstacle) {
    PetscCall(DestroyPath(x));
    *started = PETSC_FALSE;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  /* a longer step may pass two critical points and the part of the path between them */
  x->c.size = PetscMin(x->c.max_size, step / PetscAbsReal(x->c.rate));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prepares the load steps to continue from the end of the last arc-length step, which they
   extrapolate. */
static PetscErrorCode ContinueLoadSteps(const Continuation *c, LoadPath *path)
{
  const PetscReal step    = c->s->t - c->from_t;
  const FsLoading loading = load_path_loading(path, c->s->t + step);
  FsState         ahead   = *c->s;
  PetscReal       rounding;

  PetscFunctionBeginUser;
  ahead.t         = c->s->t + step;
  path->step      = step;
  path->last_step = step;
  PetscCall(VecWAXPY(path->last, -1, c->from_q, c->last_increment));
  PetscCall(FsStageUnbalancedForces(path->stage, &loading, &ahead, path->last_force, &rounding));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Notes a load factor that the path has reached. */
static void raise_highest(ArcSteps *x, PetscReal level)
{
  if (level <= x->highest) return;
  x->highest = level;
  x->steps   = 0;
}

PetscErrorCode ArcStepsResume(ArcSteps *x, Run *run, PetscBool near, LoadPath *path)
{
  const Continuation *c    = &x->c;
  const PetscReal     step = run->s.t - c->from_t;
  const PetscBool steep = (PetscBool)(c->rate > 0 && c->index <= 0 && step >= STEEP * path->grid &&
                                      c->from_t >= x->highest);

  PetscFunctionBeginUser;
  raise_highest(x, run->s.t);
  path->level = run->s.t;
  if (!near && !steep) PetscFunctionReturn(PETSC_SUCCESS);
  LoadPathSetEnd(path, path->end);
  if (near) {
    path->last_step = 0;
    path->step      = path->end - path->level;
  } else PetscCall(ContinueLoadSteps(c, path));
  if (!run->quiet && !near)
    PetscCall(PetscPrintf(run->comm, "t = %.6g: load steps continue\n", (double)run->s.t));
  PetscCall(DestroyPath(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool ArcStepsRise(const ArcSteps *x)
{
  return (PetscBool)(x->active && x->c.rate > 0 && x->c.index <= 0 && x->c.s->t >= x->highest);
}

PetscErrorCode ArcStepsCancel(ArcSteps *x) { return DestroyPath(x); }

PetscErrorCode ArcStepsDestroy(ArcSteps *x)
{
  PetscFunctionBeginUser;
  PetscCall(DestroyPath(x));
  PetscCall(CriticalPointListDestroy(&x->critical_points));
  PetscCall(VecDestroy(&x->shape));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one step -------------------------------------------------------------------------------- */

/* LevelCubic - The load factor along the last step of a path, by the cubic that has its values and
   rates at both ends. */
typedef struct {
  PetscReal size, a[4]; /* the length of the step; coefficients of powers of length/size */
} LevelCubic;

static LevelCubic last_step_cubic(const Continuation *c)
{
  const PetscReal size = c->arc - c->from_arc, change = c->s->t - c->from_t,
                  start = size * c->from_rate, end = size * c->rate;

  return (LevelCubic){
    size, {c->from_t, start, 3 * change - 2 * start - end, start + end - 2 * change}
  };
}

static PetscReal cubic_level(const LevelCubic *p, PetscReal s)
{
  return p->a[0] + s * (p->a[1] + s * (p->a[2] + s * p->a[3]));
}

/* Returns the length at which the load factor first reaches a level that its end exceeds. */
static PetscReal cubic_length_at(const LevelCubic *p, PetscReal level)
{
  PetscReal low = 0, high = 1;

  for (int k = 0; k < 60; k++) {
    const PetscReal middle = (low + high) / 2;

    if (cubic_level(p, middle) < level) low = middle;
    else high = middle;
  }
  return low * p->size;
}

/* Returns the maximum of the load factor, whose rate is positive at the start only. */
static PetscReal cubic_maximum(const LevelCubic *p)
{
  PetscReal low = 0, high = 1;

  for (int k = 0; k < 60; k++) {
    const PetscReal s = (low + high) / 2;

    if (p->a[1] + s * (2 * p->a[2] + 3 * s * p->a[3]) > 0) low = s;
    else high = s;
  }
  return cubic_level(p, low);
}

/* Repeats a step that ends at or above the load factor `end` with shorter lengths, until it ends
   below. */
static PetscErrorCode ShortenStep(Continuation *c, PetscReal end, PetscReal aim,
                                  CriticalPoints *points, FsStageInfo *info)
{
  enum { ATTEMPTS = 12 };

  PetscFunctionBeginUser;
  for (int k = 0; k < ATTEMPTS && info->ok && c->s->t >= end; k++) {
    const LevelCubic cubic = last_step_cubic(c);

    PetscCall(CriticalPointsDestroy(points));
    PetscCall(ContinuationUndoStep(c));
    c->size = cubic_length_at(&cubic, end - aim);
    PetscCall(ContinuationStep(c, points, info));
  }
  if (!info->ok || c->s->t < end) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ContinuationUndoStep(c));
  info->ok     = PETSC_FALSE;
  info->reason = "the path has a corner";
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Notes the maximum of the load factor in the last step, if there is one. */
static PetscErrorCode KeepLimit(ArcSteps *x, const CriticalPoints *points)
{
  const Continuation  *c     = &x->c;
  const LevelCubic     cubic = last_step_cubic(c);
  const CriticalPoint *at    = NULL;
  PetscReal            level;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < points->n && !at; k++)
    if (points->point[k].kind == CRITICAL_LIMIT) at = &points->point[k];
  if (c->from_rate <= 0 || (!at && c->rate > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  level = at ? at->level : cubic_maximum(&cubic);
  raise_highest(x, level);
  if (x->nlimits++) PetscFunctionReturn(PETSC_SUCCESS);
  x->limit = level;
  if (!x->shape) PetscCall(VecDuplicate(c->tangent, &x->shape));
  PetscCall(VecCopy(at ? at->shape[0] : c->tangent, x->shape));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keeps the critical points of the last step. */
static PetscErrorCode KeepPoints(ArcSteps *x, Run *run, CriticalPoints *points)
{
  PetscFunctionBeginUser;
  PetscCall(KeepLimit(x, points));
  for (PetscInt k = 0; k < points->n; k++)
    PetscCall(CriticalPointListAdd(&x->critical_points, run, &x->c, 0, &points->point[k]));
  PetscCall(CriticalPointsDestroy(points));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prints that a passage has started at the load factor t, after its first step. */
static PetscErrorCode PrintStart(ArcSteps *x, const Run *run, PetscReal t)
{
  PetscFunctionBeginUser;
  if (!x->said && !run->quiet)
    PetscCall(PetscPrintf(run->comm,
                          "t = %.6g: load steps fail; arc-length steps follow the path of "
                          "equilibria (-static_arc false does without them)\n",
                          (double)t));
  x->said = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes a step of the path; *caught is an error that was raised where a load or a motion has no
   value. Such a level is outside of the run. The path then is as before the step. */
static PetscErrorCode TryStep(ArcSteps *x, Run *run, CriticalPoints *points, FsStageInfo *info,
                              PetscReal *outside, CaughtError *caught)
{
  const PetscReal t = run->s.t, arc = x->c.arc, size = x->c.size;

  PetscFunctionBeginUser;
  PetscCall(CatchErrorsBegin(caught));
  (void)ContinuationStep(&x->c, points, info);
  PetscCall(CatchErrorsEnd());
  if (!caught->code) PetscFunctionReturn(PETSC_SUCCESS);
  *outside = run->s.t >= run->t_start && run->s.t <= run->t_end ? x->c.trial.t : run->s.t;
  if (caught->alone || ErrorExitStatus(caught->code) != FS_EXIT_INPUT ||
      (*outside >= run->t_start && *outside <= run->t_end))
    PetscCall(RaiseCaughtError(run->comm, caught));
  if (x->c.arc != arc) PetscCall(ContinuationUndoStep(&x->c));
  run->s.t  = t;
  x->c.size = PetscMin(x->c.size, size);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes a step of the path. The step is shorter if loads have no values beyond the end of the run,
   and fails if the path leads below the start, where they have none. */
static PetscErrorCode StepWhereLoadsAct(ArcSteps *x, Run *run, CriticalPoints *points,
                                        FsStageInfo *info)
{
  enum { ATTEMPTS = 20 };
  PetscReal   level = 0;
  CaughtError caught;

  PetscFunctionBeginUser;
  for (int k = 0; k < ATTEMPTS; k++) {
    PetscCall(TryStep(x, run, points, info, &level, &caught));
    if (!caught.code) PetscFunctionReturn(PETSC_SUCCESS);
    if (level < run->t_start) break;
    x->c.size /= 2;
  }
  info->ok     = PETSC_FALSE;
  info->reason = level < run->t_start
                   ? "the path leads below -t_start, where a load or motion has to be defined, too"
                   : "a load or motion has no value there";
  PetscCall(PetscSNPrintf(info->place, sizeof info->place, ": %s", caught.text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ArcStepsTake(ArcSteps *x, Run *run, PetscReal end, FsStepInfo *info, PetscBool *near)
{
  const PetscReal t = run->s.t, window = NEAR * x->largest;
  CriticalPoints  points = {.n = 0};

  PetscFunctionBeginUser;
  *info = (FsStepInfo){.solve.ok = PETSC_TRUE};
  *near = PETSC_FALSE;
  if (x->steps >= MAX_STEPS || t < x->lowest) {
    info->solve.ok     = PETSC_FALSE;
    info->solve.reason = "the path does not come back up to the load";
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(StepWhereLoadsAct(x, run, &points, &info->solve));
  if (info->solve.ok && run->s.t >= end)
    PetscCall(ShortenStep(&x->c, end, window / 2, &points, &info->solve));
  if (!info->solve.ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PrintStart(x, run, t));
  PetscCall(KeepPoints(x, run, &points));
  info->dt = run->s.t - t;
  *near    = (PetscBool)(run->s.t >= end - window);
  x->steps++;
  if (!*near) x->sum++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Describes the place that moves most at the first maximum of the load. */
static PetscErrorCode DescribePlace(const ArcSteps *x, const Run *run, size_t size, char place[])
{
  PetscBool far;
  PetscReal move;

  PetscFunctionBeginUser;
  PetscCall(LargeMoveFind(run, NULL, x->shape, PETSC_FALSE, &far, &move, place, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ArcStepsRaise(const ArcSteps *x, const Run *run, const FsStageInfo *solve,
                             PetscReal end)
{
  char place[FS_PLACE_SIZE];

  PetscFunctionBeginUser;
  PetscCall(DescribePlace(x, run, sizeof place, place));
  SETERRQ(run->comm, PETSC_ERR_NOT_CONVERGED,
          "t = %.6g is not reached: at the limit load t = %.6g the structure collapses or snaps "
          "through, and %s moves most; the path of equilibria beyond it, which is in the output up "
          "to step %" PetscInt_FMT
          ", rises to t = %.6g at most and is at t = %.6g at its end: %s%s; "
          "reduce the load, prescribe the displacement instead (-support_<name>_motion_z), or "
          "follow the path further with -analysis path (-path_step, -path_steps)",
          (double)end, (double)x->limit, place, run->step, (double)x->highest, (double)run->s.t,
          solve->reason, solve->place);
}

PetscErrorCode ArcStepsWarn(const ArcSteps *x, const Run *run)
{
  char place[FS_PLACE_SIZE], others[64] = "";

  PetscFunctionBeginUser;
  if (!x->nlimits) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DescribePlace(x, run, sizeof place, place));
  if (x->nlimits > 1)
    PetscCall(PetscSNPrintf(others, sizeof others, ", the first of %" PetscInt_FMT, x->nlimits));
  PetscCall(PetscFPrintf(
    run->comm, stderr,
    "fsolve: warning: t = %.6g is a limit load%s: there the structure snaps through dynamically, "
    "and %s moves most; the state at t = %.6g is reached along a path of equilibria whose load "
    "falls in between (-analysis transient follows the snap)\n",
    (double)x->limit, others, place, (double)run->s.t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- archive --------------------------------------------------------------------------------- */

PetscErrorCode ArcStepsArchive(ArcSteps *x, Run *run, FsArchive a)
{
  PetscBool   active   = x->active;
  const char *obstacle = NULL;

  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "arc_steps"));
  PetscCall(FsArchiveBool(a, "active", &active));
  PetscCall(FsArchiveReals(a, "largest", 1, &x->largest));
  PetscCall(FsArchiveReals(a, "highest", 1, &x->highest));
  PetscCall(FsArchiveReals(a, "lowest", 1, &x->lowest));
  PetscCall(FsArchiveReals(a, "limit", 1, &x->limit));
  PetscCall(FsArchiveInt(a, "steps", &x->steps));
  PetscCall(FsArchiveInt(a, "sum", &x->sum));
  PetscCall(FsArchiveInt(a, "limits", &x->nlimits));
  if (x->nlimits && !x->shape) PetscCall(VecDuplicate(run->sys->vec, &x->shape));
  if (x->nlimits) PetscCall(FsArchiveVec(a, "shape", x->shape));
  PetscCall(CriticalPointListArchive(&x->critical_points, run->sys->vec, a));
  if (a->reading) {
    PetscCall(DestroyPath(x));
    x->said = active;
    if (active) PetscCall(CreatePath(x, run, &obstacle));
  }
  if (active) PetscCall(ContinuationArchive(&x->c, a));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
