/* arguments.c: reads the options of a run from PETSC_OPTIONS, the command line and its files.

   Rank 0 reads and checks them once and sends them to the other ranks. PETSc reads none of them
   itself. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include "arguments.h"
#include "option_list.h"
#include "petsc_options.h"
#include "file_place.h"

/* Environment variables: options; "all" if PETSc gets every option, unchecked. */
static const char OPTIONS_VARIABLE[] = "PETSC_OPTIONS", ALLOW_VARIABLE[] = "FSOLVE_ALLOW_PETSC";

/* Adds the options file that a word names which is neither an option nor a value. */
static int read_file_argument(OptionListBuilder *r, const char word[])
{
  const char *const dot = strrchr(word, '.');
  struct stat       status;
  const int         missing = stat(word, &status);

  if (*word != '-' && !missing && !S_ISDIR(status.st_mode))
    return OptionListAdd(r, OPTION_FILE_NAME, word, "");
  if (*word != '-' && missing && dot && !strcmp(dot, ".opts"))
    return OptionListError(r, "there is no options file '%.300s' (%s); check the path", word,
                           strerror(errno));
  return OptionListError(r,
                         "argument '%.100s' belongs to no option, and no options file has this "
                         "name; quote values that contain spaces",
                         word);
}

/* A word after an option is its value, unless it is the name of an option. The word after -petsc is
   its value in any case. Other words name options files. */
static int read_command_line(OptionListBuilder *r, int argc, char *const argv[])
{
  for (int i = 1; i < argc; i++) {
    const char     *name = argv[i], *value = NULL;
    const PetscBool any = (PetscBool)!strcasecmp(name, OPTION_PETSC_NAME);

    if (!option_is_name(name)) {
      if (read_file_argument(r, name)) return 1;
      continue;
    }
    if (i + 1 < argc && (any || !option_is_name(argv[i + 1]))) value = argv[++i];
    if (OptionListAdd(r, name, value, "")) return 1;
  }
  return 0;
}

/* Adds the options of PETSC_OPTIONS, which has the syntax of a command line. */
static int read_variable(OptionListBuilder *r)
{
  const char *const text = getenv(OPTIONS_VARIABLE);
  char             *copy = text ? strdup(text) : NULL, *at = copy;
  OptionWord        name, value;
  int bad = text && !copy ? OptionListError(r, "memory is missing for %s", OPTIONS_VARIABLE) : 0;

  for (name = at ? option_word(&at) : (OptionWord){NULL, 0}; name.word && !bad; name = value) {
    value = option_word(&at);
    if (name.quote || !option_is_name(name.word)) {
      bad = OptionListError(r, "%s: '%.100s' belongs to no option", OPTIONS_VARIABLE, name.word);
    } else if (value.word && (value.quote || !option_is_name(value.word))) {
      bad   = OptionListAdd(r, name.word, value.word, OPTIONS_VARIABLE);
      value = option_word(&at);
    } else bad = OptionListAdd(r, name.word, NULL, OPTIONS_VARIABLE);
  }
  if (!bad && name.quote) bad = OptionListError(r, "%s: a quote is not closed", OPTIONS_VARIABLE);
  free(copy);
  return bad;
}

/* Checks the options for PETSc: the values of the documented ones, and that no file starts
   programs, because a file is data. */
static int check_petsc_options(OptionListBuilder *r, FsOptionList supplied)
{
  char reason[512];

  for (int i = 0; i < supplied->n && !supplied->all; i++) {
    const OptionEntry *const o = &supplied->option[i];

    if (petsc_option_is_wrong(o->name, o->value, reason, sizeof reason))
      return OptionListError(r, "%.300s%s%s", o->place, *o->place ? ": " : "", reason);
    if (strcasecmp(o->name, OPTION_PETSC_NAME)) continue;
    if (!o->value || !*o->value)
      return OptionListError(r, "-petsc needs options of PETSc in quotation marks");
    if (*o->place && strcmp(o->place, OPTIONS_VARIABLE) && petsc_text_runs_programs(o->value))
      return OptionListError(r,
                             "%.300s: -petsc %.100s starts other programs; give it on the command "
                             "line, not in a file",
                             o->place, o->value);
  }
  return 0;
}

/* Makes the list of the options that were added on this rank, and checks it. *nbytes is the size of
   supplied->bytes. */
static int check_all(OptionListBuilder *r, FsOptionList supplied, unsigned long long *nbytes)
{
  supplied->bytes = r->bytes;
  *nbytes         = r->nbytes;
  r->bytes        = NULL;
  if (OptionListSet(supplied, r->nbytes))
    return OptionListError(r, "memory is missing for %zu bytes of options", r->nbytes);
  supplied->all = getenv(ALLOW_VARIABLE) && !strcmp(getenv(ALLOW_VARIABLE), "all");
  return check_petsc_options(r, supplied) || CheckLogFile(r, supplied);
}

PetscBool arguments_have(int argc, char *const argv[], const char name[], const char **value)
{
  for (int i = 1; i < argc; i++) {
    const char *const word = argv[i] + (argv[i][0] == '-' && argv[i][1] == '-');

    if (strcasecmp(word, name) != 0) continue;
    *value = i + 1 < argc && !option_is_name(argv[i + 1]) ? argv[i + 1] : NULL;
    return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Returns whether something is wrong on any rank, and then destroys the options. */
static int fails_on_any_rank(MPI_Comm comm, int bad, FsOptionList *supplied)
{
  int any;

  MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, comm);
  if (any) FsOptionListDestroy(supplied);
  return any;
}

int OptionListShare(MPI_Comm comm, OptionListBuilder *r, int bad, FsOptionList *supplied)
{
  unsigned long long nbytes = 0;

  *supplied = calloc(1, sizeof **supplied);
  if (r && !bad && !*supplied) OptionListError(r, "memory is missing for the options");
  if (fails_on_any_rank(comm, !*supplied || bad || (r && check_all(r, *supplied, &nbytes)),
                        supplied))
    return 1;
  MPI_Bcast(&nbytes, 1, MPI_UNSIGNED_LONG_LONG, 0, comm);
  MPI_Bcast(&(*supplied)->all, 1, MPI_INT, 0, comm);
  if (!r) (*supplied)->bytes = malloc(nbytes + 1);
  if (fails_on_any_rank(comm, !(*supplied)->bytes && nbytes, supplied)) return 1;
  MPI_Bcast((*supplied)->bytes, (int)nbytes, MPI_CHAR, 0, comm);
  return fails_on_any_rank(comm, !r && OptionListSet(*supplied, nbytes), supplied);
}

/* Adds the options of PETSC_OPTIONS and of the command line, on one rank. */
static int read_words(OptionListBuilder *r, int argc, char *const argv[])
{
  if (getenv("PETSC_OPTIONS_YAML"))
    return OptionListError(r, "PETSC_OPTIONS_YAML is not supported; write the options into a file");
  return read_variable(r) || read_command_line(r, argc, argv);
}

/* Makes the list of the options that r has, on this process, unless adding them was bad. Frees
   r->bytes. */
static int make_alone(OptionListBuilder *r, int bad, FsOptionList *supplied)
{
  unsigned long long nbytes = 0;

  *supplied = calloc(1, sizeof **supplied);
  if (!bad && !*supplied) bad = OptionListError(r, "memory is missing for the options");
  if (!bad) bad = check_all(r, *supplied, &nbytes);
  free(r->bytes);
  if (bad) FsOptionListDestroy(supplied);
  return bad;
}

int OptionListReadAlone(int argc, char *const argv[], FsOptionList *supplied, char message[],
                        size_t size)
{
  OptionListBuilder r = {.message = message, .size = size};

  return make_alone(&r, read_words(&r, argc, argv), supplied);
}

int OptionListReadFileAlone(const char path[], FsOptionList *supplied, char message[], size_t size)
{
  OptionListBuilder r = {.message = message, .size = size};

  return make_alone(&r, OptionListAdd(&r, OPTION_FILE_NAME, path, ""), supplied);
}

int FsOptionListRead(MPI_Comm comm, int argc, char *const argv[], FsOptionList *supplied,
                     char message[], size_t size)
{
  OptionListBuilder r = {.message = message, .size = size};
  int               rank, bad;

  MPI_Comm_rank(comm, &rank);
  snprintf(message, size, "memory is missing for the options");
  bad = rank == 0 && read_words(&r, argc, argv);
  bad = OptionListShare(comm, rank ? NULL : &r, bad, supplied);
  free(r.bytes);
  return bad;
}
