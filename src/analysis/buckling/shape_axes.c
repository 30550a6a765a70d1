/* shape_axes.c: turns the rotations of buckling shapes between body axes and global axes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "shape_axes.h"
#include "assembly/term.h"
#include "math/vector.h"

/* Turns the spin of one node; dofs that are held have no spin. */
static void turn_spin(const Layout *l, int node, const double R[9], PetscBool to_global,
                      PetscScalar x[])
{
  const PetscInt *dof     = l->dof + COMPONENTS * node + 3;
  double          from[3] = {0}, to[3];

  for (int c = 0; c < 3; c++)
    if (dof[c] >= 0 && l->global[dof[c]] >= 0) from[c] = x[l->global[dof[c]] - l->first];
  if (to_global) mat_vec(R, from, to);
  else mat_t_vec(R, from, to);
  for (int c = 0; c < 3; c++)
    if (dof[c] >= 0 && l->global[dof[c]] >= 0) x[l->global[dof[c]] - l->first] = to[c];
}

static PetscErrorCode Turn(const Run *run, PetscBool to_global, Vec shape)
{
  const Model        model    = run->model;
  const Assembly     assembly = AssemblyOf(run->sys);
  const PetscScalar *q;
  PetscScalar       *x;
  Evaluation         ev;
  NodeState          state;

  PetscFunctionBeginUser;
  if (!model->layout.rotates) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(AssemblyEvaluate(assembly, &run->s, &run->kind.loading, PETSC_FALSE, &ev));
  PetscCall(VecGetArrayRead(run->s.q, &q));
  PetscCall(VecGetArray(shape, &x));
  for (int i = 0; i < model->mesh->g.nnodes; i++) {
    if (!model->mesh->owned[i]) continue;
    ConfigurationOwnedNodeState(AssemblyConfiguration(assembly), i, ev.motions, q, NULL, NULL,
                                &state);
    turn_spin(&model->layout, i, state.R, to_global, x);
  }
  PetscCall(VecRestoreArray(shape, &x));
  PetscCall(VecRestoreArrayRead(run->s.q, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ShapeToGlobalAxes(const Run *run, Vec shape) { return Turn(run, PETSC_TRUE, shape); }

PetscErrorCode ShapeToBodyAxes(const Run *run, Vec shape) { return Turn(run, PETSC_FALSE, shape); }
