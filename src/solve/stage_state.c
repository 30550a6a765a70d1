/* stage_state.c: evaluates states along the line of a stage, compares shifts, and counts stages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "stage_state.h"
#include "base/profile.h"
#include "stage.h"
#include "system/combine.h"

const FsShift no_shift = {.cm = -1};

PetscBool shift_equal(FsShift a, FsShift b)
{
  const PetscReal same = 1e-13;

  return (PetscBool)(a.ck == b.ck && a.rates == b.rates &&
                     PetscAbsReal(a.cc - b.cc) <= same * PetscAbsReal(a.cc) &&
                     PetscAbsReal(a.cm - b.cm) <= same * PetscAbsReal(a.cm));
}

/* If shift.rates is true, q and qd are on the line, v = T(theta) qd follows from them, and a = cc
   (v - v*). */
static PetscErrorCode UpdateRates(FsStage s, Vec x)
{
  const Iteration *it    = &s->newton.iteration;
  const FsState   *state = &it->state;

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(state->q, it->shift.ck, x, it->start[0]));
  PetscCall(VecWAXPY(state->qd, it->shift.cc, x, it->start[1]));
  if (s->sys->rotations)
    PetscCall(s->sys->rotations->velocity(s->sys, state->q, state->qd, state->v));
  else if (state->qd != state->v) PetscCall(VecCopy(state->qd, state->v));
  PetscCall(VecWAXPY(state->a, -1, it->start[2], state->v));
  PetscCall(VecScale(state->a, it->shift.cc));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageUpdateState(FsStage s, Vec x)
{
  const Iteration *it = &s->newton.iteration;

  PetscFunctionBeginUser;
  if (it->shift.rates) {
    PetscCall(UpdateRates(s, x));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecWAXPY(it->state.q, it->shift.ck, x, it->start[0]));
  PetscCall(VecWAXPY(it->state.v, it->shift.cc, x, it->start[1]));
  PetscCall(VecWAXPY(it->state.a, it->shift.cm, x, it->start[2]));
  if (s->sys->constraints && it->shift.cm == 0)
    PetscCall(s->sys->constraints->add_multipliers(s->sys, it->rows.column, x, it->state.a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSetInitialMultipliers(FsStage s, Vec x)
{
  const Iteration *it = &s->newton.iteration;

  PetscFunctionBeginUser;
  if (!s->last_accepted || !s->sys->traits.multiplier_dependent || it->shift.cm == 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StageUpdateState(s, x));
  PetscCall(VecWAXPY(s->r, -1, it->state.a, s->last_accepted->a));
  PetscCall(s->sys->constraints->add_multipliers(s->sys, 1 / it->shift.cm, s->r, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageStiffnessRatio(FsStage s, Vec diagonal, Vec mass, PetscReal *stiffness)
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
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, stiffness, 1, MPIU_REAL, MPIU_MAX, s->sys->comm));
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
