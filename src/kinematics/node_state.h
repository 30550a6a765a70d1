/* node_state.h: the state of one node, from where its numbers are. Used by configuration.c. */
#ifndef FS_KINEMATICS_NODE_STATE_H
#define FS_KINEMATICS_NODE_STATE_H

#include "model/model.h"

/* What does not change within a step; borrowed. */
typedef struct {
  Model model;
  const PetscInt *
    moving_support; /* [nnodes][COMPONENTS]: the support that moves a component, -1: none; NULL: no support moves */
  double (*ref)
    [4]; /* [nnodes] quaternion R_ref of nodes that rotate freely, where the chart is 0; NULL: none */
} NodeReference;

/* Where numbers of local vectors are. */
typedef struct {
  const PrescribedMotion *motions;
  const PetscScalar      *x[3]; /* q, v, a of dofs; NULL: 0 */
  const PetscInt *at; /* [nlocal] where in x a free dof of local vectors is; NULL: at its index */
} NodeSource;

/* The state of a node of this rank, of which *s has been one. */
void node_local_state(const NodeReference *o, PetscInt node, const NodeSource *from, NodeState *s);

/* The same; dof i of local vectors is at index[i] - first of arrays[3] of q, v, a (NULL: 0); index NULL: at i. */
void node_state(const NodeReference *o, PetscInt node, const PrescribedMotion *motions,
                const PetscInt index[], PetscInt first, const PetscScalar *const arrays[3],
                NodeState *s);

#endif
