/* buckling_factors.h: joins the factors of linear buckling and those of the true equilibrium. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_BUCKLING_BUCKLING_FACTORS_H
#define FS_ANALYSIS_BUCKLING_BUCKLING_FACTORS_H

#include "exact_buckling.h"

/* BucklingFactor - A factor of the result.

   A critical equilibrium replaces the factor of linear buckling that is nearly the same or has
   nearly the same shape. */
typedef struct {
  PetscReal factor;
  PetscReal linear;           /* the factor of linear buckling that it replaces; NAN without one */
  PetscReal residual, second; /* of the linear factor, see BucklingFactors; NAN without one */
  PetscBool exact;            /* the true equilibrium is critical at this factor */
  Vec       x;                /* shape; borrowed */
} BucklingFactor;

/* BucklingList - The n factors nearest to 0, of both signs, by ascending size, and equal ones. */
typedef struct {
  PetscInt        n;
  BucklingFactor *factor;
  PetscInt        replaced; /* factors that differ by more than 1 % from linear ones */
  /* numbers of factors of linear buckling without a critical equilibrium there, and beyond the last
     equilibrium that was found */
  PetscInt  unconfirmed, unreached;
  PetscBool certified; /* all factors between -bound and bound are in the list */
  PetscReal bound;
} BucklingList;

/* BucklingListCreate - Joins factors.

   Input:
     wanted  number of factors
     exact   NULL: the list has the factors of linear buckling alone
   The list borrows the shapes of both. Collective. */
PetscErrorCode BucklingListCreate(const BucklingFactors *linear, const ExactFactors *exact,
                                  PetscInt wanted, BucklingList *list);
PetscErrorCode BucklingListDestroy(BucklingList *list);

/* BucklingFactorsReplace - Replaces the factors of the pencil by those of a proportional path.

   If the first ones agree within 1 %, those of the pencil remain.
   Input:
     path  the function moves its shapes to linear or destroys them
   Collective. */
PetscErrorCode BucklingFactorsReplace(BucklingFactors *linear, PetscInt wanted, ExactFactors *path);

#endif
