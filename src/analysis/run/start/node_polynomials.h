/* node_polynomials.h: makes vectors (fields) whose entries are polynomials of the coordinates of
   the nodes.

   The sign of a shape that an eigenvalue solver finds is arbitrary, and so is the direction of a
   shape in the space of a multiple eigenvalue. Because the fields do not depend on the number of
   ranks, they are used to choose the sign and the direction. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_START_NODE_POLYNOMIALS_H
#define FS_ANALYSIS_RUN_START_NODE_POLYNOMIALS_H

#include "continuation/descent/descent.h"
#include "analysis/run/run.h"

/* NodeWeightsCreate - Creates the weights of an inner product of vectors of the system.

   A weight is 1 for a displacement, the square of the model size [m2] for a rotation, and 0 for a
   multiplier. The caller destroys weights. Collective. */
PetscErrorCode NodeWeightsCreate(const Run *run, Vec *weights);

/* NodePolynomials - Returns the polynomial fields of the nodes about the center of the mesh.

   In a field, one component of the displacements is a product of powers of the coordinates, up to
   the third order, and all other components are 0. A reflection in a coordinate plane keeps such a
   field or changes its sign. Therefore shapes that are aligned with the fields are symmetric or
   antisymmetric. The last field of each component has scattered values, for shapes that are
   orthogonal to all polynomials.
   Input:
     run  borrowed by the result
   Not collective, but the member fill of the result is. */
NodeFields NodePolynomials(const Run *run);

#endif
