/* near_null.h: attaches the rigid motions of a model to a matrix as its near null space.

   Rigid motions need little or no force. Preconditioners with coarse spaces (multigrid, domain
   decomposition) must know them to converge fast. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_NEAR_NULL_H
#define FS_LINEAR_NEAR_NULL_H

#include <fs/system.h>
#include <petscksp.h>

/* NearNullAttach - Attaches the rigid motions of the system at a state to P, the matrix of the
   preconditioner of ksp.

   The attached vectors are orthonormal. They replace vectors that an earlier call has attached. If
   the preconditioner is PCGAMG, its smoother becomes one Chebyshev step with incomplete Cholesky
   factors of each rank's block, unless the user gave -mg_levels_pc_type. Does nothing if the
   preconditioner ignores the near null space, or if the system cannot compute its rigid motions.
   Collective. */
PetscErrorCode NearNullAttach(KSP ksp, FsSystem sys, const FsState *s, const FsLoading *loading,
                              Mat P);

/* NearNullOrthonormalize - Makes six vectors orthonormal, and leaves out those that depend on
   others.

   Changed:
     v  on return the first n vectors are orthonormal and have the same span as all six had; the
        others are undefined
   Output:
     n  the number of independent vectors
   Collective. */
PetscErrorCode NearNullOrthonormalize(const Vec v[FS_RIGID_MOTIONS], PetscInt *n);

#endif
