/* force_sums.h: sums forces on nodes and their moments, and finds the largest ones. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_BALANCE_FORCE_SUMS_H
#define FS_RECOVERY_BALANCE_FORCE_SUMS_H

#include "force_balance.h"

/* The amplitude of a force and a moment on a node, in global axes, and the place of the node. */
typedef struct {
  double force[3], moment[3], x[3];
} NodeForce;

/* ForceSums - Sums about the origin, and the largest single forces. */
typedef struct {
  const Evaluation *ev;
  PetscInt          n;       /* number of forces so far */
  NodeForce        *exerted; /* NULL, or where weight times each force is added */
  PetscReal         weight;
  /* size of the model [m]; a moment counts as a couple of forces at this distance */
  PetscReal model_size;
  PetscReal sum[COMPONENTS], largest[BALANCES];
} ForceSums;

/* How a force counts: as a force and a moment, only as a single force, or as a force without its
   moment. */
typedef enum { ADD_ALL, ADD_NOTHING, ADD_FORCES } ForceContribution;

/* force_sums_compare - Updates the largest force and moment with a force f and a moment of a node
   at x. Not collective. */
void force_sums_compare(ForceSums *s, const double x[3], const double f[3], const double moment[3]);

/* force_sums_add_node - Adds sign times f[COMPONENTS] on a node, with moments in the axes of the
   node. With -linearize forces act at the places of the mesh. Not collective. */
void force_sums_add_node(ForceSums *s, PetscInt node, const double f[COMPONENTS], double sign,
                         ForceContribution contribution);

/* force_sums_add_element - Adds sign times the forces r[nd] of element e of a block on its nodes.
   Components that a node does not have are left out. Not collective. */
void force_sums_add_element(ForceSums *s, const Block *b, PetscInt e, const double r[], double sign,
                            ForceContribution contribution);

/* ForceSumsAddNodes - Adds sign times f[nnodes], to which each rank has added the forces of its own
   cells. Sums f over the ranks. Collective. */
PetscErrorCode ForceSumsAddNodes(ForceSums *s, PetscReal (*f)[COMPONENTS], double sign,
                                 ForceContribution contribution);

/* ForceSumsAddDofs - Adds sign times the forces on dofs.

   Input:
     local   [nlocal] forces that this rank adds to its dofs
     global  this rank's entries of a global vector of forces; NULL without such a vector
   Collective. */
PetscErrorCode ForceSumsAddDofs(ForceSums *s, const PetscScalar local[], const PetscScalar global[],
                                double sign);

/* ForceSumsReduce - Adds the sums of all ranks, and finds the largest forces of all ranks, in s and
   in imbalance. Collective, with two reductions. */
PetscErrorCode ForceSumsReduce(ForceSums *s, MPI_Comm comm, ForceImbalance *imbalance);

#endif
