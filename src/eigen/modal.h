/* modal.h: solves for the harmonic response by superposition of modes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_MODAL_H
#define FS_EIGEN_MODAL_H

#include "harmonic_solve.h"

/* ModalCreate - Finds n modes and factors the matrix of the static correction. Collective. */
PetscErrorCode ModalCreate(HarmonicSolver h, PetscInt n, PetscReal max_omega);
PetscErrorCode ModalDestroy(HarmonicSolver h);

/* ModalSolve - Computes the response, see HarmonicSolverSolve. Collective. */
PetscErrorCode ModalSolve(HarmonicSolver h, PetscReal omega, const ComplexVec *f, ComplexVec *u,
                          PetscBool *ok);

#endif
