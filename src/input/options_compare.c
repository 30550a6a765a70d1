/* options_compare.c: compares the record of an earlier run with the options of this run.

   A record has a line for each option, and comments with the meanings of names in formulas. A line
   with such a name also differs if the meaning differs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <strings.h>
#include "petsc_options.h"
#include "options_compare.h"
#include "input/formula/symbols.h"

/* Options of loads, and other options that may change. A name that ends with _ stands for all names
   that start with it. */
static const char *const load_names[]       = {"-loads", "-load_", "-gravity", "-gravity_"};
static const char *const changeable_names[] = {"-let",
                                               "-tables",
                                               "-table_",
                                               "-t_end",
                                               "-restart",
                                               "-checkpoint",
                                               "-checkpoint_",
                                               "-walltime",
                                               "-output",
                                               "-output_",
                                               "-overwrite",
                                               "-show",
                                               "-probes",
                                               "-probe_",
                                               "-quiet",
                                               "-dt_min",
                                               "-dt_max",
                                               "-adapt_rtol",
                                               "-adapt_atol",
                                               "-path_",
                                               "-keep_denormals",
                                               "-mesh_partition",
                                               "-mesh_unjoined",
                                               "-mesh_unused",
                                               "-allow_unstable",
                                               "-response_frequencies",
                                               "-response_range",
                                               "-response_points",
                                               "-response_bend",
                                               "-spin_speeds"};

/* Options of the mechanical model alone. */
static const char *const geometry_names[] = {
  "-mesh",         "-mesh_",         "-parts",     "-part_",      "-supports",
  "-support_",     "-joints",        "-joint_",    "-directions", "-linearize",
  "-imperfection", "-imperfection_", "-spin_point"};

/* OPTION_MODEL_GEOMETRY is a part of OPTION_MODEL. */
typedef enum { OPTION_MODEL, OPTION_LOAD, OPTION_MAY_CHANGE, OPTION_MODEL_GEOMETRY } OptionKind;

static PetscBool matches_any(const char name[], size_t n, const char *const words[])
{
  for (size_t k = 0; k < n; k++) {
    const size_t length = strlen(words[k]);

    if (words[k][length - 1] == '_' ? !strncasecmp(name, words[k], length)
                                    : !strcasecmp(name, words[k]))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

static OptionKind option_kind(const char name[])
{
  if (matches_any(name, PETSC_STATIC_ARRAY_LENGTH(load_names), load_names)) return OPTION_LOAD;
  return matches_any(name, PETSC_STATIC_ARRAY_LENGTH(changeable_names), changeable_names) ||
             petsc_option_is_known(name)
           ? OPTION_MAY_CHANGE
           : OPTION_MODEL;
}

static PetscBool is_of_kind(const char name[], OptionKind kind)
{
  if (kind == OPTION_MODEL_GEOMETRY)
    return (
      PetscBool)(option_kind(name) == OPTION_MODEL &&
                 matches_any(name, PETSC_STATIC_ARRAY_LENGTH(geometry_names), geometry_names));
  return (PetscBool)(option_kind(name) == kind);
}

static const char *next_line(const char line[])
{
  const char *end = strchr(line, '\n');

  return end ? end + 1 : line + strlen(line);
}

static PetscBool has_line(const char record[], const char line[], size_t length)
{
  for (; *record; record = next_line(record))
    if (strcspn(record, "\n") == length && !strncmp(record, line, length)) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Returns the record's comment with the meaning of a name, without its #, or NULL. */
static const char *definition(const char record[], const char name[], size_t length)
{
  for (; *record; record = next_line(record))
    if (!strncmp(record, "# ", 2) && !strncmp(record + 2, name, length) &&
        !strncmp(record + 2 + length, " =", 2))
      return record + 2;
  return NULL;
}

/* Returns the meaning in record a of a name of the line that has another meaning in b, or NULL. */
static const char *changed_name(const char a[], const char b[], const char line[], size_t length)
{
  const char *at = line + strcspn(line, " \n"), *name;
  size_t      n;

  while ((name = symbol_next(&at, &n)) && name < line + length) {
    const char *mine = definition(a, name, n);

    if (mine && !has_line(b, mine - 2, strcspn(mine, "\n") + 2)) return mine;
  }
  return NULL;
}

/* Difference - A line of one record that another record does not have. */
typedef struct {
  const char *line;       /* NULL if there is no such line */
  const char *definition; /* of a name in it, if only that differs; otherwise NULL */
} Difference;

static Difference first_difference(OptionKind kind, const char a[], const char b[])
{
  for (const char *line = a; *line; line = next_line(line)) {
    const size_t length = strcspn(line, "\n");
    const char  *other;
    char         name[256];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " \n"), line);
    if (*name != '-' || !is_of_kind(name, kind)) continue;
    if (!has_line(b, line, length)) return (Difference){line, NULL};
    other = changed_name(a, b, line, length);
    if (other) return (Difference){line, other};
  }
  return (Difference){NULL, NULL};
}

/* Writes the line in quotes, and the definition if that is the difference. */
static void describe(Difference d, char text[], size_t size)
{
  const int n = snprintf(text, size, "'%.*s'", (int)PetscMin(strcspn(d.line, "\n"), 200), d.line);

  if (d.definition)
    snprintf(text + n, size - (size_t)n, " with %.*s",
             (int)PetscMin(strcspn(d.definition, "\n"), 100), d.definition);
}

PetscErrorCode OptionsCompareRecord(FsOptions o, MPI_Comm comm, const char option[],
                                    const char path[], const char record[],
                                    PetscBool *loads_changed)
{
  const OptionKind kind = loads_changed ? OPTION_MODEL : OPTION_MODEL_GEOMETRY;
  Difference       difference;
  char            *mine, text[512] = "";

  PetscFunctionBeginUser;
  PetscCall(FsOptionsRecord(o, &mine));
  difference = first_difference(kind, record, mine);
  if (difference.line) describe(difference, text, sizeof text);
  PetscCheck(!difference.line, comm, PETSC_ERR_USER_INPUT,
             "%s %s: the run had %s, and this one has not; take the same (docs/reliability.md: "
             "what may change)",
             option, path, text);
  difference = first_difference(kind, mine, record);
  if (difference.line) describe(difference, text, sizeof text);
  PetscCheck(!difference.line, comm, PETSC_ERR_USER_INPUT,
             "%s %s: this run has %s, and that one had not; take the same (docs/reliability.md: "
             "what may change)",
             option, path, text);
  if (loads_changed)
    *loads_changed = (PetscBool)(first_difference(OPTION_LOAD, record, mine).line ||
                                 first_difference(OPTION_LOAD, mine, record).line);
  PetscCall(PetscFree(mine));
  PetscFunctionReturn(PETSC_SUCCESS);
}
