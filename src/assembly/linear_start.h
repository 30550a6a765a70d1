/* linear_start.h: checks that a linearized model starts in equilibrium. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_LINEAR_START_H
#define FS_ASSEMBLY_LINEAR_START_H

#include "assembly.h"

/* LinearStartCheck - Checks that prestress and initial strain of a model with -linearize balance.

   The matrices of -linearize contain the stiffness of the initial forces, but the model does not
   move under them: it takes the mesh as an equilibrium. Forces of temperatures are loads, and do
   not count here. The user may declare by -linearize_balanced that other loads than those of the
   model balance these forces, such as the weight of a hanging chain. Collective. Input error: the
   initial forces on a free dof do not balance. */
PetscErrorCode LinearStartCheck(FsSystem sys);

#endif
