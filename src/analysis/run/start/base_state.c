/* base_state.c: finds the state about which a model makes small motions.
   From a checkpoint it reads only the state, and what elements and joints remember. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base_state.h"
#include "analysis/analysis.h"
#include "diagnosis/doubts/law_doubt.h"
#include "file/reader.h"
#include "math/vector.h"
#include <string.h>

void base_state_set_kind(const BaseState *base, RunKind *kind)
{
  if (base->load_time) kind->load_time = base->load_time;
  kind->at_rest = (PetscBool)(base->loaded && !base->checkpoint_path[0]);
  kind->loading = FsLoadingOfEquilibrium(base->loaded ? 1 : 0);
}

/* Reads the first entries of a checkpoint, in the order of ArchiveRun in run.c. */
static PetscErrorCode ArchiveBaseState(void *context, FsArchive a)
{
  Run      *run = context;
  PetscBool linear;
  PetscInt  step;

  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "run"));
  PetscCall(FsArchiveBool(a, "linear", &linear));
  PetscCall(FsArchiveInt(a, "step", &step));
  PetscCall(FsArchiveState(a, "state", &run->s));
  PetscCall(AssemblyArchive(AssemblyOf(run->sys), a));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets velocities and accelerations to zero, but not the multipliers. */
static PetscErrorCode ZeroRates(Run *run)
{
  Vec lambda;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(run->s.v));
  PetscCall(VecDuplicate(run->s.a, &lambda));
  PetscCall(VecZeroEntries(lambda));
  if (run->sys->constraints)
    PetscCall(run->sys->constraints->add_multipliers(run->sys, 1, run->s.a, lambda));
  PetscCall(VecCopy(lambda, run->s.a));
  PetscCall(VecDestroy(&lambda));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves for the equilibrium near the state, which the earlier run has reached up to its tolerance.
   Raises an input error if there is no such equilibrium. */
static PetscErrorCode FindNearbyEquilibrium(Run *run, const char path[])
{
  /* Root mean square, relative to the characteristic length. The state of a static run moves by
     1e-10 at most, that of a damped motion at its end by more. Loads that are 17 % larger, and a
     state in motion, are refused in tests/analysis/state_from.py. */
  const PetscReal tolerance = 1e-4;
  const FsState  *s         = &run->s;
  FsState         trial;
  FsStageInfo     info  = {.newton = 0};
  PetscReal       moved = 0;
  PetscInt        n;

  PetscFunctionBeginUser;
  PetscCall(FsSystemStateCreate(run->sys, &trial));
  trial.t = s->t;
  PetscCall(VecCopy(s->q, trial.q));
  PetscCall(VecCopy(s->a, trial.a));
  PetscCall(VecZeroEntries(trial.v));
  PetscCall(HoldFreeTranslations(run));
  PetscCall(FsStageSetUp(run->stage, fs_equilibrium_shift, NULL));
  PetscCall(FsStageSolveStatic(run->stage, &run->kind.loading, FS_STATIC_FULL, &trial, &info));
  if (info.ok) {
    PetscCall(VecAXPY(trial.q, -1, s->q));
    PetscCall(FsSystemNorm(run->sys, trial.q, &moved));
    PetscCall(VecGetSize(trial.q, &n));
  }
  PetscCheck(info.ok && moved <= tolerance * FsSystemCharacteristicLength(run->sys) *
                                   PetscSqrtReal((PetscReal)n),
             run->comm, PETSC_ERR_USER_INPUT,
             "-state_from %s: small motions are about an equilibrium, and the state at t = %.6g is "
             "not in equilibrium under the loads of this run; use a checkpoint of a static "
             "analysis with the same loads",
             path, (double)s->t);
  PetscCall(VecAXPY(trial.q, 1, s->q));
  PetscCall(VecCopy(trial.q, s->q));
  PetscCall(VecCopy(trial.a, s->a));
  PetscCall(FsSystemAcceptInitialState(run->sys, &run->s));
  PetscCall(FsSystemStateDestroy(&trial));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RestoreBaseState(Run *run, const char path[])
{
  Checkpoint checkpoint;

  PetscFunctionBeginUser;
  PetscCall(
    CheckpointCreate(run->o, run->model, run->control.interrupt.given.overwrite, &checkpoint));
  PetscCall(CheckpointReadState(checkpoint, path, ArchiveBaseState, run));
  PetscCall(CheckpointDestroy(&checkpoint));
  PetscCall(ZeroRates(run));
  PetscCall(FindNearbyEquilibrium(run, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BaseStateFind(Run *run, const BaseState *base, const char what[])
{
  PetscFunctionBeginUser;
  if (base->checkpoint_path[0]) PetscCall(RestoreBaseState(run, base->checkpoint_path));
  else {
    PetscCall(RunStart(run, &base->start));
    PetscCall(VecZeroEntries(run->s.v));
    PetscCall(RunCheckEquilibrium(run, what));
  }
  /* with -linearize the stiffness is that of the mesh; DiagnosisAtSetUp() warns of its kinks */
  if (!run->model->linearize) PetscCall(WarnKinkedLaws(run->sys, &run->s, &run->kind.loading));
  PetscFunctionReturn(PETSC_SUCCESS);
}
