/* tie_forces.c: computes the resultant forces of ties for output. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "coupling_state.h"
#include "assembly/constraints/joint_results.h"
#include "assembly/term.h"
#include "math/vector.h"

PetscInt TieForceColumns(const Tie *tie)
{
  return tie->kind == TIE_EQUATION ? 0 : tie->kind == TIE_PERIODIC ? 3 : COMPONENTS;
}

/* Adds the force on the master, or on the second set of a periodic tie, to force.

   Input:
     r     [JOINT_DOFS] what the tie adds to the residual at the two nodes, the moments in body axes
     node  the first node, which is the master */
static void add_force(const Tie *tie, const double r[], const NodeState *node, PetscReal force[])
{
  double moment[3];

  for (int c = 0; c < 3; c++) force[c] -= r[tie->kind == TIE_PERIODIC ? COMPONENTS + c : c];
  if (tie->kind == TIE_PERIODIC) return;
  mat_vec(node->R, r + 3, moment);
  for (int c = 0; c < 3; c++) force[3 + c] -= moment[c];
}

/* Adds the forces of all shares of the couplings of ties. */
static PetscErrorCode AddShares(const Evaluation *ev, PetscReal force[][COMPONENTS])
{
  const Model     model = ev->assembly->model;
  const Couplings all   = model->couplings;
  PetscScalar    *lambda;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(CouplingsCountShares(model), &lambda));
  PetscCall(CouplingsGetMultipliers(model, ev->s->a, lambda));
  for (PetscInt n = 0; n < CouplingsCountShares(model); n++) {
    double             r[JOINT_DOFS];
    PetscInt           i = 0;
    JointEvaluation    at;
    CouplingShareState state;

    if (!all->coupling[all->share[n].coupling].of_tie) continue;
    for (; i < model->ties->n; i++) {
      const Tie *tie = &model->ties->tie[i];

      if (all->share[n].coupling >= tie->first_coupling &&
          all->share[n].coupling < tie->first_coupling + tie->ncouplings)
        break;
    }
    if (model->ties->tie[i].kind == TIE_EQUATION) continue;
    CouplingShareGather(ev, n, &at, &state);
    CouplingShareForces(&state, lambda[n], r);
    add_force(&model->ties->tie[i], r, at.state.node[0], force[i]);
  }
  PetscCall(PetscFree(lambda));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TiesGetForces(const Evaluation *ev, PetscReal force[][COMPONENTS])
{
  const Model model = ev->assembly->model;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; model->ties && i < model->ties->n; i++) {
    const Tie *tie = &model->ties->tie[i];

    PetscCall(PetscArrayzero(force[i], COMPONENTS));
    if (tie->kind == TIE_EQUATION) {
      const Coupling *c = &model->couplings->coupling[tie->first_coupling];

      if (CouplingRowCount(model, c))
        PetscCall(CouplingForce(ev, tie->first_coupling, 0, force[i]));
      continue;
    }
    for (PetscInt k = 0; k < tie->njoints; k++) {
      const Joint *j = &model->joint[tie->first + k];

      for (PetscInt e = 0; e < j->ncells && j->nrows; e++) {
        double   r[JOINT_DOFS];
        PetscInt node[2];

        PetscCall(JointNodalForces(ev, tie->first + k, e, r));
        JointNodes(model, j, e, node);
        add_force(tie, r, &ev->nodes[node[0]], force[i]);
      }
    }
  }
  PetscCall(AddShares(ev, force));
  PetscFunctionReturn(PETSC_SUCCESS);
}
