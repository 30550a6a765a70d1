/* bushing_options.h: what the options say about the matrices of bushings. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_BUSHING_OPTIONS_H
#define FS_MODEL_JOINTS_BUSHING_OPTIONS_H

#include <fs/options.h>
#include "element/joint/bushing.h"
#include "element/joint/joint.h"

enum { BUSHING_ENTRIES = BUSHING_STRAINS * BUSHING_STRAINS };

/* BushingOptions - The symmetric stiffness and damping matrices of a bushing, row by row. They
   multiply the relative displacements along the three axes of the joint, and the relative rotations
   about these axes. Both are 0 if the joint is not a bushing. */
typedef struct {
  PetscReal stiffness[BUSHING_ENTRIES]; /* [N/m, N, N m/rad]; default 0 */
  PetscReal damping[BUSHING_ENTRIES];   /* [N s/m, N s, N m s/rad]; default 0 */
} BushingOptions;

/* BushingOptionsRead - Reads -joint_<joint>_stiffness and -joint_<joint>_damping.

   Collective. Input errors: a bushing has no matrix; a joint of another type has one; a matrix has
   the wrong number of entries, is unsymmetric, or has a negative eigenvalue. */
PetscErrorCode BushingOptionsRead(FsOptions o, MPI_Comm comm, const char joint[],
                                  const JointType *type, BushingOptions *b);

#endif
