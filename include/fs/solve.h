/* solve.h: the stage, which solves the equations of motion r(q, v, a, lambda, t) = 0 at one time
   for one unknown vector x. A step of a time integration scheme consists of one or more stages.

   Integrators and analyses of equilibria call the stage. The scheme says how q, v and a depend on
   x: they move along a line in the space of (q, v, a), whose direction is an FsShift (state.h). The
   stage finds x by one linear solve or by Newton's method. The matrix of the linear systems,
   cm M + cc C + ck K, is called the effective matrix. initial_state.h, kinematic_solve.h and
   stage_redundancy.h declare the other solves of a stage.

   All functions that return PetscErrorCode are collective. A failed solve is not an error: info->ok
   becomes PETSC_FALSE. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_H
#define FS_SOLVE_H

#include <fs/archive.h>
#include <fs/initial_state.h>
#include <fs/kinematic_solve.h>
#include <fs/options.h>
#include <fs/stage_info.h>
#include <fs/stage_redundancy.h>

/* FsStageCreate - Creates a stage for a system, which is borrowed and must outlive the stage. */
FS_EXTERN PetscErrorCode FsStageCreate(FsSystem sys, FsStage *stage);
FS_EXTERN PetscErrorCode FsStageDestroy(FsStage *stage);

/* FsFirstOrderShift - Returns the shift of schemes that discretize q' = v and v' = a by the same
   formula.

   The lines of their stages are q = q* + s v and v = v* + s a, where the scheme knows q* and v*,
   and s is a time [s]. The unknown x is q. */
static inline FsShift FsFirstOrderShift(PetscReal s)
{
  const FsShift shift = {1 / (s * s), 1 / s, 1, PETSC_FALSE};

  return shift;
}

/* FsStageSetExpectedSolves - Sets the expected number of solves with the same effective matrix. If
   this number is large, the stage prefers a factorization to an iterative solver. Call it before
   FsStageSetUp. Not collective. */
FS_EXTERN void FsStageSetExpectedSolves(FsStage s, PetscReal solves);

/* FsStageSetShifts - Sets the number of different shifts that a scheme uses in a time step.

   For a linear system, the stage s then keeps one effective matrix with its factors for each shift.
   A scheme that changes its shift from solve to solve therefore builds and factors each matrix only
   once, but needs more memory. Without this call, and for nonlinear systems, the stage keeps
   one matrix. Call it before FsStageSetUp. Not collective. */
FS_EXTERN void FsStageSetShifts(FsStage s, PetscInt shifts);

/* FsStageSetUp - Builds the effective matrix and its solver, and reads PETSc's options for them.
   Call it before the first solve.

   Input:
     shift  the shift of the first solves
     at     a state close to the states of the first solves, from which the stage finds out which
            solver is suitable; NULL for equilibria
   Input error: PETSc rejects its options. */
FS_EXTERN PetscErrorCode FsStageSetUp(FsStage s, FsShift shift, const FsState *at);

/* FsLine - A point (q, v, a) on the line of a stage, which is given by linear combinations of n
   vectors.

   The point's q is the sum of q[i] vec[i] over i; its v and a are the same sums with v[i] and a[i].
   The stage computes only the sums that its solver needs, and it computes them together with other
   work on the vectors. */
typedef struct {
  PetscInt         n;         /* the number of vectors */
  const Vec       *vec;       /* [n] the vectors */
  const PetscReal *q, *v, *a; /* [n] factors; a may be NULL if the stage does not need a */
} FsLine;

/* FsStageSolve - Solves the stage of an implicit scheme at the time state->t under the loading
   FsLoadingOfMotion.

   Input:
     shift  the direction of the line, with ck = 1 and rates = PETSC_FALSE
     line   a point of the line, from which the solve starts. Its vectors may include q, v and a of
            state
   Output:
     state  q, v and a that satisfy r = 0; undefined if info->ok is PETSC_FALSE
   A linear system needs one linear solve. The stage keeps the effective matrix and its
   preconditioner until the shift changes. An iterative solver starts from the q of the point. The
   right-hand side then costs one product with M and one with C (Zhang, Zhang & Masarati 2021,
   Tables 1 and 2). A direct solver instead computes the increment of q from the point, because v
   and a follow from this increment without loss of digits, while a difference of two nearly equal
   q, divided by dt, would lose digits. A nonlinear system is solved by Newton's method from the
   point. */
FS_EXTERN PetscErrorCode FsStageSolve(FsStage s, FsShift shift, const FsLine *line, FsState *state,
                                      FsStageInfo *info);

/* FsStageUsesInitialGuess - Returns whether FsStageSolve reads the q of its argument line as the
   initial guess of an iterative solver. Call it after FsStageSetUp. Not collective. */
FS_EXTERN PetscBool FsStageUsesInitialGuess(FsStage s);

/* FsStageSolveRates - Solves the stage of a first-order scheme at the time state->t, on a nonlinear
   system in which the time derivative qd of q is not v (FsSystemHasRates).

   The lines are q = q* + h qd and v = v* + h a, where the scheme knows q* and v*, and h is a time
   [s]. On entry, q and qd of state satisfy the first equation, and a of state is v*. On return, q,
   qd, v and a of state satisfy both equations and r = 0. */
FS_EXTERN PetscErrorCode FsStageSolveRates(FsStage s, PetscReal h, FsState *state,
                                           FsStageInfo *info);

/* FsStageSetUpMidpoint - Prepares a stage of a nonlinear system for FsStageSolveMidpoint.

   Call it once, before FsStageSetUp. s is the initial state. Input error: the method does not
   work for the system or a part of it; the message names the remedy. */
FS_EXTERN PetscErrorCode FsStageSetUpMidpoint(FsStage stage, const FsState *s);

/* FsStageSolveMidpoint - Computes a step of size h [s] that conserves energy, linear and angular
   momentum, from the last accepted state.

   The equations of motion hold in the middle of the step, with forces that are discrete gradients
   of the energy and of the constraints (Gonzalez 1996, eq. (3.5)). Constraints on positions hold at
   the end.
   Input:
     from   the last accepted state
   Output:
     state  q, qd and v at the end of the step; a is the acceleration, with the multipliers, in the
            middle of the step
     info   iterations, and whether the step converged; state is undefined if info->ok is
            PETSC_FALSE */
FS_EXTERN PetscErrorCode FsStageSolveMidpoint(FsStage stage, PetscReal h, const FsState *from,
                                              FsState *state, FsStageInfo *info);

/* FsStageSolveAcceleration - Solves the stage of an explicit scheme at the time state->t for the
   acceleration a. q is known, and the velocity is v = h a + const.

   Input:
     h      the factor of a in the velocity [s]
     line   a point (q, v, a) that satisfies v = h a + const. NULL means that q, v and a of state
            are such a point on entry
   Output:
     state  q, v and a that satisfy r = 0
   If accelerations follow node by node from forces (FsSystemNodalOps), the function solves for them
   node by node. Other linear systems and velocity-independent systems need one solve with M + h C,
   or a division if this matrix is diagonal. All other systems need Newton's method. If
   FsStageHasLumpedMass returns PETSC_TRUE, v of the point must be the velocity at a = 0, and a of
   the point is not read. */
FS_EXTERN PetscErrorCode FsStageSolveAcceleration(FsStage s, PetscReal h, const FsLine *line,
                                                  FsState *state, FsStageInfo *info);

/* FsStageHasLumpedMass - Returns whether the accelerations follow from the forces without a linear
   solver, because the mass matrix is diagonal or has a block for each node. Not collective. */
FS_EXTERN PetscBool FsStageHasLumpedMass(FsStage s);

/* FsStaticMethod - The variant of Newton's method that solves for an equilibrium of a nonlinear
   system. Linear systems ignore it.
     FULL         at most 12 full steps. If the system has strains, the first tangent uses the
                  strains state->strain, and each later tangent uses the strains that the last step
                  predicts (FsSystemStrains)
     SEARCH       at most 12 steps, whose lengths a line search chooses so that the residual at the
                  end of the step does no work along the step; the energy is stationary there
     REGULARIZED  a stiffness in proportion to the residual is added to the tangent, for initial
                  states that lack stiffness, such as slack cables. The result is a good guess, and
                  a solve with FULL should follow */
typedef enum { FS_STATIC_FULL, FS_STATIC_SEARCH, FS_STATIC_REGULARIZED } FsStaticMethod;

/* The shift of equilibria, whose unknown x is q while v and a stay fixed. Pass it to FsStageSetUp
   before you call FsStageSolveStatic. */
FS_EXTERN const FsShift fs_equilibrium_shift;

/* FsStageSolveStatic - Finds the q that satisfies r(q, v, a, t) = 0 at the time state->t under a
   loading, while v and a stay fixed. This is an equilibrium if v and a are zero.

   Changed:
     state  on entry, q is the guess, and v and a are given. On return, q is the solution, and the
            entries of multipliers in a, which are found together with q, are the multipliers */
FS_EXTERN PetscErrorCode FsStageSolveStatic(FsStage s, const FsLoading *loading,
                                            FsStaticMethod method, FsState *state,
                                            FsStageInfo *info);

/* FsRigidHold - How FsStageSolveStatic treats rigid motions of the model that no support prevents.
     NONE      such motions are not treated, and make the matrix singular
     DOFS      for each such motion a dof is fixed. The forces on these dofs must vanish. If the
               loads do not balance, the solve of a linear model fails with info->unbalanced; a
               nonlinear model turns until the loads balance
     INERTIA   dofs are fixed as with DOFS, but the inertial forces of rigid accelerations balance
               the loads (inertia relief). These accelerations are added to a of the state */
typedef enum { FS_HOLD_NONE, FS_HOLD_DOFS, FS_HOLD_INERTIA } FsRigidHold;

/* FsStageHoldRigid - Sets how equilibria treat rigid motions that nothing prevents. Call it before
   FsStageSetUp. Not collective. */
FS_EXTERN void FsStageHoldRigid(FsStage s, FsRigidHold mode);

/* FsStageCountFreeMotions - Counts the rigid motions of the model that nothing resists, or whose
   stiffness is less than 1e-9 of the stiffness of the model.

   Input:
     t  the time [s] at which drivers and moved supports are where they start
   Output:
     n  the number of these motions, 0 to 6
   Overwrites work vectors of the stage. */
FS_EXTERN PetscErrorCode FsStageCountFreeMotions(FsStage s, PetscReal t, PetscInt *n);

/* FsStageUnbalancedForces - Computes the residual of an equilibrium at a state, and how much of it
   may be round-off.

   Output:
     r         a global vector, the residual; rows of constraints are scaled as FsStageSolveStatic
               scales them
     rounding  the round-off error of the entries of r [N], 0 for linear systems. A moment counts as
               the force that it exerts at the rotation length of its node
               (FsSystemGeometryOps.weights) */
FS_EXTERN PetscErrorCode FsStageUnbalancedForces(FsStage s, const FsLoading *loading,
                                                 const FsState *state, Vec r, PetscReal *rounding);

/* FsStageAcceleration - Finds the acceleration and the multipliers state->a that satisfy r(q, v, a,
   t) = 0 at the t, q and v of state. *info is set anew.

   The acceleration of dofs without mass becomes 0. If the solve fails, info->ok becomes
   PETSC_FALSE. */
FS_EXTERN PetscErrorCode FsStageAcceleration(FsStage s, FsState *state, FsStageInfo *info);

/* FsStageCheckFlippedJoints - Checks that no joint is turned by half a turn from its correct angle.
   A joint in this wrong position satisfies its constraints, too.

   The function reads t and q of state. If a joint is turned in this way, info->ok becomes
   PETSC_FALSE, and info->place names the joint. */
FS_EXTERN PetscErrorCode FsStageCheckFlippedJoints(FsStage s, const FsState *state,
                                                   const FsLoading *loading, FsStageInfo *info);

/* FsStageProject - Projects q and v of a state onto the constraints of positions and velocities.

   The changes of q and v are the smallest ones in the norm of the mass matrix. The state must be
   close to the constraints. Does nothing unless the system has FS_STABILIZED_PROJECTION. */
FS_EXTERN PetscErrorCode FsStageProject(FsStage s, FsState *state, FsStageInfo *info);

/* FsStageSetPreviousState - Gives the stage the last accepted state, which improves the start of
   Newton's method in the next solves.

   previous is borrowed until the next call, and must be close to the states of the next solves.
   NULL means that no such state is known. If friction depends on normal forces, Newton's method
   starts with the multipliers of previous, because normal forces decide which joints stick. In long
   steps the first tangent uses the strains of previous, because predicted strains may be wrong. Not
   collective. */
FS_EXTERN void FsStageSetPreviousState(FsStage s, const FsState *previous);

/* FsStageArchive - Writes to a checkpoint, or reads from it, what the stage remembers of earlier
   solves. Call it after FsStageSetUp. */
FS_EXTERN PetscErrorCode FsStageArchive(FsStage s, FsArchive a);

/* FsStageLinearSolver - Returns the solver of the effective matrix, which the stage owns.

   The result is NULL for a nonlinear system without constraints before FsStageSetUp, and for
   systems whose accelerations follow node by node from the forces. Not collective. */
FS_EXTERN KSP FsStageLinearSolver(FsStage s);

/* FsStageIsIterative - Returns whether an iterative solver, and not a direct one, solves the linear
   systems of Newton's method. Not collective. */
FS_EXTERN PetscBool FsStageIsIterative(FsStage s);

/* FsStageMatrixBuilds - Returns how many times the effective matrix has been built. Not
   collective. */
FS_EXTERN PetscInt FsStageMatrixBuilds(FsStage s);

/* FsStageSolverName - Returns the name of the linear solver for messages. The stage owns the text.
   Not collective. */
FS_EXTERN const char *FsStageSolverName(FsStage s);

/* FsStageSolverChanges - Returns how many times the stage has changed from a direct to an iterative
   linear solver or back, because the other solver costs less. Not collective. */
FS_EXTERN PetscInt FsStageSolverChanges(FsStage s);

FS_EXTERN const FsOptionDoc fs_solver_options[]; /* for FsOptionsDocument */

#endif
