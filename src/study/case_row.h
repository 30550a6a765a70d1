/* case_row.h: a row of the results of many cases: the values of one case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_CASE_ROW_H
#define FS_STUDY_CASE_ROW_H

#include "case/case.h"

/* CaseValues - Named values of a case. All arrays are owned. */
typedef struct {
  int     n, nnumbers;    /* number of names, and of all numbers */
  int     capacity, room; /* allocated entries of name and width; of number */
  char  **name;           /* [n] such as "tip/displacement/largest" */
  int    *width;          /* [n] how many numbers a name has */
  double *number;         /* [nnumbers] */
} CaseValues;

/* CaseResults - How to find the results of a case. */
typedef struct {
  void *context;
  /* Finds a dataset by its path; *found is false if it does not exist. Collective. */
  PetscErrorCode (*find)(void *context, const char path[], FsResult *result, PetscBool *found);
} CaseResults;

/* CaseValuesAddResult - Adds what the row has of a dataset of results: nothing, or some values.

   A history gives its last value, and the largest and least one of each component. A harmonic
   response gives the largest amplitude and its frequency. Modes, buckling and paths give all values
   of a short table.
   Input:
     path  as in docs/results.md
     all   finds another dataset, if the values need it */
PetscErrorCode CaseValuesAddResult(CaseValues *v, const char path[], const FsResult *r,
                                   const CaseResults *all);

/* case_values_may_need - Returns whether a row may have values of a dataset; false for those that
   can be large. */
PetscBool case_values_may_need(const char path[]);

PetscErrorCode CaseValuesDestroy(CaseValues *v);

#endif
