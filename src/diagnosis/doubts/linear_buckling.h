/* linear_buckling.h: warns if the loads of a linear model are beyond its buckling load. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_LINEAR_BUCKLING_H
#define FS_DIAGNOSIS_DOUBTS_LINEAR_BUCKLING_H

#include <fs/solve.h>

/* WarnLinearBuckling - Warns if an equilibrium with -linearize is beyond the buckling load of the
   model.

   A linear model bears any load, because its stiffness K does not depend on its forces. The model
   has buckled if K + K_g is not positive definite, where K_g is the geometric stiffness of the
   axial and membrane forces of the elements. The function looks for a motion x with x . K x < -x .
   K_g x, which proves this. Therefore it never warns of a model that has not buckled according to
   linear buckling; it may miss a buckling load that is little exceeded.

   It does nothing in models with joints or ties, temperatures, initial strains, or parts with a
   stiffness of their own kind (bar, membrane), whose K_g it does not know.
   Input:
     stage    the stage that has solved for s, whose solver is used again
     s        an equilibrium
     loading  how much of the loads acts
   Collective. */
PetscErrorCode WarnLinearBuckling(FsSystem sys, FsStage stage, const FsState *s,
                                  const FsLoading *loading);

#endif
