/* record.c: see record.h. A record has a line for each option. */
#include <string.h>
#include <strings.h>
#include "petsc_options.h"
#include "record.h"

/* Names that may change; with a _ at the end: all that begin so. */
static const char *const may_change[] = {
  "-t_end",   "-restart",   "-checkpoint", "-checkpoint_", "-walltime",       "-output",
  "-output_", "-overwrite", "-probes",     "-probe_",      "-quiet",          "-gravity_time",
  "-dt_min",  "-dt_max",    "-adapt_rtol", "-adapt_atol",  "-keep_denormals", "-allow_unstable"};

static PetscBool changes(const char name[])
{
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(may_change); k++) {
    const char *const word = may_change[k];
    const size_t      n    = strlen(word);

    if (word[n - 1] == '_' ? !strncasecmp(name, word, n) : !strcasecmp(name, word)) return PETSC_TRUE;
  }
  /* formulas of loads; their vectors are part of the work that is summed */
  if (!strncasecmp(name, "-load_", 6) &&
      ((strlen(name) > 11 && !strcasecmp(name + strlen(name) - 5, "_time")) || strstr(name, "_law_")))
    return PETSC_TRUE;
  return petsc_option_passes(name);
}

/* The first line of a that b has not and that may not change; NULL: none. *length: without its end. */
static const char *first_difference(const char a[], const char b[], size_t *length)
{
  for (const char *line = a; *line; line += *length + (line[*length] == '\n')) {
    char   name[256];
    size_t n;

    *length = strcspn(line, "\n");
    n       = strcspn(line, " \n");
    snprintf(name, sizeof name, "%.*s", (int)n, line);
    if (!*length || changes(name)) continue;
    for (const char *other = b; other; other = strchr(other, '\n') ? strchr(other, '\n') + 1 : NULL)
      if (strcspn(other, "\n") == *length && !strncmp(other, line, *length)) {
        n = 0;
        break;
      }
    if (n) return line;
  }
  return NULL;
}

PetscErrorCode OptionsCheckRecord(FsOptions o, MPI_Comm comm, const char path[], const char record[])
{
  const char *line;
  size_t      n = 0;
  char       *mine;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsRecord(o, &mine));
  line = first_difference(record, mine, &n);
  PetscCheck(
    !line, comm, PETSC_ERR_USER_INPUT,
    "-restart %s: the run had '%.*s', and this one has not; take the same (docs/reliability.md: what may change)", path,
    (int)PetscMin(n, 200), line);
  line = first_difference(mine, record, &n);
  PetscCheck(
    !line, comm, PETSC_ERR_USER_INPUT,
    "-restart %s: this run has '%.*s', and that one had not; take the same (docs/reliability.md: what may change)",
    path, (int)PetscMin(n, 200), line);
  PetscCall(PetscFree(mine));
  PetscFunctionReturn(PETSC_SUCCESS);
}
