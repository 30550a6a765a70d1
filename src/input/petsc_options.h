/* petsc_options.h: the options of PETSc that fsolve documents. Names have a dash and ignore case.

   fsolve passes these options to PETSc, and also the options in the value of -petsc. Every other
   option of PETSc is refused, because fsolve has no test of it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_PETSC_OPTIONS_H
#define FS_INPUT_PETSC_OPTIONS_H

#include <fs/options.h>

#define OPTION_PETSC_NAME "-petsc" /* its value is a text of options for PETSc, unchecked */

/* The manual of these options and of -petsc, for FsOptionsDocument. */
extern const FsOptionDoc petsc_option_docs[];

/* petsc_option_is_known - Returns whether an option of PETSc is one that fsolve documents and
   passes to PETSc. */
PetscBool petsc_option_is_known(const char name[]);

/* petsc_option_is_of_program - Returns whether an option of PETSc acts on the whole program, such
   as -log_view, and not on a solver. */
PetscBool petsc_option_is_of_program(const char name[]);

/* petsc_option_looks_like_one - Returns whether the name of an unknown option starts with a prefix
   of PETSc's options, such as -ksp_ or -mat_, so that a message can mention -petsc. */
PetscBool petsc_option_looks_like_one(const char name[]);

/* petsc_text_runs_programs - Returns whether a text of options for PETSc has an option that loads a
   library or starts another program.

   The user who starts a run may give such options, but an options file may not, because it may come
   from somebody else. */
PetscBool petsc_text_runs_programs(const char text[]);

/* petsc_option_is_wrong - Returns whether an option of PETSc, whose value must be one of a few
   words, has another value. A value NULL means that the option has no value. If the value is wrong,
   reason[size] becomes an error message. */
PetscBool petsc_option_is_wrong(const char name[], const char value[], char reason[], size_t size);

/* petsc_option_nearest - Returns the known option of PETSc with the most similar spelling, for
   messages, or NULL. */
const char *petsc_option_nearest(const char name[]);

#endif
