/* path_options.h: the options of -analysis path. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_PATH_OPTIONS_H
#define FS_ANALYSIS_PATH_PATH_OPTIONS_H

#include <fs/options.h>

/* PathOptions - How -analysis path follows the equilibria of a model under a changing load factor,
   and where it ends. A limit is PETSC_MAX_REAL or PETSC_MAX_INT if the user gives none. */
typedef struct {
  PetscReal t_start; /* the load factor at which the path starts; default: 0 */
  /* the largest change of the load factor in a step, negative if the load factor falls at first;
     default: 0.1 */
  PetscReal dt;
  /* the length of the longest step, relative to the size of the model; with control the largest
     change of the displacement [m] */
  PetscReal max_step;
  PetscReal max_length;    /* the path ends when it has this length */
  PetscReal load_range[2]; /* the path ends when the load factor leaves this interval */
  PetscInt  steps;         /* the largest number of steps; default: 100 */
  PetscInt  max_criticals; /* the path ends after this number of critical points */
  /* the number, from 1, of the bifurcation from which the branch is followed instead of the path; 0
     if there is no such bifurcation */
  PetscInt  switch_point;
  PetscBool switch_all; /* the branches of all bifurcations are followed */
  /* the number, from 1, of the null vector of the stiffness matrix along which the branch starts */
  PetscInt  null_vector;
  PetscInt  sign;                   /* the branch starts along 1 or -1 times this null vector */
  PetscBool null_given, sign_given; /* the user has given null_vector, sign */
  /* the name of the node whose displacement ends or controls the path, or NULL if the user names no
     node; borrowed from the options */
  const char *probe;
  int         component;  /* the component of this displacement: 0, 1, 2 for x, y, z; default: 2 */
  PetscReal   between[2]; /* the path ends when this displacement leaves the interval [m] */
  PetscBool   control;    /* displacement control: steps are changes of this displacement */
  PetscBool   step_given, component_given, between_given; /* the user has given these values */
} PathOptions;

/* ReadPathOptions - Reads the options of -analysis path.

   Collective. Input errors: a value is outside of its range; options contradict each other. */
PetscErrorCode ReadPathOptions(FsOptions o, MPI_Comm comm, PathOptions *options);

extern const FsOptionDoc path_options[];

#endif
