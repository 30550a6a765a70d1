/* bordered_mass.h: solves with B = [M G^T; G 0], the mass matrix M bordered by the gradient G of
   the constraints. A solve gives accelerations or velocities that satisfy the constraints, and the
   multipliers.

   In all functions, b is a right-hand side of the size of the unknown. Dofs that have neither mass
   nor constraints stay at rest: where B is factored, b becomes 0 in these dofs. */
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

/* StagePrepareInertia - Builds B at a state, for later calls of StageApplyInverseInertia, whose
   right-hand sides must be 0 in dofs that have neither mass nor constraints. Collective. */
PetscErrorCode StagePrepareInertia(FsStage s, const FsState *state);

/* StageApplyInverseInertia - Solves B x = b with the present B. If B is new, the function factors
   it.

   Output:
     x       the solution; its entries for constraints are multipliers
     solved  PETSC_FALSE if B is singular
   Collective. */
PetscErrorCode StageApplyInverseInertia(FsStage s, Vec b, Vec x, PetscBool *solved);

/* StageSolveInertia - Builds B at a state, factors B, and solves B x = b.

   Output:
     x       the solution; its entries for constraints are multipliers
     solved  PETSC_FALSE if B is singular or the residual of x is too large
   Collective. */
PetscErrorCode StageSolveInertia(FsStage s, const FsState *state, Vec b, Vec x, PetscBool *solved);

/* StageBuildInertia - Builds s->inertia.B at a state.

   Input:
     rows  the form of the constraint equations, and the factors of G and G^T in B
   StageSolveInertia does the same and then solves. Use this function if B must be changed before
   the solve, and then call StageFactorSolveInertia. Collective. */
PetscErrorCode StageBuildInertia(FsStage s, const FsState *state, const FsConstraintRows *rows);

/* StageFactorSolveInertia - Factors B and solves B x = b.

   B is the matrix of the last StageBuildInertia. solved is PETSC_FALSE if B is
   singular. Collective. */
PetscErrorCode StageFactorSolveInertia(FsStage s, Vec b, Vec x, PetscBool *solved);

/* StageSolveFactoredInertia - Solves B x = b with the factors of the last solve.

   solved is PETSC_FALSE if x is not a solution. Collective. */
PetscErrorCode StageSolveFactoredInertia(FsStage s, Vec b, Vec x, PetscBool *solved);

/* StageScale - Makes the lengths among the entries of x dimensionless.

   Displacements, and rows of constraints that are lengths, are divided by the characteristic
   length. Angles keep their values. The system must have constraints.
   Output:
     scaled  the scaled entries, in another vector than x
   Collective. */
PetscErrorCode StageScale(FsStage s, Vec x, Vec scaled);

/* StageScaledMaxNorm - Computes the largest absolute value of the entries that StageScale() would
   give. Collective. */
PetscErrorCode StageScaledMaxNorm(FsStage s, Vec x, PetscReal *norm);

/* StageViolation - Computes minus the values of the constraint equations at a state, and the
   largest one.

   Input:
     level  which equations: those of positions, of velocities or of accelerations
   Output:
     b      minus the values; all other entries are 0
     norm   the largest absolute value; values that are lengths are divided by the characteristic
            length
   Collective. */
PetscErrorCode StageViolation(FsStage s, FsConstraintLevel level, const FsState *state, Vec b,
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
