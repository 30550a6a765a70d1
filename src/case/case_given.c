/* case_given.c: takes the options of a case before the set-up. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "case_impl.h"

PetscErrorCode CaseCheckBeforeSetUp(FsCase c, const char function[])
{
  PetscFunctionBeginUser;
  PetscCheck(c->phase == CASE_OPTIONS, c->comm, PETSC_ERR_USER_INPUT,
             "%s: the set-up of this case is done; create another case", function);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises the input error of an option that was given on rank 0. */
static PetscErrorCode CheckGiven(FsCase c, const char function[], int bad)
{
  PetscFunctionBeginUser;
  PetscCall(CheckAllRanks(c->comm, (PetscBool)(bad != 0), "%s: %s", function, c->wrong));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseSetOption(FsCase c, const char name[], const char value[], const char place[])
{
  int bad = 0;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckBeforeSetUp(c, "FsCaseSetOption"));
  if (case_rank(c) == 0 && !(name && option_is_name(name)))
    bad = OptionListError(&c->given, "'%.100s' is no name of an option; it starts with a dash",
                          name ? name : "");
  else if (case_rank(c) == 0) bad = OptionListAdd(&c->given, name, value, place);
  PetscCall(CheckGiven(c, "FsCaseSetOption", bad));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetOption(FsCase c, const char name[], const char value[])
{
  CASE_CALL(c, CaseSetOption(c, name, value, ""));
}

PetscErrorCode FsCaseSetOptionFrom(FsCase c, const char name[], const char value[],
                                   const char place[])
{
  CASE_CALL(c, CaseSetOption(c, name, value, place ? place : ""));
}

static PetscErrorCode SetOptionsText(FsCase c, const char text[])
{
  int bad = 0;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckBeforeSetUp(c, "FsCaseSetOptionsText"));
  if (case_rank(c) == 0) bad = OptionListAddText(&c->given, text ? text : "", "text");
  PetscCall(CheckGiven(c, "FsCaseSetOptionsText", bad));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetOptionsText(FsCase c, const char text[])
{
  CASE_CALL(c, SetOptionsText(c, text));
}

PetscErrorCode FsCaseSetOptionsFile(FsCase c, const char path[])
{
  return FsCaseSetOption(c, OPTION_FILE_NAME, path);
}
