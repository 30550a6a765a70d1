/* bushing_options.h: what the options say about the matrices of bushings. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_BUSHING_OPTIONS_H
#define FS_MODEL_JOINTS_BUSHING_OPTIONS_H

#include <fs/options.h>
#include "element/joint/bushing.h"
#include "element/joint/joint.h"

enum { BUSHING_ENTRIES = BUSHING_STRAINS * BUSHING_STRAINS };

/* BushingOptions - The symmetric matrices of a bushing, row by row, against displacements along the
   three axes of the joint and rotations about them. Both are 0 if the joint is not a bushing. */
typedef struct {
  PetscReal stiffness[BUSHING_ENTRIES]; /* [N/m, N, N m/rad]; 0 */
  PetscReal damping[BUSHING_ENTRIES];   /* [N s/m, N s, N m s/rad]; 0 */
} BushingOptions;

/* BushingOptionsRead - Reads -joint_<joint>_stiffness and _damping.

   Collective. Input errors: a bushing has no matrix, or another joint has one; a wrong count of
   numbers; a matrix is unsymmetric or has a negative eigenvalue. */
PetscErrorCode BushingOptionsRead(FsOptions o, MPI_Comm comm, const char joint[],
                                  const JointType *type, BushingOptions *b);

#endif
