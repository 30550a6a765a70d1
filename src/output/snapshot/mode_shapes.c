/* mode_shapes.c: writes small motions of the nodes about a state, such as vibration modes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "math/vector.h"
#include "mode_shapes.h"
#include "output/distributed_table.h"

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
