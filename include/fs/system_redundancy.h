/* system_redundancy.h: drops redundant rows of constraints, which are those that follow from the
   other rows. Otherwise the multipliers would not be unique.

   A row of constraints is a scalar equation of Phi = 0, whose multiplier is an entry of global
   vectors. Vectors keep their layout when rows are dropped. The equation of a dropped row becomes
   -lambda = 0, and residuals, tangents and sys->constraints contain the other rows alone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_REDUNDANCY_H
#define FS_SYSTEM_REDUNDANCY_H

#include <fs/system_constraints.h>
#include <fs/export.h>

typedef struct _n_FsRedundancy *FsRedundancy;

/* FsSystemDropRows - Drops rows of constraints, which must follow from the other rows. Rows that an
   earlier call has dropped are used again.

   Input:
     dropped  a global vector: 1 in the rows to drop, 0 elsewhere; copied
   The caller must set the multipliers of dropped rows to zero in its states. Collective. Input
   error: a row is dropped, but the friction of joints depends on multipliers, which are then not
   unique. */
FS_EXTERN PetscErrorCode FsSystemDropRows(FsSystem sys, Vec dropped);

/* FsSystemGetDroppedRows - Sets the global vector dropped to 1 in the rows of constraints that are
   dropped, and to 0 elsewhere. Collective. */
FS_EXTERN PetscErrorCode FsSystemGetDroppedRows(FsSystem sys, Vec dropped);

/* FsSystemCountDroppedRows - Returns how many rows of constraints are dropped on all ranks
   together. Not collective. */
FS_EXTERN PetscInt FsSystemCountDroppedRows(FsSystem sys);

/* FsSystemAllConstraints - Returns the operations on all rows of constraints, whether they are
   dropped or not. In contrast, the operations sys->constraints leave dropped rows out. The system
   owns the result. Not collective. */
FS_EXTERN const FsSystemConstraints *FsSystemAllConstraints(FsSystem sys);

/* FsRedundancyDestroy - Destroys what FsSystemDropRows has stored in sys->redundancy.
   FsSystemDestroy calls it. */
FS_EXTERN PetscErrorCode FsRedundancyDestroy(FsRedundancy *r);

#endif
