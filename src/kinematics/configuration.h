/* configuration.h: computes positions, orientations and velocities of the nodes.

   The inputs are the vectors of a state, the prescribed motions of supports and drivers, and the
   orientations at the last accepted state (the origin of the chart). Only ConfigurationAccept() and
   ConfigurationArchive() change the results of later calls. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_CONFIGURATION_H
#define FS_KINEMATICS_CONFIGURATION_H

#include "chart.h"
#include "node_state.h"
#include <fs/archive.h>

typedef struct _n_Configuration *Configuration;

/* ConfigurationCreate - Creates a configuration whose chart starts at the mesh: all R_ref are 1.

   It borrows the model. Collective. */
PetscErrorCode ConfigurationCreate(Model model, Configuration *configuration);
PetscErrorCode ConfigurationDestroy(Configuration *configuration);

/* ConfigurationPrescribedMotions - Computes the motions of supports and drivers at t [s].

   The result is borrowed until the next call for another time or loading. Collective. Input error
   if a formula has no finite value. */
PetscErrorCode ConfigurationPrescribedMotions(Configuration c, PetscReal t,
                                              const FsLoading         *loading,
                                              const PrescribedMotion **motions);

/* ConfigurationNodeStates - Computes the states of all nodes of this rank, with ghosts.

   Input:
     s         v and a may be NULL, which means zero
   Output:
     nodes     [nnodes] in the frame of the model
     inertial  [nnodes] against inertial space; the same array if the frame does not rotate
   Both are borrowed until the next call. Collective. */
PetscErrorCode ConfigurationNodeStates(Configuration c, const FsState *s, const FsLoading *loading,
                                       const NodeState **nodes, const NodeState **inertial);

/* ConfigurationPrepareNodes - Gathers q and v, from which ConfigurationNodeState() makes single
   nodes.

   This saves the memory and the time for the states of all nodes. The arrays in from are borrowed
   until the next call of this function, ConfigurationNodeStates() or ConfigurationDisplacements().
   Collective. */
PetscErrorCode ConfigurationPrepareNodes(Configuration c, const FsState *s,
                                         const FsLoading *loading, NodeSource *from);

/* ConfigurationNodeState - Computes the state of a node of this rank, with accelerations of 0.

   A caller may also fill in a source of its own (node_state.h). Not collective. */
void ConfigurationNodeState(Configuration c, const NodeSource *from, PetscInt node,
                            NodeState *state);

/* ConfigurationDisplacements - Computes the displacements u[nlocal] of all dofs of this rank.

   Ghosts, fixed and moved dofs are included. The array is borrowed until the next call of this
   function or of ConfigurationNodeStates(). Collective. */
PetscErrorCode ConfigurationDisplacements(Configuration c, const FsState *s,
                                          const FsLoading *loading, const PetscScalar **u);

/* ConfigurationOwnedNodeState - Computes the state of a node that this rank owns.

   q, v and a are arrays of this rank's part of global vectors; v and a may be NULL, which means
   zero. Not collective. */
void ConfigurationOwnedNodeState(Configuration c, PetscInt node, const PrescribedMotion *motions,
                                 const PetscScalar q[], const PetscScalar v[],
                                 const PetscScalar a[], NodeState *state);

/* ConfigurationPrescribedRotation - Returns the rotation vector [rad] that supports prescribe for a
   node. Components that no support moves are 0. */
void ConfigurationPrescribedRotation(Configuration c, PetscInt node,
                                     const PrescribedMotion *motions, double theta[3]);

/* ConfigurationChart - Returns the chart of the owned nodes that rotate freely, borrowed. */
const Chart *ConfigurationChart(Configuration c);

/* ConfigurationAccept - Makes the orientations of q the new R_ref of all nodes, with ghosts.

   It also adds the rotations to the sum that ConfigurationPath() uses. The caller changes the
   states with ChartMoveOrigin(). Collective. */
PetscErrorCode ConfigurationAccept(Configuration c, Vec q);

/* ConfigurationMaxRotation - Returns the largest rotation of a node between two accepted states
   [rad].

   Only states since the last call count. Collective. */
PetscErrorCode ConfigurationMaxRotation(Configuration c, PetscReal *max_rotation);

/* ConfigurationPath - Computes the path along which the forces on the dofs do work.

   It is q for displacements. For rotations it is the sum of all accepted rotation vectors in body
   axes, because moments in body axes do work along it. It is exact at accepted states only. */
PetscErrorCode ConfigurationPath(Configuration c, Vec q, Vec path);

/* ConfigurationArchive - Writes R_ref and the sum of rotations to an archive, or reads them.
   Collective. */
PetscErrorCode ConfigurationArchive(Configuration c, FsArchive a);

/* ConfigurationToBodyAxes - Transforms the angular velocities of v from global axes to body axes.

   The body axes are those of R_ref. */
PetscErrorCode ConfigurationToBodyAxes(Configuration c, Vec v);

/* ConfigurationColumns - Computes the chart columns of all nodes for a shift.

   Nodes that do not rotate freely get the columns at theta = 0.
   Input:
     theta    global vector with the rotations
     rate     global vector with theta', which is read if shift.rates is PETSC_TRUE
   Output:
     columns  [nnodes], borrowed until the next call
   Collective. */
PetscErrorCode ConfigurationColumns(Configuration c, Vec theta, Vec rate, FsShift shift,
                                    const ChartColumns **columns);

#endif
