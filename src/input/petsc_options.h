/* petsc_options.h: which options of PETSc there are, and what they may do. Names have their dash; upper and lower case are
   the same. Inside of this folder. */
#ifndef FS_INPUT_PETSC_OPTIONS_H
#define FS_INPUT_PETSC_OPTIONS_H

#include <fs/options.h>

/* Whether PETSc may have the option: one of its solvers, matrices and vectors, also in a solver inside of another, or one that
   watches the run. */
PetscBool petsc_option_is_allowed(const char name[]);

/* Whether the option loads or starts other programs, or ends this one in another way: only whoever starts a run may ask for
   it, not a file. value may be NULL. Of these petsc_option_is_allowed is true as well. */
PetscBool petsc_option_runs_programs(const char name[], const char value[]);

/* Whether the option is of a solver inside of another, which is made in the first solve. */
PetscBool petsc_option_is_inner(const char name[]);

/* Whether the option need not be read while solvers are set up: PETSc reads it later, or with other solvers only. */
PetscBool petsc_option_is_read_late(const char name[]);

/* A name like this one, for messages, or NULL. */
const char *petsc_option_nearest(const char name[]);

#endif
