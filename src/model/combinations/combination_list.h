/* combination_list.h: enumerates combinations of load cases. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_COMBINATIONS_COMBINATION_LIST_H
#define FS_MODEL_COMBINATIONS_COMBINATION_LIST_H

#include "factored_sum.h"

/* CombinationList - Combinations, each with a name and the factors of all load cases. */
typedef struct {
  PetscInt   n, capacity;
  PetscInt   ncases; /* number of load cases */
  char     **name;   /* [n] such as uls1:wind_x */
  PetscReal *factor; /* [n][ncases] */
} CombinationList;

/* CombinationListAdd - Adds a combination. The name and the factors[ncases] are copied. */
PetscErrorCode CombinationListAdd(CombinationList *l, const char name[], const PetscReal factor[]);
PetscErrorCode CombinationListDestroy(CombinationList *l);

/* CombinationListAddSum - Adds all combinations for which a sum with alternatives stands, in the
   order in which the last term with alternatives changes first.

   Input:
     name       name of the sum. The name of a combination has the alternatives that were chosen
                behind it, each after a colon, such as uls1:1.35*dead:wind_x
     sum        the sum of load cases
     case_name  [ncases] names of the load cases
   Collective. Input error: there are more than MOST_COMBINATIONS. */
enum { MOST_COMBINATIONS = 100000 };
PetscErrorCode CombinationListAddSum(MPI_Comm comm, CombinationList *l, const char name[],
                                     const FactoredSum *sum, const char *const case_name[]);

/* PartialFactors - The factors of a load case in the rule that EN 1990 and ASCE 7 share. */
typedef struct {
  int         kind;   /* 0: permanent, 1: variable */
  PetscReal   factor; /* factor of an unfavourable permanent load, or of a leading variable one */
  PetscReal   favourable;   /* factor of a favourable permanent load */
  PetscReal   accompanying; /* part of factor that acts while another variable load leads */
  const char *group;        /* load cases of one group exclude each other; NULL: none */
} PartialFactors;

/* CombinationListAddRule - Adds all combinations of the rule of partial factors.

   Each permanent load has its factor or its favourable factor. There is no variable load, or one
   that leads with its factor, while each of the others is absent or accompanies it with factor
   times accompanying. At most one load case of a group acts.
   Input:
     name  name of the rule. The name of a combination has its terms behind it, such as
           uls:1.35*dead+1.5*snow
     n     number of load cases to which the rule applies
     at    [n] their indices
     rule  [ncases] the factors of all load cases
   Collective. Input error: there are more than MOST_COMBINATIONS. */
PetscErrorCode CombinationListAddRule(MPI_Comm comm, CombinationList *l, const char name[],
                                      PetscInt n, const PetscInt at[], const PartialFactors rule[],
                                      const char *const case_name[]);

#endif
