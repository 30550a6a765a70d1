/* rotating_nodes.h: computes the states of freely rotating nodes, LANES at once.

   These are the nodes and ghosts of this rank that rotate freely and that no support moves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_ROTATING_NODES_H
#define FS_KINEMATICS_ROTATING_NODES_H

#include "chart.h"
#include "model/model.h"

/* RotatingNodes - A list of these nodes, and of the other nodes. */
typedef struct {
  PetscInt  n, nother;
  PetscInt *node; /* [n] the nodes of the list */
  PetscInt (
    *at)[COMPONENTS]; /* [n] index of each component in local vectors, -1 if it is fixed at 0 */
  PetscInt *first;    /* [n] at[0] if all components are free and consecutive, else -1 */
  PetscInt *other;    /* [nother] all other nodes and ghosts of this rank */
} RotatingNodes;

/* RotatingNodesCreate - Lists the rotating nodes of a model. With -linearize the list is empty.

   Input:
     moving_support  as in NodeReference; NULL if no support moves */
PetscErrorCode RotatingNodesCreate(Model model, const PetscInt moving_support[], RotatingNodes *t);
PetscErrorCode RotatingNodesDestroy(RotatingNodes *t);

/* rotating_nodes_states - Computes the states of the listed nodes.

   Input:
     x       [nnodes] positions in the mesh [m]
     ref     [nnodes] quaternions of R_ref
     arrays  arrays of local vectors of q, v and a; a pointer of NULL means zero
   Output:
     state   [nnodes]; the states of other nodes do not change */
void rotating_nodes_states(const RotatingNodes     *t, double (*const x)[3], double (*const ref)[4],
                           const PetscScalar *const arrays[3], NodeState state[]);

/* rotating_nodes_columns - Computes the chart columns of the listed nodes.

   Input:
     theta    array of a local vector whose entries of rotations are theta
     rate     the same for theta' if shift.rates is PETSC_TRUE; NULL otherwise
   Output:
     columns  [nnodes]; the columns of other nodes do not change */
void rotating_nodes_columns(const RotatingNodes *t, const PetscScalar theta[],
                            const PetscScalar rate[], FsShift shift, ChartColumns columns[]);

/* rotating_nodes_accept - Sets the new R_ref = R_ref exp(theta) of the listed nodes.

   It also raises *max_rotation to the largest |theta| [rad].
   Input:
     theta  array of a local vector whose entries of rotations are theta
   Input and output:
     ref    [nnodes] quaternions of R_ref */
void rotating_nodes_accept(const RotatingNodes *t, const PetscScalar theta[], double (*ref)[4],
                           PetscReal *max_rotation);

#endif
