/* change_points.h: lets a motion pass change points, positions from which a mechanism can move in
   several ways. In such a position a second branch of motions crosses the present one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_CHANGE_POINTS_H
#define FS_SOLVE_CONSISTENT_CHANGE_POINTS_H

#include "solve/stage_parts.h"

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

#endif
