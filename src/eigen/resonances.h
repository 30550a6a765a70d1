/* resonances.h: frequencies at which a pencil may resonate, for sweeps that must not step over one. Used by analysis/response.c. */
#ifndef FS_EIGEN_RESONANCES_H
#define FS_EIGEN_RESONANCES_H

#include "pencil.h"

/* hertz[*n]: natural frequencies from a to b [Hz], ascending, which the caller frees. *complete: all of them, counted; false: some near 0 of a
   pencil that is not symmetric or gyroscopic, whose modes have no count. H: as DampedFind. Collective. */
PetscErrorCode ResonancesFind(Pencil p, Mat H, PetscReal a, PetscReal b, PetscInt *n,
                              PetscReal **hertz, PetscBool *complete);

#endif
