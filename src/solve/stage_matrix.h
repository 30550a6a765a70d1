/* stage_matrix.h: creates the matrix of a stage and marks its rows of multipliers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_STAGE_MATRIX_H
#define FS_SOLVE_STAGE_MATRIX_H

#include <fs/solve.h>
#include <petscksp.h>

/* StageCreateMatrix - Creates s->A without values.

   Input:
     blocks  PETSC_TRUE to use FsSystemCreateBlockMatrix, PETSC_FALSE to use FsSystemCreateMatrix
   Collective. */
PetscErrorCode StageCreateMatrix(FsStage s, PetscBool blocks);

/* StageSetMatrixFormat - Replaces s->A if the present solver needs another format.

   The formats are those of FsSystemCreateMatrix and FsSystemCreateBlockMatrix. Collective. */
PetscErrorCode StageSetMatrixFormat(FsStage s);

/* MarkMultipliers - Sets x to 1 in the rows of multipliers and to 0 elsewhere.

   The system must have constraints. Collective. */
PetscErrorCode MarkMultipliers(FsSystem sys, Vec x);

/* MarkTies - Sets x to 1 in the rows of ties, which solvers may eliminate, and to 0 elsewhere.

   The system must have traits.has_ties. Collective. */
PetscErrorCode MarkTies(FsSystem sys, Vec x);

/* StageSetMultifrontal - Lets ksp use the multifrontal solver if that is faster.

   Input:
     A  matrix with the pattern of the matrices that ksp will solve with
   Does nothing for systems without constraints. Collective. */
PetscErrorCode StageSetMultifrontal(FsStage s, KSP ksp, Mat A);

#endif
