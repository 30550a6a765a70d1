/* schedule.h: determines which steps have a snapshot. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SCHEDULE_H
#define FS_OUTPUT_SCHEDULE_H

#include <fs/options.h>

enum { SCHEDULE_MAX_TIMES = 4096 };
typedef struct {
  PetscInt  every;                     /* steps between snapshots; 0 if there is no such rule */
  PetscReal interval;                  /* time between snapshots [s]; 0 if there is no such rule */
  PetscInt  n;                         /* given times */
  PetscReal times[SCHEDULE_MAX_TIMES]; /* [n] [s], ascending */
} Schedule;

/* Reads -output_every, -output_interval and -output_at. Collective. */
PetscErrorCode ScheduleCreate(FsOptions o, MPI_Comm comm, Schedule *schedule);

/* Returns whether a step that ends at t and has the size dt has a snapshot; step 0 is the initial
   state. The answer depends on the step alone, so a restart writes the same snapshots. */
PetscBool schedule_is_due(const Schedule *schedule, PetscInt step, PetscReal t, PetscReal dt);

#endif
