/* tie_options.h: what the options say about the constraints of ties. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_TIES_TIE_OPTIONS_H
#define FS_MODEL_TIES_TIE_OPTIONS_H

#include "model/couplings/couplings.h"
#include "model/ties/tie_cells.h"

/* TieTerm - A term of an equation: a coefficient times the sum of a component over a set. */
typedef struct {
  char      set[256];
  int       component; /* 0 to 5, as in Layout */
  PetscReal coefficient;
} TieTerm;

/* tie_component_names - "x", ..., "rotation_z", as in -tie_<name>_of. */
extern const char *const tie_component_names[COMPONENTS];

/* TieOptions - The description of a tie. The texts are borrowed from the options. The mesh has its
   lines (TieLines). */
typedef struct {
  const char *name;
  TieKind     kind;
  PetscReal   normal[3]; /* of the plane of a diaphragm, of any length; 0,0,1 */
  const char *weight;    /* of a node of a distributed tie: formula of x, y, z; "1" */
  const char *jump[3];   /* of a periodic tie: formulas of t [m]; NULL if 0 */
  DriverTimes times;     /* of the jumps */
  PetscInt    nterms;    /* of an equation */
  TieTerm     term[COUPLING_MAX_MEMBERS];
  PetscReal   value; /* right side of the equation [m or rad, times a coefficient]; 0 */
} TieOptions;

/* TiesOptions - The description of all ties. */
typedef struct {
  PetscInt    n;
  char      **names;     /* [n] */
  TieOptions *tie;       /* [n] */
  PetscBool   eliminate; /* whether solvers may eliminate their constraints; PETSC_TRUE */
} TiesOptions;

/* TiesOptionsRead - Reads -ties, -ties_solve and -tie_<name>_....

   Output:
     ties  the caller frees its arrays by TiesOptionsFree()
   Collective. Input errors: no type; a normal that is 0; an equation without coefficients,
   with too many terms, with one that is not <set>.<component>, or with a coefficient 0. */
PetscErrorCode TiesOptionsRead(FsOptions o, MPI_Comm comm, TiesOptions *ties);
PetscErrorCode TiesOptionsFree(TiesOptions *ties);

#endif
