/* coupling_constraint.c: couplings as a kind of constraint. Their cells are the shares.

   A share is the part that one cell of a joint has in a row of a coupling
   (model/couplings/couplings.h). The formulas are in element/joint/coupling.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_kind.h"
#include "joint_term.h"

static PetscInt count_couplings(Model model) { return model->couplings ? model->couplings->n : 0; }

static const char *coupling_name(Model model, PetscInt i)
{
  return model->couplings->coupling[i].name;
}

static const char *coupling_noun(Model model, PetscInt i)
{
  return model->couplings->coupling[i].of_tie ? "tie" : "coupling";
}

static PetscBool find_share(ConstraintCell *c)
{
  const Model          model = c->model;
  const CouplingShare *share;

  if (c->number >= CouplingsCountShares(model)) return PETSC_FALSE;
  share         = &model->couplings->share[c->number];
  c->index      = share->coupling;
  c->cell       = (JointCell){.model = model, .e = share->e};
  c->cell.i     = model->couplings->coupling[c->index].member[share->member].joint;
  c->cell.joint = &model->joint[c->cell.i];
  c->nd         = JOINT_DOFS;
  c->nrows      = 1;
  c->dofs       = CouplingShareDofs(model, c->number);
  c->global     = model->layout.global;
  return PETSC_TRUE;
}

static PetscBool coupling_is_length(const ConstraintCell *c, int k)
{
  const Coupling *of = &c->model->couplings->coupling[c->index];

  (void)k;
  return (PetscBool)!joint_is_angle(of->member[of->nmembers - 1].kind);
}

/* Coupling by coupling, rows in the order of the cells of the first joint in the mesh. */
static PetscErrorCode OrderCouplings(Model model, PetscInt *before, PetscScalar value[])
{
  const Couplings c = model->couplings;
  const Layout   *l = &model->layout;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; c && i < c->n; i++) {
    const Joint *first = &model->joint[c->coupling[i].member[0].joint];
    PetscInt    *number;

    PetscCall(PetscMalloc1(first->ncells, &number));
    PetscCall(JointCellNumbers(model, first, number));
    for (PetscInt e = 0; e < CouplingRowCount(model, &c->coupling[i]); e++)
      value[l->global[c->coupling[i].dof[e]] - l->first] =
        (PetscScalar)(*before + number[CouplingRowCell(&c->coupling[i], e)]);
    *before += c->coupling[i].ncells_all;
    PetscCall(PetscFree(number));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void gather_share(const Evaluation *ev, ConstraintCell *c)
{
  CouplingShareGather(ev, c->number, &c->at, &c->of_share);
}

static void share_row(const ConstraintCell *c, FsConstraintLevel level, double rows[])
{
  rows[0] = CouplingShareRow(&c->of_share, level);
}

static void share_gradient(const ConstraintCell *c, double G[])
{
  coupling_gradient(&c->of_share, G);
}

static void share_stiffness(const ConstraintCell *c, const double lambda[], double K[])
{
  coupling_stiffness(&c->of_share, lambda[0], K);
}

static void share_slopes(const ConstraintCell *c, FsConstraintLevel level, double scale, double K[],
                         double C[], double M[])
{
  CouplingShareRowSlopes(&c->of_share, level, scale, K, C, M);
}

static void share_errors(const ConstraintCell *c, double rows[], double G[])
{
  rows[0] = c->of_share.f[0];
  coupling_gradient(&c->of_share, G);
}

const ConstraintKind coupling_constraint = {.has_parts = PETSC_TRUE,
                                            .count     = count_couplings,
                                            .name      = coupling_name,
                                            .noun      = coupling_noun,
                                            .find      = find_share,
                                            .nodes     = ConstraintJointNodes,
                                            .is_length = coupling_is_length,
                                            .order     = OrderCouplings,
                                            .gather    = gather_share,
                                            .rows      = share_row,
                                            .gradient  = share_gradient,
                                            .stiffness = share_stiffness,
                                            .slopes    = share_slopes,
                                            .errors    = share_errors,
                                            .columns   = ConstraintJointColumns};
