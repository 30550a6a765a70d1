/* unused.c: refuse options that were given but never read, and suggest the nearest known name. If an option of PETSc is
   refused though it has an effect, add it to one of the two lists below: read late, or read by some solvers only. */
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "asked.h"

/* Number of insertions, deletions, changes and swaps of neighbours from a to b (optimal string alignment); upper
   and lower case are the same, except in swaps. */
static int spelling_distance(const char a[], const char b[])
{
  enum { MAX = 96 };
  const int n = (int)strlen(a), m = (int)strlen(b);
  int       d[3][MAX + 1];

  if (n > MAX || m > MAX) return MAX;
  for (int j = 0; j <= m; j++) d[0][j] = j;
  for (int i = 1; i <= n; i++) {
    int *row = d[i % 3], *up = d[(i + 2) % 3], *up2 = d[(i + 1) % 3];

    row[0] = i;
    for (int j = 1; j <= m; j++) {
      const int change = up[j - 1] + (tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]));

      row[j] = PetscMin(change, 1 + PetscMin(up[j], row[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = PetscMin(row[j], up2[j - 2] + 1);
    }
  }
  return d[n % 3][m];
}

const char *FsNearestWord(const char text[], PetscInt n, const char *const words[])
{
  const int   limit   = PetscMax(1, (int)strlen(text) / 3);
  const char *nearest = NULL;
  int         least   = limit + 1;

  for (PetscInt i = 0; i < n; i++) {
    const int d = spelling_distance(text, words[i]);

    if (d < least) {
      least   = d;
      nearest = words[i];
    }
  }
  return nearest;
}

/* Options that PETSc reads after FsOptionsCheckUnused, while it solves or at the end: names, without dash, with this
   beginning or this part. */
static PetscBool is_late_option(const char name[])
{
  static const char *const begin[] = {
    "options_left", "malloc",    "memory_view",   "objects_dump", "log_",
    "skip_petscrc", "info",      "on_error_",     "debug",        "start_in_",
    "fp_trap",      "stop_for_", "options_file_", "mat_mumps_",   "mat_superlu_dist_"};
  static const char *const part[] = {"_view", "_monitor", "_converged_reason", "_error_if_not_converged"};

  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(begin); i++)
    if (!strncmp(name, begin[i], strlen(begin[i]))) return PETSC_TRUE;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(part); i++)
    if (strstr(name, part[i])) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Options that only some solvers read. They are not refused, because a case keeps them when its size leads to another
   solver. They are suggested, too. */
static const char *const petsc_options[] = {"-ksp_type",
                                            "-ksp_rtol",
                                            "-ksp_atol",
                                            "-ksp_divtol",
                                            "-ksp_max_it",
                                            "-ksp_norm_type",
                                            "-ksp_gmres_restart",
                                            "-ksp_pc_side",
                                            "-pc_type",
                                            "-pc_factor_levels",
                                            "-pc_factor_mat_solver_type",
                                            "-pc_factor_mat_ordering_type",
                                            "-pc_hypre_type",
                                            "-pc_gamg_threshold",
                                            "-sub_ksp_type",
                                            "-sub_pc_type",
                                            "-sub_pc_factor_levels",
                                            "-snes_type",
                                            "-snes_rtol",
                                            "-snes_atol",
                                            "-snes_stol",
                                            "-snes_max_it",
                                            "-snes_linesearch_type",
                                            "-log_view",
                                            "-options_file",
                                            "-help"};

static PetscBool is_known_to_petsc(const char name[])
{
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(petsc_options); i++)
    if (!strcasecmp(name, petsc_options[i])) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Whether the option is on the command line itself, not in an options file. */
static PetscBool on_command_line(FsOptions o, const char name[])
{
  const GivenOption *const given = GivenFind(o->given, name);

  return (PetscBool)(given && !*given->place);
}

/* Whether an option of a file describes a part, load, probe, ... that a list on the command line has replaced:
   -probe_tip_point in the file and -probes root on the command line. It has no effect then and is not refused. */
static PetscBool is_overridden(FsOptions o, const char name[])
{
  static const char *const kinds[] = {"part", "support", "load", "initial", "probe", "joint"};

  if (on_command_line(o, name)) return PETSC_FALSE;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(kinds); k++) {
    char prefix[32], list[32];

    snprintf(prefix, sizeof prefix, "-%s_", kinds[k]);
    snprintf(list, sizeof list, "-%ss", kinds[k]);
    if (!strncasecmp(name, prefix, strlen(prefix)) && on_command_line(o, list)) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Whether the manual has the option by exactly this name, without <>. */
static PetscBool is_documented(FsOptions o, const char name[])
{
  for (PetscInt s = 0; s < o->nsections; s++)
    for (const FsOptionDoc *d = o->doc[s]; d->name; d++)
      if (!strcasecmp(d->name, name)) return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscBool is_read(FsOptions o, const char name[])
{
  for (PetscInt i = 0; i < o->nasked; i++)
    if (!strcasecmp(o->asked[i], name)) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Raise the input error for an unused option; name has its dash. */
static PetscErrorCode Refuse(FsOptions o, const char name[])
{
  const GivenOption *const given = GivenFind(o->given, name);
  const char *const place = given ? given->place : "", *const colon = *place ? ": " : "";
  const char *nearest;

  PetscFunctionBeginUser;
  PetscCheck(!is_documented(o, name), o->comm, PETSC_ERR_USER_INPUT,
             "%s%s%s has no effect with the other options of this case; remove it", place, colon, name);
  nearest = FsNearestWord(name, o->nasked, (const char *const *)o->asked);
  if (!nearest) nearest = FsNearestWord(name, PETSC_STATIC_ARRAY_LENGTH(petsc_options), petsc_options);
  PetscCheck(!nearest, o->comm, PETSC_ERR_USER_INPUT, "%s%sunknown option %s; did you mean %s?", place, colon, name,
             nearest);
  SETERRQ(o->comm, PETSC_ERR_USER_INPUT,
          "%s%sunknown option %s; -help lists the options, and a described name must be listed in -parts, -loads, ...",
          place, colon, name);
}

PetscErrorCode FsOptionsCheckUnused(FsOptions o)
{
  char   **names, **values, dash[NAME_SIZE];
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsLeftGet(NULL, &n, &names, &values));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(PetscSNPrintf(dash, sizeof dash, "-%s", names[i]));
    if (is_read(o, dash) || is_late_option(names[i]) || is_known_to_petsc(dash) || is_overridden(o, dash)) continue;
    PetscCall(Refuse(o, dash));
  }
  PetscCall(PetscOptionsLeftRestore(NULL, &n, &names, &values));
  PetscFunctionReturn(PETSC_SUCCESS);
}
