/* manual.c: what -help prints. Modules keep the tables of their options beside the code that reads them. */
#include <string.h>
#include "options_impl.h"

PetscErrorCode FsOptionsDocument(FsOptions o, const char title[], const FsOptionDoc doc[])
{
  PetscFunctionBeginUser;
  PetscCheck(o->nsections < MAX_SECTIONS, o->comm, PETSC_ERR_PLIB,
             "the manual has more than %d sections", MAX_SECTIONS);
  o->title[o->nsections] = title;
  o->doc[o->nsections++] = doc;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char fs_options_usage[] =
  "usage: fsolve case.opts [-key value ...]\n"
  "       mpirun -n 64 fsolve case.opts [-key value ...]\n"
  "Later keys override the file. Units are yours, consistently. -help lists the options, "
  "-help <word> those about a word.\n";

/* Whether text has the word in it, upper and lower case being the same. */
static PetscBool has_word(const char text[], const char word[])
{
  const size_t length = strlen(word);

  for (; *text; text++)
    if (!strncasecmp(text, word, length)) return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscBool mentions(const FsOptionDoc *d, const char word[])
{
  return (PetscBool)(has_word(d->name, word) || has_word(d->value, word) ||
                     has_word(d->help, word));
}

/* Print what of a section is about a word, all of it if its title is. *n counts what was printed. */
static PetscErrorCode PrintSection(FsOptions o, PetscInt section, const char word[], PetscInt *n)
{
  const PetscBool all    = (PetscBool)(!word || has_word(o->title[section], word));
  PetscBool       titled = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (const FsOptionDoc *d = o->doc[section]; d->name; d++) {
    if (!all && !mentions(d, word)) continue;
    if (!titled)
      PetscCall(PetscPrintf(o->comm, "%s%s\n", *n || !word ? "\n" : "", o->title[section]));
    titled = PETSC_TRUE;
    PetscCall(PetscPrintf(o->comm, "  %-36s %-18s %s\n", d->name, d->value, d->help));
    (*n)++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsPrintManual(FsOptions o, const char word[])
{
  PetscInt n = 0;

  PetscFunctionBeginUser;
  if (!word) PetscCall(PetscPrintf(o->comm, "%s", fs_options_usage));
  for (PetscInt s = 0; s < o->nsections; s++) PetscCall(PrintSection(o, s, word, &n));
  PetscCheck(
    n, o->comm, PETSC_ERR_USER_INPUT,
    "-help %s: no option is about that; try a part of the word, or -help alone for all options",
    word);
  if (!word)
    PetscCall(PetscPrintf(
      o->comm, "\nPETSc's own options (-ksp_*, -pc_*, -mat_*, -snes_*, -log_view, ...) work as its "
               "manual says; docs/options.md: which.\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}
