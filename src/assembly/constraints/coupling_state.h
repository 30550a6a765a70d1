/* coupling_state.h: one share of a coupling (model/joints/couplings.h) at the states of its joint's nodes. For coupling_term.c and
   constraint_cells.c. Nothing here is collective or fails. Begin with CouplingShareGather. */
#ifndef FS_ASSEMBLY_CONSTRAINTS_COUPLING_STATE_H
#define FS_ASSEMBLY_CONSTRAINTS_COUPLING_STATE_H

#include "element/joint/coupling.h"
#include "joint_state.h"
#include "model/joints/couplings.h"

/* Gather share n of this rank, and its joint's cell, at an evaluation with nodes. */
void CouplingShareGather(const Evaluation *ev, PetscInt n, JointEvaluation *at,
                         CouplingShareState *state);

/* r[JOINT_DOFS] = what it adds to the residual of the two nodes; lambda of its row, as CouplingsGetMultipliers brings it. */
void CouplingShareForces(const CouplingShareState *state, double lambda, double r[]);

/* Its share of Phi, of dPhi/dt, or of the time derivative of that; unscaled. */
double CouplingShareRow(const CouplingShareState *state, FsConstraintLevel level);

/* K, C, M [JOINT_DOFS] += scale times the derivatives of that, as JointRowSlopes. */
void CouplingShareRowSlopes(const CouplingShareState *state, FsConstraintLevel level, double scale,
                            double K[], double C[], double M[]);

/* Its dofs: SHARE_DOFS indices of Layout.global. */
static inline const PetscInt *CouplingShareDofs(Model model, PetscInt n)
{
  return model->couplings->dofs + SHARE_DOFS * (size_t)n;
}

#endif
