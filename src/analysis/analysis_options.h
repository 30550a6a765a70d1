/* analysis_options.h: the options of analyses in time, of equilibria, buckling and responses. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_ANALYSIS_OPTIONS_H
#define FS_ANALYSIS_ANALYSIS_OPTIONS_H

#include <fs/control.h>
#include <fs/integrator.h>
#include "analysis/run/run_options.h"
#include "analysis/run/time_grid.h"

/* All functions of this header are collective, and raise input errors if values are outside of
   their ranges or contradict each other. */

typedef struct {
  TimeGrid             grid;
  FsIntegratorOptions  scheme;
  FsStepControlOptions steps;
  StartOptions         start;
  /* whether steps may be longer than the stability limit of an explicit scheme, so that energy may
     grow */
  PetscBool allow_unstable;
} TransientOptions;

/* ReadTransientOptions - Reads the options of a run that follows a motion by time steps (-analysis
   transient). */
PetscErrorCode ReadTransientOptions(FsOptions o, MPI_Comm comm, TransientOptions *options);

typedef struct {
  TimeGrid  grid;
  PetscReal dt_min; /* the shortest step [s]; default: the step of the grid divided by 1024 */
} KinematicOptions;

/* ReadKinematicOptions - Reads the options of a run in which drivers prescribe all motion of a
   mechanism (-analysis kinematic). */
PetscErrorCode ReadKinematicOptions(FsOptions o, MPI_Comm comm, KinematicOptions *options);

typedef struct {
  PetscReal t_start, t_end; /* the interval of the load factor; default: 0 to 1 */
  /* the first, the shortest and the longest increment of the load factor in a step of -analysis
     static */
  PetscReal        step, step_min, step_max;
  PetscBool        step_given; /* whether the user has given the first increment */
  StabilityOptions stability;
  /* whether arc-length steps continue where load steps fail; default: yes */
  PetscBool arc;
} StaticOptions;

/* ReadStaticOptions - Reads the interval and the stability of -analysis static. */
PetscErrorCode ReadStaticOptions(FsOptions o, MPI_Comm comm, StaticOptions *options);

/* ReadStaticSteps - Reads the sizes of the load steps of -analysis static. Call it after
   ReadStaticOptions.

   Input:
     linear  whether the model is linear, so that one step is enough by default
     least   number of equal steps that loads which move need by default; 0 if none moves */
PetscErrorCode ReadStaticSteps(FsOptions o, MPI_Comm comm, PetscBool linear, PetscInt least,
                               StaticOptions *options);

typedef struct {
  PetscInt nfactors; /* the number of load factors to find */
  /* whether the analysis also follows the equilibria of the nonlinear model under growing loads, up
     to critical points, at which the stiffness matrix is singular */
  PetscBool exact;
  PetscReal t_start; /* load factor of the equilibrium from which the model buckles */
} BucklingOptions;

/* ReadBucklingOptions - Reads the options of a search for buckling loads (-analysis buckling). */
PetscErrorCode ReadBucklingOptions(FsOptions o, BucklingOptions *options);

enum { RESPONSE_MAX_LISTED = 1024 };
typedef struct {
  PetscInt  listed; /* the number of frequencies [Hz] that the user lists; 0 to sweep a range */
  PetscReal list[RESPONSE_MAX_LISTED]; /* [listed] the listed frequencies [Hz] */
  PetscReal range[2]; /* the lowest and the highest frequency of the swept range [Hz] */
  /* largest deviation of the response from a straight line in one step of a sweep over frequencies,
     relative to the response. Steps become shorter where the response bends. 0 for no limit */
  PetscReal bend;
  PetscInt  points; /* the smallest number of steps of frequency in the range */
  /* the number of vibration modes whose sum is the response; 0 to solve the equations of all dofs
     at each frequency */
  PetscInt  modes;
  PetscReal t_start; /* time [s] of the loads under which the model is in equilibrium */
  PetscBool has_range, has_points, has_bend; /* whether the user has given range, points and bend */
} ResponseOptions;

/* ReadResponseOptions - Reads the options of a run that computes the response to harmonic loads
   (-analysis response). */
PetscErrorCode ReadResponseOptions(FsOptions o, MPI_Comm comm, ResponseOptions *options);

extern const FsOptionDoc analysis_options[], transient_options[], kinematic_options[],
  static_options[], buckling_options[], response_options[];

#endif
