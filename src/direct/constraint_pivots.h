/* constraint_pivots.h: chooses the unknowns that a group of constraints determines (the pivots of
   the group, see constraint_groups.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_CONSTRAINT_PIVOTS_H
#define FS_DIRECT_CONSTRAINT_PIVOTS_H

#include "constraint_groups.h"

/* constraint_group_choose - Chooses a pivot for each row of a group, and sets group->pivot and
   group->eliminated.

   Input:
     degree  the number of groups that act on each unknown, indexed by ConstraintGroup.place
     W       [nrows][ncolumns] work space
   Returns PETSC_TRUE if the pivots have changed, or whether the group can be eliminated. */
PetscBool constraint_group_choose(ConstraintGroup *group, const PetscScalar degree[],
                                  PetscScalar W[]);

/* constraint_group_invert - Computes the inverses of two blocks of a group: of the entries of B and
   of the entries of C in the pivots of the group.

   Output:
     B  [nrows][nrows] the inverse of the block of B: row p belongs to the pivot of row p, column q
        to row q of the group
     C  [nrows][nrows] the inverse of the block of C: row q belongs to row q of the group, column p
        to the pivot of row p
   Returns PETSC_FALSE if a block has no inverse. */
PetscBool constraint_group_invert(const ConstraintGroup *group, PetscScalar B[], PetscScalar C[]);

/* Returns the largest absolute entry of x[n]. */
static inline PetscReal largest_entry(PetscInt n, const PetscScalar x[])
{
  PetscReal most = 0;

  for (PetscInt k = 0; k < n; k++) most = PetscMax(most, PetscAbsScalar(x[k]));
  return most;
}

#endif
