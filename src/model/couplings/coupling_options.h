/* coupling_options.h: what the options say about couplings of joints' coordinates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_COUPLINGS_COUPLING_OPTIONS_H
#define FS_MODEL_COUPLINGS_COUPLING_OPTIONS_H

#include "model/joints/joints.h"

enum { COUPLING_MEMBERS = 8 }; /* largest number of coordinates that a coupling couples */

/* CouplingKind - The value of -coupling_<name>_type. */
typedef enum {
  COUPLING_GEAR,
  COUPLING_BELT,
  COUPLING_RACK,
  COUPLING_SCREW,
  COUPLING_LINEAR,
  COUPLING_RELATION
} CouplingKind;
extern const char *const coupling_kinds[]; /* "gear", ..., "relation", NULL */

/* CouplingMemberOptions - A member of a coupling (a constraint between joints): a coordinate x of a
   joint, which contributes factor times x. */
typedef struct {
  char                joint[256]; /* name of the joint */
  JointCoordinateKind kind;       /* the coordinate */
  PetscReal           factor;     /* factor of the coordinate; 1 for the last member */
} CouplingMemberOptions;

/* CouplingOptions - The user's description of a coupling between joint coordinates: the sum of the
   contributions of all members, minus the offset, is 0. */
typedef struct {
  const char           *name; /* borrowed from CouplingsOptions */
  CouplingKind          kind;
  PetscInt              nmembers;
  CouplingMemberOptions member[COUPLING_MEMBERS];
  /* COUPLING_RELATION: a formula whose variable u is the first coordinate and whose value replaces
     it; borrowed */
  const char *formula;
  PetscBool   has_offset; /* whether the user gave the offset */
  PetscReal   offset;     /* in the unit of the last coordinate; default 0 */
} CouplingOptions;

/* CouplingsOptions - The description of all couplings of -couplings. */
typedef struct {
  PetscInt         n;
  char           **names;    /* [n] */
  CouplingOptions *coupling; /* [n] */
} CouplingsOptions;

/* CouplingsOptionsRead - Reads the couplings between joint coordinates, from -couplings and
   -coupling_<name>_....

   Output:
     couplings  the caller frees its arrays by CouplingsOptionsFree()
   Collective. Input errors: a coupling has no type; a member is not <joint>.<coordinate>;
   coordinates do not fit the type; a coefficient is missing or 0. */
PetscErrorCode CouplingsOptionsRead(FsOptions o, MPI_Comm comm, CouplingsOptions *couplings);
PetscErrorCode CouplingsOptionsFree(CouplingsOptions *couplings);

extern const FsOptionDoc coupling_options[];

#endif
