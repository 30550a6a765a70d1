/* step_control.c: step sizes. Fixed steps are cut back where a stage cannot be solved, and grow again; with -adapt a PI
   controller keeps the estimated error of each step at the tolerance (Gustafsson 1991; Hairer & Wanner, Solving
   ODEs II, IV.2). */
#include <fs/control.h>
#include "event_root.h"
#include "family.h"

/* factors of fixed steps after a failed stage and after a good step */
static const PetscReal CUT_BACK = 0.25, GROW = 2;

/* Adaptive steps: the size aimed at over the size that just meets the tolerance; limits of the change in one step. */
static const PetscReal SAFETY = 0.9, MIN_STEP_FACTOR = 0.2, MAX_STEP_FACTOR = 5;
/* Adaptive steps: growth below MIN_GROWTH is not worth a new matrix, below MIN_GROWTH_RESTART not a restart of lms3, lms4. */
static const PetscReal MIN_GROWTH = 1.2, MIN_GROWTH_RESTART = 2;

/* Exponents of the PI controller, over the order of the error estimate. */
static const PetscReal INTEGRAL = 0.7, PROPORTIONAL = 0.4;
static const PetscInt  SETTLING_STEPS =
  4; /* steps after a change until lms4 uses its full history again */
static const PetscReal STEP_END_TOLERANCE =
  1e-9; /* relative to a step: an end as near as this is reached by the step */

/* Events: so many are located in a time of the nominal step. Where there are more, as when what bounces comes to rest, the
   others are stepped over, and the next such time has half as many; a time with none too many gives twice as many back. */
static const PetscInt MAX_EVENTS = 8;

const FsOptionDoc fs_control_options[] = {
  {"-dt_min",     "dt/1024",
   "shortest step tried when a stage is not solved, an error is too large, a force switches"   },
  {"-adapt",      "false",        "choose the steps by their estimated error; -dt is the first"},
  {"-adapt_rtol", "1e-4",
   "error of a step allowed, relative to the largest displacement so far (mean squares)"       },
  {"-adapt_atol", "0",            "absolute error allowed besides [m]"                         },
  {"-dt_max",     "the interval", "longest step of -adapt"                                     },
  {"-events",     "locate",
   "end steps where the stops of joints begin to act and cease: locate; or ignore"             },
  {NULL,          NULL,           NULL                                                         }
};

struct _n_FsStepControl {
  FsIntegrator in; /* borrowed */
  PetscBool    adapt;
  PetscReal    rtol, atol, dt, dt_min,
    dt_max;                   /* dt [s]: nominal, or first; dt_min, dt_max [s]: 0 until chosen */
  PetscReal     h;            /* size of the next attempt [s] */
  PetscReal     last_error;   /* estimated error of the last step over what was allowed */
  PetscReal     scale;        /* 2-norm of the largest displacement so far, see FsSystemNorm */
  PetscInt      since_change; /* steps since the size changed */
  Vec           error;
  FsStepMonitor watch;                     /* functions NULL: nobody watches */
  PetscBool     events_set, locate_events; /* -events was given; events are located */
  PetscInt      allowed,
    nevents;       /* events to be located, and met so far, in the time of a nominal step */
  PetscReal until; /* the end of that time [s] */
  PetscReal margin[FS_SWITCHES]; /* at the end of the step under way, if events are located */
};

PetscErrorCode FsStepControlCreate(FsOptions o, FsIntegrator in, FsStepControl *control)
{
  static const char *const names[] = {"locate", "ignore", NULL};
  PetscInt                 ignore  = 0;
  FsStepControl            c;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&c));
  *control = c;
  c->in    = in;
  c->rtol  = 1e-4;
  PetscCall(FsOptionsBool(o, "-adapt", &c->adapt, NULL));
  PetscCall(FsOptionsPositive(o, "-dt_min", &c->dt_min, NULL));
  PetscCall(FsOptionsChoice(o, "-events", names, &ignore, &c->events_set));
  c->locate_events = (PetscBool)!ignore;
  c->allowed       = MAX_EVENTS;
  if (c->adapt) {
    PetscCall(FsOptionsReal(o, "-adapt_rtol", &c->rtol, NULL));
    PetscCall(FsOptionsReal(o, "-adapt_atol", &c->atol, NULL));
    PetscCall(FsOptionsPositive(o, "-dt_max", &c->dt_max, NULL));
    PetscCheck(
      c->rtol >= 0 && c->atol >= 0 && c->rtol + c->atol > 0, in->comm, PETSC_ERR_USER_INPUT,
      "-adapt_rtol %.6g, -adapt_atol %.6g: neither may be negative, and one must be more than 0",
      (double)c->rtol, (double)c->atol);
  }
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
  const FsIntegrator in = c->in;

  PetscFunctionBeginUser;
  PetscCheck(!c->events_set || in->sys->ops.history.switch_margins, in->comm, PETSC_ERR_USER_INPUT,
             "-events has no effect: the model has neither stops nor sliders, whose forces switch; "
             "remove it");
  PetscCheck(!c->events_set || !c->locate_events || !in->fixed_step, in->comm, PETSC_ERR_USER_INPUT,
             "-events locate: steps of %s cannot change their size with joints; take an implicit "
             "scheme, or -events ignore",
             in->scheme->name);
  c->locate_events =
    (PetscBool)(c->locate_events && in->sys->ops.history.switch_margins && !in->fixed_step);
  c->until = t + c->dt;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStepControlSetUp(FsStepControl c, const FsState *s)
{
  const FsIntegrator in = c->in;

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
    PetscCheck(in->error_order > 0, in->comm, PETSC_ERR_USER_INPUT,
               "-adapt: %s has no error estimate as it is set; lms2, ss2, trapezoidal, bathe, "
               "esdirk32_5l, esdirk43_6l, "
               "tr_bdf2_q are among those that have one",
               in->scheme->name);
    PetscCall(VecDuplicate(in->sys->vec, &c->error));
    PetscCall(FsSystemNorm(in->sys, s->q, &c->scale));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void FsStepControlSetMaxStep(FsStepControl c, PetscReal dt)
{
  c->dt_max = c->dt_max == 0 ? dt : PetscMin(c->dt_max, dt);
}

void FsStepControlSetMonitor(FsStepControl c, FsStepMonitor watch) { c->watch = watch; }

PetscBool FsStepControlIsAdaptive(FsStepControl c) { return c->adapt; }

/* The size of the next attempt: c->h, shortened to land on the end, or to half of what remains if that takes two
   steps, so that no tiny step is left. lands: it ends there. */
static PetscReal next_step_size(FsStepControl c, PetscReal remaining, PetscBool *reaches_end)
{
  *reaches_end = PETSC_TRUE;
  /* dt itself, not a difference of times with its round-off */
  if (PetscAbsReal(remaining - c->dt) <= STEP_END_TOLERANCE * c->dt && c->h >= c->dt) return c->dt;
  if (remaining <= c->h * (1 + STEP_END_TOLERANCE)) return remaining;
  *reaches_end = PETSC_FALSE;
  return remaining < 2 * c->h && remaining / 2 >= c->dt_min ? remaining / 2 : c->h;
}

/* *error = the estimated error over what -adapt_rtol and -adapt_atol allow. */
static PetscErrorCode MeasureError(FsStepControl c, const FsState *s, PetscReal *error)
{
  PetscReal size, allowed;
  PetscInt  n;

  PetscFunctionBeginUser;
  PetscCall(FsIntegratorEstimateError(c->in, s, c->error));
  PetscCall(FsSystemNorm(c->in->sys, c->error, error));
  PetscCall(FsSystemNorm(c->in->sys, c->in->next.q, &size));
  PetscCall(VecGetSize(c->error, &n));
  c->scale = PetscMax(c->scale, size);
  allowed  = c->atol * PetscSqrtReal((PetscReal)n) + c->rtol * c->scale;
  /* 0/0 where nothing moves yet */
  *error = *error == 0 ? 0 : *error / allowed;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The PI controller: the factor of the step from the errors of the accepted step and of the one before. */
static PetscReal controller_factor(FsStepControl c, PetscReal error)
{
  const PetscReal power = 1. / (PetscReal)c->in->error_order, least = 1e-10;

  return SAFETY * PetscPowReal(PetscMax(error, least), -INTEGRAL * power) *
         PetscPowReal(PetscMax(c->last_error, least), PROPORTIONAL * power);
}

/* Choose the size after an accepted step. While nothing moves the step stays, lest it grow past the first load. */
static void choose_step_size(FsStepControl c, PetscReal error, PetscBool was_rejected)
{
  const FsIntegrator in         = c->in;
  const PetscReal    min_growth = in->variable_step ? MIN_GROWTH : MIN_GROWTH_RESTART;
  PetscReal          factor =
    c->scale == 0
               ? 1
               : PetscMax(MIN_STEP_FACTOR, PetscMin(MAX_STEP_FACTOR, controller_factor(c, error)));

  c->last_error = error;
  c->since_change++;
  if (factor > 1 && (was_rejected || factor < min_growth ||
                     (!in->variable_step && c->since_change < SETTLING_STEPS)))
    factor = 1;
  if (factor < 1 && factor >= SAFETY) factor = 1;
  if (factor != 1) c->since_change = 0;
  c->h = PetscMin(c->dt_max, PetscMax(c->dt_min, factor * in->dt));
}

/* Shorten the next attempt to factor * tried, dt_min at least; false: it was at dt_min already. */
static PetscBool shorten_step(FsStepControl c, PetscReal tried, PetscReal factor)
{
  if (tried <= c->dt_min * (1 + STEP_END_TOLERANCE)) return PETSC_FALSE;
  c->h            = PetscMax(c->dt_min, factor * tried);
  c->since_change = 0;
  return PETSC_TRUE;
}

/* Too short to be divided. */
static PetscBool is_near_minimum(const FsStepControl c, PetscReal h)
{
  return (PetscBool)(h <= 2 * c->dt_min * (1 + STEP_END_TOLERANCE));
}

typedef enum { STEP_DONE, STEP_RETRY, STEP_FAILED } StepOutcome;

/* Try a step of size h from s. The iterations of all tries add up in info. */
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
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Where the step tried, of size *h, crosses a switch, try shorter ones until one ends there. */
static PetscErrorCode LocateEvent(FsStepControl c, PetscReal *h, const FsState *s, FsStepInfo *info)
{
  EventRoot root;

  PetscFunctionBeginUser;
  if (!info->solve.ok || c->margin[FS_SWITCH_ANY] >= 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (c->nevents >= c->allowed || is_near_minimum(c, *h)) PetscFunctionReturn(PETSC_SUCCESS);
  event_root_start(&root, *h, c->dt_min, c->margin[FS_SWITCH_ANY]);
  while (info->solve.ok && event_root_next(&root, h)) {
    PetscCall(TryStep(c, *h, s, info));
    if (info->solve.ok) event_root_add(&root, *h, c->margin[FS_SWITCH_ANY]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* After a step of size h to s: if it crossed a switch, count that, and let the scheme begin anew. cut: the step was ended for
   it. */
static PetscErrorCode HandleEvent(FsStepControl c, PetscReal h, PetscBool shortened, FsState *s,
                                  FsStepInfo *info)
{
  const PetscBool jump    = (PetscBool)(c->margin[FS_SWITCH_JUMP] < 0);
  const PetscBool located = (PetscBool)(shortened || is_near_minimum(c, h));

  PetscFunctionBeginUser;
  if (!c->locate_events || c->margin[FS_SWITCH_ANY] >= 0) PetscFunctionReturn(PETSC_SUCCESS);
  c->nevents++;
  if (located) info->events++;
  if (located || jump) PetscCall(FsIntegratorRestart(c->in, c->dt, jump, s, &info->solve));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* At s: in a new time of a nominal step other events may be located. */
static void update_event_window(FsStepControl c, const FsState *s)
{
  const PetscReal tolerance = 1e-6; /* of a step */

  if (s->t < c->until - tolerance * c->h) return;
  c->allowed =
    c->nevents > c->allowed ? c->allowed / 2 : PetscMin(MAX_EVENTS, PetscMax(1, 2 * c->allowed));
  c->nevents = 0;
  c->until   = s->t + (c->adapt ? c->h : c->dt);
}

/* Try a step of size *h from s, which becomes shorter where a switch is crossed. Outcome STEP_FAILED: info->solve.ok is
   false. */
static PetscErrorCode AttemptStep(FsStepControl c, PetscReal *h, const FsState *s, FsStepInfo *info,
                                  PetscReal *error, StepOutcome *outcome)
{
  const FsIntegrator in = c->in;

  PetscFunctionBeginUser;
  PetscCall(TryStep(c, *h, s, info));
  if (c->locate_events) PetscCall(LocateEvent(c, h, s, info));
  *outcome = STEP_DONE;
  if (info->solve.ok && c->watch.solved)
    PetscCall(c->watch.solved(c->watch.context, &in->next, &info->solve));
  if (!info->solve.ok) {
    info->failed++;
    *outcome = !info->solve.diverged && !in->fixed_step && shorten_step(c, *h, CUT_BACK)
                 ? STEP_RETRY
                 : STEP_FAILED;
  } else if (c->adapt) {
    PetscCall(MeasureError(c, s, error));
    if (*error <= 1) PetscFunctionReturn(PETSC_SUCCESS);
    info->rejected++;
    *outcome =
      shorten_step(
        c, *h,
        PetscMax(MIN_STEP_FACTOR, SAFETY * PetscPowReal(*error, -1. / (PetscReal)in->error_order)))
        ? STEP_RETRY
        : STEP_FAILED;
    if (*outcome == STEP_FAILED) {
      info->solve.ok     = PETSC_FALSE;
      info->solve.reason = "the estimated error is above what -adapt_rtol and -adapt_atol allow";
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A step that failed because motions branch before a time [s]. */
typedef struct {
  PetscReal   until;
  FsStageInfo info;
} BifurcationFailure;

/* After an attempt of size h from s that failed: so near to a position in which motions branch the solves of short steps may fail,
   too. Where such a position is ahead, that is what is told of them. */
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

PetscErrorCode FsStepControlAdvance(FsStepControl c, PetscReal t_stop, FsState *s, FsStepInfo *info)
{
  PetscBool          retried     = PETSC_FALSE, reaches_end;
  PetscReal          error       = 0;
  StepOutcome        outcome     = STEP_FAILED;
  BifurcationFailure bifurcation = {.until = s->t};

  PetscFunctionBeginUser;
  *info = (FsStepInfo){.dt = c->h};
  /* with -adapt until a step is accepted, else until t_stop is reached */
  do {
    const PetscReal full_step = next_step_size(c, t_stop - s->t, &reaches_end);
    PetscReal       h         = full_step;

    update_event_window(c, s);
    PetscCall(AttemptStep(c, &h, s, info, &error, &outcome));
    if (!info->solve.ok) PetscCall(KeepBifurcationReason(&bifurcation, h, s, &info->solve));
    reaches_end = (PetscBool)(reaches_end && h == full_step);
    if (outcome == STEP_DONE) {
      PetscCall(FsIntegratorAccept(c->in, s));
      if (c->watch.accepted) c->watch.accepted(c->watch.context);
      if (reaches_end) s->t = t_stop;
      info->dt = h;
      info->accepted++;
      /* the size of a step that was ended at a switch tells nothing about the next */
      if (c->adapt && h == full_step) choose_step_size(c, error, retried);
      else if (!c->adapt && !retried) c->h = PetscMin(c->dt, GROW * c->h);
      PetscCall(HandleEvent(c, h, (PetscBool)(h < full_step), s, info));
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
  if (c->in->sys->ops.history.switch_margins) {
    PetscCall(FsArchiveInt(a, "events_allowed", &c->allowed));
    PetscCall(FsArchiveInt(a, "events_met", &c->nevents));
    PetscCall(FsArchiveReals(a, "events_until", 1, &c->until));
  }
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
