/* equilibration.h: scales the rows and columns of a tangent so that its entries have no unit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_EQUILIBRATION_H
#define FS_SYSTEM_EQUILIBRATION_H

#include <fs/system.h>

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
