/* case_results.c: gives the results of a case to the program that runs it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "case_impl.h"

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
