/* free_motions.h: finds the rigid motions that nothing in a system resists, and fixes them in a
   matrix. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_FREE_MOTIONS_H
#define FS_SOLVE_FREE_MOTIONS_H

#include <fs/solve.h>
#include <petscmat.h>

/* FreeMotions - The free rigid motions of a system, and the dofs that fix them.

   A free motion moves a point x by v + w x (x - center), with twist = (v, w) in global axes. */
typedef struct {
  PetscBool known; /* FreeMotionsFind has been called */
  PetscInt  n;     /* number of free motions */
  PetscReal center[3], twist[FS_RIGID_MOTIONS][FS_RIGID_MOTIONS]; /* twist[n] */
  PetscInt  ndofs;                 /* the number of fixed dofs, at most n */
  PetscInt  dof[FS_RIGID_MOTIONS]; /* [ndofs] global numbers of the fixed dofs */
} FreeMotions;

/* FreeMotionsFind - Finds the free rigid motions of a stage's system at time t, once.

   They do no work against the forces of elements, supports and joints without loads, at any
   displacement. A prestress does not matter, even if it is not balanced. Motions that a spring
   resists with less than 1e-9 of the stiffness of the model count as free. Collective. */
PetscErrorCode FreeMotionsFind(FsStage s, PetscReal t);

/* FreeMotionsAt - Computes the vectors of the free motions at a state.

   Output:
     change  [n] the derivatives of q in each free motion; the caller creates FS_RIGID_MOTIONS
             vectors
     spin    [n] the same motions, whose rotations are angular velocities in body axes; the caller
             creates FS_RIGID_MOTIONS vectors
   Collective. */
PetscErrorCode FreeMotionsAt(FsStage s, const FsState *at, const FsLoading *loading,
                             const Vec change[], const Vec spin[]);

/* FreeMotionsChooseDofs - Chooses dofs which, if they are fixed, prevent the free motions.

   Displacements are preferred to rotations. The choice does not depend on the number of ranks.
   Input:
     change  [n] the vectors of FreeMotionsAt, which the function overwrites
   Collective. */
PetscErrorCode FreeMotionsChooseDofs(FsStage s, const Vec change[]);

/* FreeMotionsFixDofs - Adds a large stiffness to A in the chosen dofs, so that A is not singular.
   Does nothing if equilibria hold no rigid motions. Collective. */
PetscErrorCode FreeMotionsFixDofs(FsStage s, Mat A);

/* FreeMotionsHoldLinear - Chooses the fixed dofs of a linear system. They are the same at all
   states, so one call is enough. Does nothing if equilibria hold no rigid motions. Collective. */
PetscErrorCode FreeMotionsHoldLinear(FsStage s);

/* FreeMotionsArchive - Writes the members of free to an archive, or reads them if the archive is
   open for reading. Collective. */
PetscErrorCode FreeMotionsArchive(FreeMotions *free, FsArchive a);

/* ---- rigid hold ------------------------------------------------------------------------------ */

/* A function that changes a state to the equilibrium near it under a loading. It sets info->ok to
   PETSC_FALSE if no equilibrium is found. */
typedef PetscErrorCode (*StaticSolve)(FsStage s, const FsLoading *loading, FsState *state,
                                      FsStageInfo *info);

/* RigidHoldSolve - Changes a state to the equilibrium near it, for a system that can move as a
   rigid body, whose free rigid motions are held (FsRigidHold).

   Input:
     solve  the function that solves for the equilibrium. During its call, dofs are fixed in the
            tangent so that no rigid motion is free (FreeMotionsFixDofs)
   Collective. */
PetscErrorCode RigidHoldSolve(FsStage s, StaticSolve solve, const FsLoading *loading,
                              FsState *state, FsStageInfo *info);

#endif
