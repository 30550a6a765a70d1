/* constraint_groups.h: groups of constraints in a matrix, and the unknowns for which they can be
   solved.

   The matrix is [K C; B 0], where the rows B and the columns C belong to constraints and their
   multipliers. A group is a set of consecutive rows of constraints with the same columns, such as
   those of one joint. A group can be eliminated if it determines as many unknowns as it has rows,
   and no other group acts on these unknowns. The unknowns that a group determines are called its
   pivots. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_CONSTRAINT_GROUPS_H
#define FS_DIRECT_CONSTRAINT_GROUPS_H

#include <fs/petsc_versions.h>

/* Largest number of rows of a group; longer groups are cut. */
enum { GROUP_ROWS = 32 };

typedef struct {
  PetscInt first, nrows; /* number of the first row in the whole matrix, and number of rows */
  PetscInt ncolumns;     /* the number of unknowns on which the group acts, without multipliers */
  /* [ncolumns] the unknowns on which the group acts, as ascending columns of the whole matrix, and
     their indices in ConstraintGroups.column */
  PetscInt    *column, *place;
  PetscScalar *B, *C; /* [nrows][ncolumns] the rows B, and the transposed columns C */
  /* [nrows] diagonal entry of the row of a constraint that solves leave out, which acts on no
     unknown */
  PetscScalar *diagonal;
  /* [nrows] the unknown that each row determines (pivot), as an index in column; negative for
     constraints that are left out */
  PetscInt *pivot;
  PetscBool eliminated; /* whether the group can be eliminated */
} ConstraintGroup;

/* ConstraintGroups - The groups of constraints whose rows this rank owns. */
typedef struct {
  PetscInt         n;        /* the number of groups */
  ConstraintGroup *group;    /* [n] */
  PetscInt         ncolumns; /* the number of unknowns on which some group acts */
  /* [ncolumns] the unknowns on which some group acts, as ascending columns of the whole matrix */
  PetscInt  *column;
  VecScatter scatter; /* copies the entries of these unknowns in a global vector to entries */
  Vec        entries; /* [ncolumns] a vector of this rank */
  Mat        C, Ct;   /* the columns of constraints as a matrix, and its transpose */
  Vec        degree;  /* the number of groups that act on each unknown */
} ConstraintGroups;

/* ConstraintGroupsCreate - Finds groups of constraints that may be eliminated from the pattern of
   the matrix A.

   Input:
     A            assembled AIJ matrix; all later matrices must have its pattern
     multipliers  1 in the rows of constraints, 0 elsewhere
   Collective. */
PetscErrorCode ConstraintGroupsCreate(Mat A, Vec multipliers, ConstraintGroups *g);
PetscErrorCode ConstraintGroupsDestroy(ConstraintGroups *g);

/* ConstraintGroupsUpdate - Reads the values of the rows and columns of constraints from A, and
   chooses the pivots of each group.

   Output:
     changed    PETSC_TRUE if the pivots of some group on some rank have changed
     remaining  the number of rows on all ranks that cannot be eliminated
     some       PETSC_TRUE if some group on some rank can be eliminated
   Collective. */
PetscErrorCode ConstraintGroupsUpdate(ConstraintGroups *g, Mat A, PetscBool *changed,
                                      PetscInt *remaining, PetscBool *some);

/* ConstraintGroupsGather - Fetches the entries of a global vector x for all unknowns on which
   constraints of this rank act, also from other ranks.

   Output:
     value  [g->ncolumns] the entries, borrowed until ConstraintGroupsRestore
   Collective. */
PetscErrorCode ConstraintGroupsGather(ConstraintGroups *g, Vec x, const PetscScalar **value);
PetscErrorCode ConstraintGroupsRestore(ConstraintGroups *g, const PetscScalar **value);

/* ---- constraint pivots ----------------------------------------------------------------------- */

/* Chooses the unknowns that a group of constraints determines (the pivots of the group). */

/* constraint_group_invert - Inverts two square matrices of a group of constraints: its rows B in
   the columns of its pivots, and its columns C in the rows of its pivots. The pivots are the
   unknowns that the group determines.

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
