/* record.c: see record.h. A record has a line for each option. */
#include <string.h>
#include <strings.h>
#include "petsc_options.h"
#include "record.h"

/* Names that may change: of loads, and of all else that is not the model or the scheme; with a _ at the end: all that begin so. */
static const char *const loads[]      = {"-loads", "-load_", "-gravity", "-gravity_"};
static const char *const free_names[] = {"-t_end",
                                         "-restart",
                                         "-checkpoint",
                                         "-checkpoint_",
                                         "-walltime",
                                         "-output",
                                         "-output_",
                                         "-overwrite",
                                         "-probes",
                                         "-probe_",
                                         "-quiet",
                                         "-dt_min",
                                         "-dt_max",
                                         "-adapt_rtol",
                                         "-adapt_atol",
                                         "-path_",
                                         "-keep_denormals",
                                         "-allow_unstable",
                                         "-response_frequencies",
                                         "-response_range",
                                         "-response_points",
                                         "-response_bend",
                                         "-spin_speeds"};

/* Of the mechanical model alone. */
static const char *const parts[] = {"-mesh",         "-mesh_",         "-parts",     "-part_",      "-supports",
                                    "-support_",     "-joints",        "-joint_",    "-directions", "-linearize",
                                    "-imperfection", "-imperfection_", "-spin_point"};

/* PARTS: a kind of MODEL. */
typedef enum { MODEL, LOAD, FREE, PARTS } Kind;

static PetscBool is_among(const char name[], size_t n, const char *const words[])
{
  for (size_t k = 0; k < n; k++) {
    const size_t length = strlen(words[k]);

    if (words[k][length - 1] == '_' ? !strncasecmp(name, words[k], length) : !strcasecmp(name, words[k]))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

static Kind kind_of(const char name[])
{
  if (is_among(name, PETSC_STATIC_ARRAY_LENGTH(loads), loads)) return LOAD;
  return is_among(name, PETSC_STATIC_ARRAY_LENGTH(free_names), free_names) || petsc_option_passes(name) ? FREE : MODEL;
}

static PetscBool is_of(const char name[], Kind kind)
{
  if (kind == PARTS) return is_among(name, PETSC_STATIC_ARRAY_LENGTH(parts), parts);
  return (PetscBool)(kind_of(name) == kind);
}

/* The first line of a kind of a that b has not; NULL: none. *length: without its end. */
static const char *first_difference(Kind kind, const char a[], const char b[], size_t *length)
{
  for (const char *line = a; *line; line += *length + (line[*length] == '\n')) {
    char   name[256];
    size_t n;

    *length = strcspn(line, "\n");
    n       = strcspn(line, " \n");
    snprintf(name, sizeof name, "%.*s", (int)n, line);
    if (!*length || !is_of(name, kind)) continue;
    for (const char *other = b; other; other = strchr(other, '\n') ? strchr(other, '\n') + 1 : NULL)
      if (strcspn(other, "\n") == *length && !strncmp(other, line, *length)) {
        n = 0;
        break;
      }
    if (n) return line;
  }
  return NULL;
}

PetscErrorCode OptionsCheckRecord(FsOptions o, MPI_Comm comm, const char option[], const char path[],
                                  const char record[], PetscBool *other_loads)
{
  const Kind  kind = other_loads ? MODEL : PARTS;
  const char *line;
  size_t      n = 0;
  char       *mine;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsRecord(o, &mine));
  line = first_difference(kind, record, mine, &n);
  PetscCheck(!line, comm, PETSC_ERR_USER_INPUT,
             "%s %s: the run had '%.*s', and this one has not; take the same (docs/reliability.md: what may change)",
             option, path, (int)PetscMin(n, 200), line);
  line = first_difference(kind, mine, record, &n);
  PetscCheck(!line, comm, PETSC_ERR_USER_INPUT,
             "%s %s: this run has '%.*s', and that one had not; take the same (docs/reliability.md: what may change)",
             option, path, (int)PetscMin(n, 200), line);
  if (other_loads)
    *other_loads = (PetscBool)(first_difference(LOAD, record, mine, &n) || first_difference(LOAD, mine, record, &n));
  PetscCall(PetscFree(mine));
  PetscFunctionReturn(PETSC_SUCCESS);
}
