/* moved_ends.c: moves nodes with supports that have moved at the first time: nodes of supports with
   own axes, and the ends of members.

   The end of a member with an offset or a release has a node of its own, which a joint connects to
   the point. If a support has moved the point at the first time, the node is still at its place in
   the mesh. The node is therefore moved as if the joint were rigid, whatever it releases. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "moved_ends.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "model/joints/joint_cell_iterator.h"

/* Computes u[6], displacement and rotation vector, of the end at offset[3] from a point. */
static void motion_of_end(const Model model, const NodeState *point, const double x[3],
                          const double offset[3], double u[COMPONENTS])
{
  double arm[3];

  if (model->linearize) cross(point->turn, offset, arm);
  else {
    mat_vec(point->R, offset, arm);
    for (int c = 0; c < 3; c++) arm[c] -= offset[c];
    rotation_log(point->q, u + 3);
  }
  for (int c = 0; c < 3; c++) {
    u[c] = point->x[c] - x[c] + arm[c];
    if (model->linearize) u[3 + c] = point->turn[c];
  }
}

/* Computes the displacement u[3] that the rows of a support prescribe at a time. */
static PetscErrorCode DisplacementOfSupport(const Joint *support, PetscReal t, double u[3])
{
  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) u[c] = 0;
  for (int k = 0; k < support->nrows; k++) {
    const JointRow *row = &support->first.row[k];
    PetscReal       f[3];

    if (row->driver < 0) continue;
    PetscCall(JointDriverValue(support->driver[row->driver], t, f));
    for (int c = 0; c < 3; c++) u[c] += f[0] * row->a[c];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Moves the nodes of supports with own axes, whose motions are rows of constraints. The motions of
   other supports are no unknowns, and need not be set. */
static PetscErrorCode MoveNodesOfSupports(Run *run)
{
  const Model   model = run->model;
  const Layout *l     = &model->layout;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->njoints && !model->ninitials; k++) {
    const Joint *support = &model->joint[k];
    double       u[3];

    if (support->support < 0) continue;
    PetscCall(DisplacementOfSupport(support, run->s.t, u));
    for (PetscInt e = 0; e < support->ncells; e++)
      for (int c = 0; c < 3; c++) {
        PetscInt node[2], dof;

        JointNodes(model, support, e, node);
        dof = l->dof[COMPONENTS * node[1] + c];
        if (u[c] != 0 && dof >= 0 && l->global[dof] >= 0)
          PetscCall(VecSetValue(run->s.q, l->global[dof], u[c], ADD_VALUES));
      }
  }
  PetscCall(VecAssemblyBegin(run->s.q));
  PetscCall(VecAssemblyEnd(run->s.q));
  PetscCall(FsSystemAcceptInitialState(run->sys, &run->s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MoveEndsWithSupports(Run *run)
{
  const Model     model = run->model;
  const Layout   *l     = &model->layout;
  const FsLoading still = {.factor = 1, .quasistatic = PETSC_TRUE};
  PetscBool       any   = PETSC_FALSE;
  Evaluation      ev;

  PetscFunctionBeginUser;
  PetscCall(MoveNodesOfSupports(run));
  for (PetscInt k = 0; k < model->njoints && !model->ninitials; k++)
    if (model->joint[k].own_type) any = PETSC_TRUE;
  if (!any) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(AssemblyEvaluate(AssemblyOf(run->sys), &run->s, &still, PETSC_TRUE, &ev));
  for (JointCell cell = FirstJointCell(model); cell.joint; NextJointCell(&cell)) {
    PetscInt node[2]; /* the end, the point */
    double   u[COMPONENTS];

    if (!cell.joint->own_type) continue;
    JointCellNodes(&cell, node);
    motion_of_end(model, &ev.nodes[node[1]], model->mesh->g.x[node[1]],
                  cell.joint->offset[cell.e][1], u);
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt dof = l->dof[COMPONENTS * node[0] + c];

      if (u[c] != 0 && dof >= 0 && l->global[dof] >= 0)
        PetscCall(VecSetValue(run->s.q, l->global[dof], u[c], INSERT_VALUES));
    }
  }
  PetscCall(VecAssemblyBegin(run->s.q));
  PetscCall(VecAssemblyEnd(run->s.q));
  PetscCall(FsSystemAcceptInitialState(run->sys, &run->s));
  PetscFunctionReturn(PETSC_SUCCESS);
}
