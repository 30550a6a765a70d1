/* stage_state.c: the state at an increment x along a stage's line; comparison of shifts, the stiffness ratio, and what failed solves report. */
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

/* shift.rates: q and qd are on the line, v = T(theta) qd follows from them, and a = cc (v - v*). */
static PetscErrorCode UpdateRates(FsStage s, Vec x)
{
  const Iteration *it  = &s->iteration;
  const FsState   *now = &it->now;

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(now->q, it->shift.ck, x, it->start[0]));
  PetscCall(VecWAXPY(now->qd, it->shift.cc, x, it->start[1]));
  if (s->sys->rotations) PetscCall(s->sys->rotations->velocity(s->sys, now->q, now->qd, now->v));
  else if (now->qd != now->v) PetscCall(VecCopy(now->qd, now->v));
  PetscCall(VecWAXPY(now->a, -1, it->start[2], now->v));
  PetscCall(VecScale(now->a, it->shift.cc));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageUpdateState(FsStage s, Vec x)
{
  const Iteration *it = &s->iteration;

  PetscFunctionBeginUser;
  if (it->shift.rates) {
    PetscCall(UpdateRates(s, x));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecWAXPY(it->now.q, it->shift.ck, x, it->start[0]));
  PetscCall(VecWAXPY(it->now.v, it->shift.cc, x, it->start[1]));
  PetscCall(VecWAXPY(it->now.a, it->shift.cm, x, it->start[2]));
  if (s->sys->constraints && it->shift.cm == 0)
    PetscCall(s->sys->constraints->add_multipliers(s->sys, it->rows.column, x, it->now.a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSetInitialMultipliers(FsStage s, Vec x)
{
  const Iteration *it = &s->iteration;

  PetscFunctionBeginUser;
  if (!s->near || !s->sys->traits.multiplier_dependent || it->shift.cm == 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StageUpdateState(s, x));
  PetscCall(VecWAXPY(s->r, -1, it->now.a, s->near->a));
  PetscCall(s->sys->constraints->add_multipliers(s->sys, 1 / it->shift.cm, s->r, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void CheckAccelerationNorm(PetscReal norm, FsStageInfo *info)
{
  if (!is_unbounded(norm) && !PetscIsNanReal(norm)) return;
  info->ok       = PETSC_FALSE;
  info->diverged = is_unbounded(norm);
  info->reason   = info->diverged ? unbounded_motion : "infinite or undefined numbers";
}

const char largest_residual[] = "largest residual at", largest_motion[] = "it moves most at";

PetscErrorCode ReportLargestEntry(FsSystem sys, const char what[], Vec x, FsStageInfo *info)
{
  char where[FS_PLACE_SIZE] = "";

  PetscFunctionBeginUser;
  info->place[0] = 0;
  PetscCall(FsSystemDescribeLargestDof(sys, x, where, sizeof where));
  if (where[0]) PetscCall(PetscSNPrintf(info->place, sizeof info->place, "; %s %s", what, where));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReportBifurcation(FsSystem sys, Vec x, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  info->ok         = PETSC_FALSE;
  info->bifurcated = PETSC_TRUE;
  info->reason = "joints pass a position in which motions branch (a change point, a dead center), "
                 "or so near to one that "
                 "this step cannot tell";
  PetscCall(ReportLargestEntry(sys, "it is worst at", x, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReportLargestResidual(FsStage s, const FsState *at, const FsLoading *loading,
                                     const FsConstraintRows *rows, FsStageInfo *info)
{
  char      where[FS_PLACE_SIZE] = "";
  PetscReal norm;

  PetscFunctionBeginUser;
  PetscCall(FsSystemResidual(s->sys, at, loading, rows, s->b));
  PetscCall(VecNorm(s->b, NORM_1, &norm));
  if (PetscIsInfOrNanReal(norm))
    PetscCall(FsSystemDescribeNonFinite(s->sys, at, loading, where, sizeof where));
  if (where[0])
    PetscCall(PetscSNPrintf(info->place, sizeof info->place, "; %s %s", largest_residual, where));
  else PetscCall(ReportLargestEntry(s->sys, largest_residual, s->b, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char unbounded_motion[] = "the motion grows without bound: the step is not stable";

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
