/* coupling_state.h: evaluates one share of a coupling at the states of the nodes of its joint.

   A share is the part that one cell of a joint has in a row of a coupling
   (model/couplings/couplings.h). No function here is collective or fails. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_COUPLING_STATE_H
#define FS_ASSEMBLY_CONSTRAINTS_COUPLING_STATE_H

#include "element/joint/coupling.h"
#include "joint_state.h"
#include "model/couplings/couplings.h"

/* CouplingShareGather - Gathers the state of share n and of the cell of its joint.

   Input:
     ev  an evaluation with nodes
     n   number of the share on this rank
   Output:
     at  the cell, which borrows from the model and from ev */
void CouplingShareGather(const Evaluation *ev, PetscInt n, JointEvaluation *at,
                         CouplingShareState *state);

/* CouplingShareForces - Computes what a share adds to the residual of the two nodes.

   Input:
     lambda  multiplier of the row of the coupling, from CouplingsGetMultipliers()
   Output:
     r       [JOINT_DOFS] forces G^T lambda */
void CouplingShareForces(const CouplingShareState *state, double lambda, double r[]);

/* CouplingShareRow - Returns the share's part of Phi, of dPhi/dt or of d2Phi/dt2, by the level. */
double CouplingShareRow(const CouplingShareState *state, FsConstraintLevel level);

/* CouplingShareRowSlopes - Adds scale times the derivatives of the share's part of the row.

   Output:
     K  [JOINT_DOFS] += derivatives by displacements and spins, except of acceleration rows
     C  [JOINT_DOFS] += derivatives by velocities
     M  [JOINT_DOFS] += derivatives by accelerations */
void CouplingShareRowSlopes(const CouplingShareState *state, FsConstraintLevel level, double scale,
                            double K[], double C[], double M[]);

/* CouplingShareDofs - Returns the SHARE_DOFS dofs of share n as indices of Layout.global. */
static inline const PetscInt *CouplingShareDofs(Model model, PetscInt n)
{
  return model->couplings->dofs + SHARE_DOFS * (size_t)n;
}

#endif
