/* tie_options.h: what the options say about the constraints of ties. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_TIES_TIE_OPTIONS_H
#define FS_MODEL_TIES_TIE_OPTIONS_H

#include "model/couplings/couplings.h"
#include "model/ties/tie_cells.h"

/* TieTerm - A term of an equation: a coefficient times the sum of a component over a set. */
typedef struct {
  char      set[256];  /* name of the set of nodes */
  int       component; /* 0 to 5: displacements x, y, z, rotations about x, y, z */
  PetscReal coefficient;
} TieTerm;

/* tie_component_names - "x", ..., "rotation_z", as in -tie_<name>_of. */
extern const char *const tie_component_names[COMPONENTS];

/* TieOptions - The description of a tie, without its lines, which the mesh has (TieLines). The
   texts are borrowed from the options. */
typedef struct {
  const char *name;
  TieKind     kind;
  PetscReal   normal[3]; /* diaphragms: normal of the plane, of any length; default 0,0,1 */
  const char *weight;    /* distributed ties: weight of a node, a formula of x, y, z; default "1" */
  const char *jump[3]; /* periodic ties: difference of the displacements of the two sides, formulas
                          of t [m]; NULL if it is 0 */
  DriverTimes times;   /* first and last time of the run, for the jumps */
  PetscInt    nterms;  /* equations: number of terms, whose sum is value */
  TieTerm     term[COUPLING_MAX_MEMBERS];
  PetscReal   value; /* equations: right side, in the unit of the terms; default 0 */
} TieOptions;

/* TiesOptions - The description of all ties. */
typedef struct {
  PetscInt    n;
  char      **names;   /* [n] */
  TieOptions *tie;     /* [n] */
  PetscBool eliminate; /* whether solvers may eliminate the constraints of ties from the equations,
                          instead of using multipliers; default PETSC_TRUE */
} TiesOptions;

/* TiesOptionsRead - Reads -ties, -ties_solve and -tie_<name>_....

   Output:
     ties  the caller frees its arrays by TiesOptionsFree()
   Collective. Input errors: a type is missing; a normal is 0; an equation has no coefficients, too
   many terms, a term that is not <set>.<component>, or a coefficient 0. */
PetscErrorCode TiesOptionsRead(FsOptions o, MPI_Comm comm, TiesOptions *ties);
PetscErrorCode TiesOptionsFree(TiesOptions *ties);

#endif
