/* step_control.c: step sizes. Fixed steps are cut back where a stage cannot be solved, and grow again; with -adapt a PI
   controller keeps the estimated error of each step at the tolerance (Gustafsson 1991; Hairer & Wanner, Solving
   ODEs II, IV.2). */
#include <fs/control.h>
#include "event_root.h"
#include "family.h"

/* factors of fixed steps after a failed stage and after a good step */
static const PetscReal CUT_BACK = 0.25, GROW = 2;

/* Adaptive steps: the size aimed at over the size that just meets the tolerance; limits of the change in one step. */
static const PetscReal SAFETY = 0.9, SHORTEST = 0.2, LONGEST = 5;
/* Adaptive steps: growth below KEEP is not worth a new matrix, below KEEP_RESTART not a restart of lms3, lms4. */
static const PetscReal KEEP = 1.2, KEEP_RESTART = 2;

/* Exponents of the PI controller, over the order of the error estimate. */
static const PetscReal INTEGRAL = 0.7, PROPORTIONAL = 0.4;
static const PetscInt  SETTLED = 4;    /* steps after a change until lms4 uses its full history again */
static const PetscReal LANDS   = 1e-9; /* relative to a step: an end as near as this is reached by the step */

/* Events: so many are located in a time of the nominal step. Where there are more, as when what bounces comes to rest, the
   others are stepped over, and the next such time has half as many; a time with none too many gives twice as many back. */
static const PetscInt MOST_EVENTS = 8;

const FsOptionDoc fs_control_options[] = {
  {"-dt_min",     "dt/1024",      "shortest step tried when a stage is not solved, an error is too large, a force switches"},
  {"-adapt",      "false",        "choose the steps by their estimated error; -dt is the first"                            },
  {"-adapt_rtol", "1e-4",         "error of a step allowed, relative to the largest displacement so far (mean squares)"    },
  {"-adapt_atol", "0",            "absolute error allowed besides [m]"                                                     },
  {"-dt_max",     "the interval", "longest step of -adapt"                                                                 },
  {"-events",     "locate",       "end steps where the stops of joints begin to act and cease: locate; or ignore"          },
  {NULL,          NULL,           NULL                                                                                     }
};

struct _n_FsStepControl {
  FsIntegrator  in; /* borrowed */
  PetscBool     adapt;
  PetscReal     rtol, atol, dt, dt_min, dt_max; /* dt [s]: nominal, or first; dt_min, dt_max [s]: 0 until chosen */
  PetscReal     h;                              /* size of the next attempt [s] */
  PetscReal     last_error;                     /* estimated error of the last step over what was allowed */
  PetscReal     scale;                          /* 2-norm of the largest displacement so far, see FsSystemNorm */
  PetscInt      since_change;                   /* steps since the size changed */
  Vec           error;
  FsStepMonitor watch;               /* functions NULL: nobody watches */
  PetscBool     asked, locates;      /* -events was given; events are located */
  PetscInt      allowed, met;        /* events to be located, and met so far, in the time of a nominal step */
  PetscReal     until;               /* the end of that time [s] */
  PetscReal     margin[FS_SWITCHES]; /* at the end of the step under way, if events are located */
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
  PetscCall(FsOptionsChoice(o, "-events", names, &ignore, &c->asked));
  c->locates = (PetscBool)!ignore;
  c->allowed = MOST_EVENTS;
  if (c->adapt) {
    PetscCall(FsOptionsReal(o, "-adapt_rtol", &c->rtol, NULL));
    PetscCall(FsOptionsReal(o, "-adapt_atol", &c->atol, NULL));
    PetscCall(FsOptionsPositive(o, "-dt_max", &c->dt_max, NULL));
    PetscCheck(c->rtol >= 0 && c->atol >= 0 && c->rtol + c->atol > 0, in->comm, PETSC_ERR_USER_INPUT,
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
  PetscCheck(!c->asked || in->sys->ops.switch_margins, in->comm, PETSC_ERR_USER_INPUT,
             "-events has no effect: the model has neither stops nor sliders, whose forces switch; remove it");
  PetscCheck(
    !c->asked || !c->locates || !in->rigid, in->comm, PETSC_ERR_USER_INPUT,
    "-events locate: steps of %s cannot change their size with joints; take an implicit scheme, or -events ignore",
    in->scheme->name);
  c->locates = (PetscBool)(c->locates && in->sys->ops.switch_margins && !in->rigid);
  c->until   = t + c->dt;
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
  PetscCheck(c->dt_min <= c->dt, in->comm, PETSC_ERR_USER_INPUT, "-dt_min %.6g is more than the step, %.6g s",
             (double)c->dt_min, (double)c->dt);
  PetscCheck(c->dt_max >= c->dt * (1 - LANDS), in->comm, PETSC_ERR_USER_INPUT,
             "-dt_max %.6g is less than the first step, %.6g s", (double)c->dt_max, (double)c->dt);
  PetscCall(SetUpEvents(c, s->t));
  if (c->adapt) {
    PetscCheck(
      in->error_order > 0, in->comm, PETSC_ERR_USER_INPUT,
      "-adapt: %s has no error estimate as it is set; lms2, ss2, trapezoidal, bathe, esdirk32_5l, esdirk43_6l, "
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
static PetscReal next_size(FsStepControl c, PetscReal remaining, PetscBool *lands)
{
  *lands = PETSC_TRUE;
  /* dt itself, not a difference of times with its round-off */
  if (PetscAbsReal(remaining - c->dt) <= LANDS * c->dt && c->h >= c->dt) return c->dt;
  if (remaining <= c->h * (1 + LANDS)) return remaining;
  *lands = PETSC_FALSE;
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
static PetscReal controller(FsStepControl c, PetscReal error)
{
  const PetscReal power = 1. / (PetscReal)c->in->error_order, least = 1e-10;

  return SAFETY * PetscPowReal(PetscMax(error, least), -INTEGRAL * power) *
         PetscPowReal(PetscMax(c->last_error, least), PROPORTIONAL * power);
}

/* Choose the size after an accepted step. While nothing moves the step stays, lest it grow past the first load. */
static void choose_next(FsStepControl c, PetscReal error, PetscBool was_rejected)
{
  const FsIntegrator in     = c->in;
  const PetscReal    keep   = in->growable ? KEEP : KEEP_RESTART;
  PetscReal          factor = c->scale == 0 ? 1 : PetscMax(SHORTEST, PetscMin(LONGEST, controller(c, error)));

  c->last_error = error;
  c->since_change++;
  if (factor > 1 && (was_rejected || factor < keep || (!in->growable && c->since_change < SETTLED))) factor = 1;
  if (factor < 1 && factor >= SAFETY) factor = 1;
  if (factor != 1) c->since_change = 0;
  c->h = PetscMin(c->dt_max, PetscMax(c->dt_min, factor * in->dt));
}

/* Shorten the next attempt to factor * tried, dt_min at least; false: it was at dt_min already. */
static PetscBool shorten(FsStepControl c, PetscReal tried, PetscReal factor)
{
  if (tried <= c->dt_min * (1 + LANDS)) return PETSC_FALSE;
  c->h            = PetscMax(c->dt_min, factor * tried);
  c->since_change = 0;
  return PETSC_TRUE;
}

/* Too short to be divided. */
static PetscBool is_short(const FsStepControl c, PetscReal h) { return (PetscBool)(h <= 2 * c->dt_min * (1 + LANDS)); }

typedef enum { DONE, TRY_AGAIN, GIVE_UP } Outcome;

/* Try a step of size h from s. The iterations of all tries add up in info. */
static PetscErrorCode Try(FsStepControl c, PetscReal h, const FsState *s, FsStepInfo *info)
{
  const FsLoading loading = FsLoadingOfMotion();
  const PetscInt  newton = info->solve.newton, linear = info->solve.linear;

  PetscFunctionBeginUser;
  PetscCall(FsIntegratorTry(c->in, h, s, &info->solve));
  info->solve.newton += newton;
  info->solve.linear += linear;
  if (c->locates && info->solve.ok) PetscCall(FsSystemSwitchMargins(c->in->sys, &c->in->next, &loading, c->margin));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Where the step tried, of size *h, crosses a switch, try shorter ones until one ends there. */
static PetscErrorCode EndAtSwitch(FsStepControl c, PetscReal *h, const FsState *s, FsStepInfo *info)
{
  Crossing crossing;

  PetscFunctionBeginUser;
  if (!info->solve.ok || c->margin[FS_SWITCH_ANY] >= 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (c->met >= c->allowed || is_short(c, *h)) PetscFunctionReturn(PETSC_SUCCESS);
  CrossingBegin(&crossing, *h, c->dt_min, c->margin[FS_SWITCH_ANY]);
  while (info->solve.ok && CrossingNext(&crossing, h)) {
    PetscCall(Try(c, *h, s, info));
    if (info->solve.ok) CrossingTell(&crossing, *h, c->margin[FS_SWITCH_ANY]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* After a step of size h to s: if it crossed a switch, count that, and let the scheme begin anew. cut: the step was ended for
   it. */
static PetscErrorCode MeetSwitch(FsStepControl c, PetscReal h, PetscBool cut, FsState *s, FsStepInfo *info)
{
  const PetscBool jump    = (PetscBool)(c->margin[FS_SWITCH_JUMP] < 0);
  const PetscBool located = (PetscBool)(cut || is_short(c, h));

  PetscFunctionBeginUser;
  if (!c->locates || c->margin[FS_SWITCH_ANY] >= 0) PetscFunctionReturn(PETSC_SUCCESS);
  c->met++;
  if (located) info->events++;
  if (located || jump) PetscCall(FsIntegratorRestart(c->in, c->dt, jump, s, &info->solve));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* At s: in a new time of a nominal step other events may be located. */
static void count_events(FsStepControl c, const FsState *s)
{
  const PetscReal near = 1e-6; /* of a step */

  if (s->t < c->until - near * c->h) return;
  c->allowed = c->met > c->allowed ? c->allowed / 2 : PetscMin(MOST_EVENTS, PetscMax(1, 2 * c->allowed));
  c->met     = 0;
  c->until   = s->t + (c->adapt ? c->h : c->dt);
}

/* Try a step of size *h from s, which becomes shorter where a switch is crossed. Outcome GIVE_UP: info->solve.ok is
   false. */
static PetscErrorCode Attempt(FsStepControl c, PetscReal *h, const FsState *s, FsStepInfo *info, PetscReal *error,
                              Outcome *outcome)
{
  const FsIntegrator in = c->in;

  PetscFunctionBeginUser;
  PetscCall(Try(c, *h, s, info));
  if (c->locates) PetscCall(EndAtSwitch(c, h, s, info));
  *outcome = DONE;
  if (info->solve.ok && c->watch.solved) PetscCall(c->watch.solved(c->watch.context, &in->next, &info->solve));
  if (!info->solve.ok) {
    info->failed++;
    *outcome = !info->solve.diverged && !in->rigid && shorten(c, *h, CUT_BACK) ? TRY_AGAIN : GIVE_UP;
  } else if (c->adapt) {
    PetscCall(MeasureError(c, s, error));
    if (*error <= 1) PetscFunctionReturn(PETSC_SUCCESS);
    info->rejected++;
    *outcome = shorten(c, *h, PetscMax(SHORTEST, SAFETY * PetscPowReal(*error, -1. / (PetscReal)in->error_order)))
                 ? TRY_AGAIN
                 : GIVE_UP;
    if (*outcome == GIVE_UP) {
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
} Branch;

/* After an attempt of size h from s that failed: so near to a position in which motions branch the solves of short steps may fail,
   too. Where such a position is ahead, that is what is told of them. */
static PetscErrorCode TellBranch(Branch *ahead, PetscReal h, const FsState *s, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  if (info->bifurcated) {
    *ahead = (Branch){s->t + h, *info};
  } else if (ahead->info.bifurcated && s->t < ahead->until && !info->diverged) {
    info->reason = ahead->info.reason;
    PetscCall(PetscStrncpy(info->place, ahead->info.place, sizeof info->place));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStepControlAdvance(FsStepControl c, PetscReal t_stop, FsState *s, FsStepInfo *info)
{
  PetscBool repeated = PETSC_FALSE, lands;
  PetscReal error    = 0;
  Outcome   outcome  = GIVE_UP;
  Branch    ahead    = {.until = s->t};

  PetscFunctionBeginUser;
  *info = (FsStepInfo){.dt = c->h};
  /* with -adapt until a step is accepted, else until t_stop is reached */
  do {
    const PetscReal whole = next_size(c, t_stop - s->t, &lands);
    PetscReal       h     = whole;

    count_events(c, s);
    PetscCall(Attempt(c, &h, s, info, &error, &outcome));
    if (!info->solve.ok) PetscCall(TellBranch(&ahead, h, s, &info->solve));
    lands = (PetscBool)(lands && h == whole);
    if (outcome == DONE) {
      PetscCall(FsIntegratorAccept(c->in, s));
      if (c->watch.accepted) c->watch.accepted(c->watch.context);
      if (lands) s->t = t_stop;
      info->dt = h;
      info->accepted++;
      /* the size of a step that was ended at a switch tells nothing about the next */
      if (c->adapt && h == whole) choose_next(c, error, repeated);
      else if (!c->adapt && !repeated) c->h = PetscMin(c->dt, GROW * c->h);
      PetscCall(MeetSwitch(c, h, (PetscBool)(h < whole), s, info));
      if (!info->solve.ok) outcome = GIVE_UP;
    }
    repeated = (PetscBool)(outcome == TRY_AGAIN);
  } while (outcome == TRY_AGAIN || (outcome == DONE && !c->adapt && !lands));
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
  if (c->in->sys->ops.switch_margins) {
    PetscCall(FsArchiveInt(a, "events_allowed", &c->allowed));
    PetscCall(FsArchiveInt(a, "events_met", &c->met));
    PetscCall(FsArchiveReals(a, "events_until", 1, &c->until));
  }
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
