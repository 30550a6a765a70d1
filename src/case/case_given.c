/* case_given.c: takes the options and the mesh of a case before the set-up. */
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

/* ---- mesh ------------------------------------------------------------------------------------ */

/* Returns what is wrong with the pointers and counts of this rank's share, or NULL. */
static const char *find_missing(const FsMeshArrays *m)
{
  if (m->nnodes < 0 || m->ncells < 0 || m->nsets < 0) return "a number is negative";
  if (m->nnodes > INT32_MAX / 8 || m->ncells > INT32_MAX / 8)
    return "a rank gives more than 2^28 nodes or cells; use more ranks";
  if (m->nnodes && !m->x) return "x is NULL";
  if (m->ncells && (!m->type || !m->conn)) return "type or conn is NULL";
  if (m->nsets && !m->set) return "set is NULL";
  for (int64_t s = 0; s < m->nsets; s++)
    if (m->set[s].n < 0 || (m->set[s].n && !m->set[s].member)) return "a set has no members";
  return NULL;
}

static PetscErrorCode SetMesh(FsCase c, const FsMeshArrays *mesh)
{
  const char *missing = mesh ? find_missing(mesh) : NULL;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckBeforeSetUp(c, "FsCaseSetMesh"));
  PetscCall(CheckAllRanks(c->comm, (PetscBool)(missing != NULL), "FsCaseSetMesh: %s",
                          missing ? missing : ""));
  c->mesh     = mesh ? *mesh : (FsMeshArrays){.nnodes = 0};
  c->has_mesh = PETSC_TRUE;
  PetscCall(CaseSetOption(c, "-mesh", "arrays", ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetMesh(FsCase c, const FsMeshArrays *mesh) { CASE_CALL(c, SetMesh(c, mesh)); }
