/* node_polynomials.h: makes vectors of a run from the positions of its nodes.

   They do not depend on the number of ranks. Shapes that an eigenvalue solver finds have any sign,
   and any direction in the space of a multiple eigenvalue; the fields choose one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_START_NODE_POLYNOMIALS_H
#define FS_ANALYSIS_RUN_START_NODE_POLYNOMIALS_H

#include "continuation/descent.h"
#include "analysis/run/run.h"

/* NodeWeightsCreate - Creates weights of the entries of a global vector.

   They are 1 for displacements, the square of the model size for rotations, and 0 for multipliers.
   The caller destroys them. Collective, as all functions here. */
PetscErrorCode NodeWeightsCreate(const Run *run, Vec *weights);

/* NodePolynomials - Returns the polynomial fields of the nodes about the center of the mesh.

   A field has a product of powers of the coordinates in one component, up to the third order. A
   reflection in a coordinate plane keeps such a field or changes its sign. Shapes that are aligned
   with the fields are symmetric or antisymmetric therefore. In the last field of each component
   the values are scattered, for shapes that are orthogonal to all polynomials.
   Input:
     run  borrowed by the result */
NodeFields NodePolynomials(const Run *run);

#endif
