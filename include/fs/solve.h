/* solve.h: the stage, which solves r(q, v, a, lambda, t) = 0 for one unknown vector x.

   Integrators and equilibria call it. The scheme says how q, v and a depend on x (FsShift in
   state.h): they move along a line, whose direction is the shift. The stage finds x by one linear
   solve or by Newton's method. initial_state.h, kinematic_solve.h and stage_redundancy.h declare
   the other solves of a stage. The effective matrix is cm M + cc C + ck K.

   All functions that return PetscErrorCode are collective. A failed solve is not an error:
   info->ok becomes PETSC_FALSE. */
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

/* FsFirstOrderShift - Returns the shift of schemes that treat q' = v and v' = a alike.

   Their lines are q = q* + s v and v = v* + s a with a time s [s]. The unknown is q. */
static inline FsShift FsFirstOrderShift(PetscReal s)
{
  const FsShift shift = {1 / (s * s), 1 / s, 1, PETSC_FALSE};

  return shift;
}

/* FsStageSetExpectedSolves - Sets how many solves with one effective matrix will follow.

   If there are many, the stage prefers a factorization to an iterative solver. Call it before
   FsStageSetUp. Not collective. */
FS_EXTERN void FsStageSetExpectedSolves(FsStage s, PetscReal solves);

/* FsStageSetUp - Builds the effective matrix and its solver, and reads PETSc's options for them.

   Input:
     shift  the shift of the first solves
     at     a state close to the states of the first solves, by which the stage chooses a solver.
            NULL for equilibria
   Call it before the first solve. Input error: PETSc rejects its options. */
FS_EXTERN PetscErrorCode FsStageSetUp(FsStage s, FsShift shift, const FsState *at);

/* FsLine - A point (q, v, a) of a stage's line, as linear combinations of vectors.

   q is the sum of q[i] vec[i] over i; v and a are found in the same way. The stage computes only
   the sums that its solver needs. It computes them together with other work on the vectors. */
typedef struct {
  PetscInt         n;
  const Vec       *vec;       /* [n] */
  const PetscReal *q, *v, *a; /* [n]; a may be NULL if the stage does not read it */
} FsLine;

/* FsStageSolve - Solves the stage of an implicit scheme at state->t under FsLoadingOfMotion.

   Input:
     shift  the direction of the line, with ck = 1 and rates = PETSC_FALSE
     line   a point of the line. Its vectors may include q, v and a of state
   Output:
     state  q, v and a that satisfy r = 0, undefined if info->ok is PETSC_FALSE
   A linear system needs one linear solve. The stage keeps the effective matrix and its
   preconditioner until the shift changes. An iterative solver starts from the point's q. The
   right-hand side then costs one product with M and one with C (Zhang, Zhang & Masarati 2021,
   Tables 1 and 2). A direct solver computes the increment from the point, so that v and a keep all
   digits. The difference of two nearly equal q, divided by dt, would lose digits. A nonlinear
   system is solved by Newton's method from the point. */
FS_EXTERN PetscErrorCode FsStageSolve(FsStage s, FsShift shift, const FsLine *line, FsState *state,
                                      FsStageInfo *info);

/* FsStageUsesInitialGuess - Returns whether FsStageSolve starts from the q of its argument line.
   Call it after FsStageSetUp. Not collective. */
FS_EXTERN PetscBool FsStageUsesInitialGuess(FsStage s);

/* FsStageSolveRates - Solves the stage of a first-order scheme on a nonlinear system at
   state->t.

   The lines are q = q* + h qd and v = v* + h a, with h [s]. On entry, q and qd are a point of
   the first line, and a holds v*. On return, q, qd, v and a solve the stage. */
FS_EXTERN PetscErrorCode FsStageSolveRates(FsStage s, PetscReal h, FsState *state,
                                           FsStageInfo *info);

/* FsStageSolveAcceleration - Solves the stage of an explicit scheme at state->t for a.

   Input:
     h      the line is v = h a + const with a fixed q; h in s
     line   a point (q, v, a) of the line. NULL means that state holds such a point on entry
   Output:
     state  q, v and a that solve the stage
   If accelerations are nodal (FsSystemNodalOps), the solve is node by node. Other linear and
   velocity-independent systems need one solve with M + h C, or a division if that matrix is
   diagonal. All others need Newton's method. If FsStageHasLumpedMass returns true, v must be the
   velocity at a = 0, and a is not read. */
FS_EXTERN PetscErrorCode FsStageSolveAcceleration(FsStage s, PetscReal h, const FsLine *line,
                                                  FsState *state, FsStageInfo *info);

/* FsStageHasLumpedMass - Returns whether the forces alone determine a, without a solver. Not
   collective. */
FS_EXTERN PetscBool FsStageHasLumpedMass(FsStage s);

/* FsStaticMethod - How Newton's method solves for an equilibrium; linear systems ignore it.
     FULL         full steps, at most 12. If the system has strains, the first tangent uses
                  state->strain, and each later tangent uses the strains that the last step
                  predicts (FsSystemStrains)
     SEARCH       at most 12 steps, which a line search scales. It looks for a critical point of the
                  energy, where the residual does no work along the step
     REGULARIZED  the tangent is stiffened in proportion to the residual, for initial states
                  without stiffness such as slack cables. The result is a good guess, which FULL
                  should confirm */
typedef enum { FS_STATIC_FULL, FS_STATIC_SEARCH, FS_STATIC_REGULARIZED } FsStaticMethod;

/* The shift of equilibria: pass it to FsStageSetUp before you call FsStageSolveStatic. */
FS_EXTERN const FsShift fs_equilibrium_shift;

/* FsStageSolveStatic - Finds q such that r(q, v, a, t) = 0 under a loading, with v and a fixed.

   v and a of state are zero for an equilibrium, except for the multipliers in a, which are found
   with q. On entry, q is the guess. */
FS_EXTERN PetscErrorCode FsStageSolveStatic(FsStage s, const FsLoading *loading,
                                            FsStaticMethod method, FsState *state,
                                            FsStageInfo *info);

/* FsRigidHold - How FsStageSolveStatic treats rigid motions that nothing prevents.
     NONE      it does not hold them, and their matrix is singular
     DOFS      it fixes as many dofs as there are such motions. The forces on them must vanish: if
               the loads do not balance, the solve fails with info->unbalanced. Nonlinear models
               turn until the loads balance
     INERTIA   the same, but rigid accelerations balance the loads. They are added to a of the
               state (inertia relief) */
typedef enum { FS_HOLD_NONE, FS_HOLD_DOFS, FS_HOLD_INERTIA } FsRigidHold;

/* FsStageHoldRigid - Chooses how equilibria hold rigid motions. Call it before FsStageSetUp. Not
   collective. */
FS_EXTERN void FsStageHoldRigid(FsStage s, FsRigidHold mode);

/* FsStageCountFreeMotions - Counts the rigid motions that nothing resists, or next to nothing: less
   than 1e-9 of the stiffness of the model.

   Input:
     t  time at which drivers and moved supports are where they start
   Overwrites work vectors of the stage. */
FS_EXTERN PetscErrorCode FsStageCountFreeMotions(FsStage s, PetscReal t, PetscInt *n);

/* FsStageUnbalancedForces - Computes the residual of an equilibrium at a state.

   Output:
     r         the residual; rows of constraints are scaled as FsStageSolveStatic scales them
     rounding  the round-off error of the entries of r, 0 for linear systems [N]. Moments count as
               forces at the rotation length of their node (FsSystemGeometryOps.weights) */
FS_EXTERN PetscErrorCode FsStageUnbalancedForces(FsStage s, const FsLoading *loading,
                                                 const FsState *state, Vec r, PetscReal *rounding);

/* FsStageAcceleration - Finds state->a such that r(q, v, a, t) = 0.

   The acceleration of dofs without mass is 0. Overwrites *info. */
FS_EXTERN PetscErrorCode FsStageAcceleration(FsStage s, FsState *state, FsStageInfo *info);

/* FsStageCheckFlippedJoints - Checks that no joint is half a turn away from its correct angle.

   A joint satisfies its constraints there too. The function reads t and q of the state. If a joint
   is flipped, info->ok becomes PETSC_FALSE, and info->place names the joint. */
FS_EXTERN PetscErrorCode FsStageCheckFlippedJoints(FsStage s, const FsState *state,
                                                   const FsLoading *loading, FsStageInfo *info);

/* FsStageProject - Projects q and v of a state onto the constraints of positions and velocities.

   The changes of q and v are the smallest in the norm of the mass matrix. The state must be close
   to the constraints. Does nothing without FS_STABILIZED_PROJECTION. */
FS_EXTERN PetscErrorCode FsStageProject(FsStage s, FsState *state, FsStageInfo *info);

/* FsStageSetPreviousState - Sets the last accepted state, which is borrowed until the next call.

   previous must be close to the states of the next solves. NULL means that no such state is known.
   If friction depends on multipliers, Newton's method starts with the multipliers of previous,
   because normal forces decide what sticks. In a long step the predicted strains may be far off.
   The first tangent then uses the strains of previous. Not collective. */
FS_EXTERN void FsStageSetPreviousState(FsStage s, const FsState *previous);

/* FsStageArchive - Writes or reads what the stage remembers of earlier solves. Call it after
   FsStageSetUp. */
FS_EXTERN PetscErrorCode FsStageArchive(FsStage s, FsArchive a);

/* FsStageLinearSolver - Returns the solver of the effective matrix, borrowed.

   It is NULL before FsStageSetUp of a nonlinear system without constraints, and for nodal inertia.
   Not collective. */
FS_EXTERN KSP FsStageLinearSolver(FsStage s);

/* FsStageIsIterative - Returns whether an iterative method solves the linear systems of Newton's
   method. Not collective. */
FS_EXTERN PetscBool FsStageIsIterative(FsStage s);

/* FsStageMatrixBuilds - Returns how often the effective matrix was built. Not collective. */
FS_EXTERN PetscInt FsStageMatrixBuilds(FsStage s);

/* FsStageSolverName - Returns the name of the linear solver, borrowed. Not collective. */
FS_EXTERN const char *FsStageSolverName(FsStage s);

/* FsStageSolverChanges - Returns how often factors and iterations have taken turns, because the
   other solver costs less. Not collective. */
FS_EXTERN PetscInt FsStageSolverChanges(FsStage s);

FS_EXTERN const FsOptionDoc fs_solver_options[]; /* for FsOptionsDocument */

#endif
