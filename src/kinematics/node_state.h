/* node_state.h: computes the state of one node from the arrays of a state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_NODE_STATE_H
#define FS_KINEMATICS_NODE_STATE_H

#include "model/model.h"

/* The data of the nodes that do not change within a step; all are borrowed. */
typedef struct {
  Model model;
  /* [nnodes][COMPONENTS] the support that moves a component, -1 if there is no such support; NULL
     if no support moves */
  const PetscInt *moving_support;
  /* [nnodes] quaternion R_ref of nodes that rotate freely; NULL if no node rotates */
  double (*ref)[4];
} NodeReference;

/* The arrays of a state. */
typedef struct {
  const PrescribedMotion *motions;
  const PetscScalar      *x[3]; /* q, v, a of the dofs; NULL means zero */
  /* [nlocal] where in x the free dofs of local vectors are; NULL if each is at its own index */
  const PetscInt *at;
} NodeSource;

/* node_local_state - Computes the state of a node from arrays of local vectors.

   *s must contain a state of this node, for example node_at_rest(). */
void node_local_state(const NodeReference *o, PetscInt node, const NodeSource *from, NodeState *s);

/* node_state - Computes the state of a node from arrays of q, v and a.

   Input:
     index, first  dof i of local vectors is at index[i] - first of the arrays, or at i if index is
                   NULL
     arrays        q, v, a; NULL means zero
   *s must contain a state of this node, for example node_at_rest(). */
void node_state(const NodeReference *o, PetscInt node, const PrescribedMotion *motions,
                const PetscInt index[], PetscInt first, const PetscScalar *const arrays[3],
                NodeState *s);

#endif
