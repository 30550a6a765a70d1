/* coupling_constraint.c: couplings as a kind of constraint. Their cells are the shares.

   A share is the part that one cell of a joint has in a row of a coupling
   (model/couplings/couplings.h). The formulas are in element/joint/joint.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "constraint_kind.h"
#include "joint_results.h"
#include "assembly/constraints/forces/joint_term.h"

enum { N = JOINT_DOFS };

static PetscInt count_couplings(Model model) { return model->couplings ? model->couplings->n : 0; }

static const char *coupling_name(Model model, PetscInt i)
{
  return model->couplings->coupling[i].name;
}

static const char *coupling_noun(Model model, PetscInt i)
{
  return model->couplings->coupling[i].of_tie ? "tie" : "coupling";
}

static PetscInt tie_of_coupling(Model model, PetscInt i)
{
  return model->couplings->coupling[i].of_tie;
}

static void share_table(Model model, PetscInt i, ConstraintTable *t)
{
  const Couplings all = model->couplings;
  const Coupling *c   = &all->coupling[i];

  *t = (ConstraintTable){.ncells   = c->nshares,
                         .nvisited = c->nshares,
                         .nd       = N,
                         .nrows    = 1,
                         .n        = SHARE_DOFS,
                         .dofs     = all->dofs + SHARE_DOFS * (size_t)c->first_share,
                         .global   = model->layout.global};
}

static const CouplingMember *member_of_share(const ConstraintCell *c)
{
  const Couplings all = c->model->couplings;

  return &all->coupling[c->index].member[all->share[c->number].member];
}

static void share_nodes(const ConstraintCell *c, PetscInt node[2])
{
  JointNodes(c->model, &c->model->joint[member_of_share(c)->joint],
             c->model->couplings->share[c->number].e, node);
}

static PetscBool coupling_of_user(Model model, PetscInt i)
{
  return (PetscBool)!model->couplings->coupling[i].of_tie;
}

static PetscInt coupling_items(Model model, PetscInt i, PetscInt *all)
{
  const Coupling *c = &model->couplings->coupling[i];

  *all = c->ncells_all;
  return CouplingRowCount(model, c);
}

/* The equations have the order of the cells of the first joint. */
static PetscErrorCode NumberCouplingItems(Model model, PetscInt i, PetscInt number[])
{
  return JointCellNumbers(model, &model->joint[model->couplings->coupling[i].member[0].joint],
                          number);
}

static ConstraintResult coupling_result(Model model, PetscInt i, int k)
{
  (void)model, (void)i;
  return (ConstraintResult){k ? NULL : "force", 1, PETSC_FALSE};
}

PetscErrorCode CouplingForce(const Evaluation *ev, PetscInt i, PetscInt equation, PetscReal *force)
{
  const Model        model = ev->assembly->model;
  const PetscScalar *a;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(ev->s->a, &a));
  *force =
    -a[model->layout.global[model->couplings->coupling[i].dof[equation]] - model->layout.first];
  PetscCall(VecRestoreArrayRead(ev->s->a, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CouplingValue(const Evaluation *ev, PetscInt i, PetscInt item, int k,
                                    PetscReal value[])
{
  (void)k;
  return CouplingForce(ev, i, item, value);
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
    PetscCall(CouplingRowNumbers(model, &c->coupling[i], 0, number));
    for (PetscInt e = 0; e < CouplingRowCount(model, &c->coupling[i]); e++)
      value[l->global[c->coupling[i].dof[e]] - l->first] =
        (PetscScalar)(*before + number[CouplingRowCell(&c->coupling[i], e)]);
    *before += c->coupling[i].ncells_all;
    PetscCall(PetscFree(number));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void describe_coupling_row(Model model, PetscInt dof, char text[], size_t size)
{
  const Couplings all = model->couplings;

  for (PetscInt i = 0; all && i < all->n; i++) {
    const Coupling *c = &all->coupling[i];

    for (PetscInt e = 0; e < CouplingRowCount(model, c); e++)
      if (model->layout.global[c->dof[e]] == dof) {
        char joint[160];

        JointDescribePlace(model, &model->joint[c->member[0].joint], CouplingRowCell(c, e), joint,
                           sizeof joint);
        if (c->of_tie) snprintf(text, size, "%s", joint);
        else snprintf(text, size, "coupling '%s' of %s", c->name, joint);
      }
  }
}

static void gather_share(const Evaluation *ev, ConstraintCell *c)
{
  const Couplings       all = c->model->couplings;
  const CouplingMember *m   = member_of_share(c);
  CouplingShareState   *s   = &c->of_share;
  double                x;

  JointGatherWithHistory(ev, m->joint, all->share[c->number].e, &c->at);
  x = JointCoordinate(&c->at, m->kind, s->gradient, s->slope);
  CouplingShareValue(all, c->number, x, s->f);
  coupling_motion(&c->at.state, s->v, s->a);
}

static void share_row(const ConstraintCell *c, FsConstraintLevel level, double rows[], double G[])
{
  rows[0] = level == FS_CONSTRAINT_POSITION   ? c->of_share.f[0]
            : level == FS_CONSTRAINT_VELOCITY ? coupling_velocity(&c->of_share)
                                              : coupling_acceleration(&c->of_share);
  if (G) coupling_gradient(&c->of_share, G);
}

static void share_stiffness(const ConstraintCell *c, const double lambda[], double G[], double K[])
{
  coupling_gradient(&c->of_share, G);
  coupling_stiffness(&c->of_share, lambda[0], K);
}

static void share_slopes(const ConstraintCell *c, FsConstraintLevel level, double D[])
{
  if (level == FS_CONSTRAINT_VELOCITY) coupling_velocity_slope(&c->of_share, D);
  else coupling_acceleration_slope(&c->of_share, D);
}

static void share_errors(const ConstraintCell *c, double rows[], double G[])
{
  share_row(c, FS_CONSTRAINT_POSITION, rows, G);
}

static void find_nonfinite_share(const ConstraintCell *c, char text[], size_t size)
{
  const CouplingMember *m = member_of_share(c);
  const double         *f = c->of_share.f;
  double                gradient[N], x;

  if (!m->formula || isfinite(f[0] + f[1] + f[2])) return;
  x = JointCoordinate(&c->at, m->kind, gradient, NULL);
  ExpressionErrorText(m->formula, &x, text, size);
}

const ConstraintKind coupling_constraint = {.count          = count_couplings,
                                            .count_parts    = CouplingsCountShares,
                                            .get_entries    = CouplingsGetMultipliers,
                                            .add_parts      = CouplingsAddValues,
                                            .name           = coupling_name,
                                            .noun           = coupling_noun,
                                            .of_tie         = tie_of_coupling,
                                            .table          = share_table,
                                            .nodes          = share_nodes,
                                            .is_length      = coupling_is_length,
                                            .order          = OrderCouplings,
                                            .place          = describe_coupling_row,
                                            .option         = "-couplings",
                                            .of_user        = coupling_of_user,
                                            .items          = coupling_items,
                                            .number_items   = NumberCouplingItems,
                                            .result         = coupling_result,
                                            .value          = CouplingValue,
                                            .gather         = gather_share,
                                            .rows           = share_row,
                                            .stiffness      = share_stiffness,
                                            .slopes         = share_slopes,
                                            .errors         = share_errors,
                                            .columns        = ConstraintJointColumns,
                                            .find_nonfinite = find_nonfinite_share};
