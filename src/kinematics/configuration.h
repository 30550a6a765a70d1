/* configuration.h: positions, orientations and velocities of the nodes from the vectors of a state, from what
   supports and drivers prescribe, and from the orientations at the last accepted state (the origin of the chart).
   Called by Evaluate for the terms, by energy_meter.c and by output. Only ConfigurationAccept changes what later calls
   answer. Begin with node_state in node_state.c. */
#ifndef FS_KINEMATICS_CONFIGURATION_H
#define FS_KINEMATICS_CONFIGURATION_H

#include "chart.h"
#include "node_state.h"
#include <fs/archive.h>

typedef struct _n_Configuration *Configuration;

/* The model is borrowed. At first the chart's origin is the mesh: all R_ref are the identity. Collective. */
PetscErrorCode ConfigurationCreate(Model model, Configuration *configuration);
PetscErrorCode ConfigurationDestroy(Configuration *configuration);

/* What supports and drivers prescribe at t [s] under a loading; borrowed until the next call for another time or
   loading. Collective. Input error: a formula without a finite value. */
PetscErrorCode ConfigurationPrescribedMotions(Configuration c, PetscReal t,
                                              const FsLoading         *loading,
                                              const PrescribedMotion **motions);

/* The states of all nodes of this rank, ghosts included, [nnodes], in the frame and against inertial space; v and a of the state
   may be NULL, and are zero then. Borrowed until the next call. Collective. */
PetscErrorCode ConfigurationNodeStates(Configuration c, const FsState *s, const FsLoading *loading,
                                       const NodeState **nodes, const NodeState **inertial);

/* The states of single nodes, where those of all would take too much memory, or time: Open gathers what ConfigurationNodeState makes them of,
   any node of this rank, without accelerations, which are 0. Borrowed until the next call of this or ConfigurationNodeStates. Open is
   collective. Who gathers less fills in a source of its own (node_state.h). */
PetscErrorCode ConfigurationPrepareNodes(Configuration c, const FsState *s,
                                         const FsLoading *loading, NodeSource *from);
void           ConfigurationNodeState(Configuration c, const NodeSource *from, PetscInt node,
                                      NodeState *state);

/* The displacements at t of all dofs of this rank, [nlocal], ghosts, held and moved ones included. Borrowed until the next call of this or
   ConfigurationNodeStates. Collective. */
PetscErrorCode ConfigurationDisplacements(Configuration c, const FsState *s,
                                          const FsLoading *loading, const PetscScalar **u);

/* The state of one owned node; q, v, a: arrays of this rank's parts of global vectors (v, a may be NULL). Not
   collective. */
void ConfigurationOwnedNodeState(Configuration c, PetscInt node, const PrescribedMotion *motions,
                                 const PetscScalar q[], const PetscScalar v[],
                                 const PetscScalar a[], NodeState *state);

/* theta = the rotation vector [rad] that supports prescribe for a node, 0 in components that they do not. */
void ConfigurationPrescribedRotation(Configuration c, PetscInt node,
                                     const PrescribedMotion *motions, double theta[3]);

/* The owned nodes that rotate freely; borrowed. */
const Chart *ConfigurationChart(Configuration c);

/* Accept a state: the orientations of q become the new R_ref of all nodes, ghosts included, and are remembered for
   ConfigurationPath. The caller moves the states (ChartMoveOrigin). Collective. */
PetscErrorCode ConfigurationAccept(Configuration c, Vec q);

/* *most = the largest rotation of a node from one accepted state to the next since this was asked last [rad]. Collective. */
PetscErrorCode ConfigurationMaxRotation(Configuration c, PetscReal *max_rotation);

/* path = q, but in the entries of rotations the sum of all accepted rotation vectors, in body axes: moments in
   body axes do work along it. Right at accepted states only. */
PetscErrorCode ConfigurationPath(Configuration c, Vec q, Vec path);

/* R_ref and the sum of turns. */
PetscErrorCode ConfigurationArchive(Configuration c, FsArchive a);

/* Turn the angular velocities of v from global axes into the body axes of the nodes where the chart is 0. */
PetscErrorCode ConfigurationToBodyAxes(Configuration c, Vec v);

/* The derivatives of the nodes' rotations along a shift at the rotations of theta, [nnodes]; nodes that do not
   rotate freely get those at theta = 0. rate: theta' in a vector, looked at if shift.rates. Borrowed until the
   next call. Collective. */
PetscErrorCode ConfigurationColumns(Configuration c, Vec theta, Vec rate, FsShift shift,
                                    const ChartColumns **columns);

#endif
