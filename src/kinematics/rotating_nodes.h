/* rotating_nodes.h: computes the states of freely rotating nodes, LANES nodes at once
   (math/lanes.h).

   A node of the list is a node or a ghost of this rank that rotates freely and that no support
   moves. Ghosts are nodes of other ranks that this rank stores. R_ref is the orientation at the
   last accepted state, and theta the rotation vector from there (chart.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_ROTATING_NODES_H
#define FS_KINEMATICS_ROTATING_NODES_H

#include "chart.h"
#include "model/model.h"

/* RotatingNodes - The list of the nodes that rotate freely and that no support moves, and the list
   of all other nodes of this rank. */
typedef struct {
  PetscInt  n, nother; /* the number of nodes of the list, and of other nodes */
  PetscInt *node;      /* [n] the nodes of the list */
  /* [n] for each listed node, the index of each component in local vectors, or -1 if the component
     is fixed at 0 */
  PetscInt (*at)[COMPONENTS];
  /* [n] for each listed node, at[0] if all components of the node are free and consecutive, else
     -1 */
  PetscInt *first;
  PetscInt *other; /* [nother] the other nodes and ghosts of this rank */
} RotatingNodes;

/* RotatingNodesCreate - Lists the nodes of a model that rotate freely and that no support moves.
   With the option -linearize the list is empty.

   Input:
     moving_support  [nnodes][COMPONENTS] the index of the support that moves a component of a node,
                     or -1; NULL if no support moves */
PetscErrorCode RotatingNodesCreate(Model model, const PetscInt moving_support[], RotatingNodes *t);
PetscErrorCode RotatingNodesDestroy(RotatingNodes *t);

/* rotating_nodes_states - Computes the positions, orientations, velocities and accelerations of a
   list of rotating nodes.

   Input:
     x       [nnodes] positions in the mesh [m]
     ref     [nnodes] quaternions of the orientations at the last accepted state
     arrays  arrays of local vectors of q, v and a; a pointer of NULL means zero
   Output:
     state   [nnodes] the states; those of nodes that are not in the list do not change */
void rotating_nodes_states(const RotatingNodes     *t, double (*const x)[3], double (*const ref)[4],
                           const PetscScalar *const arrays[3], NodeState state[]);

/* rotating_nodes_columns - Computes the derivatives of the rotations of a list of nodes with
   respect to the unknown of a time step.

   Input:
     theta    the array of a local vector whose entries of rotations are theta
     rate     the array of a local vector whose entries of rotations are theta' if shift.rates is
              PETSC_TRUE; NULL otherwise
   Output:
     columns  [nnodes] the derivatives; those of nodes that are not in the list do not change */
void rotating_nodes_columns(const RotatingNodes *t, const PetscScalar theta[],
                            const PetscScalar rate[], FsShift shift, ChartColumns columns[]);

/* rotating_nodes_accept - Replaces the reference orientations R_ref of a list of nodes by R_ref
   exp(theta).

   Input:
     theta         the array of a local vector, whose entries of rotations are the rotation vectors
                   theta
   Changed:
     ref           [nnodes] the quaternions of R_ref
     max_rotation  replaced by the largest angle |theta| [rad] if that is larger */
void rotating_nodes_accept(const RotatingNodes *t, const PetscScalar theta[], double (*ref)[4],
                           PetscReal *max_rotation);

#endif
