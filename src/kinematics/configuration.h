/* configuration.h: computes positions, orientations and velocities of the nodes.

   They depend on the vectors of a state and on the prescribed motions of supports and drivers. They
   also depend on the orientations at the last accepted state (the origin of the chart). Only
   ConfigurationAccept() and ConfigurationArchive() change the results of later calls. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_CONFIGURATION_H
#define FS_KINEMATICS_CONFIGURATION_H

#include "chart.h"
#include "node_state.h"
#include <fs/archive.h>

typedef struct _n_Configuration *Configuration;

/* ConfigurationCreate - Creates a configuration in which no node has rotated: all R_ref are 1.

   R_ref is explained in chart.h. The configuration borrows the model. Collective. */
PetscErrorCode ConfigurationCreate(Model model, Configuration *configuration);
PetscErrorCode ConfigurationDestroy(Configuration *configuration);

/* ConfigurationPrescribedMotions - Computes the motions of supports and drivers at t [s].

   *motions is borrowed. Its values are valid until the next call for another time or loading.
   Collective. Input error if a formula has no finite value. */
PetscErrorCode ConfigurationPrescribedMotions(Configuration c, PetscReal t,
                                              const FsLoading         *loading,
                                              const PrescribedMotion **motions);

/* ConfigurationNodeStates - Computes the states of all nodes of this rank, with ghosts.

   Input:
     s         v and a may be NULL, which means zero
   Output:
     nodes     [nnodes] states relative to the frame of the model
     inertial  [nnodes] states relative to inertial space; the same array if the frame does not
               rotate
   Both arrays are borrowed until the next call of this function. Collective. Input error if a
   formula has no finite value. */
PetscErrorCode ConfigurationNodeStates(Configuration c, const FsState *s, const FsLoading *loading,
                                       const NodeState **nodes, const NodeState **inertial);

/* ConfigurationPrepareNodes - Gathers q, v and a in *from, for ConfigurationNodeState().

   ConfigurationNodeState() then computes the states of single nodes. This saves memory and time if
   the states of all nodes are not needed. The arrays in *from are borrowed until the next call of
   this function, ConfigurationNodeStates(), ConfigurationDisplacements(), ConfigurationAccept() or
   ConfigurationColumns(). Collective. Input error if a formula has no finite value. */
PetscErrorCode ConfigurationPrepareNodes(Configuration c, const FsState *s,
                                         const FsLoading *loading, NodeSource *from);

/* ConfigurationNodeState - Computes the state of one node of this rank.

   Input:
     from  from ConfigurationPrepareNodes(), or filled in by the caller
   Not collective. */
void ConfigurationNodeState(Configuration c, const NodeSource *from, PetscInt node,
                            NodeState *state);

/* ConfigurationDisplacements - Computes the displacements u[nlocal] of all dofs of this rank.

   Dofs of ghosts, fixed and moved dofs are included. The array is borrowed until the next call of
   this function, ConfigurationNodeStates(), ConfigurationPrepareNodes(), ConfigurationAccept() or
   ConfigurationColumns(). Collective. Input error if a formula has no finite value. */
PetscErrorCode ConfigurationDisplacements(Configuration c, const FsState *s,
                                          const FsLoading *loading, const PetscScalar **u);

/* ConfigurationSupportDisplacements - Computes the displacements of the supported dofs of this
   rank.

   The other entries of u[nlocal] are undefined. The array is borrowed as that of
   ConfigurationDisplacements(). Collective. Input error if a formula has no finite value. */
PetscErrorCode ConfigurationSupportDisplacements(Configuration c, const FsState *s,
                                                 const FsLoading *loading, const PetscScalar **u);

/* ConfigurationOwnedNodeState - Computes the state of a node that this rank owns.

   Input:
     motions  motions of supports and drivers at the time of q, v and a
     q, v, a  this rank's parts of global vectors; v and a may be NULL, which means zero
   Not collective. */
void ConfigurationOwnedNodeState(Configuration c, PetscInt node, const PrescribedMotion *motions,
                                 const PetscScalar q[], const PetscScalar v[],
                                 const PetscScalar a[], NodeState *state);

/* ConfigurationPrescribedRotation - Computes the rotation that supports prescribe for a node.

   Output:
     theta  rotation vector [rad]; components that no support moves are 0
   Not collective. */
void ConfigurationPrescribedRotation(Configuration c, PetscInt node,
                                     const PrescribedMotion *motions, double theta[3]);

/* ConfigurationChart - Returns the chart of the owned nodes that rotate freely, borrowed. */
const Chart *ConfigurationChart(Configuration c);

/* ConfigurationAccept - Makes the orientations of q the new R_ref of all nodes and ghosts.

   It also adds the rotation vectors of q to the sum that ConfigurationPath() uses. The caller must
   also call ChartMoveOrigin(), which changes the stored states. Collective. */
PetscErrorCode ConfigurationAccept(Configuration c, Vec q);

/* ConfigurationMaxRotation - Computes the largest rotation of a node between two consecutive
   accepted states [rad].

   Only states since the last call of this function count. Collective. */
PetscErrorCode ConfigurationMaxRotation(Configuration c, PetscReal *max_rotation);

/* ConfigurationPath - Computes the path along which the forces on the dofs do work.

   For displacements the path is q. For rotations it is q plus the sum of the rotation vectors of
   all accepted states. Moments in body axes do work along this path. It is exact at accepted states
   only. */
PetscErrorCode ConfigurationPath(Configuration c, Vec q, Vec path);

/* ConfigurationArchive - Writes R_ref and the sum of rotations to an archive, or reads them.
   Collective. */
PetscErrorCode ConfigurationArchive(Configuration c, FsArchive a);

/* ConfigurationToBodyAxes - Transforms the angular velocities in v from global axes to body axes.

   The body axes are those of R_ref, that is for theta = 0. Not collective. */
PetscErrorCode ConfigurationToBodyAxes(Configuration c, Vec v);

/* ConfigurationColumns - Computes the chart columns of all nodes and ghosts for a shift.

   Nodes that do not rotate freely get the columns for theta = 0.
   Input:
     theta    global vector whose entries of rotations are theta
     rate     global vector whose entries of rotations are theta'; read only if shift.rates is
              PETSC_TRUE
   Output:
     columns  [nnodes], borrowed until the next call of this function
   Collective. */
PetscErrorCode ConfigurationColumns(Configuration c, Vec theta, Vec rate, FsShift shift,
                                    const ChartColumns **columns);

#endif
