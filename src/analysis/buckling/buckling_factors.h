/* buckling_factors.h: makes one list of the load factors of linear buckling and those at which the
   equilibrium of the nonlinear model becomes critical.

   An equilibrium is critical if its stiffness matrix is singular. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_BUCKLING_BUCKLING_FACTORS_H
#define FS_ANALYSIS_BUCKLING_BUCKLING_FACTORS_H

#include "exact_buckling.h"

/* BucklingFactor - A load factor at which the model buckles.

   The load factor of a critical equilibrium replaces the load factor of linear buckling that is
   nearly the same or has nearly the same shape. */
typedef struct {
  PetscReal factor;
  PetscReal linear; /* load factor of linear buckling that factor replaces, or NAN */
  /* residual of the eigenvalue problem, and size of the next term of the stiffness in powers of the
     load factor, both for linear buckling; NAN if unknown */
  PetscReal residual, second;
  /* PETSC_TRUE if the equilibrium of the nonlinear model is critical at this load factor */
  PetscBool exact;
  Vec       x; /* the buckling shape; borrowed */
} BucklingFactor;

/* BucklingList - The n load factors of buckling nearest to 0, of both signs, by ascending size.
   Load factors that equal the last one in size are in the list, too. */
typedef struct {
  PetscInt        n;
  BucklingFactor *factor;
  /* the number of load factors that differ by more than 1 % from the load factor of linear buckling
     that they replace */
  PetscInt replaced;
  /* numbers of load factors of linear buckling at which no equilibrium is critical, and of those
     beyond the last equilibrium that was found */
  PetscInt unconfirmed, unreached;
  /* whether it is proved that the list has all load factors in (-bound, bound) */
  PetscBool certified;
  PetscReal bound;
} BucklingList;

/* BucklingListCreate - Makes the list of the load factors of linear buckling and of critical
   equilibria.

   Input:
     linear  the load factors of linear buckling
     exact   the load factors of critical equilibria, or NULL if only linear buckling was computed
     wanted  the number of load factors of the list
   The list borrows the shapes of linear and exact. Collective. */
PetscErrorCode BucklingListCreate(const BucklingFactors *linear, const ExactFactors *exact,
                                  PetscInt wanted, BucklingList *list);
PetscErrorCode BucklingListDestroy(BucklingList *list);

/* BucklingFactorsReplace - Replaces the load factors of linear buckling that the eigenvalue problem
   K x = p (-K') x gives by those at which the exact stiffness at displacements proportional to the
   loads is singular.

   If the lowest load factors of both kinds agree within 1 %, linear does not change except for its
   number of factorizations.
   Input:
     wanted  the number of load factors
     path    load factors from the exact stiffness; the function destroys them
   Changed:
     linear  the load factors of linear buckling, and their shapes. If they are replaced, residual
             and second become NAN
   Collective. */
PetscErrorCode BucklingFactorsReplace(BucklingFactors *linear, PetscInt wanted, ExactFactors *path);

#endif
