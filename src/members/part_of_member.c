/* part_of_member.c: finds which part a member of a frame is in, from the options alone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "input/option_list.h"
#include "element/registry.h"
#include "part_of_member.h"

/* Returns whether a list "a,b" has a word. */
static PetscBool has_word(const char list[], const char word[])
{
  for (const char *item = list; list; item = list) {
    const size_t length = option_item_next(&list);

    if (length == strlen(word) && !strncmp(item, word, length)) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

PetscErrorCode PartOptionsHaveMember(FsOptions o, const char part[], const char member[],
                                     const ElementKernel **kernel, PetscBool *has)
{
  const char *sets = part, *element = "", *of_member = member;
  PetscBool   given;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, FsOptionName(o, "-part_%s_element", part), &element, &given));
  *kernel = element_find_any(element);
  PetscCall(FsOptionsList(o, FsOptionName(o, "-part_%s_set", part), &sets, &given));
  PetscCall(FsOptionsList(o, FsOptionName(o, "-member_%s_sets", member), &of_member, &given));
  *has = (PetscBool)(has_word(sets, member) || has_word(sets, "all"));
  for (const char *item = given ? of_member : NULL, *rest = item; rest && !*has; item = rest) {
    const size_t length = option_item_next(&rest);
    char         set[64];

    PetscCall(PetscStrncpy(set, item, PetscMin(length + 1, sizeof set)));
    *has = has_word(sets, set);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemberIsWhole(FsOptions o, const char member[], PetscBool *whole)
{
  PetscBool truss = PETSC_FALSE, turns = PETSC_FALSE, taut = PETSC_FALSE;
  PetscInt  nparts;
  char    **parts;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-parts", &nparts, &parts));
  for (PetscInt i = 0; i < nparts; i++) {
    const ElementKernel *kernel;
    const char          *prestress;
    PetscBool            has;

    PetscCall(PartOptionsHaveMember(o, parts[i], member, &kernel, &has));
    if (!kernel) continue;
    if (kernel->nc > 3 && shape_dimension(kernel->shape)) {
      turns = PETSC_TRUE;
      if (has) taut = PETSC_TRUE; /* the beam of a composite holds the truss */
    }
    if (!has || strcmp(kernel->name, "truss")) continue;
    truss = PETSC_TRUE;
    PetscCall(FsOptionsText(o, FsOptionName(o, "-part_%s_prestress", parts[i]), &prestress, &has));
    if (has) taut = PETSC_TRUE;
  }
  PetscCall(PetscStrNArrayDestroy(nparts, &parts));
  *whole = (PetscBool)(truss && turns && !taut);
  PetscFunctionReturn(PETSC_SUCCESS);
}
