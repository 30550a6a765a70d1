/* mass_coordinates.h: coordinates in which directions without mass have exact zeros in the mass
   matrix M.

   A node may have no inertia in some direction. If this is not the direction of a global axis, the
   entries of M contain round-off instead of zeros for it, positive or negative. Lanczos' method
   then normalizes vectors without mass by this round-off. As soon as it has found all frequencies,
   it therefore finds others that do not exist. To prevent this, the search for modes uses other
   coordinates x' with x = S x'. In nodes with such a direction, S contains the axes of the node's
   mass (math/mass_axes.h), and M' = S^T M S has zeros in the directions without mass. In all other
   nodes S is the identity. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_MASS_COORDINATES_H
#define FS_EIGEN_MASS_COORDINATES_H

#include "pencil.h"

typedef struct _n_MassCoordinates *MassCoordinates;

/* MassCoordinatesCreate - Finds the coordinates x' for the mass matrix of a pencil, which itself
   does not change. p is borrowed. Collective. */
PetscErrorCode MassCoordinatesCreate(Pencil p, MassCoordinates *coordinates);
PetscErrorCode MassCoordinatesDestroy(MassCoordinates *coordinates);

/* MassCoordinatesMatrix - Returns M', which the coordinates own. If M has exact zeros in all
   directions without mass, S is the identity, the result is M itself, and *shell becomes
   PETSC_FALSE. Otherwise the result is a matrix without stored entries (MATSHELL), and *shell
   becomes PETSC_TRUE. */
Mat MassCoordinatesMatrix(MassCoordinates coordinates, PetscBool *shell);

/* The following functions transform a vector in place: a motion between x and x', or a vector of
   forces between b and b' = S^T b. Collective. */
PetscErrorCode MassCoordinatesFromMotion(MassCoordinates coordinates, Vec x); /* x' = S^-1 x */
PetscErrorCode MassCoordinatesToMotion(MassCoordinates coordinates, Vec x);   /* x = S x' */
PetscErrorCode MassCoordinatesFromForce(MassCoordinates coordinates, Vec b);  /* b' = S^T b */
PetscErrorCode MassCoordinatesToForce(MassCoordinates coordinates, Vec b);    /* b = S^-T b' */

#endif
