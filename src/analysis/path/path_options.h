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
  /* the length of the longest step, relative to the size of the model; with displacement control
     the largest change of the controlled displacement [m] */
  PetscReal max_step;
  PetscReal max_length;    /* the path ends when it has this length */
  PetscReal load_range[2]; /* the path ends when the load factor leaves this interval */
  PetscInt  steps;         /* the largest number of steps; default: 100 */
  /* number of critical points (buckling loads, bifurcations) after which the path ends */
  PetscInt max_criticals;
  /* number, from 1, of the bifurcation from which a branch is followed instead of the path; 0 if no
     branch is followed */
  PetscInt  switch_point;
  PetscBool switch_all; /* whether the branches of all bifurcations are followed */
  /* number, from 1, of the null vector of the stiffness matrix along which the branch starts at the
     bifurcation */
  PetscInt null_vector;
  /* 1 or -1: the branch starts along this multiple of the null vector */
  PetscInt  sign;
  PetscBool null_given, sign_given; /* whether the user has given null_vector and sign */
  /* the name of the node whose displacement ends or controls the path of equilibria; borrowed, or
     NULL */
  const char *probe;
  /* component 0, 1, 2 (x, y, z) of the displacement of this node; default: 2 */
  int component;
  /* interval [m] of the displacement of this node, outside which the path ends */
  PetscReal between[2];
  /* PETSC_TRUE if each step of the path is a change of the displacement of this node */
  PetscBool control;
  /* whether the user has given step, component, between */
  PetscBool step_given, component_given, between_given;
} PathOptions;

/* ReadPathOptions - Reads the options of a run that follows a path of equilibria (-analysis path).

   Collective. Input errors: a value is outside of its range; options contradict each other. */
PetscErrorCode ReadPathOptions(FsOptions o, MPI_Comm comm, PathOptions *options);

extern const FsOptionDoc path_options[];

#endif
