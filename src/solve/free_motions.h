/* free_motions.h: finds the rigid motions that nothing in a system resists, and stiffens a matrix
   against them, so that it is not singular. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_FREE_MOTIONS_H
#define FS_SOLVE_FREE_MOTIONS_H

#include <fs/solve.h>
#include "solve/stage_matrix.h"

/* The free rigid motions of a system, and the dofs that fix them. A free motion moves a point x by
 * v + w x (x - center), with twist = (v, w) in global axes. */
struct _n_FreeMotions {
  FsSystem    sys;
  Workspace   work;   /* borrowed */
  StageMatrix matrix; /* has the typical stiffness of the model; borrowed */
  FsRigidHold hold;   /* how equilibria treat these motions (FsStageHoldRigid) */
  PetscBool   known;  /* whether FreeMotionsFind has been called */
  PetscInt    n;      /* number of rigid motions that nothing resists */
  /* [n] twists (v, w) of the free rigid motions: a motion moves a point x by v + w x (x - center),
     in global axes */
  PetscReal center[3], twist[FS_RIGID_MOTIONS][FS_RIGID_MOTIONS];
  /* the number of dofs that are fixed to prevent the motions, at most n */
  PetscInt ndofs;
  /* [ndofs] global numbers of the dofs that are fixed to prevent the motions */
  PetscInt dof[FS_RIGID_MOTIONS];
};

/* FreeMotionsFind - Finds the rigid motions of a stage's system that nothing resists (free motions)
   at time t, and stores them in f. Later calls do nothing.

   Free motions do no work against the forces of elements, supports and joints without loads, at any
   displacement. A prestress does not matter, even if it is not balanced. Motions that a spring
   resists with less than 1e-9 of the stiffness of the model count as free. Collective. */
PetscErrorCode FreeMotionsFind(FreeMotions f, PetscReal t);

/* FreeMotionsAt - Computes the n rigid motions that nothing resists as vectors of dofs at a state.

   Output:
     change  [n] the derivatives of q in each free motion; the caller creates FS_RIGID_MOTIONS
             vectors
     spin    [n] the same motions with angular velocities in body axes as rotations; the caller
             creates FS_RIGID_MOTIONS vectors
   Collective. */
PetscErrorCode FreeMotionsAt(FreeMotions f, const FsState *at, const FsLoading *loading,
                             const Vec change[], const Vec spin[]);

/* FreeMotionsChooseDofs - Chooses dofs which, if they are fixed, prevent the free motions.

   Displacements are preferred to rotations. The choice does not depend on the number of ranks.
   Input:
     change  [n] the free rigid motions from FreeMotionsAt; overwritten
   Collective. */
PetscErrorCode FreeMotionsChooseDofs(FreeMotions f, const Vec change[]);

/* FreeMotionsFixDofs - Adds a large stiffness to the matrix A in the dofs that
   FreeMotionsChooseDofs has chosen, so that rigid motions which nothing resists do not make A
   singular. Does nothing unless the user lets equilibria hold rigid motions (FsStageHoldRigid).
   Collective. */
PetscErrorCode FreeMotionsFixDofs(FreeMotions f, Mat A);

/* FreeMotionsHoldLinear - Chooses the dofs of a linear system that are fixed so that rigid motions
   which nothing resists are prevented. One call is enough, because these dofs are the same at all
   states. Does nothing unless the user lets equilibria hold rigid motions. Collective. */
PetscErrorCode FreeMotionsHoldLinear(FreeMotions f);

/* FreeMotionsArchive - Writes the record of the rigid motions that nothing resists to a checkpoint,
   or reads it if the archive is open for reading. Collective. */
PetscErrorCode FreeMotionsArchive(FreeMotions free, FsArchive a);

/* ---- rigid hold ------------------------------------------------------------------------------ */

/* A function that changes a state to the equilibrium near it under a loading, by the solver of a
   stage. It sets info->ok to PETSC_FALSE if no equilibrium is found. */
typedef PetscErrorCode (*StaticSolve)(FsStage stage, const FsLoading *loading, FsState *state,
                                      FsStageInfo *info);

/* RigidHoldSolve - Changes a state to the equilibrium near it, for a system that can move as a
   rigid body. The rigid motions that nothing resists are held, as FsRigidHold says.

   Input:
     stage  the first argument of solve
     solve  the function that solves for the equilibrium. During its call, dofs are fixed in the
            tangent so that no rigid motion is free (FreeMotionsFixDofs)
   Collective. */
PetscErrorCode RigidHoldSolve(FreeMotions f, FsStage stage, StaticSolve solve,
                              const FsLoading *loading, FsState *state, FsStageInfo *info);

#endif
