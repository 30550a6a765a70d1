/* stability.h: counts the unstable directions of an equilibrium, which are the negative eigenvalues
   of its tangent stiffness K. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_STABILITY_H
#define FS_CONTINUATION_STABILITY_H

#include "eigen/pencil.h"
#include <petscksp.h>

/* StabilityByEigenvalues - Counts the negative real eigenvalues of K x = mu W x, for a K that is
   not symmetric because loads are not conservative.

   If the symmetric part of K is positive definite, there are no negative eigenvalues. Otherwise
   only the few eigenvalues nearest to 0 are computed and counted. The number shows static
   instability, but not flutter, whose eigenvalues are complex and depend on the masses.
   Input:
     p        a pencil (eigen/pencil.h) whose stiffness matrix is K
     weights  the diagonal of W: positive for dofs, 0 for multipliers
   Output:
     index    the number of negative real eigenvalues; -1 if the eigenvalues cannot be computed
   Collective. */
PetscErrorCode StabilityByEigenvalues(Pencil p, Vec weights, PetscInt *index);

/* StabilityByFactors - Counts the negative and the zero eigenvalues of K by the signs of the pivots
   of its factors.

   An eigenvalue counts as zero if it is round-off, up to 1e-12 of the largest eigenvalue. If K is
   not symmetric, the function calls StabilityByEigenvalues, and sets *zero to 0.
   Input:
     p         a pencil (PencilCreateStiffness) whose stiffness matrix is K
     weights   the diagonal of W in K x = mu W x: positive for dofs, 0 for multipliers
   Output:
     negative  the number of negative eigenvalues; -1 if they cannot be counted
     zero      the number of zero eigenvalues
   Collective. */
PetscErrorCode StabilityByFactors(Pencil p, Vec weights, PetscInt *negative, PetscInt *zero);

/* StabilityByIteration - Counts the negative eigenvalues of a symmetric K by LOBPCG (Knyazev 2001).

   LOBPCG needs no factors, only products with K. The function computes the lowest eigenvalues of
   K x = mu W x, and increases their number until one of them is positive.
   Input:
     K         a matrix, or an operator that multiplies vectors
     pc        a preconditioner that is set up for K; the function applies it
     weights   the diagonal of W, all positive
     seconds   the limit of the wall time of the computation [s]
   Output:
     negative  the number of negative eigenvalues found; -1 if nothing is known
     all       PETSC_TRUE if it is certain that no others exist
   Collective. */
PetscErrorCode StabilityByIteration(Mat K, PC pc, Vec weights, PetscReal seconds,
                                    PetscInt *negative, PetscBool *all);

#endif
