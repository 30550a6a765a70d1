/* schedule.h: determines which steps have a snapshot. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SCHEDULE_H
#define FS_OUTPUT_SCHEDULE_H

#include <petscsys.h>

enum { SCHEDULE_MAX_TIMES = 4096 };
typedef struct {
  PetscInt  every;                     /* steps between snapshots; 0 if there is no such rule */
  PetscReal interval;                  /* time between snapshots [s]; 0 if there is no such rule */
  PetscInt  n;                         /* number of times that the user gives */
  PetscReal times[SCHEDULE_MAX_TIMES]; /* [n] these times, ascending [s] */
} Schedule;

/* schedule_is_due - Returns whether a step has a snapshot.

   The answer depends on the arguments alone, so a restarted run writes the same snapshots.
   Input:
     step  number of the step; 0 is the initial state
     t     time at the end of the step [s]
     dt    size of the step [s] */
PetscBool schedule_is_due(const Schedule *schedule, PetscInt step, PetscReal t, PetscReal dt);

#endif
