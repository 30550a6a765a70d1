/* critical_points.h: keeps the critical points of a path, so that the analysis can return to
   bifurcations and follow the branches there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_CRITICAL_POINTS_H
#define FS_ANALYSIS_PATH_CRITICAL_POINTS_H

#include "analysis/run/run_state.h"
#include "continuation/continuation.h"
#include "analysis/run/run.h"

/* ---- critical points ------------------------------------------------------------------------- */

/* CriticalPointList - The critical points of a path of equilibria, where the stiffness matrix is
   singular. If a point has several null vectors, their basis is aligned with polynomials of the
   coordinates. The basis then does not depend on the partition of the mesh. */

typedef struct {
  PetscInt       n;
  CriticalPoint *point;  /* [n] */
  PetscInt      *branch; /* [n] number of the branch that has the point; 0 for the path */
} CriticalPointList;

/* CriticalPointListAdd - Appends a critical point of a path of equilibria to the list, and prints
   it. Its null vectors are aligned with axes that do not depend on the partition.

   Input:
     c       the path on which the point is
     branch  the number of the branch on which the point is; 0 for the path
   Changed:
     p       the point. Its null vectors move to the list, and p has none afterwards
   Collective, as are all other functions of this header. */
PetscErrorCode CriticalPointListAdd(CriticalPointList *list, Run *run, const Continuation *c,
                                    PetscInt branch, CriticalPoint *p);

/* CriticalPointListWrite - Writes the critical points of a path of equilibria to /path/critical of
   the output. Each null vector is scaled so that its largest entry is 1. */
PetscErrorCode CriticalPointListWrite(CriticalPointList *list, Run *run);

/* CriticalPointListArchive - Writes a list of critical points to a checkpoint, or reads it if the
   archive is open for reading. A list that is read replaces the present one, and its vectors get
   the layout of `layout`. */

PetscErrorCode CriticalPointListArchive(CriticalPointList *list, Vec layout, FsArchive a);
PetscErrorCode CriticalPointListDestroy(CriticalPointList *list);

/* BranchPoint - A bifurcation of a path of equilibria, from which branches can be followed. */
typedef struct {
  PetscInt      critical; /* index of the bifurcation in CriticalPointList.point */
  MemoryArchive archive;  /* the run and the path before the step that found the bifurcation */
} BranchPoint;

/* Branch - A branch that the analysis has tried to follow. */
typedef struct {
  /* index in CriticalPointList.point of the bifurcation from which the branch starts. It leaves
     along sign (1 or -1) times its null vector CriticalPoint.shape[shape] */
  PetscInt critical, shape, sign;
  /* number of the first step on the branch, and number of its steps; 0 if no equilibrium was found
     on it */
  PetscInt first_step, steps;
} Branch;

/* Branches - The bifurcations of a path of equilibria, and the branches from them that were
   followed so far. */
typedef struct {
  MemoryArchive saved; /* the run and the path before the current step */
  PetscInt      nbranch_points, n;
  BranchPoint  *branch_point; /* [nbranch_points] */
  Branch       *branch;       /* [n] */
} Branches;

/* BranchesSaveState - Saves the run and the path c of equilibria in b->saved, so that the run can
   return to this state. Call it before each step. Collective, as are all other functions of this
   header. */
PetscErrorCode BranchesSaveState(Branches *b, Run *run, Continuation *c);

/* BranchesAddPoint - Records a bifurcation that the current step on a path of equilibria has found,
   with a copy of the state b->saved.

   Input:
     critical  the index of the bifurcation in CriticalPointList.point */
PetscErrorCode BranchesAddPoint(Branches *b, PetscInt critical);

/* BranchesRestoreState - Resets the run and the path c to what they were before the step that found
   the bifurcation b->branch_point[branch_point]. */
PetscErrorCode BranchesRestoreState(const Branches *b, PetscInt branch_point, Run *run,
                                    Continuation *c);

/* BranchesAddBranch - Records a branch that will be followed from a bifurcation, with 0 steps so
   far. The arguments are the members of Branch with the same names. */
PetscErrorCode BranchesAddBranch(Branches *b, PetscInt critical, PetscInt shape, PetscInt sign,
                                 PetscInt first_step);

/* BranchesWrite - Writes all branches that were followed to /path/branch of the output file. */
PetscErrorCode BranchesWrite(const Branches *b, Run *run);
PetscErrorCode BranchesDestroy(Branches *b);

#endif
