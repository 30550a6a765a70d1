/* resonances.h: finds frequencies at which a pencil may resonate, for frequency sweeps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_RESONANCES_H
#define FS_EIGEN_RESONANCES_H

#include "pencil.h"

/* ResonancesFind - Finds the natural frequencies from a to b [Hz].

   Input:
     H         as in DampedFind
   Output:
     hertz     [n] frequencies, ascending; the caller frees them
     complete  PETSC_TRUE if the inertia confirms that all are found; PETSC_FALSE for pencils that
               are not symmetric or are gyroscopic, which have no such count
   Collective. */
PetscErrorCode ResonancesFind(Pencil p, Mat H, PetscReal a, PetscReal b, PetscInt *n,
                              PetscReal **hertz, PetscBool *complete);

#endif
