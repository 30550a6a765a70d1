/* pc_multifrontal.h: the multifrontal solver on any number of ranks, as a PCSHELL for KSPPREONLY.

   All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_MULTIFRONTAL_PC_MULTIFRONTAL_H
#define FS_LINEAR_MULTIFRONTAL_PC_MULTIFRONTAL_H

#include <fs/fs.h>

typedef struct _n_PCMultifrontal *PCMultifrontal;

/* PCMultifrontalCreate - Makes the symbolic factorization for matrices with the pattern of A.

   Input:
     multipliers  1 in rows of multipliers, whose diagonal is zero; NULL if there is no such row */
PetscErrorCode PCMultifrontalCreate(Mat A, Vec multipliers, PCMultifrontal *f);
PetscErrorCode PCMultifrontalDestroy(PCMultifrontal *f);

/* PCMultifrontalIsFaster - Estimates whether the solver is faster than MUMPS.

   It is if the fronts and the interface between the ranks are small enough. */
PetscErrorCode PCMultifrontalIsFaster(PCMultifrontal f, PetscBool *faster);

/* PCSetMultifrontal - Makes pc a PCSHELL with this solver; pc takes ownership of f.

   A singular matrix makes the set-up of pc fail. Error: not enough memory for the factors. */
PetscErrorCode PCSetMultifrontal(PC pc, PCMultifrontal f);

/* KSPSetMultifrontal - Lets ksp use this solver if it is faster and the user has chosen no solver.

   Input:
     A            matrix with the pattern of the matrices of ksp
     multipliers  see PCMultifrontalCreate */
PetscErrorCode KSPSetMultifrontal(KSP ksp, Mat A, Vec multipliers);

/* PCMultifrontalGetName - Writes the name and the size of the factors into name[size], for the
   log. */
PetscErrorCode PCMultifrontalGetName(PC pc, char name[], size_t size);

/* PCIsMultifrontal - Determines whether pc is this solver. Not collective. */
PetscErrorCode PCIsMultifrontal(PC pc, PetscBool *is_multifrontal);

#endif
