/* rope_doubt.h: warns of ropes that push, because their length is constant. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_ROPE_DOUBT_H
#define FS_DIAGNOSIS_DOUBTS_ROPE_DOUBT_H

#include "assembly/assembly.h"

/* RopeTension - The tensions that a rope has had in the steps so far, on the rank that has the
   multiplier of its equation; other ranks have zeros. */
typedef struct {
  PetscReal largest;  /* largest tension or pressing force, without its sign [N] */
  PetscReal smallest; /* smallest tension; negative if the rope has pushed [N] */
  PetscReal t;        /* time of the smallest tension [s] */
} RopeTension;

/* RopesReadStep - Updates the tensions of all ropes (-tie_<name>_type rope) with those of a state.

   Input:
     s  state at the end of a step, whose s->a contains the multipliers
   Changed:
     tension  NULL before the first step; the function allocates an array with an entry for each tie
              of a model with ropes. The caller frees it by PetscFree
   Not collective. */
PetscErrorCode RopesReadStep(FsSystem sys, const FsState *s, RopeTension **tension);

/* WarnPushingRopes - Warns of each rope whose tension has been negative beyond round-off. Does
   nothing if tension is NULL. Collective. */
PetscErrorCode WarnPushingRopes(FsSystem sys, const RopeTension tension[]);

#endif
