/* modal.h: computes the harmonic response by superposition of the lowest modes.

   A static correction stands for the other modes. harmonic_solve.c calls these functions if the
   member modes of HarmonicSolver is not 0. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_MODAL_H
#define FS_EIGEN_MODAL_H

#include "eigen/harmonic/harmonic_solve.h"

/* ModalCreate - Finds the n lowest modes and factors the matrix of the static correction. The
   results are members of h.

   Input:
     max_omega  the highest frequency of later solves [rad/s]
   Errors are those of ModesFind. Collective. */
PetscErrorCode ModalCreate(HarmonicSolver h, PetscInt n, PetscReal max_omega);
/* ModalProjectLoss - Computes h->loss, the products x_i . H x_j of the modes with the loss matrix
   h->H. Call it after the values of H change. Collective. */
PetscErrorCode ModalProjectLoss(HarmonicSolver h);
PetscErrorCode ModalDestroy(HarmonicSolver h);

/* ModalSolve - Computes the response by superposition of modes. The arguments are those of
   HarmonicSolverSolve. Collective. */
PetscErrorCode ModalSolve(HarmonicSolver h, PetscReal omega, const ComplexVec *f, ComplexVec *u,
                          PetscBool *ok);

#endif
