/* node_state.h: computes the state of one node from the arrays of a state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_NODE_STATE_H
#define FS_KINEMATICS_NODE_STATE_H

#include <fs/state.h>
#include "model/model.h"

/* NodeReference - The data of the nodes that do not change within a time step. All pointers are
   borrowed. */
typedef struct {
  Model model;
  /* [nnodes][COMPONENTS] the index of the support that moves a component of a node, or -1 if no
     support moves this component; NULL if the model has no moving supports */
  const PetscInt *moving_support;
  /* [nnodes] the quaternion of the orientation of each node that rotates freely, at the last
     accepted state. NULL if no node rotates. */
  double (*ref)[4];
} NodeReference;

/* NodeSource - The values of a state of the system from which the states of single nodes are
   computed. All pointers are borrowed. */
typedef struct {
  const PrescribedMotion *motions; /* the motions of supports and drivers */
  /* arrays of the vectors q, v and a of the state; a pointer of NULL means zero */
  const PetscScalar *x[3];
  /* [nlocal] the index of each free dof of this rank in the arrays x. NULL if this index is the
     number of the dof in local vectors. */
  const PetscInt *at;
} NodeSource;

/* node_local_state - Computes the state of a node, its position, orientation, velocity and
   acceleration, from the values of a NodeSource.

   Input:
     o     the data of the nodes that do not change
     node  the number of the node on this rank
     from  the values
   Changed:
     s     on entry any state of this node, for example from node_at_rest(); on return the new
           state */
void node_local_state(const NodeReference *o, PetscInt node, const NodeSource *from, NodeState *s);

/* node_state - Computes the position, orientation, velocity and acceleration of a node from arrays
   of any layout.

   Input:
     motions       motions of supports and drivers
     index, first  the value of dof i of local vectors is at index[i] - first in the arrays, or at i
                   if index is NULL
     arrays        arrays of q, v and a; a pointer of NULL means zero
   Changed:
     s             on entry any state of this node, for example from node_at_rest(); on return the
                   new state */
void node_state(const NodeReference *o, PetscInt node, const PrescribedMotion *motions,
                const PetscInt index[], PetscInt first, const PetscScalar *const arrays[3],
                NodeState *s);

/* ---- nodes key ------------------------------------------------------------------------------- */

/* Recognizes that the states of the nodes have been computed already, and need not be computed
   again. The residual, the tangent and the energies need the states of the nodes for the same state
   of the system in turn. */

/* NodesKey - What the states of the nodes depend on, besides the orientations R_ref at the last
   accepted state. The states are the same if the keys are equal (nodes_key_equal). */
typedef struct {
  PetscObjectId    vec[3];      /* the identities of the vectors q, v and a; 0: no vector */
  PetscObjectState contents[3]; /* numbers that change with each write to the vectors q, v and a */
  PetscReal        t;           /* the time [s] */
  FsLoading        loading;
  PetscInt         version; /* a number that changes when the values of given motions change */
  /* PETSC_FALSE on several ranks, on which either all ranks compute the states or none */
  PetscBool valid;
} NodesKey;

PetscErrorCode NodesKeyMake(Model model, const FsState *s, const FsLoading *loading, NodesKey *key);
PetscBool      nodes_key_equal(const NodesKey *a, const NodesKey *b);

/* is_same_loading - Returns whether two loadings move supports and drivers in the same way. */
PetscBool is_same_loading(const FsLoading *a, const FsLoading *b);

#endif
