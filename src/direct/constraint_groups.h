/* constraint_groups.h: groups of constraints in a matrix, and the unknowns for which they can be
   solved.

   The matrix is [K C; B 0] with rows B and columns C of constraints. Rows that follow each other
   and have the same columns, such as those of one joint, are a group. A group can be eliminated if
   it determines as many unknowns as it has rows, and no other group acts on these. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_CONSTRAINT_GROUPS_H
#define FS_DIRECT_CONSTRAINT_GROUPS_H

#include <fs/fs.h>

/* Largest number of rows of a group; longer groups are cut. */
enum { GROUP_ROWS = 32 };

typedef struct {
  PetscInt first, nrows; /* number of the first row in the whole matrix; number of rows */
  PetscInt ncolumns;
  /* [ncolumns] unknowns on which the group acts, which are no multipliers, as columns of the whole
     matrix, ascending; and their places in ConstraintGroups.column */
  PetscInt    *column, *place;
  PetscScalar *B, *C; /* [nrows][ncolumns] the rows B, and the transposed columns C */
  /* [nrows] diagonal entry of a row that acts on nothing: that of a dropped constraint */
  PetscScalar *diagonal;
  /* [nrows] indices in column of the unknowns that the group determines; negative for dropped
     constraints */
  PetscInt *pivot;
  PetscBool eliminated; /* it can be eliminated */
} ConstraintGroup;

/* The groups whose rows this rank owns. */
typedef struct {
  PetscInt         n;
  ConstraintGroup *group; /* [n] */
  PetscInt         ncolumns;
  PetscInt        *column;  /* [ncolumns] all columns of all groups, ascending */
  VecScatter       scatter; /* from global vectors to the entries in these columns */
  Vec              entries; /* [ncolumns] their values on this rank */
  Mat              C, Ct;   /* columns of constraints, and their transpose */
  Vec              degree;  /* number of groups that act on an unknown */
} ConstraintGroups;

/* ConstraintGroupsCreate - Finds the groups from the pattern of A.

   Input:
     A            assembled AIJ matrix; all later matrices must have its pattern
     multipliers  1 in the rows of constraints, 0 elsewhere
   Collective. */
PetscErrorCode ConstraintGroupsCreate(Mat A, Vec multipliers, ConstraintGroups *g);
PetscErrorCode ConstraintGroupsDestroy(ConstraintGroups *g);

/* ConstraintGroupsUpdate - Reads the values of the groups from A, and chooses their pivots.

   Output:
     changed    PETSC_TRUE if the pivots of some group on some rank have changed
     remaining  number of rows on all ranks that cannot be eliminated
     some       PETSC_TRUE if some group of some rank can be eliminated
   Collective. */
PetscErrorCode ConstraintGroupsUpdate(ConstraintGroups *g, Mat A, PetscBool *changed,
                                      PetscInt *remaining, PetscBool *some);

/* ConstraintGroupsGather - Gets the entries of a global vector in the columns of the groups.

   Output:
     value  [g->ncolumns] borrowed until ConstraintGroupsRestore
   Collective. */
PetscErrorCode ConstraintGroupsGather(ConstraintGroups *g, Vec x, const PetscScalar **value);
PetscErrorCode ConstraintGroupsRestore(ConstraintGroups *g, const PetscScalar **value);

#endif
