/* profile.c: finds a steel profile in the table and reads its dimensions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <math.h>
#include <string.h>
#include "base/c_locale.h"
#include "base/error.h"
#include "model/parts/profile.h"

enum { NAME_SIZE = 64, LINE_SIZE = 256, COLUMNS = 16 };

const char *const   profile_units[] = {"m", "mm", "cm", "in", "ft", NULL};
static const double millimeters[]   = {1e-3, 1, 0.1, 1 / 25.4, 1 / 304.8}; /* in each unit */

/* Writes the spelling of the table: capitals, no blanks, no zeros after a decimal point, HEA200 for
   HE200A, RHS for SHS. */
static void plain_name(const char text[], char name[NAME_SIZE])
{
  size_t n = 0, point = 0;
  char   letter;
  int    size, end;

  for (const char *c = text; n + 2 < NAME_SIZE; c++) {
    if (*c == ' ' || *c == '_') continue;
    if (!isdigit((unsigned char)*c) && *c != '.') {
      while (point && name[n - 1] == '0') n--;
      if (point && name[n - 1] == '.') n--;
      point = 0;
    }
    if (!*c) break;
    if (*c == '.') point = 1;
    name[n++] = (char)toupper((unsigned char)*c);
  }
  name[n] = 0;
  if (!strncmp(name, "SHS", 3)) name[0] = 'R';
  end = 0;
  if (sscanf(name, "HE%d%c%n", &size, &letter, &end) == 2 && !name[end] && letter != 'X')
    snprintf(name, NAME_SIZE, "HE%c%d", letter, size);
}

/* Splits a line of the table at its commas. Returns the number of columns. */
static int split(const char line[], char copy[LINE_SIZE], char *column[COLUMNS])
{
  int n = 1;

  snprintf(copy, LINE_SIZE, "%s", line);
  column[0] = copy;
  for (char *c = copy; *c; c++)
    if (*c == ',' && n < COLUMNS) {
      *c          = 0;
      column[n++] = c + 1;
    }
  return n;
}

/* Finds the line of a profile. The first line that is not a comment has the names of the columns.
 */
static PetscErrorCode FindProfile(MPI_Comm comm, const char option[], const char text[],
                                  const char **header, const char **found)
{
  char         wanted[NAME_SIZE], *names, near_names[256] = "";
  const char **list;
  PetscInt     n = 0, nlines = 0;

  PetscFunctionBeginUser;
  plain_name(text, wanted);
  *header = *found = NULL;
  for (; profile_lines[nlines]; nlines++) {
    const char *line = profile_lines[nlines];

    if (*line == '#') continue;
    if (!*header) *header = line;
    else if (!strncmp(line, wanted, strlen(wanted)) && line[strlen(wanted)] == ',') *found = line;
  }
  if (*found) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(nlines * NAME_SIZE, &names));
  PetscCall(PetscMalloc1(nlines, &list));
  for (PetscInt i = 0; i < nlines; i++) {
    const char *line = profile_lines[i];
    char       *name = names + n * NAME_SIZE;

    if (*line == '#' || line == *header) continue;
    snprintf(name, NAME_SIZE, "%.*s", (int)strcspn(line, ","), line);
    list[n++] = name;
  }
  for (int k = 0; k < 3; k++) { /* the nearest three */
    const char *nearest = FsNearestWord(wanted, n, list);

    if (!nearest) break;
    PetscCall(PetscStrlcat(near_names, k ? ", " : "; did you mean ", sizeof near_names));
    PetscCall(PetscStrlcat(near_names, nearest, sizeof near_names));
    for (PetscInt i = 0; i < n; i++)
      if (list[i] == nearest) list[i--] = list[--n];
  }
  PetscCall(PetscFree(names));
  PetscCall(PetscFree(list));
  SETERRQ(comm, PETSC_ERR_USER_INPUT,
          "%s %s: unknown profile%s%s; names are such as IPE300, HEA200, UPN200, RHS200X100X8, "
          "CHS114.3X5, W14X90, HSS6X6X1/4 (share/profiles.csv), or give a -part_<name>_section",
          option, text, near_names, *near_names ? "?" : "");
}

/* Sets the given value of one property. Returns whether it had a value. */
static PetscBool set_property(const ElementProp props[], const char name[], const char text[],
                              double unit, double given[])
{
  for (const ElementProp *p = props; p->name; p++) {
    if (!strcmp(p->name, name)) {
      const PetscBool twice = (PetscBool)!isnan(*given);

      if (p->kind != PROP_CHOICE) *given = c_locale_strtod(text, NULL) * (p->is_ratio ? 1 : unit);
      for (int k = 0; p->kind == PROP_CHOICE && p->words[k]; k++)
        if (!strcmp(p->words[k], text)) *given = k;
      return twice;
    }
    given += property_entries(p);
  }
  return PETSC_FALSE;
}

PetscErrorCode ProfileSet(MPI_Comm comm, const char part[], const char profile[], int unit,
                          const ElementProp props[], double given[])
{
  const char *header, *line;
  char        option[256], headers[LINE_SIZE], values[LINE_SIZE], *name[COLUMNS], *value[COLUMNS];
  int         n;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(option, sizeof option, "-part_%s_profile", part));
  PetscCall(FindProfile(comm, option, profile, &header, &line));
  n = split(header, headers, name);
  (void)split(line, values, value);
  for (int k = 1; k < n; k++)
    PetscCheck(!*value[k] || !set_property(props, name[k], value[k], millimeters[unit], given),
               comm, PETSC_ERR_USER_INPUT, "-part_%s_%s: %s %s has it; leave one of them out", part,
               name[k], option, profile);
  PetscFunctionReturn(PETSC_SUCCESS);
}
