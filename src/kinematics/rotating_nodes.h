/* rotating_nodes.h: computes the states of freely rotating nodes, LANES at once.

   These are the nodes of this rank, with ghosts, that rotate freely and that no support moves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_ROTATING_NODES_H
#define FS_KINEMATICS_ROTATING_NODES_H

#include "chart.h"
#include "model/model.h"

typedef struct {
  PetscInt  n, nother;
  PetscInt *node; /* [n] */
  PetscInt (
    *at)[COMPONENTS]; /* [n] index of each component in local vectors, -1 if it is fixed at 0 */
  PetscInt *first;    /* [n] at[0] if all components are free and consecutive, else -1 */
  PetscInt *other;    /* [nother] the other nodes of the rank */
} RotatingNodes;

/* RotatingNodesCreate - Lists the rotating nodes of a model.

   moving_support is that of NodeReference. The list is empty with -linearize. */
PetscErrorCode RotatingNodesCreate(Model model, const PetscInt moving_support[], RotatingNodes *t);
PetscErrorCode RotatingNodesDestroy(RotatingNodes *t);

/* rotating_nodes_states - Computes the states of these nodes in state[nnodes].

   Input:
     x       [nnodes] positions
     ref     [nnodes] orientations R_ref
     arrays  local vectors of q, v, a; NULL means zero
   The states of other nodes do not change. */
void rotating_nodes_states(const RotatingNodes     *t, double (*const x)[3], double (*const ref)[4],
                           const PetscScalar *const arrays[3], NodeState state[]);

/* rotating_nodes_columns - Computes the chart columns of these nodes in columns[nnodes].

   theta and rate are arrays of local vectors; rate is that of chart_columns(). */
void rotating_nodes_columns(const RotatingNodes *t, const PetscScalar theta[],
                            const PetscScalar rate[], FsShift shift, ChartColumns columns[]);

/* rotating_nodes_accept - Computes ref = ref exp(theta) of these nodes.

   It also raises *max_rotation to the largest |theta| [rad]. */
void rotating_nodes_accept(const RotatingNodes *t, const PetscScalar theta[], double (*ref)[4],
                           PetscReal *max_rotation);

#endif
