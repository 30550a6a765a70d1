/* branches.h: bifurcations that a path comes back to (-path_switch all), to leave in each direction of each of their null vectors. Used by
   paths.c. */
#ifndef FS_ANALYSIS_PATH_BRANCHES_H
#define FS_ANALYSIS_PATH_BRANCHES_H

#include "critical_points.h"
#include "memory_archive.h"

/* A bifurcation, and the run as it was before the step that met it. */
typedef struct {
  PetscInt critical; /* its number in the list */
  Tape     tape;
} Fork;

/* A branch that was tried. */
typedef struct {
  PetscInt critical, shape, sign; /* where it leaves, and along what */
  PetscInt first, steps;          /* its first step in the run; 0 steps: it has not been found */
} Branch;

typedef struct {
  Tape     before; /* the step under way */
  PetscInt nforks, n;
  Fork    *fork;
  Branch  *branch;
} Branches;

/* Before each step; where a step has met a bifurcation; back to the begin of that step. Collective, as all here. */
PetscErrorCode BranchesRemember(Branches *b, Run *run, Continuation *c);
PetscErrorCode BranchesAdd(Branches *b, PetscInt critical);
PetscErrorCode BranchesReturn(const Branches *b, PetscInt fork, Run *run, Continuation *c);

/* A new branch at the end of b->branch. */
PetscErrorCode BranchesBegin(Branches *b, PetscInt critical, PetscInt shape, PetscInt sign, PetscInt first);

/* To /path/branch of the output. */
PetscErrorCode BranchesWrite(const Branches *b, Run *run);
PetscErrorCode BranchesDestroy(Branches *b);

#endif
