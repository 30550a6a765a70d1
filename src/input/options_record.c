/* options_record.c: writes the record of all options that were read, and compares that of an
   earlier run with the options of this run.

   Default values are those that the code recorded. For options that act by being given, they are
   those of the manual. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "input/manual/manual.h"
#include "options_impl.h"
#include "petsc_options.h"
#include "options_record.h"
#include "input/formula/symbols.h"

/* ---- default values of the manual ------------------------------------------------------------ */

enum { LETTERS = 32, NO_ROW = -1 };

/* ManualRow - An option of the manual, and what finds most names different from it. */
typedef struct {
  const FsOptionDoc *doc;
  size_t             head; /* letters before the first <name>; 0 if the option has several names */
  char               last; /* last letter, as letter_key; 0 if the names do not share it */
  PetscInt           next; /* next row with the same first letter, or NO_ROW */
} ManualRow;

/* Manual - All options of the manual. */
typedef struct {
  ManualRow *row;
  PetscInt   first[LETTERS]; /* first row of names -a..., -b...; [0]: of rows with several names */
} Manual;

/* Returns a key of a letter, which is the same for its upper and lower case. */
static char letter_key(char letter) { return (char)(letter & (LETTERS - 1)); }

static ManualRow row_of_option(const FsOptionDoc *d)
{
  const size_t    n       = strlen(d->name);
  const PetscBool several = (PetscBool)(strchr(d->name, ',') != NULL);
  const char      last    = n ? d->name[n - 1] : '>';

  return (ManualRow){.doc  = d,
                     .head = several ? 0 : strcspn(d->name, "<"),
                     .last = several || last == '>' ? '\0' : letter_key(last)};
}

static PetscErrorCode ListManual(FsOptions o, Manual *m)
{
  PetscInt n = 0;

  PetscFunctionBeginUser;
  for (PetscInt s = 0; s < o->nsections; s++)
    for (const FsOptionDoc *d = o->doc[s]; d->name; d++) n++;
  PetscCall(PetscMalloc1(n, &m->row));
  for (int k = 0; k < LETTERS; k++) m->first[k] = NO_ROW;
  n = 0;
  for (PetscInt s = 0; s < o->nsections; s++)
    for (const FsOptionDoc *d = o->doc[s]; d->name; d++, n++) {
      const ManualRow row   = row_of_option(d);
      PetscInt *const first = &m->first[row.head > 1 ? (int)letter_key(d->name[1]) : 0];

      m->row[n]      = row;
      m->row[n].next = *first;
      *first         = n;
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the default value of the manual, or NULL if it has no single one. */
static const char *documented_default(const Manual *m, const char name[])
{
  const char last = letter_key(name[strlen(name) - 1]), *default_value = NULL;
  const int  lists[] = {0, letter_key(name[1])};

  for (int i = 0; i < 2; i++)
    for (PetscInt k = m->first[lists[i]]; k != NO_ROW; k = m->row[k].next) {
      const ManualRow *const row    = &m->row[k];
      const char *const      values = row->doc->value;

      if (row->last && row->last != last) continue;
      if (strncasecmp(row->doc->name, name, row->head) != 0) continue;
      if (!option_matches(row->doc->name, name)) continue;
      if (*values == '<' || !strcmp(values, "required")) return NULL;
      if (default_value && strcmp(default_value, values)) return NULL;
      default_value = values;
    }
  return default_value;
}

/* ---- the record ------------------------------------------------------------------------------ */

static int compare(const void *a, const void *b)
{
  const OptionQuery *const *x = a, *const *y = b;

  return strcasecmp((*x)->name, (*y)->name);
}

/* Returns the default value on which n readings of one name agree, or NULL if they differ or one
   has no record. */
static const char *common_default(PetscInt n, OptionQuery *const queries[])
{
  for (PetscInt k = 0; k < n; k++)
    if (!queries[k]->text || strcmp(queries[k]->text, queries[0]->text)) return NULL;
  return queries[0]->text;
}

/* Writes the line of an option with n readings that was not given. */
static void write_default(const Manual *m, FILE *out, PetscInt n, OptionQuery *const queries[])
{
  const char *const name = queries[0]->name, *const text = common_default(n, queries);
  const char *const manual = text ? NULL : documented_default(m, name);

  if (text) {
    const OptionEntry default_option = {.name = name, .value = text};
    const size_t      size           = strlen(name) + strlen(text) + 8;
    char *const       line           = malloc(size);

    if (line) OptionEntryWrite(&default_option, line, size);
    if (line) fprintf(out, "%.*s # default\n", (int)strcspn(line, "\n"), line);
    free(line);
  } else
    fprintf(out, "# %s: not given%s%s\n", name, manual ? "; default: " : "", manual ? manual : "");
}

PetscErrorCode FsOptionsRecordWithDefaults(FsOptions o, char **text)
{
  char         *supplied, *rest = NULL;
  size_t        size = 0;
  FILE         *out;
  OptionQuery **queries;
  Manual        manual;

  PetscFunctionBeginUser;
  PetscCall(ListManual(o, &manual));
  PetscCall(FsOptionsRecord(o, &supplied));
  PetscCall(PetscMalloc1(o->nqueries, &queries));
  for (PetscInt k = 0; k < o->nqueries; k++) queries[k] = &o->queries[k];
  qsort(queries, (size_t)o->nqueries, sizeof *queries, compare);
  out = open_memstream(&rest, &size);
  PetscCheck(out, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  for (PetscInt k = 0, n; k < o->nqueries; k += n) {
    for (n = 1; k + n < o->nqueries && !compare(&queries[k], &queries[k + n]);) n++;
    if (!queries[k]->supplied) write_default(&manual, out, n, queries + k);
  }
  PetscCheck(!fclose(out), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(PetscMalloc1(strlen(supplied) + size + 1, text));
  snprintf(*text, strlen(supplied) + size + 1, "%s%s", supplied, rest);
  free(rest);
  PetscCall(PetscFree(manual.row));
  PetscCall(PetscFree(queries));
  PetscCall(PetscFree(supplied));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- options compare ------------------------------------------------------------------------- */

/* Compares the record of an earlier run with the options of this run.

   A record has a line for each option, and comments with the meanings of names in formulas. A
   line with such a name also differs if the meaning differs. */

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
                                               "-plugin",
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
