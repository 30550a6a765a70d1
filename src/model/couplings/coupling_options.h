/* coupling_options.h: what the options say about couplings of joints' coordinates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_COUPLINGS_COUPLING_OPTIONS_H
#define FS_MODEL_COUPLINGS_COUPLING_OPTIONS_H

#include "model/joints/joints.h"

enum { COUPLING_MEMBERS = 8 }; /* the largest number of members of a coupling of the options */

typedef enum {
  COUPLING_GEAR,
  COUPLING_BELT,
  COUPLING_RACK,
  COUPLING_SCREW,
  COUPLING_LINEAR,
  COUPLING_RELATION
} CouplingKind;
extern const char *const coupling_kinds[]; /* "gear", ..., "relation", NULL */

/* CouplingMemberOptions - A coordinate of a coupling. */
typedef struct {
  char                joint[256]; /* name of its joint */
  JointCoordinateKind kind;
  PetscReal           factor; /* in the row; 1 for the last member */
} CouplingMemberOptions;

/* CouplingOptions - The description of a coupling. */
typedef struct {
  const char           *name; /* borrowed from CouplingsOptions */
  CouplingKind          kind;
  PetscInt              nmembers;
  CouplingMemberOptions member[COUPLING_MEMBERS];
  const char           *formula; /* of a relation: a formula of u, borrowed from the options */
  PetscBool             has_offset;
  PetscReal             offset; /* subtracted from a row, in the unit of the last coordinate; 0 */
} CouplingOptions;

/* CouplingsOptions - The description of all couplings of -couplings. */
typedef struct {
  PetscInt         n;
  char           **names;    /* [n] */
  CouplingOptions *coupling; /* [n] */
} CouplingsOptions;

/* CouplingsOptionsRead - Reads -couplings and -coupling_<name>_....

   Output:
     couplings  the caller frees its arrays by CouplingsOptionsFree()
   Collective. Input errors: no type; a member that is not <joint>.<coordinate>; coordinates that do
   not fit the type; a coefficient that is missing or 0. */
PetscErrorCode CouplingsOptionsRead(FsOptions o, MPI_Comm comm, CouplingsOptions *couplings);
PetscErrorCode CouplingsOptionsFree(CouplingsOptions *couplings);

extern const FsOptionDoc coupling_options[];

#endif
