/* force_units.h: makes forces, moments and errors of constraints comparable. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_FORCE_UNITS_H
#define FS_SYSTEM_FORCE_UNITS_H

#include <fs/system.h>

/* FsSystemWeights - Computes the weights with which squares of displacements and of rotations can
   be added.

   Output:
     w  1 for displacements, the square of the node's rotation length for rotations [m2], and 0 for
        multipliers (FsSystemGeometryOps.weights)
   Collective. */
PetscErrorCode FsSystemWeights(FsSystem sys, Vec w);

/* FsSystemForceUnits - Computes the factor that makes a force of each entry of an equilibrium's
   residual, so that entries can be compared with each other whatever the units of the model are.

   Output:
     unit  1 for forces, and 1 over the rotation length of the node for moments [1/m] (see
           FsSystemWeights). In rows of constraints, which the caller has multiplied by
           a stiffness [N/m], it is 1 for lengths and the characteristic length for angles [m];
           1 in rows that were dropped
   The diagonal matrix of these factors on both sides of K makes all entries stiffnesses [N/m].
   Collective. */
PetscErrorCode FsSystemForceUnits(FsSystem sys, Vec unit);

/* FsSystemComparableMatrix - Copies a tangent A with the factors of FsSystemForceUnits on both
   sides.

   Input/Output:
     comparable  the copy. If it is NULL, it is created, and the caller destroys it; otherwise it
                 must have the nonzero pattern of A
   Collective. */
PetscErrorCode FsSystemComparableMatrix(FsSystem sys, Mat A, Mat *comparable);

/* FsSystemForceNorm - Computes a norm of a residual, or of a difference of residuals, with the
   factors of FsSystemForceUnits [N]. Collective. */
PetscErrorCode FsSystemForceNorm(FsSystem sys, Vec r, NormType type, PetscReal *norm);

/* FsSystemStiffnessNorm - Computes a norm of the matrix of FsSystemComparableMatrix [N/m].
   Collective. */
PetscErrorCode FsSystemStiffnessNorm(FsSystem sys, Mat A, NormType type, PetscReal *norm);

/* FsSystemDiagonalNorm - Computes the norm of the diagonal of the matrix of
   FsSystemComparableMatrix [N/m]. Collective. */
PetscErrorCode FsSystemDiagonalNorm(FsSystem sys, Mat A, PetscReal *norm);

/* FsSystemMeanStiffness - Computes the mean of |A_ii| over the entries that are not 0, with the
   square of the factors of FsSystemForceUnits; 1 if all are 0 [N/m]. Collective. */
PetscErrorCode FsSystemMeanStiffness(FsSystem sys, Mat A, PetscReal *mean);

#endif
