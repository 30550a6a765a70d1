/* load_options.h: what the options say about a load. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LOAD_OPTIONS_H
#define FS_MODEL_LOADS_LOAD_OPTIONS_H

#include "mesh/mesh_selection.h"
#include "model/components.h"
#include "model/loads/harmonic_load.h"

/* The kinds before LOAD_LAW have a value and a factor g(t). */
typedef enum {
  LOAD_FORCE,
  LOAD_TRACTION,
  LOAD_MOMENT,
  LOAD_PRESSURE,
  LOAD_LAW,  /* formulas of the motion of nodes, see law.h */
  LOAD_GIVEN /* forces of the program that runs the case, see given_load.h */
} LoadKind;

extern const char *const load_kind_names[LOAD_LAW];  /* as in -load_<name>_<kind> */
extern const char *const load_law_names[COMPONENTS]; /* as in -load_<name>_law_<component> */

/* LoadOptions - The description of a load. The texts are borrowed from the options. */
typedef struct {
  const char   *name;
  MeshSelection nodes; /* the set on which the load acts */
  LoadKind      kind;

  /* Members of a load with a factor g(t). */
  PetscReal value[3]; /* [N], [N m], or per length or area; a pressure is value[0] */
  /* a distributed load acts on cells of the dimensions d whose bits 1 << d are set; 0 if the load
     acts on nodes */
  int       cells;
  PetscBool follower; /* whether the load is fixed in the axes of the rotating node; PETSC_FALSE */
  const char *field;  /* another factor, a formula of x, y, z, t; NULL means 1 */
  const char *time;   /* the formula g(t); NULL: that of all loads */
  PetscBool   has_harmonic;
  Harmonic    harmonic; /* harmonic part of the factor g(t) */

  /* Members of a law. */
  const char *law[COMPONENTS]; /* formulas of forces and moments; NULL if not given */
  int         law_per;         /* 0: the formulas count for a node; 1: per length; 2: per area */
} LoadOptions;

/* LoadsFromOptions - Reads the loads of -loads.

   Output:
     names  [n] the caller frees them by PetscStrNArrayDestroy(); the loads borrow them
     loads  [n] the caller frees them by PetscFree()
   Collective. Input errors: a load without a force or with several kinds of them; a pressure that
   is a follower. */
PetscErrorCode           LoadsFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n, char ***names,
                                          LoadOptions **loads);
extern const FsOptionDoc load_options[];

#endif
