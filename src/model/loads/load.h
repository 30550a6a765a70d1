/* load.h: the loads of a model, except those that act through kernels, which are blocks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LOAD_H
#define FS_MODEL_LOADS_LOAD_H

#include "model/loads/harmonic_load.h"
#include "model/loads/law.h"
#include "model/loads/load_field.h"

/* A load whose generalized forces do not depend on the state: F g(t). */
typedef struct {
  char      *name;
  Expression time; /* g */
  Harmonic   harmonic;
  PetscInt   n, *at; /* [n] where F is not 0: indices into this rank's part of global vectors */
  PetscReal *force;  /* [n] F there [N], [N m] */
  PetscInt   nsupport_dofs; /* supported dofs on which it also acts */
  PetscInt  *support_dof;   /* [nsupport_dofs] their indices in local vectors */
  PetscReal *support_force; /* [nsupport_dofs] this rank's share of F there */
} Load;

/* A load whose generalized forces depend on the orientation of its nodes, all of which rotate. The
   force or moment on node[k] is weight[k] vector g(t). A follower force is fixed in the axes of the
   node, while displacements are in global axes. A moment is fixed in global axes, while rotations
   are in the axes of the node. */
typedef struct {
  char      *name;
  Expression time; /* g */
  Harmonic   harmonic;
  PetscBool  moment;    /* a moment in global axes; else a force in the axes of the node */
  PetscReal  vector[3]; /* [N], [N m], or per length or area of them */
  PetscInt   n, *node;  /* [n] local numbers of nodes that this rank owns */
  PetscReal *weight;    /* [n] 1, or the length [m] or area [m2] of the node */
} FollowerLoad;

typedef struct {
  const char *time;         /* borrowed; the factor, a formula of t, of loads that have none */
  PetscBool   time_used;    /* some load has this factor */
  PetscInt   *set;          /* [number of -loads] where each load acts */
  char harmonic_option[96]; /* an option that gives a harmonic load or motion; empty if none does */
  PetscInt      nconstant, nfollower, nmoving, nlaws, nmoment_laws;
  Load         *constant;   /* [nconstant] */
  FollowerLoad *follower;   /* [nfollower] */
  MovingLoad   *moving;     /* [nmoving] */
  Law          *law;        /* [nlaws] laws without rotations */
  Law          *moment_law; /* [nmoment_laws] */
} Loads;

/* SurfaceLoadsCreate - Reads the loads that become blocks, before ComponentsFromOptions.
   Collective. */
PetscErrorCode SurfaceLoadsCreate(FsOptions o, Model model);

/* LoadsCreate - Reads all other loads from the options. Collective. */
PetscErrorCode           LoadsCreate(FsOptions o, Model model);
PetscErrorCode           LoadsDestroy(Model model);
extern const FsOptionDoc load_options[];

#endif
