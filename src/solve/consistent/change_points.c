/* change_points.c: lets a motion pass positions in which a second branch crosses its own.

   The rank of the constraints falls in one point only, and the tangent of the motion is unique: it
   continues in the direction of its velocity. A solve behind the point may end on the other branch.
   The velocities there differ from those before the point by as much as they are large. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "change_points.h"
#include "solve/failure_report.h"
#include "solve/stage.h"
#include "system/force_units.h"

/* Largest entries in the part of the model that the other branch moves: where |direction| is at
   least SHARE of its largest entry. */
enum { DEFECT, SPEED, CHANGE, SIZES };
static const PetscReal SHARE = 0.1;

/* Computes the sizes of d, of the velocities, and of the accelerations times half the step. Without
   accelerations (equilibria) the last is 0. */
static PetscErrorCode MeasureChange(FsStage s, const FsState *last, const FsState *state, Vec d,
                                    Vec direction, PetscReal half, PetscReal size[SIZES])
{
  Vec vec[6] = {d, last->v, state->v, half > 0 ? last->a : d, half > 0 ? state->a : d};
  const PetscScalar *x[6], *w;
  PetscReal          largest;
  PetscInt           n;

  PetscFunctionBeginUser;
  vec[5] = direction;
  PetscCall(FsSystemWeights(s->sys, s->b));
  PetscCall(VecNorm(direction, NORM_INFINITY, &largest));
  PetscCall(VecGetLocalSize(direction, &n));
  for (int k = 0; k < 6; k++) PetscCall(VecGetArrayRead(vec[k], &x[k]));
  PetscCall(VecGetArrayRead(s->b, &w));
  for (int k = 0; k < SIZES; k++) size[k] = 0;
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal length = PetscSqrtReal(w[i]);

    if (w[i] == 0 || PetscAbsScalar(x[5][i]) < SHARE * largest) continue;
    size[DEFECT] = PetscMax(size[DEFECT], length * PetscAbsScalar(x[0][i]));
    for (int k = 1; k < 3; k++) {
      size[SPEED]  = PetscMax(size[SPEED], length * PetscAbsScalar(x[k][i]));
      size[CHANGE] = PetscMax(size[CHANGE], length * half * PetscAbsScalar(x[k + 2][i]));
    }
  }
  PetscCall(VecRestoreArrayRead(s->b, &w));
  for (int k = 5; k >= 0; k--) PetscCall(VecRestoreArrayRead(vec[k], &x[k]));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, size, SIZES, MPIU_REAL, MPIU_MAX, s->sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether velocities and accelerations are continuous from last to state. Over a step h the
   trapezoidal rule gives v with an error of (h w)^2/12 of h a, if the motion has the frequency w. A
   jump of the velocity, or of the acceleration, is an error of the size of v, or of h a. Secants of
   equilibria change by h w of themselves. */
static PetscErrorCode IsSmooth(FsStage s, const FsState *last, const FsState *state,
                               const FsLoading *loading, Vec direction, PetscBool *smooth)
{
  const PetscReal allowed = 0.2, noise = 0.01, turn = 0.5;
  const PetscReal half = loading->quasistatic ? 0 : (state->t - last->t) / 2;
  PetscReal       size[SIZES];
  Vec             d = s->x;

  PetscFunctionBeginUser;
  *smooth = PETSC_FALSE;
  if (!last->v) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecWAXPY(d, -1, last->v, state->v));
  if (half > 0) PetscCall(VecAXPY(d, -half, last->a));
  if (half > 0) PetscCall(VecAXPY(d, -half, state->a));
  PetscCall(MeasureChange(s, last, state, d, direction, half, size));
  *smooth =
    (PetscBool)(size[SPEED] > 0 &&
                size[DEFECT] <= (half > 0 ? allowed * PetscMax(size[CHANGE], noise * size[SPEED])
                                          : turn * size[SPEED]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChangePointCross(FsStage s, const FsState *last, const FsState *state,
                                const FsLoading *loading, PetscReal fraction, Vec rows,
                                Vec direction, FsStageInfo *info)
{
  ChangePoints *c      = &s->change_points;
  PetscBool     smooth = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!c->stop && fraction < 1 - CHANGE_POINT_INSIDE)
    PetscCall(IsSmooth(s, last, state, loading, direction, &smooth));
  if (!smooth) {
    PetscCall(ReportBifurcation(s->sys, rows, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  c->crossed = PETSC_TRUE;
  c->time    = last->t + fraction * (state->t - last->t);
  PetscCall(FsSystemDescribeLargestDof(s->sys, rows, c->place, sizeof c->place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool FsStageIsInChangePoint(FsStage s) { return s->change_points.leaves; }

PetscErrorCode ChangePointStart(FsStage s, PetscReal t, Vec rows)
{
  ChangePoints *c = &s->change_points;

  PetscFunctionBeginUser;
  c->leaves            = PETSC_TRUE;
  c->passed.count      = 1;
  c->passed.first_time = t;
  PetscCall(
    FsSystemDescribeLargestDof(s->sys, rows, c->passed.first_place, sizeof c->passed.first_place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChangePointAccept(FsStage s)
{
  ChangePoints *c = &s->change_points;

  PetscFunctionBeginUser;
  c->leaves = c->inside;
  c->inside = PETSC_FALSE;
  if (!c->crossed) PetscFunctionReturn(PETSC_SUCCESS);
  c->crossed = PETSC_FALSE;
  if (c->passed.count++ == 0) {
    c->passed.first_time = c->time;
    PetscCall(PetscStrncpy(c->passed.first_place, c->place, sizeof c->passed.first_place));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void FsStageStopAtChangePoints(FsStage s, PetscBool stop) { s->change_points.stop = stop; }

const FsChangePoints *FsStageChangePoints(FsStage s) { return &s->change_points.passed; }

PetscErrorCode ChangePointsArchive(ChangePoints *c, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "change_points"));
  PetscCall(FsArchiveInt(a, "count", &c->passed.count));
  PetscCall(FsArchiveReals(a, "first", 1, &c->passed.first_time));
  PetscCall(FsArchiveBool(a, "leaves", &c->leaves));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
