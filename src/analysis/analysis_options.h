/* analysis_options.h: the options of analyses in time, of equilibria, buckling and responses. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_ANALYSIS_OPTIONS_H
#define FS_ANALYSIS_ANALYSIS_OPTIONS_H

#include <fs/control.h>
#include <fs/integrator.h>
#include "analysis/run/run_options.h"
#include "analysis/run/time_grid.h"

/* All functions are collective, and raise input errors if values are outside of their ranges or
   contradict each other. */

typedef struct {
  TimeGrid             grid;
  FsIntegratorOptions  scheme;
  FsStepControlOptions steps;
  StartOptions         start;
  PetscBool            allow_unstable; /* steps may be beyond the stable one, and create energy */
} TransientOptions;

/* ReadTransientOptions - Reads the options of -analysis transient. */
PetscErrorCode ReadTransientOptions(FsOptions o, MPI_Comm comm, TransientOptions *options);

typedef struct {
  TimeGrid  grid;
  PetscReal dt_min; /* shortest step [s]; default: that of the grid / 1024 */
} KinematicOptions;

/* ReadKinematicOptions - Reads the options of -analysis kinematic. */
PetscErrorCode ReadKinematicOptions(FsOptions o, MPI_Comm comm, KinematicOptions *options);

typedef struct {
  PetscReal t_start, t_end;           /* interval of the load factor; default: 0 to 1 */
  PetscReal step, step_min, step_max; /* first, shortest and longest step of the load factor */
  PetscBool step_given;               /* the user gives the first step */
  StabilityOptions stability;
} StaticOptions;

/* ReadStaticOptions - Reads the interval and the stability of -analysis static. */
PetscErrorCode ReadStaticOptions(FsOptions o, MPI_Comm comm, StaticOptions *options);

/* ReadStaticSteps - Reads the steps of -analysis static, whose default values depend on whether the
   model is linear. Call it after ReadStaticOptions. */
PetscErrorCode ReadStaticSteps(FsOptions o, MPI_Comm comm, PetscBool linear,
                               StaticOptions *options);

typedef struct {
  PetscInt  nfactors; /* number of factors */
  PetscBool exact;    /* follow the true equilibrium to its critical points */
  PetscReal t_start;  /* load factor of the equilibrium from which the model buckles */
} BucklingOptions;

/* ReadBucklingOptions - Reads the options of -analysis buckling. */
PetscErrorCode ReadBucklingOptions(FsOptions o, BucklingOptions *options);

enum { RESPONSE_MAX_LISTED = 1024 };
typedef struct {
  PetscInt  listed;                    /* number of frequencies that the user lists, or 0 */
  PetscReal list[RESPONSE_MAX_LISTED]; /* [listed] [Hz] */
  PetscReal range[2];                  /* of frequencies, unless they are listed [Hz] */
  PetscReal bend;    /* largest relative deviation from a straight line in a step; 0: no limit */
  PetscInt  points;  /* smallest number of steps in the range */
  PetscInt  modes;   /* number of modes that represent the response; 0: direct solves */
  PetscReal t_start; /* time of the loads under which the model is in equilibrium [s] */
  PetscBool has_range, has_points, has_bend; /* the user gave these */
} ResponseOptions;

/* ReadResponseOptions - Reads the options of -analysis response. */
PetscErrorCode ReadResponseOptions(FsOptions o, MPI_Comm comm, ResponseOptions *options);

extern const FsOptionDoc analysis_options[], transient_options[], kinematic_options[],
  static_options[], buckling_options[], response_options[];

#endif
