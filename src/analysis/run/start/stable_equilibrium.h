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

/* StabilityOptions - At which equilibria unstable directions are counted, and which equilibria must
   be stable. */
typedef struct {
  StaticCount  count;  /* equilibria whose unstable directions are counted; default: the last */
  StableChoice stable; /* -static_stable: by need, true, false */
} StabilityOptions;

/* StaticStability - The options, the numbers of the last count, and a summary of the unstable
   equilibria so far.

   The equilibrium to which load steps lead is normally the result, even if it is unstable. The run
   leaves an unstable equilibrium for a stable one in two cases only. In the first case, the user
   asks for this (STABLE_ALWAYS). In the second case, load steps with the exact tangent do not reach
   the first equilibrium (STABLE_BY_NEED). Examples of the second case are a slack cable, and a
   first guess that is given by initial displacements. */
typedef struct {
  StabilityOptions options;
  /* numbers of negative and of zero eigenvalues of the stiffness in the last count; -1 and 0 if
     they were not counted */
  PetscInt    negative, zero;
  PetscBool   more;    /* whether there may be more negative eigenvalues than those counted */
  const char *unknown; /* why the eigenvalues were not counted; NULL if they were */
  /* why this run cannot go from an unstable equilibrium to a stable one; NULL if it can */
  const char    *obstacle;
  PetscLogDouble started;     /* the time of StaticStabilityCreate, from PetscTime() [s] */
  PetscInt       nunstable;   /* number of equilibria that were found unstable and kept */
  PetscReal      first, last; /* times of the first and the last unstable equilibrium */
  PetscInt       most; /* largest number of negative eigenvalues at an unstable equilibrium */
} StaticStability;

/* StaticStabilityCreate - Prepares the count of unstable directions of equilibria: copies the
   options and resets the counts.

   Collective, as are all other functions of this header. */
PetscErrorCode StaticStabilityCreate(const StabilityOptions *options, StaticStability *x);

/* StaticStabilityCheck - Counts the negative and zero eigenvalues of the stiffness at an
   equilibrium. If the equilibrium is unstable but must be stable, replaces it by a stable one with
   less energy, and prints a line about this.

   If the linear solver of the run is iterative, the eigenvalues are not always counted. They are
   counted if a factorization costs little compared with the run, or if the iterative method LOBPCG
   finds them within a part of the time of the run. With -hold_rigid, the equilibrium is replaced
   only if the option is STABLE_ALWAYS, because a free strut under compression turns over before it
   is stable.
   Input:
     stage    the stage that has solved for s, under loading
     linear   the number of linear iterations of the run so far
     guessed  PETSC_TRUE if s is a first equilibrium that load steps with the exact tangent have not
              reached
     wanted   PETSC_FALSE if the caller does not need the count, which may then be left out
   Changed:
     x        the numbers of the count
     s        the equilibrium, and on return the same or a stable one
     info     ok becomes PETSC_FALSE if s must be stable and no stable equilibrium is found. Then s
              is undefined
   Output:
     changed  PETSC_TRUE if s is now another equilibrium */
PetscErrorCode StaticStabilityCheck(StaticStability *x, const Run *run, FsStage stage,
                                    const FsLoading *loading, PetscInt linear, PetscBool guessed,
                                    PetscBool wanted, FsState *s, PetscBool *changed,
                                    FsStageInfo *info);

/* StaticStabilityWarn - Prints a warning if equilibria that were counted are unstable. The warning
   gives the times of these equilibria and says what the user can do.

   Input:
     what  the name of one equilibrium in the warning, such as "the equilibrium" */
PetscErrorCode StaticStabilityWarn(const StaticStability *x, const Run *run, const char what[]);

/* StaticStabilityRescue - Finds a stable equilibrium under a loading from any state s, by a descent
   of the energy, and prints a line. It is a function for EquilibriumRescue.find.

   Input:
     start  a pointer to a StableStart, whose members are the run and a stage for equilibria
   Changed:
     s      the state, and on return the equilibrium
     info   ok becomes PETSC_FALSE if no equilibrium is found */
typedef struct {
  const Run *run;
  FsStage    stage;
} StableStart;
PetscErrorCode StaticStabilityRescue(void *start, const FsLoading *loading, FsState *s,
                                     FsStageInfo *info);

/* has_initial_displacement - Returns whether -initials give displacements, which are a first guess
   in the search for an equilibrium. */
PetscBool has_initial_displacement(Model model);

/* StaticStabilityStart - Changes run->s to the equilibrium under the loads at run->s.t, which it
   finds by EquilibriumFind, and then calls StaticStabilityCheck.

   Raises PETSC_ERR_NOT_CONVERGED if no equilibrium is found.
   Input:
     stage   a stage for equilibria
     wanted  PETSC_FALSE if the caller does not need the count of eigenvalues
   Output:
     way     how the equilibrium was found; NULL if the caller does not need it */
PetscErrorCode StaticStabilityStart(StaticStability *x, Run *run, FsStage stage, PetscBool wanted,
                                    EquilibriumWay *way);

#endif
