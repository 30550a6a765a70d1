/* registry.c: lists the families of time integration schemes, and all schemes: those of families,
   those that the program registers, and those of plug-ins. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <strings.h>
#include "family.h"
#include "integrator/given/given_schemes.h"
#include "integrator/given/given_tableau.h"

static const SchemeFamily *const families[] = {&lms_family,
                                               &ss_family,
                                               &dirk_family,
                                               &alpha_family,
                                               &explicit_family,
                                               &semi_implicit_family,
                                               &energy_momentum_family};
enum { NFAMILIES = PETSC_STATIC_ARRAY_LENGTH(families), MAX_SCHEMES = 127 };

/* All schemes, in this order; the list ends with NULL. The first nfixed do not come from
   plug-ins. */
static const FsScheme *all[MAX_SCHEMES + 1];
static PetscInt        nall, nfixed;

/* Lists the schemes of the families, at the first call. */
static void list_families(void)
{
  for (int f = 0; f < NFAMILIES && !nfixed; f++)
    for (const FsScheme *s = families[f]->schemes; s->name; s++) {
      PetscCheckAbort(nall < MAX_SCHEMES, PETSC_COMM_SELF, PETSC_ERR_PLIB,
                      "more than %d schemes: enlarge MAX_SCHEMES", MAX_SCHEMES);
      all[nall++] = s;
    }
  if (!nfixed) nfixed = nall;
}

const FsScheme *const *FsIntegratorSchemes(void)
{
  list_families();
  return all;
}

const SchemeFamily *SchemeFamilyOf(const FsScheme *scheme)
{
  for (int f = 0; f < NFAMILIES; f++)
    for (const FsScheme *s = families[f]->schemes; s->name; s++)
      if (s == scheme) return families[f];
  return is_given_tableau(scheme) ? &dirk_family : NULL;
}

/* ---- given schemes --------------------------------------------------------------------------- */

const char *given_scheme_fault(const FsRungeKutta *table)
{
  const char *fault = given_tableau_fault(table);

  if (fault) return fault;
  list_families();
  for (PetscInt k = 0; k < nall; k++)
    if (!strcasecmp(all[k]->name, table->name)) return "has the name of another scheme: rename it";
  return nall == MAX_SCHEMES ? "is one too many: there are 127 schemes" : NULL;
}

void given_schemes_clear(void)
{
  list_families();
  nall      = nfixed;
  all[nall] = NULL;
}

int given_schemes_add(const FsRungeKutta *table)
{
  const FsScheme *scheme = given_tableau_scheme(table);

  list_families();
  if (!scheme || nall == MAX_SCHEMES) return 1;
  all[nall++] = scheme;
  all[nall]   = NULL;
  return 0;
}

PetscErrorCode FsIntegratorRegister(const FsRungeKutta *table)
{
  const char *fault = given_scheme_fault(table);

  PetscFunctionBeginUser;
  PetscCheck(!fault, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "FsIntegratorRegister: the scheme %s %s", table->name ? table->name : "", fault);
  PetscCheck(!given_schemes_add(table), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "FsIntegratorRegister: there is no memory for the scheme %s", table->name);
  /* it changes places with the first scheme of a plug-in, and is fixed */
  all[nall - 1] = all[nfixed];
  all[nfixed++] = given_tableau_scheme(table);
  PetscFunctionReturn(PETSC_SUCCESS);
}
