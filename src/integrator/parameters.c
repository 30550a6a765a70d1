/* parameters.c: reads, checks and documents the parameters of time integration schemes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/c_locale.h"
#include "family.h"
#include "parameters.h"

/* Returns the default value of a parameter, or 0 if the scheme computes the default. */
static PetscReal default_value(const FsOptionDoc *option)
{
  PetscInt index = 0;

  if (option->described) return 0;
  if (!option->words) return (PetscReal)c_locale_strtod(option->value, NULL);
  while (option->words[index] && strcmp(option->words[index], option->value) != 0) index++;
  return (PetscReal)index;
}

/* Returns the number of parameters of a scheme. */
static PetscInt parameter_count(const FsScheme *scheme)
{
  PetscInt n = 0;

  while (scheme->parameters && scheme->parameters[n].name) n++;
  PetscCheckAbort(n <= FS_MAX_SCHEME_PARAMETERS, PETSC_COMM_SELF, PETSC_ERR_PLIB,
                  "%s has more than %d parameters: enlarge FS_MAX_SCHEME_PARAMETERS", scheme->name,
                  FS_MAX_SCHEME_PARAMETERS);
  return n;
}

FsIntegratorOptions FsIntegratorDefaultOptions(const FsScheme *scheme, PetscReal rho_inf)
{
  FsIntegratorOptions options = {.scheme = scheme, .rho_inf = rho_inf};
  const SchemeFamily *family  = SchemeFamilyOf(scheme);

  for (PetscInt i = 0; i < parameter_count(scheme); i++)
    options.parameter[i] = default_value(&scheme->parameters[i].option);
  if (family->set_defaults) family->set_defaults(scheme, &options);
  return options;
}

PetscErrorCode IntegratorCheckParameters(MPI_Comm comm, const FsIntegratorOptions *options)
{
  const FsScheme     *scheme = options->scheme;
  const SchemeFamily *family = SchemeFamilyOf(scheme);

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < parameter_count(scheme); i++) {
    const FsSchemeParameter *p    = &scheme->parameters[i];
    const PetscReal          x    = options->parameter[i];
    const PetscBool          same = (PetscBool)!strcmp(p->option.name + 1, p->name);

    PetscCheck(p->option.words || (x >= p->least && x <= p->largest), comm, PETSC_ERR_USER_INPUT,
               "%s%s%s %.6g is outside %s", p->option.name, same ? "" : ": ", same ? "" : p->name,
               (double)x, p->range);
  }
  if (family->check) PetscCall(family->check(comm, options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsIntegratorSetParameter(FsIntegratorOptions *options, const char name[],
                                        PetscReal value)
{
  const FsScheme     *scheme    = options->scheme;
  const SchemeFamily *family    = SchemeFamilyOf(scheme);
  char                list[256] = "";
  PetscInt            i         = 0;
  const PetscInt      n         = parameter_count(scheme);

  PetscFunctionBeginUser;
  while (i < n && strcmp(scheme->parameters[i].name, name) != 0) i++;
  for (PetscInt k = 0; k < n && i == n; k++) {
    PetscCall(PetscStrlcat(list, k ? ", " : "; it has ", sizeof list));
    PetscCall(PetscStrlcat(list, scheme->parameters[k].name, sizeof list));
  }
  PetscCheck(i < n, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "the scheme %s has no parameter %s%s",
             scheme->name, name, list);
  options->parameter[i] = value;
  if (family->derive) family->derive(options);
  PetscCall(IntegratorCheckParameters(PETSC_COMM_SELF, options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the option of n consecutive parameters. */
static PetscErrorCode ReadOption(FsOptions o, const FsOptionDoc *option, PetscInt n,
                                 PetscReal value[])
{
  PetscInt         index = (PetscInt)value[0], count = n;
  PetscBool        given;
  PetscBool *const set = option->described ? &given : NULL; /* only other defaults are recorded */

  PetscFunctionBeginUser;
  if (option->words) {
    PetscCall(FsOptionsChoice(o, option->name, option->words, &index, set));
    *value = (PetscReal)index;
  } else {
    PetscCall(FsOptionsReals(o, option->name, n, &count, value, set));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode IntegratorReadParameters(FsOptions o, MPI_Comm comm, FsIntegratorOptions *options)
{
  const SchemeFamily      *family = SchemeFamilyOf(options->scheme);
  const FsSchemeParameter *p      = options->scheme->parameters;
  const PetscInt           n      = parameter_count(options->scheme);

  PetscFunctionBeginUser;
  for (PetscInt first = 0, end; first < n; first = end) {
    for (end = first + 1; end < n && !strcmp(p[end].option.name, p[first].option.name);) end++;
    PetscCall(ReadOption(o, &p[first].option, end - first, &options->parameter[first]));
  }
  if (family->derive) family->derive(options);
  PetscCall(IntegratorCheckParameters(comm, options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const FsOptionDoc *FsIntegratorParameterDocs(void)
{
  enum { MAX_OPTIONS = 63 };
  static FsOptionDoc docs[MAX_OPTIONS + 1];
  int                n = 0;

  if (docs[0].name) return docs;
  for (const FsScheme *const *s = FsIntegratorSchemes(); *s; s++)
    for (PetscInt i = 0; i < parameter_count(*s); i++) {
      const FsOptionDoc *option = &(*s)->parameters[i].option;
      int                k      = 0;

      while (k < n && strcmp(docs[k].name, option->name) != 0) k++;
      if (k < n) continue;
      PetscCheckAbort(n < MAX_OPTIONS, PETSC_COMM_SELF, PETSC_ERR_PLIB,
                      "more than %d parameters of schemes: enlarge MAX_OPTIONS", MAX_OPTIONS);
      docs[n++] = *option;
    }
  return docs;
}
