/* integrator.c: implements the life cycle of an integrator. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "family.h"

PetscErrorCode FsIntegratorCreate(MPI_Comm comm, const FsIntegratorOptions *options,
                                  FsIntegrator *out)
{
  FsIntegrator in;

  PetscFunctionBeginUser;
  PetscCall(IntegratorCheckParameters(comm, options));
  PetscCall(PetscNew(&in));
  in->comm          = comm;
  in->scheme        = options->scheme;
  in->family        = SchemeFamilyOf(options->scheme);
  in->rho_inf       = options->rho_inf;
  in->predictor     = options->predictor;
  in->stabilization = options->stabilization;
  in->variable_step = PETSC_TRUE;
  if (in->family->create) PetscCall(in->family->create(in, options));
  *out = in;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsIntegratorDestroy(FsIntegrator *in)
{
  PetscFunctionBeginUser;
  if (!*in) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall((*in)->family->destroy(*in));
  PetscCall(FsSystemStateDestroy(&(*in)->next));
  PetscCall(PetscFree(*in));
  PetscFunctionReturn(PETSC_SUCCESS);
}

FsIntegratorInfo FsIntegratorGetInfo(FsIntegrator in)
{
  return (FsIntegratorInfo){.scheme               = in->scheme,
                            .rho_inf              = in->rho_inf,
                            .dt                   = in->dt,
                            .stabilization        = in->stabilization,
                            .conserves            = in->family->conserves,
                            .implicit             = (PetscBool)(in->shift.ck != 0),
                            .conditionally_stable = in->conditionally_stable};
}

/* With constraints on positions alone, each step multiplies the errors of multipliers by the
   spectral radius at infinite frequency. Near rho_inf = 1 they grow. At 0.97 they grew within
   thousands of steps; at 0.95 they did not in tests. Beyond 0.95 this is an input error for tunable
   schemes, and a warning for others. */
static PetscErrorCode CheckRhoInf(FsIntegrator in)
{
  const PetscReal largest = 0.95;
  const PetscBool unstabilized =
    (PetscBool)(in->sys->constraints && in->sys->stabilization == FS_STABILIZED_POSITION &&
                in->family->implicit_multipliers);

  PetscFunctionBeginUser;
  if (!unstabilized || in->rho_inf <= largest) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(!in->scheme->tunable, in->comm, PETSC_ERR_USER_INPUT,
             "-rho_inf %.6g: errors of the joints' multipliers grow with %s beyond %.6g; take a "
             "smaller value%s",
             (double)in->rho_inf, in->scheme->name, (double)largest,
             in->family->first_order ? ", or -stabilize velocity" : "");
  PetscCall(PetscFPrintf(in->comm, stderr,
                         "fsolve: warning: %s has no dissipation, so errors of the joints' "
                         "multipliers stay or grow; %s\n",
                         in->scheme->name,
                         in->family->first_order ? "take -stabilize velocity"
                                                 : "take hht_i3 or generalized_alpha"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: forces depend on multipliers. Explicit schemes take multipliers from the step
   before, so friction would reverse at every step. In semi-implicit schemes they are not values at
   one time. */
static PetscErrorCode CheckFriction(FsIntegrator in)
{
  PetscFunctionBeginUser;
  PetscCheck(!in->sys->traits.friction || in->family->implicit_multipliers, in->comm,
             PETSC_ERR_USER_INPUT,
             "-integrator %s: the friction of joints needs an implicit scheme; take lms4, "
             "esdirk43_6l or hht",
             in->scheme->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: the scheme cannot stabilize constraints, or the system has another stabilization
   than the integrator. */
static PetscErrorCode CheckStabilization(FsIntegrator in)
{
  static const char *const names[] = {"FS_STABILIZED_POSITION", "FS_STABILIZED_VELOCITY",
                                      "FS_STABILIZED_PROJECTION"};

  PetscFunctionBeginUser;
  if (!in->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(in->sys->stabilization == in->stabilization, in->comm, PETSC_ERR_USER_INPUT,
             "-integrator %s shall integrate constraints with %s, but the system has %s; set the "
             "member stabilization of the system before you create its states and its stage",
             in->scheme->name, names[in->stabilization], names[in->sys->stabilization]);
  PetscCheck(in->stabilization == FS_STABILIZED_POSITION || in->family->first_order, in->comm,
             PETSC_ERR_USER_INPUT,
             "-integrator %s cannot integrate constraints with %s, because it is not a first-order "
             "scheme; lms, ss, bdf2 and the Runge-Kutta methods are",
             in->scheme->name, names[in->stabilization]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsIntegratorSetUp(FsIntegrator in, FsSystem sys, FsStage stage, PetscReal dt,
                                 FsState *s)
{
  PetscFunctionBeginUser;
  in->sys   = sys;
  in->stage = stage;
  in->dt    = dt;
  PetscCall(CheckStabilization(in));
  PetscCall(CheckRhoInf(in));
  PetscCall(CheckFriction(in));
  /* theta = 0 at s, so theta' = v */
  if (FsSystemHasRates(sys)) PetscCall(VecCopy(s->v, s->qd));
  PetscCall(FsSystemStateCreate(sys, &in->next));
  PetscCall(in->family->setup(in, s));
  FsStageSetShifts(stage, in->shifts);
  PetscCall(FsStageSetUp(stage, in->shift, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Rejects the step if the chart would have to store rotations above FS_MAX_ROTATION between the new
   state, the last one and those that the scheme remembers. A shorter step helps. */
static PetscErrorCode CheckRotation(FsIntegrator in, FsStageInfo *info)
{
  SchemeHistory history = {.nstates = 0};
  PetscReal     largest = 0;

  PetscFunctionBeginUser;
  if (in->family->history) in->family->history(in, &history);
  PetscCall(in->sys->rotations->rotation_increment(in->sys, in->next.q, NULL, &largest));
  for (PetscInt j = 0; j < history.nstates; j++)
    PetscCall(
      in->sys->rotations->rotation_increment(in->sys, in->next.q, history.state[j].q, &largest));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &largest, 1, MPIU_REAL, MPIU_MAX, in->comm));
  if (largest < FS_MAX_ROTATION) PetscFunctionReturn(PETSC_SUCCESS);
  info->ok     = PETSC_FALSE;
  info->reason = "a node turns by more than 5 rad within the steps that the scheme remembers";
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsIntegratorTry(FsIntegrator in, PetscReal dt, const FsState *s, FsStageInfo *info)
{
  const FsLoading loading = FsLoadingOfMotion();

  PetscFunctionBeginUser;
  in->dt = dt;
  *info  = (FsStageInfo){.ok = PETSC_TRUE};
  FsStageSetPreviousState(in->stage, s);
  PetscCall(in->family->solve(in, s, &in->next, info));
  in->next.t = s->t + dt;
  if (info->ok) PetscCall(FsStageProject(in->stage, &in->next, info));
  if (info->ok) PetscCall(FsStageCheckFlippedJoints(in->stage, &in->next, &loading, info));
  if (info->ok) PetscCall(FsStageCheckRedundancy(in->stage, s, &in->next, &loading, info));
  if (in->sys->rotations && info->ok) PetscCall(CheckRotation(in, info));
  in->has_previous = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes the new state s the origin of the chart and re-expresses remembered states in the new
   chart. */
static PetscErrorCode UpdateChart(FsIntegrator in, FsState *s)
{
  SchemeHistory history = {.nstates = 0};
  FsState      *states[MAX_HISTORY + 2];
  PetscInt      n = 0;

  PetscFunctionBeginUser;
  if (in->family->history) in->family->history(in, &history);
  for (PetscInt j = 0; j < history.nstates; j++) states[n++] = &history.state[j];
  if (in->family->uses_previous) states[n++] = &in->next;
  states[n++] = s;
  PetscCall(FsSystemAccept(in->sys, s, n, states));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const FsState *FsIntegratorCandidate(FsIntegrator in) { return &in->next; }

PetscErrorCode FsIntegratorAccept(FsIntegrator in, FsState *s)
{
  PetscFunctionBeginUser;
  if (in->family->accept) PetscCall(in->family->accept(in, s, &in->next));
  else {
    const FsState old = *s;

    *s       = in->next;
    in->next = old;
  }
  in->has_previous = PETSC_TRUE;
  PetscCall(FsStageReselectRedundantRows(in->stage, s));
  if (in->sys->ops.history.accept) PetscCall(UpdateChart(in, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsIntegratorRestart(FsIntegrator in, PetscReal dt, PetscBool jump, FsState *s,
                                   FsStageInfo *info)
{
  PetscFunctionBeginUser;
  in->dt           = dt;
  in->has_previous = PETSC_FALSE;
  if (jump) {
    PetscCall(FsSystemReverseFriction(in->sys, dt, s));
    PetscCall(FsStageAcceleration(in->stage, s, info));
    if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (in->family->restart) PetscCall(in->family->restart(in, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsIntegratorEstimateError(FsIntegrator in, const FsState *s, Vec error)
{
  return in->family->estimate(in, s, &in->next, error);
}

PetscErrorCode FsIntegratorArchive(FsIntegrator in, FsArchive a)
{
  SchemeHistory history = {.nstates = 0};

  PetscFunctionBeginUser;
  if (in->family->history) in->family->history(in, &history);
  PetscCall(FsArchivePushScope(a, "integrator"));
  PetscCall(FsArchiveBool(a, "previous", &in->has_previous));
  if (in->has_previous) PetscCall(FsArchiveState(a, "next", &in->next));
  for (PetscInt k = 0; k < history.nvecs; k++) {
    char name[16];

    PetscCall(PetscSNPrintf(name, sizeof name, "vec_%d", (int)k));
    PetscCall(FsArchiveVec(a, name, history.vec[k]));
  }
  if (in->family->archive) PetscCall(in->family->archive(in, a));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
