/* stable_equilibrium.h: counts the unstable directions of an equilibrium, and finds a stable one
   beside it.

   An equilibrium under conservative loads is stable if the stiffness has no negative eigenvalue.
   With joints, these are the eigenvalues on the motions that the joints allow. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_START_STABLE_EQUILIBRIUM_H
#define FS_ANALYSIS_RUN_START_STABLE_EQUILIBRIUM_H

#include "analysis/equilibrium.h"
#include "analysis/run/run.h"

typedef enum { COUNT_LAST, COUNT_ALL, COUNT_NONE } StaticCount;

typedef enum { STABLE_BY_NEED, STABLE_ALWAYS, STABLE_NEVER } StableChoice;

/* StabilityOptions - Which equilibria are counted, and which must be stable. */
typedef struct {
  StaticCount  count;  /* equilibria whose unstable directions are counted; default: the last */
  StableChoice stable; /* -static_stable: by need, true, false */
} StabilityOptions;

/* StaticStability - Options, the numbers of the last count, and the unstable equilibria so far.

   The equilibrium to which load steps lead is the answer. The run leaves an unstable equilibrium
   for a stable one in two cases alone: the user says so (STABLE_ALWAYS), or load steps with the
   exact tangent do not reach the first equilibrium (STABLE_BY_NEED). Examples of the second case
   are a slack cable, and a guess by initial displacements. */
typedef struct {
  StabilityOptions options;
  PetscInt         negative, zero; /* numbers of eigenvalues; -1 and 0 if they are not counted */
  PetscBool        more;           /* there may be more negative eigenvalues than those counted */
  const char      *unknown;        /* why they are not counted; NULL if they are */
  const char      *obstacle;    /* why nothing leads to a stable equilibrium; NULL: something may */
  PetscLogDouble   started;     /* time of StaticStabilityCreate */
  PetscInt         nunstable;   /* number of counted equilibria that are unstable and remain */
  PetscReal        first, last; /* times of the first and last of them */
  PetscInt         most;        /* largest number of negative eigenvalues of one of them */
} StaticStability;

/* StaticStabilityCreate - Starts without a count. Collective, as all functions here. */
PetscErrorCode StaticStabilityCreate(const StabilityOptions *options, StaticStability *x);

/* StaticStabilityCheck - Counts the negative and zero eigenvalues of the stiffness at an
   equilibrium, and changes it to a stable one with less energy if it must be stable.

   If the linear solver is iterative, factors must cost little beside the run, or LOBPCG must
   converge within a part of the time of the run. Otherwise the eigenvalues are not counted. With
   -hold_rigid, only STABLE_ALWAYS changes the equilibrium, because a free strut under compression
   turns over in a stable one. A line names the equilibrium that is left.
   Input:
     stage    the stage that has solved for s, under loading
     linear   number of linear iterations of the run so far
     guessed  whether s is a first equilibrium that load steps with the exact tangent do not reach
     wanted   whether the caller needs the count; if FALSE, it may be left out
     s        the equilibrium
   Output:
     s        the equilibrium, or a stable one
     changed  whether s is another equilibrium
     info     ok becomes PETSC_FALSE if s must be stable and no stable equilibrium is found; then s
              is lost */
PetscErrorCode StaticStabilityCheck(StaticStability *x, const Run *run, FsStage stage,
                                    const FsLoading *loading, PetscInt linear, PetscBool guessed,
                                    PetscBool wanted, FsState *s, PetscBool *changed,
                                    FsStageInfo *info);

/* StaticStabilityWarn - Prints a warning if counted equilibria are unstable, with their times and
   what to do. what: name of one equilibrium, such as "the equilibrium". */
PetscErrorCode StaticStabilityWarn(const StaticStability *x, const Run *run, const char what[]);

/* StableStart - Arguments of StaticStabilityRescue, which goes downhill from any state and prints a
   line. */
typedef struct {
  const Run *run;
  FsStage    stage;
} StableStart;
PetscErrorCode StaticStabilityRescue(void *start, const FsLoading *loading, FsState *s,
                                     FsStageInfo *info);

/* has_initial_displacement - Whether -initials give displacements. In statics they are a guess of
   the first equilibrium. */
PetscBool has_initial_displacement(Model model);

/* StaticStabilityStart - Changes run->s to the equilibrium at its time, by EquilibriumFind and
   StaticStabilityCheck.

   Raises PETSC_ERR_NOT_CONVERGED if there is no such equilibrium.
   Input:
     stage   solves for equilibria
     wanted  see StaticStabilityCheck
   Output:
     way     how the equilibrium was found; NULL if the caller does not need it */
PetscErrorCode StaticStabilityStart(StaticStability *x, Run *run, FsStage stage, PetscBool wanted,
                                    EquilibriumWay *way);

#endif
