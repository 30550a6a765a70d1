/* case_given.c: takes what a program gives to a case: options and a mesh before the set-up, and
   functions as loads and laws. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "case_impl.h"
#include <string.h>
#include "input/formula/given.h"
#include "model/loads/laws/law.h"

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
  return CheckAllRanks(c->comm, (PetscBool)(bad != 0), "%s: %s", function, c->wrong);
}

/* Sets an option of a case before its set-up, for functions of the case that have
   called CaseEnter() already.

   Input:
     name   name of the option, with its dash
     value  value of the option; NULL if it has no value
     place  where the option was given, for messages */
static PetscErrorCode CaseSetOption(FsCase c, const char name[], const char value[],
                                    const char place[])
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
  c->mesh          = mesh ? *mesh : (FsMeshArrays){.nnodes = 0};
  c->has_mesh      = PETSC_TRUE;
  c->kept.reusable = PETSC_FALSE; /* the text of the option, "arrays", stays the same */
  PetscCall(CaseSetOption(c, "-mesh", "arrays", ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetMesh(FsCase c, const FsMeshArrays *mesh) { CASE_CALL(c, SetMesh(c, mesh)); }

/* ---- case functions -------------------------------------------------------------------------- */

struct _n_CaseFunction {
  CaseFunction   next;
  FsCase         c;
  FsLoadFunction load; /* one of both */
  FsLawFunction  law;
  void          *context;
  PetscBool      per_step;                /* called at the start of each step */
  PetscInt       n;                       /* options for which the function stands */
  int            component[GIVEN_VALUES]; /* of a force: 0 to 2 */
  char           option[GIVEN_VALUES][256];
};

/* ---- evaluation ------------------------------------------------------------------------------ */

/* Calls the function of a load; x are the variables of laws of forces. */
static int call_load(const CaseFunction f, const PetscReal x[], PetscReal value[],
                     PetscReal derivative[][EXPRESSION_VARIABLES])
{
  PetscReal force[3] = {0, 0, 0}, by_u[9] = {0}, by_v[9] = {0};
  const int bad = f->load(f->context, x[LAW_T], x + LAW_X, x + LAW_U, x + LAW_V, force,
                          derivative ? by_u : NULL, derivative ? by_v : NULL);

  for (PetscInt k = 0; k < f->n; k++) {
    value[k] = force[f->component[k]];
    for (int j = 0; j < 3 && derivative; j++) {
      derivative[k][LAW_U + j] = by_u[3 * f->component[k] + j];
      derivative[k][LAW_V + j] = by_v[3 * f->component[k] + j];
    }
  }
  return bad;
}

/* Calls the function of a load or of a law, with what the program has of the process. */
static int evaluate(void *context, const PetscReal x[], PetscReal value[],
                    PetscReal derivative[][EXPRESSION_VARIABLES])
{
  const CaseFunction f = context;
  CaseCall           call;
  int                bad;

  if (CaseCallBegin(f->c, PETSC_FALSE, PETSC_TRUE, &call)) return 1;
  bad = f->load ? call_load(f, x, value, derivative)
                : f->law(f->context, x, value, derivative ? derivative[0] : NULL);
  if (CaseCallEnd(f->c, &call)) return 1;
  return bad;
}

/* ---- before the set-up ----------------------------------------------------------------------- */

/* Adds a function to the case, and sets its options. */
static PetscErrorCode AddFunction(FsCase c, const struct _n_CaseFunction *given)
{
  CaseFunction f;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&f));
  *f           = *given;
  f->c         = c;
  f->next      = c->functions;
  c->functions = f;
  for (PetscInt k = 0; k < f->n; k++) PetscCall(CaseSetOption(c, f->option[k], "function", ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises an input error if the name of a load or an option is missing or differs between ranks, or
   if a rank has no function. */
static PetscErrorCode CheckSameFunction(FsCase c, const char caller[], const char name[],
                                        PetscBool given)
{
  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, caller, "name or function", name && *name && given ? name : NULL,
                          name ? strlen(name) : 0, name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* caller: the name of the public function, for messages */
static PetscErrorCode SetLoadFunction(FsCase c, const char caller[], const char load[],
                                      const char components[], FsLoadFunction function,
                                      void *context, PetscBool per_step)
{
  struct _n_CaseFunction f = {.load = function, .context = context, .per_step = per_step};

  PetscFunctionBeginUser;
  PetscCall(CaseCheckBeforeSetUp(c, caller));
  if (!components) components = "";
  PetscCall(CheckSameFunction(c, caller, load, (PetscBool)(function != NULL)));
  PetscCall(CaseCheckSame(c, caller, "components", components, strlen(components), components));
  PetscCheck(*components && strlen(components) <= 3 &&
               strspn(components, "xyz") == strlen(components),
             c->comm, PETSC_ERR_USER_INPUT,
             "%s: the components '%.20s' of load '%.60s' are not letters such as \"xz\"", caller,
             components, load);
  for (const char *p = components; *p; p++) {
    PetscCheck(!strchr(p + 1, *p), c->comm, PETSC_ERR_USER_INPUT,
               "%s: the components '%s' of load '%.60s' have %c twice", caller, components, load,
               *p);
    PetscCall(PetscSNPrintf(f.option[f.n], sizeof f.option[f.n], "-load_%.150s_law_%c", load, *p));
    f.component[f.n++] = *p - 'x';
  }
  PetscCall(AddFunction(c, &f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetLoadFunction(FsCase c, const char load[], const char components[],
                                     FsLoadFunction f, void *context)
{
  CASE_CALL(c,
            SetLoadFunction(c, "FsCaseSetLoadFunction", load, components, f, context, PETSC_FALSE));
}

PetscErrorCode FsCaseSetLoadFunctionPerStep(FsCase c, const char load[], const char components[],
                                            FsLoadFunction f, void *context)
{
  CASE_CALL(c, SetLoadFunction(c, "FsCaseSetLoadFunctionPerStep", load, components, f, context,
                               PETSC_TRUE));
}

/* Returns whether a function may stand for the formula of an option. */
static PetscBool takes_function(const char option[])
{
  return (PetscBool)(!strncmp(option, "-joint_", strlen("-joint_")) ||
                     !strncmp(option, "-support_", strlen("-support_")) ||
                     (!strncmp(option, "-load_", strlen("-load_")) && strstr(option, "_law_")));
}

/* Returns whether the option is -joint_<joint>_<coordinate>_motor. */
static PetscBool is_motor(const char option[])
{
  const size_t n = strlen(option), suffix = strlen("_motor");

  return (PetscBool)(!strncmp(option, "-joint_", strlen("-joint_")) && n > suffix &&
                     !strcmp(option + n - suffix, "_motor"));
}

/* caller: the name of the public function, for messages */
static PetscErrorCode SetLawFunction(FsCase c, const char caller[], const char option[],
                                     FsLawFunction function, void *context, PetscBool per_step)
{
  struct _n_CaseFunction f = {.law = function, .context = context, .per_step = per_step, .n = 1};

  PetscFunctionBeginUser;
  PetscCall(CaseCheckBeforeSetUp(c, caller));
  PetscCall(CheckSameFunction(c, caller, option, (PetscBool)(function != NULL)));
  PetscCheck(takes_function(option) && strlen(option) < sizeof f.option[0], c->comm,
             PETSC_ERR_USER_INPUT,
             "%s: %.100s takes no function; formulas of joints, motions of "
             "supports and laws of loads do",
             caller, option);
  PetscCheck(!per_step || is_motor(option), c->comm, PETSC_ERR_USER_INPUT,
             "%s: %.100s takes no function that is called once a step; motors do, "
             "-joint_<joint>_<coordinate>_motor, and loads, by FsCaseSetLoadFunctionPerStep",
             caller, option);
  PetscCall(PetscStrncpy(f.option[0], option, sizeof f.option[0]));
  PetscCall(AddFunction(c, &f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetLawFunction(FsCase c, const char option[], FsLawFunction f, void *context)
{
  CASE_CALL(c, SetLawFunction(c, "FsCaseSetLawFunction", option, f, context, PETSC_FALSE));
}

PetscErrorCode FsCaseSetLawFunctionPerStep(FsCase c, const char option[], FsLawFunction f,
                                           void *context)
{
  CASE_CALL(c, SetLawFunction(c, "FsCaseSetLawFunctionPerStep", option, f, context, PETSC_TRUE));
}

/* ---- the set-up ------------------------------------------------------------------------------ */

PetscErrorCode CaseFunctionsGive(FsCase c)
{
  PetscFunctionBeginUser;
  for (CaseFunction f = c->functions; f; f = f->next) { /* the one that was given last is first */
    const char *option[GIVEN_VALUES];

    for (PetscInt k = 0; k < f->n; k++) option[k] = f->option[k];
    PetscCall(GivenFunctionAdd(OptionsSymbols(c->o), f->n, option, evaluate, f,
                               f->load ? LAW_R : EXPRESSION_VARIABLES, f->per_step));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseFunctionsDestroy(FsCase c, CaseFunction last)
{
  PetscFunctionBeginUser;
  while (c->functions != last) {
    CaseFunction f = c->functions;

    c->functions = f->next;
    PetscCall(PetscFree(f));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
