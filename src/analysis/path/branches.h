/* branches.h: keeps bifurcations of a path in memory, and the branches that leave them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_BRANCHES_H
#define FS_ANALYSIS_PATH_BRANCHES_H

#include "critical_points.h"
#include "memory_archive.h"

/* A bifurcation, and the run before the step that found it. */
typedef struct {
  PetscInt      critical; /* index in the list of critical points */
  MemoryArchive archive;
} BranchPoint;

/* A branch that the analysis has tried to follow. */
typedef struct {
  PetscInt critical, shape, sign; /* its bifurcation, null vector and direction */
  PetscInt first_step, steps;     /* steps: number of steps; 0 if the branch was not found */
} Branch;

typedef struct {
  MemoryArchive saved; /* the run before the current step */
  PetscInt      nbranch_points, n;
  BranchPoint  *branch_point; /* [nbranch_points] */
  Branch       *branch;       /* [n] */
} Branches;

/* BranchesSaveState - Saves the run before a step. Collective, as all functions here. */
PetscErrorCode BranchesSaveState(Branches *b, Run *run, Continuation *c);

/* BranchesAddPoint - Keeps the saved run for a bifurcation that the step has found. */
PetscErrorCode BranchesAddPoint(Branches *b, PetscInt critical);

/* BranchesRestoreState - Returns the run and the continuation to the state before a bifurcation. */
PetscErrorCode BranchesRestoreState(const Branches *b, PetscInt branch_point, Run *run,
                                    Continuation *c);

/* BranchesAddBranch - Appends a branch to b->branch. */
PetscErrorCode BranchesAddBranch(Branches *b, PetscInt critical, PetscInt shape, PetscInt sign,
                                 PetscInt first_step);

/* BranchesWrite - Writes all branches to /path/branch of the output. */
PetscErrorCode BranchesWrite(const Branches *b, Run *run);
PetscErrorCode BranchesDestroy(Branches *b);

#endif
