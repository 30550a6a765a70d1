/* critical_points.h: keeps, prints and writes the critical points of a path.
   It aligns their null vectors with polynomial fields. They do not depend on the partition then. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_CRITICAL_POINTS_H
#define FS_ANALYSIS_PATH_CRITICAL_POINTS_H

#include "continuation/continuation.h"
#include "analysis/run/run.h"

typedef struct {
  PetscInt       n;
  CriticalPoint *point;  /* [n] */
  PetscInt      *branch; /* [n] number of the branch; 0: the path */
} CriticalPointList;

/* CriticalPointListAdd - Aligns the null vectors of a point, prints the point and keeps it.

   The list takes the vectors from p. Collective, as all functions here. */
PetscErrorCode CriticalPointListAdd(CriticalPointList *list, Run *run, const Continuation *c,
                                    PetscInt branch, CriticalPoint *p);

/* CriticalPointListWrite - Writes the points to /path/critical, with shapes of largest entry 1. */
PetscErrorCode CriticalPointListWrite(CriticalPointList *list, Run *run);

PetscErrorCode CriticalPointListArchive(CriticalPointList *list, const Continuation *c,
                                        FsArchive a);
PetscErrorCode CriticalPointListDestroy(CriticalPointList *list);

#endif
