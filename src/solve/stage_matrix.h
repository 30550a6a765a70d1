/* stage_matrix.h: creates the matrix of a stage and marks its rows of multipliers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_STAGE_MATRIX_H
#define FS_SOLVE_STAGE_MATRIX_H

#include <fs/solve.h>
#include <petscksp.h>

/* StageCreateMatrix - Creates the matrix s->A of a stage, with its sparsity pattern and without
   values.

   Input:
     blocks  PETSC_TRUE for a format with one dense block for each pair of nodes
             (FsSystemCreateBlockMatrix), PETSC_FALSE for single entries (FsSystemCreateMatrix)
   Collective. */
PetscErrorCode StageCreateMatrix(FsStage s, PetscBool blocks);

/* StageSetMatrixFormat - Replaces the matrix s->A of a stage if the present linear solver needs the
   other format: one dense block for each pair of nodes, or single entries. Collective. */
PetscErrorCode StageSetMatrixFormat(FsStage s);

/* MarkMultipliers - Sets a vector x of the system to 1 in the entries of Lagrange multipliers and
   to 0 elsewhere.

   The system must have constraints. Collective. */
PetscErrorCode MarkMultipliers(FsSystem sys, Vec x);

/* MarkTies - Sets a vector x of the system to 1 in the multipliers of ties (constraints between
   nodes that linear solvers may eliminate) and to 0 elsewhere.

   The system must have traits.has_ties. Collective. */
PetscErrorCode MarkTies(FsSystem sys, Vec x);

/* StageSetMultifrontal - Lets ksp use fsolve's multifrontal direct solver if it is faster than
   PETSc's.

   Input:
     A  matrix with the pattern of the matrices that ksp will solve with
   Does nothing for systems without constraints. Collective. */
PetscErrorCode StageSetMultifrontal(FsStage s, KSP ksp, Mat A);

#endif
