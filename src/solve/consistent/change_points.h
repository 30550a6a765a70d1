/* change_points.h: lets a motion pass positions in which a second branch crosses its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_CHANGE_POINTS_H
#define FS_SOLVE_CONSISTENT_CHANGE_POINTS_H

#include <fs/solve.h>

/* A state is in a change point if it is nearer to it than this, relative to the step that leads
   there. Errors of positions grow like the inverse distance from the point. test_short_steps in
   tests/model/change_points.py has a step that ends in the point and one that begins beside it. */
#define CHANGE_POINT_INSIDE 1e-2

/* ChangePoints - The change points of a motion. */
typedef struct {
  PetscBool      stop;           /* a motion ends at the first */
  FsChangePoints passed;         /* by accepted states */
  PetscBool      crossed;        /* the last candidate lies behind another one: */
  PetscBool      inside, leaves; /* the last candidate, the last accepted state lies in one */
  PetscReal      time;           /* of the crossing [s] */
  char           place[FS_PLACE_SIZE];
} ChangePoints;

/* ChangePointCross - Decides whether a motion continues behind a change point.

   It does if it continues along its branch, and if motions do not stop at change points. Otherwise
   info->ok becomes PETSC_FALSE.
   Input:
     last       last accepted state, before the change point. For equilibria, v of both states is
                the secant that leads to it, both for the same increment of the load; NULL if none
                is known
     state      candidate, behind it
     fraction   place of the change point between the two, from 0 to 1
     rows       a vector that is largest in the constraint row that becomes dependent
     direction  velocities in which the branches differ, times the lengths of rotations
   Collective. */
PetscErrorCode ChangePointCross(FsStage s, const FsState *last, const FsState *state,
                                const FsLoading *loading, PetscReal fraction, Vec rows,
                                Vec direction, FsStageInfo *info);

/* ChangePointStart - Counts the change point in which a motion starts at t.

   rows is a vector that is largest in the dependent row of constraints. Collective. */
PetscErrorCode ChangePointStart(FsStage s, PetscReal t, Vec rows);

/* ChangePointAccept - Counts the change point that the last candidate has crossed. */
PetscErrorCode ChangePointAccept(FsStage s);

PetscErrorCode ChangePointsArchive(ChangePoints *c, FsArchive a);

#endif
