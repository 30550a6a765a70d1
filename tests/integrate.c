/* integrate.c: runs of a scheme on a small system, step by step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "problems.h"

PetscInt matrix_builds;

/* ---- a run
 * -------------------------------------------------------------------------------------------------------
 */

static PetscErrorCode See(const FsState *s, PetscInt step, Watcher see, void *context)
{
  const PetscScalar *q, *v, *a;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(s->q, &q));
  PetscCall(VecGetArrayRead(s->v, &v));
  PetscCall(VecGetArrayRead(s->a, &a));
  see(step, s->t, q, v, a, context);
  PetscCall(VecRestoreArrayRead(s->a, &a));
  PetscCall(VecRestoreArrayRead(s->v, &v));
  PetscCall(VecRestoreArrayRead(s->q, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A scheme at its start. */
typedef struct {
  FsOptions    o;
  FsStage      stage;
  FsIntegrator in;
  FsState      s;
} Setup;

static PetscErrorCode SetupCreate(FsSystem sys, const char scheme[], PetscReal rho_inf,
                                  PetscReal dt, const PetscReal q0[], const PetscReal v0[],
                                  Setup *u)
{
  char                rho[32];
  FsIntegratorOptions options;
  FsStageInfo         info;
  PetscInt            n;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(rho, sizeof rho, "%.17g", (double)rho_inf));
  PetscCall(PetscOptionsSetValue(NULL, "-integrator", scheme));
  PetscCall(PetscOptionsSetValue(NULL, "-rho_inf", rho));
  PetscCall(FsOptionsCreate(PETSC_COMM_SELF, &u->o));
  PetscCall(FsStageCreate(sys, &u->stage));
  PetscCall(FsSystemStateCreate(sys, &u->s));
  PetscCall(VecGetSize(u->s.q, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(VecSetValue(u->s.q, i, q0[i], INSERT_VALUES));
    PetscCall(VecSetValue(u->s.v, i, v0[i], INSERT_VALUES));
  }
  PetscCall(FsStageAcceleration(u->stage, &u->s, &info));
  PetscCall(FsIntegratorReadOptions(u->o, PETSC_COMM_SELF, &options));
  PetscCall(FsIntegratorCreate(PETSC_COMM_SELF, &options, &u->in));
  PetscCall(FsIntegratorSetUp(u->in, sys, u->stage, dt, &u->s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetupDestroy(Setup *u)
{
  PetscFunctionBeginUser;
  PetscCall(FsIntegratorDestroy(&u->in));
  PetscCall(FsSystemStateDestroy(&u->s));
  PetscCall(FsStageDestroy(&u->stage));
  PetscCall(FsOptionsDestroy(&u->o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode IntegrateSteps(FsSystem sys, const char scheme[], PetscReal rho_inf, PetscInt nsteps,
                              const PetscReal t[], const PetscReal q0[], const PetscReal v0[],
                              Watcher see, void *context)
{
  const PetscReal round_off = 1e-10; /* of differences of times */
  PetscReal       h         = t[1] - t[0];
  Setup           u;
  FsStageInfo     info;

  PetscFunctionBeginUser;
  PetscCall(SetupCreate(sys, scheme, rho_inf, h, q0, v0, &u));
  PetscCall(See(&u.s, 0, see, context));
  for (PetscInt k = 1; k <= nsteps; k++) {
    if (PetscAbsReal(t[k] - t[k - 1] - h) > round_off * h) h = t[k] - t[k - 1];
    PetscCall(FsIntegratorTry(u.in, h, &u.s, &info));
    PetscCheck(info.ok, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED, "%s, step %" PetscInt_FMT ": %s",
               scheme, k, info.reason);
    PetscCall(FsIntegratorAccept(u.in, &u.s));
    u.s.t = t[k];
    PetscCall(See(&u.s, k, see, context));
  }
  matrix_builds = FsStageMatrixBuilds(u.stage);
  PetscCall(SetupDestroy(&u));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode Integrate(FsSystem sys, const char scheme[], PetscReal rho_inf, PetscReal dt,
                         PetscInt nsteps, const PetscReal q0[], const PetscReal v0[], Watcher see,
                         void *context)
{
  PetscReal *t;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(nsteps + 1, &t));
  for (PetscInt k = 0; k <= nsteps; k++) t[k] = (PetscReal)k * dt;
  PetscCall(IntegrateSteps(sys, scheme, rho_inf, nsteps, t, q0, v0, see, context));
  PetscCall(PetscFree(t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode IntegrateControlled(FsSystem sys, const char scheme[], PetscReal rho_inf,
                                   PetscReal dt, PetscReal t_end, const PetscReal q0[],
                                   const PetscReal v0[], Watcher see, void *context,
                                   FsStepInfo *sum)
{
  Setup                u;
  FsStepControlOptions options;
  FsStepControl        control;
  PetscInt             k = 0;

  PetscFunctionBeginUser;
  *sum = (FsStepInfo){.solve.ok = PETSC_TRUE};
  PetscCall(SetupCreate(sys, scheme, rho_inf, dt, q0, v0, &u));
  PetscCall(See(&u.s, 0, see, context));
  PetscCall(FsStepControlReadOptions(u.o, PETSC_COMM_SELF, &options));
  PetscCall(FsStepControlCreate(u.in, &options, &control));
  PetscCall(FsStepControlSetUp(control, &u.s));
  while (u.s.t < t_end && sum->solve.ok) {
    const PetscReal grid = (PetscReal)(k + 1) * dt;
    FsStepInfo      info;

    PetscCall(FsStepControlAdvance(
      control, FsStepControlIsAdaptive(control) || grid > t_end - dt / 2 ? t_end : grid, &u.s,
      &info));
    sum->solve = info.solve;
    sum->accepted += info.accepted;
    sum->rejected += info.rejected;
    sum->failed += info.failed;
    sum->events += info.events;
    if (info.solve.ok) PetscCall(See(&u.s, ++k, see, context));
  }
  PetscCall(FsStepControlDestroy(&control));
  PetscCall(SetupDestroy(&u));
  PetscFunctionReturn(PETSC_SUCCESS);
}
