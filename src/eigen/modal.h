/* modal.h: harmonic response by modes. Inside of this folder: harmonic_solve.c calls it. */
#ifndef FS_EIGEN_MODAL_H
#define FS_EIGEN_MODAL_H

#include "harmonic_solve.h"

/* Find n modes and the factors of the static correction; the inverse; the response, see HarmonicSolve. */
PetscErrorCode ModalCreate(Harmonics h, PetscInt n, PetscReal top);
PetscErrorCode ModalDestroy(Harmonics h);
PetscErrorCode ModalSolve(Harmonics h, PetscReal omega, const ComplexVec *f, ComplexVec *u, PetscBool *ok);

#endif
