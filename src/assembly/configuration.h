/* configuration.h: where the nodes of a model are: from the vectors of a state, what supports and drivers prescribe, and the
   orientations at the last accepted state to positions, orientations and their derivatives. Only ConfigurationAccept
   changes what is told later. */
#ifndef CONFIGURATION_H
#define CONFIGURATION_H

#include "chart.h"
#include "model/model.h"
#include <fs/system.h>

typedef struct _n_Configuration *Configuration;

/* model is borrowed. Collective. */
PetscErrorCode ConfigurationCreate(Model model, Configuration *configuration);
PetscErrorCode ConfigurationDestroy(Configuration *configuration);

/* What supports and drivers prescribe at t under a loading. Borrowed, until the next call for another time or loading.
   Collective. Input errors: formulas without a finite value. */
PetscErrorCode ConfigurationMotions(Configuration c, PetscReal t, const FsLoading *loading, const Motions **motions);

/* All nodes of this rank, ghosts included, [nnodes]; v, a of the state may be NULL. Borrowed, until the next call.
   Collective. */
PetscErrorCode ConfigurationNodes(Configuration c, const FsState *s, const FsLoading *loading, const NodeState **nodes);

/* One owned node from this rank's parts of global vectors (v, a may be NULL) and the motions of that time. Not
   collective. */
void ConfigurationOwnedNode(Configuration c, PetscInt node, const Motions *motions, const PetscScalar q[],
                            const PetscScalar v[], const PetscScalar a[], NodeState *state);

/* The rotation vector that supports prescribe for a node, 0 where they do not. */
void ConfigurationPrescribedRotation(Configuration c, PetscInt node, const Motions *motions, double theta[3]);

/* The owned nodes that rotate freely; borrowed. */
const Chart *ConfigurationChart(Configuration c);

/* The orientations of q become those where the chart's rotation vectors are 0. Collective. */
PetscErrorCode ConfigurationAccept(Configuration c, Vec q);

/* path = q, and in the entries of rotations the sum of all rotation vectors accepted so far, in body axes: what moments of
   body axes do work along. */
PetscErrorCode ConfigurationPath(Configuration c, Vec q, Vec path);

/* Angular velocities of v from global axes into those of the nodes at the origin of the chart. */
PetscErrorCode ConfigurationToBodyAxes(Configuration c, Vec v);

/* How the nodes turn along a shift: [nnodes], of nodes that do not rotate freely the identity's. theta, rate: the
   rotation vectors and, if shift.rates, their rates. Borrowed, until the next call. Collective. */
PetscErrorCode ConfigurationColumns(Configuration c, Vec theta, Vec rate, FsShift shift, const ChartColumns **columns);

#endif
