/* node_state.h: computes the state of one node from the arrays of a state, or those of several
   freely rotating nodes at once. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_NODE_STATE_H
#define FS_KINEMATICS_NODE_STATE_H

#include <fs/state.h>
#include "model/model.h"
#include "chart.h"
#include "element/element_node.h"

typedef struct _n_PrescribedMotion PrescribedMotion; /* model/supports/prescribed_motion.h */

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

/* ---- rotating nodes -------------------------------------------------------------------------- */

/* Computes the states of freely rotating nodes, LANES nodes at once (math/lanes.h).

   A node of the list is a node or a ghost of this rank that rotates freely and that no support
   moves. Ghosts are nodes of other ranks that this rank stores. R_ref is the orientation at the
   last accepted state, and theta the rotation vector from there (chart.h). */

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
