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

enum { LOAD_AXLES = 256 }; /* largest number of axles of a load */

/* LoadRange - The part of each member of a set on which a load acts. */
typedef struct {
  PetscBool
    given; /* whether the load has a range or is a trapezoid; if not, it acts on all cells */
  /* the first entry is where the load begins, the second one where it ends */
  PetscBool by_length[2], by_fraction[2]; /* which of the following members say so; default: none,
                                             the ends of the member */
  PetscReal length[2];                    /* arc length along the member [m] */
  PetscReal fraction[2];                  /* or fraction of its length, from 0 to 1 */
  PetscReal factor[2];                    /* of the load; default 1 */
} LoadRange;

extern const char *const load_kind_names[LOAD_LAW];  /* as in -load_<name>_<kind> */
extern const char *const load_law_names[COMPONENTS]; /* as in -load_<name>_law_<component> */

/* LoadOptions - The description of a load. The texts are borrowed from the options. */
typedef struct {
  const char   *name;
  MeshSelection nodes; /* nodes and cells on which the load acts */
  LoadKind      kind;
  PetscBool     has_value, has_law; /* whether there is a force, ... or pressure; a law */
  PetscBool     given;              /* whether the program gives the forces */
  PetscBool     given_moments;      /* whether the program also gives moments */

  /* the following members are for the kinds with a factor g(t) */
  PetscReal value[3]; /* force [N] or moment [N m], or per length or area; a pressure is value[0] */
  /* bit 1 << d is set if the load is distributed over cells of dimension d; 0 if the load acts on
     nodes */
  int       cells;
  LoadRange range; /* the part of each line on which a distributed load acts */
  /* formula of t: arc length of the first axle along the chain of the set's lines [m]; NULL: the
     load does not move so */
  const char *place;
  PetscInt    naxles, naxle_factors;    /* number of axles; number of given factors, or 0 */
  PetscReal   axles[LOAD_AXLES];        /* distances behind the first axle [m]; default 0 */
  PetscReal   axle_factors[LOAD_AXLES]; /* factors of the force of each axle; default 1 */
  PetscBool projected; /* whether a traction is per length or area that is projected onto the plane
                        perpendicular to it; default PETSC_FALSE */
  /* 1 if value is along the beam and along the axes y and z of its section, in the mesh */
  int         in_section;
  PetscBool   has_start;
  PetscReal   start[3];     /* end of the chain of lines from which arc lengths are measured [m] */
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
