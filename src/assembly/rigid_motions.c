/* rigid_motions.c: computes the rigid body motions of a model, as increments of its dofs.

   For a rotation about an axis w, a node at r from the center moves by w x r, and its spin in body
   axes is R^T w. With this spin the rotation vector in the chart changes by T(theta)^-1. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "system_operations.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "model/parts/block.h"
#include "term.h"

/* This rank's part of the state, and the prescribed motions. */
typedef struct {
  Assembly                a;
  const PrescribedMotion *motions;
  const PetscScalar      *q;
  double                  center[3];
} RigidContext;

/* Sets context->center to the mean over the owned nodes of all ranks. */
static PetscErrorCode FindCenter(RigidContext *context)
{
  enum { COUNT = 3, N };
  const Mesh mesh   = context->a->model->mesh;
  PetscReal  sum[N] = {0};

  PetscFunctionBeginUser;
  for (int i = 0; i < mesh->g.nnodes; i++) {
    NodeState node;

    if (!mesh->owned[i]) continue;
    ConfigurationOwnedNodeState(context->a->configuration, i, context->motions, context->q, NULL,
                                NULL, &node);
    for (int c = 0; c < 3; c++) sum[c] += node.x[c];
    sum[COUNT]++;
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sum, N, MPIU_REAL, MPI_SUM, context->a->model->comm));
  for (int c = 0; c < 3; c++) context->center[c] = sum[c] / sum[COUNT];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the changes x[k] of the components of an owned node in motion k. */
static void node_motions(const RigidContext *context, int i, double x[FS_RIGID_MOTIONS][COMPONENTS])
{
  const PetscBool small = context->a->model->linearize;
  NodeState       node;
  double          arm[3], theta[3], inverse[9];

  ConfigurationOwnedNodeState(context->a->configuration, i, context->motions, context->q, NULL,
                              NULL, &node);
  for (int c = 0; c < 3; c++) {
    arm[c]   = node.x[c] - context->center[c];
    theta[c] = small ? 0 : node.turn[c];
  }
  rotation_tangent_inverse(theta, inverse);
  for (int k = 0; k < 3; k++) {
    double axis[3] = {0, 0, 0}, spin[3];

    axis[k] = 1;
    for (int c = 0; c < COMPONENTS; c++) x[k][c] = c == k;
    cross(axis, arm, x[3 + k]);
    mat_t_vec(node.R, axis, spin);
    mat_vec(inverse, spin, &x[3 + k][3]);
  }
}

PetscErrorCode RigidCenter_Assembly(FsSystem sys, const FsState *s, const FsLoading *loading,
                                    PetscReal center[3])
{
  RigidContext context = {.a = sys->data};

  PetscFunctionBeginUser;
  PetscCall(
    ConfigurationPrescribedMotions(context.a->configuration, s->t, loading, &context.motions));
  PetscCall(VecGetArrayRead(s->q, &context.q));
  PetscCall(FindCenter(&context));
  PetscCall(VecRestoreArrayRead(s->q, &context.q));
  for (int c = 0; c < 3; c++) center[c] = context.center[c];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DofNumbers_Assembly(FsSystem sys, Vec x)
{
  const Assembly a    = sys->data;
  const Mesh     mesh = a->model->mesh;
  const Layout  *l    = &a->model->layout;
  PetscScalar   *to;

  PetscFunctionBeginUser;
  PetscCall(VecSet(x, -1));
  PetscCall(VecGetArray(x, &to));
  for (int i = 0; i < mesh->g.nnodes; i++)
    for (int c = 0; c < COMPONENTS && mesh->owned[i]; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c], at = dof < 0 ? -1 : l->global[dof];

      if (at >= 0)
        to[at - l->first] = (PetscReal)(COMPONENTS * mesh->g.node_number[i]) + (PetscReal)c;
    }
  PetscCall(VecRestoreArray(x, &to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RigidMotions_Assembly(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     const Vec motion[FS_RIGID_MOTIONS])
{
  RigidContext  context = {.a = sys->data};
  const Mesh    mesh    = context.a->model->mesh;
  const Layout *l       = &context.a->model->layout;
  PetscScalar  *to[FS_RIGID_MOTIONS];

  PetscFunctionBeginUser;
  PetscCall(
    ConfigurationPrescribedMotions(context.a->configuration, s->t, loading, &context.motions));
  PetscCall(VecGetArrayRead(s->q, &context.q));
  PetscCall(FindCenter(&context));
  for (int k = 0; k < FS_RIGID_MOTIONS; k++) {
    PetscCall(VecZeroEntries(motion[k]));
    PetscCall(VecGetArray(motion[k], &to[k]));
  }
  for (int i = 0; i < mesh->g.nnodes; i++) {
    double x[FS_RIGID_MOTIONS][COMPONENTS];

    if (!mesh->owned[i]) continue;
    node_motions(&context, i, x);
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c], at = dof < 0 ? -1 : l->global[dof];

      for (int k = 0; k < FS_RIGID_MOTIONS && at >= 0; k++) to[k][at - l->first] = x[k][c];
    }
  }
  for (int k = 0; k < FS_RIGID_MOTIONS; k++) PetscCall(VecRestoreArray(motion[k], &to[k]));
  PetscCall(VecRestoreArrayRead(s->q, &context.q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets clamps[nnodes] to 1 at nodes of beams and shells, which resist every motion against the
   other nodes. Springs, trusses and joints resist some of them; samples of forces show which. */
static PetscErrorCode FindClamps(Model model, unsigned char clamps[])
{
  const Geometry *g = &model->mesh->g;

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(clamps, g->nnodes));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];

    if (b->kernel->nc != COMPONENTS || !b->kernel->nstrain) continue;
    for (PetscInt e = 0; e < b->ncells; e++)
      for (int i = g->offset[b->cells[e]]; i < g->offset[b->cells[e] + 1]; i++)
        clamps[g->conn[i]] = 1;
  }
  PetscCall(MeshCombineNodes(model->mesh, MPI_UNSIGNED_CHAR, clamps, MPI_BOR));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportedMotions_Assembly(FsSystem sys, const FsState *s, const FsLoading *loading,
                                         PetscReal length,
                                         PetscReal gram[FS_RIGID_MOTIONS][FS_RIGID_MOTIONS])
{
  enum { N = FS_RIGID_MOTIONS };
  RigidContext   context = {.a = sys->data};
  const Mesh     mesh    = context.a->model->mesh;
  const Layout  *l       = &context.a->model->layout;
  unsigned char *clamps;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(mesh->g.nnodes, &clamps));
  PetscCall(FindClamps(context.a->model, clamps));
  PetscCall(PetscArrayzero(gram[0], N * N));
  PetscCall(
    ConfigurationPrescribedMotions(context.a->configuration, s->t, loading, &context.motions));
  PetscCall(VecGetArrayRead(s->q, &context.q));
  PetscCall(FindCenter(&context));
  for (int i = 0; i < mesh->g.nnodes; i++) {
    double x[N][COMPONENTS];

    if (!mesh->owned[i] || !clamps[i]) continue;
    node_motions(&context, i, x);
    for (int k = 3; k < N; k++)
      for (int c = 0; c < 3; c++) x[k][c] /= length; /* rotations of dofs stay: length / length */
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c];

      for (int k = 0; k < N * N && dof >= 0 && l->global[dof] < 0; k++)
        gram[k / N][k % N] += x[k / N][c] * x[k % N][c];
    }
  }
  PetscCall(VecRestoreArrayRead(s->q, &context.q));
  PetscCall(PetscFree(clamps));
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, gram[0], N * N, MPIU_REAL, MPI_SUM, context.a->model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
