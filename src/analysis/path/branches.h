/* branches.h: keeps bifurcations of a path in memory, and the branches that leave them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_BRANCHES_H
#define FS_ANALYSIS_PATH_BRANCHES_H

#include "analysis/run/memory_archive.h"
#include "continuation/continuation.h"
#include "analysis/run/run.h"

/* ---- critical points ------------------------------------------------------------------------- */

/* Keeps, prints and writes the critical points of a path.
   If a point has several null vectors, their basis is aligned with polynomials of the coordinates.
   The basis then does not depend on the partition of the mesh. */

typedef struct {
  PetscInt       n;
  CriticalPoint *point;  /* [n] */
  PetscInt      *branch; /* [n] number of the branch that has the point; 0 for the path itself */
} CriticalPointList;

/* CriticalPointListAdd - Aligns the null vectors of a point, prints the point and keeps it.

   Afterwards the list owns the vectors of p, and p has none.
   Input:
     branch  see CriticalPointList
   Collective, as all functions here. */
PetscErrorCode CriticalPointListAdd(CriticalPointList *list, Run *run, const Continuation *c,
                                    PetscInt branch, CriticalPoint *p);

/* CriticalPointListWrite - Writes the points to /path/critical of the output. The largest entry of
   each null vector is 1. */
PetscErrorCode CriticalPointListWrite(CriticalPointList *list, Run *run);

/* CriticalPointListArchive - Writes or reads the list. New vectors are duplicates of c->tangent. */

PetscErrorCode CriticalPointListArchive(CriticalPointList *list, const Continuation *c,
                                        FsArchive a);
PetscErrorCode CriticalPointListDestroy(CriticalPointList *list);

/* BranchPoint - A bifurcation of the path. */
typedef struct {
  PetscInt      critical; /* index of the bifurcation in CriticalPointList.point */
  MemoryArchive archive;  /* the run before the step that found the bifurcation */
} BranchPoint;

/* Branch - A branch that the analysis has tried to follow. */
typedef struct {
  /* The branch leaves this bifurcation (see BranchPoint) along sign (1 or -1) times the null vector
     CriticalPoint.shape[shape]. */
  PetscInt critical, shape, sign;
  PetscInt first_step, steps; /* number of its first step; count of steps, 0 if it was not found */
} Branch;

typedef struct {
  MemoryArchive saved; /* the run and the continuation before the current step */
  PetscInt      nbranch_points, n;
  BranchPoint  *branch_point; /* [nbranch_points] */
  Branch       *branch;       /* [n] */
} Branches;

/* BranchesSaveState - Saves the run and the continuation in b->saved. Call it before each step.
   Collective, as all functions here. */
PetscErrorCode BranchesSaveState(Branches *b, Run *run, Continuation *c);

/* BranchesAddPoint - Appends to b->branch_point a bifurcation that the step has found.

   It has a copy of b->saved.
   Input:
     critical  index of the bifurcation in CriticalPointList.point */
PetscErrorCode BranchesAddPoint(Branches *b, PetscInt critical);

/* BranchesRestoreState - Resets the run and the continuation to the state before the bifurcation
   b->branch_point[branch_point]. */
PetscErrorCode BranchesRestoreState(const Branches *b, PetscInt branch_point, Run *run,
                                    Continuation *c);

/* BranchesAddBranch - Appends a branch without steps to b->branch. The arguments are members of
   Branch. */
PetscErrorCode BranchesAddBranch(Branches *b, PetscInt critical, PetscInt shape, PetscInt sign,
                                 PetscInt first_step);

/* BranchesWrite - Writes all branches to /path/branch of the output. */
PetscErrorCode BranchesWrite(const Branches *b, Run *run);
PetscErrorCode BranchesDestroy(Branches *b);

#endif
