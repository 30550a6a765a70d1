/* factorization.h: SLEPc's start, and the direct solver that its problems have here. Used by the files of this folder. */
#ifndef FS_EIGEN_FACTORIZATION_H
#define FS_EIGEN_FACTORIZATION_H

#include <fs/fs.h>
#include <petscksp.h>

/* Before the first call of SLEPc, which has a start and an end of its own. */
PetscErrorCode SlepcInitializeOnce(void);

/* ksp, of a spectral transformation, factors by MUMPS: L D L^T, whose signs count, or LU. */
PetscErrorCode KSPSetFactorization(KSP ksp, PetscBool symmetric);

/* *factors = those of A; NULL at first, later those of a matrix with the same pattern, which are replaced. *singular: MUMPS has met a
   pivot of zero; *factors is NULL then. Error: PETSC_ERR_MEM. Collective. */
PetscErrorCode FactorizationCompute(Mat A, PetscBool symmetric, Mat *factors, PetscBool *singular);

/* *megabytes that factors take on all ranks together, by MUMPS; 0 for NULL. Not collective. */
PetscErrorCode FactorizationGetMemory(Mat factors, PetscInt *megabytes);

#endif
