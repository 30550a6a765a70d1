/* node_state.h: computes the state of one node from the arrays of a state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_NODE_STATE_H
#define FS_KINEMATICS_NODE_STATE_H

#include "model/model.h"

/* NodeReference - The data of the nodes that do not change within a step. All are borrowed. */
typedef struct {
  Model model;
  /* [nnodes][COMPONENTS] index of the support that moves a component, -1 if no support moves it;
     NULL if no support moves */
  const PetscInt *moving_support;
  /* [nnodes] quaternion of R_ref (chart.h) for nodes that rotate freely; NULL if no node rotates */
  double (*ref)[4];
} NodeReference;

/* NodeSource - The values from which the states of nodes are computed. All are borrowed. */
typedef struct {
  const PrescribedMotion *motions; /* of supports and drivers */
  const PetscScalar      *x[3];    /* arrays of q, v and a; a pointer of NULL means zero */
  /* [nlocal] index in the arrays of each free dof. NULL if this index is the index in local
     vectors. */
  const PetscInt *at;
} NodeSource;

/* node_local_state - Computes the state of a node from a source.

   On entry *s must contain any state of this node, for example from node_at_rest(). */
void node_local_state(const NodeReference *o, PetscInt node, const NodeSource *from, NodeState *s);

/* node_state - Computes the state of a node from arrays of q, v and a.

   Input:
     motions       motions of supports and drivers
     index, first  the values of dof i of local vectors are at index[i] - first in the arrays. If
                   index is NULL, they are at i
     arrays        arrays of q, v and a; a pointer of NULL means zero
   On entry *s must contain any state of this node, for example from node_at_rest(). */
void node_state(const NodeReference *o, PetscInt node, const PrescribedMotion *motions,
                const PetscInt index[], PetscInt first, const PetscScalar *const arrays[3],
                NodeState *s);

#endif
