/* critical_points.h: keeps, prints and writes the critical points of a path.

   At a critical point the stiffness matrix has null vectors. If it has several, any basis of their
   space is possible. The basis is therefore aligned with polynomials of the coordinates, so that it
   does not depend on the number of ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_CRITICAL_POINTS_H
#define FS_ANALYSIS_PATH_CRITICAL_POINTS_H

#include "continuation/continuation.h"
#include "analysis/run/run.h"

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

#endif
