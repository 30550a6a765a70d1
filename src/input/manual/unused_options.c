/* unused_options.c: rejects options that were given but never read. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <strings.h>
#include "input/option_list.h"
#include "input/options_impl.h"
#include "input/petsc_options.h"

/* Returns whether the manual has an option with exactly this name. */
static PetscBool is_documented(FsOptions o, const char name[])
{
  for (PetscInt s = 0; s < o->nsections; s++)
    for (const FsOptionDoc *d = o->doc[s]; d->name; d++)
      if (!strcasecmp(d->name, name)) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Adds to a text that the last option of a list has replaced earlier ones, if this is the case. */
static PetscErrorCode DescribeReplacedList(FsOptions o, const char list[], char text[], size_t size)
{
  const OptionEntry *const last = OptionListFind(o->supplied, list);
  char                     replaced[160];

  PetscFunctionBeginUser;
  if (!last || !last->earlier || last->added) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(replaced, sizeof replaced,
                          "%s%.60s has replaced %s %.60s; %s+ adds to the list",
                          text[0] ? ": " : "", last->place, list, last->earlier->place, list));
  PetscCall(PetscStrlcat(text, replaced, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises the input error for an unused option. */
static PetscErrorCode RaiseUnknownOption(FsOptions o, const char name[])
{
  const OptionEntry *const supplied = OptionListFind(o->supplied, name);
  const char *const place = supplied ? supplied->place : "", *const colon = *place ? ": " : "";
  const char *names = "", *nearest, *rest;
  char        list[32], reason[512] = "";

  PetscFunctionBeginUser;
  PetscCheck(!is_documented(o, name), o->comm, PETSC_ERR_USER_INPUT,
             "%s%s%s has no effect with the other options of this case; remove it", place, colon,
             name);
  rest = listing_option(name, list, sizeof list);
  if (rest && OptionListFind(o->supplied, list) && OptionListFind(o->supplied, list)->value)
    names = OptionListFind(o->supplied, list)->value;
  nearest = FsNearestWord(name, o->nqueries, (const char *const *)o->queried);
  if (!nearest) nearest = petsc_option_nearest(name);
  PetscCheck(!petsc_option_looks_like_one(name), o->comm, PETSC_ERR_USER_INPUT,
             "%s%sunknown option %s; %s%s%sfsolve passes other options of PETSc unchecked, by "
             "-petsc \"%s ...\"",
             place, colon, name, nearest ? "did you mean " : "", nearest ? nearest : "",
             nearest ? "? " : "", name);
  if (rest && !option_names_one_of(names, rest))
    PetscCall(PetscSNPrintf(reason, sizeof reason,
                            ": '%.60s' begins with no name of %s, which %s%.100s", rest, list,
                            *names ? "has " : "is not given", names));
  if (reason[0]) PetscCall(DescribeReplacedList(o, list, reason, sizeof reason));
  SETERRQ(o->comm, PETSC_ERR_USER_INPUT, "%s%sunknown option %s%s; %s%s%s", place, colon, name,
          reason, nearest ? "did you mean " : "", nearest ? nearest : "-help lists the options",
          nearest ? "?" : "");
}

/* Raises an input error if values were added to an option that is no list. */
static PetscErrorCode CheckAdded(FsOptions o, const char name[])
{
  const OptionEntry *const supplied = OptionListFind(o->supplied, name);
  const char *const        place    = supplied ? supplied->place : "";

  PetscFunctionBeginUser;
  if (!supplied || !supplied->added) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < o->nqueries; i++)
    if (o->queries[i].list && !strcasecmp(o->queried[i], name)) PetscFunctionReturn(PETSC_SUCCESS);
  SETERRQ(o->comm, PETSC_ERR_USER_INPUT, "%s%s%s+: %s is no list of values; write %s", place,
          *place ? ": " : "", name, name, name);
}

/* Raises an input error if the option was not read. */
static PetscErrorCode CheckOption(FsOptions o, const char name[])
{
  PetscBool read;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsUsed(NULL, name + 1, &read));
  if (!option_was_queried(o, name) && !read && !petsc_option_is_known(name) &&
      !(o->supplied && o->supplied->all)) {
    if (option_is_dropped(o->supplied, name, NULL)) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(RaiseUnknownOption(o, name));
  }
  PetscCall(CheckAdded(o, name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether an option's value, or the definition of another constant, has the name.

   Options that this run does not read count, because another analysis of the case may read them. */
static PetscBool constant_is_used(FsOptions o, const char name[])
{
  const FsOptionList supplied = o->supplied;
  const size_t       length   = strlen(name);

  for (int i = 0; i < supplied->nnames; i++) {
    const OptionEntry *const option = &supplied->named[i];
    const PetscBool          other =
      (PetscBool)(OptionIsFile(option) || !strcasecmp(option->name, OPTION_LET_NAME));

    if (!other && option->value && symbol_occurs(option->value, name, length)) return PETSC_TRUE;
  }
  for (PetscInt i = 0; i < o->symbols->n; i++)
    if (o->symbols->symbol[i].text && symbol_occurs(o->symbols->symbol[i].text, name, length))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Reports constants that no option names.

   On the command line it is an input error, because the name may be misspelt. In a file it is a
   warning, because several cases may include the file. */
static PetscErrorCode CheckConstants(FsOptions o)
{
  char list[512] = "";

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < o->symbols->n; i++) {
    const char *const name = o->symbols->symbol[i].name, *const place = o->symbols->symbol[i].place;
    const char *const nearest = symbol_nearest(o->symbols, name, strlen(name));

    if (!place || constant_is_used(o, name)) continue;
    PetscCheck(*place, o->comm, PETSC_ERR_USER_INPUT,
               "-let %s: no option of this case names '%s'%s%s%s", name, name,
               nearest ? "; did you mean '" : "; remove it", nearest ? nearest : "",
               nearest ? "'?" : "");
    PetscCall(PetscStrlcat(list, *list ? ", " : "", sizeof list));
    PetscCall(PetscStrlcat(list, name, sizeof list));
    PetscCall(PetscStrlcat(list, " (", sizeof list));
    PetscCall(PetscStrlcat(list, place, sizeof list));
    PetscCall(PetscStrlcat(list, ")", sizeof list));
  }
  if (*list)
    PetscCall(PetscFPrintf(o->comm, stderr,
                           "fsolve: warning: -let: constants that no option names: %s\n", list));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warns if an option is a list of names that replaces an earlier list in the same file. */
static PetscErrorCode WarnReplacedList(FsOptions o, const OptionEntry *last)
{
  ReplacedList replaced;

  PetscFunctionBeginUser;
  if (option_replaces_list(last, &replaced))
    PetscCall(PetscFPrintf(o->comm, stderr,
                           "fsolve: warning: %s: %s %s replaces the list %s of %s, so that '%.*s' "
                           "has no effect; %s+ adds to a list\n",
                           replaced.list->place, last->name, replaced.list->value,
                           replaced.earlier->value, replaced.earlier->place, (int)replaced.length,
                           replaced.name, last->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsCheckUnused(FsOptions o)
{
  char   **names, **values, dash[NAME_SIZE];
  PetscInt n;

  PetscFunctionBeginUser;
  o->checked = PETSC_TRUE;
  for (int i = 0; o->supplied && i < o->supplied->nnames; i++)
    if (!OptionIsFile(&o->supplied->named[i]))
      PetscCall(CheckOption(o, o->supplied->named[i].name));
  if (o->supplied) {
    for (int i = 0; i < o->supplied->nnames; i++)
      PetscCall(WarnReplacedList(o, &o->supplied->named[i]));
    PetscCall(CheckConstants(o));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscOptionsLeftGet(NULL, &n, &names, &values));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(PetscSNPrintf(dash, sizeof dash, "-%s", names[i]));
    PetscCall(CheckOption(o, dash));
  }
  PetscCall(PetscOptionsLeftRestore(NULL, &n, &names, &values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warns of an option that no solver of PETSc has read. */
static PetscErrorCode WarnUnreadName(FsOptions o, const char name[])
{
  PetscBool read;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsUsed(NULL, name + 1, &read));
  if (!read)
    PetscCall(PetscFPrintf(o->comm, stderr,
                           "fsolve: warning: no solver of this run has read %s: is it misspelt, or "
                           "for another solver?\n",
                           name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsWarnUnread(FsOptions o)
{
  static const char blocks[] = "-sub_pc_type"; /* the first solve creates the solvers of blocks */
  const OptionEntry *const others = OptionListFind(o->supplied, OPTION_PETSC_NAME);
  char                    *text, *at;

  PetscFunctionBeginUser;
  if (OptionListFind(o->supplied, blocks)) PetscCall(WarnUnreadName(o, blocks));
  if (!others) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscStrallocpy(others->value, &text));
  at = text;
  for (OptionWord w = option_word(&at); w.word; w = option_word(&at))
    if (option_is_name(w.word) &&
        (strstr(w.word, "ksp_") || strstr(w.word, "pc_") || strstr(w.word, "snes_")))
      PetscCall(WarnUnreadName(o, w.word));
  PetscCall(PetscFree(text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsIgnore(FsOptions o, const FsOptionDoc doc[], char text[], size_t size)
{
  PetscFunctionBeginUser;
  for (; doc->name; doc++) {
    const char *value;
    PetscBool   set;

    if (option_was_queried(o, doc->name)) continue;
    PetscCall(OptionFind(o, doc->name, &value, &set));
    if (!set) continue;
    if (*text) PetscCall(PetscStrlcat(text, ", ", size));
    PetscCall(PetscStrlcat(text, doc->name, size));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether text has an item, of which a comma follows each but the last. */
static PetscBool has_item(const char text[], const char item[])
{
  const size_t n = strlen(item);

  for (const char *at = strstr(text, item); at; at = strstr(at + 1, item))
    if (!at[n] || at[n] == ',') return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode FsOptionsListDropped(FsOptions o, char text[], size_t size)
{
  PetscFunctionBeginUser;
  *text = 0;
  for (int i = 0; o->supplied && i < o->supplied->nnames; i++) {
    const char *const name = o->supplied->named[i].name;
    DroppedName       dropped;
    char              item[256];

    if (!option_is_dropped(o->supplied, name, &dropped) || option_was_queried(o, name)) continue;
    PetscCall(PetscSNPrintf(item, sizeof item, " %.*s of %s", (int)dropped.length, dropped.name,
                            dropped.list));
    if (has_item(text, item)) continue;
    PetscCall(PetscStrlcat(text, *text ? "," : "", size));
    PetscCall(PetscStrlcat(text, item, size));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
