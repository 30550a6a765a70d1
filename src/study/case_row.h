/* case_row.h: a row of the results of many cases: the values of one case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_CASE_ROW_H
#define FS_STUDY_CASE_ROW_H

#include "case/case.h"

/* CaseValues - The values of one case, each with a name and one or several numbers. All arrays are
   owned. */
typedef struct {
  int     n, nnumbers;    /* number of values; sum of their numbers of numbers */
  int     capacity, room; /* allocated entries of name and width; allocated entries of number */
  char  **name;           /* [n] names, such as "tip/displacement/largest" */
  int    *width;          /* [n] how many numbers each value has */
  double *number;         /* [nnumbers] the numbers of the first value, of the second one, ... */
} CaseValues;

/* CaseResults - A function by which the results of a case are found. */
typedef struct {
  void *context; /* first argument of find */
  /* Finds a dataset by its path. *found is PETSC_FALSE if it does not exist. Collective. */
  PetscErrorCode (*find)(void *context, const char path[], FsResult *result, PetscBool *found);
} CaseResults;

/* CaseValuesAddResult - Adds the values that the row of a case has of one dataset of results.

   A history gives its last value, and the largest and smallest value of each component. A harmonic
   response gives its largest amplitude and the frequency of this amplitude. Modes, buckling and
   paths give all values of a short table. Other datasets give no values.
   Input:
     path  path of the dataset in the output file, as docs/results.md lists them
     r     the dataset
     all   function that finds another dataset, such as the frequencies, if the values need it
   Changed:
     v  all members are 0 before the first call; the caller destroys it by CaseValuesDestroy() */
PetscErrorCode CaseValuesAddResult(CaseValues *v, const char path[], const FsResult *r,
                                   const CaseResults *all);

/* case_values_may_need - Returns whether a row may have values of the dataset at a path. The result
   is PETSC_FALSE for datasets that can be large, such as snapshots, which need not be read. */
PetscBool case_values_may_need(const char path[]);

PetscErrorCode CaseValuesDestroy(CaseValues *v);

#endif
