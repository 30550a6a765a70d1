/* joint_constraint.c: joints as a kind of constraint. The formulas are in element/joint/joint.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_kind.h"
#include "assembly/constraints/forces/joint_friction.h"
#include "joint_results.h"
#include "math/vector.h"
#include "assembly/constraints/forces/joint_term.h"

enum { N = JOINT_DOFS };

static PetscInt count_joints(Model model) { return model->njoints; }

static const char *joint_name(Model model, PetscInt i) { return model->joint[i].name; }

static const char *joint_noun(Model model, PetscInt i) { return JointNoun(&model->joint[i]); }

static PetscInt tie_of_joint(Model model, PetscInt i) { return model->joint[i].of_tie; }

/* The entries between the two nodes are needed only if the forces on one node depend on the motion
   of the other. */
static void joint_table(Model model, PetscInt i, ConstraintTable *t)
{
  static const unsigned char groups[N + JOINT_ROWS] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2};
  const Joint               *j                      = &model->joint[i];

  *t = (ConstraintTable){.ncells     = j->ncells,
                         .nvisited   = j->ncells,
                         .nd         = N,
                         .nrows      = j->nrows,
                         .n          = N + j->nrows,
                         .dofs       = j->dofs,
                         .global     = model->layout.global,
                         .dof_groups = JointCouplesNodes(j) ? NULL : groups};
}

static void joint_nodes(const ConstraintCell *c, PetscInt node[2])
{
  JointNodes(c->model, &c->model->joint[c->index], c->e, node);
}

static PetscBool joint_of_user(Model model, PetscInt i) { return JointIsOfUser(&model->joint[i]); }

static PetscInt joint_items(Model model, PetscInt i, PetscInt *all)
{
  *all = model->joint[i].ncells_all;
  return model->joint[i].ncells;
}

static PetscErrorCode NumberJointItems(Model model, PetscInt i, PetscInt number[])
{
  return JointCellNumbers(model, &model->joint[i], number);
}

static PetscBool joint_is_length(const ConstraintCell *c, int k)
{
  return (PetscBool)!joint_row_is_directional(&c->model->joint[c->index].first.row[k]);
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

static void describe_joint_row(Model model, PetscInt dof, char text[], size_t size)
{
  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c))
    for (int k = 0; k < c.joint->nrows; k++)
      if (model->layout.global[JointCellDofs(&c)[N + k]] == dof)
        JointDescribePlace(model, c.joint, c.e, text, size);
}

static void gather_joint(const Evaluation *ev, ConstraintCell *c)
{
  JointGatherWithHistory(ev, c->index, c->e, &c->at);
}

/* Returns the rows of a cell. In the middle of a step their directions are means over the step,
   which mean[JOINT_ROWS] receives. */
static const JointRow *rows_of(const ConstraintCell *c, JointRow mean[])
{
  const JointRow *row = c->at.axes->row;

  if (!c->at.has_means) return row;
  for (int k = 0; k < c->table.nrows; k++) {
    mean[k] = row[k];
    if (!row[k].global) mat_vec(c->at.mean[0], row[k].a, mean[k].a);
    mat_vec(c->at.mean[0], row[k].a2, mean[k].a2);
    mat_vec(c->at.mean[1], row[k].b, mean[k].b);
    mat_vec(c->at.mean[1], row[k].b2, mean[k].b2);
  }
  return mean;
}

static void joint_rows(const ConstraintCell *c, FsConstraintLevel level, double rows[], double G[])
{
  JointRow        mean[JOINT_ROWS];
  const JointRow *row = rows_of(c, mean);
  const int       n   = c->table.nrows;

  if (G) joint_position_and_gradient(row, n, &c->at.state, rows, (double(*)[N])G);
  else if (level == FS_CONSTRAINT_POSITION) joint_position(row, n, &c->at.state, rows);
  if (level == FS_CONSTRAINT_VELOCITY) joint_velocity(row, n, &c->at.state, rows);
  if (level == FS_CONSTRAINT_ACCELERATION) joint_acceleration(row, n, &c->at.state, rows);
}

static void stiffness_of_joint(const ConstraintCell *c, const double lambda[], double G[],
                               double K[])
{
  JointRow mean[JOINT_ROWS];

  joint_gradient_and_stiffness(rows_of(c, mean), c->table.nrows, &c->at.state, lambda,
                               (double(*)[N])G, K);
}

static void joint_slopes(const ConstraintCell *c, FsConstraintLevel level, double D[])
{
  (level == FS_CONSTRAINT_VELOCITY ? joint_velocity_slope : joint_acceleration_slope)(
    c->at.axes->row, c->table.nrows, &c->at.state, (double(*)[N])D);
}

static void joint_errors(const ConstraintCell *c, double rows[], double G[])
{
  joint_misfit(c->at.axes->row, c->table.nrows, &c->at.state, rows, (double(*)[N])G);
}

static double side_of_joint(const ConstraintCell *c, int k)
{
  double G[N];

  return joint_side(&c->at.axes->row[k], &c->at.state, G);
}

static void find_nonfinite_law(const ConstraintCell *c, char text[], size_t size)
{
  JointFindNonFinite(c->model, &c->at, text, size);
}

static PetscBool joint_forces(const ConstraintCell *c, const double lambda[], double r[],
                              double K[], double C[], double L[][CONSTRAINT_ROWS])
{
  JointLawForces(&c->at, r, K, C);
  JointFrictionForces(&c->at, lambda, r, K, C, L);
  return c->at.viscous;
}

static void motor_forces(const ConstraintCell *c, double r[]) { JointMotorForces(&c->at, r); }

const ConstraintKind joint_constraint = {.count          = count_joints,
                                         .name           = joint_name,
                                         .noun           = joint_noun,
                                         .of_tie         = tie_of_joint,
                                         .table          = joint_table,
                                         .nodes          = joint_nodes,
                                         .is_length      = joint_is_length,
                                         .order          = OrderJoints,
                                         .place          = describe_joint_row,
                                         .option         = "-joints",
                                         .of_user        = joint_of_user,
                                         .items          = joint_items,
                                         .number_items   = NumberJointItems,
                                         .in_snapshots   = PETSC_TRUE,
                                         .result         = JointResult,
                                         .value          = JointResultValue,
                                         .gather         = gather_joint,
                                         .rows           = joint_rows,
                                         .stiffness      = stiffness_of_joint,
                                         .slopes         = joint_slopes,
                                         .errors         = joint_errors,
                                         .side           = side_of_joint,
                                         .columns        = ConstraintJointColumns,
                                         .find_nonfinite = find_nonfinite_law,
                                         .forces         = joint_forces,
                                         .loads          = motor_forces};

void ConstraintJointColumns(const Evaluation *ev, const ConstraintCell *c,
                            const ChartColumns columns[], const ChartColumns *of_node[])
{
  PetscInt node[2];

  JointNodes(ev->assembly->model, c->at.joint, c->at.e, node);
  for (int n = 0; n < 2; n++) of_node[n] = node[n] < 0 ? NULL : &columns[node[n]];
}
