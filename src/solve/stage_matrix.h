/* stage_matrix.h: the matrix of the linear systems that a stage solves, what it contains, and its
   solver. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_STAGE_MATRIX_H
#define FS_SOLVE_STAGE_MATRIX_H

#include <petscksp.h>
#include "solve/newton/newton.h"
#include "solve/stage_parts.h"
#include "solve/work_vectors.h"

/* _n_StageMatrix - The matrix of a stage and its solver. The stages of linear models and Newton's
   method both store their matrix in A. The one that builds A therefore records that A no longer has
   the matrix of the other one. */
struct _n_StageMatrix {
  Mat A;   /* NULL if accelerations are computed node by node */
  KSP ksp; /* solver of A; NULL before the first set-up */
  /* whether A has the format with one dense block for each pair of nodes */
  PetscBool blocks;
  PetscInt  builds; /* number of times that A was built */
  /* the factors cm, cc and ck of M, C and K in A; no_shift if A is not an effective matrix of a
     linear system */
  FsShift effective;
  /* whether A is a tangent that modified Newton may reuse, and the counts that decide about it */
  NewtonMatrix reuse;
  /* typical stiffness [N/m] by which constraint equations of equilibria are multiplied; 0 before
     NonlinearStiffness */
  PetscReal stiffness;
  char      name[300]; /* the name of the linear solver, for the log */
};

/* StageMatrixCreate - Creates the matrix m->A for a system, with its sparsity pattern and without
   values.

   Input:
     blocks  PETSC_TRUE for a format with one dense block for each pair of nodes
             (FsSystemCreateBlockMatrix), PETSC_FALSE for single entries (FsSystemCreateMatrix)
   Collective. */
PetscErrorCode StageMatrixCreate(FsSystem sys, PetscBool blocks, StageMatrix m);

/* MarkMultipliers - Sets a vector x of the system to 1 in the entries of Lagrange multipliers and
   to 0 elsewhere.

   The system must have constraints. Collective. */
PetscErrorCode MarkMultipliers(FsSystem sys, Vec x);

/* MarkTies - Sets a vector x of the system to 1 in the multipliers of ties (constraints between
   nodes that linear solvers may eliminate) and to 0 elsewhere.

   The system must have traits.has_ties. Collective. */
PetscErrorCode MarkTies(FsSystem sys, Vec x);

/* SystemSetMultifrontal - Lets ksp use fsolve's multifrontal direct solver if it is faster than
   PETSc's.

   Input:
     A  matrix with the pattern of the matrices that ksp will solve with
   Does nothing for systems without constraints. Collective. */
PetscErrorCode SystemSetMultifrontal(Workspace work, KSP ksp, Mat A);

#endif
