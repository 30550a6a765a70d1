/* petsc_options.h: classifies the options of PETSc. Names have a dash and ignore case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_PETSC_OPTIONS_H
#define FS_INPUT_PETSC_OPTIONS_H

#include <fs/options.h>

/* petsc_option_is_allowed - Returns whether fsolve may pass the option to PETSc.

   Such an option controls a solver, an inner solver, a matrix or a vector, or watches the run. */
PetscBool petsc_option_is_allowed(const char name[]);

/* petsc_option_runs_programs - Returns whether the option loads or starts other programs, or ends
   this one in another way.

   The user who starts a run may give such an option, but an options file may not. The argument
   value is NULL if the option has no value. */
PetscBool petsc_option_runs_programs(const char name[], const char value[]);

/* petsc_option_is_of_program - Returns whether the option acts on the whole program, such as
   -log_view, and not on a solver. */
PetscBool petsc_option_is_of_program(const char name[]);

/* petsc_option_is_wrong - Returns whether the option is one of the whole program that is true or
   false, and its value is neither. */
PetscBool petsc_option_is_wrong(const char name[], const char value[]);

/* petsc_option_is_inner - Returns whether the option is for an inner solver, which the first solve
   creates. */
PetscBool petsc_option_is_inner(const char name[]);

/* petsc_option_is_read_late - Returns whether PETSc may read the option after the solvers are set
   up, or only with other solvers. */
PetscBool petsc_option_is_read_late(const char name[]);

/* petsc_option_nearest - Returns a known name with a similar spelling, for messages, or NULL if
   there is no such name. */
const char *petsc_option_nearest(const char name[]);

#endif
