/* node_mass.h: finds the directions of each node in which a mass matrix has no mass.

   A part may have no inertia in some direction, for example a beam in torsion. In global axes such
   a direction is seldom an axis, and what is left of its mass in the matrix is round-off. Solvers
   that need to know dofs without mass must therefore ask for directions of nodes, not for entries
   that are zero. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_NODE_MASS_H
#define FS_SYSTEM_NODE_MASS_H

#include <fs/system.h>
#include "math/mass_axes.h"

/* NodeMassVisitor - Receives the axes of one node of this rank.

   Input:
     row      global number of the first of the axes->n rows of the node, which are consecutive
     axes     its axes and masses (mass_axes.h). If axes->massless is 0, only n and massless are
              set, because the axes of such nodes would take most of the time
     context  as given to NodeMassVisit */
typedef PetscErrorCode (*NodeMassVisitor)(PetscInt row, const MassAxes *axes, void *context);

/* NodeMassVisit - Calls visit for each node of this rank.

   In a system whose dofs have no positions in space, each dof is a node. Multipliers are left out.
   Input:
     M        assembled mass matrix. It may have rows of constraints beside the mass
     scratch  overwritten
     visit    must not change M
   Collective, because the numbers of the dofs are. */
PetscErrorCode NodeMassVisit(FsSystem sys, Mat M, Vec scratch, NodeMassVisitor visit,
                             void *context);

/* NodeBlock - Gets the entries of a matrix that belong to one node of this rank.

   Input:
     row, n  the first row of the node and the number of its rows, as NodeMassVisitor receives them
   Output:
     block   [n][n]
   Not collective. */
PetscErrorCode NodeBlock(Mat A, PetscInt row, PetscInt n, PetscReal block[]);

#endif
