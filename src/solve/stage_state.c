/* stage_state.c: evaluates states along the line of a stage, compares shifts, and counts stages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "stage_state.h"
#include "base/profile.h"
#include "solve/newton/nonlinear.h"
#include "system/combine.h"

const FsShift no_shift = {.cm = -1};

PetscBool shift_equal(FsShift a, FsShift b)
{
  /* Relative. Steps of equal size differ by the round-off of times; they need no new factors. */
  const PetscReal same = 1e-13;

  return (PetscBool)(a.ck == b.ck && a.rates == b.rates &&
                     PetscAbsReal(a.cc - b.cc) <= same * PetscAbsReal(a.cc) &&
                     PetscAbsReal(a.cm - b.cm) <= same * PetscAbsReal(a.cm));
}

/* Computes to[k] = from[k] + factor[k] x, k < n, in one pass: small models would spend more time in
   calls of VecWAXPY than in sums. */
static PetscErrorCode MoveAlongLine(PetscInt n, const PetscReal factor[], Vec x, const Vec from[],
                                    const Vec to[])
{
  const PetscScalar *step, *start;
  PetscScalar       *end;
  PetscInt           size;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(x, &size));
  PetscCall(VecGetArrayRead(x, &step));
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(VecGetArrayRead(from[k], &start));
    PetscCall(VecGetArray(to[k], &end));
    for (PetscInt i = 0; i < size; i++) end[i] = factor[k] * step[i] + start[i];
    PetscCall(VecRestoreArray(to[k], &end));
    PetscCall(VecRestoreArrayRead(from[k], &start));
  }
  PetscCall(VecRestoreArrayRead(x, &step));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes a = factor (v - start). */
static PetscErrorCode ScaleDifference(PetscReal factor, Vec v, Vec start, Vec a)
{
  const PetscScalar *end, *begin;
  PetscScalar       *to;
  PetscInt           size;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(v, &size));
  PetscCall(VecGetArrayRead(v, &end));
  PetscCall(VecGetArrayRead(start, &begin));
  PetscCall(VecGetArray(a, &to));
  for (PetscInt i = 0; i < size; i++) to[i] = factor * (end[i] - begin[i]);
  PetscCall(VecRestoreArray(a, &to));
  PetscCall(VecRestoreArrayRead(start, &begin));
  PetscCall(VecRestoreArrayRead(v, &end));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* If shift.rates is true, q and qd are on the line, v = T(theta) qd follows from them, and a = cc
   (v - v*). */
static PetscErrorCode UpdateRates(NonlinearStage s, Vec x)
{
  const Iteration *it    = &s->iteration;
  const FsState   *state = &it->state;

  const PetscReal factor[] = {it->shift.ck, it->shift.cc};
  const Vec       to[]     = {state->q, state->qd};

  PetscFunctionBeginUser;
  PetscCall(MoveAlongLine(2, factor, x, it->start, to));
  if (s->sys->rotations)
    PetscCall(s->sys->rotations->velocity(s->sys, state->q, state->qd, state->v));
  else if (state->qd != state->v) PetscCall(VecCopy(state->qd, state->v));
  PetscCall(ScaleDifference(it->shift.cc, state->v, it->start[2], state->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageUpdateState(NonlinearStage s, Vec x)
{
  const Iteration *it       = &s->iteration;
  const PetscReal  factor[] = {it->shift.ck, it->shift.cc, it->shift.cm};
  const Vec        to[]     = {it->state.q, it->state.v, it->state.a};

  PetscFunctionBeginUser;
  if (it->shift.rates) {
    PetscCall(UpdateRates(s, x));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MoveAlongLine(3, factor, x, it->start, to));
  if (s->sys->constraints && it->shift.cm == 0)
    PetscCall(s->sys->constraints->add_multipliers(s->sys, it->rows.column, x, it->state.a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSetInitialMultipliers(NonlinearStage s, Vec x)
{
  const Iteration *it = &s->iteration;
  Vec              change;

  PetscFunctionBeginUser;
  if (!s->last_accepted || !s->sys->traits.multiplier_dependent || it->shift.cm == 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WorkspaceGet(s->work, &change));
  PetscCall(StageUpdateState(s, x));
  PetscCall(VecWAXPY(change, -1, it->state.a, s->last_accepted->a));
  PetscCall(s->sys->constraints->add_multipliers(s->sys, 1 / it->shift.cm, change, x));
  PetscCall(WorkspaceRestore(s->work, &change));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageStiffnessRatio(FsSystem sys, Vec diagonal, Vec mass, PetscReal *stiffness)
{
  const PetscScalar *k, *m;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(mass, &n));
  PetscCall(VecGetArrayRead(diagonal, &k));
  PetscCall(VecGetArrayRead(mass, &m));
  *stiffness = 0;
  for (PetscInt i = 0; i < n; i++)
    *stiffness = PetscMax(*stiffness, m[i] > 0 ? k[i] / m[i] - 1 : PETSC_MAX_REAL);
  PetscCall(VecRestoreArrayRead(diagonal, &k));
  PetscCall(VecRestoreArrayRead(mass, &m));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, stiffness, 1, MPIU_REAL, MPIU_MAX, sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageFinish(const FsStageInfo *before, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  info->stage_newton[info->stages]   = info->newton - before->newton;
  info->stage_linear[info->stages++] = info->linear - before->linear;
  PetscCall(EventEnd(EVENT_STAGE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageEvaluateLine(const FsLine *line, FsState *state)
{
  const PetscReal *const rows[] = {line->q, line->v, line->a};
  const Vec              to[]   = {state->q, state->v, state->a};

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_HISTORY));
  PetscCall(VecsCombine(line->n, line->vec, line->a ? 3 : 2, rows, to));
  PetscCall(EventEnd(EVENT_HISTORY));
  PetscFunctionReturn(PETSC_SUCCESS);
}
