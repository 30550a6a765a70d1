/* tie_forces.c: computes the resultant forces of ties for output. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_cells.h"
#include "assembly/constraints/joint_results.h"
#include "assembly/term.h"
#include "math/vector.h"

static const Tie *tie_of_cell(const ConstraintCell *c)
{
  return &c->model->ties->tie[c->kind->of_tie(c->model, c->index) - 1];
}

static PetscBool has_tie_force(const ConstraintForces *f, const ConstraintCell *c)
{
  (void)f;
  return (PetscBool)(c->kind->of_tie(c->model, c->index) &&
                     tie_of_cell(c)->kind->force != TIE_FORCE_ALONG_TERM);
}

/* Adds the force r[JOINT_DOFS] on the first node, which is the master, or that on the second set of
   a periodic tie. The forces are [nties][COMPONENTS]. */
static void add_tie_force(const ConstraintForces *f, const ConstraintCell *c, const double r[])
{
  const Tie      *tie            = tie_of_cell(c);
  const PetscBool second         = (PetscBool)(tie->kind->force == TIE_FORCE_ON_SECOND);
  PetscReal(*forces)[COMPONENTS] = f->data, *force = forces[tie - c->model->ties->tie];
  double moment[3];

  for (int k = 0; k < 3; k++) force[k] -= r[second ? COMPONENTS + k : k];
  if (second) return;
  mat_vec(c->at.state.node[0]->R, r + 3, moment);
  for (int k = 0; k < 3; k++) force[3 + k] -= moment[k];
}

PetscErrorCode TiesGetForces(const Evaluation *ev, PetscReal force[][COMPONENTS])
{
  const Model model = ev->assembly->model;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->ties->n; i++) {
    const Tie *tie = &model->ties->tie[i];

    PetscCall(PetscArrayzero(force[i], COMPONENTS));
    if (tie->kind->force == TIE_FORCE_ALONG_TERM &&
        CouplingRowCount(model, &model->couplings->coupling[tie->first_coupling]))
      PetscCall(CouplingForce(ev, tie->first_coupling, 0, force[i]));
  }
  PetscCall(ConstraintsVisitForces(&(ConstraintForces){.ev     = ev,
                                                       .lambda = ev->s->a,
                                                       .which  = CONSTRAINT_ALL_FORCES,
                                                       .wanted = has_tie_force,
                                                       .forces = add_tie_force,
                                                       .data   = force}));
  PetscFunctionReturn(PETSC_SUCCESS);
}
