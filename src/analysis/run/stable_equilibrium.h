/* stable_equilibrium.h: counts the unstable directions of an equilibrium, and finds a stable one
   beside it.

   An equilibrium under conservative loads is stable if the stiffness has no negative eigenvalue.
   With joints, these are the eigenvalues on the motions that the joints allow. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_STABLE_EQUILIBRIUM_H
#define FS_ANALYSIS_RUN_STABLE_EQUILIBRIUM_H

#include "analysis/equilibrium.h"
#include "run.h"

typedef enum { COUNT_LAST, COUNT_ALL, COUNT_NONE } StaticCount;

/* StabilityOptions - Which equilibria are stable, and which are counted. */
typedef struct {
  StaticCount count;  /* equilibria whose unstable directions are counted; default: the last */
  PetscBool   stable; /* each equilibrium is stable */
  PetscBool   stable_given; /* the user gave -static_stable */
} StabilityOptions;

/* StaticStability - Options, and the numbers of the last count. */
typedef struct {
  StaticCount    count;
  PetscBool      stable;         /* -static_stable */
  PetscBool      by_user;        /* -static_stable is given */
  PetscInt       negative, zero; /* numbers of eigenvalues; -1 and 0 if they are not counted */
  PetscBool      more;           /* there may be more negative eigenvalues than those counted */
  const char    *unknown;        /* why they are not counted; NULL if they are */
  PetscLogDouble started;        /* time of StaticStabilityCreate */
} StaticStability;

/* StaticStabilityCreate - Starts without a count. Collective, as all functions here. */
PetscErrorCode StaticStabilityCreate(const StabilityOptions *options, StaticStability *x);

/* StaticStabilityCount - Counts the negative and zero eigenvalues of the stiffness at s.

   If the linear solver is iterative, factors must cost little beside the run, or LOBPCG must
   converge within a part of the time of the run. Otherwise the eigenvalues are not counted.
   Input:
     stage   the stage that has solved for s
     linear  number of linear iterations of the run so far */
PetscErrorCode StaticStabilityCount(StaticStability *x, const Run *run, FsStage stage,
                                    const FsLoading *loading, const FsState *s, PetscInt linear);

/* StaticStabilityLeave - Changes s from an unstable equilibrium to a stable one with less energy.

   If the loads are not conservative, or the model is linear, s does not change. info->ok becomes
   PETSC_FALSE then if -static_stable is given.
   Output:
     x     negative and zero are 0 if s is stable now
     info  ok becomes PETSC_FALSE if no stable equilibrium is found; then s is lost */
PetscErrorCode StaticStabilityLeave(StaticStability *x, const Run *run, FsStage stage,
                                    const FsLoading *loading, FsState *s, FsStageInfo *info);

/* StableStart - Arguments of StaticStabilityRescue, which goes downhill from any state. */
typedef struct {
  const Run *run;
  FsStage    stage;
} StableStart;
PetscErrorCode StaticStabilityRescue(void *start, const FsLoading *loading, FsState *s,
                                     FsStageInfo *info);

/* StaticStabilityStart - Changes run->s to the equilibrium at its time, by EquilibriumFind.

   It becomes a stable one if x->stable is true, or if *hard is and -static_stable is not given.
   With -hold_rigid it does so only if the user says -static_stable, because a free strut under
   compression turns over in a stable equilibrium.

   Raises PETSC_ERR_NOT_CONVERGED if no such equilibrium is found.
   Input:
     stage  solves for equilibria
     hard   whether run->s is a guess, so that Newton's method may end anywhere
   Output:
     hard   becomes PETSC_TRUE if the equilibrium was hard to find, see LoadPath */
PetscErrorCode StaticStabilityStart(StaticStability *x, Run *run, FsStage stage, PetscBool *hard);

#endif
