/* load_steps.c: makes time steps see what loads and prescribed motions do between their ends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "load_steps.h"
#include "base/error.h"
#include "model/loads/load.h"
#include "model/loads/laws/law.h"
#include "model/loads/moving_load.h"
#include "model/fields/unstrained.h"
#include "model/supports/support.h"
#include "model/parts/block.h"
#include "model/joints/joints.h"
#include "element/joint/joint.h"

/* Within a step, a formula may differ from a cubic by this times its largest value so far, and by
   this times the allowed error of a step. A load between two steps then changes the displacement
   by as much as the scheme does in ten steps. */
static const PetscReal LARGEST_PART = 0.01, PART_OF_TOLERANCE = 10;
/* shortest step to which a formula of time limits, relative to the first step. Other formulas limit
   to the first step, because a front passes one place after another */
static const PetscReal SHORTEST = 1. / 1024;
/* stages are at most this behind the end of a step, relative to the step; esdirk43_6l has 0.043 */
static const PetscReal STAGES_BEHIND = 0.1;
/* displacements [m], rates [m/s], rotations and their rates at which laws are watched, beside 0:
   this part of the model's size, or this angle */
static const PetscReal MOTION = 0.01;

static PetscErrorCode Append(LoadSteps *loads, Expression formula, const PetscReal x[],
                             PetscReal shortest, PetscInt group)
{
  PetscFunctionBeginUser;
  PetscCheck(GROWING_LIST_RESERVE(loads->watches), PETSC_COMM_SELF, PETSC_ERR_MEM, "%s",
             error_out_of_memory);
  loads->watches.at[loads->watches.n++] =
    (WatchedLoad){.watch = load_watch(formula, x, loads->t, shortest), .group = group};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the group of the next formula. */
static PetscInt next_group(const LoadSteps *loads)
{
  return loads->watches.n ? loads->watches.at[loads->watches.n - 1].group + 1 : 0;
}

/* Adds a formula of t, unless it is NULL or does not depend on t. */
static PetscErrorCode AddFormula(LoadSteps *loads, Expression formula)
{
  const PetscReal t = 0;

  PetscFunctionBeginUser;
  if (!formula || !ExpressionDependsOnTime(formula)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Append(loads, formula, &t, SHORTEST * loads->dt, next_group(loads)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* FormulaKind - The variables of formulas of places or motions beside t. */
typedef struct {
  PetscInt  place;                        /* index of x, before y and z; -1 without them */
  PetscReal motion[EXPRESSION_VARIABLES]; /* a motion of the model; 0 for other variables */
} FormulaKind;

/* Adds a formula at some of the n places of this rank and, if it depends on them, at two motions.
 */
static PetscErrorCode AddVaryingFormula(LoadSteps *loads, MPI_Comm comm, Expression formula,
                                        const FormulaKind *kind, PetscInt n,
                                        const PetscReal (*x)[3])
{
  PetscReal places[LOAD_PLACES][3] = {{0}};
  PetscInt  nplaces                = 1;
  PetscBool depends_on[2]          = {PETSC_FALSE, PETSC_FALSE}; /* places, motions */

  PetscFunctionBeginUser;
  if (!formula || !ExpressionDependsOnTime(formula)) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < 3 && kind->place >= 0; k++)
    if (ExpressionDependsOn(formula, kind->place + k)) depends_on[0] = PETSC_TRUE;
  for (PetscInt k = 0; k < EXPRESSION_VARIABLES; k++)
    if (kind->motion[k] != 0 && ExpressionDependsOn(formula, k)) depends_on[1] = PETSC_TRUE;
  if (depends_on[0]) PetscCall(LoadPlaces(comm, n, x, &nplaces, places));
  for (int m = 0; m <= (depends_on[1] ? 1 : 0); m++) {
    const PetscInt group = next_group(loads);

    for (PetscInt p = 0; p < nplaces; p++) {
      PetscReal at[EXPRESSION_VARIABLES] = {0};

      if (m) PetscCall(PetscArraycpy(at, kind->motion, EXPRESSION_VARIABLES));
      if (kind->place >= 0) PetscCall(PetscArraycpy(at + kind->place, places[p], 3));
      PetscCall(Append(loads, formula, at,
                       (depends_on[0] || depends_on[1] ? 1 : SHORTEST) * loads->dt, group));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddLaws(LoadSteps *loads, Model model, PetscReal size)
{
  const Loads *const l    = &model->loads;
  FormulaKind        kind = {.place = LAW_X};

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) {
    kind.motion[LAW_U + c] = kind.motion[LAW_V + c] = MOTION * size / (1 + c);
    kind.motion[LAW_R + c] = kind.motion[LAW_W + c] = MOTION / (1 + c);
  }
  for (PetscInt k = 0; k < l->nlaws + l->nmoment_laws; k++)
    for (int c = 0; c < COMPONENTS; c++) {
      const Law *const law = k < l->nlaws ? &l->law[k] : &l->moment_law[k - l->nlaws];

      PetscCall(AddVaryingFormula(loads, model->comm, law->formula[c], &kind, law->n,
                                  (const PetscReal(*)[3])law->x));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the motors of joints, formulas of t, u, v, except those that are constant in each step. */
static PetscErrorCode AddMotors(LoadSteps *loads, Model model, PetscReal size)
{
  const FormulaKind kind = {
    .place = -1, .motion = {0, MOTION * size, MOTION * size}
  };

  PetscFunctionBeginUser;
  for (PetscInt j = 0; j < model->njoints; j++)
    for (int k = 0; k < JOINT_COORDINATES; k++)
      if (!model->joint[j].law[k].motor_per_step)
        PetscCall(
          AddVaryingFormula(loads, model->comm, model->joint[j].law[k].motor, &kind, 0, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the fields of moving loads, formulas of x, y, z, t. */
static PetscErrorCode AddFields(LoadSteps *loads, Model model)
{
  const FormulaKind kind = {.place = 0};

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->loads.nmoving; k++) {
    const MovingLoad *const load = &model->loads.moving[k];

    PetscCall(AddFormula(loads, load->time));
    PetscCall(AddVaryingFormula(loads, model->comm, load->field, &kind, load->n,
                                (const PetscReal(*)[3])load->x));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the unstrained lengths, formulas of t, and temperatures, formulas of x, y, z, t. */
static PetscErrorCode AddUnstrained(LoadSteps *loads, Model model)
{
  const FormulaKind kind = {.place = 0};

  PetscFunctionBeginUser;
  for (PetscInt b = 0; b < model->nparts; b++) {
    const Unstrained u = model->block[b].unstrained;

    if (!u) continue;
    PetscCall(AddFormula(loads, u->time));
    PetscCall(AddFormula(loads, u->length));
    for (int k = 0; k < TEMPERATURES; k++)
      PetscCall(AddVaryingFormula(loads, model->comm, u->temperature[k], &kind, u->nplaces,
                                  (const PetscReal(*)[3])u->place));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddMotions(LoadSteps *loads, Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt s = 0; s < model->nsupports; s++)
    for (int c = 0; c < COMPONENTS; c++) PetscCall(AddFormula(loads, model->support[s].motion[c]));
  for (PetscInt j = 0; j < model->njoints; j++)
    for (int k = 0; k < JOINT_COORDINATES; k++)
      if (model->joint[j].driver[k])
        PetscCall(AddFormula(loads, JointDriverFormula(model->joint[j].driver[k])));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadStepsCreate(Model model, PetscReal t, PetscReal dt, LoadSteps *loads)
{
  const Loads *const l = &model->loads;
  PetscReal          size;

  PetscFunctionBeginUser;
  *loads = (LoadSteps){.t = t, .dt = dt, .quiet = PETSC_MIN_REAL, .change = PETSC_MAX_REAL};
  PetscCall(ModelSize(model, &size));
  if (size == 0) size = 1;
  for (PetscInt b = 0; b < model->nblocks; b++) PetscCall(AddFormula(loads, model->block[b].time));
  for (PetscInt k = 0; k < l->nconstant; k++) PetscCall(AddFormula(loads, l->constant[k].time));
  for (PetscInt k = 0; k < l->nfollower; k++) PetscCall(AddFormula(loads, l->follower[k].time));
  PetscCall(AddFields(loads, model));
  PetscCall(AddUnstrained(loads, model));
  PetscCall(AddLaws(loads, model, size));
  PetscCall(AddMotors(loads, model, size));
  PetscCall(AddFormula(loads, model->gravity.time));
  for (int c = 0; c < 3; c++) PetscCall(AddFormula(loads, model->gravity.base[c]));
  loads->nloads = (PetscInt)loads->watches.n;
  PetscCall(AddMotions(loads, model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadStepsDestroy(LoadSteps *loads)
{
  PetscFunctionBeginUser;
  load_steps_release(loads); /* another run may use the formulas of the model */
  free(loads->watches.at);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void load_steps_release(LoadSteps *loads)
{
  for (PetscInt k = 0; k < loads->nloads && loads->held; k++)
    ExpressionHold(loads->watches.at[k].watch.formula, PETSC_MAX_REAL);
  loads->held = PETSC_FALSE;
}

/* Holds the loads that jump behind the end of a step, where stages may be. */
static void hold_behind(LoadSteps *loads, const FsStepLimit *step)
{
  const PetscReal end = step->t + step->h, latest = end + STAGES_BEHIND * step->h;

  for (PetscInt k = 0; k < loads->nloads; k++) {
    const LoadWatch *const w = &loads->watches.at[k].watch;

    if (!w->known.jump || w->known.before > latest) continue;
    ExpressionHold(w->formula, end);
    loads->held = PETSC_TRUE;
  }
}

void load_steps_limit(LoadSteps *loads, FsStepLimit *limit)
{
  const PetscReal nominal = limit->h,
                  part    = PetscMin(LARGEST_PART, PART_OF_TOLERANCE * limit->tolerance);

  load_steps_release(loads);
  if (limit->t + (1 + STAGES_BEHIND) * limit->h < loads->quiet) return;
  loads->quiet = PETSC_MAX_REAL;
  for (PetscInt k = 0; k < loads->watches.n; k++) {
    const PetscReal end = limit->t + limit->h,
                    to =
                      load_watch_limit(&loads->watches.at[k].watch, loads->dt, part, limit->t, end);

    if (to < end) limit->h = to - limit->t;
    loads->quiet = PetscMin(loads->quiet, load_watch_known(&loads->watches.at[k].watch));
  }
  for (PetscInt k = 0; k < loads->watches.n; k++) {
    const LoadKnown *const known = &loads->watches.at[k].watch.known;

    if (known->before > limit->t + limit->h) continue;
    limit->after  = limit->change ? PetscMax(limit->after, known->after) : known->after;
    limit->change = PETSC_TRUE;
    if (known->jump) limit->jump = PETSC_TRUE;
  }
  limit->limited = (PetscBool)(limit->h < nominal);
  hold_behind(loads, limit);
}

PetscReal load_steps_next_change(LoadSteps *loads, PetscReal t, PetscReal end)
{
  PetscReal seen = end;

  loads->change = PETSC_MAX_REAL;
  for (PetscInt k = 0; k < loads->watches.n; k++) {
    LoadWatch *const w = &loads->watches.at[k].watch;

    seen = PetscMin(seen, load_watch_next_change(w, loads->dt, t, seen));
  }
  for (PetscInt k = 0; k < loads->watches.n; k++) {
    const LoadKnown *const known = &loads->watches.at[k].watch.known;

    if (known->before <= seen) loads->change = PetscMin(loads->change, known->after);
  }
  return loads->change < PETSC_MAX_REAL ? loads->change : seen;
}

void load_steps_hold_change(LoadSteps *loads)
{
  for (PetscInt k = 0; k < loads->nloads && loads->change < PETSC_MAX_REAL; k++) {
    const LoadWatch *const w = &loads->watches.at[k].watch;

    if (!w->known.jump || w->known.before > loads->change) continue;
    ExpressionHold(w->formula, w->known.before);
    loads->held = PETSC_TRUE;
  }
}

PetscErrorCode LoadStepsArchive(LoadSteps *loads, FsArchive a)
{
  const PetscInt n = (PetscInt)loads->watches.n;
  PetscReal     *known;

  PetscFunctionBeginUser;
  if (!n || a->loads_changed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(n * LOAD_KNOWN, &known));
  for (PetscInt k = 0; k < n; k++)
    memcpy(known + k * LOAD_KNOWN, &loads->watches.at[k].watch.known, sizeof(LoadKnown));
  PetscCall(FsArchiveReals(a, "loads_known", n * LOAD_KNOWN, known));
  for (PetscInt k = 0; k < n; k++)
    memcpy(&loads->watches.at[k].watch.known, known + k * LOAD_KNOWN, sizeof(LoadKnown));
  loads->quiet = PETSC_MIN_REAL;
  PetscCall(PetscFree(known));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- impulses of loads ----------------------------------------------------------------------- */

/* Warns if fixed time steps see another impulse of a load than the true one. */

/* Returns the impulse that a step from a to b sees: the trapezoidal rule with a part for each
   solve. impulse: the true one. *last is the value at a, and becomes that at b.

   If Simpson's rule finds the true impulse, the parabola through its three points stands for the
   load. That saves the values between them. */
static PetscReal impulse_seen(LoadWatch *w, PetscReal a, PetscReal b, PetscInt solves,
                              PetscReal impulse, PetscReal *last)
{
  /* of the largest value of the load in the step times the step: far below what is warned of */
  const PetscReal resolved = 1e-3, h = b - a, n = (PetscReal)solves, start = *last,
                  middle = load_watch_value(w, (a + b) / 2), end = load_watch_value(w, b),
                  simpson = h * (start + 4 * middle + end) / 6,
                  size    = PetscMax(PetscAbsReal(start),
                                     PetscMax(PetscAbsReal(middle), PetscAbsReal(end)));
  PetscReal sum           = (start + end) / 2;

  *last = end;
  if (PetscAbsReal(simpson - impulse) <= resolved * h * size)
    return impulse + h * (start - 2 * middle + end) / (3 * n * n);
  for (PetscInt k = 1; k < solves; k++) sum += load_watch_value(w, a + (PetscReal)k * h / n);
  return h / n * sum;
}

/* Impulses of one load: the true one, and the difference of the one seen. */
typedef struct {
  PetscReal whole, difference, most_whole, most_difference;
} Impulses;

/* Returns the largest difference between the impulses of n formulas since the start, over the
   largest true one. They are sums over all n, because a load that moves passes each place within a
   short time. */
static PetscReal impulse_error(WatchedLoad load[], PetscInt n, PetscReal from, PetscReal dt,
                               PetscInt nsteps, PetscInt solves)
{
  enum { MOST = 20000 }; /* if there are more steps, it looks at every second, third, ... one */
  const PetscInt stride = PetscMax(1, (n * nsteps + MOST - 1) / MOST);
  Impulses       sum    = {0};

  for (PetscInt i = 0; i < n; i++) load[i].corner = from;
  for (PetscInt k = 0; k < nsteps; k += stride) {
    const PetscReal a = from + (PetscReal)k * dt, b = from + (PetscReal)(k + 1) * dt;

    for (PetscInt i = 0; i < n; i++) {
      LoadWatch *const w = &load[i].watch;
      PetscReal        impulse;

      if (k == 0 || stride > 1) load[i].last = load_watch_value(w, a);
      impulse = load_watch_impulse(w, a, b, dt / 8, &load[i].corner);
      sum.whole += impulse;
      sum.difference += impulse_seen(w, a, b, solves, impulse, &load[i].last) - impulse;
    }
    sum.most_whole      = PetscMax(sum.most_whole, PetscAbsReal(sum.whole));
    sum.most_difference = PetscMax(sum.most_difference, PetscAbsReal(sum.difference));
  }
  return sum.most_whole > 0 ? sum.most_difference / sum.most_whole : 0;
}

PetscErrorCode LoadStepsWarn(LoadSteps *loads, MPI_Comm comm, PetscReal from, PetscReal to,
                             PetscInt nsteps, PetscInt solves)
{
  const PetscReal allowed = 0.05, dt = (to - from) / (PetscReal)nsteps;

  PetscFunctionBeginUser;
  for (PetscInt k = 0, n; k < loads->nloads; k += n) {
    WatchedLoad *const load = &loads->watches.at[k];
    PetscReal          error;

    for (n = 1; k + n < loads->nloads && load[n].group == load->group;) n++;
    error = impulse_error(load, n, from, dt, nsteps, solves);
    if (!(error > allowed)) continue;
    PetscCall(PetscFPrintf(
      comm, stderr,
      "fsolve: warning: %s: the impulse that steps of %.6g s see differs by %.2g %% from the true "
      "one; take a shorter -dt, or -adapt\n",
      ExpressionOption(load->watch.formula), (double)dt, (double)(100 * error)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
