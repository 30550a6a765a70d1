/* pc_multifrontal.h: the multifrontal solver on any number of ranks, as a PCSHELL for KSPPREONLY.

   All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_PC_MULTIFRONTAL_H
#define FS_DIRECT_MULTIFRONTAL_PC_MULTIFRONTAL_H

#include <fs/petsc_versions.h>

typedef struct _n_PCMultifrontal *PCMultifrontal;

/* PCMultifrontalCreate - Creates a multifrontal solver for distributed matrices with the nonzero
   pattern of A, and orders the unknowns.

   Input:
     multipliers  1 in the rows of multipliers, whose diagonal entry is zero, and 0 elsewhere; NULL
                  if there are no such rows */
PetscErrorCode PCMultifrontalCreate(Mat A, Vec multipliers, PCMultifrontal *f);
PetscErrorCode PCMultifrontalDestroy(PCMultifrontal *f);

/* PCSetMultifrontal - Makes pc a PCSHELL with the multifrontal solver f, which pc destroys later.

   If the matrix is singular, the set-up of pc fails. Raises an error if there is not enough memory
   for the factors. */
PetscErrorCode PCSetMultifrontal(PC pc, PCMultifrontal f);

/* KSPSetMultifrontal - Makes ksp use the multifrontal solver if it is faster than MUMPS, unless the
   user has chosen a solver.

   Input:
     A            a matrix with the nonzero pattern of the matrices that ksp will solve with
     multipliers  1 in the rows of multipliers, whose diagonal entry is zero, and 0 elsewhere; NULL
                  if there are no such rows */
PetscErrorCode KSPSetMultifrontal(KSP ksp, Mat A, Vec multipliers);

/* PCMultifrontalGetName - Writes the name of the solver and the size of its factors to name[size],
   for the log. */
PetscErrorCode PCMultifrontalGetName(PC pc, char name[], size_t size);

/* PCIsMultifrontal - Determines whether pc is the multifrontal solver. Not collective. */
PetscErrorCode PCIsMultifrontal(PC pc, PetscBool *is_multifrontal);

#endif
