/* vectors.c: what the entries of a model's vectors are: displacements, rotations in their chart, multipliers. */
#include "fe.h"

static PetscErrorCode Place_FE(System sys, PetscInt dof, char text[], size_t size)
{
  const FE       *fe = sys->data;
  const Geometry *g  = &fe->model->mesh->g;

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt at = fe->model->layout.dof[COMPONENTS * i + c];

      if (at >= 0 && fe->model->layout.global[at] == dof)
        snprintf(text, size, "node %lld at (%.6g, %.6g, %.6g), component %s", (long long)g->id[i], g->x[i][0],
                 g->x[i][1], g->x[i][2], component_names[c]);
    }
  for (PetscInt k = 0; k < fe->model->njoints; k++) {
    const Joint   *j  = &fe->model->joint[k];
    const PetscInt nd = JOINT_DOFS + j->nrows;

    for (PetscInt i = 0; i < nd * j->ncells; i++)
      if (i % nd >= JOINT_DOFS && fe->model->layout.global[j->dofs[i]] == dof)
        JointPlace(fe->model, j, i / nd, text, size);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Velocity_FE(System sys, Vec q, Vec qd, Vec v)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  PetscCall(ChartVelocity(NodesChart(fe->model->nodes), q, qd, v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Rate_FE(System sys, Vec q, Vec v, Vec qd)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  PetscCall(ChartRate(NodesChart(fe->model->nodes), q, v, qd));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MoveChart_FE(System sys, const State *at, PetscInt n, State *const states[])
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  if (fe->model->njoints) {
    NodeState *nodes;

    PetscCall(NodesUpdate(fe->model->nodes, at->t, at->q, NULL, NULL, &nodes));
    JointsAccept(fe->model, nodes);
  }
  PetscCall(NodesMoveChart(fe->model->nodes, at->q));
  if (fe->turned) PetscCall(VecAXPY(fe->turned, 1, at->q));
  PetscCall(
    ChartMove(NodesChart(fe->model->nodes), at, (PetscBool)(sys->stabilization == STABILIZED_VELOCITY), n, states));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Compose_FE(System sys, Vec q, Vec dq, Vec sum)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  PetscCall(ChartCompose(NodesChart(fe->model->nodes), q, dq, sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Commute_FE(System sys, PetscReal h, Vec v, Vec a, Vec j, Vec q)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  PetscCall(ChartCommute(NodesChart(fe->model->nodes), h, v, a, j, q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Turn_FE(System sys, Vec q, Vec other, PetscReal *most)
{
  FE *fe = sys->data;

  PetscFunctionBeginUser;
  PetscCall(ChartTurn(NodesChart(fe->model->nodes), q, other, most));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Measure_FE(System sys, Vec x, PetscReal square[MEASURES])
{
  FE                *fe  = sys->data;
  const Layout      *l   = &fe->model->layout;
  PetscReal          all = 0;
  const PetscScalar *values;
  PetscInt           n;

  PetscFunctionBeginUser;
  for (int k = 0; k < MEASURES; k++) square[k] = 0;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArrayRead(x, &values));
  for (PetscInt i = 0; i < n; i++) all += PetscSqr(values[i]);
  for (PetscInt k = 0; k < l->nmine; k++) square[MEASURE_MULTIPLIER] += PetscSqr(values[l->multiplier[k]]);
  PetscCall(VecRestoreArrayRead(x, &values));
  PetscCall(ChartSquare(NodesChart(fe->model->nodes), x, &square[MEASURE_ROTATION]));
  square[MEASURE_DISPLACEMENT] = PetscMax(0, all - square[MEASURE_ROTATION] - square[MEASURE_MULTIPLIER]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Weights_FE(System sys, Vec w)
{
  FE           *fe    = sys->data;
  const Layout *l     = &fe->model->layout;
  const Chart  *chart = NodesChart(fe->model->nodes);
  PetscScalar  *value;

  PetscFunctionBeginUser;
  PetscCall(VecSet(w, 1));
  PetscCall(VecGetArray(w, &value));
  for (PetscInt k = 0; k < chart->n; k++)
    for (int c = 0; c < 3; c++)
      if (chart->at[k][c] >= 0) value[chart->at[k][c]] = PetscSqr(SystemLength(sys));
  for (PetscInt k = 0; k < l->nmine; k++) value[l->multiplier[k]] = 0;
  PetscCall(VecRestoreArray(w, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddMultipliers_FE(System sys, PetscReal factor, Vec x, Vec y)
{
  const Layout      *l = &((FE *)sys->data)->model->layout;
  const PetscScalar *from;
  PetscScalar       *to;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(y, &to));
  if (x == y) from = to;
  else PetscCall(VecGetArrayRead(x, &from));
  for (PetscInt k = 0; k < l->nmine; k++) to[l->multiplier[k]] += factor * from[l->multiplier[k]];
  if (x != y) PetscCall(VecRestoreArrayRead(x, &from));
  PetscCall(VecRestoreArray(y, &to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void widen(PetscReal box[6], const double x[3])
{
  for (int c = 0; c < 3; c++) {
    box[c]     = PetscMax(box[c], x[c]);
    box[3 + c] = PetscMax(box[3 + c], -x[c]);
  }
}

/* Diameter of the box around all nodes and points of joints. */
PetscErrorCode ModelReach(Model model, PetscReal *reach)
{
  PetscReal box[6]; /* largest of x and of -x */

  PetscFunctionBeginUser;
  for (int c = 0; c < 6; c++) box[c] = PETSC_MIN_REAL;
  for (int i = 0; i < model->mesh->g.nnodes; i++) widen(box, model->mesh->g.x[i]);
  for (PetscInt k = 0; k < model->njoints; k++)
    for (PetscInt e = 0; e < model->joint[k].ncells; e++) {
      PetscInt node[2];

      JointNodes(model, &model->joint[k], e, node);
      for (int n = 0; n < 2; n++) {
        double x[3];

        for (int c = 0; c < 3; c++)
          x[c] = (node[n] < 0 ? 0 : model->mesh->g.x[node[n]][c]) + model->joint[k].offset[e][n][c];
        widen(box, x);
      }
    }
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, box, 6, MPIU_REAL, MPIU_MAX, model->comm));
  *reach = 0;
  for (int c = 0; c < 3; c++) *reach = hypot(*reach, box[c] + box[3 + c]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void VectorOps(SystemOps *ops)
{
  ops->place           = Place_FE;
  ops->velocity        = Velocity_FE;
  ops->rate            = Rate_FE;
  ops->move_chart      = MoveChart_FE;
  ops->compose         = Compose_FE;
  ops->commute         = Commute_FE;
  ops->turn            = Turn_FE;
  ops->measure         = Measure_FE;
  ops->weights         = Weights_FE;
  ops->add_multipliers = AddMultipliers_FE;
}
