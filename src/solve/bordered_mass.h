/* bordered_mass.h: solves with B = [M G^T; G 0], the mass matrix M bordered by the gradient G of
   the constraints. A solve gives accelerations or velocities that satisfy the constraints, and the
   multipliers.

   In all functions, s->b is the right-hand side; s->x and s->r are work vectors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_BORDERED_MASS_H
#define FS_SOLVE_BORDERED_MASS_H

#include <fs/system.h>
#include <fs/solve.h>
#include <petscksp.h>

typedef struct {
  KSP ksp; /* the solver of B; NULL before the first solve */
  Mat B;   /* [M G^T; G 0]; M alone if the system has no constraints */
  /* whether the elimination of the constraints of ties has been tried, and whether ksp eliminates
     these constraints */
  PetscBool tried, eliminates;
} BorderedMass;

/* StagePrepareInertia - Builds B at a state, for later calls of StageApplyInverseInertia.

   Sets s->b, the right-hand side, to 0 in dofs that have neither mass nor constraints.
   Overwrites s->x. Collective. */
PetscErrorCode StagePrepareInertia(FsStage s, const FsState *state);

/* StageApplyInverseInertia - Solves B x = s->b with the present B. If B is new, the function
   factors it.

   Output:
     x       the solution; its entries for constraints are multipliers
     solved  PETSC_FALSE if B is singular
   Collective. */
PetscErrorCode StageApplyInverseInertia(FsStage s, Vec x, PetscBool *solved);

/* StageSolveInertia - Builds B at a state, factors B, and solves B x = s->b.

   Output:
     x       the solution; its entries for constraints are multipliers
     solved  PETSC_FALSE if B is singular or the residual of x is too large
   Overwrites s->x and s->r. Sets s->b to 0 in dofs that have neither mass nor constraints.
   Collective. */
PetscErrorCode StageSolveInertia(FsStage s, const FsState *state, Vec x, PetscBool *solved);

/* StageBuildInertia - Builds s->inertia.B at a state.

   Input:
     rows  the form of the constraint equations, and the factors of G and G^T in B
   StageSolveInertia does the same and then solves. Use this function if B must be changed before
   the solve, and then call StageFactorSolveInertia. Overwrites s->x. Collective. */
PetscErrorCode StageBuildInertia(FsStage s, const FsState *state, const FsConstraintRows *rows);

/* StageFactorSolveInertia - Factors B and solves B x = s->b.

   B is the matrix of the last StageBuildInertia. Overwrites s->r. Sets s->b to 0 in dofs that have
   neither mass nor constraints. solved is PETSC_FALSE if B is singular. Collective. */
PetscErrorCode StageFactorSolveInertia(FsStage s, Vec x, PetscBool *solved);

/* StageSolveFactoredInertia - Solves B x = s->b with the factors of the last solve.

   Overwrites s->r. solved is PETSC_FALSE if x is not a solution. Collective. */
PetscErrorCode StageSolveFactoredInertia(FsStage s, Vec x, PetscBool *solved);

/* StageScaledMaxNorm - Computes the largest absolute value of the entries of x, after lengths are
   made dimensionless.

   Displacements, and rows of constraints that are lengths, are divided by the characteristic
   length. Angles keep their values. Sets s->r to the scaled entries. The system must have
   constraints. Collective. */
PetscErrorCode StageScaledMaxNorm(FsStage s, Vec x, PetscReal *norm);

/* StageViolation - Sets s->b to minus the values of the constraint equations at a state, and
   computes the largest one.

   Input:
     level  which equations: those of positions, of velocities or of accelerations
   Output:
     norm   the largest absolute value; values that are lengths are divided by the characteristic
            length
   All other entries of s->b are 0. Overwrites s->r. Collective. */
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
