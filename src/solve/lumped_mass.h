/* lumped_mass.h: accelerations without a solver, by a diagonal mass matrix or the inertia of
   nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_LUMPED_MASS_H
#define FS_SOLVE_LUMPED_MASS_H

#include <fs/solve.h>

typedef struct {
  PetscBool nodal;     /* accelerations are found node by node, see StageSetUpNodal */
  Mat       K;         /* stiffness for stages in one pass through memory; NULL if not possible */
  IS        load_rows; /* rows that loads act on; NULL if all */
} LumpedMass;

/* LumpedMassSetUp - Prepares stages in one pass through memory if the matrix is a stencil.

   Collective. */
PetscErrorCode LumpedMassSetUp(FsStage s);
PetscErrorCode LumpedMassDestroy(LumpedMass *d);

/* LumpedMassSolve - Solves LinearSolveMass if the matrix is diagonal.

   Output:
     norm  2-norm of a, on all ranks
   Collective. */
PetscErrorCode LumpedMassSolve(FsStage s, PetscReal cc, const FsLoading *loading,
                               const FsLine *line, FsState *state, PetscReal *norm);

/* StageForces - Sets s->b to the forces without inertia, -r(q, v, a = 0, t).

   Overwrites s->x of nonlinear systems. Collective. */
PetscErrorCode StageForces(FsStage s, const FsState *state, const FsLoading *loading);

/* StageHasNodalInertia - Determines whether each node has an inertia of its own.

   Accelerations then need no matrix. Collective. */
PetscErrorCode StageHasNodalInertia(FsStage s, PetscBool *nodal);

/* StageSetUpNodal - Lets stages with ck = 0 find accelerations node by node. Not collective. */
PetscErrorCode StageSetUpNodal(FsStage s);

/* StageSolveNodal - Computes the accelerations of all nodes.

   Input:
     h      step factor of v = h a + const [s]
     state  t, q, and v where a = 0
   Output:
     state  a, and v with h a added
   Collective. A failure sets info->ok to false. */
PetscErrorCode StageSolveNodal(FsStage s, PetscReal h, const FsLoading *loading, FsState *state,
                               FsStageInfo *info);

#endif
