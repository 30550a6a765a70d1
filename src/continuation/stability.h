/* stability.h: in how many directions an equilibrium is unstable whose tangent is not symmetric, so that the signs of its factors do not
   tell. Used by analysis/path/paths.c. */
#ifndef FS_CONTINUATION_STABILITY_H
#define FS_CONTINUATION_STABILITY_H

#include "eigen/pencil.h"

/* *index = how many of the few eigenvalues mu of K x = mu W x that are nearest to 0 have a negative real part; W: weights of the entries,
   0 for multipliers. Statically: flutter is not seen. Collective. */
PetscErrorCode StabilityByEigenvalues(Pencil p, Vec weights, PetscInt *index);

#endif
