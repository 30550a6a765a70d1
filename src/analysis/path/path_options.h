/* path_options.h: the options of -analysis path. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_PATH_OPTIONS_H
#define FS_ANALYSIS_PATH_PATH_OPTIONS_H

#include <fs/options.h>

/* PathOptions - Limits are PETSC_MAX_REAL or PETSC_MAX_INT if the user gives none. */
typedef struct {
  PetscReal   t_start;       /* load factor at which the path starts; default: 0 */
  PetscReal   dt;            /* largest change of the load factor in a step, signed; default: 0.1 */
  PetscReal   max_step;      /* longest step, relative to the model size, or with control in [m] */
  PetscReal   max_length;    /* length of the path at which it ends */
  PetscReal   load_range[2]; /* interval of the load factor, at which the path ends */
  PetscInt    steps;         /* largest number of steps; default: 100 */
  PetscInt    max_criticals; /* number of critical points after which the path ends */
  PetscInt    switch_point;  /* bifurcation at which the path is left, from 1; 0: none */
  PetscBool   switch_all;    /* all branches are followed */
  PetscInt    null_vector;   /* null vector along which the path is left, from 1 */
  PetscInt    sign;          /* direction of the branch, 1 or -1 */
  PetscBool   null_given, sign_given;
  const char *probe;    /* node whose displacement ends or controls the path, or NULL; borrowed
                           from the options */
  int       component;  /* of that displacement: 0, 1, 2 for x, y, z; default: 2 */
  PetscReal between[2]; /* interval of that displacement, at which the path ends [m] */
  PetscBool control;    /* steps are changes of that displacement */
  PetscBool step_given, component_given, between_given; /* the user gives these */
} PathOptions;

/* ReadPathOptions - Reads the options of -analysis path.

   Collective. Input errors: a value is outside of its range; options contradict each other. */
PetscErrorCode ReadPathOptions(FsOptions o, MPI_Comm comm, PathOptions *options);

extern const FsOptionDoc path_options[];

#endif
