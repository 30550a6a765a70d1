/* massless.h: keeps the mass matrix regular where a model has no mass. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_MASSLESS_H
#define FS_SOLVE_MASSLESS_H

#include <fs/system.h>

/* FixMassless - Changes M x = r so that directions without mass and constraints stay at rest.

   Such a direction is a dof, or a direction of a node that is no axis, such as the torsion of an
   inclined beam without torsional inertia. It gets a mass in M, and no force in r.
   Input/Output:
     M   mass matrix, which the gradients of constraints may border
     r   right-hand side
   Output:
     scratch  overwritten
   Collective. */
PetscErrorCode FixMassless(FsSystem sys, Mat M, Vec r, Vec scratch);

#endif
