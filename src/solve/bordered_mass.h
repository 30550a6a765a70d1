/* bordered_mass.h: solves with B = [M G^T; G 0], the mass matrix M bordered by the gradient G of
   the constraints. A solve gives accelerations or velocities that satisfy the constraints, and the
   Lagrange multipliers.

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
  /* For models whose nodes are tied: tried is whether fsolve has tried to eliminate the constraint
     equations of the ties from B before the solve, and eliminates is whether ksp does so */
  PetscBool tried, eliminates;
} BorderedMass;

/* StagePrepareInertia - Builds B = [M G^T; G 0], the mass matrix M bordered by the constraint
   gradient G, at a state, so that StageApplyInverseInertia can solve with B later. Dofs that have
   neither mass nor constraints get a mass in B, so later right-hand sides must be 0 in these dofs.
   The stage s owns B. Collective. */
PetscErrorCode StagePrepareInertia(FsStage s, const FsState *state);

/* StageApplyInverseInertia - Solves B x = b with the matrix B = [M G^T; G 0] (mass matrix M,
   constraint gradient G) that StagePrepareInertia has built. The first call after that factors B.

   Input:
     b       forces in the entries of dofs, 0 in dofs that have neither mass nor constraints; the
             right-hand sides of the constraint equations in the other entries
   Output:
     x       accelerations in the entries of dofs, Lagrange multipliers in the entries of
             constraints
     solved  PETSC_FALSE if B is singular; x is then undefined
   Collective. */
PetscErrorCode StageApplyInverseInertia(FsStage s, Vec b, Vec x, PetscBool *solved);

/* StageSolveInertia - Builds B = [M G^T; G 0], the mass matrix M bordered by the constraint
   gradient G, at a state, factors B, and solves B x = b.

   Input:
     b       right-hand side; entries of dofs without mass and constraints become 0
   Output:
     x       the solution; its entries for constraint equations are Lagrange multipliers
     solved  PETSC_FALSE if B is singular or the residual B x - b is too large
   Collective. */
PetscErrorCode StageSolveInertia(FsStage s, const FsState *state, Vec b, Vec x, PetscBool *solved);

/* StageBuildInertia - Builds B = [M G^T; G 0], the mass matrix M bordered by the constraint
   gradient G, at a state, and stores B in s->inertia.B, so that the caller can change B before the
   solve.

   StageFactorSolveInertia then solves. If B needs no change, call StageSolveInertia, which does
   both.
   Input:
     state  positions and velocities at which M and G are computed
     rows   whether the constraint equations are those of positions, velocities or accelerations,
            and the factors of G and G^T in B
   Collective. */
PetscErrorCode StageBuildInertia(FsStage s, const FsState *state, const FsConstraintRows *rows);

/* StageFactorSolveInertia - Factors the matrix B = [M G^T; G 0] that StageBuildInertia has built,
   and solves B x = b. solved becomes PETSC_FALSE if B is singular. Collective. */
PetscErrorCode StageFactorSolveInertia(FsStage s, Vec b, Vec x, PetscBool *solved);

/* StageSolveFactoredInertia - Solves B x = b, where B = [M G^T; G 0] is the bordered mass matrix
   whose factors the last StageFactorSolveInertia or StageSolveInertia has left in the stage s.
   solved becomes PETSC_FALSE if the residual of x is too large. Collective. */
PetscErrorCode StageSolveFactoredInertia(FsStage s, Vec b, Vec x, PetscBool *solved);

/* StageScale - Copies a vector of motions and constraint errors, and makes the lengths among its
   entries dimensionless, so that lengths and angles can be compared.

   Displacements, and errors of constraints that are lengths, are divided by the characteristic
   length. Angles keep their values. The system must have constraints.
   Output:
     scaled  the scaled entries, in another vector than x
   Collective. */
PetscErrorCode StageScale(FsStage s, Vec x, Vec scaled);

/* StageScaledMaxNorm - Computes the largest absolute value of the entries of x after displacements,
   and errors of constraints that are lengths, have been divided by the characteristic length of the
   model (StageScale). x does not change. Collective. */
PetscErrorCode StageScaledMaxNorm(FsStage s, Vec x, PetscReal *norm);

/* StageViolation - Computes by how much a state violates the constraint equations of a system.

   Input:
     level  which equations: those of positions, of velocities or of accelerations
   Output:
     b      minus the values of the equations in the entries of constraints, 0 in the entries of
            dofs
     norm   the largest absolute value; values that are lengths are divided by the characteristic
            length of the model
   Collective. */
PetscErrorCode StageViolation(FsStage s, FsConstraintLevel level, const FsState *state, Vec b,
                              PetscReal *norm);

/* ---- massless -------------------------------------------------------------------------------- */

/* FixMassless - Changes the equations M x = r for accelerations x so that x is 0 in directions that
   have neither mass nor constraints, instead of undefined.

   Such a direction is a dof, or a direction of a node that is no axis, such as the torsion of an
   inclined beam without torsional inertia. It gets a mass in M, and no force in r.
   Input/Output:
     M        mass matrix, which the gradients of constraints may border
     r        right-hand side
   Output:
     scratch  overwritten
   Collective. */
PetscErrorCode FixMassless(FsSystem sys, Mat M, Vec r, Vec scratch);

#endif
