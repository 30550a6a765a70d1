/* bordered_mass.h: solves with B = [M G^T; G 0], the mass matrix bordered by the constraint
   gradient. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_BORDERED_MASS_H
#define FS_SOLVE_BORDERED_MASS_H

#include <fs/system.h>
#include <fs/solve.h>
#include <petscksp.h>

typedef struct {
  KSP ksp; /* solver of B; NULL before the first solve */
  Mat B;   /* [M G^T; G 0]; M alone without constraints */
  /* whether the elimination of ties has been tried, and whether ksp eliminates them */
  PetscBool tried, eliminates;
} BorderedMass;

/* StagePrepareInertia - Builds B at a state for StageApplyInverseInertia.

   Sets s->b, the right-hand side, to 0 in dofs that have neither mass nor constraints.
   Overwrites s->x. Collective. */
PetscErrorCode StagePrepareInertia(FsStage s, const FsState *state);

/* StageApplyInverseInertia - Solves B x = s->b with the present B, which it factors if it is new.

   Output:
     solved  PETSC_FALSE if B is singular
   Collective. */
PetscErrorCode StageApplyInverseInertia(FsStage s, Vec x, PetscBool *solved);

/* StageSolveInertia - Solves B x = s->b at a state.

   Output:
     x       solution; its rows of constraints hold multipliers
     solved  PETSC_FALSE if B is singular or the residual of x is too large
   Overwrites s->x and s->r. Sets s->b to 0 in dofs that have neither mass nor constraints.
   Collective. */
PetscErrorCode StageSolveInertia(FsStage s, const FsState *state, Vec x, PetscBool *solved);

/* StageBuildInertia - Builds s->inertia.B at a state.

   The argument rows gives the form and the factors of the constraint rows and columns. This is the
   first of the two steps of StageSolveInertia. After it the caller may change B, and then calls
   StageFactorSolveInertia. Overwrites s->x. Collective. */
PetscErrorCode StageBuildInertia(FsStage s, const FsState *state, const FsConstraintRows *rows);

/* StageFactorSolveInertia - Factors B and solves B x = s->b.

   B is the matrix of the last StageBuildInertia. Overwrites s->r, and s->b as StageSolveInertia
   does. solved is PETSC_FALSE if B is singular. Collective. */
PetscErrorCode StageFactorSolveInertia(FsStage s, Vec x, PetscBool *solved);

/* StageSolveFactoredInertia - Solves B x = s->b with the factors of the last solve.

   Overwrites s->r. solved is PETSC_FALSE if x is not a solution. Collective. */
PetscErrorCode StageSolveFactoredInertia(FsStage s, Vec x, PetscBool *solved);

/* StageScaledMaxNorm - Computes the largest size of an entry of x, after lengths are scaled.

   Displacements, and rows of constraints that are lengths, are divided by the characteristic
   length. Angles keep their values. Sets s->r to the scaled entries. The system must have
   constraints. Collective. */
PetscErrorCode StageScaledMaxNorm(FsStage s, Vec x, PetscReal *norm);

/* StageViolation - Sets s->b to minus the constraint rows of a level, and computes their size.

   Output:
     norm  largest size of a row, scaled as by StageScaledMaxNorm
   Entries of s->b outside the rows are 0. Overwrites s->r. Collective. */
PetscErrorCode StageViolation(FsStage s, FsConstraintLevel level, const FsState *state,
                              PetscReal *norm);

/* ---- massless -------------------------------------------------------------------------------- */

/* FixMassless - Changes M x = r so that directions without mass and constraints stay at rest.

   Such a direction is a dof, or a direction of a node that is no axis, such as the torsion of an
   inclined beam without torsional inertia. It gets a mass in M, and no force in r.
   Input/Output:
     M   mass matrix, which the gradients of constraints may border
     r   right-hand side
   Output:
     scratch  overwritten
   Collective. */
PetscErrorCode FixMassless(FsSystem sys, Mat M, Vec r, Vec scratch);

#endif
