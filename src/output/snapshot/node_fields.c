/* node_fields.c: values at nodes, from the vectors of a state. */
#include "node_fields.h"
#include "math/vector.h"

const NodalKind nodal_kind[NODAL_FIELDS] = {
  {"displacement",     3},
  {"velocity",         3},
  {"acceleration",     3},
  {"rotation",         4},
  {"angular_velocity", 3}
};

/* value[count] of a field at node i, whose state is node. */
static void value_of(Model model, const NodeState *node, NodalField field, PetscInt i, PetscReal value[])
{
  const double *x = node->v;

  if (field == NODAL_ANGULAR_VELOCITY) {
    mat_vec(node->R, node->w, value);
    return;
  }
  if (field == NODAL_ACCELERATION) x = node->a;
  if (field == NODAL_ROTATION) x = node->q;
  for (int c = 0; c < nodal_kind[field].count; c++)
    value[c] = field == NODAL_DISPLACEMENT ? node->x[c] - model->mesh->g.x[i][c] : x[c];
}

/* This rank's parts of q, v, a, between Open and Close. */
typedef struct {
  const PetscScalar *q, *v, *a;
} Arrays;

static PetscErrorCode Open(const FsState *s, Arrays *x)
{
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(s->q, &x->q));
  PetscCall(VecGetArrayRead(s->v, &x->v));
  PetscCall(VecGetArrayRead(s->a, &x->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Close(const FsState *s, Arrays *x)
{
  PetscFunctionBeginUser;
  PetscCall(VecRestoreArrayRead(s->a, &x->a));
  PetscCall(VecRestoreArrayRead(s->v, &x->v));
  PetscCall(VecRestoreArrayRead(s->q, &x->q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodalValue(const Evaluation *ev, NodalField field, PetscInt node, PetscReal value[])
{
  Arrays    x;
  NodeState state;

  PetscFunctionBeginUser;
  PetscCall(Open(ev->s, &x));
  ConfigurationOwnedNodeState(AssemblyConfiguration(ev->assembly), node, ev->motions, x.q, x.v, x.a, &state);
  value_of(AssemblyModel(ev->assembly), &state, field, node, value);
  PetscCall(Close(ev->s, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodalValues(const Evaluation *ev, int nfields, PetscReal *const values[])
{
  const Model model = AssemblyModel(ev->assembly);
  Arrays      x;
  NodeState   state;
  PetscInt    n = 0;

  PetscFunctionBeginUser;
  PetscCall(Open(ev->s, &x));
  for (PetscInt i = 0; i < model->mesh->g.nnodes; i++) {
    if (!model->mesh->owned[i]) continue;
    ConfigurationOwnedNodeState(AssemblyConfiguration(ev->assembly), i, ev->motions, x.q, x.v, x.a, &state);
    for (int f = 0; f < nfields; f++)
      if (values[f]) value_of(model, &state, (NodalField)f, i, values[f] + nodal_kind[f].count * n);
    n++;
  }
  PetscCall(Close(ev->s, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}
