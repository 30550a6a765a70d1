/* exact_buckling.c: finds load factors as critical points of a path. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "exact_buckling.h"
#include "analysis/run/run_state.h"
#include "analysis/run/start/node_polynomials.h"
#include "continuation/continuation.h"
#include "assembly/term.h"
#include "math/vector.h"
#include "analysis/run/run.h"

/* ---- shape axes ------------------------------------------------------------------------------ */

/* Turns the spin of one node; dofs that are held have no spin. */
static void turn_spin(const Layout *l, int node, const double R[9], PetscBool to_global,
                      PetscScalar x[])
{
  const PetscInt *dof     = l->dof + COMPONENTS * node + 3;
  double          from[3] = {0}, to[3];

  for (int c = 0; c < 3; c++)
    if (dof[c] >= 0 && l->global[dof[c]] >= 0) from[c] = x[l->global[dof[c]] - l->first];
  if (to_global) mat_vec(R, from, to);
  else mat_t_vec(R, from, to);
  for (int c = 0; c < 3; c++)
    if (dof[c] >= 0 && l->global[dof[c]] >= 0) x[l->global[dof[c]] - l->first] = to[c];
}

static PetscErrorCode Turn(const Run *run, PetscBool to_global, Vec shape)
{
  const Model        model    = run->model;
  const Assembly     assembly = AssemblyOf(run->sys);
  const PetscScalar *q;
  PetscScalar       *x;
  Evaluation         ev;
  NodeState          state;

  PetscFunctionBeginUser;
  if (!model->layout.rotates) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(AssemblyEvaluate(assembly, &run->s, &run->kind.loading, PETSC_FALSE, &ev));
  PetscCall(VecGetArrayRead(run->s.q, &q));
  PetscCall(VecGetArray(shape, &x));
  for (int i = 0; i < model->mesh->g.nnodes; i++) {
    if (!model->mesh->owned[i]) continue;
    ConfigurationOwnedNodeState(AssemblyConfiguration(assembly), i, ev.motions, q, NULL, NULL,
                                &state);
    turn_spin(&model->layout, i, state.R, to_global, x);
  }
  PetscCall(VecRestoreArray(shape, &x));
  PetscCall(VecRestoreArrayRead(run->s.q, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ShapeToGlobalAxes - Turns the spins of a shape about run->s from body axes to global axes.

   ShapeToBodyAxes turns them back, to the body axes at run->s. Both are collective. */
static PetscErrorCode ShapeToGlobalAxes(const Run *run, Vec shape)
{
  return Turn(run, PETSC_TRUE, shape);
}

static PetscErrorCode ShapeToBodyAxes(const Run *run, Vec shape)
{
  return Turn(run, PETSC_FALSE, shape);
}

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

/* Follows the path until the size of the factor is goal. Sets f->reach and f->end of the side. */
static PetscErrorCode FollowPath(ExactSearch *x, int side, PetscReal goal)
{
  const PetscReal near = 1e-3; /* of the way: the path ends so near to the goal */
  ExactFactors   *f    = x->f;
  Continuation   *c    = &x->side[side].path;
  CriticalPoints  points;
  FsStageInfo     info  = {.ok = PETSC_TRUE};
  PetscBool       turns = PETSC_FALSE;

  PetscFunctionBeginUser;
  goal -= near * (goal - f->reach[side]);
  while (!turns && f->reach[side] < goal && c->index >= 0 && x->side[side].steps < MAX_STEPS) {
    c->size = PetscMin(c->size, (goal - f->reach[side]) * (1 + near) / PetscAbsReal(c->rate));
    PetscCall(ContinuationStep(c, &points, &info));
    if (!info.ok) break;
    x->side[side].steps++;
    f->reach[side] = (side ? 1 : -1) * (x->run->s.t - x->run->t_start);
    PetscCall(KeepPoints(x, side, &points, &turns));
    PetscCall(CriticalPointsDestroy(&points));
  }
  f->end[side] = turns ? PATH_TURNS : f->reach[side] >= goal ? PATH_REACHED : PATH_BROKEN;
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

/* Returns to the start, and turns the shapes to its axes. */
static PetscErrorCode FinishSearch(ExactSearch *x)
{
  ExactFactors *f = x->f;

  PetscFunctionBeginUser;
  PetscCall(RestoreState(x->run, &x->start));
  for (PetscInt k = 0; k < f->n; k++)
    if (!f->guide[k]) PetscCall(ShapeToBodyAxes(x->run, f->x[k]));
  PetscCall(MemoryArchiveDestroy(&x->start));
  for (int side = 0; side < 2; side++) {
    f->steps += x->side[side].steps;
    f->factorizations += x->side[side].path.factorizations;
    PetscCall(ContinuationDestroy(&x->side[side].path));
    PetscCall(MemoryArchiveDestroy(&x->side[side].state));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ExactBucklingFind(Run *run, const BucklingFactors *guide, PetscInt wanted,
                                 PetscBool proportional, ExactFactors *f)
{
  const int   doublings = proportional ? DOUBLINGS : DOUBLINGS_TRUE;
  ExactSearch x         = {.run = run, .guide = guide, .f = f};
  PetscReal   bound     = guide->bound;

  PetscFunctionBeginUser;
  *f = (ExactFactors){.certified = PETSC_TRUE};
  PetscCall(CreateSides(&x, proportional));
  for (int k = 0; k <= doublings; k++, bound *= 2) {
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
