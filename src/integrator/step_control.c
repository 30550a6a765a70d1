/* step_control.c: controls the step size by failures, error estimates and switches of forces.

   A step is tried again with a shorter size if a stage cannot be solved, an error is too large or a
   force switches. step_size.c chooses the sizes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/control.h>
#include "step_size.h"

/* factor of a fixed step after a failed stage */
static const PetscReal CUT_BACK = 0.25;

/* Largest number of events that are located within a nominal step. If there are more, for example
   when a bouncing body comes to rest, steps pass over the others, and the number is halved for the
   next nominal step. It doubles again after a nominal step without too many events. */
static const PetscInt MAX_EVENTS = 8;

/* Smallest time between two located events, relative to a nominal step. Those that follow an event
   sooner are taken together at the end of this time. */
static const PetscReal EVENT_SPACING = 0.01;

PetscErrorCode FsStepControlCreate(FsIntegrator in, const FsStepControlOptions *options,
                                   FsStepControl *control)
{
  FsStepControl c;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&c));
  c->in            = in;
  c->adapt         = options->adapt;
  c->rtol          = options->rtol;
  c->atol          = options->atol;
  c->dt_min        = options->dt_min;
  c->dt_max        = options->dt_max;
  c->events_set    = options->events_given;
  c->locate_events = (PetscBool)(options->events != FS_EVENTS_IGNORE);
  c->locate_kinks  = (PetscBool)(options->events == FS_EVENTS_KINKS);
  c->allowed       = MAX_EVENTS;
  *control         = c;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStepControlDestroy(FsStepControl *control)
{
  PetscFunctionBeginUser;
  if (!*control) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDestroy(&(*control)->error));
  PetscCall(PetscFree(*control));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUpEvents(FsStepControl c, PetscReal t)
{
  const FsIntegrator        in  = c->in;
  const FsSystemHistoryOps *ops = &in->sys->ops.history;

  PetscFunctionBeginUser;
  PetscCheck(
    !c->locate_kinks || ops->kink_margin, in->comm, PETSC_ERR_USER_INPUT,
    "-events kinks has no effect: no bar, truss, cable, spring or joint of the model has a "
    "law with kinks; remove it");
  PetscCheck(!c->events_set || c->locate_kinks || ops->switch_margins, in->comm,
             PETSC_ERR_USER_INPUT,
             "-events has no effect: the model has no stops, sliders or friction, whose forces "
             "switch; %s",
             ops->kink_margin ? "kinks of laws are located by -events kinks alone" : "remove it");
  PetscCheck(!c->events_set || !c->locate_events || !in->fixed_step, in->comm, PETSC_ERR_USER_INPUT,
             "-events %s: steps of %s cannot change their size with joints; take an implicit "
             "scheme, or -events ignore",
             c->locate_kinks ? "kinks" : "locate", in->scheme->name);
  c->locate_kinks = (PetscBool)(c->locate_kinks && !in->fixed_step);
  c->locate_events =
    (PetscBool)(c->locate_events && !in->fixed_step && (ops->switch_margins || c->locate_kinks));
  c->until = t + c->dt;
  c->event = -PETSC_MAX_REAL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStepControlSetUp(FsStepControl c, FsState *s)
{
  const FsIntegrator in   = c->in;
  FsStageInfo        info = {.ok = PETSC_TRUE};
  PetscInt           n;

  PetscFunctionBeginUser;
  c->dt = c->h  = in->dt;
  c->last_error = 1;
  if (c->dt_min == 0) c->dt_min = c->dt / 1024;
  if (c->dt_max == 0) c->dt_max = PETSC_MAX_REAL;
  PetscCheck(c->dt_min <= c->dt, in->comm, PETSC_ERR_USER_INPUT,
             "-dt_min %.6g is more than the step, %.6g s", (double)c->dt_min, (double)c->dt);
  PetscCheck(c->dt_max >= c->dt * (1 - STEP_END_TOLERANCE), in->comm, PETSC_ERR_USER_INPUT,
             "-dt_max %.6g is less than the first step, %.6g s", (double)c->dt_max, (double)c->dt);
  PetscCall(SetUpEvents(c, s->t));
  if (c->adapt) {
    PetscCheck(
      in->error_order > 0, in->comm, PETSC_ERR_USER_INPUT,
      "-adapt: %s has no error estimate with these options; lms2, ss2, trapezoidal, bathe, "
      "esdirk32_5l, esdirk43_6l and tr_bdf2_q have one",
      in->scheme->name);
    PetscCall(VecDuplicate(in->sys->vec, &c->error));
    PetscCall(VecGetSize(c->error, &n));
    c->atol_norm = c->atol * PetscSqrtReal((PetscReal)n);
    PetscCall(FsSystemNorm(in->sys, s->q, &c->scale));
    /* start as after a change of loads, which the error estimates can judge */
    PetscCall(FsIntegratorRestart(in, c->dt, PETSC_FALSE, s, &info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void FsStepControlSetMaxStep(FsStepControl c, PetscReal dt)
{
  c->dt_max = c->dt_max == 0 ? dt : PetscMin(c->dt_max, dt);
}

void FsStepControlSetMonitor(FsStepControl c, FsStepMonitor monitor) { c->monitor = monitor; }

PetscBool FsStepControlIsAdaptive(FsStepControl c) { return c->adapt; }

/* Returns the size of the shortest step from s that may end at a switch. */
static PetscReal least_event_step(const FsStepControl c, const FsState *s)
{
  return PetscMax(c->dt_min, c->event + EVENT_SPACING * c->dt - s->t);
}

/* Whether a step is too short to be divided at a switch. least: see least_event_step */
static PetscBool is_indivisible(const FsStepControl c, PetscReal h, PetscReal least)
{
  return (PetscBool)(h <= (least + c->dt_min) * (1 + STEP_END_TOLERANCE));
}

typedef enum { STEP_DONE, STEP_RETRY, STEP_FAILED } StepOutcome;

/* Tries a step of size h from s. Iterations of all attempts add up in info. */
static PetscErrorCode TryStep(FsStepControl c, PetscReal h, const FsState *s, FsStepInfo *info)
{
  const FsLoading loading = FsLoadingOfMotion();
  const PetscInt  newton = info->solve.newton, linear = info->solve.linear;

  PetscFunctionBeginUser;
  PetscCall(FsIntegratorTry(c->in, h, s, &info->solve));
  info->solve.newton += newton;
  info->solve.linear += linear;
  if (c->locate_events && info->solve.ok)
    PetscCall(FsSystemSwitchMargins(c->in->sys, &c->in->next, &loading, c->margin));
  if (c->locate_kinks && info->solve.ok) {
    PetscReal kinks;

    PetscCall(FsSystemKinkMargin(c->in->sys, s, &c->in->next, &loading, &kinks));
    c->margin[FS_SWITCH_ANY] = PetscMin(c->margin[FS_SWITCH_ANY], kinks);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* If the step of size *h crosses a switch, tries shorter ones until one ends at the switch. */
static PetscErrorCode LocateEvent(FsStepControl c, PetscReal *h, const FsState *s, FsStepInfo *info)
{
  const PetscReal least = least_event_step(c, s);
  EventRoot       root;

  PetscFunctionBeginUser;
  if (!info->solve.ok || c->margin[FS_SWITCH_ANY] >= 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (c->nevents >= c->allowed || is_indivisible(c, *h, least)) PetscFunctionReturn(PETSC_SUCCESS);
  event_root_start(&root, *h, least, c->dt_min, c->margin[FS_SWITCH_ANY]);
  while (info->solve.ok && event_root_next(&root, h)) {
    PetscCall(TryStep(c, *h, s, info));
    if (info->solve.ok) event_root_add(&root, *h, c->margin[FS_SWITCH_ANY]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* After a step of size h to s that crosses a switch, counts the event and restarts the scheme.
   located: the step was shortened to end at the switch, or is indivisible. */
static PetscErrorCode HandleEvent(FsStepControl c, PetscBool located, FsState *s, FsStepInfo *info)
{
  const PetscBool jump = (PetscBool)(c->margin[FS_SWITCH_JUMP] < 0);

  PetscFunctionBeginUser;
  if (!c->locate_events || c->margin[FS_SWITCH_ANY] >= 0) PetscFunctionReturn(PETSC_SUCCESS);
  c->nevents++;
  if (located) {
    info->events++;
    c->event = s->t;
  }
  if (located || jump) PetscCall(FsIntegratorRestart(c->in, c->dt, jump, s, &info->solve));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Starts a new nominal step for the count of events if s has passed the end of the last one. */
static void update_event_window(FsStepControl c, const FsState *s)
{
  /* relative to a step: times of steps add up with round-off, and a step that ends so near to the
     end of the window has passed it */
  const PetscReal tolerance = 1e-6;

  if (s->t < c->until - tolerance * c->h) return;
  c->allowed =
    c->nevents > c->allowed ? c->allowed / 2 : PetscMin(MAX_EVENTS, PetscMax(1, 2 * c->allowed));
  c->nevents = 0;
  c->until   = s->t + (c->adapt ? c->h : c->dt);
}

/* Until the limit of events is reached, friction slides on or sticks in a step, because a step that
   ends at an event must not see what follows it. */
static PetscErrorCode SetFriction(FsStepControl c)
{
  const FsSystem  sys   = c->in->sys;
  const PetscBool keeps = (PetscBool)(c->locate_events && c->nevents < c->allowed);
  PetscInt        n;

  PetscFunctionBeginUser;
  if (sys->ops.history.set_friction)
    PetscCall(sys->ops.history.set_friction(sys, keeps ? FS_FRICTION_KEEP : FS_FRICTION_FREE, &n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Tries a step of size *h from s and shortens it to a switch that it crosses. If the outcome is
   STEP_FAILED, info->solve.ok is PETSC_FALSE. */
static PetscErrorCode AttemptStep(FsStepControl c, PetscReal *h, const FsState *s, FsStepInfo *info,
                                  PetscReal *error, StepOutcome *outcome)
{
  const FsIntegrator in = c->in;

  PetscFunctionBeginUser;
  PetscCall(SetFriction(c));
  PetscCall(TryStep(c, *h, s, info));
  if (c->locate_events) PetscCall(LocateEvent(c, h, s, info));
  *outcome = STEP_DONE;
  if (info->solve.ok && c->monitor.solved)
    PetscCall(c->monitor.solved(c->monitor.context, &in->next, &info->solve));
  if (!info->solve.ok) {
    info->failed++;
    if (info->solve.bifurcated && in->fixed_step)
      info->solve.reason =
        "joints pass a position in which motions branch (a change point, a dead center); a step "
        "ends in or near it; steps of this scheme are not cut back; take another -dt, or an "
        "implicit scheme such as lms4";
    *outcome = !info->solve.diverged && !in->fixed_step && step_size_shorten(c, *h, CUT_BACK)
                 ? STEP_RETRY
                 : STEP_FAILED;
  } else if (c->adapt) {
    PetscCall(StepSizeMeasureError(c, s, error));
    if (*error <= 1) PetscFunctionReturn(PETSC_SUCCESS);
    info->rejected++;
    *outcome = step_size_reject(c, *h, *error) ? STEP_RETRY : STEP_FAILED;
    if (*outcome == STEP_FAILED) {
      info->solve.ok     = PETSC_FALSE;
      info->solve.reason = "the estimated error is above what -adapt_rtol and -adapt_atol allow";
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether a failed step of size h may end in a change point that a bridge passes. Newton's method
   may fail there, too; then two sizes are tried, besides the shortest. */
static PetscBool may_bridge(const FsStepControl c, PetscReal h, PetscReal first,
                            StepOutcome outcome, const FsStageInfo *info)
{
  const PetscReal short_step = 1. / 16 * (1 + STEP_END_TOLERANCE);
  const FsSystem  sys        = c->in->sys;

  if (!sys->constraints || c->in->fixed_step || info->diverged) return PETSC_FALSE;
  if (!sys->traits.has_loops && !FsSystemCountDroppedRows(sys)) return PETSC_FALSE;
  return (PetscBool)(outcome == STEP_FAILED || info->bifurcated || h >= first ||
                     (h <= short_step * first && 2 * h > short_step * first));
}

/* If the step of size h from s fails because it ends in or near a change point, finds its end from
   s and the end of a step that is longer by a factor. Otherwise info->solve has failed. */
static PetscErrorCode Bridge(FsStepControl c, PetscReal h, PetscReal factor, const FsState *s,
                             FsStepInfo *info)
{
  const FsIntegrator in = c->in;
  FsState            there;

  PetscFunctionBeginUser;
  PetscCall(TryStep(c, factor * h, s, info));
  PetscCall(FsSystemStateCreate(in->sys, &there));
  there.t = s->t + h;
  PetscCall(FsStageBridgeChangePoint(in->stage, s, &in->next, &there, &info->solve));
  if (info->solve.ok) {
    PetscCall(VecCopy(there.q, in->next.q));
    PetscCall(VecCopy(there.v, in->next.v));
    PetscCall(VecCopy(there.a, in->next.a));
    if (FsSystemHasRates(in->sys))
      PetscCall(in->sys->rotations->rate(in->sys, in->next.q, in->next.v, in->next.qd));
    in->next.t = there.t;
    in->dt     = h;
    if (c->monitor.solved)
      PetscCall(c->monitor.solved(c->monitor.context, &in->next, &info->solve));
  }
  PetscCall(FsSystemStateDestroy(&there));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The same with the factors that are tried. A stage of the longer step must not be in the point:
   times of stages are 1/2, 3/5 or 5/8 of a step in several schemes, and none is near 1/1.44 in the
   schemes of fs_schemes. From a point, a very short step is nearly singular throughout, and the
   bridge must lead farther away. */
static PetscErrorCode BridgeChangePoint(FsStepControl c, PetscReal h, const FsState *s,
                                        FsStepInfo *info)
{
  static const PetscReal factors[] = {1.44, 12};
  const FsStageInfo      kept      = info->solve;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(factors); k++) {
    PetscCall(Bridge(c, h, factors[k], s, info));
    if (info->solve.ok) PetscFunctionReturn(PETSC_SUCCESS);
    info->solve = kept;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A step that failed because motions bifurcate before a time [s]. */
typedef struct {
  PetscReal   until;
  FsStageInfo info;
} BifurcationFailure;

/* After a failed attempt of size h from s, keeps the reason if motions bifurcate there. Solves of
   short steps near a bifurcation may fail, too, and then report the same reason. */
static PetscErrorCode KeepBifurcationReason(BifurcationFailure *bifurcation, PetscReal h,
                                            const FsState *s, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  if (info->bifurcated) {
    *bifurcation = (BifurcationFailure){s->t + h, *info};
  } else if (bifurcation->info.bifurcated && s->t < bifurcation->until && !info->diverged) {
    info->reason = bifurcation->info.reason;
    PetscCall(PetscStrncpy(info->place, bifurcation->info.place, sizeof info->place));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Shortens the next attempt of *size from s to what loads do in it. Returns its size. Then *size is
   the size that the attempt would have without a change of loads at its end. */
static PetscReal limit_to_loads(FsStepControl c, const FsState *s, PetscReal *size,
                                FsStepLimit *limit)
{
  *limit = (FsStepLimit){.t = s->t, .h = *size, .tolerance = step_size_tolerance(c)};
  if (!c->adapt || !c->monitor.limit) return *size;
  c->monitor.limit(c->monitor.context, limit);
  if (limit->limited && !limit->change) *size = limit->h;
  return limit->h;
}

/* After a step that ended just before loads change, moves s behind the change and restarts the
   scheme. The next step is not longer than the first one, because it must see the response. */
static PetscErrorCode PassLoadChange(FsStepControl c, const FsStepLimit *limit, FsState *s,
                                     FsStepInfo *info)
{
  PetscFunctionBeginUser;
  s->t            = limit->after;
  c->h            = PetscMin(c->h, c->dt);
  c->since_change = 0;
  PetscCall(FsIntegratorRestart(c->in, c->h, limit->jump, s, &info->solve));
  if (limit->jump && info->solve.ok && c->monitor.jumped)
    PetscCall(c->monitor.jumped(c->monitor.context, s, &info->solve));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStepControlAdvance(FsStepControl c, PetscReal t_stop, FsState *s, FsStepInfo *info)
{
  PetscBool          retried = PETSC_FALSE, reaches_end;
  PetscReal          error = 0, first = 0;
  StepOutcome        outcome     = STEP_FAILED;
  BifurcationFailure bifurcation = {.until = s->t};
  FsStepLimit        limit;

  PetscFunctionBeginUser;
  *info = (FsStepInfo){.dt = 0};
  /* with -adapt until a step is accepted, else until t_stop is reached */
  do {
    const PetscReal nominal   = step_size_next(c, t_stop - s->t, &reaches_end);
    PetscReal       full_step = nominal, h = limit_to_loads(c, s, &full_step, &limit);
    const PetscReal least = least_event_step(c, s);

    update_event_window(c, s);
    if (c->monitor.start) PetscCall(c->monitor.start(c->monitor.context));
    PetscCall(AttemptStep(c, &h, s, info, &error, &outcome));
    first = PetscMax(first, h);
    if (!info->solve.ok && may_bridge(c, h, first, outcome, &info->solve)) {
      PetscCall(BridgeChangePoint(c, h, s, info));
      if (info->solve.ok) outcome = STEP_DONE;
    }
    if (!info->solve.ok) PetscCall(KeepBifurcationReason(&bifurcation, h, s, &info->solve));
    reaches_end = (PetscBool)(reaches_end && h == nominal);
    if (outcome == STEP_DONE) {
      PetscCall(FsIntegratorAccept(c->in, s));
      if (c->monitor.accepted) PetscCall(c->monitor.accepted(c->monitor.context));
      if (reaches_end) s->t = t_stop;
      info->dt += h;
      info->accepted++;
      step_size_choose(c, h, full_step, error, retried);
      PetscCall(HandleEvent(c, (PetscBool)(h < limit.h || is_indivisible(c, h, least)), s, info));
      if (info->solve.ok && limit.change && h == limit.h)
        PetscCall(PassLoadChange(c, &limit, s, info));
      if (!info->solve.ok) outcome = STEP_FAILED;
    }
    retried = (PetscBool)(outcome == STEP_RETRY);
  } while (outcome == STEP_RETRY || (outcome == STEP_DONE && !c->adapt && !reaches_end));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStepControlArchive(FsStepControl c, FsArchive a)
{
  const PetscBool by_default = (PetscBool)(c->dt_min == c->dt / 1024);

  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "control"));
  PetscCall(FsArchiveReals(a, "dt", 1, &c->dt));
  if (by_default) c->dt_min = c->dt / 1024;
  PetscCall(FsArchiveReals(a, "h", 1, &c->h));
  c->h = PetscMin(c->h, c->dt_max);
  PetscCall(FsArchiveReals(a, "last_error", 1, &c->last_error));
  PetscCall(FsArchiveReals(a, "scale", 1, &c->scale));
  PetscCall(FsArchiveInt(a, "since_change", &c->since_change));
  if (FsStepControlMayLocate(c->in->sys)) {
    PetscCall(FsArchiveInt(a, "events_allowed", &c->allowed));
    PetscCall(FsArchiveInt(a, "events_met", &c->nevents));
    PetscCall(FsArchiveReals(a, "events_until", 1, &c->until));
    PetscCall(FsArchiveReals(a, "last_event", 1, &c->event));
  }
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
