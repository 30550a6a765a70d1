/* joint_constraint.c: joints as a kind of constraint. The formulas are in element/joint/joint.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_kind.h"
#include "joint_term.h"

enum { N = JOINT_DOFS };

static PetscInt count_joints(Model model) { return model->njoints; }

static const char *joint_name(Model model, PetscInt i) { return model->joint[i].name; }

static const char *joint_noun(Model model, PetscInt i) { return JointNoun(&model->joint[i]); }

static PetscBool find_joint_cell(ConstraintCell *c)
{
  if (c->number) NextJointCell(&c->cell);
  else c->cell = FirstJointCell(c->model);
  if (!c->cell.joint) return PETSC_FALSE;
  c->index  = c->cell.i;
  c->nd     = N;
  c->nrows  = c->cell.joint->nrows;
  c->dofs   = JointCellDofs(&c->cell);
  c->global = c->model->layout.global;
  return PETSC_TRUE;
}

static PetscBool joint_is_length(const ConstraintCell *c, int k)
{
  return (PetscBool)!joint_row_is_directional(&c->cell.joint->first.row[k]);
}

/* Joint by joint, cell by cell in the order of the mesh, then row by row. */
static PetscErrorCode OrderJoints(Model model, PetscInt *before, PetscScalar value[])
{
  const Layout *l = &model->layout;
  PetscInt     *number;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++) {
    const Joint *j = &model->joint[i];

    PetscCall(PetscMalloc1(j->ncells, &number));
    PetscCall(JointCellNumbers(model, j, number));
    for (PetscInt e = 0; e < j->ncells; e++)
      for (int k = 0; k < j->nrows; k++)
        value[l->global[j->dofs[e * (N + j->nrows) + N + k]] - l->first] =
          (j->first.row[k].driver >= 0 ? -1 : 1) *
          (PetscScalar)(*before + number[e] * j->nrows + k);
    *before += j->ncells_all * j->nrows;
    PetscCall(PetscFree(number));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void gather_joint(const Evaluation *ev, ConstraintCell *c)
{
  JointGatherWithHistory(ev, c->cell.i, c->cell.e, &c->at);
}

static void joint_rows(const ConstraintCell *c, FsConstraintLevel level, double rows[])
{
  JointRows(&c->at, level, rows);
}

static void gradient_of_joint(const ConstraintCell *c, double G[])
{
  joint_gradient(c->at.axes->row, c->nrows, &c->at.state, (double(*)[N])G);
}

static void stiffness_of_joint(const ConstraintCell *c, const double lambda[], double K[])
{
  joint_stiffness(c->at.axes->row, c->nrows, &c->at.state, lambda, K);
}

static void joint_slopes(const ConstraintCell *c, FsConstraintLevel level, double scale, double K[],
                         double C[], double M[])
{
  double G[JOINT_ROWS][N];

  joint_gradient(c->at.axes->row, c->nrows, &c->at.state, G);
  JointRowSlopes(&c->at, G, level, scale, K, C, M);
}

static void joint_errors(const ConstraintCell *c, double rows[], double G[])
{
  joint_misfit(c->at.axes->row, c->nrows, &c->at.state, rows, (double(*)[N])G);
}

static double side_of_joint(const ConstraintCell *c, int k)
{
  double G[N];

  return joint_side(&c->at.axes->row[k], &c->at.state, G);
}

static const unsigned char *joint_dof_groups(const ConstraintCell *c)
{
  return JointCellDofGroups(&c->model->layout, c->cell.joint, c->cell.e);
}

const ConstraintKind joint_constraint = {.count      = count_joints,
                                         .name       = joint_name,
                                         .noun       = joint_noun,
                                         .find       = find_joint_cell,
                                         .nodes      = ConstraintJointNodes,
                                         .is_length  = joint_is_length,
                                         .order      = OrderJoints,
                                         .gather     = gather_joint,
                                         .rows       = joint_rows,
                                         .gradient   = gradient_of_joint,
                                         .stiffness  = stiffness_of_joint,
                                         .slopes     = joint_slopes,
                                         .errors     = joint_errors,
                                         .side       = side_of_joint,
                                         .columns    = ConstraintJointColumns,
                                         .dof_groups = joint_dof_groups};

void ConstraintJointNodes(const ConstraintCell *c, PetscInt node[2])
{
  JointCellNodes(&c->cell, node);
}

void ConstraintJointColumns(const Evaluation *ev, const ConstraintCell *c,
                            const ChartColumns columns[], const ChartColumns *of_node[])
{
  JointColumns(ev->assembly->model, &c->at, columns, of_node);
}
