/* locking_doubt.h: warns of thin curved shells whose cells are too few. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_LOCKING_LOCKING_DOUBT_H
#define FS_DIAGNOSIS_LOCKING_LOCKING_DOUBT_H

#include "assembly/assembly.h"

/* WarnLocking - Warns of each part with shells whose displacements or stresses at an equilibrium
   are more than 5 % off, because its cells do not bend as the curved surface does or are larger
   than the places where it bends, and says how many cells are enough. Does nothing in motions.

   Input:
     s        the equilibrium
     loading  how much of the loads acts
   Collective. */
PetscErrorCode WarnLocking(FsSystem sys, const FsState *s, const FsLoading *loading);

#endif
