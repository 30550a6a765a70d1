/* given_options.c: keeps the options of a case for its next set-up, without those that later ones
   override. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <strings.h>
#include "given_options.h"

/* GivenOption - The three texts of an option in OptionListBuilder.bytes. */
typedef struct {
  const char *name, *place, *text;
} GivenOption;

/* Returns the option that starts at p, and where the next one starts in *next. */
static GivenOption given_option(const char *p, const char **next)
{
  GivenOption o = {.name = p};

  o.place = p + strlen(p) + 1;
  o.text  = o.place + strlen(o.place) + 1;
  *next   = o.text + strlen(o.text) + 1;
  return o;
}

/* Returns where the text of a definition ends: at a comma outside of parentheses, or at the end. */
static const char *definition_end(const char *p)
{
  for (int depth = 0; *p && (*p != ',' || depth); p++) depth += (*p == '(') - (*p == ')');
  return p;
}

/* Returns whether the constants that two values of -let define have the same names. */
static int defines_same(const char a[], const char b[])
{
  for (;; a++, b++) {
    const size_t n = strcspn(a, "=");

    if (n != strcspn(b, "=") || strncmp(a, b, n)) return 0;
    a = definition_end(a);
    b = definition_end(b);
    if (!*a || !*b) return !*a && !*b;
  }
}

/* Returns whether an option has no effect, because of a later one. */
static int is_overridden(const GivenOption *o, const GivenOption *later)
{
  if (strcasecmp(o->name, later->name) || !strcasecmp(o->name, OPTION_FILE_NAME)) return 0;
  if (!strcasecmp(o->name, OPTION_LET_NAME))
    return *o->text && *later->text && defines_same(o->text + 1, later->text + 1);
  return !option_is_listing(o->name); /* later lists may refer to earlier ones */
}

int OptionListCopy(const OptionListBuilder *from, OptionListBuilder *to)
{
  to->bytes = malloc(from->nbytes + 1);
  if (!to->bytes) return OptionListError(to, "memory is missing for the options");
  if (from->nbytes) memcpy(to->bytes, from->bytes, from->nbytes);
  to->nbytes   = from->nbytes;
  to->capacity = from->nbytes + 1;
  to->nfiles   = from->nfiles;
  return 0;
}

void option_list_settle(OptionListBuilder *r)
{
  char             *to  = r->bytes + r->settled;
  const char *const end = r->bytes + r->nbytes;

  if (!r->settled) r->settled = r->nbytes;
  if (r->settled == r->nbytes) return;
  for (const char *p = to, *next; p < end; p = next) {
    const GivenOption o          = given_option(p, &next);
    int               overridden = 0;

    for (const char *q = next, *after; q < end && !overridden; q = after) {
      const GivenOption later = given_option(q, &after);

      overridden = is_overridden(&o, &later);
    }
    if (!overridden) to = (char *)memmove(to, p, (size_t)(next - p)) + (next - p);
  }
  r->nbytes = (size_t)(to - r->bytes);
}
