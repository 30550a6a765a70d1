/* exact_buckling.c: finds load factors as critical points of a path. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "exact_buckling.h"
#include "shape_axes.h"
#include "analysis/run/run_state.h"
#include "analysis/run/start/node_polynomials.h"
#include "continuation/continuation.h"
#include "assembly/term.h"
#include "base/printing.h"
#include "analysis/run/run.h"

/* ---- critical points ------------------------------------------------------------------------- */

/* STEPS: number of steps between two guides, unless they must be shorter. MAX_STEPS: largest number
   in one direction. DOUBLINGS: how often the bound is doubled if factors are missing, on a
   proportional path. DOUBLINGS_TRUE: the same on the path of the true equilibria. */
enum { STEPS = 2, MAX_STEPS = 80, DOUBLINGS = 9, DOUBLINGS_TRUE = 2 };
/* One direction of the loads. */
typedef struct {
  Continuation  path;
  MemoryArchive state; /* at the end of the path */
  PetscInt      steps;
} PathSide;

typedef struct {
  Run                   *run;
  const BucklingFactors *guide;
  ExactFactors          *f;
  MemoryArchive          start;
  PathSide               side[2]; /* negative and positive factors */
  PetscInt               used;    /* factorizations of paths that were given up */
} ExactSearch;

static PetscErrorCode ArchiveState(Run *run, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchiveState(a, "state", &run->s));
  PetscCall(AssemblyArchive(AssemblyOf(run->sys), a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SaveState(Run *run, MemoryArchive *memory)
{
  struct _n_FsArchive a = MemoryArchiveWrite(memory, run->model);

  PetscFunctionBeginUser;
  PetscCall(ArchiveState(run, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RestoreState(Run *run, MemoryArchive *memory)
{
  struct _n_FsArchive a = MemoryArchiveRead(memory, run->model);

  PetscFunctionBeginUser;
  PetscCall(ArchiveState(run, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode InsertFactor(ExactFactors *f, PetscReal factor, Vec x, PetscBool guide)
{
  PetscInt k;

  PetscFunctionBeginUser;
  if (f->n == f->capacity) {
    f->capacity = 2 * f->capacity + 8;
    PetscCall(PetscRealloc((size_t)f->capacity * sizeof *f->factor, &f->factor));
    PetscCall(PetscRealloc((size_t)f->capacity * sizeof *f->x, &f->x));
    PetscCall(PetscRealloc((size_t)f->capacity * sizeof *f->guide, &f->guide));
  }
  for (k = f->n++; k > 0 && PetscAbsReal(f->factor[k - 1]) > PetscAbsReal(factor); k--) {
    f->factor[k] = f->factor[k - 1];
    f->x[k]      = f->x[k - 1];
    f->guide[k]  = f->guide[k - 1];
  }
  f->factor[k] = factor;
  f->x[k]      = x;
  f->guide[k]  = guide;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keeps a factor and its shape, with spins in global axes. */
static PetscErrorCode KeepShape(const Run *run, ExactFactors *f, PetscReal factor, Vec shape)
{
  PetscReal size;
  Vec       x;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(shape, &x));
  PetscCall(VecCopy(shape, x));
  PetscCall(ShapeToGlobalAxes(run, x));
  PetscCall(VecNorm(x, NORM_INFINITY, &size));
  PetscCall(VecScale(x, 1 / size));
  PetscCall(InsertFactor(f, factor, x, PETSC_FALSE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keeps the critical points of a step. *turns: the path has a limit point among them. */
static PetscErrorCode KeepPoints(ExactSearch *x, int side, const CriticalPoints *points,
                                 PetscBool *turns)
{
  PetscFunctionBeginUser;
  *turns = PETSC_FALSE;
  for (PetscInt k = 0; k < points->n && !*turns; k++) {
    const CriticalPoint *p = &points->point[k];

    for (PetscInt i = 0; i < p->multiplicity; i++)
      PetscCall(KeepShape(x->run, x->f, p->level - x->run->t_start, p->shape[i]));
    *turns = (PetscBool)(p->kind == CRITICAL_LIMIT);
    if (*turns) x->f->reach[side] = PetscAbsReal(p->level - x->run->t_start);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reports how far the search is. How much remains is not known. */
static PetscErrorCode ReportSearch(const ExactSearch *x)
{
  PetscFunctionBeginUser;
  PetscCall(LongPhaseReport(
    -1, "%" PetscInt_FMT " equilibria, %" PetscInt_FMT " of %" PetscInt_FMT " critical points",
    x->side[0].steps + x->side[1].steps, x->f->n, x->guide->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Follows the path until the size of the factor is goal. Sets f->reach and f->end of the side. */
static PetscErrorCode FollowPath(ExactSearch *x, int side, PetscReal goal)
{
  /* The path ends so near to the goal: a part of the way, but less than the distance from a guide
     at which a point is taken for another one. Steps are aimed at the goal itself, because the step
     that a miss within this part leaves would be too short to be computed. */
  const PetscReal way  = goal - x->f->reach[side],
                  near = PetscMin(1e-3, 0.1 * buckling_tolerance(x->guide) * goal / way),
                  end  = goal - near * way;
  ExactFactors  *f     = x->f;
  Continuation  *c     = &x->side[side].path;
  CriticalPoints points;
  FsStageInfo    info  = {.ok = PETSC_TRUE};
  PetscBool      turns = PETSC_FALSE;

  PetscFunctionBeginUser;
  while (!turns && f->reach[side] < end && c->index >= 0 && x->side[side].steps < MAX_STEPS) {
    c->size = PetscMin(c->size, (goal - f->reach[side]) / PetscAbsReal(c->rate));
    PetscCall(ContinuationStep(c, &points, &info));
    if (!info.ok) break;
    x->side[side].steps++;
    f->reach[side] = (side ? 1 : -1) * (x->run->s.t - x->run->t_start);
    PetscCall(KeepPoints(x, side, &points, &turns));
    PetscCall(CriticalPointsDestroy(&points));
    PetscCall(ReportSearch(x));
  }
  f->end[side] = turns ? PATH_TURNS : f->reach[side] >= end ? PATH_REACHED : PATH_BROKEN;
  if (c->missed) f->certified = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Continues the path of a side until the size of the factor is goal. */
static PetscErrorCode ContinueTo(ExactSearch *x, int side, PetscInt steps, PetscReal goal)
{
  const PetscReal way = goal - x->f->reach[side];

  PetscFunctionBeginUser;
  if (x->f->end[side] != PATH_REACHED || way <= 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RestoreState(x->run, &x->side[side].state));
  PetscCall(ContinuationSetLevelStep(&x->side[side].path, way / (PetscReal)steps));
  PetscCall(FollowPath(x, side, goal));
  PetscCall(SaveState(x->run, &x->side[side].state));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Goes over the guides k[0], ..., k[n - 1] of a side, which are nearly equal, from just before the
   first to just behind the last. As many of them are kept as directions become unstable. */
static PetscErrorCode CrossGuides(ExactSearch *x, int side, PetscInt n, const PetscInt k[])
{
  const BucklingFactors *guide     = x->guide;
  const PetscReal        tolerance = buckling_tolerance(guide);
  Continuation          *c         = &x->side[side].path;

  PetscFunctionBeginUser;
  PetscCall(ContinueTo(x, side, STEPS, (1 - tolerance) * PetscAbsReal(guide->factor[k[0]])));
  c->expected = n;
  PetscCall(ContinueTo(x, side, 1, (1 + tolerance) * PetscAbsReal(guide->factor[k[n - 1]])));
  for (PetscInt i = 0; i < n - c->expected; i++) {
    PetscCall(PetscObjectReference((PetscObject)guide->x[k[i]]));
    PetscCall(InsertFactor(x->f, guide->factor[k[i]], guide->x[k[i]], PETSC_TRUE));
  }
  c->expected = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Continues the path of a side over its guides, and then to the bound. */
static PetscErrorCode ContinueOverGuides(ExactSearch *x, int side, PetscReal bound)
{
  const BucklingFactors *guide = x->guide;
  const PetscReal        close = 1 + 2 * buckling_tolerance(guide);
  PetscInt              *group, n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(guide->n, &group));
  for (PetscInt k = 0; k < guide->n; k++) {
    const PetscReal size = PetscAbsReal(guide->factor[k]);

    if ((guide->factor[k] > 0) != side || size <= x->f->reach[side]) continue;
    if (n && size > close * PetscAbsReal(guide->factor[group[n - 1]])) {
      PetscCall(CrossGuides(x, side, n, group));
      n = 0;
    }
    group[n++] = k;
  }
  if (n) PetscCall(CrossGuides(x, side, n, group));
  PetscCall(PetscFree(group));
  PetscCall(ContinueTo(x, side, STEPS, bound));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateSides(ExactSearch *x, PetscBool proportional)
{
  const PetscReal longest = 0.05; /* displacements of a step, relative to the model's size */

  PetscFunctionBeginUser;
  PetscCall(SaveState(x->run, &x->start));
  for (int side = 0; side < 2; side++) {
    ContinuationMeasure measure = {.level_step   = (side ? 1 : -1) * x->guide->bound / STEPS,
                                   .max_size     = longest,
                                   .proportional = proportional,
                                   .pairs        = PETSC_TRUE};
    const char         *obstacle;

    PetscCall(NodeWeightsCreate(x->run, &measure.weights));
    PetscCall(
      ContinuationCreate(x->run->sys, &x->run->s, &measure, &x->side[side].path, &obstacle));
    PetscCheck(!obstacle, x->run->comm, PETSC_ERR_USER_INPUT, "path: %s", obstacle);
    PetscCall(SaveState(x->run, &x->side[side].state));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- correction of guides -------------------------------------------------------------------- */

/* GuidesOfSide - The guides of one sign. */
typedef struct {
  const ExactSearch *search;
  PetscInt           n;
  PetscInt          *number; /* [n] their numbers among the guides */
  PetscReal         *level;  /* [n] */
  Vec               *x;      /* [n] their shapes, borrowed */
} GuidesOfSide;

/* Keeps a critical point at a level: its guide, if that is near enough. */
static PetscErrorCode KeepCorrected(void *context, PetscInt k, PetscReal level, Vec shape)
{
  const GuidesOfSide    *of     = context;
  const BucklingFactors *guide  = of->search->guide;
  const PetscReal        factor = level - of->search->run->t_start,
                  of_guide      = guide->factor[of->number[k]];

  PetscFunctionBeginUser;
  if (PetscAbsReal(factor - of_guide) > buckling_tolerance(guide) * PetscAbsReal(of_guide))
    PetscCall(KeepShape(of->search->run, of->search->f, factor, shape));
  else {
    PetscCall(PetscObjectReference((PetscObject)of->x[k]));
    PetscCall(InsertFactor(of->search->f, of_guide, of->x[k], PETSC_TRUE));
  }
  PetscCall(ReportSearch(of->search));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Corrects the guides of a side by Newton's method. end: the last of its points. */
static PetscErrorCode CorrectSide(ExactSearch *x, int side, CriticalEnd *end, PetscBool *ok)
{
  const PetscReal        farther = 1.1; /* than the last guide: a critical point may be there */
  const BucklingFactors *guide   = x->guide;
  GuidesOfSide           of      = {.search = x};
  CriticalGuides         guides  = {
             .tolerance = buckling_tolerance(guide), .keep = KeepCorrected, .context = &of};

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(guide->n, &of.number, guide->n, &of.level, guide->n, &of.x));
  for (PetscInt k = 0; k < guide->n; k++) {
    if ((guide->factor[k] > 0) != side) continue;
    of.number[of.n] = k;
    of.level[of.n]  = x->run->t_start + guide->factor[k];
    of.x[of.n++]    = guide->x[k];
  }
  guides.n     = of.n;
  guides.level = of.level;
  guides.x     = of.x;
  PetscCall(ContinuationSetLevelStep(&x->side[side].path,
                                     farther * PetscAbsReal(guide->factor[guide->n - 1])));
  PetscCall(RestoreState(x->run, &x->side[side].state));
  PetscCall(CriticalCorrect(&x->side[side].path, &guides, &x->side[side].steps, end, ok));
  PetscCall(SaveState(x->run, &x->side[side].state));
  PetscCall(PetscFree3(of.number, of.level, of.x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Counts the critical points of a side behind the last one of both sides. end: that of this side.
 *all: they are those of f. */
static PetscErrorCode CountSide(ExactSearch *x, int side, PetscReal last, PetscReal behind,
                                const CriticalEnd *end, PetscBool *all)
{
  const ExactFactors *f     = x->f;
  const PetscReal     start = x->run->t_start, sign = side ? 1 : -1, least = (last + behind) / 2;
  Vec                *shape;
  PetscInt            n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(f->n, &shape));
  for (PetscInt k = 0; k < f->n; k++)
    if ((f->factor[k] > 0) == side) shape[n++] = f->x[k];
  PetscCall(RestoreState(x->run, &x->side[side].state));
  PetscCall(CriticalCount(&x->side[side].path, start + sign * least, start + sign * behind,
                          end->rate, n, shape, &x->side[side].steps, all));
  x->f->reach[side] = least;
  PetscCall(PetscFree(shape));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Corrects all guides by Newton's method, and counts once behind the last of them. *done: the
   guides are all critical points up to there; otherwise the search has to follow the path. */
static PetscErrorCode CorrectGuides(ExactSearch *x, PetscBool *done)
{
  /* relative to the last factor: the count is behind the end of the list of factors, which claims
     to be complete up to 1 + 1e-4 of the last one (cut_list) */
  const PetscReal beyond = 1 + 4e-4, complete = 1 + 1e-4;
  const PetscReal start = x->run->t_start;
  CriticalEnd     end[2];
  PetscReal       last = 0, next = PETSC_INFINITY;

  PetscFunctionBeginUser;
  *done = PETSC_TRUE;
  for (int side = 0; side < 2 && *done; side++) {
    PetscCall(CorrectSide(x, side, &end[side], done));
    last = PetscMax(last, PetscAbsReal(end[side].last - start));
    next = PetscMin(next, PetscAbsReal(end[side].next - start));
  }
  next = PetscMin(beyond * last, (next + last) / 2);
  if ((last + next) / 2 < complete * last) *done = PETSC_FALSE; /* another point is too near */
  for (int side = 0; side < 2 && *done; side++)
    PetscCall(CountSide(x, side, last, next, &end[side], done));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates paths from the start once more, without the points so far. */
static PetscErrorCode StartAgain(ExactSearch *x, PetscBool proportional)
{
  PetscFunctionBeginUser;
  for (int side = 0; side < 2; side++) {
    x->used += x->side[side].path.factorizations;
    PetscCall(ContinuationDestroy(&x->side[side].path));
    PetscCall(MemoryArchiveDestroy(&x->side[side].state));
    x->side[side].steps = 0;
  }
  PetscCall(ExactBucklingDestroy(x->f));
  *x->f = (ExactFactors){.certified = PETSC_TRUE};
  PetscCall(RestoreState(x->run, &x->start));
  PetscCall(MemoryArchiveDestroy(&x->start));
  PetscCall(CreateSides(x, proportional));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns to the start, and turns the shapes to its axes. */
static PetscErrorCode FinishSearch(ExactSearch *x)
{
  ExactFactors *f = x->f;

  PetscFunctionBeginUser;
  PetscCall(RestoreState(x->run, &x->start));
  for (PetscInt k = 0; k < f->n; k++)
    if (!f->guide[k]) PetscCall(ShapeToBodyAxes(x->run, f->x[k]));
  PetscCall(MemoryArchiveDestroy(&x->start));
  f->factorizations += x->used;
  for (int side = 0; side < 2; side++) {
    f->steps += x->side[side].steps;
    f->factorizations += x->side[side].path.factorizations;
    PetscCall(ContinuationDestroy(&x->side[side].path));
    PetscCall(MemoryArchiveDestroy(&x->side[side].state));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ExactBucklingFind(Run *run, const BucklingFactors *guide, PetscInt wanted,
                                 PetscBool near, PetscBool proportional, ExactFactors *f)
{
  const int   doublings = proportional ? DOUBLINGS : DOUBLINGS_TRUE;
  ExactSearch x         = {.run = run, .guide = guide, .f = f};
  PetscReal   bound     = guide->bound;
  PetscBool   done      = PETSC_FALSE;

  PetscFunctionBeginUser;
  *f = (ExactFactors){.certified = PETSC_TRUE};
  PetscCall(CreateSides(&x, proportional));
  if (near && guide->certified && !guide->unstable && guide->n >= PetscMax(1, wanted)) {
    PetscCall(CorrectGuides(&x, &done));
    if (!done) PetscCall(StartAgain(&x, proportional));
  }
  for (int k = 0; !done && k <= doublings; k++, bound *= 2) {
    for (int side = 0; side < 2; side++) PetscCall(ContinueOverGuides(&x, side, bound));
    if (f->n >= wanted || (f->end[0] != PATH_REACHED && f->end[1] != PATH_REACHED)) break;
  }
  PetscCall(FinishSearch(&x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ExactBucklingDestroy(ExactFactors *f)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < f->n; k++) PetscCall(VecDestroy(&f->x[k]));
  PetscCall(PetscFree(f->factor));
  PetscCall(PetscFree(f->x));
  PetscCall(PetscFree(f->guide));
  *f = (ExactFactors){.n = 0};
  PetscFunctionReturn(PETSC_SUCCESS);
}
