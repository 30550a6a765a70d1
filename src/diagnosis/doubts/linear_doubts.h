/* linear_doubts.h: warns where a model with -linearize is not what it should be. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_LINEAR_DOUBTS_H
#define FS_DIAGNOSIS_DOUBTS_LINEAR_DOUBTS_H

#include "assembly/assembly.h"

/* WarnSlackCables - Warns of each part of cables that has no tension in the mesh, and therefore no
   stiffness with -linearize.

   Collective. */
PetscErrorCode WarnSlackCables(Model model);

/* WarnLargeDisplacements - Warns if displacements with -linearize differ by more than the size of
   the model. Nodes at supports count.

   Input:
     s        state at the end
     loading  how much of the loads acts, and whether supports move
   Output:
     warned   whether they do
   Collective. */
PetscErrorCode WarnLargeDisplacements(FsSystem sys, const FsState *s, const FsLoading *loading,
                                      PetscBool *warned);

#endif
