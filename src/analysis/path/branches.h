/* branches.h: keeps the bifurcations of a path in memory, so that the analysis can return to them
   and follow the branches that leave the path there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_BRANCHES_H
#define FS_ANALYSIS_PATH_BRANCHES_H

#include "analysis/run/run_state.h"
#include "continuation/continuation.h"
#include "analysis/run/run.h"

/* ---- critical points ------------------------------------------------------------------------- */

/* Keeps, prints and writes the critical points of a path.
   If a point has several null vectors, their basis is aligned with polynomials of the coordinates.
   The basis then does not depend on the partition of the mesh. */

typedef struct {
  PetscInt       n;
  CriticalPoint *point;  /* [n] */
  PetscInt      *branch; /* [n] the number of the branch on which the point is; 0 for the path */
} CriticalPointList;

/* CriticalPointListAdd - Aligns the null vectors of a critical point, prints the point, and appends
   it to the list.

   Input:
     c       the path on which the point is
     branch  the number of the branch on which the point is; 0 for the path
   Changed:
     p       the point. Its null vectors move to the list, and p has none afterwards
   Collective, as are all other functions of this header. */
PetscErrorCode CriticalPointListAdd(CriticalPointList *list, Run *run, const Continuation *c,
                                    PetscInt branch, CriticalPoint *p);

/* CriticalPointListWrite - Writes the points to /path/critical of the output. Each null vector is
   scaled so that its largest entry is 1. */
PetscErrorCode CriticalPointListWrite(CriticalPointList *list, Run *run);

/* CriticalPointListArchive - Writes the list to an archive, or reads it if the archive is open for
   reading. Vectors that are read get the layout of c->tangent. */

PetscErrorCode CriticalPointListArchive(CriticalPointList *list, const Continuation *c,
                                        FsArchive a);
PetscErrorCode CriticalPointListDestroy(CriticalPointList *list);

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
