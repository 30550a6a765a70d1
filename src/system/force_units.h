/* force_units.h: makes forces, moments and errors of constraints comparable, and scales tangents
   so that their entries have no unit. */
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
     unit  a global vector: 1 for forces, and 1 divided by the rotation length of the node [1/m] for
           moments. The rows of constraints, which the caller has multiplied by a stiffness [N/m],
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

/* ---- equilibration --------------------------------------------------------------------------- */

/* Equilibration - Factors that make the rows and columns of a tangent A comparable, whatever the
   units of the model and the factors of the constraint rows are.

   The matrix row_i A_ij column_j has no unit, and no entry is larger than 1 if A is symmetric. A
   vector b of the equation A x = b becomes row_i b_i, and x becomes x_j / column_j. Both have no
   unit, so that norms of them have a meaning. */
typedef struct {
  Vec row, column;
  /* PETSC_TRUE if a row of A is zero, or if an entry of A is not finite. The factors of such a
     matrix have no meaning */
  PetscBool singular;
} Equilibration;

/* EquilibrationCreate - Computes the factors of a tangent. The caller destroys them.

   Rotations are multiplied by the rotation lengths of their nodes (FsSystemWeights). The sum of the
   absolute values in a row is then a stiffness, and the factor of a dof is made of the root of this
   sum. Columns of multipliers do not count in the sum, because their unit depends on the caller.
   The factors of the row and of the column of a constraint follow from the factors of its dofs. A
   dof without stiffness, such as that of the master of a tie, gets its factors from the constraints
   that hold it.
   Input:
     A  an assembled tangent of sys (AIJ, BAIJ or dense)
   Collective. */
PetscErrorCode EquilibrationCreate(FsSystem sys, Mat A, Equilibration *e);

/* EquilibrationCreateFactors - Creates e->row and e->column without values, as vectors with the
   layout of the square matrix A. No rank waits for others, in contrast to MatCreateVecs, which
   gathers the layout from all ranks. The caller destroys them. Collective. */
PetscErrorCode EquilibrationCreateFactors(Mat A, Equilibration *e);

PetscErrorCode EquilibrationDestroy(Equilibration *e);

/* EquilibrationRandomSide - Sets b to a random right-hand side whose entries are between 0 and 1
   after multiplication by the factors of the rows. Collective. */
PetscErrorCode EquilibrationRandomSide(const Equilibration *e, Vec b);

/* EquilibrationNormOfSide - Computes the Euclidean norm of a right-hand side b, multiplied by the
   factors of the rows. Collective. */
PetscErrorCode EquilibrationNormOfSide(const Equilibration *e, Vec b, PetscReal *norm);

/* EquilibrationNormOfUnknown - Computes the Euclidean norm of an unknown x, divided by the factors
   of the columns. Collective. */
PetscErrorCode EquilibrationNormOfUnknown(const Equilibration *e, Vec x, PetscReal *norm);

#endif
