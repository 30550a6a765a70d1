/* registry.c: lists the families of time integration schemes and their schemes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "family.h"

static const SchemeFamily *const families[] = {
  &lms_family, &ss_family, &dirk_family, &alpha_family, &explicit_family, &semi_implicit_family};
enum { NFAMILIES = PETSC_STATIC_ARRAY_LENGTH(families), MAX_SCHEMES = 127 };

const FsScheme *const *FsIntegratorSchemes(void)
{
  static const FsScheme *all[MAX_SCHEMES + 1];
  PetscInt               n = 0;

  if (all[0]) return all;
  for (int f = 0; f < NFAMILIES; f++)
    for (const FsScheme *s = families[f]->schemes; s->name; s++) {
      PetscCheckAbort(n < MAX_SCHEMES, PETSC_COMM_SELF, PETSC_ERR_PLIB,
                      "more than %d schemes: enlarge MAX_SCHEMES", MAX_SCHEMES);
      all[n++] = s;
    }
  return all;
}

const SchemeFamily *SchemeFamilyOf(const FsScheme *scheme)
{
  for (int f = 0; f < NFAMILIES; f++)
    for (const FsScheme *s = families[f]->schemes; s->name; s++)
      if (s == scheme) return families[f];
  return NULL;
}
