/* case_analyses.c: runs analyses that a function names: modes, buckling, path, response. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "case_impl.h"

/* Gives -analysis <name>, and an option with a number unless its name is NULL, and runs the case.
 */
static PetscErrorCode RunAnalysis(FsCase c, const char name[], const char option[], PetscInt n)
{
  char text[32];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(text, sizeof text, "%" PetscInt_FMT, n));
  PetscCall(FsCaseSetOption(c, "-analysis", name));
  if (option) PetscCall(FsCaseSetOption(c, option, text));
  PetscCall(FsCaseRun(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Modes(FsCase c, PetscInt n)
{
  Run *run;

  PetscFunctionBeginUser;
  if (c->phase == CASE_OPTIONS) {
    PetscCall(RunAnalysis(c, "modes", "-modes", n));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCheck(n > 0, c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseModes: the number of modes must be positive, not %" PetscInt_FMT, n);
  PetscCheck(!c->monitored, c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseModes: a monitor can only look at the case; call it between steps");
  PetscCall(CaseRunOf(c, "FsCaseModes", &run));
  PetscCheck(c->phase != CASE_FAILED, c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseModes: the last step has failed, and its state is lost; create another case");
  PetscCheck(ModelRunIsByTime(c->run), c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseModes: -analysis %s has no present state; create another case",
             c->analysis->name);
  PetscCall(ModelRunOpenResults(c->run));
  PetscCall(ModesOfState(run, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseModes(FsCase c, PetscInt n) { CASE_CALL(c, Modes(c, n)); }

PetscErrorCode FsCaseBuckling(FsCase c, PetscInt n)
{
  CASE_CALL(c, RunAnalysis(c, "buckling", "-buckling", n));
}

PetscErrorCode FsCasePath(FsCase c) { CASE_CALL(c, RunAnalysis(c, "path", NULL, 0)); }

PetscErrorCode FsCaseResponse(FsCase c) { CASE_CALL(c, RunAnalysis(c, "response", NULL, 0)); }
