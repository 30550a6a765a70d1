/* schedule.h: determines which steps have a snapshot. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SCHEDULE_H
#define FS_OUTPUT_SCHEDULE_H

#include <petscsys.h>

enum { SCHEDULE_MAX_TIMES = 4096 }; /* most times that the user can give */

/* Schedule - The rules that determine which steps have a snapshot: a step has one if any rule says
   so. */
typedef struct {
  PetscInt  every;    /* number of steps from snapshot to snapshot; 0 if there is no such rule */
  PetscReal interval; /* time from snapshot to snapshot [s]; 0 if there is no such rule */
  PetscInt  n;        /* number of times at which the user wants a snapshot */
  PetscReal times[SCHEDULE_MAX_TIMES]; /* [n] these times, ascending [s] */
} Schedule;

/* schedule_is_due - Returns whether a step has a snapshot.

   A time of the schedule is met by the first step that ends at this time or later. The result
   depends only on the arguments, so that a restarted run writes the same snapshots.
   Input:
     step  number of the step; 0 is the initial state
     t     time at the end of the step [s]
     dt    size of the step [s] */
PetscBool schedule_is_due(const Schedule *schedule, PetscInt step, PetscReal t, PetscReal dt);

#endif
