/* nodal.c: from the state's vectors to fields of nodes. */
#include "nodal.h"
#include "vector.h"

const NodalKind nodal_kind[NODAL_FIELDS] = {
  {"displacement",     3},
  {"velocity",         3},
  {"acceleration",     3},
  {"rotation",         4},
  {"angular_velocity", 3}
};

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

PetscErrorCode NodalValue(Model model, const State *s, NodalField field, PetscInt node, PetscReal value[])
{
  const PetscScalar *q, *v, *a;
  NodeState          state;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(s->q, &q));
  PetscCall(VecGetArrayRead(s->v, &v));
  PetscCall(VecGetArrayRead(s->a, &a));
  NodesOwned(model->nodes, node, q, v, a, &state);
  value_of(model, &state, field, node, value);
  PetscCall(VecRestoreArrayRead(s->a, &a));
  PetscCall(VecRestoreArrayRead(s->v, &v));
  PetscCall(VecRestoreArrayRead(s->q, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodalValues(Model model, const State *s, NodalField field, PetscReal values[])
{
  PetscInt n = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    if (model->mesh->owned[i]) PetscCall(NodalValue(model, s, field, i, values + nodal_kind[field].count * n++));
  PetscFunctionReturn(PETSC_SUCCESS);
}
