/* branches.h: bifurcations that a path comes back to (-path_switch all), to leave in each direction of each of their null vectors. Used by
   paths.c. */
#ifndef FS_ANALYSIS_PATH_BRANCHES_H
#define FS_ANALYSIS_PATH_BRANCHES_H

#include "critical_points.h"
#include "memory_archive.h"

/* A bifurcation, and the run as it was before the step that met it. */
typedef struct {
  PetscInt      critical; /* its number in the list */
  MemoryArchive archive;
} BranchPoint;

/* A branch that was tried. */
typedef struct {
  PetscInt critical, shape, sign; /* where it leaves, and along what */
  PetscInt first, steps;          /* its first step in the run; 0 steps: it has not been found */
} Branch;

typedef struct {
  MemoryArchive saved; /* the step under way */
  PetscInt      nbranch_points, n;
  BranchPoint  *branch_point;
  Branch       *branch;
} Branches;

/* Before each step; where a step has met a bifurcation; back to the begin of that step. Collective, as all here. */
PetscErrorCode BranchesSaveState(Branches *b, Run *run, Continuation *c);
PetscErrorCode BranchesAddPoint(Branches *b, PetscInt critical);
PetscErrorCode BranchesRestoreState(const Branches *b, PetscInt branch_point, Run *run,
                                    Continuation *c);

/* A new branch at the end of b->branch. */
PetscErrorCode BranchesAddBranch(Branches *b, PetscInt critical, PetscInt shape, PetscInt sign,
                                 PetscInt first);

/* To /path/branch of the output. */
PetscErrorCode BranchesWrite(const Branches *b, Run *run);
PetscErrorCode BranchesDestroy(Branches *b);

#endif
