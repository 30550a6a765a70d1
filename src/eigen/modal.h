/* modal.h: harmonic response by modes. Inside of this folder: harmonic_solve.c calls it. */
#ifndef FS_EIGEN_MODAL_H
#define FS_EIGEN_MODAL_H

#include "harmonic_solve.h"

/* Find n modes and the factors of the static correction; the inverse; the response, see HarmonicSolverSolve. */
PetscErrorCode ModalCreate(HarmonicSolver h, PetscInt n, PetscReal max_omega);
PetscErrorCode ModalDestroy(HarmonicSolver h);
PetscErrorCode ModalSolve(HarmonicSolver h, PetscReal omega, const ComplexVec *f, ComplexVec *u,
                          PetscBool *ok);

#endif
