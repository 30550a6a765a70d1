/* case_functions.c: takes functions of the program that runs a case as loads and laws. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "case_impl.h"
#include "input/formula/given.h"

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

/* caller: the name of the public function, for messages */
static PetscErrorCode SetLoadFunction(FsCase c, const char caller[], const char load[],
                                      const char components[], FsLoadFunction function,
                                      void *context, PetscBool per_step)
{
  struct _n_CaseFunction f = {.load = function, .context = context, .per_step = per_step};

  PetscFunctionBeginUser;
  PetscCall(CaseCheckBeforeSetUp(c, caller));
  PetscCheck(load && *load && function, c->comm, PETSC_ERR_USER_INPUT,
             "%s: the name of the load or the function is missing", caller);
  if (!components) components = "";
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
  PetscCheck(option && function, c->comm, PETSC_ERR_USER_INPUT,
             "%s: the option or the function is missing", caller);
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

PetscErrorCode CaseFunctionsDestroy(FsCase c)
{
  PetscFunctionBeginUser;
  while (c->functions) {
    CaseFunction f = c->functions;

    c->functions = f->next;
    PetscCall(PetscFree(f));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
