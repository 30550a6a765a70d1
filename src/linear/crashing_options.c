/* crashing_options.c: rejects options with which PETSc 3.18 or its libraries crash or never end.

   A trial cannot find them, because it would crash or never end, too. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <strings.h>
#include "base/c_locale.h"
#include "solver.h"

enum { MOST = 128 }; /* longest names and values that are compared */

static const struct {
  const char *name;       /* without the dash and the prefixes of inner solvers */
  const char *value;      /* "true": any that PETSc reads as true; "part": any number that is not
                             between 0 and 1; NULL: any */
  PetscBool   incomplete; /* only for the incomplete factors of SuperLU, which permute rows */
  const char *reason;
} crashing[] = {
  {"pc_factor_in_place",                "true",           PETSC_FALSE,
   "replaces the matrix by its factors, but fsolve needs the matrix later; remove it"                       },
  {"pc_factor_nonzeros_along_diagonal", NULL,             PETSC_FALSE,
   "can end PETSc by a signal; remove it: klu, umfpack and mumps (-pc_factor_mat_solver_type) "
   "pivot by themselves"                                                                                    },
  {"pc_factor_zeropivot",               "part",           PETSC_FALSE,
   "may never end; give a number between 0 and 1, such as 1e-12"                                            },
  {"ksp_type",                          "pipelcg",        PETSC_FALSE, "may never end; use -ksp_type pipecg"},
  {"pc_factor_mat_solver_type",         "bas",            PETSC_FALSE,
   "may never end; use -pc_factor_mat_solver_type petsc"                                                    },
  {"pc_factor_mat_solver_type",         "superlu",        PETSC_TRUE,
   "ends by a signal in incomplete factors, because it lacks MC64; add -mat_superlu_rowperm "
   "norowperm (with the same prefix)"                                                                       },
  {"pc_factor_mat_ordering_type",       "wbm",            PETSC_FALSE,
   "ends PETSc by a signal, because it lacks MC64; use nd, rcm or amd"                                      },
  {"mat_superlu_dist_rowperm",          "LargeDiag_MC64", PETSC_FALSE,
   "ends SuperLU_DIST by a signal, because it lacks MC64; use NOROWPERM"                                    },
};

/* Whether an option name is a dash, a prefix of inner solvers, and a known name. Copies the dash
   and the prefix to prefix[size]. */
static PetscBool has_name(const char word[], const char name[], char prefix[], size_t size)
{
  const size_t length = strlen(word), end = strlen(name);

  if (length <= end || length - end >= size || strcasecmp(word + length - end, name))
    return PETSC_FALSE;
  memcpy(prefix, word, length - end);
  prefix[length - end] = 0;
  return (PetscBool)(!strcmp(prefix, "-") || prefix[length - end - 1] == '_');
}

static PetscErrorCode OptionIs(const char prefix[], const char name[], const char value[],
                               PetscBool *is, PetscBool *given)
{
  char option[MOST], text[MOST] = "";

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(option, sizeof option, "%s%s", prefix, name));
  PetscCall(PetscOptionsGetString(NULL, NULL, option, text, sizeof text, given));
  *is = (PetscBool)(*given && !strcasecmp(text, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Determines whether SuperLU would permute the rows of incomplete factors. They are the default of
   inner solvers. */
static PetscErrorCode PermutesIncomplete(const char prefix[], PetscBool *permutes)
{
  PetscBool incomplete, given, keeps_rows;

  PetscFunctionBeginUser;
  PetscCall(OptionIs(prefix, "mat_superlu_rowperm", "norowperm", &keeps_rows, &given));
  PetscCall(OptionIs(prefix, "pc_type", "ilu", &incomplete, &given));
  *permutes = (PetscBool)(!keeps_rows && (given ? incomplete : prefix[1] != 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool is_false(const char value[])
{
  static const char *const words[] = {"false", "no", "off", "0"};

  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(words); k++)
    if (!strcasecmp(value, words[k])) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Returns whether the value of an option is one of a row of the table. */
static PetscBool has_value(const char value[], const char of_row[])
{
  double part;

  if (!of_row) return PETSC_TRUE;
  if (!strcmp(of_row, "true")) return (PetscBool)!is_false(value);
  if (strcmp(of_row, "part")) return (PetscBool)!strcasecmp(value, of_row);
  part = c_locale_strtod(value, NULL);
  return (PetscBool) !(part >= 0 && part < 1);
}

/* Input error: a row of the table is about this option. */
static PetscErrorCode CheckOption(MPI_Comm comm, const char option[], const char value[])
{
  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(crashing); k++) {
    PetscBool rejected;
    char      prefix[MOST];

    if (!has_name(option, crashing[k].name, prefix, sizeof prefix)) continue;
    rejected = has_value(value, crashing[k].value);
    if (rejected && crashing[k].incomplete) PetscCall(PermutesIncomplete(prefix, &rejected));
    PetscCheck(!rejected, comm, PETSC_ERR_USER_INPUT, "%s%s%s %s", option, *value ? " " : "", value,
               crashing[k].reason);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverRejectCrashingOptions(MPI_Comm comm)
{
  char *all, *rest, *word, option[MOST] = "";

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsGetAll(NULL, &all));
  /* values follow their options; an option without a value precedes another one, or nothing */
  for (word = strtok_r(all, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
    const PetscBool starts = (PetscBool)(word[0] == '-' && strspn(word, "-0123456789.") == 1);

    if (*option) PetscCall(CheckOption(comm, option, starts ? "" : word));
    option[0] = 0;
    if (starts) PetscCall(PetscStrncpy(option, word, sizeof option));
  }
  if (*option) PetscCall(CheckOption(comm, option, ""));
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}
