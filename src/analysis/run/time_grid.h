/* time_grid.h: the times of a run in steps of -dt. Used by transient.c and kinematic.c. Begin with TimeGridFromOptions. */
#ifndef FS_ANALYSIS_RUN_TIME_GRID_H
#define FS_ANALYSIS_RUN_TIME_GRID_H

#include "run.h"

typedef struct {
  PetscReal requested, dt; /* -dt as given, and as taken [s] */
  PetscBool exact;         /* -dt_exact */
  PetscInt  nsteps;        /* if none is cut back */
} TimeGrid;

/* Read -t_start, -t_end and -dt. dt is shortened so that a whole number of steps lands on t_end, or with -dt_exact t_end is
   moved to the end of the last step. Collective. Input errors: one is missing, or makes no sense. */
PetscErrorCode TimeGridFromOptions(FsOptions o, MPI_Comm comm, Run *run, TimeGrid *grid);

/* How many steps of dt fill an interval; one that is a whole number of them up to round-off counts as that. */
PetscReal count_steps(PetscReal interval, PetscReal dt);

/* The next multiple of dt after t_start, without the round-off of sums; t_end where that is as near. */
PetscReal next_grid_time(const Run *run, PetscReal dt);

#endif
