/* branches.h: keeps the bifurcations of a path in memory, so that the analysis can return to them
   and follow the branches that leave the path there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_BRANCHES_H
#define FS_ANALYSIS_PATH_BRANCHES_H

#include "critical_points.h"
#include "analysis/run/memory_archive.h"

/* BranchPoint - A bifurcation of the path. */
typedef struct {
  PetscInt      critical; /* the index of the bifurcation in CriticalPointList.point */
  MemoryArchive archive;  /* the run and the path before the step that found the bifurcation */
} BranchPoint;

/* Branch - A branch that the analysis has tried to follow. */
typedef struct {
  /* the index of the bifurcation in CriticalPointList.point. The branch leaves the bifurcation
     along sign (1 or -1) times its null vector CriticalPoint.shape[shape] */
  PetscInt critical, shape, sign;
  /* the number of the first step on the branch, and the number of steps, 0 if no equilibrium was
     found on the branch */
  PetscInt first_step, steps;
} Branch;

/* Branches - The bifurcations of a path, and the branches followed so far. */
typedef struct {
  MemoryArchive saved; /* the run and the path before the current step */
  PetscInt      nbranch_points, n;
  BranchPoint  *branch_point; /* [nbranch_points] */
  Branch       *branch;       /* [n] */
} Branches;

/* BranchesSaveState - Saves the run and the path c in b->saved. Call it before each step.
   Collective, as are all other functions of this header. */
PetscErrorCode BranchesSaveState(Branches *b, Run *run, Continuation *c);

/* BranchesAddPoint - Appends to b->branch_point a bifurcation that the current step has found, with
   a copy of b->saved.

   Input:
     critical  the index of the bifurcation in CriticalPointList.point */
PetscErrorCode BranchesAddPoint(Branches *b, PetscInt critical);

/* BranchesRestoreState - Resets the run and the path c to what they were before the step that found
   the bifurcation b->branch_point[branch_point]. */
PetscErrorCode BranchesRestoreState(const Branches *b, PetscInt branch_point, Run *run,
                                    Continuation *c);

/* BranchesAddBranch - Appends a branch to b->branch, whose number of steps is 0. The arguments are
   the members of Branch with the same names. */
PetscErrorCode BranchesAddBranch(Branches *b, PetscInt critical, PetscInt shape, PetscInt sign,
                                 PetscInt first_step);

/* BranchesWrite - Writes all branches to /path/branch of the output. */
PetscErrorCode BranchesWrite(const Branches *b, Run *run);
PetscErrorCode BranchesDestroy(Branches *b);

#endif
