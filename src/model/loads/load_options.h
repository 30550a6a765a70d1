/* load_options.h: what the options say about a load. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LOAD_OPTIONS_H
#define FS_MODEL_LOADS_LOAD_OPTIONS_H

#include "mesh/mesh_selection.h"
#include "model/components.h"
#include "model/loads/harmonic_load.h"

/* LoadKind - The kind of a load on a model, such as a force or a pressure. The kinds before
   LOAD_LAW have a value that is multiplied by a factor g(t), a formula of time. */
typedef enum {
  LOAD_FORCE,
  LOAD_TRACTION,
  LOAD_MOMENT,
  LOAD_PRESSURE,
  LOAD_LAW,  /* forces that are formulas of the motion of nodes (laws/law.h) */
  LOAD_GIVEN /* forces that the program that runs the case gives (given_load.h) */
} LoadKind;

extern const char *const load_kind_names[LOAD_LAW];  /* as in -load_<name>_<kind> */
extern const char *const load_law_names[COMPONENTS]; /* as in -load_<name>_law_<component> */

/* LoadOptions - The description of a load. The texts are borrowed from the options. */
typedef struct {
  const char   *name;
  MeshSelection nodes; /* nodes and cells on which the load acts */
  LoadKind      kind;
  PetscBool     has_value, has_law; /* whether there is a force, ... or pressure; a law */
  PetscBool     given;              /* whether the program gives the forces */

  /* the following members are for the kinds with a factor g(t) */
  PetscReal value[3]; /* force [N] or moment [N m], or per length or area; a pressure is value[0] */
  /* bit 1 << d is set if the load is distributed over cells of dimension d; 0 if the load acts on
     nodes */
  int         cells;
  PetscBool   follower;     /* whether the load rotates with its nodes; default PETSC_FALSE */
  const char *field;        /* further factor, a formula of x, y, z, t; NULL means 1 */
  const char *time;         /* the formula g(t); NULL: the factor of loads without their own */
  PetscBool   has_harmonic; /* whether harmonic is given */
  Harmonic    harmonic;     /* harmonic part of the factor g(t) */

  /* the following members are for LOAD_LAW */
  const char *law[COMPONENTS]; /* formulas of forces and moments; NULL if not given */
  /* whether the formulas are 0: forces on a node, 1: per length, 2: per area */
  int law_per;
} LoadOptions;

/* LoadsFromOptions - Reads the loads of -loads.

   Output:
     names  [n] the caller frees them by PetscStrNArrayDestroy(); the loads borrow them
     loads  [n] the caller frees them by PetscFree()
   Collective. Input errors: a load has no force, or forces of several kinds; a pressure is a
   follower. */
PetscErrorCode           LoadsFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n, char ***names,
                                          LoadOptions **loads);
extern const FsOptionDoc load_options[];

#endif
