/* petsc_options.c: lists the options of PETSc 3.18 that fsolve accepts.

   Other options never reach PETSc. If a useful option is rejected, add it to a list below. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "petsc_options.h"

enum { MOST = 512 }; /* PETSc's limit of the length of a name */

/* Options of the whole program: logs, and checks of memory and of numbers. */
static const char *const logging_options[] = {"-check_pointer_intensity",
                                              "-checkfunctionlist",
                                              "-citations",
                                              "-error_output_none",
                                              "-error_output_stdout",
                                              "-fp_trap",
                                              "-get_total_flops",
                                              "-history",
                                              "-info",
                                              "-log",
                                              "-log_all",
                                              "-log_exclude",
                                              "-log_summary",
                                              "-log_sync",
                                              "-log_threshold",
                                              "-log_trace",
                                              "-log_view",
                                              "-log_view_memory",
                                              "-malloc",
                                              "-malloc_debug",
                                              "-malloc_dump",
                                              "-malloc_info",
                                              "-malloc_requested_size",
                                              "-malloc_test",
                                              "-malloc_view",
                                              "-malloc_view_threshold",
                                              "-memory_view",
                                              "-mpidump",
                                              "-no_signal_handler",
                                              "-objects_dump",
                                              "-options_left",
                                              "-options_suppress_deprecated_warnings",
                                              "-options_view",
                                              "-petsc_sleep",
                                              "-process_view",
                                              "-skip_petscrc",
                                              "-viewfromoptions"};

/* Those of them that are true or false. PETSc reads some at the end of a run only. */
static const char *const boolean_options[] = {
  "-checkfunctionlist", "-fp_trap",      "-get_total_flops",       "-log_sync",
  "-log_view_memory",   "-malloc",       "-malloc_debug",          "-malloc_info",
  "-memory_view",       "-mpidump",      "-malloc_requested_size", "-no_signal_handler",
  "-options_left",      "-options_view", "-viewfromoptions"};

/* These load libraries, start debuggers, shells or Python, or end the program by a signal. */
static const char *const program_options[] = {"-debug_terminal",    "-debugger_nodes",
                                              "-debugger_pause",    "-debugger_ranks",
                                              "-dll_append",        "-dll_prepend",
                                              "-dll_view",          "-mpi_return_on_error",
                                              "-on_error_abort",    "-on_error_attach_debugger",
                                              "-on_error_emacs",    "-on_error_mpiabort",
                                              "-popen_machine",     "-python",
                                              "-start_in_debugger", "-stop_for_debugger"};

/* Prefixes of objects, and prefixes of solvers before them: -sub_pc_type, -mg_levels_1_ksp_type. */
static const char *const object_prefixes[] = {
  "ksp_",      "pc_",         "mat_",     "snes_",
  "vec_",      "sf_",         "is_",      "petscpartitioner_",
  "matptap_",  "matmatmult_", "matrart_", "mattransposematmult_",
  "matstash_", "vecscatter_", "vecstash_"};
static const char *const solver_prefixes[] = {
  "sub_",       "mg_coarse_",  "mg_fine_",    "mg_levels_", "fieldsplit_", "esteig_",
  "redundant_", "telescope_",  "npc_",        "lsc_",       "inner_",      "upper_",
  "coarse_",    "fas_levels_", "fas_coarse_", "deflation_", "hmg_"};

/* Options that only some solvers read. A case keeps them if its size leads to another solver. */
static const char *const solver_options[] = {"-ksp_type",
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
                                             "-sub_pc_type",
                                             "-snes_type",
                                             "-snes_rtol",
                                             "-snes_atol",
                                             "-snes_stol",
                                             "-snes_max_it",
                                             "-snes_linesearch_type"};

/* Options that PETSc reads during a solve or after it, and prefixes of such options. */
static const char *const late_options[]  = {"-ksp_converged_reason",
                                            "-ksp_error_if_not_converged",
                                            "-ksp_view",
                                            "-mat_view",
                                            "-mat_factor_view",
                                            "-snes_converged_reason",
                                            "-snes_view",
                                            "-snes_view_pre",
                                            "-snes_view_solution",
                                            "-vec_view"};
static const char *const late_prefixes[] = {"-mat_mumps_", "-mat_superlu_", "-mat_cholmod_",
                                            "-mat_umfpack_", "-mat_klu_"};

#define IS_IN(name, list) is_in(name, PETSC_STATIC_ARRAY_LENGTH(list), list)
static PetscBool is_in(const char name[], size_t n, const char *const list[])
{
  for (size_t k = 0; k < n; k++)
    if (!strcasecmp(name, list[k])) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Returns the length of the word of the list with which name starts, or 0. */
#define PREFIX_LENGTH(name, list) prefix_length(name, PETSC_STATIC_ARRAY_LENGTH(list), list)
static size_t prefix_length(const char name[], size_t n, const char *const list[])
{
  for (size_t k = 0; k < n; k++)
    if (!strncasecmp(name, list[k], strlen(list[k]))) return strlen(list[k]);
  return 0;
}

/* Returns the name without its dash and the prefixes of solvers, which may have a number. */
static const char *without_prefixes(const char name[])
{
  size_t length;

  for (name++; (length = PREFIX_LENGTH(name, solver_prefixes));) {
    const char *const number = name + length, *const end = number + strspn(number, "0123456789");

    name = end > number && *end == '_' ? end + 1 : number;
  }
  return name;
}

PetscBool petsc_option_runs_programs(const char name[], const char value[])
{
  char lower[MOST];
  int  n = 0;

  for (; name[n] && n + 1 < MOST; n++) lower[n] = (char)tolower((unsigned char)name[n]);
  lower[n] = 0;
  if (IS_IN(name, program_options)) return PETSC_TRUE;
  if (!petsc_option_is_allowed(name)) return PETSC_FALSE;
  return (PetscBool)(strstr(lower, "python") ||
                     (value && !strcasecmp(value, "python"))); /* -pc_type python, ... */
}

PetscBool petsc_option_is_allowed(const char name[])
{
  return (PetscBool)(IS_IN(name, logging_options) || IS_IN(name, program_options) ||
                     PREFIX_LENGTH(without_prefixes(name), object_prefixes));
}

PetscBool petsc_option_is_of_program(const char name[])
{
  return (PetscBool)(IS_IN(name, logging_options) || IS_IN(name, program_options));
}

PetscBool petsc_option_is_wrong(const char name[], const char value[])
{
  static const char *const words[] = {"true", "yes", "1", "on", "false", "no", "0", "off", ""};

  return (PetscBool)(IS_IN(name, boolean_options) && value && !IS_IN(value, words));
}

PetscBool petsc_option_is_inner(const char name[])
{
  return (PetscBool)(petsc_option_is_allowed(name) && without_prefixes(name) != name + 1);
}

PetscBool petsc_option_is_read_late(const char name[])
{
  if (!petsc_option_is_allowed(name)) return PETSC_FALSE;
  return (PetscBool)(petsc_option_is_inner(name) || IS_IN(name, logging_options) ||
                     IS_IN(name, program_options) || IS_IN(name, solver_options) ||
                     IS_IN(name, late_options) || PREFIX_LENGTH(name, late_prefixes));
}

const char *petsc_option_nearest(const char name[])
{
  const char *nearest =
    FsNearestWord(name, PETSC_STATIC_ARRAY_LENGTH(solver_options), solver_options);

  if (!nearest)
    nearest = FsNearestWord(name, PETSC_STATIC_ARRAY_LENGTH(logging_options), logging_options);
  return nearest ? nearest
                 : FsNearestWord(name, PETSC_STATIC_ARRAY_LENGTH(late_options), late_options);
}
