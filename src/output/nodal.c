/* nodal.c: free dofs come from the state, supported ones from their supports. */
#include "nodal.h"

const char *const nodal_names[] = {"displacement", "velocity", "acceleration"};

struct _n_Nodal {
  Model     model;
  PetscReal dt, t;
  PetscReal (*motion)[3][3]; /* [nsupports][component][q, v, a] at time t */
  PetscInt *support;         /* [nlocal] the support that moves a dof, or -1 */
  PetscInt  first;           /* of this rank's part of global vectors */
};

PetscErrorCode NodalCreate(Model model, PetscReal dt, Nodal *out)
{
  const Layout *l = &model->layout;
  Nodal         nodal;
  Vec           v;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&nodal));
  nodal->model = model;
  nodal->dt    = dt;
  nodal->t     = PETSC_MAX_REAL;
  PetscCall(PetscCalloc1(model->nsupports, &nodal->motion));
  if (l->nmoved) {
    PetscCall(PetscMalloc1(l->nlocal, &nodal->support));
    for (PetscInt i = 0; i < l->nlocal; i++) nodal->support[i] = -1;
    for (PetscInt m = 0; m < l->nmoved; m++) nodal->support[l->moved[m].dof] = l->moved[m].support;
  }
  PetscCall(DMGetGlobalVector(model->mesh->dm, &v));
  PetscCall(VecGetOwnershipRange(v, &nodal->first, NULL));
  PetscCall(DMRestoreGlobalVector(model->mesh->dm, &v));
  *out = nodal;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodalDestroy(Nodal *nodal)
{
  PetscFunctionBeginUser;
  if (!*nodal) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree((*nodal)->motion));
  PetscCall(PetscFree((*nodal)->support));
  PetscCall(PetscFree(*nodal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodalMove(Nodal nodal, PetscReal t)
{
  PetscFunctionBeginUser;
  if (t == nodal->t) PetscFunctionReturn(PETSC_SUCCESS);
  nodal->t = t;
  for (PetscInt s = 0; s < nodal->model->nsupports; s++)
    for (PetscInt c = 0; c < 3; c++)
      if (nodal->model->support[s].motion[c])
        PetscCall(ModelMotion(nodal->model, s, c, t, nodal->dt, nodal->motion[s][c]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void node_value(const Nodal nodal, const PetscScalar u[], NodalField field, PetscInt node, PetscReal value[3])
{
  const Layout *l = &nodal->model->layout;

  for (int c = 0; c < 3; c++) {
    const PetscInt dof = l->dof[3 * node + c];

    value[c] = 0;
    if (dof < 0) continue;
    if (l->global[dof] >= 0) value[c] = u[l->global[dof] - nodal->first];
    else if (nodal->support && nodal->support[dof] >= 0) value[c] = nodal->motion[nodal->support[dof]][c][field];
  }
}

static Vec vector_of(const State *s, NodalField field)
{
  return field == NODAL_DISPLACEMENT ? s->q : field == NODAL_VELOCITY ? s->v : s->a;
}

PetscErrorCode NodalValue(Nodal nodal, const State *s, NodalField field, PetscInt node, PetscReal value[3])
{
  const PetscScalar *u;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(vector_of(s, field), &u));
  node_value(nodal, u, field, node, value);
  PetscCall(VecRestoreArrayRead(vector_of(s, field), &u));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodalValues(Nodal nodal, const State *s, NodalField field, PetscReal values[][3])
{
  const PetscScalar *u;
  PetscInt           n = 0;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(vector_of(s, field), &u));
  for (PetscInt i = 0; i < nodal->model->mesh->g.nnodes; i++)
    if (nodal->model->mesh->owned[i]) node_value(nodal, u, field, i, values[n++]);
  PetscCall(VecRestoreArrayRead(vector_of(s, field), &u));
  PetscFunctionReturn(PETSC_SUCCESS);
}
