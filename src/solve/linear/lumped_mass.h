/* lumped_mass.h: accelerations without a solver, by a diagonal mass matrix or the inertia of
   nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_LINEAR_LUMPED_MASS_H
#define FS_SOLVE_LINEAR_LUMPED_MASS_H

#include <fs/solve.h>

typedef struct {
  PetscBool nodal; /* accelerations are found node by node, see StageSetUpNodal */
  Mat       K;     /* stiffness, for stages in one pass through memory; NULL if K is no stencil */
  IS        load_rows; /* rows that loads act on; NULL if they may act on all */
} LumpedMass;

/* LumpedMassSetUp - Prepares stages that take one pass through memory.

   Does nothing unless s->A is a stencil operator (src/stencil) and the mass is lumped.
   Collective. */
PetscErrorCode LumpedMassSetUp(FsStage s);
PetscErrorCode LumpedMassDestroy(LumpedMass *d);

/* LumpedMassSolve - Solves (cm M + cc C) a = forces for a diagonal matrix, see LinearSolveMass.

   Input:
     cc     factor of v = v(a = 0) + cc a
     line   point of the line; NULL if state holds the point
   Output:
     state  q, a and v
     norm   2-norm of a over all ranks
   Collective. */
PetscErrorCode LumpedMassSolve(FsStage s, PetscReal cc, const FsLoading *loading,
                               const FsLine *line, FsState *state, PetscReal *norm);

/* StageForces - Sets s->effective.b to the forces without inertia, -r(q, v, a = 0, t).

   Collective. */
PetscErrorCode StageForces(FsStage s, const FsState *state, const FsLoading *loading);

/* StageHasNodalInertia - Determines whether each node has an inertia of its own.

   Accelerations then need no matrix. Collective. */
PetscErrorCode StageHasNodalInertia(FsStage s, PetscBool *nodal);

/* StageSetUpNodal - Makes later stages with ck = 0 find accelerations node by node.

   Not collective. */
PetscErrorCode StageSetUpNodal(FsStage s);

/* StageSolveNodal - Computes the accelerations of all nodes.

   Input:
     h      factor in v = h a + const [s]
     state  t, q, and the velocity v that belongs to a = 0
   Output:
     state  a, and v with h a added
   If the solve fails, info->ok becomes PETSC_FALSE. Collective. */
PetscErrorCode StageSolveNodal(FsStage s, PetscReal h, const FsLoading *loading, FsState *state,
                               FsStageInfo *info);

#endif
