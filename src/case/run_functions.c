/* run_functions.c: integrates a small system from functions of a program in one call. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/integrate.h>
#include <fs/run_functions.h>
#include <string.h>
#include "base/error.h"
#include "case_impl.h"

/* The arguments of a call of FsRunFunctions. */
typedef struct {
  const FsDenseFunctions *f;
  const PetscReal        *q, *v;
  FsMotionFunction        see;
  PetscInt                done; /* number of steps that were taken */
} Motion;

static PetscErrorCode ShowStep(FsSystem sys, PetscInt step, const FsState *s, void *context)
{
  Motion            *m = (Motion *)context;
  const PetscScalar *q, *v, *a;
  int                failed;

  PetscFunctionBeginUser;
  (void)sys;
  PetscCall(VecGetArrayRead(s->q, &q));
  PetscCall(VecGetArrayRead(s->v, &v));
  PetscCall(VecGetArrayRead(s->a, &a));
  failed = m->see(m->f->context, step, s->t, q, v, a, a + m->f->n);
  PetscCall(VecRestoreArrayRead(s->a, &a));
  PetscCall(VecRestoreArrayRead(s->v, &v));
  PetscCall(VecRestoreArrayRead(s->q, &q));
  PetscCheck(!failed, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED,
             "the function that gets the motion has failed");
  m->done = step;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetStart(const Motion *m, FsState *s)
{
  PetscScalar *values;

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    PetscCall(VecGetArray(k ? s->v : s->q, &values));
    PetscCall(PetscArraycpy(values, k ? m->v : m->q, m->f->n));
    PetscCall(VecRestoreArray(k ? s->v : s->q, &values));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FindScheme(const char name[], const FsScheme **scheme)
{
  const FsScheme *const *s = FsIntegratorSchemes();

  PetscFunctionBeginUser;
  while (*s && strcmp((*s)->name, name)) s++;
  PetscCheck(*s, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "there is no scheme %s; docs/schemes.md lists the schemes", name);
  *scheme = *s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ChooseRhoInf(const FsScheme *scheme, PetscReal asked, PetscReal *rho_inf)
{
  PetscFunctionBeginUser;
  *rho_inf = asked < 0 ? scheme->rho_inf : asked;
  PetscCheck(
    *rho_inf == scheme->rho_inf || (scheme->tunable && asked >= scheme->rho_min && asked <= 1),
    PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "rho_inf %g: the scheme %s takes values from %g to %g",
    (double)asked, scheme->name, (double)(scheme->tunable ? scheme->rho_min : scheme->rho_inf),
    (double)(scheme->tunable ? 1 : scheme->rho_inf));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ChooseOptions(const FsMotionRequest *request, FsIntegratorOptions *options)
{
  const FsScheme *scheme;
  PetscReal       rho_inf;

  PetscFunctionBeginUser;
  PetscCall(FindScheme(request->scheme, &scheme));
  PetscCall(ChooseRhoInf(scheme, request->rho_inf, &rho_inf));
  *options               = FsIntegratorDefaultOptions(scheme, rho_inf);
  options->stabilization = (FsStabilization)request->stabilize;
  for (PetscInt k = 0; k < request->nparameters; k++)
    PetscCall(FsIntegratorSetParameter(options, request->parameter[k], request->value[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Integrates with equal steps or with sizes that follow from errors. */
static PetscErrorCode TakeSteps(FsSystem sys, const FsIntegratorOptions *options,
                                const FsMotionRequest *request, Motion *m, FsState *s,
                                FsStageInfo *info)
{
  const FsStepControlOptions control = {.rtol = request->rtol, .atol = request->atol};
  FsStepInfo                 all;

  PetscFunctionBeginUser;
  if (request->rtol == 0 && request->atol == 0) {
    PetscCall(FsIntegrate(sys, options, request->t_end, request->steps, ShowStep, m, s, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCheck(request->steps >= 1, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%" PetscInt_FMT " steps; take at least one step, which gives the size of the first",
             request->steps);
  PetscCall(FsIntegrateAdaptive(sys, options, &control, request->t_end,
                                (request->t_end - s->t) / (PetscReal)request->steps, ShowStep, m, s,
                                &all));
  *info = all.solve;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Integrate(const FsMotionRequest *request, Motion *m)
{
  FsIntegratorOptions options;
  FsSystem            sys;
  FsState             s;
  FsStageInfo         info;
  PetscErrorCode      ierr;
  char                reason[512];

  PetscFunctionBeginUser;
  PetscCall(ChooseOptions(request, &options));
  PetscCall(FsSystemCreateDense(m->f, &sys));
  sys->stabilization = options.stabilization;
  PetscCall(FsSystemStateCreate(sys, &s));
  s.t = request->t0;
  PetscCall(SetStart(m, &s));
  ierr = TakeSteps(sys, &options, request, m, &s, &info);
  if (!ierr && !info.ok)
    PetscCall(PetscSNPrintf(reason, sizeof reason, "%s%s", info.reason, info.place));
  PetscCall(FsSystemStateDestroy(&s)); /* also after the error of a function of the program */
  PetscCall(FsSystemDestroy(&sys));
  PetscCall(ierr);
  PetscCheck(info.ok, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED,
             "step %" PetscInt_FMT ", which starts at %g s, cannot be solved: %s", m->done + 1,
             (double)s.t, reason);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsRunFunctions(const FsDenseFunctions *f, const FsMotionRequest *request,
                              const PetscReal q[], const PetscReal v[], FsMotionFunction see,
                              char message[], size_t size)
{
  Motion         m = {f, q, v, see, 0};
  CaughtError    caught;
  PetscErrorCode ierr = CaseStart();

  *message = 0;
  if (ierr) {
    snprintf(message, size, "%s", case_refusal());
    return ierr;
  }
  ierr = CatchErrorsBegin(&caught);
  if (!ierr) ierr = Integrate(request, &m);
  (void)CatchErrorsEnd();
  case_unlock();
  if (ierr) snprintf(message, size, "%s", caught.text);
  return ierr;
}
