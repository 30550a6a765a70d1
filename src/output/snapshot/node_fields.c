/* node_fields.c: computes the fields of nodes at a state, and small motions of the nodes about
   it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "node_fields.h"
#include "math/vector.h"
#include "output/dof_tables.h"

const NodalFieldInfo nodal_field_info[NODAL_FIELDS] = {
  {"displacement",     3, RESULT_GLOBAL},
  {"velocity",         3, RESULT_GLOBAL},
  {"acceleration",     3, RESULT_GLOBAL},
  {"rotation",         4, RESULT_LOCAL },
  {"angular_velocity", 3, RESULT_GLOBAL}
};

/* Sets u to the displacement of node i. Free components come from q, because the difference of two
   positions would lose the digits of small displacements. */
static void displacement(Model model, const NodeState *node, const PetscScalar q[], PetscInt i,
                         PetscReal u[3])
{
  const Layout *l = &model->layout;

  for (int c = 0; c < 3; c++) {
    const PetscInt dof = l->dof[COMPONENTS * i + c];

    u[c] = dof >= 0 && l->global[dof] >= 0 ? q[l->global[dof] - l->first]
                                           : node->x[c] - model->mesh->g.x[i][c];
  }
}

/* value[count] = a field at node i, whose state is node. */
static void nodal_value(Model model, const NodeState *node, const PetscScalar q[], NodalField field,
                        PetscInt i, PetscReal value[])
{
  const double *x = field == NODAL_ACCELERATION ? node->a
                    : field == NODAL_ROTATION   ? node->q
                                                : node->v;

  if (field == NODAL_DISPLACEMENT) displacement(model, node, q, i, value);
  else if (field == NODAL_ANGULAR_VELOCITY) mat_vec(node->R, node->w, value);
  else
    for (int c = 0; c < nodal_field_info[field].count; c++) value[c] = x[c];
}

/* This rank's parts of q, v, a, between OpenState() and CloseState(). */
typedef struct {
  const PetscScalar *q, *v, *a;
} StateArrays;

static PetscErrorCode OpenState(const FsState *s, StateArrays *x)
{
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(s->q, &x->q));
  PetscCall(VecGetArrayRead(s->v, &x->v));
  PetscCall(VecGetArrayRead(s->a, &x->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CloseState(const FsState *s, StateArrays *x)
{
  PetscFunctionBeginUser;
  PetscCall(VecRestoreArrayRead(s->a, &x->a));
  PetscCall(VecRestoreArrayRead(s->v, &x->v));
  PetscCall(VecRestoreArrayRead(s->q, &x->q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodalValue(const Evaluation *ev, NodalField field, PetscInt node, PetscReal value[])
{
  StateArrays x;
  NodeState   state;

  PetscFunctionBeginUser;
  PetscCall(OpenState(ev->s, &x));
  ConfigurationOwnedNodeState(AssemblyConfiguration(ev->assembly), node, ev->motions, x.q, x.v, x.a,
                              &state);
  nodal_value(AssemblyModel(ev->assembly), &state, x.q, field, node, value);
  PetscCall(CloseState(ev->s, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodalOrientation(const Evaluation *ev, PetscInt node, double R[3][3])
{
  const PetscScalar *q;
  NodeState          state;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(ev->s->q, &q));
  ConfigurationOwnedNodeState(AssemblyConfiguration(ev->assembly), node, ev->motions, q, NULL, NULL,
                              &state);
  PetscCall(VecRestoreArrayRead(ev->s->q, &q));
  PetscCall(PetscMemcpy(R, state.R, sizeof state.R));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodalValues(const Evaluation *ev, int nfields, PetscReal *const values[])
{
  const Model model = AssemblyModel(ev->assembly);
  StateArrays x;
  NodeState   state;
  PetscInt    n = 0;

  PetscFunctionBeginUser;
  PetscCall(OpenState(ev->s, &x));
  for (PetscInt i = 0; i < model->mesh->g.nnodes; i++) {
    if (!model->mesh->owned[i]) continue;
    ConfigurationOwnedNodeState(AssemblyConfiguration(ev->assembly), i, ev->motions, x.q, x.v, x.a,
                                &state);
    for (int f = 0; f < nfields; f++)
      if (values[f])
        nodal_value(model, &state, x.q, (NodalField)f, i,
                    values[f] + nodal_field_info[f].count * n);
    n++;
  }
  PetscCall(CloseState(ev->s, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The derivative of R w in time is R w', because w x w is 0. */
PetscErrorCode NodalAngularAccelerations(const Evaluation *ev, PetscReal value[])
{
  const Model model = AssemblyModel(ev->assembly);
  StateArrays x;
  NodeState   state;
  PetscInt    n = 0;

  PetscFunctionBeginUser;
  PetscCall(OpenState(ev->s, &x));
  for (PetscInt i = 0; i < model->mesh->g.nnodes; i++) {
    if (!model->mesh->owned[i]) continue;
    ConfigurationOwnedNodeState(AssemblyConfiguration(ev->assembly), i, ev->motions, x.q, x.v, x.a,
                                &state);
    mat_vec(state.R, state.wd, value + 3 * n++);
  }
  PetscCall(CloseState(ev->s, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- mode shapes ----------------------------------------------------------------------------- */

/* value[nowned][columns] = the shape at the nodes that this rank owns, in global axes. */
static PetscErrorCode NodalShape(const Evaluation *ev, Vec shape, PetscInt columns,
                                 PetscReal value[])
{
  const Model        model = AssemblyModel(ev->assembly);
  const Layout      *l     = &model->layout;
  const PetscScalar *x, *q;
  PetscInt           n = 0;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(shape, &x));
  PetscCall(VecGetArrayRead(ev->s->q, &q));
  for (PetscInt i = 0; i < model->mesh->g.nnodes; i++) {
    double    here[COMPONENTS] = {0};
    NodeState node;

    if (!model->mesh->owned[i]) continue;
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt at = l->dof[COMPONENTS * i + c];

      if (at >= 0 && l->global[at] >= 0) here[c] = x[l->global[at] - l->first];
    }
    ConfigurationOwnedNodeState(AssemblyConfiguration(ev->assembly), i, ev->motions, q, NULL, NULL,
                                &node);
    for (int c = 0; c < 3; c++) value[columns * n + c] = here[c];
    if (columns == COMPONENTS) mat_vec(node.R, here + 3, value + columns * n + 3);
    n++;
  }
  PetscCall(VecRestoreArrayRead(ev->s->q, &q));
  PetscCall(VecRestoreArrayRead(shape, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *sign = 1 or -1, so that the first large entry in the node order of the mesh becomes positive. An
   entry is large if it is at least 0.9 of the largest one. */
static PetscErrorCode ChooseSign(Mesh mesh, PetscInt columns, const PetscReal value[],
                                 PetscReal *sign)
{
  const PetscReal large = 0.9;
  PetscReal       most  = 0;
  PetscInt        n = 0, first = PETSC_MAX_INT, least;
  int             negative = 0;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < columns * mesh->nowned; i++)
    most = PetscMax(most, PetscAbsReal(value[i]));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &most, 1, MPIU_REAL, MPI_MAX, mesh->comm));
  for (int i = 0; i < mesh->g.nnodes; i++) {
    if (!mesh->owned[i]) continue;
    for (PetscInt c = 0; c < columns; c++)
      if (PetscAbsReal(value[columns * n + c]) >= large * most &&
          (PetscInt)mesh->g.node_number[i] < first) {
        first    = (PetscInt)mesh->g.node_number[i];
        negative = value[columns * n + c] < 0;
      }
    n++;
  }
  PetscCallMPI(MPIU_Allreduce(&first, &least, 1, MPIU_INT, MPI_MIN, mesh->comm));
  negative = first == least && negative;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &negative, 1, MPI_INT, MPI_MAX, mesh->comm));
  *sign = negative ? -1 : 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodalShapeSign(const Evaluation *ev, Vec shape, PetscReal *sign)
{
  const Model    model   = AssemblyModel(ev->assembly);
  const PetscInt columns = model->layout.rotates ? COMPONENTS : 3;
  PetscReal     *value;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)columns * (size_t)model->mesh->nowned, &value));
  PetscCall(NodalShape(ev, shape, columns, value));
  PetscCall(ChooseSign(model->mesh, columns, value, sign));
  PetscCall(PetscFree(value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes the displacements of a shape as a dataset of their own, because the newer readers of
   ParaView (5.11) do not read a layer of a dataset. */
static PetscErrorCode WriteFrame(File file, const Snapshots *snapshots, const ModeShapes *shapes,
                                 PetscInt k, const PetscReal value[])
{
  PetscReal *u;
  char       path[160];

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(3 * (size_t)snapshots->model->mesh->nowned, &u));
  for (PetscInt i = 0; i < snapshots->model->mesh->nowned; i++)
    for (int c = 0; c < 3; c++) u[3 * i + c] = value[shapes->columns * i + c];
  PetscCall(
    PetscSNPrintf(path, sizeof path, "%s/frames/%06d/displacement", shapes->group, (int)k + 1));
  PetscCall(FileWriteTable(file, path, FILE_REAL, &snapshots->nodes, 3, u));
  PetscCall(PetscFree(u));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes sign times value to layer k of group/name. */
static PetscErrorCode WriteLayer(File file, const Snapshots *snapshots, const ModeShapes *shapes,
                                 const char name[], PetscInt k, PetscReal sign, PetscReal value[])
{
  const Mesh mesh = snapshots->model->mesh;
  char       path[128];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(path, sizeof path, "%s/%s", shapes->group, name));
  if (k == 0) PetscCall(FileStackCreate(file, path, shapes->n, mesh->nnodes, shapes->columns));
  for (PetscInt i = 0; i < shapes->columns * mesh->nowned; i++) value[i] *= sign;
  PetscCall(FileStackWriteTable(file, path, &snapshots->nodes, shapes->columns, k, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModeShapesWrite(File file, const Snapshots *snapshots, const Evaluation *ev,
                               const ModeShapes *shapes)
{
  const Mesh mesh = snapshots->model->mesh;
  PetscReal *value, sign;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)shapes->columns * (size_t)mesh->nowned, &value));
  for (PetscInt k = 0; k < shapes->n; k++) {
    PetscCall(NodalShape(ev, shapes->x[k], shapes->columns, value));
    PetscCall(ChooseSign(mesh, shapes->columns, value, &sign));
    PetscCall(WriteLayer(file, snapshots, shapes, "shape", k, sign, value));
    if (shapes->frames) PetscCall(WriteFrame(file, snapshots, shapes, k, value));
    if (!shapes->y) continue;
    PetscCall(NodalShape(ev, shapes->y[k], shapes->columns, value));
    PetscCall(WriteLayer(file, snapshots, shapes, "shape_imaginary", k, sign, value));
  }
  PetscCall(PetscFree(value));
  PetscFunctionReturn(PETSC_SUCCESS);
}
