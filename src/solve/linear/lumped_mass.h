/* lumped_mass.h: computes accelerations without a linear solver, for systems whose mass matrix is
   diagonal or has one block for each node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_LINEAR_LUMPED_MASS_H
#define FS_SOLVE_LINEAR_LUMPED_MASS_H

#include "solve/stage_parts.h"
#include "solve/work_vectors.h"

typedef struct {
  PetscBool nodal; /* whether accelerations are computed node by node, without a matrix */
  /* the stiffness matrix, for explicit steps that take one pass through memory; NULL if the matrix
     is not stored as stencils, which are rows that many nodes share */
  Mat K;
  IS  load_rows; /* the entries on which loads act; NULL if loads may act on all entries */
} LumpedMass;

/* linear_has_lumped_mass - See FsStageHasLumpedMass. */
PetscBool linear_has_lumped_mass(LinearStage s);

/* LumpedMassSetUp - Prepares explicit time steps that compute forces and accelerations in one pass
   through memory. Does nothing unless the mass is lumped and s->matrix->A is a stencil operator,
   which stores rows that many nodes share once. Collective. */
PetscErrorCode LumpedMassSetUp(LinearStage s);
PetscErrorCode LumpedMassDestroy(LumpedMass *d);

/* LumpedMassSolve - Solves (cm M + cc C) a = f for the accelerations a of an explicit scheme, where
   the matrix is diagonal. f are the external minus the internal forces at a = 0.

   Input:
     cc     the factor in v = v(a = 0) + cc a
     line   vectors and factors whose sums are q, v and a for a = 0; NULL if state has them on entry
   Output:
     state  q, a and v
     norm   the 2-norm of a over all ranks
   Collective. */
PetscErrorCode LumpedMassSolve(LinearStage s, PetscReal cc, const FsLoading *loading,
                               const FsLine *line, FsState *state, PetscReal *norm);

/* StageForces - Computes the external minus the internal forces at the displacements and velocities
   of a state, and stores them in s->b. They are -r(q, v, a = 0, t), minus the residual
   without inertia. Collective. */
PetscErrorCode StageForces(LinearStage s, const FsState *state, const FsLoading *loading);

/* SystemHasNodalInertia - Determines whether the mass matrix of a system has one block for
   each node and no entries between nodes, so that accelerations need no matrix. Collective. */
PetscErrorCode SystemHasNodalInertia(FsSystem sys, PetscBool *nodal);

/* StageSetUpNodal - Prepares a stage of an explicit scheme to compute accelerations node by node,
   because its mass matrix has one block for each node. Not collective. */
PetscErrorCode StageSetUpNodal(LinearStage s);

/* StageSolveNodal - Computes the accelerations of all nodes node by node, for an explicit scheme
   and a mass matrix with one block for each node.

   Input:
     h        the factor in v = v(a = 0) + h a [s]
     loading  time, load factor and other data of the loads
   Changed:
     state    on entry t, q and the velocity v(a = 0); on return also a, and v
   Output:
     info     how the solve went; info->ok is PETSC_FALSE if it failed
   Collective. */
PetscErrorCode StageSolveNodal(Workspace work, PetscReal h, const FsLoading *loading,
                               FsState *state, FsStageInfo *info);

#endif
