/* run_functions.c: integrates a small system from functions of a program in one call. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/integrate.h>
#include <fs/run_functions.h>
#include <string.h>
#include "base/error.h"
#include "case_impl.h"

/* The arrays that get the motion. */
typedef struct {
  const FsDenseFunctions *f;
  PetscReal              *q, *v, *a, *lambda;
  PetscInt               *done;
} Motion;

static PetscErrorCode KeepStep(FsSystem sys, PetscInt step, const FsState *s, void *context)
{
  const Motion  *m = (const Motion *)context;
  const PetscInt n = m->f->n, constraints = m->f->m;
  PetscReal     *to[3]   = {m->q + step * n, m->v + step * n, m->a + step * n};
  const Vec      from[3] = {s->q, s->v, s->a};

  PetscFunctionBeginUser;
  (void)sys;
  for (int k = 0; k < 3; k++) {
    const PetscScalar *values;

    PetscCall(VecGetArrayRead(from[k], &values));
    PetscCall(PetscArraycpy(to[k], values, n));
    if (k == 2 && constraints)
      PetscCall(PetscArraycpy(m->lambda + step * constraints, values + n, constraints));
    PetscCall(VecRestoreArrayRead(from[k], &values));
  }
  *m->done = step;
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

static PetscErrorCode Integrate(const FsMotionRequest *request, Motion *m)
{
  const FsScheme     *scheme;
  FsIntegratorOptions options;
  FsSystem            sys;
  FsState             s;
  FsStageInfo         info;
  PetscReal           rho_inf;
  PetscErrorCode      ierr;
  char                reason[512];

  PetscFunctionBeginUser;
  PetscCall(FindScheme(request->scheme, &scheme));
  PetscCall(ChooseRhoInf(scheme, request->rho_inf, &rho_inf));
  options               = FsIntegratorDefaultOptions(scheme, rho_inf);
  options.stabilization = (FsStabilization)request->stabilize;
  PetscCall(FsSystemCreateDense(m->f, &sys));
  sys->stabilization = options.stabilization;
  PetscCall(FsSystemStateCreate(sys, &s));
  s.t = request->t0;
  PetscCall(SetStart(m, &s));
  ierr = FsIntegrate(sys, &options, request->t_end, request->steps, KeepStep, m, &s, &info);
  if (!ierr && !info.ok)
    PetscCall(PetscSNPrintf(reason, sizeof reason, "%s%s", info.reason, info.place));
  PetscCall(FsSystemStateDestroy(&s)); /* also after the error of a function of the program */
  PetscCall(FsSystemDestroy(&sys));
  PetscCall(ierr);
  PetscCheck(info.ok, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED,
             "step %" PetscInt_FMT ", which starts at %g s, cannot be solved: %s", *m->done + 1,
             (double)s.t, reason);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsRunFunctions(const FsDenseFunctions *f, const FsMotionRequest *request,
                              PetscReal q[], PetscReal v[], PetscReal a[], PetscReal lambda[],
                              PetscInt *done, char message[], size_t size)
{
  Motion         m = {f, q, v, a, lambda, done};
  CaughtError    caught;
  PetscErrorCode ierr = CaseStart();

  *message = 0;
  *done    = 0;
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
