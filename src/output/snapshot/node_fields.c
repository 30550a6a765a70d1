/* node_fields.c: computes displacements, velocities and other fields of nodes at a state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "node_fields.h"
#include "math/vector.h"

const NodalFieldInfo nodal_field_info[NODAL_FIELDS] = {
  {"displacement",     3},
  {"velocity",         3},
  {"acceleration",     3},
  {"rotation",         4},
  {"angular_velocity", 3}
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
