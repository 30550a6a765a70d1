/* bordered_mass.h: solves with B = [M G^T; G 0], the mass matrix bordered by the constraint
   gradient. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_BORDERED_MASS_H
#define FS_SOLVE_BORDERED_MASS_H

#include <fs/solve.h>
#include <petscksp.h>

typedef struct {
  KSP ksp; /* solver of B; NULL before the first solve */
  Mat B;   /* [M G^T; G 0]; M alone without constraints */
} BorderedMass;

/* StageGetInertiaSolver - Returns a solver of B at a state, borrowed until the next call.

   Sets s->b, the right-hand side, to 0 in dofs that have neither mass nor constraints.
   Overwrites s->x. Collective. */
PetscErrorCode StageGetInertiaSolver(FsStage s, const FsState *state, KSP *ksp);

/* StageSolveInertia - Solves B x = s->b at a state.

   Output:
     x       solution with multipliers
     solved  false if B is singular; the residual is tested
   Overwrites s->x and s->r, and s->b as StageGetInertiaSolver does. Collective. */
PetscErrorCode StageSolveInertia(FsStage s, const FsState *state, Vec x, PetscBool *solved);

/* StageBuildInertia - Builds B at a state with the constraint rows and columns of rows.

   The first of the two steps of StageSolveInertia; between them the caller may change B.
   Overwrites s->x. Collective. */
PetscErrorCode StageBuildInertia(FsStage s, const FsState *state, const FsConstraintRows *rows);

/* StageFactorSolveInertia - Factors B and solves B x = s->b. Collective. */
PetscErrorCode StageFactorSolveInertia(FsStage s, Vec x, PetscBool *solved);

/* StageSolveFactoredInertia - Solves B x = s->b with the existing factors. Collective. */
PetscErrorCode StageSolveFactoredInertia(FsStage s, Vec x, PetscBool *solved);

/* StageScaledMaxNorm - Computes the largest entry of x in rad (rad/s), whatever the units are.

   Displacements, and rows of constraints that are lengths, are divided by the characteristic
   length. Overwrites s->r with the scaled entries. Collective. */
PetscErrorCode StageScaledMaxNorm(FsStage s, Vec x, PetscReal *norm);

/* StageViolation - Sets s->b to minus the constraint rows of a level, and computes their size.

   Output:
     norm  see StageScaledMaxNorm
   Entries of s->b outside the rows are 0. Collective. */
PetscErrorCode StageViolation(FsStage s, FsConstraintLevel level, const FsState *state,
                              PetscReal *norm);

#endif
