/* joint_law_doubt.h: warns of joints whose coordinates leave the range that their laws describe. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_JOINT_LAW_DOUBT_H
#define FS_DIAGNOSIS_DOUBTS_JOINT_LAW_DOUBT_H

#include <fs/system.h>

/* BeyondJointLaw - The farthest state of a joint beyond the laws of its coordinates. */
typedef struct {
  PetscReal excess;        /* relative to the range of the law; 0 if no law was left */
  PetscReal coordinate, u; /* the index of the coordinate, and its value [m or rad] */
  PetscReal t;             /* time [s] */
} BeyondJointLaw;

/* JointLawsReadStep - Keeps the states in which joints are farthest beyond their laws, such as
   beyond the ends of a table.

   Input:
     s        state at the end of a step
     loading  how much of the loads acts, and whether supports move
   Changed:
     farthest  NULL before the first step; in models with laws of joints the function allocates an
               array with an entry for each joint. The caller frees it by PetscFree
   Collective. */
PetscErrorCode JointLawsReadStep(FsSystem sys, const FsState *s, const FsLoading *loading,
                                 BeyondJointLaw **farthest);

/* WarnBeyondJointLaws - Warns of each joint that JointLawsReadStep() has kept. Does nothing if
   farthest is NULL. Collective. */
PetscErrorCode WarnBeyondJointLaws(FsSystem sys, const BeyondJointLaw farthest[]);

#endif
