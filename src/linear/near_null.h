/* near_null.h: attaches the rigid motions of a model to a matrix as its near null space.

   Rigid motions need little or no force. Preconditioners with coarse spaces (multigrid, domain
   decomposition) must know them to converge fast. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_NEAR_NULL_H
#define FS_LINEAR_NEAR_NULL_H

#include <fs/system.h>
#include <petscksp.h>
#include "orthonormalize.h"

/* NearNullAttach - Attaches the rigid motions of the system at a state to P, the matrix of the
   preconditioner of ksp.

   The attached vectors are orthonormal. They replace vectors that an earlier call has attached. If
   the preconditioner is PCGAMG, its smoother becomes one Chebyshev step with incomplete Cholesky
   factors of each rank's block, unless the user gave -mg_levels_pc_type. Does nothing if the
   preconditioner ignores the near null space, or if the system cannot compute its rigid motions.
   Collective. */
PetscErrorCode NearNullAttach(KSP ksp, FsSystem sys, const FsState *s, const FsLoading *loading,
                              Mat P);

#endif
