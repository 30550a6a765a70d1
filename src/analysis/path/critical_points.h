/* critical_points.h: the critical points that a path has met: told, kept, written, and their null vectors made those that any ranks find. Used by
   paths.c. */
#ifndef FS_ANALYSIS_PATH_CRITICAL_POINTS_H
#define FS_ANALYSIS_PATH_CRITICAL_POINTS_H

#include "continuation/continuation.h"
#include "analysis/run/run.h"

typedef struct {
  PetscInt       n;
  CriticalPoint *point;
  PetscInt      *branch; /* [n] on which it is */
} CriticalPointList;

/* Keep a point of a branch, whose shapes move here, and tell it. Collective, as all here. */
PetscErrorCode CriticalPointListAdd(CriticalPointList *list, Run *run, const Continuation *c,
                                    PetscInt branch, CriticalPoint *p);

/* To /path/critical of the output: shapes have the largest entry 1. */
PetscErrorCode CriticalPointListWrite(CriticalPointList *list, Run *run);

PetscErrorCode CriticalPointListArchive(CriticalPointList *list, const Continuation *c,
                                        FsArchive a);
PetscErrorCode CriticalPointListDestroy(CriticalPointList *list);

#endif
