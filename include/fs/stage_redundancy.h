/* stage_redundancy.h: treats redundant rows of constraints while a motion proceeds.

   A row of constraints is redundant if it follows from other rows. Redundant rows are dropped, so
   that multipliers are unique (system_redundancy.h). A change point is a position of a mechanism in
   which constraints are dependent that are independent elsewhere. Several motions are possible from
   there: branches of the motion cross in this point. An example is a parallelogram whose four bars
   lie on one line. If no rows are dropped, the functions do nothing, except FsStageCheckRedundancy
   if the constraints close loops. All functions that return PetscErrorCode are collective. The
   argument loading is the loading at which the argument state was computed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STAGE_REDUNDANCY_H
#define FS_STAGE_REDUNDANCY_H

#include <fs/stage_info.h>

/* FsStageDescribeRedundancy - Writes a sentence for the user to text[size]: how many redundant rows
   of constraints are dropped, and which joints have these rows. The text is empty if no row is
   dropped, or if the motion starts in a change point, where motions branch, and has not yet left
   it. */
FS_EXTERN PetscErrorCode FsStageDescribeRedundancy(FsStage s, size_t size, char text[]);

/* FsStageMinimumNormReactions - Replaces the multipliers in state->a by those multipliers of least
   norm that exert the same forces, for the output of reactions.

   If constraints are redundant, many sets of multipliers exert the same forces. In the norm,
   moments are divided by the model size. Do not continue a motion from the result, because schemes
   need multipliers that are zero in the dropped rows. */
FS_EXTERN PetscErrorCode FsStageMinimumNormReactions(FsStage s, const FsLoading *loading,
                                                     FsState *state);

/* FsStageWatchRedundancy - Prepares the checks of FsStageCheckRedundancy at an accepted state:
   whether dropped rows of constraints, which follow from other rows, stay satisfied. Does nothing
   if no rows are dropped. */
FS_EXTERN PetscErrorCode FsStageWatchRedundancy(FsStage s, const FsState *state,
                                                const FsLoading *loading);

/* FsStageCheckRedundancy - Checks that a newly computed state, the candidate, satisfies the dropped
   rows, and that the motion may continue to it if it has passed a change point.

   Input:
     last   the last accepted state
     state  the candidate, which is not yet accepted
   In a motion, v of both states is the velocity. On a path of equilibria, v is the change of q
   along the path that leads to the state. It is the change for the same increment of the load in
   both states, or NULL in last if it is not known there.
   info->ok becomes PETSC_FALSE if a dropped row is violated. If a change point lies between the two
   states, info->ok becomes PETSC_FALSE in two cases: the candidate is on another branch than last,
   or motions stop at change points (FsStageStopAtChangePoints). */
FS_EXTERN PetscErrorCode FsStageCheckRedundancy(FsStage s, const FsState *last,
                                                const FsState *state, const FsLoading *loading,
                                                FsStageInfo *info);

/* FsChangePoints - The change points that the accepted states of a motion have passed. A change
   point is a position from which several motions are possible. */
typedef struct {
  PetscInt  count;                      /* the number of change points */
  PetscReal first_time;                 /* the time of the first change point [s] */
  char      first_place[FS_PLACE_SIZE]; /* the name of a joint that becomes dependent there */
} FsChangePoints;

/* FsStageIsInChangePoint - Returns whether the last accepted state is in a change point, a position
   from which several motions are possible. Not collective. */
FS_EXTERN PetscBool FsStageIsInChangePoint(FsStage s);

/* FsStageStopAtChangePoints - Sets whether motions end at change points (stop = PETSC_TRUE),
   positions from which several motions are possible. By default motions continue through a change
   point along the branch on which they arrive. Not collective. */
FS_EXTERN void FsStageStopAtChangePoints(FsStage s, PetscBool stop);

/* FsStageBridgeChangePoint - Finds a state in a change point, where motions branch, or so near to
   it that the usual solves fail, from the states on both sides of the point.

   Input:
     last    the last accepted state, before the change point
     behind  the candidate after the change point, which FsStageCheckRedundancy or
             FsStageSolveKinematic has just checked
     state   only the time state->t, between the times of last and behind
   Output:
     state   q, v and a, which are interpolated and then corrected to satisfy the constraints. The
             multipliers are those of least norm
   info->ok becomes PETSC_FALSE if no change point lies between last and behind, or if no such state
   exists. */
FS_EXTERN PetscErrorCode FsStageBridgeChangePoint(FsStage s, const FsState *last,
                                                  const FsState *behind, FsState *state,
                                                  FsStageInfo *info);

/* FsStageBridgeEquilibrium - Finds an equilibrium in a change point, where paths branch, or so near
   to it that the usual solves fail, from the equilibria on both sides of the point.

   Call it after FsStageCheckRedundancy has checked an equilibrium after the change point.
   Changed:
     state  on entry, q is interpolated between the equilibria before and after the change point. On
            return, q satisfies the constraints, and the multipliers are those of least norm
   info->ok becomes PETSC_FALSE if the last check has found no change point, or if no such
   equilibrium exists. */
FS_EXTERN PetscErrorCode FsStageBridgeEquilibrium(FsStage s, const FsLoading *loading,
                                                  FsState *state, FsStageInfo *info);

/* FsStageStartBranches - Returns whether the motion starts in a change point, where motions branch
   and into which FsStageAssemblePositions has put the model, and has not left it yet. Not
   collective. */
FS_EXTERN PetscBool FsStageStartBranches(FsStage s);

/* FsStageRejectBranchingStart - Raises an input error if the motion starts in a change point, where
   motions branch and into which FsStageAssemblePositions has put the model.

   Call it in analyses without initial velocities, because nothing chooses one of the possible
   motions there. In other analyses FsStageAssembleVelocities lets the initial velocities choose. */
FS_EXTERN PetscErrorCode FsStageRejectBranchingStart(FsStage s);

/* FsStageLeaveBranchingStart - Computes the accelerations with which a motion leaves the change
   point in which it starts, where motions branch. Does nothing if the motion does not start in a
   change point.

   Changed:
     state  the initial state, after FsStageAcceleration. On return, its accelerations belong to the
            motion that the initial velocities have chosen
     info   ok becomes PETSC_FALSE if these accelerations cannot be found */
FS_EXTERN PetscErrorCode FsStageLeaveBranchingStart(FsStage s, FsState *state, FsStageInfo *info);

/* FsStageChangePoints - Returns the change points, where motions branch, that accepted states have
   passed. The stage owns the result. Not collective. */
FS_EXTERN const FsChangePoints *FsStageChangePoints(FsStage s);

/* FsStageReselectRedundantRows - Notes that a newly computed state, the candidate, is accepted, and
   drops other rows of constraints if those that are kept have become nearly dependent.

   Call it whenever a candidate is accepted.
   Changed:
     state  the candidate, which FsStageCheckRedundancy has checked last. If other rows are dropped,
            the multipliers in state->a become zero in these rows, but exert the same forces as
            before */
FS_EXTERN PetscErrorCode FsStageReselectRedundantRows(FsStage s, FsState *state);

#endif
