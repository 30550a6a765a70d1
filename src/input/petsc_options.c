/* petsc_options.c: lists the options of PETSc that fsolve documents, and reads -petsc for others.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* strcasestr */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "petsc_options.h"

enum { MOST = 512 }; /* PETSc's limit of the length of a name or a value */

/* The values that an option accepts, if it is neither a number nor a file. */
#define FLAG "true, false"
#define METHODS "preonly, cg, pipecg, cr, minres, gmres, fgmres, bcgs"
#define PRECONDITIONERS "none, jacobi, bjacobi, asm, sor, icc, ilu, lu, cholesky, gamg"
#define BLOCKS "none, jacobi, sor, icc, ilu, lu, cholesky"
#define LIBRARIES "petsc, klu, umfpack, cholmod, mumps"
#define ORDERINGS "natural, nd, 1wd, rcm, qmd"
#define SEARCHES "basic, bt, l2, cp"

/* Each row: name, default, accepted values (NULL: a number or a file), help. */
/* clang-format off */
#define OPTIONS(ROW)                                                                              \
  ROW("-ksp_type", "by regime", METHODS, "linear solver: " METHODS "; preonly applies factors "   \
      "once. Default: factors (small models, chains, joints; where they pay), else CG+Jacobi, "   \
      "CG+ICC, CG+ILU, GMRES+ILU or multigrid")                                                   \
  ROW("-ksp_rtol", "1e-8", NULL, "residual of the linear solver, relative to the right-hand side; " \
      "for Newton's steps by default as small as their test needs")                               \
  ROW("-ksp_atol", "1e-50", NULL, "residual of the linear solver at which it ends")               \
  ROW("-ksp_max_it", "10000", NULL, "largest number of iterations of the linear solver")          \
  ROW("-ksp_gmres_restart", "30", NULL, "iterations of GMRES between restarts")                   \
  ROW("-ksp_cg_single_reduction", "by ranks", FLAG, "one reduction for each iteration of CG")     \
  ROW("-ksp_monitor", "false", FLAG, "prints the residual of each iteration of the linear solver") \
  ROW("-ksp_converged_reason", "false", FLAG, "prints why each linear solve ended")               \
  ROW("-ksp_view", "false", FLAG, "describes the linear solver after a solve")                    \
  ROW("-pc_type", "by regime", PRECONDITIONERS, "preconditioner: " PRECONDITIONERS)               \
  ROW("-pc_factor_levels", "0", NULL, "levels of fill of icc and ilu")                            \
  ROW("-pc_factor_mat_solver_type", "by regime", LIBRARIES, "library of lu and cholesky: "        \
      LIBRARIES)                                                                                  \
  ROW("-pc_factor_mat_ordering_type", "by matrix", ORDERINGS, "ordering of the factors of "       \
      "PETSc: " ORDERINGS)                                                                        \
  ROW("-pc_gamg_threshold", "-1", NULL, "entries of multigrid that are dropped, relative to the " \
      "diagonal")                                                                                 \
  ROW("-sub_pc_type", "icc or ilu", BLOCKS, "preconditioner of the blocks of bjacobi and asm: "   \
      BLOCKS)                                                                                     \
  ROW("-mat_mumps_icntl_14", "200", NULL, "room for pivots of MUMPS [percent]")                   \
  ROW("-snes_type", "", "newtonls", "newtonls: PETSc, and not fsolve, runs the iterations of "     \
      "Newton's method; the results are the same")                                                \
  ROW("-snes_rtol", "0", NULL, "residual at which Newton's method may end, relative to the "      \
      "first one; by default the size of its steps decides")                                      \
  ROW("-snes_atol", "1e-50", NULL, "residual at which Newton's method may end")                   \
  ROW("-snes_stol", "0", NULL, "step at which Newton's method may end, relative to the unknown")  \
  ROW("-snes_max_it", "25", NULL, "largest number of iterations of Newton's method; 12 or 200 "   \
      "for equilibria")                                                                           \
  ROW("-snes_linesearch_type", "basic", SEARCHES, "line search of Newton's method: " SEARCHES "; basic " \
      "takes full steps")                                                                         \
  ROW("-snes_monitor", "false", FLAG, "prints the residual of each iteration of Newton's method") \
  ROW("-snes_converged_reason", "false", FLAG, "prints why each solve by Newton's method ended")  \
  ROW("-snes_view", "false", FLAG, "describes the solvers after a solve")                         \
  ROW("-log_view", "", NULL, "prints times of phases and events at the end; :<file> writes them " \
      "into a file")                                                                              \
  ROW("-memory_view", "false", FLAG, "prints how much memory the run has used at the end")            \
  ROW("-malloc_dump", "false", FLAG, "prints memory of PETSc that is not freed at the end")       \
  ROW("-petsc", "", NULL, "any other options of PETSc, as in -petsc \"-ksp_pc_side right\"; "     \
      "fsolve does not check them")
/* clang-format on */

#define DOCUMENT(name, fallback, words, help) {name, fallback, help},
#define VALUES(name, fallback, words, help) words,

const FsOptionDoc petsc_option_docs[] = {
  OPTIONS(DOCUMENT){NULL, NULL, NULL}
};

static const char *const accepted[] = {OPTIONS(VALUES)};

/* Options that act on the whole program. */
static const char *const of_program[] = {"-log_view", "-memory_view", "-malloc_dump"};

/* Beginnings of the names of other options of PETSc, for messages. */
static const char *const beginnings[] = {
  "-ksp_", "-pc_",     "-mat_",    "-snes_",     "-vec_",    "-sub_",         "-mg_",
  "-log_", "-malloc_", "-esteig_", "-info",      "-fp_",     "-options_left", "-eps_",
  "-st_",  "-is_",     "-sf_",     "-on_error_", "-history", "-citations"};

/* Parts of options that load or start other programs. */
static const char *const programs[] = {"python", "debugger", "debug_terminal", "dll_",
                                       "popen",  "on_error", "mpi_return"};

/* Returns the number of a documented option, or -1. */
static int number_of(const char name[])
{
  for (int k = 0; petsc_option_docs[k].name; k++)
    if (!strcasecmp(name, petsc_option_docs[k].name)) return k;
  return -1;
}

PetscBool petsc_option_is_known(const char name[]) { return (PetscBool)(number_of(name) >= 0); }

PetscBool petsc_option_is_of_program(const char name[])
{
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(of_program); k++)
    if (!strcasecmp(name, of_program[k])) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool petsc_option_looks_like_one(const char name[])
{
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(beginnings); k++)
    if (!strncasecmp(name, beginnings[k], strlen(beginnings[k]))) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool petsc_text_runs_programs(const char text[])
{
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(programs); k++)
    if (strcasestr(text, programs[k])) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Returns whether value is one of words, which commas separate. */
static PetscBool is_one_of(const char value[], const char words[])
{
  const size_t n = strlen(value);

  for (const char *at = words; at; at = strchr(at, ',') ? strchr(at, ',') + 2 : NULL)
    if (!strncasecmp(at, value, n) && (!at[n] || at[n] == ',')) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool petsc_option_is_wrong(const char name[], const char value[], char reason[], size_t size)
{
  static const char others[] = "yes, no, on, off, 1, 0";
  const int         k        = number_of(name);
  const char *const words    = k < 0 ? NULL : accepted[k];
  const PetscBool   flag     = (PetscBool)(words && !strcmp(words, FLAG));

  if (!words || (flag && (!value || !*value || is_one_of(value, others)))) return PETSC_FALSE;
  if (value && *value && is_one_of(value, words)) return PETSC_FALSE;
  snprintf(reason, size,
           "%s %.100s: choose one of %s; fsolve passes other values to PETSc unchecked, by "
           "-petsc \"%s <value>\"",
           name, value ? value : "", words, name);
  return PETSC_TRUE;
}

const char *petsc_option_nearest(const char name[])
{
  const char *names[PETSC_STATIC_ARRAY_LENGTH(petsc_option_docs)];
  PetscInt    n = 0;

  for (; petsc_option_docs[n].name; n++) names[n] = petsc_option_docs[n].name;
  return FsNearestWord(name, n, names);
}
