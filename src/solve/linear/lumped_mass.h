/* lumped_mass.h: computes accelerations without a linear solver, for systems whose mass matrix is
   diagonal or has one block for each node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_LINEAR_LUMPED_MASS_H
#define FS_SOLVE_LINEAR_LUMPED_MASS_H

#include <fs/solve.h>

typedef struct {
  PetscBool nodal; /* accelerations are computed node by node (StageSetUpNodal) */
  /* the stiffness matrix, for stages that take one pass through memory; NULL if it is not stored as
     stencils (src/stencil) */
  Mat K;
  IS  load_rows; /* the rows on which loads act; NULL if loads may act on all rows */
} LumpedMass;

/* LumpedMassSetUp - Prepares stages that take one pass through memory.

   Does nothing unless s->A is a stencil operator (src/stencil) and the mass is lumped.
   Collective. */
PetscErrorCode LumpedMassSetUp(FsStage s);
PetscErrorCode LumpedMassDestroy(LumpedMass *d);

/* LumpedMassSolve - Solves (cm M + cc C) a = f for the accelerations a of an explicit scheme, where
   the matrix is diagonal. f are the forces without inertia at a = 0.

   Input:
     cc     the factor in v = v(a = 0) + cc a
     line   describes q, v and a at the start; NULL if state has them on entry
   Output:
     state  q, a and v
     norm   the 2-norm of a over all ranks
   Collective. */
PetscErrorCode LumpedMassSolve(FsStage s, PetscReal cc, const FsLoading *loading,
                               const FsLine *line, FsState *state, PetscReal *norm);

/* StageForces - Sets s->effective.b to the forces without inertia, -r(q, v, a = 0, t).

   Collective. */
PetscErrorCode StageForces(FsStage s, const FsState *state, const FsLoading *loading);

/* StageHasNodalInertia - Sets nodal to PETSC_TRUE if the mass matrix has one block for each node
   and no entries between nodes. Accelerations then need no matrix. Collective. */
PetscErrorCode StageHasNodalInertia(FsStage s, PetscBool *nodal);

/* StageSetUpNodal - Makes later stages with ck = 0 find accelerations node by node.

   Not collective. */
PetscErrorCode StageSetUpNodal(FsStage s);

/* StageSolveNodal - Computes the accelerations of all nodes.

   Input:
     h      the factor in v = v(a = 0) + h a [s]
   Changed:
     state  on entry t, q, and the velocity v(a = 0); on return also a, and v
   If the solve fails, info->ok becomes PETSC_FALSE. Collective. */
PetscErrorCode StageSolveNodal(FsStage s, PetscReal h, const FsLoading *loading, FsState *state,
                               FsStageInfo *info);

#endif
