/* force_units.h: makes forces, moments and errors of constraints comparable. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_FORCE_UNITS_H
#define FS_SYSTEM_FORCE_UNITS_H

#include <fs/system.h>

/* FsSystemWeights - Computes weights that make a sum of squares of displacements and rotations
   meaningful.

   Output:
     w  a global vector: 1 for displacements, the square of the rotation length of the node for
        rotations [m2], and 0 for multipliers
   Collective. */
PetscErrorCode FsSystemWeights(FsSystem sys, Vec w);

/* FsSystemForceUnits - Computes factors that turn the entries of an equilibrium's residual into
   forces, so that entries can be compared with each other whatever the units of the model are.

   Output:
     unit  a global vector: 1 for forces, and 1 over the rotation length of the node for moments
           [1/m]. The rows of constraints, which the caller has multiplied by a stiffness [N/m],
           have 1 for lengths and the characteristic length [m] for angles. Rows that were dropped
           have 1
   If rows and columns of K are multiplied by these factors, all entries are stiffnesses [N/m].
   Collective. */
PetscErrorCode FsSystemForceUnits(FsSystem sys, Vec unit);

/* FsSystemComparableMatrix - Copies a stiffness matrix A, with rows and columns multiplied by
   factors that turn all entries into stiffnesses [N/m].

   Changed:
     comparable  the copy. If it is NULL on entry, it is created, and the caller destroys it;
                 otherwise it must have the nonzero pattern of A
   Collective. */
PetscErrorCode FsSystemComparableMatrix(FsSystem sys, Mat A, Mat *comparable);

/* FsSystemForceNorm - Computes a norm [N] of a residual, or of a difference of residuals, after its
   moments and errors of constraints are multiplied by factors that turn them into forces.
   Collective. */
PetscErrorCode FsSystemForceNorm(FsSystem sys, Vec r, NormType type, PetscReal *norm);

/* FsSystemStiffnessNorm - Computes a norm [N/m] of a stiffness matrix A, after its rows and columns
   are multiplied by factors that turn all entries into stiffnesses [N/m]. Collective. */
PetscErrorCode FsSystemStiffnessNorm(FsSystem sys, Mat A, NormType type, PetscReal *norm);

/* FsSystemDiagonalNorm - Computes the norm [N/m] of the diagonal of a stiffness matrix A, after its
   rows and columns are multiplied by factors that turn all entries into stiffnesses. Collective. */
PetscErrorCode FsSystemDiagonalNorm(FsSystem sys, Mat A, PetscReal *norm);

/* FsSystemMeanStiffness - Computes the mean [N/m] of |A_ii| over the diagonal entries that are not
   0, after multiplication by the squares of the factors of FsSystemForceUnits. Dropped rows of
   constraints do not count, because their entries are given by the caller and are no stiffness of
   the model. The mean is 1 if all are 0. Collective. */
PetscErrorCode FsSystemMeanStiffness(FsSystem sys, Mat A, PetscReal *mean);

#endif
