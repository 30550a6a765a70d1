/* modes_options.h: the options of -analysis modes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_MODES_MODES_OPTIONS_H
#define FS_ANALYSIS_MODES_MODES_OPTIONS_H

#include "eigen/undamped_modes.h"
#include <fs/options.h>
#include "analysis/run/model_analysis.h"

typedef struct {
  ModesRequest selection; /* which modes to find; default: the 10 lowest */
  /* the interval of the frequencies of the modes [Hz]; or in hertz[0] the frequency near which
     modes are to be found */
  PetscReal hertz[2];
  PetscReal point[3]; /* a point on the axes of the rigid rotations [m] */
  /* whether modes are complex, with damping; default: true in a rotating frame */
  PetscBool damped;
  PetscReal t_start; /* time [s] of the loads under which the model is in equilibrium */
  /* whether the user has given the number of modes, an upper limit, an interval, a frequency near
     which to find modes, and the point */
  PetscBool n_given, below, between, near, point_given;
} ModesOptions;

/* ReadModesSweep - Determines whether -analysis modes computes a Campbell diagram, frequencies at
   several speeds of rotation: sweep becomes PETSC_TRUE if -spin_speeds is given. Collective. */
PetscErrorCode ReadModesSweep(FsOptions o, PetscBool *sweep);

/* ReadModesOptions - Reads the options of a search for vibration modes: -modes, -modes_... and
   -t_start.

   Input:
     rotating  PETSC_TRUE if the model is described in a rotating frame (-spin)
   Collective. Input errors: a value is outside of its range; options contradict each other. */
PetscErrorCode ReadModesOptions(FsOptions o, MPI_Comm comm, PetscBool rotating,
                                ModesOptions *options);

enum { CAMPBELL_MAX_SPEEDS = 1024 };
typedef struct {
  PetscInt  n; /* the number of modes at each speed; default: 10 */
  PetscInt  nspeeds;
  PetscReal speed[CAMPBELL_MAX_SPEEDS]; /* [nspeeds] the ascending speeds of rotation [rad/s] */
  PetscReal unit;    /* the norm of the vector -spin [rad/s], whose direction is the axis */
  PetscReal t_start; /* time [s] of the loads under which the model is in equilibrium */
} CampbellOptions;

/* ReadCampbellOptions - Reads the options of a diagram of vibration modes over the speed of a
   rotor: -modes, -spin, -spin_speeds and -t_start.

   Collective. Input errors: there is no axis; speeds are not ascending; the modes are to be
   undamped, or not about the equilibrium. */
PetscErrorCode ReadCampbellOptions(FsOptions o, MPI_Comm comm, CampbellOptions *options);

extern const FsOptionDoc modes_options[];

/* ---- campbell -------------------------------------------------------------------------------- */

/* The functions of -analysis modes if the user has given -spin_speeds. */
extern const ModelAnalysis campbell_model_analysis;

#endif
