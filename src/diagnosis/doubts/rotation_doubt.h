/* rotation_doubt.h: warns of large rotations that a scheme without dissipation computes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_ROTATION_DOUBT_H
#define FS_DIAGNOSIS_DOUBTS_ROTATION_DOUBT_H

#include <fs/integrator.h>

/* RotationDoubt - Whether a run has warned of large rotations. A checkpoint does not have it: after
   a restart the warning may appear once more. */
typedef struct {
  PetscBool warned;
} RotationDoubt;

/* RotationDoubtRead - Warns if a node of beams or shells has turned far from the mesh, and the
   scheme of the steps neither dissipates energy nor conserves it in large rotations.

   Orientations are read once in several steps. Only implicit schemes of second order with rho_inf =
   1 are concerned.
   Input:
     step    number of the step, from 1
     s       the state at its end, which is the last accepted state of the system
     scheme  the scheme of the steps
   Changed:
     d       all members are zero before the first call
   Collective. */
PetscErrorCode RotationDoubtRead(RotationDoubt *d, FsSystem sys, PetscInt step, const FsState *s,
                                 const FsIntegratorInfo *scheme);

#endif
