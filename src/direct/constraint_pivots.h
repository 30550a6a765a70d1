/* constraint_pivots.h: chooses the unknowns that a group of constraints determines. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_CONSTRAINT_PIVOTS_H
#define FS_DIRECT_CONSTRAINT_PIVOTS_H

#include "constraint_groups.h"

/* constraint_group_choose - Chooses the pivots of a group.

   Input:
     degree  number of groups that act on an unknown, by ConstraintGroup.place
     W       [nrows][ncolumns] scratch
   Returns whether the pivots, or whether the group can be eliminated, have changed. */
PetscBool constraint_group_choose(ConstraintGroup *group, const PetscScalar degree[],
                                  PetscScalar W[]);

/* constraint_group_invert - Inverts the blocks of B and C in the pivots of a group.

   Output:
     B  [nrows][nrows] row p belongs to pivot p, column q to row q of the group
     C  [nrows][nrows] row q belongs to row q of the group, column p to pivot p
   Returns whether both have an inverse. */
PetscBool constraint_group_invert(const ConstraintGroup *group, PetscScalar B[], PetscScalar C[]);

/* Returns the largest absolute entry of x[n]. */
static inline PetscReal largest_entry(PetscInt n, const PetscScalar x[])
{
  PetscReal most = 0;

  for (PetscInt k = 0; k < n; k++) most = PetscMax(most, PetscAbsScalar(x[k]));
  return most;
}

#endif
