/* option_rows.c: reads the options of a table to the members of a struct. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "base/c_locale.h"
#include "options_impl.h"

/* Returns the member of a struct at an offset. */
static void *member_at(void *options, size_t offset) { return (char *)options + offset; }

/* ---- default values -------------------------------------------------------------------------- */

enum { MOST = 8 }; /* numbers of a default value */

/* Reads numbers with commas between them. Returns how many there are: 0 if there are more than most
   numbers, or anything else. */
static PetscInt parse_reals(const char text[], PetscInt most, PetscReal value[])
{
  const locale_t before = c_locale_enter();
  PetscReal      parsed[MOST];
  PetscInt       n   = 0;
  char          *end = NULL;

  do {
    text        = n ? end + 1 : text;
    parsed[n++] = (PetscReal)strtod(text, &end);
  } while (end != text && *end == ',' && n < MOST);
  c_locale_leave(before);
  if (end == text || *end || n > most) return 0;
  memcpy(value, parsed, (size_t)n * sizeof *value);
  return n;
}

/* Sets a member to the default value of its row, and *n to the number of values of a list. Returns
   whether the column "value" has one. */
static PetscBool set_default(const FsOptionDoc *row, void *member, PetscInt *n)
{
  const char *const text = row->value;
  PetscReal         number;

  switch (row->kind) {
  case FS_OPTION_BY_CODE:
    break;
  case FS_OPTION_LIST:
    return (PetscBool)((*n = parse_reals(text, row->count, member)) > 0);
  case FS_OPTION_REALS:
    return (PetscBool)(parse_reals(text, row->count, member) == row->count);
  case FS_OPTION_INT:
    if (!parse_reals(text, 1, &number)) break;
    *(PetscInt *)member = (PetscInt)number;
    return PETSC_TRUE;
  case FS_OPTION_BOOL:
    if (strcmp(text, "true") && strcmp(text, "false")) break;
    *(PetscBool *)member = (PetscBool)(*text == 't');
    return PETSC_TRUE;
  case FS_OPTION_CHOICE:
    for (int k = 0; row->words[k]; k++)
      if (!strcmp(text, row->words[k])) {
        *(int *)member = k;
        return PETSC_TRUE;
      }
    break;
  case FS_OPTION_TEXT:
  case FS_OPTION_WORDS:
    *(const char **)member = text;
    return PETSC_TRUE;
  default:
    return (PetscBool)parse_reals(text, 1, member);
  }
  return PETSC_FALSE;
}

/* Returns whether the column "value" is not the default value but says what a value is, or that the
   caller sets the default. */
static PetscBool has_no_default(const FsOptionDoc *row)
{
  return (PetscBool)(!row->kind || row->described || !*row->value || *row->value == '<' ||
                     !strcmp(row->value, "required"));
}

PetscErrorCode OptionRowsCheck(const FsOptionDoc rows[])
{
  PetscFunctionBeginUser;
  for (const FsOptionDoc *row = rows; row->name; row++) {
    PetscReal unused[MOST];
    PetscInt  n;

    PetscCheck(has_no_default(row) || set_default(row, unused, &n), PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "the row of %s: '%s' is not a default value; if code sets it, add FS_DESCRIBED",
               row->name, row->value);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- values ---------------------------------------------------------------------------------- */

const char *FsOptionRowName(FsOptions o, const FsOptionDoc *row, const char subject[])
{
  const char *const open = subject ? strchr(row->name, '<') : NULL;

  if (!open) return row->name;
  return FsOptionName(o, "%.*s%s%s", (int)(open - row->name), row->name, subject,
                      strrchr(open, '>') + 1);
}

static PetscErrorCode ReadChoice(FsOptions o, const char name[], const FsOptionDoc *row,
                                 int *member, PetscBool *given)
{
  PetscInt index = *member;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsChoice(o, name, row->words, &index, given));
  *member = (int)index;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads a list of numbers. *n is unchanged if the option is absent. */
static PetscErrorCode ReadList(FsOptions o, const char name[], PetscInt most, PetscReal *member,
                               PetscInt *n)
{
  PetscInt  count = most;
  PetscBool given;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, name, 1, &count, member, &given));
  if (given) *n = count;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadNonnegative(FsOptions o, const char name[], PetscReal *member,
                                      PetscBool *given)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsReal(o, name, member, given));
  PetscCheck(*member >= 0, o->comm, PETSC_ERR_USER_INPUT, "%s %.6g: must not be negative", name,
             (double)*member);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the option of a row, unless another option makes it useless. */
static PetscErrorCode ReadRow(FsOptions o, const FsOptionDoc *row, const char subject[],
                              void *options)
{
  const char *const name   = FsOptionRowName(o, row, subject);
  void *const       member = member_at(options, row->member);
  PetscBool *const  given  = row->given ? member_at(options, row->given - 1) : NULL;
  PetscInt *const   number = member_at(options, row->number);
  PetscInt          count  = row->count;

  PetscFunctionBeginUser;
  if (row->kind == FS_OPTION_LIST) *number = 0;
  if (!has_no_default(row)) set_default(row, member, number);
  if (row->when && !*(PetscBool *)member_at(options, row->when - 1))
    PetscFunctionReturn(PETSC_SUCCESS);
  switch (row->kind) {
  case FS_OPTION_BY_CODE:
    break;
  case FS_OPTION_REAL:
    PetscCall(FsOptionsReal(o, name, member, given));
    break;
  case FS_OPTION_POSITIVE:
    PetscCall(FsOptionsPositive(o, name, member, given));
    break;
  case FS_OPTION_NONNEGATIVE:
    PetscCall(ReadNonnegative(o, name, member, given));
    break;
  case FS_OPTION_REALS:
    PetscCall(FsOptionsReals(o, name, row->least ? row->least : count, &count, member, given));
    break;
  case FS_OPTION_LIST:
    PetscCall(ReadList(o, name, count, member, number));
    break;
  case FS_OPTION_INT:
    PetscCall(FsOptionsInt(o, name, count, member, given));
    break;
  case FS_OPTION_BOOL:
    PetscCall(FsOptionsBool(o, name, member, given));
    break;
  case FS_OPTION_CHOICE:
    PetscCall(ReadChoice(o, name, row, member, given));
    break;
  case FS_OPTION_TEXT:
    PetscCall(FsOptionsText(o, name, member, given));
    break;
  case FS_OPTION_WORDS:
    PetscCall(FsOptionsList(o, name, member, given));
    break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsReadRows(FsOptions o, const FsOptionDoc rows[], const char subject[],
                                 void *options)
{
  PetscFunctionBeginUser;
  for (const FsOptionDoc *row = rows; row->name; row++)
    if (row->kind && !strchr(row->name, '<') == !subject)
      PetscCall(ReadRow(o, row, subject, options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsReadRow(FsOptions o, const FsOptionDoc rows[], const char name[],
                                const char subject[], void *options)
{
  const FsOptionDoc *row = rows;

  PetscFunctionBeginUser;
  while (row->name && strcmp(row->name, name) != 0) row++;
  PetscCheck(row->name && row->kind, o->comm, PETSC_ERR_PLIB, "no row reads %s", name);
  PetscCall(ReadRow(o, row, subject, options));
  PetscFunctionReturn(PETSC_SUCCESS);
}
