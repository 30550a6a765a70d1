/* resonances.h: finds frequencies at which a pencil may resonate, for frequency sweeps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_HARMONIC_RESONANCES_H
#define FS_EIGEN_HARMONIC_RESONANCES_H

#include "eigen/pencil.h"

/* ResonancesFind - Finds the natural frequencies from a to b [Hz].

   Input:
     H         stiffness times loss factors; NULL without losses
   Output:
     n         number of frequencies found
     hertz     [n] frequencies [Hz], ascending; the caller frees them
     complete  PETSC_TRUE if the inertia confirms that all are found. It is PETSC_FALSE if the
               pencil is not symmetric or is gyroscopic, because inertia cannot count its modes
   Collective. */
PetscErrorCode ResonancesFind(Pencil p, Mat H, PetscReal a, PetscReal b, PetscInt *n,
                              PetscReal **hertz, PetscBool *complete);

#endif
