/* change_points.h: lets a motion pass change points, positions from which a mechanism can move in
   several ways. In such a position a second branch of motions crosses the present one. A watch of
   the rank of the constraints finds them, and a motion may start in one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_CHANGE_POINTS_H
#define FS_SOLVE_CONSISTENT_CHANGE_POINTS_H

#include "solve/stage_parts.h"
#include "solve/consistent/redundancy/constraint_gram.h"

/* How near a state must be to a change point to count as lying in it: the distance relative to the
   length of the step that leads to the state. In a change point a mechanism can move in several
   ways. Errors of positions grow like the inverse distance. test_short_steps in
   tests/model/change_points.py has a step that ends in the point and one that starts beside it. */
#define CHANGE_POINT_INSIDE 1e-2

/* ChangePoints - The change points that a motion has met: positions from which the mechanism can
   move in several ways. */
typedef struct {
  PetscBool      stop;   /* whether a motion ends at the first change point */
  FsChangePoints passed; /* the change points that accepted states have passed */
  /* whether a change point lies between the last candidate and the state before */
  PetscBool crossed;
  /* inside is whether the last candidate for a state lies in a change point, and leaves whether the
     last accepted state does */
  PetscBool inside, leaves;
  /* time of the last change point that was crossed [s]; place names the joint there */
  PetscReal time;
  char      place[FS_PLACE_SIZE];
} ChangePoints;

/* ChangePointCross - Decides whether a motion may continue behind a change point (a position from
   which a mechanism can move in several ways) that lies between two states.

   The motion continues if it keeps to its branch and if the user lets motions pass change points.
   Otherwise info->ok becomes PETSC_FALSE, and the step fails.
   Input:
     last       last accepted state, before the change point. For equilibria the velocities of both
                states are the secants that lead to them, for the same increment of the load; NULL
                if none is known
     state      the candidate for the next state, behind the change point
     loading    time and load factor of the candidate
     fraction   place of the change point between the two states, from 0 to 1
     rows       a vector that is largest at the constraint equation that becomes dependent
     direction  velocities in which the branches differ, those of rotations times a length
   Collective. */
PetscErrorCode ChangePointCross(ConstraintSolver s, const FsState *last, const FsState *state,
                                const FsLoading *loading, PetscReal fraction, Vec rows,
                                Vec direction, FsStageInfo *info);

/* ChangePointStart - Counts the change point (a position from which a mechanism can move in several
   ways) in which a motion starts at time t [s].

   Input:
     rows  a vector that is largest at the constraint equation that depends on others there; it
           names the joint
   Collective. */
PetscErrorCode ChangePointStart(ConstraintSolver s, PetscReal t, Vec rows);

/* ChangePointAccept - Counts the change point between the last two states, if there is one, because
   the step that crosses it has been accepted. */
PetscErrorCode ChangePointAccept(ConstraintSolver s);

PetscErrorCode ChangePointsArchive(ChangePoints *c, FsArchive a);

/* ---- rank watch ------------------------------------------------------------------------------ */

/* Watches the rank of the scaled gradient of all constraint equations while a model moves,
   because motions can branch where this rank falls. */

typedef struct _n_RankWatch *RankWatch;

/* RankWatchDestroy - Frees a watch of the rank of the constraint gradient, which the first
   StageWatchRank has created. */
PetscErrorCode RankWatchDestroy(RankWatch *p);

/* RankWatchArchive - Saves in a checkpoint, or restores, what the watch of the rank of the
   constraint gradient remembers of accepted states. A watch of redundant constraints is not saved,
   because FsStageWatchRedundancy begins it anew. Collective. */
PetscErrorCode RankWatchArchive(ConstraintSolver s, FsArchive a);

/* StageWatchRank - Checks whether the constraint equations become dependent on the way from the
   last accepted state to a the candidate for the next state.

   Input:
     last     last accepted state, or NULL before the first one; then the watch begins at the
              candidate
     state    candidate
     loading  loading of the candidate
   Output:
     info     ok becomes PETSC_FALSE if a redundant equation that solves leave out is violated, or
              if the rank falls between the two states and the motion does not continue along its
              branch (ChangePointCross)
   Collective. Raises PETSC_ERR_NOT_CONVERGED if the matrix of the constraints cannot be
   factored. */
PetscErrorCode StageWatchRank(ConstraintSolver s, const FsState *last, const FsState *state,
                              const FsLoading *loading, FsStageInfo *info);

/* ---- branching start ------------------------------------------------------------------------- */

/* Starts a motion in a change point, a position of a mechanism from which it can move in several
   ways (branches). The initial velocities choose the branch. All functions are collective. */

typedef struct _n_BranchingStart *BranchingStart;

/* BranchingStartCreate - Determines whether the assembled initial position is a change point, and
   records this. In a change point some constraint equations depend on each other, although they are
   independent in positions nearby. More than one motion can start there.

   The motion is chosen later: FsStageAssembleVelocities decides which motion starts, and
   FsStageLeaveBranchingStart starts it. Until then one equation for each null vector is left out.
   Input:
     g      the gradient G of the constraints at the state, with rows scaled to length 1
     z      [k] orthonormal left null vectors of G, which combine dependent equations; copied
     names  the names of the joints whose equations occur in z, for messages; copied
   Output:
     out    the record, which the caller destroys by BranchingStartDestroy; NULL if the equations
            stay dependent in all motions that the constraints allow, or if nothing moves */
PetscErrorCode BranchingStartCreate(ConstraintSolver s, ConstraintGram g, const FsState *state,
                                    PetscInt k, Vec z[], const char names[], BranchingStart *out);
PetscErrorCode BranchingStartDestroy(BranchingStart *b);

/* BranchingStartDecide - Decides which of the motions that are possible in a change point (a
   position from which a mechanism can move in several ways) the velocities of a state belong to.

   Changed:
     state  its velocities are corrected by their round-off
   Does nothing if the start of the stage is no change point (s->branching is NULL). Input error:
   the velocities belong to no possible motion, or to several. */
PetscErrorCode BranchingStartDecide(ConstraintSolver s, FsState *state);

/* branching_start_rows - Returns how many constraint equations are left out because they depend on
   others in the initial position alone. Returns 0 before velocities have chosen a motion, and if b
   is NULL. Not collective. */
PetscInt branching_start_rows(BranchingStart b);

#endif
