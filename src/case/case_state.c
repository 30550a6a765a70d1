/* case_state.c: keeps states of a case, to which it can return, and gives its results to
   the program that runs it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "case_impl.h"

/* Adds a state to the list of a case. */
static void add_to_list(FsCase c, FsCaseState s)
{
  s->c        = c;
  s->previous = c->states;
  s->link     = &c->states;
  if (s->previous) s->previous->link = &s->previous;
  c->states = s;
}

/* Takes a state out of the list of its case. */
static void remove_from_list(FsCaseState s)
{
  if (!s->c) return;
  *s->link = s->previous;
  if (s->previous) s->previous->link = s->link;
  s->c = NULL;
}

/* Returns whether a state is one of a case; its handle may be wrong. */
static PetscBool is_of(FsCase c, FsCaseState state)
{
  for (FsCaseState s = c->states; s; s = s->previous)
    if (s == state) return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode DestroyState(FsCaseState *state)
{
  PetscFunctionBeginUser;
  remove_from_list(*state);
  PetscCall(RunStateDestroy(&(*state)->state));
  PetscCall(PetscFree(*state));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseStateDestroy(FsCaseState *state)
{
  PetscErrorCode ierr;

  if (!state || !*state) return PETSC_SUCCESS;
  if (case_is_forked() || case_process_ended()) { /* its memory is that of PETSc or of the parent */
    *state = NULL;
    return PETSC_SUCCESS;
  }
  ierr = CaseLock();
  if (ierr) return ierr;
  ierr = DestroyState(state);
  case_unlock();
  return ierr;
}

/* Input error: the analysis has no model, or the case is not set up, or has ended or failed. */
static PetscErrorCode CheckSteps(FsCase c, const char function[])
{
  PetscFunctionBeginUser;
  PetscCall(CaseCheckReady(c, function));
  PetscCheck(c->run, c->comm, PETSC_ERR_USER_INPUT, "%s: -analysis %s has no steps", function,
             c->analysis->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SaveState(FsCase c, FsCaseState *state)
{
  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, "FsCaseSaveState", "state", state, 0, NULL));
  PetscCall(CheckSteps(c, "FsCaseSaveState"));
  PetscCall(CheckAllRanks(c->comm, (PetscBool)(*state && !is_of(c, *state)),
                          "FsCaseSaveState: the state to replace is that of another case, or "
                          "is destroyed; give NULL"));
  if (!*state) {
    PetscCall(PetscNew(state));
    add_to_list(c, *state);
  }
  PetscCall(ModelRunSaveState(c->run, &(*state)->state));
  (*state)->number = c->nsaved++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSaveState(FsCase c, FsCaseState *state) { CASE_CALL(c, SaveState(c, state)); }

static PetscErrorCode RestoreState(FsCase c, FsCaseState state)
{
  PetscFunctionBeginUser;
  PetscCall(CheckSteps(c, "FsCaseRestoreState"));
  PetscCall(
    CheckAllRanks(c->comm, (PetscBool)!is_of(c, state),
                  "FsCaseRestoreState: the state is NULL, destroyed or that of another case; save "
                  "a state of this one"));
  PetscCall(
    CaseCheckSame(c, "FsCaseRestoreState", "state", state, sizeof state->number, &state->number));
  c->phase = CASE_FAILED; /* unless everything is restored */
  PetscCall(ModelRunRestoreState(c->run, &state->state));
  c->phase = CASE_READY;
  for (FsCaseState s = c->states; s; s = s->previous) run_state_forget(&s->state, &state->state);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseRestoreState(FsCase c, FsCaseState state)
{
  CASE_CALL(c, RestoreState(c, state));
}

static PetscErrorCode WriteCheckpoint(FsCase c, const char file[])
{
  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, "FsCaseCheckpoint", "file", file, file ? strlen(file) : 0, file));
  PetscCall(CheckSteps(c, "FsCaseCheckpoint"));
  PetscCheck(*file, c->comm, PETSC_ERR_USER_INPUT, "FsCaseCheckpoint: give a file");
  PetscCall(ModelRunCheckpoint(c->run, file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseCheckpoint(FsCase c, const char file[])
{
  CASE_CALL(c, WriteCheckpoint(c, file));
}

/* ---- results --------------------------------------------------------------------------------- */

/* Gives the results of a case to the program that runs it. */

static FsResult result_of(const FileResult *r)
{
  static const FsResultType types[] = {[FILE_REAL]  = FS_RESULT_REAL,
                                       [FILE_INT]   = FS_RESULT_INT,
                                       [FILE_INT64] = FS_RESULT_INT64,
                                       [FILE_FLOAT] = FS_RESULT_FLOAT};

  return (FsResult){
    .type  = r->is_text ? FS_RESULT_TEXT : types[r->type],
    .ndims = r->ndims,
    .dims  = {r->dims[0], r->dims[1], r->dims[2]},
    .axis  = r->axis,
    .first = r->first,
    .n     = r->n,
    .data  = r->data
  };
}

static PetscErrorCode GetResult(FsCase c, const char path[], FsResult *result)
{
  const FileResult *found;
  Run              *run;

  PetscFunctionBeginUser;
  PetscCall(CaseRunOf(c, "FsCaseGetResult", &run));
  PetscCall(OutputGetResult(run->recording.output, path, &found));
  PetscCheck(found, c->comm, PETSC_ERR_USER_INPUT, "FsCaseGetResult: there is no result %.200s",
             path);
  *result = result_of(found);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseGetResult(FsCase c, const char path[], FsResult *result)
{
  CASE_NEEDS(path);
  CASE_NEEDS(result);
  CASE_CALL(c, GetResult(c, path, result));
}

const char *FsCaseGetResultName(FsCase c, PetscInt k)
{
  const char *name = NULL;

  if (CaseEnter(c)) return NULL;
  if (c->is_set_up && c->run) name = OutputGetResultName(ModelRunGet(c->run)->recording.output, k);
  return CaseLeave(c, PETSC_SUCCESS) ? NULL : name;
}

static PetscErrorCode GetField(FsCase c, const char name[], const char set[], FsResult *result)
{
  FileResult found;
  Run       *run;

  PetscFunctionBeginUser;
  PetscCall(CaseRunOf(c, "FsCaseGetField", &run));
  PetscCall(OutputGetField(run->recording.output, name, set, ModelRunState(c->run), &found));
  *result = result_of(&found);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseGetField(FsCase c, const char name[], const char set[], FsResult *result)
{
  CASE_NEEDS(name);
  CASE_NEEDS(result);
  CASE_CALL(c, GetField(c, name, set, result));
}

int FsCaseIntegerBytes(void) { return (int)sizeof(PetscInt); }
