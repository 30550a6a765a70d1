/* resonances.h: finds the frequencies in a range at which a structure may resonate, so that
   frequency sweeps can have points there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_HARMONIC_RESONANCES_H
#define FS_EIGEN_HARMONIC_RESONANCES_H

#include "eigen/pencil.h"

/* ResonancesFind - Finds the natural frequencies from a to b [Hz].

   Input:
     p         the pencil (pencil.h)
     H         the stiffness of each material times its loss factor, or NULL if no material has
               losses
   Output:
     n         the number of frequencies found
     hertz     [n] the frequencies [Hz], ascending; the caller frees the array
     complete  PETSC_TRUE if the inertia of the pencil confirms that all are found. It is
               PETSC_FALSE if the pencil is not symmetric or has gyroscopic forces, because inertia
               cannot count such modes
   Collective. */
PetscErrorCode ResonancesFind(Pencil p, Mat H, PetscReal a, PetscReal b, PetscInt *n,
                              PetscReal **hertz, PetscBool *complete);

#endif
