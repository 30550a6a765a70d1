/* continuation.c: controls the steps of a path of equilibria and switches to branches. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "continuation_step.h"
#include "system/force_units.h"

/* Newton iterations of a step, above which the next step is shorter. Smallest cosine of the angle
   between the tangents at its ends, also for steps with critical points, near which another path
   may be. The angles are 26 and 14 degrees: a larger one may be a jump to another path. Shortest
   step, relative to the longest: a path that needs a shorter one has ended. See test_long_steps in
   tests/analysis/path.py. */
enum { DESIRED_ITERATIONS = 5 };
static const PetscReal MIN_COSINE = 0.9, MIN_COSINE_CRITICAL = 0.97, MIN_STEP = 1e-6;

static PetscErrorCode Allocate(Continuation *c)
{
  Vec *const all[] = {&c->tangent, &c->last_increment, &c->from_q, &c->from_a, &c->from_tangent,
                      &c->r,       &c->force,          &c->a,      &c->b,      &c->delta};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) {
    PetscCall(VecDuplicate(c->sys->vec, all[k]));
    PetscCall(VecZeroEntries(*all[k]));
  }
  PetscCall(FsSystemStateCreate(c->sys, &c->trial));
  PetscCall(VecZeroEntries(c->trial.v));
  PetscCall(FsSystemCreateMatrix(c->sys, PETSC_TRUE, &c->K));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the number of weighted entries, and the model's size times its square root, so that sums
   over entries are means. */
static PetscErrorCode FindLength(FsSystem sys, Vec weights, PetscInt *count, PetscReal *length)
{
  const PetscScalar *w;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(weights, &n));
  PetscCall(VecGetArrayRead(weights, &w));
  *count = 0;
  for (PetscInt i = 0; i < n; i++) *count += w[i] > 0;
  PetscCall(VecRestoreArrayRead(weights, &w));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, count, 1, MPIU_INT, MPI_SUM, sys->comm));
  *length = FsSystemCharacteristicLength(sys) * PetscSqrtReal((PetscReal)PetscMax(*count, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationCreate(FsSystem sys, FsState *s, const ContinuationMeasure *measure,
                                  Continuation *c, const char **obstacle)
{
  const FsLoading loading = FsLoadingOfEquilibrium(1);
  PetscReal       force;
  PetscBool       ok = PETSC_FALSE;

  PetscFunctionBeginUser;
  *c = (Continuation){.sys      = sys,
                      .s        = s,
                      .max_size = measure->max_size,
                      .size     = measure->max_size,
                      .load     = PetscAbsReal(measure->level_step) /
                              (measure->controlled ? 1 : measure->max_size),
                      .first      = measure->bounded ? measure->first : PETSC_NINFINITY,
                      .last       = measure->bounded ? measure->last : PETSC_INFINITY,
                      .controlled = measure->controlled,
                      .row        = measure->row,
                      .pairs      = measure->pairs,
                      .soft_arc   = -1,
                      .cosine     = 1,
                      .wanted     = PETSC_MAX_INT,
                      .weights    = measure->weights};
  PetscCall(FindLength(sys, c->weights, &c->count, &c->length));
  PetscCall(PencilCreate(sys, s, &loading, &c->pencil));
  PetscCall(Allocate(c));
  PetscCall(ContinuationTangent(c, NULL, measure->level_step, &ok));
  if (ok) PetscCall(PencilIsNonsingular(c->pencil, &ok));
  PetscCall(VecNorm(c->force, NORM_2, &force));
  *obstacle = NULL;
  if (!ok)
    *obstacle = "the tangent is singular at the start; something can move freely (-analysis modes "
                "shows it)";
  else if (!(force > 0 || measure->moved))
    *obstacle = "no load grows with t; loads without -load_<name>_time grow in proportion to t";
  else if (PetscIsInfOrNanReal(c->rate))
    *obstacle = "the loads do not move the displacement of -path_control at the start";
  if (!*obstacle && measure->proportional) PetscCall(ContinuationMakeProportional(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationSetLevelStep(Continuation *c, PetscReal level_step)
{
  PetscReal square;

  PetscFunctionBeginUser;
  c->load = PetscAbsReal(level_step) / (c->controlled ? 1 : c->max_size);
  c->size = c->max_size;
  PetscCall(ContinuationProduct(c, c->tangent, c->rate, c->tangent, c->rate, &square));
  PetscCall(VecScale(c->tangent, 1 / PetscSqrtReal(square)));
  c->rate /= PetscSqrtReal(square);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationDestroy(Continuation *c)
{
  Vec *const all[] = {&c->tangent, &c->last_increment, &c->from_q, &c->from_a, &c->from_tangent,
                      &c->r,       &c->force,          &c->a,      &c->b,      &c->weights,
                      &c->delta};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) PetscCall(VecDestroy(all[k]));
  for (int k = 0; k < 2; k++) PetscCall(VecDestroy(&c->strain[k]));
  PetscCall(FsSystemStateDestroy(&c->trial));
  PetscCall(MatDestroy(&c->K));
  PetscCall(MatDestroy(&c->factors));
  PetscCall(KSPDestroy(&c->krylov));
  for (PetscInt k = 0; k < CRITICAL_MULTIPLE; k++) PetscCall(VecDestroy(&c->neutral[k]));
  PetscCall(PencilDestroy(&c->pencil));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationArchive(Continuation *c, FsArchive a)
{
  PetscReal *const reals[] = {&c->arc, &c->size, &c->rate, &c->load, &c->cosine};

  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "continuation"));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(reals); k++) {
    static const char *const names[] = {"arc", "size", "rate", "load", "cosine"};

    PetscCall(FsArchiveReals(a, names[k], 1, reals[k]));
  }
  PetscCall(FsArchiveInt(a, "index", &c->index));
  PetscCall(FsArchiveInt(a, "missed", &c->missed));
  PetscCall(FsArchiveInt(a, "held", &c->nneutral));
  for (PetscInt k = 0; k < c->nneutral; k++) {
    char name[32];

    PetscCall(PetscSNPrintf(name, sizeof name, "held_%d", (int)k));
    if (!c->neutral[k]) PetscCall(VecDuplicate(c->tangent, &c->neutral[k]));
    PetscCall(FsArchiveVec(a, name, c->neutral[k]));
  }
  PetscCall(FsArchiveVec(a, "tangent", c->tangent));
  PetscCall(FsArchivePopScope(a));
  if (a->reading) {
    c->current = PETSC_FALSE;
    PetscCall(MatDestroy(&c->factors));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes a step of a size and locates the critical points in it. *cosine: see ContinuationTryStep.
   *effort: see Continuation. If *ok is PETSC_FALSE, the step has to be shorter, and nothing has
   moved. */
static PetscErrorCode AdvanceStep(Continuation *c, PetscReal size, CriticalPoints *points,
                                  PetscInt *iterations, PetscReal *effort, PetscReal *cosine,
                                  PetscBool *ok)
{
  /* relative to the longest step; shorter steps are accepted although a critical point is not
     located */
  const PetscReal tiny_step = 1e-3, short_step = 1. / 64;
  PetscBool       all = PETSC_TRUE, hides;

  PetscFunctionBeginUser;
  *cosine = 1;
  PetscCall(ContinuationTryStep(c, size, iterations, cosine, ok));
  *effort = c->effort;
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  if (*cosine < MIN_COSINE) {
    PetscCall(ContinuationRevert(c));
    *ok = PETSC_FALSE;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (c->pairs && c->index >= 0 && c->index == c->from_index) {
    PetscCall(HiddenPairCheck(c, size, &hides));
    *ok = (PetscBool)!hides;
    if (hides && size <= short_step * c->max_size) {
      PetscCall(ContinuationTryStep(c, size, iterations, cosine, ok));
      c->missed++;
    }
    if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (c->from_index < 0 || c->index < 0 || c->index == c->from_index)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (c->index > c->from_index && c->index - c->from_index <= c->expected) {
    c->expected -= c->index - c->from_index;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  all = (PetscBool)(*cosine >= MIN_COSINE_CRITICAL || size <= tiny_step * c->max_size);
  if (all) PetscCall(CriticalLocate(c, size, points, &all));
  else PetscCall(ContinuationRevert(c));
  *ok = (PetscBool)(all || size <= tiny_step * c->max_size);
  if (*ok) PetscCall(ContinuationTryStep(c, size, iterations, cosine, ok));
  if (!*ok) PetscCall(CriticalPointsDestroy(points)); /* a shorter step finds them again */
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  if (!all) c->missed++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the length of the next step, relative to a step with an effort (Continuation) and a
   cosine of the angle between the tangents at its ends.

   The angle grows with the length of the step, so that a path with little curvature may have longer
   steps. Under displacement control the cosine does not measure the angle, and the iterations alone
   determine the length. */
static PetscReal next_step_length(const Continuation *c, PetscReal effort, PetscReal cosine)
{
  const PetscReal longest = c->controlled ? 1.6 : 2, turn = 10 * PETSC_PI / 180;
  const PetscReal angle         = c->controlled ? 0 : PetscAcosReal(PetscMin(1, cosine));
  const PetscReal by_angle      = angle * longest <= turn ? longest : turn / angle;
  const PetscReal by_iterations = PetscSqrtReal((PetscReal)DESIRED_ITERATIONS / effort);

  if (c->controlled || effort > DESIRED_ITERATIONS) return PetscMin(by_angle, by_iterations);
  return by_angle;
}

/* Reports why even the shortest step, whose length is size, has failed. An element that has no
   finite forces at its start is the reason; iterations may have led the trial state far away. */
static PetscErrorCode ReportEnd(Continuation *c, PetscReal size, FsStageInfo *info)
{
  const FsLoading loading              = FsLoadingOfEquilibrium(1);
  char            where[FS_PLACE_SIZE] = "";

  PetscFunctionBeginUser;
  info->ok = PETSC_FALSE;
  PetscCall(ContinuationCopyState(c->s, &c->trial));
  PetscCall(ContinuationMoveState(c, &c->trial, size, c->tangent));
  c->trial.t += size * c->rate;
  PetscCall(FsSystemDescribeNonFinite(c->sys, &c->trial, &loading, where, sizeof where));
  if (where[0]) {
    info->reason = "the path cannot be continued, because an element is deformed too much (use "
                   "smaller cells there)";
    PetscCall(PetscSNPrintf(info->place, sizeof info->place, "; it is %s", where));
  } else if (c->controlled)
    info->reason = "the path cannot be continued; Newton's method fails, or the displacement turns "
                   "back (leave out -path_control)";
  else
    info->reason = "the path cannot be continued; Newton's method fails, or the path has a corner";
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationStep(Continuation *c, CriticalPoints *points, FsStageInfo *info)
{
  const PetscReal shrink = 0.5;
  PetscInt        iterations;

  PetscFunctionBeginUser;
  points->n = 0;
  for (; c->size >= MIN_STEP * c->max_size; c->size *= shrink) {
    const PetscReal size = c->size;
    PetscReal       cosine, effort = 1;
    PetscBool       ok;

    PetscCall(AdvanceStep(c, size, points, &iterations, &effort, &cosine, &ok));
    if (!ok) continue;
    info->newton += iterations;
    c->cosine = cosine;
    c->size   = PetscMin(c->max_size, size * next_step_length(c, effort, cosine));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ReportEnd(c, c->size / shrink, info));
  if (info->place[0] || c->controlled || c->proportional) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ContinuationTurnCorner(c, &iterations, &info->ok));
  if (info->ok) info->newton += iterations;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationUndoStep(Continuation *c) { return ContinuationRevert(c); }

static const PetscReal DEPARTURE = 0.1; /* first step on a branch, relative to the longest step */

/* Computes the trial state along a direction from c->s. *iterations is 0 on failure. */
static PetscErrorCode StepAlong(Continuation *c, Vec along, PetscInt *iterations)
{
  PetscFunctionBeginUser;
  *iterations = 0;
  for (c->size = DEPARTURE * c->max_size; !*iterations && c->size >= MIN_STEP * c->max_size;
       c->size /= 2)
    PetscCall(ContinuationCorrect(c, along, 0, c->size, 0, iterations));
  c->size *= 2;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the trial state along one shape of a multiple point, orthogonal to the others. It is an
   equilibrium if no force acts along those. */
static PetscErrorCode StepAlongShape(Continuation *c, const CriticalPoint *at, PetscInt shape,
                                     Vec along, PetscInt *iterations)
{
  /* Work of the remaining forces along another shape, relative to the norm of the loads of a step
     [N] times that of the shape [m]. Both have moments as forces at lengths and rotations as arcs
     (FsSystemForceUnits). An equilibrium has no such force, and the corrector leaves 1e-9 of the
     step. */
  const PetscReal small = 1e-6;
  PetscReal       neutral, force, size;
  Vec             unit;

  PetscFunctionBeginUser;
  c->nneutral = 0;
  for (PetscInt k = 0; k < at->multiplicity; k++) {
    if (k == shape) continue;
    if (!c->neutral[c->nneutral]) PetscCall(VecDuplicate(along, &c->neutral[c->nneutral]));
    PetscCall(VecCopy(at->shape[k], c->neutral[c->nneutral++]));
  }
  PetscCall(StepAlong(c, along, iterations));
  PetscCall(VecDuplicate(along, &unit));
  PetscCall(FsSystemForceUnits(c->sys, unit));
  PetscCall(FsSystemForceNorm(c->sys, c->force, NORM_2, &force));
  for (PetscInt k = 0; k < c->nneutral && *iterations; k++) {
    PetscCall(VecDot(c->r, c->neutral[k], &neutral));
    PetscCall(VecPointwiseDivide(c->a, c->neutral[k], unit));
    PetscCall(VecNorm(c->a, NORM_2, &size));
    if (PetscAbsReal(neutral) > small * size * force * c->load * c->size) *iterations = 0;
  }
  PetscCall(VecDestroy(&unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Accepts the trial state on a branch along a direction, and computes the tangent there.
 *neutral: all other shapes of a multiple point have no stiffness. */
static PetscErrorCode AcceptOnBranch(Continuation *c, const CriticalPoint *at, Vec along,
                                     PetscBool *neutral, PetscBool *ok)
{
  PetscFunctionBeginUser;
  PetscCall(ContinuationAcceptTrial(c, c->size));
  PetscCall(ContinuationTangent(c, along, 0, ok));
  if (*ok && at->multiplicity > 1) {
    PetscCall(CriticalFindNeutral(c, at->multiplicity - 1));
    PetscCall(ContinuationTangent(c, along, 0, ok));
  }
  *neutral = (PetscBool)(*ok && c->nneutral == at->multiplicity - 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Steps onto a branch of a multiple point, orthogonal to its other shapes. In a double point whose
   other shape has a stiffness, although the force along it is small, this is no equilibrium. Then
   the direction is turned until it is one. *accepted: the trial state has been accepted. */
static PetscErrorCode StepFromMultiple(Continuation *c, const CriticalPoint *at, PetscInt shape,
                                       PetscReal sign, Vec along, PetscInt *iterations,
                                       PetscBool *accepted)
{
  PetscBool ok = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(StepAlongShape(c, at, shape, along, iterations));
  if (at->multiplicity > 2 || (!*iterations && c->size < DEPARTURE * c->max_size))
    PetscFunctionReturn(PETSC_SUCCESS);
  if (*iterations) {
    PetscCall(AcceptOnBranch(c, at, along, accepted, &ok));
    if (*accepted) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(ContinuationRevert(c));
  }
  PetscCall(DoublePointFindBranch(c, at, shape, sign, c->size, along, iterations));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Moves to a bifurcation, or a little beside it if the tangent is exactly singular there. */
static PetscErrorCode MoveToBifurcation(Continuation *c, const CriticalPoint *at, PetscBool *ok)
{
  static const PetscReal beside[] = {0, 1e-8, -1e-8, 1e-6, -1e-6}; /* of the step */
  const PetscReal        size     = at->arc - c->arc;
  PetscReal              cosine;
  PetscInt               iterations;

  PetscFunctionBeginUser;
  *ok = PETSC_FALSE;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(beside) && !*ok; k++)
    PetscCall(ContinuationTryStep(c, size * (1 + beside[k]), &iterations, &cosine, ok));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationSwitchBranch(Continuation *c, const CriticalPoint *at, PetscInt shape,
                                        PetscReal sign, FsStageInfo *info)
{
  PetscReal square;
  PetscInt  iterations = 0;
  PetscBool ok = PETSC_FALSE, accepted = PETSC_FALSE, neutral;
  Vec       along;

  PetscFunctionBeginUser;
  PetscCall(MoveToBifurcation(c, at, &ok));
  PetscCall(VecDuplicate(c->tangent, &along));
  PetscCall(VecCopy(at->shape[shape], along));
  PetscCall(ContinuationDot(c, along, along, &square));
  PetscCall(VecScale(along, sign / PetscSqrtReal(square)));
  if (ok && at->multiplicity > 1)
    PetscCall(StepFromMultiple(c, at, shape, sign, along, &iterations, &accepted));
  if (!iterations) c->nneutral = 0;
  if (ok && !iterations) PetscCall(StepAlong(c, along, &iterations));
  if (iterations && !accepted) PetscCall(AcceptOnBranch(c, at, along, &neutral, &ok));
  info->ok     = (PetscBool)(ok && iterations);
  c->cosine    = 1; /* the branch starts here */
  info->reason = at->multiplicity == 1 ? "no equilibrium was found on the branch"
                                       : "no equilibrium was found on the branch of a multiple "
                                         "bifurcation; choose another -path_null";
  PetscCall(VecDestroy(&along));
  PetscFunctionReturn(PETSC_SUCCESS);
}
