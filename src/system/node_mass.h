/* node_mass.h: finds the directions of each node in which a mass matrix has no mass.

   A node may have no inertia in some direction, for example a node of a beam in torsion. If this
   direction is not a global axis, the entries of the mass matrix contain round-off instead of zeros
   for it. Solvers that need to know where there is no mass must therefore ask for directions of
   nodes, not for entries that are zero. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_NODE_MASS_H
#define FS_SYSTEM_NODE_MASS_H

#include <fs/system.h>
#include "math/mass_axes.h"

/* NodeMassVisitor - A function that receives the axes of the mass of one node of this rank.

   Input:
     row      the global number of the first of the axes->n rows of the node, which are consecutive
     axes     the axes of the node and the masses along them (math/mass_axes.h). If axes->massless
              is 0, every direction has mass, and only the members n and massless are set, because
              the axes of such nodes would take most of the time
     context  the argument context of NodeMassVisit */
typedef PetscErrorCode (*NodeMassVisitor)(PetscInt row, const MassAxes *axes, void *context);

/* NodeMassVisit - Calls a function for each node of this rank, with the directions in which a mass
   matrix has mass and no mass.

   In a system whose dofs have no positions in space, each dof is a node. Multipliers are left out.
   Input:
     M        assembled mass matrix. It may have rows of constraints besides the mass
     scratch  a global vector, overwritten
     visit    the function; it must not change M
     context  the last argument of visit
   Collective. */
PetscErrorCode NodeMassVisit(FsSystem sys, Mat M, Vec scratch, NodeMassVisitor visit,
                             void *context);

/* NodeMassSubstitute - Computes a small mass for all dofs of a system that has directions without
   mass, such as a static model without densities.

   Input:
     M           as for NodeMassVisit()
     scratch     a global vector, overwritten
   Output:
     lacks       whether a node has a direction without mass
     substitute  a global vector: a thousandth of the largest mass, or 1 without any mass, times the
                 weight of the dof (FsSystemWeights); 0 unless lacks is PETSC_TRUE
   Collective. */
PetscErrorCode NodeMassSubstitute(FsSystem sys, Mat M, Vec scratch, Vec substitute,
                                  PetscBool *lacks);

/* NodeBlock - Gets the entries of a matrix in the rows and columns of one node of this rank.

   Input:
     row, n  the first row of the node and the number of its rows, as NodeMassVisitor receives them
   Output:
     block   [n][n] the entries, by rows
   Not collective. */
PetscErrorCode NodeBlock(Mat A, PetscInt row, PetscInt n, PetscReal block[]);

#endif
