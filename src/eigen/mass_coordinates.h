/* mass_coordinates.h: coordinates in which directions without mass have exact zeros in M.

   A part may have no inertia in some direction of a node. In global axes M has round-off there,
   positive or negative. Lanczos' method then normalizes vectors without mass by this round-off, and
   finds frequencies that do not exist as soon as it has found all others. Therefore the search for
   modes uses the coordinates x' of x = S x'. In nodes with such directions, S contains the axes of
   the node's mass (math/mass_axes.h), and M' = S^T M S has zeros in those without mass. Elsewhere S
   is 1. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_MASS_COORDINATES_H
#define FS_EIGEN_MASS_COORDINATES_H

#include "pencil.h"

typedef struct _n_MassCoordinates *MassCoordinates;

/* MassCoordinatesCreate - Finds the coordinates for the mass matrix of a pencil.

   M stays that of the pencil. Collective. */
PetscErrorCode MassCoordinatesCreate(Pencil p, MassCoordinates *coordinates);
PetscErrorCode MassCoordinatesDestroy(MassCoordinates *coordinates);

/* MassCoordinatesMatrix - Returns M'. It is M itself, with *shell = PETSC_FALSE, if M has exact
   zeros in all directions without mass; then S is 1. The coordinates own it. */
Mat MassCoordinatesMatrix(MassCoordinates coordinates, PetscBool *shell);

/* The changes between x, x' and between the forces b, b' = S^T b, in place. Collective. */
PetscErrorCode MassCoordinatesFromMotion(MassCoordinates coordinates, Vec x); /* x' = S^-1 x */
PetscErrorCode MassCoordinatesToMotion(MassCoordinates coordinates, Vec x);   /* x = S x' */
PetscErrorCode MassCoordinatesFromForce(MassCoordinates coordinates, Vec b);  /* b' = S^T b */
PetscErrorCode MassCoordinatesToForce(MassCoordinates coordinates, Vec b);    /* b = S^-T b' */

#endif
