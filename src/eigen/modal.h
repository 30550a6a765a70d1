/* modal.h: solves for the harmonic response by superposition of modes.

   harmonic_solve.c calls these functions if HarmonicSolver.modes is not 0. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_MODAL_H
#define FS_EIGEN_MODAL_H

#include "eigen/harmonic/harmonic_solve.h"

/* ModalCreate - Finds the n lowest modes and factors the matrix of the static correction.

   Input:
     max_omega  highest frequency of later solves [rad/s]
   Errors are those of ModesFind. Collective. */
PetscErrorCode ModalCreate(HarmonicSolver h, PetscInt n, PetscReal max_omega);
/* ModalProjectLoss - Computes h->loss from h->H. Collective. */
PetscErrorCode ModalProjectLoss(HarmonicSolver h);
PetscErrorCode ModalDestroy(HarmonicSolver h);

/* ModalSolve - Computes the response by modes; the arguments are those of HarmonicSolverSolve.

   Collective. */
PetscErrorCode ModalSolve(HarmonicSolver h, PetscReal omega, const ComplexVec *f, ComplexVec *u,
                          PetscBool *ok);

#endif
