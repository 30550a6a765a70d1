/* near_null.h: what costs little energy, for preconditioners with coarse spaces (multigrid, domain decomposition): the rigid
   motions of a model. Used by the stages of src/solve. */
#ifndef FS_LINEAR_NEAR_NULL_H
#define FS_LINEAR_NEAR_NULL_H

#include <fs/system.h>
#include <petscksp.h>

/* Attach the rigid motions of the system at a state to P, the matrix of ksp, as its near null space, orthonormal, those of
   them that differ; of P that is for another state before, too. Nothing where the preconditioner does not ask for it, or the
   system cannot tell. Where that is gamg its levels are smoothed by a step of Chebyshev's iteration with incomplete Cholesky of
   each rank's block, unless -mg_levels_pc_type is given. Collective. */
PetscErrorCode NearNullAttach(KSP ksp, FsSystem sys, const FsState *s, const FsLoading *loading,
                              Mat P);

/* *n = how many of the six vectors are left, orthonormal, in the first places; those that follow from others are not. */
PetscErrorCode NearNullOrthonormalize(const Vec v[FS_RIGID_MOTIONS], PetscInt *n);

#endif
