/* option_names.c: names of the options that the user has given to PETSc. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <string.h>
#include "option_names.h"

/* Whether word starts the name of an option: a hyphen and a letter. Negative numbers do not. */
static PetscBool is_name(const char word[])
{
  return (PetscBool)(word[0] == '-' && isalpha((unsigned char)word[1]));
}

PetscErrorCode AnyOptionName(OptionNameTest passes, const void *ctx, PetscBool *any)
{
  char *all;

  PetscFunctionBeginUser;
  *any = PETSC_FALSE;
  PetscCall(PetscOptionsGetAll(NULL, &all));
  for (const char *word = all; *word && !*any; word += strspn(word, " ")) {
    const size_t size = strcspn(word, " ");

    *any = (PetscBool)(is_name(word) && passes(word, size, ctx));
    word += size;
  }
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}
