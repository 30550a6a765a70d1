/* system_redundancy.h: drops redundant rows of constraints, which follow from the other rows.

   All multipliers keep their positions. After rows are dropped, residuals, tangents and
   sys->constraints describe the other rows alone. The equation of a dropped row is -lambda = 0. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_REDUNDANCY_H
#define FS_SYSTEM_REDUNDANCY_H

#include <fs/system_constraints.h>

typedef struct _n_FsRedundancy *FsRedundancy;

/* FsSystemDropRows - Drops rows of constraints. This replaces the choice of an earlier call.

   Input:
     dropped  a global vector: 1 in the rows to drop, 0 elsewhere
   The caller must set the multipliers of dropped rows to zero. Collective. Input error: a row is
   dropped, but the residual depends on multipliers (friction of joints). */
FS_EXTERN PetscErrorCode FsSystemDropRows(FsSystem sys, Vec dropped);

/* FsSystemGetDroppedRows - Sets dropped to 1 in dropped rows and to 0 elsewhere. Collective. */
FS_EXTERN PetscErrorCode FsSystemGetDroppedRows(FsSystem sys, Vec dropped);

/* FsSystemCountDroppedRows - Returns the number of dropped rows on all ranks. Not collective. */
FS_EXTERN PetscInt FsSystemCountDroppedRows(FsSystem sys);

/* FsSystemAllConstraints - Returns the operations on all rows of constraints, dropped or not,
   borrowed. Not collective. */
FS_EXTERN const FsSystemConstraints *FsSystemAllConstraints(FsSystem sys);

/* FsRedundancyDestroy - Destroys the object that FsSystemDropRows made; FsSystemDestroy calls
   it. */
FS_EXTERN PetscErrorCode FsRedundancyDestroy(FsRedundancy *r);

#endif
