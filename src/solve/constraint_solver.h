/* constraint_solver.h: the part of a stage that finds states on the constraints.

   These are initial states, projections and states of driven mechanisms. The files of
   consistent/ share this part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSTRAINT_SOLVER_H
#define FS_SOLVE_CONSTRAINT_SOLVER_H

#include "solve/consistent/change_points.h"
#include "stage_parts.h"
#include "work_vectors.h"
#include <fs/stage_info.h>
#include <petscksp.h>

/* ---- bordered mass --------------------------------------------------------------------------- */

/* Solves with B = [M G^T; G 0], the mass matrix M bordered by the gradient G of the constraints.
   A solve gives accelerations or velocities that satisfy the constraints, and the Lagrange
   multipliers.

   In all functions, b is a right-hand side of the size of the unknown. Dofs that have neither
   mass nor constraints stay at rest: where B is factored, b becomes 0 in these dofs. */

/* BorderedMass - The matrix B of a system, and its solver. */
typedef struct {
  FsSystem  sys;
  Workspace work; /* borrowed */

  KSP ksp; /* the solver of B; NULL before the first solve */
  Mat B;   /* [M G^T; G 0]; M alone if the system has no constraints */
  /* For models whose nodes are tied: tried is whether fsolve has tried to eliminate the constraint
     equations of the ties from B before the solve, and eliminates is whether ksp does so */
  PetscBool tried, eliminates;
} BorderedMass;

/* BorderedMassPrepare - Builds B = [M G^T; G 0], the mass matrix M bordered by the constraint
   gradient G, at a state, so that BorderedMassApplyInverse can solve with B later. Dofs that have
   neither mass nor constraints get a mass in B, so later right-hand sides must be 0 in these dofs.
   m owns B. Collective. */
PetscErrorCode BorderedMassPrepare(BorderedMass *m, const FsState *state);

/* BorderedMassApplyInverse - Solves B x = b with the matrix B = [M G^T; G 0] (mass matrix M,
   constraint gradient G) that BorderedMassPrepare has built. The first call after that factors B.

   Input:
     b       forces in the entries of dofs, 0 in dofs that have neither mass nor constraints; the
             right-hand sides of the constraint equations in the other entries
   Output:
     x       accelerations in the entries of dofs, Lagrange multipliers in the entries of
             constraints
     solved  PETSC_FALSE if B is singular; x is then undefined
   Collective. */
PetscErrorCode BorderedMassApplyInverse(BorderedMass *m, Vec b, Vec x, PetscBool *solved);

/* BorderedMassSolve - Builds B = [M G^T; G 0], the mass matrix M bordered by the constraint
   gradient G, at a state, factors B, and solves B x = b.

   Input:
     b       right-hand side; entries of dofs without mass and constraints become 0
   Output:
     x       the solution; its entries for constraint equations are Lagrange multipliers
     solved  PETSC_FALSE if B is singular or the residual B x - b is too large
   Collective. */
PetscErrorCode BorderedMassSolve(BorderedMass *m, const FsState *state, Vec b, Vec x,
                                 PetscBool *solved);

/* BorderedMassBuild - Builds B = [M G^T; G 0], the mass matrix M bordered by the constraint
   gradient G, at a state, and stores B in m->B, so that the caller can change B before the
   solve.

   BorderedMassFactorSolve then solves. If B needs no change, call BorderedMassSolve, which does
   both.
   Input:
     state  positions and velocities at which M and G are computed
     rows   whether the constraint equations are those of positions, velocities or accelerations,
            and the factors of G and G^T in B
   Collective. */
PetscErrorCode BorderedMassBuild(BorderedMass *m, const FsState *state,
                                 const FsConstraintRows *rows);

/* BorderedMassFactorSolve - Factors the matrix B = [M G^T; G 0] that BorderedMassBuild has built,
   and solves B x = b. solved becomes PETSC_FALSE if B is singular. Collective. */
PetscErrorCode BorderedMassFactorSolve(BorderedMass *m, Vec b, Vec x, PetscBool *solved);

/* BorderedMassSolveFactored - Solves B x = b, where B = [M G^T; G 0] is the bordered mass matrix
   whose factors the last BorderedMassFactorSolve or BorderedMassSolve has left in m.
   solved becomes PETSC_FALSE if the residual of x is too large. Collective. */
PetscErrorCode BorderedMassSolveFactored(BorderedMass *m, Vec b, Vec x, PetscBool *solved);

/* BorderedMassAccelerations - Finds the accelerations and multipliers of a state by solves with B.

   Reads t, q and v of state and sets a. If the solve fails, info->ok becomes PETSC_FALSE, and
   info->reason and info->place say why and where. Collective. */
PetscErrorCode BorderedMassAccelerations(BorderedMass *m, FsState *state, FsStageInfo *info);

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

/* ---- constraint solver ----------------------------------------------------------------------- */

struct _n_ConstraintSolver {
  FsSystem     sys;
  Workspace    work;
  const Mat   *pattern; /* a matrix with the pattern of the constraint gradient, borrowed */
  BorderedMass inertia;
  /* scales of displacements and of constraint errors (ConstraintScaledMaxNorm); NULL before its
     first call */
  Vec unit;
  /* the last accepted state, which FsStageSetPreviousState gives; borrowed, may be NULL */
  const FsState *last_accepted;
  /* watch of the rank of the constraint gradient; NULL before the watch begins */
  RankWatch    watch;
  ChangePoints change_points;
  /* record of an initial position from which the model can move in several ways; NULL if the
     initial position is not of this kind, or after the motion has left it */
  BranchingStart branching;
};

/* ConstraintScale - Copies a vector of motions and constraint errors, and makes the lengths among
   its entries dimensionless, so that lengths and angles can be compared.

   Displacements, and errors of constraints that are lengths, are divided by the characteristic
   length. Angles keep their values. The system must have constraints.
   Output:
     scaled  the scaled entries, in another vector than x
   Collective. */
PetscErrorCode ConstraintScale(ConstraintSolver s, Vec x, Vec scaled);

/* ConstraintScaledMaxNorm - Computes the largest absolute value of the entries of x after
   displacements, and errors of constraints that are lengths, have been divided by the
   characteristic length of the model (ConstraintScale). x does not change. Collective. */
PetscErrorCode ConstraintScaledMaxNorm(ConstraintSolver s, Vec x, PetscReal *norm);

/* ConstraintViolation - Computes by how much a state violates the constraint equations of a system.

   Input:
     level  which equations: those of positions, of velocities or of accelerations
   Output:
     b      minus the values of the equations in the entries of constraints, 0 in the entries of
            dofs
     norm   the largest absolute value; values that are lengths are divided by the characteristic
            length of the model
   Collective. */
PetscErrorCode ConstraintViolation(ConstraintSolver s, FsConstraintLevel level,
                                   const FsState *state, Vec b, PetscReal *norm);

/* ConstraintCheckFlippedJoints - Checks that no joint is turned by half a turn from its correct
   angle, as FsStageCheckFlippedJoints does. Collective. */
PetscErrorCode ConstraintCheckFlippedJoints(ConstraintSolver s, const FsState *state,
                                            const FsLoading *loading, FsStageInfo *info);

#endif
