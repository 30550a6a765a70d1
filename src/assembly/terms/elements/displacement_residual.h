/* displacement_residual.h: computes residuals that depend on displacements only.

   It serves assemblies whose displacements_only is PETSC_TRUE (term.h). Several elements are
   computed at once (math/lanes.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_TERMS_ELEMENTS_DISPLACEMENT_RESIDUAL_H
#define FS_ASSEMBLY_TERMS_ELEMENTS_DISPLACEMENT_RESIDUAL_H

#include "assembly/term.h"

/* Arrays of the nodes of this rank, for residuals that depend on displacements alone. The functions
   of this file create the object if *residual is NULL. */
typedef struct _n_DisplacementResidual *DisplacementResidual;

/* DisplacementResidualAdd - Adds the forces of all nonlinear elements of this rank at the
   displacements ev->displacements, for models in which forces depend on displacements alone.

   Elements are added in their order, so that results are reproducible.
   Output:
     local  [nlocal] += the forces; NULL on one rank only
     r      global vector, += the forces on free dofs if local is NULL
   Collective. Input error if the formula of a load has no finite value. */
PetscErrorCode DisplacementResidualAdd(DisplacementResidual *residual, const Evaluation *ev, Vec r,
                                       PetscScalar local[]);
/* %DisplacementResidualBalance - Adds this rank's strain energy [J] to *strain, and the forces of
   loads to applied[nlocal], for models in which forces depend on displacements alone.

   No support may move, and the nonlinear part of the elements must have no mass. Collective. Input
   error if the formula of a load has no finite value. */
PetscErrorCode DisplacementResidualBalance(DisplacementResidual *residual, const Evaluation *ev,
                                           PetscReal *strain, PetscScalar applied[]);
PetscErrorCode DisplacementResidualDestroy(DisplacementResidual *residual);

#endif
