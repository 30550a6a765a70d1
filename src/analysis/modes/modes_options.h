/* modes_options.h: the options of -analysis modes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_MODES_MODES_OPTIONS_H
#define FS_ANALYSIS_MODES_MODES_OPTIONS_H

#include "eigen/undamped_modes.h"
#include <fs/options.h>
#include "analysis/run/model_analysis.h"

typedef struct {
  ModesRequest selection; /* default: the 10 lowest modes */
  PetscReal    hertz[2];  /* interval of frequencies, or the frequency near which modes are [Hz] */
  PetscReal    point[3];  /* about which rigid rotations are defined [m] */
  PetscBool    damped;    /* find complex modes; default: true in a rotating frame */
  PetscReal    t_start;   /* time of the loads under which the model is in equilibrium [s] */
  PetscBool    n_given, below, between, near, point_given; /* the user gives these */
} ModesOptions;

/* ReadModesSweep - Reads whether -spin_speeds is given, so that the modes are those of
   ReadCampbellOptions. Collective. */
PetscErrorCode ReadModesSweep(FsOptions o, PetscBool *sweep);

/* ReadModesOptions - Reads -modes, -modes_... and -t_start.

   Input:
     rotating  whether the frame rotates
   Collective. Input errors: a value is outside of its range; options contradict each other. */
PetscErrorCode ReadModesOptions(FsOptions o, MPI_Comm comm, PetscBool rotating,
                                ModesOptions *options);

enum { CAMPBELL_MAX_SPEEDS = 1024 };
typedef struct {
  PetscInt  n; /* number of modes; default: 10 */
  PetscInt  nspeeds;
  PetscReal speed[CAMPBELL_MAX_SPEEDS]; /* [nspeeds] ascending [rad/s] */
  PetscReal unit;                       /* norm of -spin [rad/s], which has the axis */
  PetscReal t_start;                    /* time of the loads [s] */
} CampbellOptions;

/* ReadCampbellOptions - Reads -modes, -spin, -spin_speeds and -t_start.

   Collective. Input errors: there is no axis; speeds are not ascending; the modes are to be
   undamped, or not about the equilibrium. */
PetscErrorCode ReadCampbellOptions(FsOptions o, MPI_Comm comm, CampbellOptions *options);

extern const FsOptionDoc modes_options[];

/* ---- campbell -------------------------------------------------------------------------------- */

/* functions of -analysis modes if -spin_speeds is given */
extern const ModelAnalysis campbell_model_analysis;

#endif
