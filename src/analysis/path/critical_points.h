/* critical_points.h: keeps, prints and writes the critical points of a path.
   If a point has several null vectors, their basis is aligned with polynomials of the coordinates.
   The basis then does not depend on the partition of the mesh. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_CRITICAL_POINTS_H
#define FS_ANALYSIS_PATH_CRITICAL_POINTS_H

#include "continuation/continuation.h"
#include "analysis/run/run.h"

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

#endif
