/* large_move.h: warns if the search for an equilibrium has moved nodes far from the mesh. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_START_LARGE_MOVE_H
#define FS_ANALYSIS_RUN_START_LARGE_MOVE_H

#include "analysis/run/run.h"

/* LargeMoveFind - Finds the largest component of a displacement between two states, and whether it
   is larger than a tenth of the model's size. Rotations and multipliers do not count.

   Input:
     before   displacements of the first state [m; rad]; NULL is the mesh as given
     after    displacements of the second state
     trusses  PETSC_TRUE if only nodes of trusses count. Cables have no shape of their own, so that
              they move far when loads bring them into one
     size     number of bytes of place
   Output:
     far      PETSC_TRUE if the displacement is larger than a tenth of the model's size
     move     the displacement [m]
     place    [size] the node and the component in words
   Collective. */
PetscErrorCode LargeMoveFind(const Run *run, Vec before, Vec after, PetscBool trusses,
                             PetscBool *far, PetscReal *move, char place[], size_t size);

/* LargeMoveWarnTrusses - Warns if nodes of trusses are far from the mesh at the first equilibrium,
   because the mesh as given has no stiffness against this motion.

   Input:
     s  the first equilibrium, to which load steps with the exact tangent do not lead
   Collective. */
PetscErrorCode LargeMoveWarnTrusses(const Run *run, const FsState *s);

#endif
