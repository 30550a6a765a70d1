/* stability.h: counts the unstable directions of an equilibrium: the negative eigenvalues of K.

   If K is symmetric, the signs of the pivots of its factors give this number. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_STABILITY_H
#define FS_CONTINUATION_STABILITY_H

#include "eigen/pencil.h"
#include <petscksp.h>

/* StabilityByEigenvalues - Counts the negative real eigenvalues of K x = mu W x.

   If the symmetric part of K is positive, x . K x is positive, and the number is 0. Otherwise only
   the few eigenvalues nearest to 0 are considered. The number shows static instability, but not
   flutter, whose eigenvalues are complex and depend on the masses.
   Input:
     p        pencil with K
     weights  diagonal of W, 0 for multipliers
   Output:
     index    the number; -1 if the eigenvalues cannot be computed
   Collective. */
PetscErrorCode StabilityByEigenvalues(Pencil p, Vec weights, PetscInt *index);

/* StabilityByFactors - Counts the negative and the zero eigenvalues of K by its factors.

   Eigenvalues are zero if they are round-off, 1e-12 of the largest. If K is not symmetric, the
   function calls StabilityByEigenvalues, and *zero is 0.
   Input:
     p         pencil with K, see PencilCreateStiffness
     weights   see StabilityByEigenvalues
   Output:
     negative  number of negative eigenvalues; -1 if they cannot be counted
   Collective. */
PetscErrorCode StabilityByFactors(Pencil p, Vec weights, PetscInt *negative, PetscInt *zero);

/* StabilityByIteration - Counts the negative eigenvalues of a symmetric K by LOBPCG (Knyazev 2001).

   Computes the lowest eigenvalues of K x = mu W x, more of them until one is positive.
   Input:
     K         matrix, or operator
     pc        a preconditioner of K, which is only applied
     weights   diagonal of W, all positive
     seconds   the computation ends after this time
   Output:
     negative  the number, or a part of it if the time does not suffice; -1 if nothing is known
     all       PETSC_TRUE if there are no others
   Collective. */
PetscErrorCode StabilityByIteration(Mat K, PC pc, Vec weights, PetscReal seconds,
                                    PetscInt *negative, PetscBool *all);

#endif
