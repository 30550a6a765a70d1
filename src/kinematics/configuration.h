/* configuration.h: computes positions, orientations and velocities of the nodes.

   They depend on the vectors of a state, on the prescribed motions of supports and drivers, and on
   the orientations R_ref at the last accepted state, from which rotation vectors are counted
   (chart.h). Only ConfigurationAccept() and ConfigurationArchive() change the results of later
   calls. Ghosts are nodes of other ranks that this rank stores, because its elements have them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_CONFIGURATION_H
#define FS_KINEMATICS_CONFIGURATION_H

#include "chart.h"
#include "node_state.h"
#include <fs/archive.h>

typedef struct _n_Configuration *Configuration;

/* ConfigurationCreate - Creates a configuration in which no node has rotated: R_ref of all nodes is
   the identity. The configuration borrows the model. Collective. */
PetscErrorCode ConfigurationCreate(Model model, Configuration *configuration);
PetscErrorCode ConfigurationDestroy(Configuration *configuration);

/* ConfigurationPrescribedMotions - Computes the motions that supports and drivers prescribe for
   nodes at the time t [s].

   *motions is borrowed. Its values are valid until the next call for another time or loading.
   Collective. Input error if a formula has no finite value. */
PetscErrorCode ConfigurationPrescribedMotions(Configuration c, PetscReal t,
                                              const FsLoading         *loading,
                                              const PrescribedMotion **motions);

/* ConfigurationNodeStates - Computes the states of all nodes of this rank and of its ghosts: their
   positions, orientations, velocities and accelerations.

   Input:
     s         the state of the system; its v and a may be NULL, which means zero
   Output:
     nodes     [nnodes] states relative to the reference frame of the model
     inertial  [nnodes] states relative to inertial space; the same array if the frame does not
               rotate
   Both arrays are borrowed until the next call of this function. Collective. Input error if a
   formula has no finite value. */
PetscErrorCode ConfigurationNodeStates(Configuration c, const FsState *s, const FsLoading *loading,
                                       const NodeState **nodes, const NodeState **inertial);

/* ConfigurationPrepareNodes - Fetches the entries of the state s for all nodes that this rank
   stores, so that ConfigurationNodeState() can compute the states of single nodes.

   This saves memory and time if the states of all nodes are not needed. The arrays in *from are
   borrowed until the next call of this function, ConfigurationNodeStates(),
   ConfigurationDisplacements(), ConfigurationAccept() or ConfigurationColumns(). Collective. Input
   error if a formula has no finite value. */
PetscErrorCode ConfigurationPrepareNodes(Configuration c, const FsState *s,
                                         const FsLoading *loading, NodeSource *from);

/* ConfigurationNodeState - Computes the position, orientation, velocity and acceleration of one
   node that this rank stores.

   Input:
     from  the entries of the state of the system, from ConfigurationPrepareNodes() or filled in by
           the caller
   Not collective. */
void ConfigurationNodeState(Configuration c, const NodeSource *from, PetscInt node,
                            NodeState *state);

/* ConfigurationDisplacements - Computes the displacements u[nlocal] of all dofs of this rank,
   including those of copies of other ranks' nodes, and those that supports fix or move.

   The array is borrowed until the next call of this function, ConfigurationNodeStates(),
   ConfigurationPrepareNodes(), ConfigurationAccept() or ConfigurationColumns(). Collective. Input
   error if a formula has no finite value. */
PetscErrorCode ConfigurationDisplacements(Configuration c, const FsState *s,
                                          const FsLoading *loading, const PetscScalar **u);

/* ConfigurationSupportDisplacements - Computes the displacements of those dofs of this rank that
   supports fix or move.

   Input:
     s  the state of the system, of which only the time is used
   Output:
     u  [nlocal] the displacements; the entries of other dofs are undefined. Borrowed until the next
        call that computes displacements or states of nodes
   Collective. Input error if a formula has no finite value. */
PetscErrorCode ConfigurationSupportDisplacements(Configuration c, const FsState *s,
                                                 const FsLoading *loading, const PetscScalar **u);

/* ConfigurationOwnedNodeState - Computes the position, orientation, velocity and acceleration of a
   node that this rank owns.

   Input:
     motions  motions of supports and drivers at the time of q, v and a
     q, v, a  this rank's parts of global vectors; v and a may be NULL, which means zero
   Not collective. */
void ConfigurationOwnedNodeState(Configuration c, PetscInt node, const PrescribedMotion *motions,
                                 const PetscScalar q[], const PetscScalar v[],
                                 const PetscScalar a[], NodeState *state);

/* ConfigurationPrescribedRotation - Computes the rotation that supports prescribe for a node.

   Output:
     theta  the rotation vector [rad]; components that no support moves are 0
   Not collective. */
void ConfigurationPrescribedRotation(Configuration c, PetscInt node,
                                     const PrescribedMotion *motions, double theta[3]);

/* ConfigurationChart - Returns the list of the nodes that this rank owns and that rotate freely,
   with the places of their rotation vectors in global vectors; borrowed. */
const Chart *ConfigurationChart(Configuration c);

/* ConfigurationAccept - Makes the orientations of a displacement vector q the new references R_ref,
   from which rotation vectors of nodes are counted.

   It also adds the rotation vectors of q to the sum that ConfigurationPath() uses. The caller must
   also call ChartMoveOrigin(), which expresses the stored states by rotation vectors from the new
   R_ref. Collective. */
PetscErrorCode ConfigurationAccept(Configuration c, Vec q);

/* ConfigurationMaxRotation - Returns the largest rotation of a node between two consecutive
   accepted states [rad], among the states accepted since the last call of this function.
   Collective. */
PetscErrorCode ConfigurationMaxRotation(Configuration c, PetscReal *max_rotation);

/* ConfigurationLargestTurn - Returns the largest angle between the orientations of a node in the
   mesh and at the last accepted state [rad], from 0 to pi. Collective. */
PetscErrorCode ConfigurationLargestTurn(Configuration c, PetscReal *angle);

/* ConfigurationPath - Computes coordinates whose change, multiplied by the forces and moments on
   the dofs, is the work of these forces.

   For displacements the coordinates are q. For rotations they are q plus the sum of the rotation
   vectors of all accepted states, because moments are in body axes. The coordinates are exact at
   accepted states only. */
PetscErrorCode ConfigurationPath(Configuration c, Vec q, Vec path);

/* ConfigurationArchive - Writes the reference orientations of the nodes and the sums of their
   rotations to a checkpoint, or reads them from there. Collective. */
PetscErrorCode ConfigurationArchive(Configuration c, FsArchive a);

/* ConfigurationToBodyAxes - Transforms the angular velocities in the global vector v from global
   axes to body axes, which have the orientation R_ref. Not collective. */
PetscErrorCode ConfigurationToBodyAxes(Configuration c, Vec v);

/* ConfigurationColumns - Computes the derivatives of the rotations of all nodes that this rank
   stores with respect to the unknown of a time step.

   theta are the rotation vectors of the nodes. Nodes that do not rotate freely get the derivatives
   for theta = 0.
   Input:
     theta    a global vector whose entries of rotations are theta
     rate     a global vector whose entries of rotations are theta'; read only if shift.rates is
              PETSC_TRUE
     shift    how displacements, velocities and accelerations depend on the unknown
   Output:
     columns  [nnodes] the derivatives, borrowed until the next call of this function
   Collective. */
PetscErrorCode ConfigurationColumns(Configuration c, Vec theta, Vec rate, FsShift shift,
                                    const ChartColumns **columns);

#endif
